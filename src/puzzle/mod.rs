//! The puzzle itself: sizes, boards, moves, goals and the rule that says which boards can be solved.
//!
//! Everything here is exact and small; nothing here searches, reads text or prints.

mod board;
mod cell;
mod goal;
mod grid;
mod moves;
mod name;
mod parity;
mod rank;
mod scramble;
mod size;
mod symmetry;

pub use board::Board;
pub use cell::{Cell, Tile};
pub use goal::{Goal, NamedGoal, Problem, ProblemError};
pub use grid::{Grid, GridError};
pub use moves::{Move, MoveSet, Slide};
pub use name::NameError;
pub(crate) use name::by_name;
pub use parity::{classic_rule, is_solvable};
pub(crate) use rank::{RankedBoard, Ranks};
pub use scramble::Scramble;
pub use size::{ForSize, Size, SizeError};
pub use symmetry::Symmetry;
