//! What the packed engines keep of a placement, four bits a cell.

use crate::{pdb::Index, puzzle::Cell};

/// The first block of the placement of tiles on `cells`, and for every cell of the board the slot of the tile on
/// it or, where there is none, the region it is in.
pub(super) fn nibbles(index: &Index, cells: u64) -> (usize, impl Iterator<Item = (usize, usize)>) {
    let all = || 0..index.size().cells();
    let free = all().filter(move |c| cells >> c & 1 == 0);
    let blocks = free.map(move |c| (c, index.block(cells, Cell::new(c))));
    let first = blocks.clone().map(|(_, block)| block).min().unwrap_or(0);
    let regions = blocks.map(move |(c, block)| (c, block - first));
    let taken = all().filter(move |c| cells >> c & 1 != 0);
    let slots = taken.enumerate().map(|(slot, c)| (c, slot));
    (first, regions.chain(slots))
}
