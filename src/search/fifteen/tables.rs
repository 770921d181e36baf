//! Additive pattern databases made ready for the 4×4 engine.
//!
//! The same look-up as [`Table::step`], with everything that depends on the index only packed into a few
//! kilobytes: what a move does to the cells of a pattern, the rank of a placement, and one record of
//! sixteen bytes a placement.

use std::sync::Arc;

use crate::{
    pdb::{Index, Lens, Partition, Table},
    puzzle::{Board, Cell, Move},
    search::nibbles::nibbles,
};

/// The tables of a partition of the 4×4 board, made ready for
/// [`fifteen_additive`](super::fifteen_additive()).
pub struct FifteenTables {
    goal_blank: Cell,
    patterns: usize,
    views: Vec<View>,
}

/// The patterns as read for the board, or for its reflection.
struct View {
    /// The pattern that each tile belongs to.
    owners: [u8; 16],
    patterns: Vec<Pattern>,
}

/// A pattern as read in one view.
struct Pattern {
    lens: Lens,
    /// What each move of the board does in the table, by the blank's cell.
    hops: [[Hop; 16]; 4],
    placements: Arc<Placements>,
}

/// A tile's move between two cells of a table.
#[derive(Clone, Copy, Default)]
struct Hop {
    /// Both cells as bits.
    cells: u16,
    /// Where the nibble of the tile's new cell begins, and of its old one.
    to: u8,
    from: u8,
    /// The first of the cells that it passes, and 7 for three of them or 0 for none: rows and columns
    /// of the board may be columns and rows of the table.
    passed: u8,
    window: u8,
    /// What to add to the slot for each tile that it passes: back from the new slot to the old.
    back: i8,
}

/// An [`Index`] packed for 16 cells.
struct Placements {
    tiles: usize,
    /// For the low half of a placement: its part of the rank, and where its row of `high` begins.
    low: [(u16, u16); 256],
    high: Vec<u16>,
    records: Vec<Record>,
}

/// What is to know of a placement.
#[derive(Clone, Copy, Default)]
struct Record {
    /// For each cell a nibble: the slot of the tile on it, or the region it is in.
    nibbles: u64,
    first_block: u32,
}

/// Where a pattern's tiles stand.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    cells: u16,
    order: u16,
    /// The cost; the search needs no more of it than the two low bits.
    cost: u8,
}

/// A pattern's table with its parts side by side: what the search looks up.
#[derive(Clone, Copy)]
pub(super) struct Lookup<'a> {
    hops: &'a [[Hop; 16]; 4],
    low: &'a [(u16, u16); 256],
    high: &'a [u16],
    records: &'a [Record],
    turns: &'a [u16],
    bits: &'a [u8],
    stride: usize,
    orders: usize,
    tiles: usize,
}

impl Lookup<'_> {
    /// The place after a tile of the pattern has gone to the blank's cell by the blank's move `M`, and by
    /// how much f rises: 0 if the cost falls, 2 if it grows.
    #[inline(always)]
    pub(super) fn step<const M: usize>(&self, place: Place, blank: usize) -> (Place, i32) {
        let hop = self.hops[M][blank & 15];
        let cells = place.cells ^ hop.cells;
        let (rank, row) = self.low[cells as usize & 255];
        let rank = rank + self.high[row as usize + (cells >> 8) as usize];
        let record = self.records[rank as usize];
        let slot = (record.nibbles >> (hop.to & 63)) as isize & 15;
        let region = (record.nibbles >> (hop.from & 63)) as usize & 15;
        // The number of tiles among three cells, from a word of eight two-bit counts.
        let passed = cells >> (hop.passed & 15) & u16::from(hop.window);
        let passed = 0xE994_u32 >> (2 * passed) & 3;
        let old = slot + passed as isize * isize::from(hop.back);
        let turn = old as usize * self.tiles + slot as usize;
        let order = self.turns[turn * self.orders + place.order as usize];
        let entry = (record.first_block as usize + region) * self.stride + order as usize;
        let bit = self.bits[entry / 8] >> (entry % 8) & 1;
        let up = place.cost.wrapping_add(1);
        let falls = (up >> 1 ^ bit) & 1;
        let place = Place {
            cells,
            order,
            cost: up.wrapping_sub(2 * falls),
        };
        (place, 2 - 2 * i32::from(falls))
    }
}

impl Placements {
    fn new(index: &Index) -> Placements {
        let tiles = index.tiles();
        let of = |cells: u64| index.placement(cells) as u16;
        let bottom = |count: usize| (1u64 << count) - 1;
        let mut placements = Placements {
            tiles,
            low: [(0, 0); 256],
            high: vec![0; 256 * (tiles + 1)],
            records: Vec::new(),
        };
        // A rank is a sum over the halves, and cells below all others add nothing to it.
        for half in 0..256u64 {
            let count = half.count_ones() as usize;
            if count <= tiles {
                let rest = bottom(tiles - count) << 8;
                let row = (count * 256) as u16;
                placements.low[half as usize] = (of(half | rest) - of(bottom(count) | rest), row);
                let row = (tiles - count) * 256;
                placements.high[row + half as usize] = of(bottom(tiles - count) | half << 8);
            }
        }
        let sets = (0..1u64 << 16).filter(|set| set.count_ones() as usize == tiles);
        placements.records = sets.map(|cells| Record::new(index, cells)).collect();
        placements
    }
}

