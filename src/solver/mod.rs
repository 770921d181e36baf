//! Which engine solves what: above this module no size is a constant, below it no inner loop makes a virtual call.

mod choice;
mod cores;
mod cost;
mod databases;
mod ears;
mod engines;
mod fallback;
mod fast;
mod good;
mod lower_bound;
mod paths;
mod plan;
mod plan_error;
mod replay;
mod scouts;
mod split;
mod stage;
mod staged;

pub use choice::{Algorithm, Choice, NamedHeuristic, Quality, Tables};
pub use lower_bound::lower_bound;
pub use paths::PathFinder;
pub use plan::Plan;
pub use plan_error::PlanError;
pub use replay::{ReplayError, replay};
pub use split::{Piece, Split, split};

use crate::{
    puzzle::Problem,
    search::{Answer, Effort, Known, Limits, Observer},
};

/// One problem and how to go about it.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// What to solve.
    pub problem: &'a Problem,
    /// What the search may use.
    pub limits: &'a Limits,
    /// Whom to tell of progress.
    pub observer: &'a dyn Observer,
    /// What is known from earlier searches, and where this one leaves what it learns.
    pub known: Known<'a>,
    /// Which threads to use.
    pub effort: Effort,
}

/// An engine ready for the boards of one size and one cell of the goal's blank.
trait Solver: Send + Sync {
    /// Solves a problem that is known to be solvable.
    fn solve(&self, request: &Request<'_>) -> Answer;
}
