//! The partitions that we use when nobody names one.

use super::Partition;
use crate::puzzle::{Cell, Size};

/// The partitions for tables built in memory when a board needs them: in a fraction of a second up to 4×4,
/// in seconds above. None for boards of more than 36 cells.
pub fn small(size: Size, blank: Cell) -> Vec<Partition> {
    let named = ["6-6-3", "P0"]
        .into_iter()
        .find_map(|name| Partition::named(name, size, blank));
    // Six tiles of a 6×6 board can stand in 1.4 billion ways, five in 45 million.
    let most = if size.cells() <= 25 { 6 } else { 5 };
    let partition = named.or_else(|| Partition::automatic(size, blank, most));
    partition.into_iter().collect()
}

/// The partitions for tables that are built once and kept on disk, the strongest first; none where they
/// do not beat the small ones.
pub fn large(size: Size, blank: Cell) -> Vec<Partition> {
    let named = |name: &&str| Partition::named(name, size, blank);
    match size.cells() {
        16 => {
            let partition = named(&"7-8").or_else(|| Partition::automatic(size, blank, 8));
            partition.into_iter().collect()
        }
        // None if the blank does not belong in a corner.
        25 => LARGE_5X5.iter().filter_map(named).collect(),
        _ => vec![],
    }
}

/// As [`large`], for those who have a third less memory; none where there is nothing between small and large.
pub(crate) fn medium(size: Size, blank: Cell) -> Vec<Partition> {
    let named = |name: &&str| Partition::named(name, size, blank);
    match size.cells() {
        25 => MEDIUM_5X5.iter().filter_map(named).collect(),
        _ => vec![],
    }
}

/// What each is worth is measured in `docs/algorithms/twenty-four.md`.
const MEDIUM_5X5: [&str; 3] = ["P0", "P5", "P4"];
const LARGE_5X5: [&str; 7] = ["P0", "P1", "P2", "P3", "P4", "P5", "P6"];
