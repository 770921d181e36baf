//! One pattern's costs, and how to look them up.

use std::{fmt, sync::Arc};

use super::{Index, Indexes, Listener, Pattern, build, memory::Memory};
use crate::puzzle::Cell;

/// The cost of every arrangement of a pattern's tiles: the least number of their own moves that brings
/// them home and the blank into the goal's region.
///
/// One bit an entry. A move of one of the tiles changes the cost by exactly one, up or down; the two
/// results differ by two, so bit 1 of the new cost, which is what the table holds, tells them apart.
/// A path therefore carries its cost along ([`Place`]); the cost of a board met for the first time
/// is found by going down to the goal ([`Table::place`]).
pub struct Table {
    pattern: Pattern,
    index: Arc<Index>,
    bits: Memory,
    deepest: u8,
}

/// Where a pattern's tiles stand, and the cost of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The cells that the tiles stand on.
    pub cells: u64,
    /// Which tile stands on which of them: a number of `Orders`.
    pub order: u16,
    /// The cost in moves of these tiles.
    pub cost: u8,
}

impl Table {
    /// Builds the table of a pattern, on all threads of the current rayon pool.
    ///
    /// # Complexity
    /// See `docs/algorithms/pattern-databases.md`: 0.1 s for six tiles on 4×4; memory two bits an
    /// entry while it builds, one bit afterwards.
    pub fn build(pattern: &Pattern, indexes: &Indexes) -> Table {
        Table::build_for(pattern, indexes, &()).expect("nobody stops it")
    }

    /// The same for a listener, who may stop it: then there is no table.
    pub(crate) fn build_for(
        pattern: &Pattern,
        indexes: &Indexes,
        listener: &dyn Listener,
    ) -> Option<Table> {
        let index = indexes.of_for(pattern, listener)?;
        let goal = index.block(pattern.cells(), pattern.blank());
        let build::Built { bits, deepest } = build::build(&index, goal, listener)?;
        Some(Table {
            pattern: *pattern,
            index,
            bits,
            deepest,
        })
    }

    /// A table of these bits, read from somewhere; their length must be [`Table::bytes_of`].
    pub(super) fn from_parts(
        pattern: &Pattern,
        index: Arc<Index>,
        bits: Memory,
        deepest: u8,
    ) -> Table {
        debug_assert_eq!(bits.len(), Table::bytes_of(&index));
        Table {
            pattern: *pattern,
            index,
            bits,
            deepest,
        }
    }

    /// The bytes that a table with this index takes.
    pub(super) fn bytes_of(index: &Index) -> usize {
        index.blocks() * index.stride() / 8
    }

    /// The pattern it is made for.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Where its entries stand.
    pub fn index(&self) -> &Arc<Index> {
        &self.index
    }

    /// Bit 1 of every cost, entry e as bit e % 8 of byte e / 8; the entry of an order is
    /// block · [`Index::stride`] + order.
    pub fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// The largest cost.
    pub fn deepest(&self) -> u8 {
        self.deepest
    }

    /// The place where the i-th tile of the pattern (by goal cell) stands on `tiles[i]`.
    ///
    /// The cost is found by going downhill: the parity of a cost is known from the placement and bit 1
    /// from the table, so a neighbour that costs one less can be told from one that costs one more.
    ///
    /// # Panics
    /// If the cells are not different cells of the board, as many as the pattern has tiles.
    ///
    /// # Complexity
    /// O(cost · moves): microseconds.
    pub fn place(&self, tiles: &[Cell], blank: Cell) -> Place {
        let cells = tiles.iter().fold(0, |set, c| set | 1u64 << c.index());
        assert_eq!(
            cells.count_ones() as usize,
            self.index.tiles(),
            "each tile stands on a cell of its own"
        );
        let mut slots: Vec<u8> = (0..tiles.len() as u8).collect();
        slots.sort_unstable_by_key(|&tile| tiles[tile as usize]);
        let order = self.index.orders().rank(&slots);
        let start = Place {
            cells,
            order,
            cost: 0,
        };
        Place {
            cost: self.descend(start, blank),
            ..start
        }
    }

    fn descend(&self, start: Place, mut blank: Cell) -> u8 {
        let goal = self.index.block(self.pattern.cells(), self.pattern.blank());
        let (mut at, mut steps) = (start, 0);
        while at.order != 0 || self.index.block(at.cells, blank) != goal {
            let wanted = self.low_bits(at, blank).wrapping_sub(1) & 3;
            let region = self.index.region(at.cells, blank);
            let next = self.index.moves(at.cells, region).find_map(|(from, to)| {
                let next = self.shift(at, from, to);
                (self.low_bits(next, from) == wanted).then_some((next, from))
            });
            // Only arrangements that the goal cannot be reached from lead nowhere.
            let Some(next) = next else { return 0 };
            (at, blank) = next;
            steps += 1;
        }
        steps
    }

    /// The place after the tile on `from` has gone to `to`, where the blank was.
    pub fn step(&self, place: Place, from: Cell, to: Cell) -> Place {
        let next = self.shift(place, from, to);
        let up = place.cost + 1;
        let bit = self.bit(next, from);
        let cost = if up >> 1 & 1 == bit {
            up
        } else {
            place.cost.saturating_sub(1)
        };
        Place { cost, ..next }
    }

    fn shift(&self, place: Place, from: Cell, to: Cell) -> Place {
        let (i, j) = self.index.slots(place.cells, from, to);
        let orders = self.index.orders();
        Place {
            cells: place.cells ^ 1 << from.index() ^ 1 << to.index(),
            order: orders.turn(orders.turn_index(i, j))[place.order as usize],
            cost: place.cost,
        }
    }

    fn bit(&self, place: Place, blank: Cell) -> u8 {
        let entry =
            self.index.block(place.cells, blank) * self.index.stride() + place.order as usize;
        self.bits[entry / 8] >> (entry % 8) & 1
    }

    /// The cost modulo 4.
    fn low_bits(&self, place: Place, blank: Cell) -> u8 {
        let parity = self.index.parity(place.cells) ^ self.index.parity(self.pattern.cells());
        self.bit(place, blank) << 1 | parity as u8
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("pattern", &self.pattern)
            .field("bytes", &self.bits.len())
            .field("deepest", &self.deepest)
            .finish_non_exhaustive()
    }
}
