//! Solvable boards numbered without gaps, so that an array can stand where a hash map would.
//!
//! A board is two things: the *order* of its tiles in reading order, the blank left out, and the
//! blank's cell. The order is ranked by its Cantor expansion: digit `i` of its *Lehmer code* says how
//! many of the later tiles are smaller than tile `i`, and has the weight (number of later tiles)!. The
//! digits add up to the inversions, whose parity the blank's row decides on a solvable board. So the
//! last digit that is free, 0 or 1, need not be stored, and
//!
//! ```text
//! rank = (Cantor expansion of the order / 2) · cells + blank's cell
//! ```
//!
//! numbers the cells!/2 solvable boards from 0. Why not the textbook's expansion of all cells, the
//! blank as one more label: there each move changes digits all over. Here a horizontal move leaves the
//! order alone, so it is rank ± 1 and stays in the cache line, and a vertical one carries one tile past
//! the `C − 1` between, which changes just those `C` digits, by a rule that needs no tiles at all
//! ([`exchange`]). No successor is ever ranked from scratch.

use super::{Board, Cell, Move, MoveSet, Tile};

/// Bits of a digit in a packed code: a board of 12 cells has 11 tiles, so digits end at 10.
const BITS: usize = 4;
const DIGIT: u64 = (1 << BITS) - 1;

/// The numbering of the boards that can be brought to one goal.
///
/// # References
/// Lehmer (1960), for the code; Korf and Schultze (2005), for numbering boards by it without gaps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranks<const R: usize, const C: usize> {
    goal_row: usize,
}

impl<const R: usize, const C: usize> Ranks<R, C> {
    /// The most cells a ranked board has: 12!/2 = 239,500,800 ranks, an array that fits a small machine.
    pub(crate) const MAX_CELLS: usize = 12;

    const CELLS: usize = R * C;
    const TILES: usize = R * C - 1;
    /// The digits stored: the last is always 0, the one before follows from the parity.
    const STORED: usize = Self::TILES - 2;

    /// What digit `i` counts for in the rank; 0 for the two that are not stored.
    const WEIGHTS: [u32; 16] = {
        let mut weights = [0; 16];
        if Self::CELLS <= Self::MAX_CELLS {
            let mut weight = Self::CELLS as u32;
            let mut i = Self::STORED;
            while i > 0 {
                i -= 1;
                weights[i] = weight;
                weight *= (Self::TILES - i) as u32;
            }
        }
        weights
    };

    /// The numbering for the goal with its blank at `goal_blank`; `None` for boards of more than
    /// [`Ranks::MAX_CELLS`] cells.
    pub(crate) fn new(goal_blank: Cell) -> Option<Self> {
        (Self::CELLS <= Self::MAX_CELLS).then_some(Ranks {
            goal_row: goal_blank.row(C),
        })
    }

    /// The number of ranks: cells!/2.
    pub(crate) fn len(self) -> usize {
        (3..=Self::CELLS).product()
    }

    /// Whether the tiles of a solvable board with this blank have an odd number of inversions: a
    /// vertical move carries a tile past `C − 1` others, a horizontal one past none.
    fn is_odd(self, blank: Cell) -> bool {
        C.is_multiple_of(2) && (blank.row(C) ^ self.goal_row) & 1 == 1
    }

    /// The board with its rank; `None` if it cannot be brought to the goal.
    ///
    /// # Complexity
    /// O(cells): the smaller tiles still to come are counted for all tiles at once, packed in one word.
    pub(crate) fn rank(self, board: &Board<R, C>) -> Option<RankedBoard<R, C>> {
        let blank = board.blank();
        // Digit t: the tiles below t that have not been met. Meeting t takes one from all above.
        let mut smaller: u64 = 0xBA98_7654_3210 << BITS;
        let mut digits = 0;
        let mut rank = 0;
        let mut inversions = 0;
        for i in 0..Self::TILES {
            let cell = i + usize::from(i >= blank.index());
            let shift = BITS * board.tiles()[cell].index();
            let digit = smaller >> shift & DIGIT;
            smaller = smaller.wrapping_sub(0x1111_1111_1111_1110 << shift);
            digits |= digit << (BITS * i);
            inversions += digit;
            rank += digit as u32 * Self::WEIGHTS[i];
        }
        (inversions % 2 == u64::from(self.is_odd(blank))).then_some(RankedBoard {
            digits,
            rank: rank + blank.index() as u32,
            blank,
        })
    }

    /// The board with this rank.
    ///
    /// # Complexity
    /// One division by a constant for each cell.
    pub(crate) fn unrank(self, rank: u32) -> RankedBoard<R, C> {
        let blank = Cell::new(rank as usize % Self::CELLS);
        let mut rest = rank / Self::CELLS as u32;
        let mut digits = 0;
        let mut inversions = u64::from(self.is_odd(blank));
        for i in (0..Self::STORED).rev() {
            let radix = (Self::TILES - i) as u32;
            let digit = u64::from(rest % radix);
            rest /= radix;
            digits |= digit << (BITS * i);
            inversions += digit;
        }
        digits |= (inversions & 1) << (BITS * Self::STORED);
        RankedBoard {
            digits,
            rank,
            blank,
        }
    }

