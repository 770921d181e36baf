//! Where a pattern's entries stand in its table; the same for all patterns of one size and tile count.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::{Listener, Orders, Pattern};
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
pub struct Layout {
    size: Size,
    shape: Shape,
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

/// What a placement's entry in [`Layout`] says: 24 bytes, two or three a cache line.
#[derive(Clone, Copy, Debug)]
struct Record {
    first_block: u32,
    /// The region of each cell, two cells a byte.
    regions: [u8; 20],
}

/// Placements or blocks between two questions to a listener: under a millisecond.
pub(super) const UNHEARD: usize = 1 << 12;

impl Record {
    fn region(&self, cell: usize) -> u32 {
        u32::from(self.regions[cell / 2] >> (cell % 2 * 4) & 15)
    }
}

impl Layout {
    /// The layout for patterns of `tiles` tiles on boards of `size`.
    ///
    /// # Panics
    /// If there can be no [`Pattern`] of so many tiles on a board of this size.
    ///
    /// # Complexity
    /// O(placements · cells): milliseconds for six tiles on 4×4, 0.1 s for six on 5×5.
    pub fn new(size: Size, tiles: usize) -> Layout {
        Layout::new_for(size, tiles, &()).expect("nobody stops it")
    }

    /// The same for a listener, who may stop it: then there is no layout.
    fn new_for(size: Size, tiles: usize, listener: &dyn Listener) -> Option<Layout> {
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
        let board = Shape::new(size);
        // Growing would copy it all again and again, while nobody hears anything.
        let mut records = Vec::with_capacity(choose(cells, tiles) as usize);
        // Of placements of even parity, of odd ones.
        let mut blocks = [0, 0];
        for placement in placements(cells, tiles) {
            if records.len().is_multiple_of(UNHEARD) && listener.stops() {
                return None;
            }
            let mut record = board.record(placement);
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
        Some(Layout {
            size,
            shape: board,
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
        self.shape.parity(cells)
    }

    /// The tiles' cells and the blank's region of every block, in order, until `visit` gives nothing.
    pub(super) fn for_each_block(
        &self,
        mut visit: impl FnMut(u64, u64) -> Option<()>,
    ) -> Option<()> {
        let board = self.shape;
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
        self.shape
            .flood(1 << blank.index(), self.shape.all & !cells)
    }

    /// The moves of tiles into a region: every pair of a tile's cell (which the blank takes) and a
    /// cell of the region (which the tile takes).
    pub(super) fn moves(&self, cells: u64, region: u64) -> impl Iterator<Item = (Cell, Cell)> {
        let board = self.shape;
        super::pattern::members(cells).flat_map(move |from| {
            let next = board.spread(1 << from.index()) & region;
            super::pattern::members(next).map(move |to| (from, to))
        })
    }

    /// The slots that a tile leaves and takes when it goes from one cell to another.
    pub(super) fn slots(&self, cells: u64, from: Cell, to: Cell) -> (usize, usize) {
        let below = |set: u64, cell: Cell| (set & ((1 << cell.index()) - 1)).count_ones() as usize;
        let rest = cells & !(1 << from.index());
        (below(rest, from), below(rest, to))
    }
}

/// Layouts in use, so that all patterns with as many tiles share one.
#[derive(Debug, Default)]
pub struct Layouts(Mutex<HashMap<(Size, usize), Arc<Layout>>>);

impl Layouts {
    /// None yet.
    pub fn new() -> Layouts {
        Layouts::default()
    }

    /// The layout for `pattern`; see [`Layout::new`].
    pub fn of(&self, pattern: &Pattern) -> Arc<Layout> {
        self.of_for(pattern, &()).expect("nobody stops it")
    }

    /// The same for a listener, who may stop it: then there is no layout.
    pub(super) fn of_for(&self, pattern: &Pattern, listener: &dyn Listener) -> Option<Arc<Layout>> {
        let key = (pattern.size(), pattern.tiles());
        let mut layouts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(layout) = layouts.get(&key) {
            return Some(layout.clone());
        }
        let layout = Arc::new(Layout::new_for(key.0, key.1, listener)?);
        layouts.insert(key, layout.clone());
        Some(layout)
    }
}

/// Rank of a set in colexicographic order if `below` more cells lie below it: Σ C(cell, place + 1).
fn colex(set: u64, below: usize) -> u32 {
    let mut rank = 0u64;
    for (place, cell) in super::pattern::members(set).enumerate() {
        rank += choose(cell.index(), below + place + 1);
    }
    u32::try_from(rank).expect("a pattern has fewer placements")
}

fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k as u64).fold(1, |c, i| c * (n as u64 - i) / (i + 1))
}

/// All sets of `tiles` of `cells` cells in colexicographic order.
fn placements(cells: usize, tiles: usize) -> impl Iterator<Item = u64> {
    let first = (1u64 << tiles) - 1;
    std::iter::successors(Some(first), move |&set| {
        // The next larger number with as many ones.
        let low = set & set.wrapping_neg();
        let carried = set + low;
        let next = ((set ^ carried) / low) >> 2 | carried;
        (next >> cells == 0).then_some(next)
    })
}

/// Neighbourhood on a board, on sets of cells.
#[derive(Clone, Copy, Debug)]
struct Shape {
    cols: u32,
    all: u64,
    not_left: u64,
    not_right: u64,
    dark: u64,
}

impl Shape {
    fn new(size: Size) -> Shape {
        let cols = size.cols();
        let set = |of: &dyn Fn(usize, usize) -> bool| {
            (0..size.cells())
                .filter(|c| of(c / cols, c % cols))
                .fold(0u64, |set, c| set | 1 << c)
        };
        Shape {
            cols: cols as u32,
            all: set(&|_, _| true),
            not_left: set(&|_, col| col > 0),
            not_right: set(&|_, col| col + 1 < cols),
            dark: set(&|row, col| (row + col) % 2 == 1),
        }
    }

