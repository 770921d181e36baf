//! A rectangle of cells.

use crate::puzzle::{Cell, Size};

/// A rectangle of cells of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Rectangle {
    pub(super) top: usize,
    pub(super) left: usize,
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The width of the board.
    pub(super) width: usize,
}

impl Rectangle {
    /// The whole board.
    pub(super) const fn whole(size: Size) -> Rectangle {
        Rectangle {
            top: 0,
            left: 0,
            rows: size.rows(),
            cols: size.cols(),
            width: size.cols(),
        }
    }

    /// The cells in reading order.
    pub(super) fn cells(self) -> impl Iterator<Item = Cell> {
        (self.top..self.top + self.rows).flat_map(move |row| {
            (self.left..self.left + self.cols).map(move |col| Cell::new(row * self.width + col))
        })
    }

    /// The rectangle of at most `side` × `side` cells that is left in the end: around `keep`, in a corner
    /// if that can be.
    pub(super) fn core(self, side: usize, keep: Cell) -> Rectangle {
        let (rows, cols) = (self.rows.min(side), self.cols.min(side));
        Rectangle {
            top: first(keep.row(self.width), rows, self.rows),
            left: first(keep.col(self.width), cols, self.cols),
            rows,
            cols,
            width: self.width,
        }
    }
}

/// The first of `len` lines of `all` around line `keep`, from one end if that can be.
fn first(keep: usize, len: usize, all: usize) -> usize {
    if keep < len {
        0
    } else if keep >= all - len {
        all - len
    } else {
        keep - len / 2
    }
}
