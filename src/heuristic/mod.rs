//! Estimates of how many moves a board still needs, kept up to date move by move.
//!
//! `heuristic` knows nothing of searching: it only gives numbers. Every estimate here is *admissible*
//! (never more than the moves needed) and *consistent* (one move changes it by one at most); since every
//! move also flips the parity of the moves needed, one move changes each of them by exactly one.

mod change;
mod homes;
mod linear_conflict;
mod manhattan;
mod walking_distance;

pub use change::{Change, LinearConflictChange, ManhattanChange, WalkingDistanceChange};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use walking_distance::WalkingDistance;
pub(crate) use walking_distance::walking_distance_fits;

use crate::puzzle::{Board, Slide};

/// An admissible estimate of the moves from a board to the goal, updated along a path.
///
/// An implementation belongs to one goal, that is to one cell of the blank at the goal.
pub trait Heuristic<const R: usize, const C: usize>: Sync {
    /// What a path carries so that the next estimate is cheap.
    type State: Copy + Send + Sync;

    /// The state of a board met for the first time.
    fn init(&self, board: &Board<R, C>) -> Self::State;

    /// The state after a move: `after` is the board once `slide` was made, `state` that of the board
    /// before. Equals `init(after)`.
    fn advance(&self, state: Self::State, after: &Board<R, C>, slide: Slide) -> Self::State;

    /// The estimate in moves; 0 at the goal and nowhere above the true distance.
    fn estimate(&self, state: &Self::State) -> u32;
}

/// A heuristic whose estimate changes by one at most with each move: A* need not reopen a board.
pub trait Consistent<const R: usize, const C: usize>: Heuristic<R, C> {}
