//! Where each tile belongs.

use crate::puzzle::{Cell, Tile};

/// The goal cell of every tile, for one cell of the blank at the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Homes<const R: usize, const C: usize> {
    cells: [[Cell; C]; R],
}

impl<const R: usize, const C: usize> Homes<R, C> {
    pub(super) fn new(goal_blank: Cell) -> Self {
        let mut cells = [[goal_blank; C]; R];
        for (tile, cell) in cells.as_flattened_mut().iter_mut().enumerate() {
            *cell = Tile::new(tile as u8).home(goal_blank);
        }
        Homes { cells }
    }

    #[inline]
    pub(super) fn cell(&self, tile: Tile) -> Cell {
        self.cells.as_flattened()[tile.index()]
    }

    #[inline]
    pub(super) fn row(&self, tile: Tile) -> usize {
        self.cell(tile).row(C)
    }

    #[inline]
    pub(super) fn col(&self, tile: Tile) -> usize {
        self.cell(tile).col(C)
    }
}
