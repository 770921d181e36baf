//! A table seen through a symmetry.

use std::sync::Arc;

use super::{Partition, Pattern, Place, Table};
use crate::puzzle::{Cell, Symmetry, Tile};

/// A pattern of a partition with its table, and the symmetry through which the table is read.
#[derive(Clone, Debug)]
pub struct Lens {
    /// The table, which may be that of an image of the pattern.
    pub table: Arc<Table>,
    /// Takes a cell of the board to the cell that the table knows it by.
    pub symmetry: Symmetry,
}

impl Lens {
    /// How each pattern of `partition` is read from `tables`: first for the board, then, if that may
    /// differ, for its image under [`Partition::reflection`].
    ///
    /// `None` if a table is missing.
    pub fn of(partition: &Partition, tables: &[Arc<Table>]) -> Option<Vec<Vec<Lens>>> {
        let views =
            std::iter::once(Symmetry::identity(partition.size())).chain(partition.reflection());
        let view = |view: Symmetry| {
            let lens = |pattern: &Pattern| {
                let (canonical, symmetry) = pattern.canonical();
                let table = tables.iter().find(|t| *t.pattern() == canonical)?;
                Some(Lens {
                    table: table.clone(),
                    symmetry: view.then(symmetry),
                })
            };
            partition.patterns().iter().map(lens).collect()
        };
        views.map(view).collect()
    }

    /// Whether a tile that belongs on `cell` of the board is in the pattern.
    pub(crate) fn is_home(&self, cell: Cell) -> bool {
        self.table.pattern().cells() >> self.symmetry.cell(cell).index() & 1 != 0
    }

    /// The place of a board given as its tiles in reading order.
    pub fn place(&self, tiles: &[Tile], goal_blank: Cell) -> Place {
        let pattern = self.table.pattern();
        let (mut at, mut blank) = ([Cell::new(0); Pattern::MAX_TILES], Cell::new(0));
        for (cell, &tile) in tiles.iter().enumerate() {
            let cell = self.symmetry.cell(Cell::new(cell));
            let goal = self.symmetry.cell(tile.home(goal_blank)).index();
            if tile.is_blank() {
                blank = cell;
            } else if pattern.cells() >> goal & 1 != 0 {
                at[(pattern.cells() & ((1 << goal) - 1)).count_ones() as usize] = cell;
            }
        }
        self.table.place(&at[..pattern.tiles()], blank)
    }
}
