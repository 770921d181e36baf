//! Additive pattern databases: exact costs of parts of the puzzle, added up.
//!
//! A [`Pattern`] is a set of tiles. Its [`Table`] holds, for every way these tiles can stand on the board
//! and every region the blank can be in, the least number of moves *of these tiles* that brings them
//! home, all other tiles being out of the way of each other. The patterns of a [`Partition`] share no
//! tile, so their numbers may be added; [`Additive`] does that along a path.
//! `docs/algorithms/pattern-databases.md` explains the index with a picture.
//!
//! # Examples
//! Tables loaded from a folder, or built and kept there; a board looked up, then solved with them:
//! ```
//! use slide::{Board, Cell, Size, Tile};
//! use slide::heuristic::Heuristic;
//! use slide::pdb::{Additive, Cache, small};
//! use slide::search::{Effort, Known, Limits, Outcome, Watch, ida_star};
//!
//! let goal_blank = Cell::new(8);
//! let partitions = small(Size::square(3)?, goal_blank);
//! let cache = Cache::at(std::env::temp_dir().join("slide-example"));
//! let tables = cache.tables(&partitions, true, &()).expect("nobody stops it");
//! let additive = Additive::<16>::new(&partitions[0], &tables).expect("sixteen places are enough");
//!
//! let board = Board::<3>::from_tiles(&[6, 4, 7, 8, 5, 0, 3, 2, 1].map(Tile::new));
//! let estimate = Heuristic::<3, 3>::estimate(&additive, &additive.init(&board));
//! let (limits, effort) = (Limits::default(), Effort::ALONE);
//! let answer = ida_star(&board, goal_blank, &additive, Known::default(), effort, &Watch::start(&limits, &()));
//! let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
//! assert_eq!(solution.moves.len(), 31);
//! assert!(estimate <= 31);
//! # std::fs::remove_dir_all(std::env::temp_dir().join("slide-example")).expect("it was made above");
//! # Ok::<(), slide::SizeError>(())
//! ```

mod additive;
mod build;
mod cache;
mod file;
mod index;
mod lens;
mod listener;
mod memory;
mod named;
mod neighbourhood;
mod order;
mod partition;
mod pattern;
mod placements;
mod standard;
mod table;

pub use additive::{Additive, AdditiveState};
pub use cache::Cache;
pub use file::{FileError, file_name, load, save};
pub use index::{Index, Indexes};
pub(crate) use lens::Lens;
pub use listener::Listener;
pub(crate) use order::Orders;
pub use partition::{Partition, PartitionError};
pub use pattern::Pattern;
pub(crate) use standard::medium;
pub use standard::{large, small};
pub use table::{Place, Table};
