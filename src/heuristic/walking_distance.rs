//! Walking distance.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use super::{Consistent, Heuristic, homes::Homes};
use crate::puzzle::{Board, Cell, Slide};

/// The moves the blank needs at least up and down, plus the moves it needs at least sideways, when
/// tiles of one home line cannot be told apart.
///
/// For up and down, all that is kept of a board is how many tiles of each home row stand in each row,
/// and the blank's row: a matrix with few states (24,964 at 4×4), whose exact distances a breadth-first
/// search finds once. A vertical move changes only this matrix, a sideways move only the other one, so
/// the two distances may be added. Each is an exact distance in a coarser puzzle, hence consistent.
///
/// # Complexity
/// Building visits every state of the matrices; [`advance`](Heuristic::advance) is one table look-up.
///
/// # References
/// Ken'ichiro Takahashi, "walking distance". Measured effect: `docs/algorithms/walking-distance.md`.
#[derive(Clone, Debug)]
pub struct WalkingDistance<const R: usize, const C: usize = R> {
    homes: Homes<R, C>,
    rows: Arc<Lines>,
    cols: Arc<Lines>,
}

/// Whether the matrices of a board of this size are few enough: sides up to 4, or 2×5, 3×5 and 2×6.
///
/// 5×5 has 65 million states a direction: it would need a gigabyte and minutes to build, for an
/// estimate that pattern databases of a tenth of that beat.
pub(crate) const fn walking_distance_fits(rows: usize, cols: usize) -> bool {
    const fn few(lines: usize, width: usize) -> bool {
        match lines {
            ..=4 => true,
            5 => width <= 3,
            _ => width <= 2,
        }
    }
    few(rows, cols) && few(cols, rows)
}

impl<const R: usize, const C: usize> WalkingDistance<R, C> {
    /// The heuristic for the goal whose blank is at `goal_blank`; none if the board is too large:
    /// sides may be up to 4, and 2×5, 3×5, 2×6 and their transposes fit too.
    pub fn new(goal_blank: Cell) -> Option<Self> {
        if !walking_distance_fits(R, C) {
            return None;
        }
        let rows = Arc::new(Lines::build(R, C, goal_blank.row(C)));
        let cols = if R == C && goal_blank.row(C) == goal_blank.col(C) {
            rows.clone()
        } else {
            Arc::new(Lines::build(C, R, goal_blank.col(C)))
        };
        Some(WalkingDistance {
            homes: Homes::new(goal_blank),
            rows,
            cols,
        })
    }

    /// The tables for up-and-down moves and for sideways moves.
    pub(super) fn lines(&self) -> (&Lines, &Lines) {
        (&self.rows, &self.cols)
    }

    /// The states of a board in the two tables.
    fn states(&self, board: &Board<R, C>) -> (u32, u32) {
        let tiles = || {
            board
                .tiles()
                .iter()
                .enumerate()
                .filter(|(_, tile)| !tile.is_blank())
        };
        let rows = tiles().map(|(cell, &tile)| (Cell::new(cell).row(C), self.homes.row(tile)));
        let cols = tiles().map(|(cell, &tile)| (Cell::new(cell).col(C), self.homes.col(tile)));
        let blank = board.blank();
        (
            self.rows.find(rows, blank.row(C)),
            self.cols.find(cols, blank.col(C)),
        )
    }
}

impl<const R: usize, const C: usize> Heuristic<R, C> for WalkingDistance<R, C> {
    /// The two states and the sum of their distances.
    type State = (u32, u32, u32);

    fn init(&self, board: &Board<R, C>) -> Self::State {
        let (rows, cols) = self.states(board);
        (
            rows,
            cols,
            self.rows.distance(rows) + self.cols.distance(cols),
        )
    }

    #[inline]
    fn advance(
        &self,
        (rows, cols, sum): Self::State,
        _after: &Board<R, C>,
        slide: Slide,
    ) -> Self::State {
        let Slide { tile, from, to } = slide;
        if from.row(C) == to.row(C) {
            let (next, change) = self.cols.step(cols, self.homes.col(tile), from > to);
            (rows, next, sum.wrapping_add_signed(change))
        } else {
            let (next, change) = self.rows.step(rows, self.homes.row(tile), from > to);
            (next, cols, sum.wrapping_add_signed(change))
        }
    }

