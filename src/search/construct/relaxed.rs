//! Exact distances in the relaxed puzzle, in which only one or two tiles matter.

use super::ground::{Ground, Marks};
use crate::puzzle::Cell;

/// A distance that was not looked for, or that there is not.
pub(super) const FAR: u16 = u16::MAX;

/// Moves beyond the farthest start that are looked at: a beam strays from the shortest way.
const MARGIN: u16 = 4;

/// The moves it takes to bring one tile where it is wanted, by its cell and the blank's.
#[derive(Debug)]
pub(super) struct SinglePath {
    cells: usize,
    distances: Vec<u16>,
}

impl SinglePath {
    /// Distances to `goals`, as far as the farthest of `starts` and a few moves more.
    ///
    /// A start is a cell of the tile and one of the blank, a goal the same with the moves still needed from
    /// there. Only `free` cells are entered.
    ///
    /// # Complexity
    /// Breadth-first from the goals: a step for every pair of cells as near as the farthest start.
    pub(super) fn new(
        ground: &Ground,
        free: &Marks,
        mut goals: Vec<(Cell, Cell, u16)>,
        starts: &[(Cell, Cell)],
    ) -> SinglePath {
        let cells = ground.size().cells();
        let mut path = SinglePath {
            cells,
            distances: vec![FAR; cells * cells],
        };
        goals.sort_unstable_by_key(|goal| std::cmp::Reverse(goal.2));
        let (mut level, mut next) = (Vec::new(), Vec::new());
        let mut missing = starts.to_vec();
        let mut most = FAR;
        for depth in 0..=FAR {
            while let Some(&(tile, blank, moves)) = goals.last()
                && moves == depth
            {
                goals.pop();
                level.push((tile, blank));
            }
            if depth > most || (level.is_empty() && goals.is_empty()) {
                break;
            }
            for (tile, blank) in level.drain(..) {
                let entry = &mut path.distances[tile.index() * cells + blank.index()];
                if *entry != FAR {
                    continue;
                }
                *entry = depth;
                for to in ground.neighbours(blank).filter(|to| free[to.index()]) {
                    next.push(if to == tile { (blank, to) } else { (tile, to) });
                }
            }
            std::mem::swap(&mut level, &mut next);
            missing.retain(|&(tile, blank)| path.distance(tile, blank) == FAR);
            if missing.is_empty() && most == FAR {
                most = depth + MARGIN;
            }
        }
        path
    }

    #[inline]
    pub(super) fn distance(&self, tile: Cell, blank: Cell) -> u16 {
        self.distances[tile.index() * self.cells + blank.index()]
    }
}

/// Steps along the longer axis to the farther cell of a pair.
fn steps(ground: &Ground, pair: (Cell, Cell), cell: Cell) -> i32 {
    let (row, col) = ground.place(cell);
    let to = |goal: Cell| {
        let (goal_row, goal_col) = ground.place(goal);
        (row - goal_row).abs().max((col - goal_col).abs())
    };
    to(pair.0).max(to(pair.1))
}

/// The moves it takes to build a pair whose tiles stay in a window of at most sixteen cells.
#[derive(Debug)]
pub(super) struct PairPath {
    cells: usize,
    /// The number of each cell in the window.
    window: [u8; 256],
    distances: Vec<u16>,
}

const OUTSIDE: u8 = u8::MAX;
const WINDOW: usize = 16;
/// Steps from a pair within which its tiles are built together.
const REACH: i32 = 3;

impl PairPath {
    /// Whether a cell is so near to a pair that it is in the window, if it is free.
    pub(super) fn reaches(ground: &Ground, pair: (Cell, Cell), cell: Cell) -> bool {
        steps(ground, pair, cell) <= REACH
    }

    /// The distances to a board with the first tile on `goals.0` and the second on `goals.1`.
    ///
    /// The window are the free cells nearest to the pair: four rows or columns of four where there is room,
    /// and in a lane of two as much as lets the blank pass between tiles that stand abreast at [`REACH`].
    ///
    /// # Complexity
    /// Breadth-first over all pairs of cells in the window and all free cells of the blank.
    pub(super) fn new(ground: &Ground, free: &Marks, goals: (Cell, Cell)) -> PairPath {
        let cells = ground.size().cells();
        let mut nearest: Vec<Cell> = (0..cells)
            .map(Cell::new)
            .filter(|c| free[c.index()])
            .collect();
        let blanks = nearest.iter().filter(|&&b| b != goals.0 && b != goals.1);
        let mut level: Vec<_> = blanks.map(|&blank| (goals.0, goals.1, blank)).collect();
        nearest.sort_by_key(|&cell| steps(ground, goals, cell));
        let mut window = [OUTSIDE; 256];
        for (number, cell) in nearest.into_iter().take(WINDOW).enumerate() {
            window[cell.index()] = number as u8;
        }
        let mut path = PairPath {
            cells,
            window,
            distances: vec![FAR; WINDOW * WINDOW * cells],
        };
        let mut next = Vec::new();
        let mut depth = 0;
        while !level.is_empty() {
            for (a, b, blank) in level.drain(..) {
                let Some(at) = path.index(a, b, blank) else {
                    continue;
                };
                if path.distances[at] != FAR {
                    continue;
                }
                path.distances[at] = depth;
                for to in ground.neighbours(blank).filter(|to| free[to.index()]) {
                    let moved = |tile: Cell| if tile == to { blank } else { tile };
                    next.push((moved(a), moved(b), to));
                }
            }
            std::mem::swap(&mut level, &mut next);
            depth += 1;
        }
        path
    }

    #[inline]
    fn index(&self, a: Cell, b: Cell, blank: Cell) -> Option<usize> {
        let (i, j) = (self.window[a.index()], self.window[b.index()]);
        let inside = i != OUTSIDE && j != OUTSIDE;
        inside.then(|| (usize::from(i) * WINDOW + usize::from(j)) * self.cells + blank.index())
    }

    /// [`FAR`] if a tile is outside the window.
    #[inline]
    pub(super) fn distance(&self, a: Cell, b: Cell, blank: Cell) -> u16 {
        self.index(a, b, blank).map_or(FAR, |at| self.distances[at])
    }
}
