//! Additive pattern databases made ready for the 5×5 engine: several partitions at once.
//!
//! The estimate is the largest of several *views*, each a partition's sum of costs, read for the board or
//! for its reflection. Views share patterns: what is looked up and carried along a path is a *track*, a
//! set of tiles whose cost several views may count. Fourteen views of seven partitions have 28 tracks,
//! and a tile is in seven of them.

use std::sync::Arc;

use super::DuplicateMoves;
use crate::{
    pdb::{Layout, Partition, Reading, Table},
    puzzle::{Board, Cell, Move, Size},
};

/// Partitions of the 5×5 board with their tables, and the machine of duplicate moves, made ready for
/// [`twenty_four`](super::twenty_four()).
pub struct TwentyFourTables {
    goal_blank: Cell,
    tracks: Vec<Track>,
    views: usize,
    machine: DuplicateMoves,
}

/// A pattern as read for the board or for its reflection.
struct Track {
    reading: Reading,
    /// The cells where its tiles belong.
    homes: u64,
    /// What each move of the board does in the table, by the blank's cell.
    hops: Box<[[Hop; 25]; 4]>,
    placements: Arc<Placements>,
    /// The views that count it, a byte each, one or zero.
    views: u128,
}

/// A tile's move between two cells of a table.
#[derive(Clone, Copy, Default)]
struct Hop {
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

/// A [`Layout`] packed for 25 cells.
struct Placements {
    tiles: usize,
    /// For the low part of a placement: its part of the rank, and above [`RANK_BITS`] its number of cells.
    low: Box<[u16; 1 << LOW_CELLS]>,
    high: Vec<u32>,
    records: Vec<Record>,
}

const CELLS: usize = 25;
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
    stride: u64,
    orders: usize,
    tiles: usize,
    /// The views that count the track, a byte each, one or zero.
    pub(super) views: u128,
}

impl<'a> Lookup<'a> {
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
            bit: block * self.stride + u64::from(order),
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
    fn new(layout: &Layout) -> Placements {
        let tiles = layout.tiles();
        let of = |cells: u64| layout.placement(cells) as u32;
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
            records: sets.map(|cells| record(layout, cells)).collect(),
        }
    }
}

fn record(layout: &Layout, cells: u64) -> Record {
    let free = (0..CELLS).filter(|c| cells >> c & 1 == 0);
    let blocks = free.map(|c| (c, layout.block(cells, Cell::new(c))));
    let first = blocks.clone().map(|(_, block)| block).min().unwrap_or(0);
    let regions = blocks.map(|(c, block)| (c, block - first));
    let taken = (0..CELLS).filter(|c| cells >> c & 1 != 0);
    let slots = taken.enumerate().map(|(slot, c)| (c, slot));
    let mut record = [(first as u64) << 40, 0];
    for (cell, number) in regions.chain(slots) {
        let Nibble { word, shift } = Nibble::of(cell);
        record[word as usize] |= (number as u64) << shift;
    }
    record
}

