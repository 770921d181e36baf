//! Weights that pairs share over the board, and over sizes.

/// Numbers for what two tiles have in common with the same two anywhere else: how their goals lie to each other,
/// how far the first is from its goal, and how the two stand to each other.
///
/// These are three offsets of rows and columns, six digits from `1 − side` to `side − 1`. The blank is no tile
/// like others, so pairs with it are counted apart; single items have their way from the goal only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    side: usize,
}

impl Shared {
    pub(super) fn new(side: usize) -> Shared {
        Shared { side }
    }

    fn base(self) -> usize {
        2 * self.side - 1
    }

    /// Numbers of one kind of pairs.
    fn block(self) -> usize {
        self.base().pow(6)
    }

    /// How many numbers there are; not all are used.
    pub(super) fn len(self) -> usize {
        2 * self.block() + 2 * self.base().pow(2)
    }

    fn number(self, digits: [(isize, isize); 3]) -> usize {
        let middle = self.side as isize - 1;
        let digits = digits.iter().flat_map(|&(row, col)| [row, col]);
        digits.fold(0, |n, d| n * self.base() + (d + middle) as usize)
    }

    /// The number of a pair, or of a single item given twice; the same for both orders and for the images in
    /// the main diagonal.
    pub(super) fn of(self, i: usize, j: usize) -> usize {
        let (side, cells) = (self.side, self.side * self.side);
        let at = |cell: usize| ((cell / side) as isize, (cell % side) as isize);
        let less = |a: (isize, isize), b: (isize, isize)| (a.0 - b.0, a.1 - b.1);
        let turned = |(row, col): (isize, isize)| (col, row);
        let digits = |i: usize, j: usize| {
            let (t, p, u, q) = (at(i / cells), at(i % cells), at(j / cells), at(j % cells));
            [less(u, t), less(p, t), less(q, p)]
        };
        let blank = |i: usize| i / cells == 0;
        if i == j {
            let way = digits(i, i)[1];
            let number = |way| {
                self.number([(0, 0), (0, 0), way])
                    - self.number([(0, 0), (0, 0), (1 - side as isize, 1 - side as isize)])
            };
            let kind = 2 * self.block() + usize::from(blank(i)) * self.base().pow(2);
            return kind + number(way).min(number(turned(way)));
        }
        let canonical =
            |digits: [(isize, isize); 3]| self.number(digits).min(self.number(digits.map(turned)));
        if blank(i) {
            return self.block() + canonical(digits(i, j));
        }
        if blank(j) {
            return self.block() + canonical(digits(j, i));
        }
        canonical(digits(i, j)).min(canonical(digits(j, i)))
    }

    /// The number that this one of ours has on boards of the larger `side`.
    pub(super) fn grown(self, number: usize, side: usize) -> usize {
        let larger = Shared { side };
        let shift = side - self.side;
        let carry = |mut rest: usize, digits: u32| {
            let mut grown = 0;
            for k in 0..digits {
                grown += (rest % self.base() + shift) * larger.base().pow(k);
                rest /= self.base();
            }
            grown
        };
        match number / self.block() {
            kind @ (0 | 1) => kind * larger.block() + carry(number % self.block(), 6),
            _ => {
                let square = self.base().pow(2);
                let single = number - 2 * self.block();
                let kind = single / square * larger.base().pow(2);
                2 * larger.block() + kind + carry(single % square, 2)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shared_by_orders_images_and_translations_and_grow_with_the_board() {
        let (side, cells) = (3, 9);
        let shared = Shared::new(side);
        let larger = Shared::new(4);
        let turn = |cell: usize| cell % side * side + cell / side;
        let image = |i: usize| turn(i / cells) * cells + turn(i % cells);
        let grow = |i: usize| {
            let cell = |c: usize| c / side * 4 + c % side;
            cell(i / cells) * 16 + cell(i % cells)
        };
        for i in 0..cells * cells {
            for j in 0..cells * cells {
                if i != j && (i / cells == j / cells || i % cells == j % cells) {
                    continue;
                }
                let number = shared.of(i, j);
                assert!(number < shared.len());
                assert_eq!(number, shared.of(j, i));
                assert_eq!(number, shared.of(image(i), image(j)));
                assert_eq!(shared.grown(number, 4), larger.of(grow(i), grow(j)));
            }
        }
        // Tiles 4 and 5 (row 1) one column to the right of home, and tiles 7 and 8 likewise.
        assert_eq!(
            shared.of(3 * cells + 4, 4 * cells + 5),
            shared.of(6 * cells + 7, 7 * cells + 8)
        );
    }
}
