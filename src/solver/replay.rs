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
    NotGoal {
        /// How many tiles are not in place at the end.
        misplaced: usize,
        /// After how many moves the goal was reached first, if it was.
        passed: Option<usize>,
    },
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
            ReplayError::NotGoal { misplaced, passed } => {
                let tiles = if *misplaced == 1 {
                    "tile is"
                } else {
                    "tiles are"
                };
                write!(
                    f,
                    "the moves do not end at the goal: {misplaced} {tiles} not in place"
                )?;
                match passed {
                    Some(moves) => write!(f, " (the goal was reached after move {moves})"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// Makes the moves one by one on the start as written and compares the end with the goal as written.
///
/// Shares nothing with the engines: no renamed tiles, no packed boards.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, Grid, Move, NamedGoal, Problem, Size, solver::{ReplayError, replay}};
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(2)?));
/// let problem = Problem::new(Grid::new(goal.size(), [1, 2, 0, 3]), goal)?;
/// assert_eq!(replay(&problem, &[Move::Right]), Ok(()));
/// let (index, made) = (1, Move::Up);
/// assert_eq!(replay(&problem, &[Move::Up, made]), Err(ReplayError::OffBoard { index, made }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first move that cannot be made, or that the end is not the goal.
pub fn replay(problem: &Problem, moves: &[Move]) -> Result<(), ReplayError> {
    let mut board = problem.start().clone();
    let goal = problem.goal().grid();
    let mut passed = (board == *goal).then_some(0);
    for (index, &made) in moves.iter().enumerate() {
        if !board.apply(made) {
            return Err(ReplayError::OffBoard { index, made });
        }
        if passed.is_none() && board == *goal {
            passed = Some(index + 1);
        }
    }
    if board == *goal {
        return Ok(());
    }
    let cells = board.labels().iter().zip(goal.labels());
    let misplaced = cells.filter(|(label, home)| **label != 0 && label != home);
    Err(ReplayError::NotGoal {
        misplaced: misplaced.count(),
        passed,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::puzzle::{Goal, Grid, NamedGoal, Size};

    #[test]
    fn a_replay_says_where_it_first_goes_wrong() {
        let goal = Arc::new(Goal::named(
            NamedGoal::BlankLast,
            Size::square(3).expect("3"),
        ));
        let start = Grid::new(goal.size(), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
        let problem = Problem::new(start, goal).expect("a board");
        let replayed = |moves: &[Move]| replay(&problem, moves);
        let (left, right, down) = (Move::Left, Move::Right, Move::Down);
        assert_eq!(replayed(&[right]), Ok(()));
        assert_eq!(replayed(&[right, left, right]), Ok(()));
        let made = down;
        assert_eq!(
            replayed(&[right, down]),
            Err(ReplayError::OffBoard { index: 1, made })
        );
        let end = |misplaced, passed| Err(ReplayError::NotGoal { misplaced, passed });
        assert_eq!(replayed(&[]), end(1, None));
        assert_eq!(replayed(&[left]), end(2, None));
        assert_eq!(replayed(&[right, left]), end(1, Some(1)));
        let said = end(1, Some(1)).expect_err("an error").to_string();
        assert_eq!(
            said,
            "the moves do not end at the goal: 1 tile is not in place (the goal was reached after move 1)"
        );
    }
}
