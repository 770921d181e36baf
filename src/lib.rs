//! Optimal sliding-tile puzzles of any size.

pub mod format;
pub mod heuristic;
pub mod puzzle;
pub mod search;

pub use puzzle::*;
