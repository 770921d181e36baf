//! The engines, and the words they share: what a search is told, what it counts and what it answers.

mod a_star;
mod arrivals;
mod beam;
mod beam_cell;
mod bfs;
mod checkpoint;
mod checkpoint_file;
mod construct;
mod deepening;
mod distances;
mod dive;
mod duplicate_moves;
mod duplicate_strings;
mod fifteen;
mod frontier;
mod ida_star;
mod incumbent;
mod known;
mod level;
mod limits;
mod nibbles;
mod observer;
mod open;
mod pace;
mod pass;
mod path_search;
mod prefetch;
mod scatter;
mod shorten;
mod shortest_paths;
mod solution_table;
mod stats;
mod tree;
mod twenty_four;
mod widening_beam;
mod window;

pub use a_star::AStar;
pub(crate) use beam::{Beam, BeamEnd, SHARED_FROM};
pub use bfs::Bfs;
pub use checkpoint::Checkpoint;
pub use checkpoint_file::CheckpointError;
pub(crate) use construct::construct_within;
pub use construct::{Reduction, construct, reduce};
pub use deepening::Effort;
pub use distances::Distances;
use dive::Dive;
pub use duplicate_moves::DuplicateMoves;
pub use fifteen::{FifteenTables, fifteen, fifteen_additive};
pub use ida_star::ida_star;
pub use incumbent::{Incumbent, Scout};
pub use known::Known;
pub use limits::{Cancel, Limits, Stop, Watch};
pub use observer::{Observer, SideBySide};
pub(crate) use path_search::Quest;
pub(crate) use shorten::Shortening;
pub use shorten::shorten;
pub use shortest_paths::{ShortestPaths, Wanted};
pub use solution_table::SolutionTable;
pub use stats::Stats;
use tree::Tree;
pub use twenty_four::{TwentyFourTables, twenty_four};
pub(crate) use widening_beam::filling_beam;
pub use widening_beam::{WideningEnd, widening_beam};

use crate::puzzle::Move;

/// Moves that lead from the start to the goal, with what is proven of all others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The blank's moves in order.
    pub moves: Vec<Move>,
    /// Every solution has at least this many moves.
    pub bound: u32,
}

impl Solution {
    /// A solution of which it is proven that none is shorter.
    pub fn optimal(moves: Vec<Move>) -> Solution {
        let bound = moves.len() as u32;
        Solution { moves, bound }
    }

    /// Whether it is proven that no solution is shorter.
    pub fn is_optimal(&self) -> bool {
        self.moves.len() as u32 <= self.bound
    }
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A solution was found.
    Solved(Solution),
    /// No moves lead to the goal.
    Unsolvable,
    /// The search was stopped before it knew.
    Unknown {
        /// Every solution has at least this many moves.
        bound: u32,
        /// What stopped the search.
        stop: Stop,
        /// The shortest solution found by then, longer than `bound`, if any was.
        best: Option<Vec<Move>>,
    },
}

impl Outcome {
    /// A search that was stopped with no solution at hand.
    pub fn open(bound: u32, stop: Stop) -> Outcome {
        let best = None;
        Outcome::Unknown { bound, stop, best }
    }

    /// Whether it is a solution and there is no shorter one.
    pub fn is_optimal(&self) -> bool {
        matches!(self, Outcome::Solved(solution) if solution.is_optimal())
    }

    /// The solution that a stopped search had at hand.
    pub fn best(&self) -> Option<&[Move]> {
        match self {
            Outcome::Unknown { best, .. } => best.as_deref(),
            _ => None,
        }
    }
}

/// An outcome with what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// How the search ended.
    pub outcome: Outcome,
    /// The heuristic's estimate of the start, 0 for engines without one.
    pub estimate: u32,
    /// What the search counted.
    pub stats: Stats,
}