impl Record {
    fn new(index: &Index, cells: u64) -> Record {
        let (first_block, nibbles) = nibbles(index, cells);
        Record {
            nibbles: nibbles.fold(0, |all, (c, nibble)| all | (nibble as u64) << (4 * c)),
            first_block: first_block as u32,
        }
    }
}

impl Hop {
    fn new(lens: &Lens, m: Move, blank: Cell) -> Hop {
        let Some(from) = m.target(blank, 4, 4) else {
            return Hop::default();
        };
        let (from, to) = (
            lens.symmetry.cell(from).index(),
            lens.symmetry.cell(blank).index(),
        );
        Hop {
            cells: 1 << from | 1 << to,
            to: 4 * to as u8,
            from: 4 * from as u8,
            passed: from.min(to) as u8 + 1,
            window: if from.abs_diff(to) == 4 { 7 } else { 0 },
            back: if from < to { -1 } else { 1 },
        }
    }
}

impl FifteenTables {
    /// The tables of `partition`, a partition of the 4×4 board into at most four patterns.
    ///
    /// `None` for other partitions, or if one of [`Partition::tables`] is not among `tables`.
    pub fn new(partition: &Partition, tables: &[Arc<Table>]) -> Option<FifteenTables> {
        let size = partition.size();
        let patterns = partition.patterns().len();
        if (size.rows(), size.cols()) != (4, 4) || patterns > 4 {
            return None;
        }
        let mut known: Vec<Arc<Placements>> = Vec::new();
        let mut pattern = |lens: Lens| {
            let index = lens.table.index();
            let placements = known.iter().find(|p| p.tiles == index.tiles()).cloned();
            let placements = placements.unwrap_or_else(|| {
                known.push(Arc::new(Placements::new(index)));
                known[known.len() - 1].clone()
            });
            let hop = |m, blank| Hop::new(&lens, Move::ALL[m], Cell::new(blank));
            let hops = std::array::from_fn(|m| std::array::from_fn(|blank| hop(m, blank)));
            Pattern {
                lens,
                hops,
                placements,
            }
        };
        let goal = Board::<4>::goal(partition.blank());
        let views = Lens::of(partition, tables)?.into_iter().map(|lenses| {
            let mut owners = [0; 16];
            for (cell, tile) in goal.tiles().iter().enumerate() {
                let owner = lenses.iter().position(|r| r.is_home(Cell::new(cell)));
                owners[tile.index()] = owner.unwrap_or(0) as u8;
            }
            View {
                owners,
                patterns: lenses.into_iter().map(&mut pattern).collect(),
            }
        });
        Some(FifteenTables {
            goal_blank: partition.blank(),
            patterns,
            views: views.collect(),
        })
    }

    /// Where the blank belongs.
    pub fn goal_blank(&self) -> Cell {
        self.goal_blank
    }

    /// The number of patterns.
    pub(super) fn patterns(&self) -> usize {
        self.patterns
    }

    /// The number of views, one or two.
    pub(super) fn views(&self) -> usize {
        self.views.len()
    }

    /// The pattern that each tile belongs to in a view.
    pub(super) fn owners(&self, view: usize) -> [u8; 16] {
        self.views[view].owners
    }

    /// The places of a board's patterns in a view, and the sum of their costs.
    pub(super) fn places<const P: usize>(
        &self,
        view: usize,
        board: &Board<4>,
    ) -> ([Place; P], i32) {
        let (mut places, mut sum) = ([Place::default(); P], 0);
        for (pattern, place) in self.views[view].patterns.iter().zip(&mut places) {
            let start = pattern.lens.place(board.tiles(), self.goal_blank);
            sum += i32::from(start.cost);
            *place = Place {
                cells: start.cells as u16,
                order: start.order,
                cost: start.cost,
            };
        }
        (places, sum)
    }

    /// What to look up for each pattern of a view; the last pattern again for those it does not have.
    pub(super) fn lookups<const P: usize>(&self, view: usize) -> [Lookup<'_>; P] {
        std::array::from_fn(|p| {
            let patterns = &self.views[view].patterns;
            let pattern = &patterns[p.min(patterns.len() - 1)];
            let table = &pattern.lens.table;
            let orders = table.index().orders();
            Lookup {
                hops: &pattern.hops,
                low: &pattern.placements.low,
                high: &pattern.placements.high,
                records: &pattern.placements.records,
                turns: orders.turns(),
                bits: table.bits(),
                stride: table.index().stride(),
                orders: orders.count(),
                tiles: pattern.placements.tiles,
            }
        })
    }
}
