//! Learned estimates of the *true* number of moves that are left: what beams are ranked by.
//!
//! A lower bound ranks badly: it says how far a board is at least, and the boards of which it says too little
//! crowd out the others. [`PairTable`] is fitted to the lengths of solutions instead (by `Fit`); it is no
//! bound at all, and nothing here may prune.
//!
//! Tables are learned for the goal with the blank on the first cell; [`View`] brings every other goal to it.
//! How they were trained and what they gain: `docs/algorithms/large-boards.md`.

mod file;
mod fit;
mod numbering;
mod pair_table;
mod prior;
mod shared;
mod shipped;
mod steps;
mod view;

pub use file::{RankingError, read, save, write};
pub(crate) use fit::{Fit, Samples};
pub use pair_table::PairTable;
pub use shipped::shipped;
pub use steps::Steps;
pub(crate) use steps::change;
pub use view::View;