impl Hop {
    fn new(reading: &Reading, m: Move, blank: Cell) -> Hop {
        let Some(from) = m.target(blank, 5, 5) else {
            return Hop::default();
        };
        let (from, to) = (
            reading.symmetry.cell(from).index(),
            reading.symmetry.cell(blank).index(),
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

impl TwentyFourTables {
    /// The most views.
    pub const MAX_VIEWS: usize = 16;
    /// The most tracks.
    pub(super) const MAX_TRACKS: usize = 32;

    /// The tables of `partitions`, partitions of one goal of the 5×5 board, the strongest first; and the
    /// machine of duplicate moves of up to `longest` moves.
    ///
    /// Views after the sixteenth and those that would need more than 32 tracks are left out.
    /// `None` for other boards, or if one of [`Partition::tables`] is not among `tables`.
    pub fn new(
        partitions: &[Partition],
        tables: &[Arc<Table>],
        longest: u32,
    ) -> Option<TwentyFourTables> {
        let goal_blank = partitions.first()?.blank();
        let square = Size::square(5).ok()?;
        let mut known: Vec<Arc<Placements>> = Vec::new();
        let mut ready = TwentyFourTables {
            goal_blank,
            tracks: Vec::new(),
            views: 0,
            machine: DuplicateMoves::up_to(longest),
        };
        for partition in partitions {
            if partition.size() != square || partition.blank() != goal_blank {
                return None;
            }
            for readings in Reading::of(partition, tables)? {
                ready.add_view(readings, &mut known);
            }
        }
        Some(ready)
    }

    fn add_view(&mut self, readings: Vec<Reading>, known: &mut Vec<Arc<Placements>>) {
        let homes = |reading: &Reading| {
            let home = |&c: &usize| reading.is_home(Cell::new(c));
            (0..CELLS)
                .filter(home)
                .fold(0u64, |homes, c| homes | 1 << c)
        };
        let mut tracks = Vec::new();
        let mut fresh = Vec::new();
        for reading in readings {
            let homes = homes(&reading);
            if let Some(track) = self.tracks.iter().position(|t| t.homes == homes) {
                tracks.push(track);
            } else {
                tracks.push(self.tracks.len() + fresh.len());
                fresh.push((reading, homes));
            }
        }
        if self.views == Self::MAX_VIEWS || self.tracks.len() + fresh.len() > Self::MAX_TRACKS {
            return;
        }
        for (reading, homes) in fresh {
            let layout = reading.table.layout();
            let placements = known.iter().find(|p| p.tiles == layout.tiles()).cloned();
            let placements = placements.unwrap_or_else(|| {
                known.push(Arc::new(Placements::new(layout)));
                known[known.len() - 1].clone()
            });
            let hop = |m, blank| Hop::new(&reading, Move::ALL[m], Cell::new(blank));
            let hops = std::array::from_fn(|m| std::array::from_fn(|blank| hop(m, blank)));
            self.tracks.push(Track {
                hops: Box::new(hops),
                homes,
                placements,
                views: 0,
                reading,
            });
        }
        for track in tracks {
            self.tracks[track].views |= 1 << (8 * self.views);
        }
        self.views += 1;
    }

    /// Where the blank belongs.
    pub fn goal_blank(&self) -> Cell {
        self.goal_blank
    }

    /// The number of views.
    pub fn views(&self) -> usize {
        self.views
    }

    /// The number of tracks.
    pub fn tracks(&self) -> usize {
        self.tracks.len()
    }

    /// The machine of duplicate moves.
    pub(super) fn machine(&self) -> &DuplicateMoves {
        &self.machine
    }

    /// The tracks that each tile is in, as bits.
    pub(super) fn owners(&self) -> [u32; CELLS] {
        let goal = Board::<5>::goal(self.goal_blank);
        let mut owners = [0; CELLS];
        for (cell, tile) in goal.tiles().iter().enumerate() {
            owners[tile.index()] = self.those(|track| track.homes >> cell & 1 != 0);
        }
        owners
    }

    /// The tracks of each view, as bits.
    pub(super) fn sharers(&self) -> [u32; TwentyFourTables::MAX_VIEWS] {
        std::array::from_fn(|view| self.those(|track| track.views >> (8 * view) & 1 != 0))
    }

    fn those(&self, which: impl Fn(&Track) -> bool) -> u32 {
        let tracks = self.tracks.iter().enumerate();
        tracks
            .filter(|(_, track)| which(track))
            .fold(0, |set, (i, _)| set | 1 << i)
    }

    /// The places of a board's tracks, and the sum of the costs of each view.
    pub(super) fn places<const T: usize>(
        &self,
        board: &Board<5>,
    ) -> ([Place; T], [u8; TwentyFourTables::MAX_VIEWS]) {
        let mut places = [Place::default(); T];
        let mut sums = 0u128;
        for (track, place) in self.tracks.iter().zip(&mut places) {
            let walk = track.reading.walk(board.tiles(), self.goal_blank);
            sums += track.views * u128::from(walk.cost);
            *place = Place {
                cells: walk.cells as u32,
                order: walk.order,
                cost: walk.cost,
            };
        }
        (places, sums.to_le_bytes())
    }

    /// What to look up for each track; the last track again for those that there are not.
    pub(super) fn lookups<const T: usize>(&self) -> [Lookup<'_>; T] {
        std::array::from_fn(|t| {
            let track = &self.tracks[t.min(self.tracks.len() - 1)];
            let table = &track.reading.table;
            let orders = table.layout().orders();
            Lookup {
                hops: &track.hops,
                low: &track.placements.low,
                high: &track.placements.high,
                records: &track.placements.records,
                turns: orders.turns(),
                bits: table.bits(),
                stride: table.layout().stride() as u64,
                orders: orders.count(),
                tiles: track.placements.tiles,
                views: track.views,
            }
        })
    }
}
