//! The 4×4 engine with additive pattern databases: one look-up a view and a move.
//!
//! Like [`fifteen`](super::fifteen()) it keeps the board in the nibbles of a word, is one function a last
//! move, allocates and undoes nothing. A move changes the cost of one pattern only, by one, up or down:
//! f stays or rises by two. The reflected view is looked up only if the first did not cut; each view has
//! its own slack, and the tighter one is asked first.

use std::sync::Arc;

use super::{
    Answer, Watch,
    deepening::{Dive, Effort, Tree, deepen},
};
use crate::{
    pdb::{Layout, Partition, Reading, Table, Walk},
    puzzle::{Board, Cell, Move, MoveSet},
};

/// The tables of a partition of the 4×4 board, made ready for the search.
pub struct FifteenTables {
    goal_blank: Cell,
    patterns: usize,
    views: Vec<View>,
}

/// The readings of all patterns for the board or its reflection.
struct View {
    /// The pattern that each tile belongs to.
    owner: [u8; 16],
    patterns: Vec<Pattern>,
    readings: Vec<Reading>,
}

/// One pattern's table.
struct Pattern {
    /// The table's cell by the board's.
    cell: [u8; 16],
    placements: Arc<Placements>,
    table: Arc<Table>,
    stride: usize,
    orders: usize,
}

/// The [`Layout`] of a tile count, packed for 16 cells.
struct Placements {
    tiles: usize,
    /// For the low half of a placement: its part of the rank, and the row of `high` for it.
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
struct Place {
    cells: u16,
    order: u16,
    /// The cost modulo 256; two bits would do.
    cost: u8,
}

impl Placements {
    fn new(layout: &Layout) -> Placements {
        let tiles = layout.tiles();
        let of = |cells: u64| layout.placement(cells) as u16;
        let mut placements = Placements {
            tiles,
            low: [(0, 0); 256],
            high: vec![0; 256 * (tiles + 1)],
            records: Vec::new(),
        };
        // A rank is a sum over the halves. Those of one placement and of the placement with its low
        // half at the bottom differ in the high half's part only.
        let bottom = |count: u32| (1u64 << count) - 1;
        for low in 0..256u64 {
            let count = low.count_ones();
            if count as usize <= tiles {
                let high = bottom(tiles as u32 - count) << 8;
                placements.low[low as usize] = (
                    of(low | high) - of(bottom(count) | high),
                    count as u16 * 256,
                );
            }
        }
        for high in 0..256u64 {
            let above = high.count_ones() as usize;
            if above <= tiles {
                let below = tiles - above;
                placements.high[below * 256 + high as usize] = of(bottom(below as u32) | high << 8);
            }
        }
        let sets = (0..1u64 << 16).filter(|set| set.count_ones() as usize == tiles);
        placements.records = sets
            .map(|cells| {
                let blocks = (0..16)
                    .filter(|c| cells >> c & 1 == 0)
                    .map(|c| (c, layout.block(cells, Cell::new(c))));
                let first = blocks.clone().map(|(_, b)| b).min().unwrap_or(0);
                let regions = blocks.map(|(c, b)| ((b - first) as u64) << (4 * c));
                let slots = (0..16)
                    .filter(|c| cells >> c & 1 != 0)
                    .enumerate()
                    .map(|(slot, c)| (slot as u64) << (4 * c));
                Record {
                    nibbles: regions.chain(slots).fold(0, |all, nibble| all | nibble),
                    first_block: first as u32,
                }
            })
            .collect();
        placements
    }

