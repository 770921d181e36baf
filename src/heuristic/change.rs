//! The 4×4 board's heuristics as tables of changes, for an engine that never looks at an estimate.

use super::{
    Heuristic, LinearConflict, Manhattan, WalkingDistance, homes::Homes,
    linear_conflict::fewest_out,
};
use crate::puzzle::{Board, Cell, Move, MoveSet, Slide, Tile};

/// A heuristic of the 4×4 board that gives the change of the estimate instead of the estimate.
///
/// Agrees with its slow twin, the [`Heuristic`] of the same name: `init` gives the same estimate, and a
/// change is the difference of two.
pub trait Change: Sync {
    /// What a path carries.
    type State: Copy + Send + Sync;

    /// The state and the estimate of a board.
    fn init(&self, board: &Board<4>) -> (Self::State, u32);

    /// The state after `tile` went to the blank's cell `to` by the blank's move `M`, and the change,
    /// +1 or −1.
    fn change<const M: usize>(
        &self,
        state: Self::State,
        tile: usize,
        to: usize,
    ) -> (Self::State, i32);
}

const CELLS: usize = 16;
const STEPS: usize = CELLS * CELLS * 4;

/// The place of a tile's step in a table of [`STEPS`] entries.
#[inline(always)]
const fn step(m: usize, tile: usize, to: usize) -> usize {
    ((tile * CELLS + to) * 4 + m) % STEPS
}

/// Every tile's step into every cell by every move, with its place in a table.
fn steps() -> impl Iterator<Item = (usize, Slide)> {
    let tiles = (1..CELLS).flat_map(|tile| (0..CELLS).map(move |to| (tile, to)));
    tiles.flat_map(|(tile, to)| {
        let cell = Cell::new(to);
        MoveSet::legal(cell, 4, 4).map(move |m| {
            let from = m.target(cell, 4, 4).expect("the move is legal");
            (
                step(m as usize, tile, to),
                Slide {
                    tile: Tile::new(tile as u8),
                    from,
                    to: cell,
                },
            )
        })
    })
}

const fn is_vertical(m: usize) -> bool {
    Move::ALL[m].is_vertical()
}

/// [`Manhattan`] by a table of a kilobyte.
pub struct ManhattanChange {
    heuristic: Manhattan<4>,
    changes: [i8; STEPS],
}

impl ManhattanChange {
    /// The table for the goal whose blank is at `goal_blank`.
    pub fn new(goal_blank: Cell) -> Self {
        let heuristic = Manhattan::new(goal_blank);
        let mut changes = [0; STEPS];
        for (index, slide) in steps() {
            changes[index] = heuristic.change(slide) as i8;
        }
        ManhattanChange { heuristic, changes }
    }
}

impl Change for ManhattanChange {
    type State = ();

    fn init(&self, board: &Board<4>) -> ((), u32) {
        ((), self.heuristic.init(board))
    }

    #[inline(always)]
    fn change<const M: usize>(&self, (): (), tile: usize, to: usize) -> ((), i32) {
        ((), self.changes[step(M, tile, to)].into())
    }
}

/// [`LinearConflict`] by a code for each line and one table for all lines.
///
/// A line's code has three bits a cell: 0, or one more than the place where the tile on the cell belongs,
/// if it belongs in this line. The state is the codes of the four rows and of the four columns.
pub struct LinearConflictChange {
    heuristic: LinearConflict<4>,
    homes: Homes<4, 4>,
    steps: Box<[LineStep; STEPS]>,
    /// Twice the fewest tiles to take out, by the code of a line.
    out: Box<[i8; LINE_CODES]>,
}

const LINE_BITS: usize = 12;
const LINE_CODES: usize = 1 << LINE_BITS;

/// What a tile's step does.
#[derive(Clone, Copy, Default)]
struct LineStep {
    /// To the codes of the rows, by exclusive or.
    rows: u64,
    /// To the codes of the columns.
    cols: u64,
    /// The first bit of the only line whose conflicts may change: of the line left and the line entered,
    /// the one where the tile belongs.
    line: u8,
    /// To Manhattan distance.
    manhattan: i8,
}

/// What a tile that belongs on `home` adds to the codes of the rows and of the columns by standing on `cell`.
fn codes(cell: Cell, home: Cell) -> (u64, u64) {
    let code = |line: usize, home_line: usize, place: usize, home_place: usize| {
        if line == home_line {
            (home_place as u64 + 1) << (LINE_BITS * line + 3 * place)
        } else {
            0
        }
    };
    let (row, col, home_row, home_col) = (cell.row(4), cell.col(4), home.row(4), home.col(4));
    (
        code(row, home_row, col, home_col),
        code(col, home_col, row, home_row),
    )
}

