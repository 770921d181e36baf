//! Where each tile belongs.

use crate::puzzle::{Board, Cell, Tile};

/// The goal cell of every tile, for one cell of the blank at the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Homes<const R: usize, const C: usize> {
    cells: [[Cell; C]; R],
}

impl<const R: usize, const C: usize> Homes<R, C> {
    pub(super) fn new(goal_blank: Cell) -> Self {
        let mut homes = Homes {
            cells: [[goal_blank; C]; R],
        };
        for (cell, &tile) in Board::<R, C>::goal(goal_blank).tiles().iter().enumerate() {
            homes.cells.as_flattened_mut()[tile.index()] = Cell::new(cell);
        }
        homes
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
