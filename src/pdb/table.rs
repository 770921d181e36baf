//! One pattern's costs, and how to look them up.

use std::{fmt, sync::Arc};

use super::{Layout, Layouts, Listener, Pattern, build, memory::Memory};
use crate::puzzle::Cell;

/// The cost of every arrangement of a pattern's tiles: the least number of their own moves that brings
/// them home and the blank into the goal's region.
///
/// One bit an entry. A move of one of the tiles changes the cost by exactly one, up or down; the two
/// results differ by two, so bit 1 of the new cost, which is what the table holds, tells them apart.
/// A path therefore carries its cost along ([`Walk`]); the cost of a board met for the first time
/// is found by walking down to the goal ([`Table::walk`]).
pub struct Table {
    pattern: Pattern,
    layout: Arc<Layout>,
    bits: Memory,
    deepest: u8,
}

/// Where a pattern's tiles stand, and the cost of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Walk {
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
    pub fn build(pattern: &Pattern, layouts: &Layouts) -> Table {
        Table::build_for(pattern, layouts, &()).expect("nobody stops it")
    }

    /// The same for a listener, who may stop it: then there is no table.
    pub(crate) fn build_for(
        pattern: &Pattern,
        layouts: &Layouts,
        listener: &dyn Listener,
    ) -> Option<Table> {
        let layout = layouts.of_for(pattern, listener)?;
        let goal = layout.block(pattern.cells(), pattern.blank());
        let build::Built { bits, deepest } = build::build(&layout, goal, listener)?;
        Some(Table {
            pattern: *pattern,
            layout,
            bits,
            deepest,
        })
    }

    /// A table of these bits, read from somewhere; their length must be [`Table::bytes_of`].
    pub(super) fn from_parts(
        pattern: &Pattern,
        layout: Arc<Layout>,
        bits: Memory,
        deepest: u8,
    ) -> Table {
        debug_assert_eq!(bits.len(), Table::bytes_of(&layout));
        Table {
            pattern: *pattern,
            layout,
            bits,
            deepest,
        }
    }

    /// The bytes that a table of this layout takes.
    pub(super) fn bytes_of(layout: &Layout) -> usize {
        layout.blocks() * layout.stride() / 8
    }

    /// The pattern it is made for.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Where its entries stand.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Bit 1 of every cost, entry e as bit e % 8 of byte e / 8; the entry of an order is
    /// block · [`Layout::stride`] + order.
    pub fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// The largest cost.
    pub fn deepest(&self) -> u8 {
        self.deepest
    }

    /// The walk that begins where the i-th tile of the pattern (by goal cell) stands on `tiles[i]`.
    ///
    /// The cost is found by going downhill: the parity of a cost is known from the placement and bit 1
    /// from the table, so a neighbour that costs one less can be told from one that costs one more.
    ///
    /// # Panics
    /// If the cells are not different cells of the board, as many as the pattern has tiles.
    ///
    /// # Complexity
    /// O(cost · moves): microseconds.
    pub fn walk(&self, tiles: &[Cell], blank: Cell) -> Walk {
        let cells = tiles.iter().fold(0, |set, c| set | 1u64 << c.index());
        assert_eq!(
            cells.count_ones() as usize,
            self.layout.tiles(),
            "each tile stands on a cell of its own"
        );
        let mut slots: Vec<u8> = (0..tiles.len() as u8).collect();
        slots.sort_unstable_by_key(|&tile| tiles[tile as usize]);
        let order = self.layout.orders().rank(&slots);
        let start = Walk {
            cells,
            order,
            cost: 0,
        };
        Walk {
            cost: self.descend(start, blank),
            ..start
        }
    }

    fn descend(&self, start: Walk, mut blank: Cell) -> u8 {
        let goal = self
            .layout
            .block(self.pattern.cells(), self.pattern.blank());
        let (mut at, mut steps) = (start, 0);
        while at.order != 0 || self.layout.block(at.cells, blank) != goal {
            let wanted = self.low_bits(at, blank).wrapping_sub(1) & 3;
            let region = self.layout.region(at.cells, blank);
            let next = self.layout.moves(at.cells, region).find_map(|(from, to)| {
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

    /// The walk after the tile on `from` has gone to `to`, where the blank was.
    pub fn step(&self, walk: Walk, from: Cell, to: Cell) -> Walk {
        let next = self.shift(walk, from, to);
        let up = walk.cost + 1;
        let bit = self.bit(next, from);
        let cost = if up >> 1 & 1 == bit {
            up
        } else {
            walk.cost.saturating_sub(1)
        };
        Walk { cost, ..next }
    }

    fn shift(&self, walk: Walk, from: Cell, to: Cell) -> Walk {
        let (i, j) = self.layout.slots(walk.cells, from, to);
        let orders = self.layout.orders();
        Walk {
            cells: walk.cells ^ 1 << from.index() ^ 1 << to.index(),
            order: orders.turn(orders.turn_index(i, j))[walk.order as usize],
            cost: walk.cost,
        }
    }

    fn bit(&self, walk: Walk, blank: Cell) -> u8 {
        let entry =
            self.layout.block(walk.cells, blank) * self.layout.stride() + walk.order as usize;
        self.bits[entry / 8] >> (entry % 8) & 1
    }

    /// The cost modulo 4.
    fn low_bits(&self, walk: Walk, blank: Cell) -> u8 {
        let parity = self.layout.parity(walk.cells) ^ self.layout.parity(self.pattern.cells());
        self.bit(walk, blank) << 1 | parity as u8
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