    /// The rank after `m`, which must be legal: `unrank`, `after` and `rank` in one, and without the
    /// digits where the order stays.
    pub(crate) fn successor(self, rank: u32, m: Move) -> u32 {
        match m {
            Move::Left => rank - 1,
            Move::Right => rank + 1,
            Move::Up | Move::Down => self.unrank(rank).after(m).rank(),
        }
    }
}

/// A board as its rank and the Lehmer code of its tiles, digit `i` in bits `4i..4i + 4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RankedBoard<const R: usize, const C: usize> {
    digits: u64,
    rank: u32,
    blank: Cell,
}

/// The Lehmer digits of two neighbours in the order, after they have changed places.
///
/// The later tile is smaller exactly if the earlier one's digit is the larger. It then leaves the
/// count of the earlier tile; otherwise the earlier tile enters the count of the later one.
fn exchange(earlier: u64, later: u64) -> (u64, u64) {
    let ascending = u64::from(earlier <= later);
    (later + ascending, earlier + ascending - 1)
}

impl<const R: usize, const C: usize> RankedBoard<R, C> {
    /// The board's number.
    pub(crate) fn rank(self) -> u32 {
        self.rank
    }

    /// The blank's cell.
    pub(crate) fn blank(self) -> Cell {
        self.blank
    }

    /// The moves the blank can make.
    pub(crate) fn moves(self) -> MoveSet {
        let legal = const { &Board::<R, C>::LEGAL };
        legal[self.blank.index()]
    }

    /// The board after `m`, which must be one of [`RankedBoard::moves`].
    ///
    /// # Complexity
    /// O(1) for a horizontal move, O(C) for a vertical one.
    pub(crate) fn after(self, m: Move) -> Self {
        debug_assert!(self.moves().contains(m), "the blank stays on the board");
        let at = self.blank.index();
        match m {
            Move::Left => self.with_blank(at - 1),
            Move::Right => self.with_blank(at + 1),
            // The first tile of the window goes last: it changes places with each of the others in turn.
            Move::Up => self.turned(at - C, |window| {
                let mut turned = 0;
                let mut moving = window & DIGIT;
                for k in 1..C {
                    let (left, moved) = exchange(moving, window >> (BITS * k) & DIGIT);
                    turned |= left << (BITS * (k - 1));
                    moving = moved;
                }
                turned | moving << (BITS * (C - 1))
            }),
            // And the other way round.
            Move::Down => self
                .turned(at, |window| {
                    let mut turned = 0;
                    let mut moving = window >> (BITS * (C - 1)) & DIGIT;
                    for k in (1..C).rev() {
                        let (moved, right) = exchange(window >> (BITS * (k - 1)) & DIGIT, moving);
                        turned |= right << (BITS * k);
                        moving = moved;
                    }
                    turned | moving
                })
                .with_blank(at + C),
        }
    }

    fn with_blank(self, at: usize) -> Self {
        RankedBoard {
            digits: self.digits,
            rank: self.rank + at as u32 - self.blank.index() as u32,
            blank: Cell::new(at),
        }
    }

    /// The board with the `C` digits from place `first` on changed by `turn`, and the blank at `first`.
    fn turned(self, first: usize, turn: impl Fn(u64) -> u64) -> Self {
        let before = self.digits >> (BITS * first) & (u64::MAX >> (64 - BITS * C));
        let after = turn(before);
        let weights = const { &Ranks::<R, C>::WEIGHTS };
        let mut rank = self.rank;
        for k in 0..C {
            let digit = |window: u64| (window >> (BITS * k) & DIGIT) as u32;
            let change = digit(after).wrapping_sub(digit(before));
            rank = rank.wrapping_add(change.wrapping_mul(weights[(first + k) & 15]));
        }
        RankedBoard {
            digits: self.digits ^ (before ^ after) << (BITS * first),
            rank,
            blank: self.blank,
        }
        .with_blank(first)
    }

