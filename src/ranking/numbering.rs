//! Which pairs of tiles on cells share a weight.

/// A number for every way two tiles can stand on a square board, and for every way one can.
///
/// An *item* is a tile on a cell, `tile × cells + cell`; tiles are named for the cells they belong on, and the
/// blank, tile 0, is one of them. A pair has the same number whichever item is named first, and the same as its
/// image in the main diagonal: distances are the same there. That halves what is stored and doubles what every
/// sample teaches.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    items: usize,
    count: usize,
    numbers: Vec<u32>,
}

impl Numbering {
    /// The number of what cannot stand on one board: two tiles on one cell, one tile on two cells.
    pub(super) const NONE: u32 = u32::MAX;

    /// The numbering of boards of `side` × `side`, in the order of the items.
    pub(super) fn new(side: usize) -> Numbering {
        let cells = side * side;
        let items = cells * cells;
        let mirrored = |item: usize| {
            let turn = |cell: usize| cell % side * side + cell / side;
            turn(item / cells) * cells + turn(item % cells)
        };
        let mirror: Vec<usize> = (0..items).map(mirrored).collect();
        let mut numbers = vec![Numbering::NONE; items * items];
        let mut count = 0;
        for i in 0..items {
            for j in i..items {
                let apart = i / cells != j / cells && i % cells != j % cells;
                if i != j && !apart || numbers[i * items + j] != Numbering::NONE {
                    continue;
                }
                for (i, j) in [(i, j), (mirror[i], mirror[j])] {
                    numbers[i * items + j] = count;
                    numbers[j * items + i] = count;
                }
                count += 1;
            }
        }
        Numbering {
            items,
            count: count as usize,
            numbers,
        }
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// How many items there are.
    pub(super) fn items(&self) -> usize {
        self.items
    }

    /// The number of a pair, or of a single item given twice.
    #[inline]
    pub(super) fn of(&self, i: usize, j: usize) -> u32 {
        self.numbers[i * self.items + j]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_possible_pair_has_a_number_and_shares_it_with_its_image_only() {
        for side in [2, 3, 4] {
            let numbering = Numbering::new(side);
            let cells = side * side;
            let mut uses = vec![0; numbering.len()];
            for i in 0..numbering.items() {
                for j in i..numbering.items() {
                    let possible = i == j || i / cells != j / cells && i % cells != j % cells;
                    let number = numbering.of(i, j);
                    assert_eq!(number, numbering.of(j, i));
                    assert_eq!(number != Numbering::NONE, possible);
                    if possible {
                        uses[number as usize] += 1;
                    }
                }
            }
            assert!(uses.iter().all(|&n| n == 1 || n == 2));
        }
    }
}
