//! Additive pattern databases: exact costs of parts of the puzzle, added up.
//!
//! A [`Pattern`] is a set of tiles. Its [`Table`] holds, for every way these tiles can stand on the board
//! and every region the blank can be in, the least number of moves *of these tiles* that brings them
//! home, all other tiles being out of the way of each other. The patterns of a [`Partition`] share no
//! tile, so their numbers may be added; [`Additive`] does that along a path.
//! `docs/algorithms/pattern-databases.md` explains the index with a picture.

mod additive;
mod build;
mod cache;
mod file;
mod layout;
mod listener;
mod memory;
mod order;
mod partition;
mod pattern;
mod standard;
mod table;

pub use additive::{Additive, AdditiveState, Reading};
pub use cache::Cache;
pub use file::{FileError, file_name, load, save};
pub use layout::{Layout, Layouts};
pub use listener::Listener;
pub use order::Orders;
pub use partition::{Partition, PartitionError};
pub use pattern::Pattern;
pub use standard::{large, small};
pub use table::{Table, Walk};
