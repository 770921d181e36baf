//! Where a pattern's entries stand in its table; the same for all patterns of one size and tile count.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    Listener, Orders, Pattern,
    neighbourhood::Neighbourhood,
    pattern::members,
    placements::{choose, colex, placements},
};
use crate::puzzle::{Cell, Size};

/// The index of an entry: a *block* for the cells that the tiles stand on and the region that the blank
/// is in, and inside the block the order of the tiles.
///
/// 1. A *placement* is the set of cells that the k tiles stand on. Placements are ranked in
///    colexicographic order (as numbers, bit c for cell c) by two small tables.
/// 2. The tiles cut the rest of the board into *regions*; the blank goes freely inside its own. A
///    placement's regions are numbered by their lowest cell.
/// 3. A *block* is a placement with one of its regions. A record for each placement holds the number
///    of its first block and the region of every cell.
/// 4. Inside a block follow the k! orders (`Orders`), filled up to whole 64-bit words.
///
/// Blocks of placements with an even number of tiles on dark cells come first: every move of a tile
/// changes that parity, so a breadth-first walk reads one half and writes the other.
#[derive(Debug)]
pub struct Index {
    size: Size,
    neighbourhood: Neighbourhood,
    tiles: usize,
    /// Cells in the low half of a set.
    split: u32,
    low: Box<[u32]>,
    /// By the number of cells in the low half, then by the high half.
    high: Box<[u32]>,
    records: Box<[Record]>,
    even_blocks: usize,
    blocks: usize,
    orders: Orders,
}

/// What a placement's entry in [`Index`] says: 24 bytes, two or three a cache line.
#[derive(Clone, Copy, Debug)]
struct Record {
    first_block: u32,
    /// The region of each cell, two cells a byte.
    regions: [u8; 20],
}

/// Placements or blocks between two questions to a listener: under a millisecond.
pub(super) const UNHEARD: usize = 1 << 12;

impl Record {
    /// The record of a placement, with the number of its regions for its first block.
    fn new(neighbourhood: Neighbourhood, placement: u64) -> Record {
        let mut record = Record {
            first_block: 0,
            regions: [0; 20],
        };
        for region in neighbourhood.regions(placement) {
            for cell in members(region) {
                record.regions[cell.index() / 2] |=
                    (record.first_block as u8) << (cell.index() % 2 * 4);
            }
            record.first_block += 1;
        }
        debug_assert!(record.first_block <= 16, "a region's number has four bits");
        record
    }

    fn region(&self, cell: usize) -> u32 {
        u32::from(self.regions[cell / 2] >> (cell % 2 * 4) & 15)
    }
}

impl Index {
    /// The index for patterns of `tiles` tiles on boards of `size`.
    ///
    /// # Panics
    /// If there can be no [`Pattern`] of so many tiles on a board of this size.
    ///
    /// # Complexity
    /// O(placements · cells): milliseconds for six tiles on 4×4, 0.1 s for six on 5×5.
    pub fn new(size: Size, tiles: usize) -> Index {
        Index::new_for(size, tiles, &()).expect("nobody stops it")
    }

