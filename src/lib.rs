//! Optimal sliding-tile puzzles of any size.

pub mod batch;
pub mod format;
pub mod heuristic;
pub mod puzzle;
pub mod report;
pub mod search;
pub mod solver;

pub use puzzle::*;

/// The Rust blocks of the pages for people, run as tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../docs/formats.md")]
    struct Formats;
}
