//! One look-up of the 5×5 engine, in steps between which memory may be waited for.

use crate::{
    pdb::{self, Index, Lens, Table},
    puzzle::{Cell, Move},
    search::nibbles::nibbles,
};

/// What each move of the board does in a table, by the blank's cell.
pub(super) type Hops = Box<[[Hop; 25]; 4]>;

/// A tile's move between two cells of a table.
#[derive(Clone, Copy, Default)]
pub(super) struct Hop {
    /// Both cells as bits.
    cells: u32,
    /// Where the number of the tile's new cell stands in a record, and that of its old one.
    to: Nibble,
    from: Nibble,
    /// The first of the cells that it passes, and 15 for four of them or 0 for none: rows and columns
    /// of the board may be columns and rows of the table.
    passed: u8,
    window: u8,
    /// What to add to the slot for each tile that it passes: back from the new slot to the old.
    back: i8,
}

/// A place in a [`Record`].
#[derive(Clone, Copy, Default)]
struct Nibble {
    word: u8,
    shift: u8,
}

impl Nibble {
    const LOW: usize = 10;

    fn of(cell: usize) -> Nibble {
        Nibble {
            word: u8::from(cell >= Nibble::LOW),
            shift: 4 * (cell % Nibble::LOW + cell / (2 * Nibble::LOW) * Nibble::LOW) as u8,
        }
    }
}

/// What is to know of a placement: for each cell the slot of the tile on it, or the region it is in, four
/// bits each, ten cells in the first word; the upper 24 bits of that are the first block.
type Record = [u64; 2];

/// An [`Index`] packed for 25 cells.
pub(super) struct Placements {
    pub(super) tiles: usize,
    /// For the low part of a placement: its part of the rank, and above [`RANK_BITS`] its number of cells.
    low: Box<[u16; 1 << LOW_CELLS]>,
    high: Vec<u32>,
    records: Vec<Record>,
}

pub(super) const CELLS: usize = 25;
const LOW_CELLS: usize = 13;
const HIGH_CELLS: usize = CELLS - LOW_CELLS;
/// Of 13 cells at most 1,716 sets have as many members, and the sets of fewer come on top.
const RANK_BITS: u32 = 12;

/// Where a track's tiles stand.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    cells: u32,
    order: u16,
    /// The cost; the search needs no more of it than the two low bits.
    cost: u8,
}

impl From<pdb::Place> for Place {
    fn from(place: pdb::Place) -> Place {
        Place {
            cells: place.cells as u32,
            order: place.order,
            cost: place.cost,
        }
    }
}

/// The tiles of a track in their new places, before the look-up.
#[derive(Clone, Copy, Default)]
pub(super) struct Hopped {
    cells: u32,
    rank: u32,
}

/// An entry on the way from the table.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    cells: u32,
    order: u16,
    /// The bit's number in the table.
    bit: u64,
}

