//! Replaying a solution on the board as it was read.

use std::fmt;

use crate::puzzle::{Move, Problem};

/// Where a list of moves fails to solve a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The move at this index, from 0, takes the blank off the board.
    OffBoard {
        /// Index of the move.
        index: usize,
        /// The move.
        made: Move,
    },
    /// All moves can be made, but lead elsewhere than to the goal.
    NotGoal,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::OffBoard { index, made } => {
                write!(
                    f,
                    "move {} ({made}) takes the blank off the board",
                    index + 1
                )
            }
            ReplayError::NotGoal => f.write_str("the moves do not end at the goal"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Makes the moves one by one on the start as written and compares the end with the goal as written.
///
/// Shares nothing with the engines: no renamed tiles, no packed boards.
///
/// # Errors
/// The first move that cannot be made, or that the end is not the goal.
pub fn replay(problem: &Problem, moves: &[Move]) -> Result<(), ReplayError> {
    let mut board = problem.start().clone();
    for (index, &made) in moves.iter().enumerate() {
        if !board.apply(made) {
            return Err(ReplayError::OffBoard { index, made });
        }
    }
    if board == *problem.goal().grid() {
        Ok(())
    } else {
        Err(ReplayError::NotGoal)
    }
}