    fn parity(self, placement: u64) -> u32 {
        (placement & self.dark).count_ones() & 1
    }

    /// The cells next to a set.
    fn spread(self, set: u64) -> u64 {
        let sideways = (set & self.not_left) >> 1 | (set & self.not_right) << 1;
        (sideways | set >> self.cols | set << self.cols) & self.all
    }

    /// The cells of `free` that are connected to `start`.
    fn flood(self, start: u64, free: u64) -> u64 {
        let mut region = start;
        loop {
            let wider = (region | self.spread(region)) & free;
            if wider == region {
                return region;
            }
            region = wider;
        }
    }

    /// The regions that a placement leaves, by their lowest cells.
    fn regions(self, placement: u64) -> impl Iterator<Item = u64> {
        let mut free = self.all & !placement;
        std::iter::from_fn(move || {
            let region = self.flood(free & free.wrapping_neg(), free);
            free &= !region;
            (region != 0).then_some(region)
        })
    }

    /// The record of a placement, with the number of its regions for its first block.
    fn record(self, placement: u64) -> Record {
        let mut record = Record {
            first_block: 0,
            regions: [0; 20],
        };
        for region in self.regions(placement) {
            for cell in super::pattern::members(region) {
                record.regions[cell.index() / 2] |=
                    (record.first_block as u8) << (cell.index() % 2 * 4);
            }
            record.first_block += 1;
        }
        debug_assert!(record.first_block <= 16, "a region's number has four bits");
        record
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
            let layout = Layout::new(size, tiles);
            let mut next = 0;
            layout.for_each_block(|cells, region| {
                for cell in super::super::pattern::members(region) {
                    assert_eq!(layout.block(cells, cell), next);
                }
                assert_eq!(layout.parity(cells) == 0, next < layout.even_blocks());
                next += 1;
                Some(())
            });
            assert_eq!(next, layout.blocks());
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
        let layout = Layout::new(size, 5);
        // The placements are gone through twice.
        let questions = 2 * layout.records.len().div_ceil(UNHEARD);
        for nth in [0, 1, questions / 2, questions - 1] {
            let stopper = Stopper(AtomicUsize::new(nth));
            assert!(Layout::new_for(size, 5, &stopper).is_none());
        }
        let stopper = Stopper(AtomicUsize::new(questions));
        assert!(Layout::new_for(size, 5, &stopper).is_some());
    }

    #[test]
    fn the_counts_are_those_of_the_literature() {
        let of = |side, tiles| Layout::new(Size::square(side).expect("a square"), tiles);
        assert_eq!(of(4, 6).entries(), 11_816_640);
        assert_eq!(of(5, 6).entries(), 181_008_000);
        assert_eq!(of(4, 6).placement(0b11_1111), 0);
        assert_eq!(of(4, 6).placement(0b11_1111 << 10), 8007);
    }
}