impl LinearConflictChange {
    /// The tables for the goal whose blank is at `goal_blank`.
    pub fn new(goal_blank: Cell) -> Self {
        let homes = Homes::new(goal_blank);
        let manhattan = Manhattan::<4>::new(goal_blank);
        let mut table = Box::new([LineStep::default(); STEPS]);
        for (index, slide) in steps() {
            let home = homes.cell(slide.tile);
            let (from, to) = (codes(slide.from, home), codes(slide.to, home));
            let line = |cell: Cell| {
                if slide.from.row(4) == slide.to.row(4) {
                    cell.col(4)
                } else {
                    cell.row(4)
                }
            };
            table[index] = LineStep {
                rows: from.0 ^ to.0,
                cols: from.1 ^ to.1,
                line: (LINE_BITS * line(home)) as u8,
                manhattan: manhattan.change(slide) as i8,
            };
        }
        let mut out = Box::new([0; LINE_CODES]);
        for (code, out) in out.iter_mut().enumerate() {
            let places = (0..4)
                .map(|i| (code >> (3 * i) & 7) as u8)
                .filter(|&place| place > 0);
            *out = 2 * fewest_out(&places.collect::<Vec<_>>()) as i8;
        }
        LinearConflictChange {
            heuristic: LinearConflict::new(goal_blank),
            homes,
            steps: table,
            out,
        }
    }
}

impl Change for LinearConflictChange {
    /// The codes of the rows and of the columns.
    type State = (u64, u64);

    fn init(&self, board: &Board<4>) -> ((u64, u64), u32) {
        let tiles = board
            .tiles()
            .iter()
            .enumerate()
            .filter(|(_, tile)| !tile.is_blank());
        let state = tiles.fold((0, 0), |(rows, cols), (cell, tile)| {
            let codes = codes(Cell::new(cell), self.homes.cell(*tile));
            (rows | codes.0, cols | codes.1)
        });
        (state, self.heuristic.init(board))
    }

    #[inline(always)]
    fn change<const M: usize>(
        &self,
        (rows, cols): (u64, u64),
        tile: usize,
        to: usize,
    ) -> ((u64, u64), i32) {
        let step = &self.steps[step(M, tile, to)];
        let next = (rows ^ step.rows, cols ^ step.cols);
        // Conflicts along the move stay; a line that is not the tile's own has the same code before and after.
        let (old, new) = if is_vertical(M) {
            (rows, next.0)
        } else {
            (cols, next.1)
        };
        let out = |codes: u64| i32::from(self.out[(codes >> step.line) as usize % LINE_CODES]);
        (next, i32::from(step.manhattan) + out(new) - out(old))
    }
}

/// [`WalkingDistance`] by one look-up of 16 bits a move.
pub struct WalkingDistanceChange {
    heuristic: WalkingDistance<4>,
    /// The home row and the home column of every tile.
    homes: [(u8, u8); CELLS],
    rows: Box<[u16]>,
    cols: Box<[u16]>,
}

impl WalkingDistanceChange {
    /// The tables for the goal whose blank is at `goal_blank`.
    pub fn new(goal_blank: Cell) -> Self {
        let heuristic = WalkingDistance::<4>::new(goal_blank).expect("4x4 fits");
        let homes = Homes::<4, 4>::new(goal_blank);
        let homes = std::array::from_fn(|tile| {
            let tile = Tile::new(tile as u8);
            (homes.row(tile) as u8, homes.col(tile) as u8)
        });
        let (rows, cols) = heuristic.lines();
        let (rows, cols) = (rows.packed(), cols.packed());
        WalkingDistanceChange {
            heuristic,
            homes,
            rows,
            cols,
        }
    }
}

impl Change for WalkingDistanceChange {
    /// The states of the rows and of the columns.
    type State = (u16, u16);

    fn init(&self, board: &Board<4>) -> ((u16, u16), u32) {
        let (rows, cols, estimate) = self.heuristic.init(board);
        ((rows as u16, cols as u16), estimate)
    }

    #[inline(always)]
    fn change<const M: usize>(
        &self,
        (rows, cols): (u16, u16),
        tile: usize,
        _to: usize,
    ) -> ((u16, u16), i32) {
        let forward = usize::from(M == Move::Right as usize || M == Move::Down as usize);
        let (row, col) = self.homes[tile % CELLS];
        let look = |table: &[u16], state: u16, home: u8| {
            let entry = table[(usize::from(state) * 4 + usize::from(home)) * 2 + forward];
            (entry >> 1, 2 * i32::from(entry & 1) - 1)
        };
        if is_vertical(M) {
            let (next, change) = look(&self.rows, rows, row);
            ((next, cols), change)
        } else {
            let (next, change) = look(&self.cols, cols, col);
            ((rows, next), change)
        }
    }
}