/// A track's table with its parts side by side: what the search looks up, in three steps with a far
/// load between each two.
#[derive(Clone, Copy)]
pub(super) struct Lookup<'a> {
    hops: &'a [[Hop; 25]; 4],
    low: &'a [u16; 1 << LOW_CELLS],
    high: &'a [u32],
    records: &'a [Record],
    turns: &'a [u16],
    bits: &'a [u8],
    /// An entry has one bit, or 1 << 2 of them.
    spread: u32,
    stride: u64,
    orders: usize,
    tiles: usize,
    /// The views that count the track, a byte each, one or zero.
    pub(super) views: u128,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(
        table: &'a Table,
        hops: &'a [[Hop; 25]; 4],
        placements: &'a Placements,
        wide: Option<&'a [u8]>,
        views: u128,
    ) -> Lookup<'a> {
        let orders = table.index().orders();
        Lookup {
            hops,
            low: &placements.low,
            high: &placements.high,
            records: &placements.records,
            turns: orders.turns(),
            bits: wide.unwrap_or(table.bits()),
            spread: if wide.is_some() { 2 } else { 0 },
            stride: table.index().stride() as u64,
            orders: orders.count(),
            tiles: placements.tiles,
            views,
        }
    }

    /// The placement after a tile of the track has gone to the blank's cell by the blank's move `m`.
    #[inline(always)]
    pub(super) fn hop(&self, place: Place, m: usize, blank: usize) -> Hopped {
        let cells = place.cells ^ self.hops[m][blank].cells;
        let low = self.low[cells as usize % (1 << LOW_CELLS)];
        let row = (low >> RANK_BITS) as usize;
        let above = cells as usize >> LOW_CELLS;
        let rank = self.high[(row << HIGH_CELLS) + above] + u32::from(low & ((1 << RANK_BITS) - 1));
        Hopped { cells, rank }
    }

    /// What the next step will load.
    #[inline(always)]
    pub(super) fn record(&self, hopped: Hopped) -> (&'a [Record], usize) {
        (self.records, hopped.rank as usize)
    }

    /// The entry after the hop from `place`.
    #[inline(always)]
    pub(super) fn entry(&self, place: Place, hopped: Hopped, m: usize, blank: usize) -> Entry {
        let hop = &self.hops[m][blank];
        let cells = hopped.cells;
        let record = &self.records[hopped.rank as usize];
        let nibble = |at: Nibble| (record[at.word as usize & 1] >> (at.shift & 63)) as usize & 15;
        let (slot, region) = (nibble(hop.to), nibble(hop.from));
        // The number of tiles among four cells, from a word of sixteen counts.
        let passed = cells >> (hop.passed & 31) & u32::from(hop.window);
        let passed = 0x4332_3221_3221_2110_u64 >> (4 * passed) & 7;
        let old = slot as isize + passed as isize * isize::from(hop.back);
        let turn = old as usize * self.tiles + slot;
        let order = self.turns[turn * self.orders + place.order as usize];
        let block = (record[0] >> 40) + region as u64;
        Entry {
            cells,
            order,
            bit: (block * self.stride + u64::from(order)) << (self.spread & 3),
        }
    }

    /// What the last step will load.
    #[inline(always)]
    pub(super) fn byte(&self, entry: Entry) -> (&'a [u8], usize) {
        (self.bits, (entry.bit / 8) as usize)
    }

    /// The new place, and whether the cost has grown.
    #[inline(always)]
    pub(super) fn place(&self, place: Place, entry: Entry) -> (Place, bool) {
        let bit = self.bits[(entry.bit / 8) as usize] >> (entry.bit % 8) & 1;
        let up = place.cost.wrapping_add(1);
        let falls = (up >> 1 ^ bit) & 1;
        let place = Place {
            cells: entry.cells,
            order: entry.order,
            cost: up.wrapping_sub(2 * falls),
        };
        (place, falls == 0)
    }
}

impl Placements {
    pub(super) fn new(index: &Index) -> Placements {
        let tiles = index.tiles();
        let of = |cells: u64| index.placement(cells) as u32;
        let bottom = |count: usize| (1u64 << count) - 1;
        let mut low = vec![0; 1 << LOW_CELLS];
        let mut high = vec![0; (tiles + 1) << HIGH_CELLS];
        // A rank is a sum over the parts, and cells below all others add nothing to it.
        for part in 0..1u64 << LOW_CELLS {
            let count = part.count_ones() as usize;
            if count <= tiles {
                let rest = bottom(tiles - count) << LOW_CELLS;
                let rank = of(part | rest) - of(bottom(count) | rest);
                low[part as usize] = rank as u16 | (count as u16) << RANK_BITS;
            }
        }
        for part in 0..1u64 << HIGH_CELLS {
            let count = part.count_ones() as usize;
            if count <= tiles {
                let row = (tiles - count) << HIGH_CELLS;
                high[row + part as usize] = of(bottom(tiles - count) | part << LOW_CELLS);
            }
        }
        let sets = (0..1u64 << CELLS).filter(|set| set.count_ones() as usize == tiles);
        Placements {
            tiles,
            low: low.try_into().expect("as many as parts"),
            high,
            records: sets.map(|cells| record(index, cells)).collect(),
        }
    }
}

fn record(index: &Index, cells: u64) -> Record {
    let (first_block, nibbles) = nibbles(index, cells);
    let mut record = [(first_block as u64) << 40, 0];
    for (cell, nibble) in nibbles {
        let Nibble { word, shift } = Nibble::of(cell);
        record[word as usize] |= (nibble as u64) << shift;
    }
    record
}

impl Hop {
    fn new(lens: &Lens, m: Move, blank: Cell) -> Hop {
        let Some(from) = m.target(blank, 5, 5) else {
            return Hop::default();
        };
        let (from, to) = (
            lens.symmetry.cell(from).index(),
            lens.symmetry.cell(blank).index(),
        );
        Hop {
            cells: 1 << from | 1 << to,
            to: Nibble::of(to),
            from: Nibble::of(from),
            passed: from.min(to) as u8 + 1,
            window: if from.abs_diff(to) == 5 { 15 } else { 0 },
            back: if from < to { -1 } else { 1 },
        }
    }
}

/// What each move of the board does in the table that is read so.
pub(super) fn hops(lens: &Lens) -> Hops {
    let hop = |m, blank| Hop::new(lens, Move::ALL[m], Cell::new(blank));
    Box::new(std::array::from_fn(|m| {
        std::array::from_fn(|blank| hop(m, blank))
    }))
}
