//! Optimal sliding-tile puzzles of any size.

pub mod heuristic;
pub mod pdb;
pub mod puzzle;
pub mod search;

pub use puzzle::*;