    #[inline]
    fn estimate(&self, state: &Self::State) -> u32 {
        state.2
    }
}

impl<const R: usize, const C: usize> Consistent<R, C> for WalkingDistance<R, C> {}

/// Every state of one direction, with its distance and its successors.
///
/// `lines` lines of `width` cells; a state is the matrix `count[line][home line]` and the blank's line.
#[derive(Debug)]
pub(super) struct Lines {
    lines: usize,
    numbers: HashMap<Matrix, u32>,
    distances: Vec<u8>,
    /// Entry `(state * lines + home) * 2 + forward`: the successor's number times two, plus one if it is
    /// a move farther from the goal.
    steps: Vec<u32>,
}

/// Three bits a count (at most 6), six home lines a line at most, and the blank's line on top.
type Matrix = u128;

const fn at(line: usize, home: usize) -> usize {
    (line * 6 + home) * 3
}

const BLANK: usize = at(6, 0);

const NO_STEP: u32 = u32::MAX;

impl Lines {
    fn build(lines: usize, width: usize, goal_blank: usize) -> Lines {
        let count = |line: usize| (width - usize::from(line == goal_blank)) as Matrix;
        let goal = (0..lines)
            .map(|line| count(line) << at(line, line))
            .sum::<Matrix>();
        let goal = goal | (goal_blank as Matrix) << BLANK;

        let mut numbers = HashMap::from([(goal, 0)]);
        let mut distances = vec![0u8];
        let mut steps = Vec::new();
        let mut queue = VecDeque::from([goal]);
        while let Some(matrix) = queue.pop_front() {
            let blank = (matrix >> BLANK) as usize;
            let distance = distances[steps.len() / (lines * 2)];
            for home in 0..lines {
                for forward in [false, true] {
                    // The blank goes to the neighbour line, a tile of `home` comes back from there.
                    let source = if forward {
                        blank + 1
                    } else {
                        blank.wrapping_sub(1)
                    };
                    if source >= lines || matrix >> at(source, home) & 7 == 0 {
                        steps.push(NO_STEP);
                        continue;
                    }
                    let next = matrix - (1 << at(source, home)) + (1 << at(blank, home));
                    let next = next & !(7 << BLANK) | (source as Matrix) << BLANK;
                    let number = *numbers.entry(next).or_insert_with(|| {
                        distances.push(distance + 1);
                        queue.push_back(next);
                        distances.len() as u32 - 1
                    });
                    let farther = distances[number as usize] > distance;
                    steps.push(number * 2 + u32::from(farther));
                }
            }
        }
        Lines {
            lines,
            numbers,
            distances,
            steps,
        }
    }

    /// The number of states.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.distances.len()
    }

    fn find(&self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> u32 {
        let counts = tiles
            .map(|(line, home)| 1 << at(line, home))
            .sum::<Matrix>();
        let matrix = counts | (blank as Matrix) << BLANK;
        *self
            .numbers
            .get(&matrix)
            .expect("every matrix that tiles can make is reachable")
    }

    fn distance(&self, state: u32) -> u32 {
        self.distances[state as usize].into()
    }

    /// The state after the blank went one line `forward` or back and a tile of `home` the other way,
    /// and the change of the distance, +1 or −1.
    #[inline]
    fn step(&self, state: u32, home: usize, forward: bool) -> (u32, i32) {
        let step = self.steps[(state as usize * self.lines + home) * 2 + usize::from(forward)];
        debug_assert_ne!(step, NO_STEP, "the tile that moved was there");
        (step >> 1, if step & 1 == 1 { 1 } else { -1 })
    }

    /// The steps with entries of 16 bits, for tables of less than 32,768 states.
    pub(super) fn packed(&self) -> Box<[u16]> {
        assert!(
            self.distances.len() <= usize::from(u16::MAX >> 1),
            "a state's number fits 15 bits"
        );
        self.steps.iter().map(|&step| step as u16).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifteen_puzzle_has_24964_states_a_direction() {
        let wd = WalkingDistance::<4>::new(Cell::new(15)).expect("4x4 fits");
        assert_eq!(wd.lines().0.len(), 24_964);
        assert_eq!(wd.lines().0.distances.iter().max(), Some(&35));
    }
}
