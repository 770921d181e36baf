//! Every shortest solution of one board, as a graph.

use crate::puzzle::Move;

/// All shortest solutions of a board, or the first of them in some order of the moves.
///
/// Kept as a graph: solutions that meet on a board share what comes after it, so a graph of some thousand
/// boards may hold millions of solutions.
#[derive(Clone, Debug)]
pub struct ShortestPaths {
    pub(super) length: u32,
    /// The goal first, the start last; edges go to boards that were finished before.
    pub(super) boards: Vec<Waypoint>,
}

/// A board on a shortest path.
#[derive(Clone, Debug, Default)]
pub(super) struct Waypoint {
    /// The moves that keep to a shortest path, in the order in which they were tried.
    pub(super) edges: Vec<(Move, u32)>,
    /// The ways from here to the goal.
    pub(super) ways: u128,
}

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Every shortest solution.
    All,
    /// Only the first.
    First,
}

impl ShortestPaths {
    /// How many moves each solution has.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// How many solutions there are.
    pub fn count(&self) -> u128 {
        self.boards.last().map_or(0, |start| start.ways)
    }

    /// How many different boards lie on them, start and goal included.
    pub fn boards(&self) -> usize {
        self.boards.len()
    }

    /// The solutions, in the order of the moves that was asked for.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Move>> + '_ {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut first = true;
        std::iter::from_fn(move || {
            // Back to the last board with another way on, or from the start.
            let mut board = if first {
                first = false;
                self.boards.len() - 1
            } else {
                loop {
                    let (board, edge) = path.last_mut()?;
                    if *edge + 1 < self.boards[*board].edges.len() {
                        *edge += 1;
                        break self.boards[*board].edges[*edge].1 as usize;
                    }
                    path.pop();
                }
            };
            while board != GOAL as usize {
                path.push((board, 0));
                board = self.boards[board].edges[0].1 as usize;
            }
            let moves = path
                .iter()
                .map(|&(board, edge)| self.boards[board].edges[edge].0);
            Some(moves.collect())
        })
    }
}

/// The index of the goal.
pub(super) const GOAL: u32 = 0;