    #[inline(always)]
    fn record(&self, cells: u16) -> Record {
        let (rank, row) = self.low[cells as usize & 255];
        let rank = rank + self.high[row as usize + (cells >> 8) as usize];
        self.records[rank as usize]
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
        let mut pattern = |reading: &Reading| {
            let layout = reading.table.layout();
            let placements = known.iter().find(|p| p.tiles == layout.tiles()).cloned();
            let placements = placements.unwrap_or_else(|| {
                known.push(Arc::new(Placements::new(layout)));
                known[known.len() - 1].clone()
            });
            Pattern {
                cell: std::array::from_fn(|c| reading.symmetry.cell(Cell::new(c)).index() as u8),
                placements,
                table: reading.table.clone(),
                stride: layout.stride(),
                orders: layout.orders().count(),
            }
        };
        let goal = Board::<4>::goal(partition.blank());
        let views = Reading::of(partition, tables)?.into_iter().map(|readings| {
            let mut owner = [0; 16];
            for (cell, tile) in goal.tiles().iter().enumerate() {
                let mine = |r: &Reading| {
                    let home = r.symmetry.cell(Cell::new(cell)).index();
                    r.table.pattern().cells() >> home & 1 != 0
                };
                owner[tile.index()] = readings.iter().position(mine).unwrap_or(0) as u8;
            }
            View {
                owner,
                patterns: readings.iter().map(&mut pattern).collect(),
                readings,
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
}

/// IDA* on the 4×4 board with the larger of the sums of both views; see
/// [`ida_star`](super::ida_star()) for the arguments.
pub fn fifteen_additive(
    board: &Board<4>,
    tables: &FifteenTables,
    proven: u32,
    effort: Effort,
    watch: &Watch<'_>,
) -> Answer {
    match tables.patterns {
        0..=2 => deepen(&Tables::<2>::new(board, tables), proven, effort, watch),
        3 => deepen(&Tables::<3>::new(board, tables), proven, effort, watch),
        _ => deepen(&Tables::<4>::new(board, tables), proven, effort, watch),
    }
}

const UP: usize = Move::Up as usize;
const LEFT: usize = Move::Left as usize;
const RIGHT: usize = Move::Right as usize;
const DOWN: usize = Move::Down as usize;
/// The last move of the start.
const NONE: usize = 4;

/// The tree of moves for at most `P` patterns.
struct Tables<'a, const P: usize> {
    start: Board<4>,
    goal: u64,
    views: [&'a View; 2],
    both: bool,
}

#[derive(Clone, Copy)]
struct Node<const P: usize> {
    word: u64,
    blank: usize,
    last: usize,
    /// For each view.
    places: [[Place; P]; 2],
    sums: [i32; 2],
}

/// What a depth-first search passes down.
#[derive(Clone, Copy)]
struct State<const P: usize> {
    places: [[Place; P]; 2],
    /// What is left of the bound after the f of each view.
    slack: [i32; 2],
}

impl View {
    /// The owner of `tile`, its place after the tile has gone from one cell to another, and by how much
    /// f rises: 0 or 2.
    #[inline(always)]
    fn step<const P: usize>(
        &self,
        places: &[Place; P],
        tile: usize,
        from: usize,
        to: usize,
    ) -> (usize, Place, i32) {
        let owner = self.owner[tile & 15] as usize % P;
        let pattern = &self.patterns[owner];
        let (from, to) = (pattern.cell[from & 15] & 15, pattern.cell[to & 15] & 15);
        let place = places[owner];
        let cells = place.cells ^ 1 << from ^ 1 << to;
        let record = pattern.placements.record(cells);
        let nibble = |cell: u8| (record.nibbles >> (4 * cell)) as usize & 15;
        // Between two cells of a column lie three others, between neighbours in a row none.
        let near = from.min(to) + 1;
        let wide = from.abs_diff(to) == 4;
        let between = if wide { cells >> near & 7 } else { 0 };
        let passed = (0xE994 >> (2 * between)) as usize & 3;
        let slot = nibble(to);
        let old_slot = if from < to {
            slot.wrapping_sub(passed)
        } else {
            slot + passed
        };
        let tiles = pattern.placements.tiles;
        let orders = pattern.table.layout().orders();
        let turn = old_slot * tiles + slot;
        let order = orders.turns()[turn * pattern.orders + place.order as usize];
        let block = record.first_block as usize + nibble(from);
        let entry = block * pattern.stride + order as usize;
        let bit = pattern.table.bits()[entry / 8] >> (entry % 8) & 1;
        let up = place.cost.wrapping_add(1);
        let falls = (up >> 1 ^ bit) & 1;
        let cost = up.wrapping_sub(2 * falls);
        (
            owner,
            Place { cells, order, cost },
            2 - 2 * i32::from(falls),
        )
    }
}

impl<'a, const P: usize> Tables<'a, P> {
    fn new(board: &Board<4>, tables: &'a FifteenTables) -> Self {
        let both = tables.views.len() > 1;
        Tables {
            start: *board,
            goal: super::fifteen::pack(&Board::goal(tables.goal_blank)),
            views: [&tables.views[0], &tables.views[usize::from(both)]],
            both,
        }
    }

    #[inline(always)]
    fn try_move<const M: usize>(
        &self,
        word: u64,
        blank: usize,
        state: &State<P>,
        dive: &mut Dive<'_>,
    ) -> bool {
        dive.generated += 1;
        let from = target::<M>(blank);
        let tile = word >> (4 * from) & 15;
        let mut next = *state;
        let first = usize::from(self.both && state.slack[1] < state.slack[0]);
        for view in [first, 1 - first] {
            let (owner, place, rise) =
                self.views[view].step(&state.places[view], tile as usize, from, blank);
            next.slack[view] -= rise;
            if next.slack[view] < 0 {
                return false;
            }
            next.places[view][owner] = place;
            if !self.both {
                break;
            }
        }
        let word = word ^ (tile << (4 * from) | tile << (4 * blank));
        let over = word == self.goal || self.below::<M>(word, from, &next, dive);
        if over {
            dive.found(Move::ALL[M]);
        }
        over
    }

    fn below<const LAST: usize>(
        &self,
        word: u64,
        blank: usize,
        state: &State<P>,
        dive: &mut Dive<'_>,
    ) -> bool {
        if !dive.expand() {
            return true;
        }
        (LAST != DOWN && blank >= 4 && self.try_move::<UP>(word, blank, state, dive))
            || (LAST != RIGHT && blank & 3 != 0 && self.try_move::<LEFT>(word, blank, state, dive))
            || (LAST != LEFT && blank & 3 != 3 && self.try_move::<RIGHT>(word, blank, state, dive))
            || (LAST != UP && blank < 12 && self.try_move::<DOWN>(word, blank, state, dive))
    }
}

/// Where the blank goes by the move `M`, which keeps it on the board.
#[inline(always)]
fn target<const M: usize>(blank: usize) -> usize {
    match M {
        UP => blank - 4,
        LEFT => blank - 1,
        RIGHT => blank + 1,
        _ => blank + 4,
    }
}

impl<const P: usize> Tree for Tables<'_, P> {
    type Node = Node<P>;

    fn root(&self) -> (Node<P>, u32) {
        let blank = self.start.blank();
        let mut node = Node {
            word: super::fifteen::pack(&self.start),
            blank: blank.index(),
            last: NONE,
            places: [[Place::default(); P]; 2],
            sums: [0; 2],
        };
        let goal_blank = self.views[0].readings[0].table.pattern().blank();
        let goal_blank = self.views[0].readings[0]
            .symmetry
            .inverse()
            .cell(goal_blank);
        for (v, view) in self.views.iter().enumerate() {
            for (reading, place) in view.readings.iter().zip(&mut node.places[v]) {
                let Walk { cells, order, cost } = reading.walk(self.start.tiles(), goal_blank);
                node.sums[v] += i32::from(cost);
                *place = Place {
                    cells: cells as u16,
                    order,
                    cost,
                };
            }
        }
        (node, node.sums[0].max(node.sums[1]) as u32)
    }

    fn is_goal(&self, node: &Node<P>) -> bool {
        node.word == self.goal
    }

    fn children(&self, node: &Node<P>) -> Vec<(Move, Node<P>, i32)> {
        let mut moves = MoveSet::legal(Cell::new(node.blank), 4, 4);
        if let Some(last) = Move::ALL.get(node.last) {
            moves = moves.without(last.inverse());
        }
        let child = |m: Move| {
            let from = m
                .target(Cell::new(node.blank), 4, 4)
                .expect("the move is legal")
                .index();
            let tile = node.word >> (4 * from) & 15;
            let mut next = *node;
            next.word ^= tile << (4 * from) | tile << (4 * node.blank);
            (next.blank, next.last) = (from, m as usize);
            for v in 0..2 {
                let (owner, place, rise) =
                    self.views[v].step(&node.places[v], tile as usize, from, node.blank);
                next.places[v][owner] = place;
                next.sums[v] += rise - 1;
            }
            let change = next.sums[0].max(next.sums[1]) - node.sums[0].max(node.sums[1]);
            (m, next, change)
        };
        moves.map(child).collect()
    }

    fn search(&self, node: &Node<P>, slack: i32, dive: &mut Dive<'_>) -> bool {
        let estimate = node.sums[0].max(node.sums[1]);
        let state = State {
            places: node.places,
            slack: node.sums.map(|sum| slack + estimate - sum),
        };
        match node.last {
            UP => self.below::<UP>(node.word, node.blank, &state, dive),
            LEFT => self.below::<LEFT>(node.word, node.blank, &state, dive),
            RIGHT => self.below::<RIGHT>(node.word, node.blank, &state, dive),
            DOWN => self.below::<DOWN>(node.word, node.blank, &state, dive),
            _ => self.below::<NONE>(node.word, node.blank, &state, dive),
        }
    }
}
