//! How large a board is drawn in characters, and which cell is where.

use crate::puzzle::{Cell, Size};

/// How much room a board takes in a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// Boxes three lines high.
    Roomy,
    /// Boxes one line high.
    Boxed,
    /// No boxes: a row a line, tiles side by side.
    Bare,
}

impl Frame {
    /// All of them, the largest first.
    pub const ALL: [Frame; 3] = [Frame::Roomy, Frame::Boxed, Frame::Bare];

    /// The largest of these frames in which a board of `size` fits into so many columns and lines.
    pub fn fitting(frames: &[Frame], size: Size, columns: usize, lines: usize) -> Option<Frame> {
        frames
            .iter()
            .copied()
            .find(|frame| frame.columns(size) <= columns && frame.lines(size) <= lines)
    }

    /// Columns of a board.
    pub fn columns(self, size: Size) -> usize {
        size.cols() * (self.inner_columns(size) + self.border()) + self.border()
    }

    /// Lines of a board.
    pub fn lines(self, size: Size) -> usize {
        size.rows() * (self.inner_lines() + self.border()) + self.border()
    }

    /// The cell that a column and a line of the drawing belong to, both from 0; none on borders and outside.
    pub fn cell_at(self, size: Size, column: usize, line: usize) -> Option<Cell> {
        let along = |place: usize, inner: usize, cells: usize| {
            let from_border = place.checked_sub(self.border())?;
            let pitch = inner + self.border();
            let (cell, within) = (from_border / pitch, from_border % pitch);
            (within < inner && cell < cells).then_some(cell)
        };
        let row = along(line, self.inner_lines(), size.rows())?;
        let col = along(column, self.inner_columns(size), size.cols())?;
        Some(Cell::new(row * size.cols() + col))
    }

    /// Thickness of the lines between cells.
    pub(super) fn border(self) -> usize {
        usize::from(self != Frame::Bare)
    }

    /// Columns inside a cell.
    pub(super) fn inner_columns(self, size: Size) -> usize {
        let digits = digits(size);
        match self {
            Frame::Roomy => digits + 4,
            Frame::Boxed => digits + 2,
            Frame::Bare => digits + 1,
        }
    }

    /// Lines inside a cell.
    pub(super) fn inner_lines(self) -> usize {
        if self == Frame::Roomy { 3 } else { 1 }
    }
}

/// Digits of the largest tile.
pub(super) fn digits(size: Size) -> usize {
    (size.cells() - 1).to_string().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_frame_that_fits_is_taken() {
        let size = Size::square(4).expect("4x4 exists");
        let fitting = |columns, lines| Frame::fitting(&Frame::ALL, size, columns, lines);
        assert_eq!(fitting(29, 17), Some(Frame::Roomy));
        assert_eq!(fitting(28, 17), Some(Frame::Boxed));
        assert_eq!(fitting(21, 9), Some(Frame::Boxed));
        assert_eq!(fitting(21, 8), Some(Frame::Bare));
        assert_eq!(fitting(12, 4), Some(Frame::Bare));
        assert_eq!(fitting(11, 4), None);
        assert_eq!(fitting(12, 3), None);
    }
}
