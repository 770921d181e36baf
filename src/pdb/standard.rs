//! The partitions that we use when nobody names one.

use super::Partition;
use crate::puzzle::{Cell, Size};

/// The partition for tables built in memory when a board needs them: in a fraction of a second up to 4×4,
/// in seconds above. `None` for boards of more than 36 cells.
pub fn small(size: Size, blank: Cell) -> Option<Partition> {
    let named = ["6-6-3", "P0"]
        .into_iter()
        .find_map(|name| Partition::named(name, size, blank));
    // Six tiles of a 6×6 board can stand in 1.4 billion ways, five in 45 million.
    let most = if size.cells() <= 25 { 6 } else { 5 };
    named.or_else(|| Partition::automatic(size, blank, most))
}

/// The partition for tables that are built once and kept on disk; `None` where none beats the small one.
pub fn large(size: Size, blank: Cell) -> Option<Partition> {
    match size.cells() {
        16 => Partition::named("7-8", size, blank).or_else(|| Partition::automatic(size, blank, 8)),
        _ => None,
    }
}
