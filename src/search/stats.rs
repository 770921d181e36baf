//! What searches count, with the same meaning in every engine.

use std::{ops::AddAssign, time::Duration};

/// Counts of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Boards whose children were made.
    pub expanded: u64,
    /// Children made, those cut at once included; the start is not one.
    pub generated: u64,
    /// Passes over the tree with a growing bound; 0 for engines that make none.
    pub iterations: u32,
    /// The most boards kept at the same time: all that were met, or those of one path where a search
    /// forgets the others, or those of a table.
    pub stored: u64,
    /// Wall time.
    pub elapsed: Duration,
}

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.iterations += other.iterations;
        self.stored = self.stored.max(other.stored);
        self.elapsed += other.elapsed;
    }
}
