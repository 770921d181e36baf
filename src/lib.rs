//! Optimal sliding-tile puzzles of any size.

pub mod batch;
pub mod format;
pub mod heuristic;
pub mod pdb;
pub mod puzzle;
pub mod report;
pub mod search;
pub mod solver;

pub use puzzle::*;
