//! Optimal solutions of sliding-tile puzzles, for boards of any size, shape and goal.
//!
//! ```
//! use std::sync::Arc;
//! use slide::{Goal, Grid, NamedGoal, Problem, Size, search::{Limits, Outcome}, solver::Plan};
//!
//! let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
//! let plan = Plan::auto(goal.size(), goal.blank());
//! let start = Grid::new(goal.size(), [2, 3, 4, 1, 5, 0, 7, 6, 8]);
//! let answer = plan.solve(&Problem::new(start, goal)?, &Limits::default(), &());
//! assert!(matches!(answer.outcome, Outcome::Solved(solution) if solution.moves.len() == 19));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A text becomes a [`Grid`], about which nothing is promised; with a [`Goal`] it becomes a [`Problem`], whose
//! tiles are renamed so that every goal reads 1, 2, 3 … around its blank; engines work on a [`Board`].
//!
//! | module | |
//! |---|---|
//! | [`files`] | files written as a whole |
//! | [`puzzle`] | sizes, boards, moves, goals, the rule of solvability; all re-exported here |
//! | [`mod@format`] | text to boards and back, in many layouts |
//! | [`heuristic`] | estimates kept up to date move by move |
//! | [`pdb`] | additive pattern databases: built, kept on disk, looked up |
//! | [`ranking`] | learned estimates that beams are ranked by |
//! | [`search`] | the engines, their limits, counts and progress |
//! | [`train`] | how rankings are learned |
//! | [`solver`] | which engine solves what |
//! | [`batch`] | many problems on all threads, in order |
//! | [`generate`] | boards to order: of a given length, the hardest |
//! | [`report`] | answers as lines, boards or JSON |
//! | [`draw`] | boards and paths as pictures: text, SVG, GIF |
//!
//! | to | see |
//! |---|---|
//! | solve a board | [`solver::Plan`], or the example above |
//! | choose an engine and its heuristic | [`solver::Choice`] |
//! | bound time, nodes or memory | [`search::Limits`] |
//! | stop a search from another thread | [`search::Cancel`] |
//! | watch progress | [`search::Observer`] |
//! | build, keep and load pattern databases | [`pdb`] |
//! | solve many boards on all threads | [`batch::Batch`] |
//! | find every shortest solution | [`solver::PathFinder`] |
//! | check a solution | [`solver::replay`] |
//! | make boards | [`Scramble`], [`generate::ByLength`] |
//! | read and write text | [`format::Reader`](mod@format), [`format::parse_moves`](mod@format) |
//!
//! A module uses only those above it. The library prints nothing and never ends the process.

pub mod batch;
pub mod draw;
pub mod files;
pub mod format;
pub mod generate;
pub mod heuristic;
pub mod pdb;
pub mod puzzle;
pub mod ranking;
pub mod report;
pub mod search;
pub mod solver;
pub mod train;

pub use puzzle::*;

/// The Rust in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// So does that in the pages.
#[cfg(doctest)]
#[doc = include_str!("../docs/formats.md")]
struct Formats;