    /// The same for a listener, who may stop it: then there is no index.
    fn new_for(size: Size, tiles: usize, listener: &dyn Listener) -> Option<Index> {
        let cells = size.cells();
        assert!(
            cells <= Pattern::MAX_CELLS && (1..cells.min(Pattern::MAX_TILES + 1)).contains(&tiles),
            "a pattern has 1 to 8 tiles and leaves room for the blank"
        );
        let split = cells.div_ceil(2);
        // Sets of more cells than a pattern has are never looked up, and they are most.
        let rank = |set: u64, below: usize| match set.count_ones() as usize + below > tiles {
            true => 0,
            false => colex(set, below),
        };
        let low = (0..1u64 << split).map(|set| rank(set, 0)).collect();
        let high = (0..=tiles)
            .flat_map(|below| {
                (0..1u64 << (cells - split)).map(move |set| rank(set << split, below))
            })
            .collect();
        let board = Neighbourhood::new(size);
        // Growing would copy it all again and again, while nobody hears anything.
        let mut records = Vec::with_capacity(choose(cells, tiles) as usize);
        // Of placements of even parity, of odd ones.
        let mut blocks = [0, 0];
        for placement in placements(cells, tiles) {
            if records.len().is_multiple_of(UNHEARD) && listener.stops() {
                return None;
            }
            let mut record = Record::new(board, placement);
            let before = &mut blocks[board.parity(placement) as usize];
            // The record's number of regions, until the number of blocks before it is known.
            *before += std::mem::replace(&mut record.first_block, *before);
            records.push(record);
        }
        let [even_blocks, odd_blocks] = blocks;
        let all = records.iter_mut().zip(placements(cells, tiles));
        for (index, (record, placement)) in all.enumerate() {
            if index.is_multiple_of(UNHEARD) && listener.stops() {
                return None;
            }
            record.first_block += board.parity(placement) * even_blocks;
        }
        Some(Index {
            size,
            neighbourhood: board,
            tiles,
            split: split as u32,
            low,
            high,
            records: records.into(),
            even_blocks: even_blocks as usize,
            blocks: (even_blocks + odd_blocks) as usize,
            // A tile that goes to the row above or below passes the cells between, one row less one.
            orders: Orders::new(tiles, size.cols().saturating_sub(1)),
        })
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of tiles of the pattern.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// The orders inside a block.
    pub(crate) fn orders(&self) -> &Orders {
        &self.orders
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// The number of blocks whose placement has an even number of tiles on dark cells; they come first.
    pub(super) fn even_blocks(&self) -> usize {
        self.even_blocks
    }

    /// Places for entries in a block: k! rounded up to a multiple of 64.
    pub fn stride(&self) -> usize {
        self.orders.count().next_multiple_of(64)
    }

    /// The number of entries that mean something: blocks · k!.
    pub fn entries(&self) -> u64 {
        self.blocks as u64 * self.orders.count() as u64
    }

    /// The rank of a placement among all of as many cells.
    pub fn placement(&self, cells: u64) -> usize {
        let below = cells & ((1 << self.split) - 1);
        let above = (cells >> self.split) as usize;
        let row = (below.count_ones() as usize) << (self.size.cells() as u32 - self.split);
        self.low[below as usize] as usize + self.high[row + above] as usize
    }

    /// The block of the tiles on `cells` and the blank on `blank`, a cell without tile.
    pub fn block(&self, cells: u64, blank: Cell) -> usize {
        let record = &self.records[self.placement(cells)];
        (record.first_block + record.region(blank.index())) as usize
    }

    /// The parity of the number of tiles on dark cells; the cost of a placement is of the parity of
    /// this and the same of the goal.
    pub fn parity(&self, cells: u64) -> u32 {
        self.neighbourhood.parity(cells)
    }

    /// The tiles' cells and the blank's region of every block, in order, until `visit` gives nothing.
    pub(super) fn for_each_block(
        &self,
        mut visit: impl FnMut(u64, u64) -> Option<()>,
    ) -> Option<()> {
        let board = self.neighbourhood;
        for parity in [0, 1] {
            for placement in placements(self.size.cells(), self.tiles) {
                if board.parity(placement) == parity {
                    for region in board.regions(placement) {
                        visit(placement, region)?;
                    }
                }
            }
        }
        Some(())
    }

    /// The region of `blank` between tiles on `cells`.
    pub(super) fn region(&self, cells: u64, blank: Cell) -> u64 {
        self.neighbourhood.region(1 << blank.index(), cells)
    }

    /// The moves of tiles into a region: every pair of a tile's cell (which the blank takes) and a
    /// cell of the region (which the tile takes).
    pub(super) fn moves(&self, cells: u64, region: u64) -> impl Iterator<Item = (Cell, Cell)> {
        let board = self.neighbourhood;
        members(cells).flat_map(move |from| {
            let next = board.spread(1 << from.index()) & region;
            members(next).map(move |to| (from, to))
        })
    }

    /// The slots that a tile leaves and takes when it goes from one cell to another.
    pub(super) fn slots(&self, cells: u64, from: Cell, to: Cell) -> (usize, usize) {
        let below = |set: u64, cell: Cell| (set & ((1 << cell.index()) - 1)).count_ones() as usize;
        let rest = cells & !(1 << from.index());
        (below(rest, from), below(rest, to))
    }
}

/// Indexes in use, so that all patterns with as many tiles share one.
#[derive(Debug, Default)]
pub struct Indexes(Mutex<HashMap<(Size, usize), Arc<Index>>>);

impl Indexes {
    /// None yet.
    pub fn new() -> Indexes {
        Indexes::default()
    }

    /// The index for `pattern`; see [`Index::new`].
    pub fn of(&self, pattern: &Pattern) -> Arc<Index> {
        self.of_for(pattern, &()).expect("nobody stops it")
    }

    /// The same for a listener, who may stop it: then there is no index.
    pub(super) fn of_for(&self, pattern: &Pattern, listener: &dyn Listener) -> Option<Arc<Index>> {
        let key = (pattern.size(), pattern.tiles());
        let mut indexes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = indexes.get(&key) {
            return Some(index.clone());
        }
        let index = Arc::new(Index::new_for(key.0, key.1, listener)?);
        indexes.insert(key, index.clone());
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn blocks_are_numbered_without_gap_even_placements_first() {
        for (rows, cols, tiles) in [
            (2, 2, 3),
            (2, 3, 2),
            (3, 3, 4),
            (3, 4, 5),
            (4, 4, 8),
            (5, 5, 4),
            (6, 6, 3),
        ] {
            let size = Size::new(rows, cols).expect("a size");
            let index = Index::new(size, tiles);
            let mut next = 0;
            index.for_each_block(|cells, region| {
                for cell in members(region) {
                    assert_eq!(index.block(cells, cell), next);
                }
                assert_eq!(index.parity(cells) == 0, next < index.even_blocks());
                next += 1;
                Some(())
            });
            assert_eq!(next, index.blocks());
        }
    }

    /// Stops when it is asked for the nth time.
    struct Stopper(AtomicUsize);

    impl Listener for Stopper {
        fn stops(&self) -> bool {
            self.0.fetch_sub(1, Ordering::Relaxed) == 0
        }
    }

    #[test]
    fn a_listener_stops_it_at_any_time_and_is_asked_often() {
        let size = Size::square(6).expect("a square");
        let index = Index::new(size, 5);
        // The placements are gone through twice.
        let questions = 2 * index.records.len().div_ceil(UNHEARD);
        for nth in [0, 1, questions / 2, questions - 1] {
            let stopper = Stopper(AtomicUsize::new(nth));
            assert!(Index::new_for(size, 5, &stopper).is_none());
        }
        let stopper = Stopper(AtomicUsize::new(questions));
        assert!(Index::new_for(size, 5, &stopper).is_some());
    }

    #[test]
    fn the_counts_are_those_of_the_literature() {
        let of = |side, tiles| Index::new(Size::square(side).expect("a square"), tiles);
        assert_eq!(of(4, 6).entries(), 11_816_640);
        assert_eq!(of(5, 6).entries(), 181_008_000);
        assert_eq!(of(4, 6).placement(0b11_1111), 0);
        assert_eq!(of(4, 6).placement(0b11_1111 << 10), 8007);
    }
}
