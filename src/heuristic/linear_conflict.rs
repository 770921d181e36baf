//! Manhattan distance plus linear conflict.

use super::{Consistent, Heuristic, Manhattan, homes::Homes};
use crate::puzzle::{Board, Cell, Size, Slide};

/// Manhattan distance plus two moves for every tile that must leave its line to let others pass.
///
/// Two tiles *conflict* if both stand in the row (or column) of their goals, in the wrong order. One of
/// them must step out and back: two moves that Manhattan distance does not count. Taking out the fewest
/// tiles that leave no conflict keeps the estimate admissible; counting conflicting *pairs* does not:
/// three tiles in reverse order are three pairs, but only two must leave.
///
/// # Examples
/// ```
/// use slide::heuristic::{Heuristic, LinearConflict, Manhattan};
/// use slide::{Board, Cell, Tile};
///
/// let board = Board::<3>::from_tiles(&[3, 2, 1, 4, 5, 6, 7, 8, 0].map(Tile::new));
/// let manhattan = Manhattan::new(Cell::new(8));
/// let conflict = LinearConflict::new(Cell::new(8));
/// assert_eq!(manhattan.estimate(&manhattan.init(&board)), 4);
/// assert_eq!(conflict.estimate(&conflict.init(&board)), 8);
/// ```
///
/// # Complexity
/// [`init`](Heuristic::init) looks at every line once; [`advance`](Heuristic::advance) at one line or at
/// none; [`LinearConflictChange`](super::LinearConflictChange), for the 4×4 engine, looks both up.
///
/// # References
/// Hansson, Mayer and Yung (1992), "Criticizing solutions to relaxed models yields powerful admissible
/// heuristics". Measured effect: `docs/algorithms/linear-conflict.md`.
#[derive(Clone, Copy, Debug)]
pub struct LinearConflict<const R: usize, const C: usize = R> {
    manhattan: Manhattan<R, C>,
    homes: Homes<R, C>,
}

/// The fewest numbers to take out of `line` so that the rest increases.
///
/// What may stay is a longest increasing subsequence. O(n²), n ≤ 16, usually 0 to 3.
pub(super) fn fewest_out(line: &[u8]) -> u32 {
    let mut longest = [0u8; Size::MAX_SIDE];
    let mut most = 0;
    for (i, &last) in line.iter().enumerate() {
        let before = (0..i).filter(|&j| line[j] < last).map(|j| longest[j]).max();
        longest[i] = before.unwrap_or(0) + 1;
        most = most.max(longest[i]);
    }
    (line.len() - most as usize) as u32
}

impl<const R: usize, const C: usize> LinearConflict<R, C> {
    /// The heuristic for the goal whose blank is at `goal_blank`.
    pub fn new(goal_blank: Cell) -> Self {
        LinearConflict {
            manhattan: Manhattan::new(goal_blank),
            homes: Homes::new(goal_blank),
        }
    }

    /// The tiles to take out of `row`, were the tile on `col` gone or, with `Some(home)`, one that
    /// belongs on column `home` of the row. `col` = `C` changes nothing.
    fn out_of_row(
        &self,
        board: &Board<R, C>,
        row: usize,
        col: usize,
        changed: Option<usize>,
    ) -> u32 {
        let home = |c: usize| {
            let tile = board.tiles()[row * C + c];
            (!tile.is_blank() && self.homes.row(tile) == row).then(|| self.homes.col(tile))
        };
        out((0..C).filter_map(|c| if c == col { changed } else { home(c) }))
    }

    /// The same for the column `col` and its cell in `row`.
    fn out_of_col(
        &self,
        board: &Board<R, C>,
        col: usize,
        row: usize,
        changed: Option<usize>,
    ) -> u32 {
        let home = |r: usize| {
            let tile = board.tiles()[r * C + col];
            (!tile.is_blank() && self.homes.col(tile) == col).then(|| self.homes.row(tile))
        };
        out((0..R).filter_map(|r| if r == row { changed } else { home(r) }))
    }
}

fn out(line: impl Iterator<Item = usize>) -> u32 {
    let mut homes = [0u8; Size::MAX_SIDE];
    let mut len = 0;
    for home in line {
        homes[len] = home as u8;
        len += 1;
    }
    if len < 2 {
        0
    } else {
        fewest_out(&homes[..len])
    }
}

impl<const R: usize, const C: usize> Heuristic<R, C> for LinearConflict<R, C> {
    type State = u32;

    fn init(&self, board: &Board<R, C>) -> u32 {
        let rows: u32 = (0..R).map(|row| self.out_of_row(board, row, C, None)).sum();
        let cols: u32 = (0..C).map(|col| self.out_of_col(board, col, R, None)).sum();
        self.manhattan.init(board) + 2 * (rows + cols)
    }

    /// A sideways move keeps the order in its row: only the column left and the column entered change,
    /// and of the two only the tile's own column, if it is one of them. Likewise for rows.
    #[inline]
    fn advance(&self, state: u32, after: &Board<R, C>, slide: Slide) -> u32 {
        let Slide { tile, from, to } = slide;
        let sideways = from.row(C) == to.row(C);
        let line = |cell: Cell| if sideways { cell.col(C) } else { cell.row(C) };
        let own = line(self.homes.cell(tile));
        let state = state.wrapping_add_signed(self.manhattan.change(slide));
        if own != line(from) && own != line(to) {
            return state;
        }
        let (with, without) = if sideways {
            let (row, home) = (from.row(C), self.homes.row(tile));
            (
                self.out_of_col(after, own, row, Some(home)),
                self.out_of_col(after, own, row, None),
            )
        } else {
            let (col, home) = (from.col(C), self.homes.col(tile));
            (
                self.out_of_row(after, own, col, Some(home)),
                self.out_of_row(after, own, col, None),
            )
        };
        let more = 2 * (with - without);
        if own == line(to) {
            state + more
        } else {
            state - more
        }
    }

    #[inline]
    fn estimate(&self, state: &u32) -> u32 {
        *state
    }
}

impl<const R: usize, const C: usize> Consistent<R, C> for LinearConflict<R, C> {}