    /// The tiles themselves.
    pub(crate) fn board(self) -> Board<R, C> {
        // The tiles not placed yet, in order, one a digit.
        let mut left: u64 = 0x0BA9_8765_4321;
        let mut tiles = [[Tile::BLANK; C]; R];
        for i in 0..R * C - 1 {
            let cell = i + usize::from(i >= self.blank.index());
            let shift = BITS as u64 * (self.digits >> (BITS * i) & DIGIT);
            tiles.as_flattened_mut()[cell] = Tile::new((left >> shift & DIGIT) as u8);
            let below = (1 << shift) - 1;
            left = left & below | left >> BITS & !below;
        }
        Board::from_tiles(tiles.as_flattened())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{ForSize, Size, is_solvable};

    /// Calls the law for every ranked size and every goal blank.
    struct EveryGoal<L>(L);
    trait Law {
        fn check<const R: usize, const C: usize>(&self, goal_blank: Cell, ranks: Ranks<R, C>);
    }
    impl<L: Law> ForSize for &EveryGoal<L> {
        type Output = ();
        fn run<const R: usize, const C: usize>(self) {
            for cell in 0..R * C {
                let blank = Cell::new(cell);
                match Ranks::<R, C>::new(blank) {
                    Some(ranks) => self.0.check(blank, ranks),
                    None => assert!(R * C > 12, "{R}x{C} has ranks"),
                }
            }
        }
    }

    fn for_every_goal(law: impl Law) {
        let law = EveryGoal(law);
        Size::all().for_each(|size| size.dispatch(&law));
    }

    /// All ranks of boards up to 8 cells, some 20,000 of the larger ones, the first and the last among them.
    fn sample(len: usize) -> impl Iterator<Item = u32> {
        let stride = if len <= 20_160 { 1 } else { len / 20_011 };
        (0..len).step_by(stride).chain([len - 1]).map(|r| r as u32)
    }

    struct RoundTrip;
    impl Law for RoundTrip {
        fn check<const R: usize, const C: usize>(&self, goal_blank: Cell, ranks: Ranks<R, C>) {
            for rank in sample(ranks.len()) {
                let ranked = ranks.unrank(rank);
                let board = ranked.board();
                assert!(is_solvable(board.tiles(), Size::of::<R, C>(), goal_blank));
                assert_eq!(ranks.rank(&board), Some(ranked));
            }
        }
    }

    #[test]
    fn ranking_undoes_unranking_for_every_size_and_goal() {
        for_every_goal(RoundTrip);
    }

    struct Successors;
    impl Law for Successors {
        fn check<const R: usize, const C: usize>(&self, _: Cell, ranks: Ranks<R, C>) {
            for rank in sample(ranks.len()) {
                let ranked = ranks.unrank(rank);
                let board = ranked.board();
                for m in ranked.moves() {
                    let mut after = board;
                    after.apply(m);
                    assert_eq!(Some(ranked.after(m)), ranks.rank(&after));
                    assert_eq!(ranked.after(m).rank(), ranks.successor(rank, m));
                }
            }
        }
    }

    #[test]
    fn a_move_on_the_rank_is_the_move_on_the_board() {
        for_every_goal(Successors);
    }

    /// Every arrangement of a board, by plain recursion.
    fn arrangements(tiles: &mut Vec<Tile>, from: usize, visit: &mut impl FnMut(&[Tile])) {
        if from == tiles.len() {
            return visit(tiles);
        }
        for i in from..tiles.len() {
            tiles.swap(from, i);
            arrangements(tiles, from + 1, visit);
            tiles.swap(from, i);
        }
    }

    fn solvable_boards_fill_the_ranks<const R: usize, const C: usize>() {
        for goal_blank in (0..R * C).map(Cell::new) {
            let ranks = Ranks::<R, C>::new(goal_blank).expect("a small board");
            let mut seen = vec![false; ranks.len()];
            let mut tiles = (0..(R * C) as u8).map(Tile::new).collect();
            arrangements(&mut tiles, 0, &mut |tiles| {
                let board = Board::from_tiles(tiles);
                let ranked = ranks.rank(&board);
                let solvable = is_solvable(tiles, Size::of::<R, C>(), goal_blank);
                assert_eq!(ranked.is_some(), solvable);
                if let Some(ranked) = ranked {
                    assert_eq!(ranks.unrank(ranked.rank()), ranked);
                    assert_eq!(ranked.board(), board);
                    assert!(!std::mem::replace(&mut seen[ranked.rank() as usize], true));
                }
            });
            assert!(seen.into_iter().all(|s| s));
        }
    }

    #[test]
    fn the_solvable_boards_and_no_others_fill_the_ranks() {
        solvable_boards_fill_the_ranks::<2, 2>();
        solvable_boards_fill_the_ranks::<2, 3>();
        solvable_boards_fill_the_ranks::<3, 2>();
        solvable_boards_fill_the_ranks::<2, 4>();
        solvable_boards_fill_the_ranks::<4, 2>();
        solvable_boards_fill_the_ranks::<3, 3>();
    }

    #[test]
    fn the_largest_boards_have_239500800_ranks() {
        let ranks = Ranks::<3, 4>::new(Cell::new(11)).expect("12 cells");
        assert_eq!(ranks.len(), 239_500_800);
        let goal = ranks.rank(&Board::goal(Cell::new(11)));
        assert_eq!(goal.map(RankedBoard::rank), Some(11));
    }
}
