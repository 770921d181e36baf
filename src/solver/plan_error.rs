//! Why there is no plan for a choice.

use std::fmt;

use super::{Algorithm, NamedHeuristic, Quality};
use crate::puzzle::Size;

/// A choice that cannot be had for a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// The algorithm keeps every board it meets and takes boards of at most `cells` cells.
    TooLarge {
        /// The algorithm asked for.
        algorithm: Algorithm,
        /// The most cells it takes.
        cells: usize,
        /// The size of the board.
        size: Size,
    },
    /// Walking distance has too many states.
    WalkingDistance {
        /// The size of the board.
        size: Size,
    },
    /// There are no pattern databases for boards of this size.
    PatternDb {
        /// The size of the board.
        size: Size,
    },
    /// A* is not built with pattern databases: the boards it can keep are solved without.
    AStarPatternDb,
    /// The algorithm is guided by nothing.
    Unguided {
        /// The algorithm asked for.
        algorithm: Algorithm,
        /// The heuristic asked for.
        heuristic: NamedHeuristic,
    },
    /// An algorithm or a heuristic is for optimal solutions.
    NotOptimal {
        /// The quality asked for.
        quality: Quality,
    },
    /// Pattern databases were both asked for and forbidden.
    NoTables,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PlanError::TooLarge {
                algorithm,
                cells,
                size,
            } => write!(
                f,
                "algorithm {algorithm} takes boards of at most {cells} cells, this one is {size}; try ida-star"
            ),
            PlanError::WalkingDistance { size } => write!(
                f,
                "heuristic walking-distance takes boards up to 4x4, 2x5, 3x5 and 2x6 (either way up), this one is {size}; try linear-conflict"
            ),
            PlanError::PatternDb { size } => write!(
                f,
                "heuristic pattern-db takes boards up to 6x6, this one is {size}; try linear-conflict"
            ),
            PlanError::AStarPatternDb => f.write_str(
                "algorithm a-star does not take heuristic pattern-db; try linear-conflict, or ida-star",
            ),
            PlanError::Unguided {
                algorithm,
                heuristic,
            } => {
                write!(
                    f,
                    "algorithm {algorithm} takes no heuristic, but {heuristic} was asked for"
                )
            }
            PlanError::NotOptimal { quality } => write!(
                f,
                "quality {quality} takes no algorithm or heuristic: these are for optimal solutions"
            ),
            PlanError::NoTables => {
                f.write_str("heuristic pattern-db was asked for, but tables none too")
            }
        }
    }
}

impl std::error::Error for PlanError {}
