//! Reflections and rotations of a board.

use super::{Cell, Move, Size};

/// A reflection or rotation that maps the shape of a board to itself.
///
/// A square has eight, other rectangles four. A symmetry acts on cells, on moves and on sets of cells,
/// and on tiles through the cells they belong on: if a board is one move sequence away from its goal,
/// the image of the board is the image of the sequence away from the image of the goal.
///
/// # Examples
/// ```
/// use slide::{Cell, Size, Symmetry};
/// let size = Size::new(2, 3)?;
/// let to_first = Symmetry::all(size).find(|s| s.cell(Cell::new(5)) == Cell::new(0));
/// assert!(to_first.is_some());
/// # Ok::<(), slide::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    size: Size,
    /// Bit 0: rows and columns change places, and after that bit 1: the rows are read from the bottom,
    /// bit 2: the columns from the right.
    code: u8,
}

const TRANSPOSED: u8 = 1;
const ROWS_TURNED: u8 = 2;
const COLS_TURNED: u8 = 4;

impl Symmetry {
    /// The symmetry that leaves every cell where it is.
    pub const fn identity(size: Size) -> Symmetry {
        Symmetry { size, code: 0 }
    }

    /// All symmetries of a size, the identity first.
    pub fn all(size: Size) -> impl Iterator<Item = Symmetry> {
        let square = size.rows() == size.cols();
        (0..8)
            .filter(move |code| square || code & TRANSPOSED == 0)
            .map(move |code| Symmetry { size, code })
    }

    /// Where `cell` goes.
    pub const fn cell(self, cell: Cell) -> Cell {
        let cols = self.size.cols();
        let (mut row, mut col) = (cell.row(cols), cell.col(cols));
        if self.code & TRANSPOSED != 0 {
            (row, col) = (col, row);
        }
        if self.code & ROWS_TURNED != 0 {
            row = self.size.rows() - 1 - row;
        }
        if self.code & COLS_TURNED != 0 {
            col = cols - 1 - col;
        }
        Cell::new(row * cols + col)
    }

    /// What becomes of a move.
    pub const fn turn(self, m: Move) -> Move {
        // In search order up, left, right, down: transposing swaps neighbours, turning inverts.
        let m = if self.code & TRANSPOSED != 0 {
            Move::ALL[m as usize ^ 1]
        } else {
            m
        };
        let flip = if m.is_vertical() {
            ROWS_TURNED
        } else {
            COLS_TURNED
        };
        if self.code & flip != 0 {
            m.inverse()
        } else {
            m
        }
    }

    /// Where a set of cells goes; bit `c` stands for cell `c`, so boards have at most 64 cells.
    pub fn cells(self, cells: u64) -> u64 {
        (0..self.size.cells().min(64))
            .filter(|&c| cells >> c & 1 != 0)
            .fold(0, |set, c| set | 1 << self.cell(Cell::new(c)).index())
    }

    /// First this symmetry, then `next`.
    ///
    /// # Panics
    /// If the two belong to different sizes.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        assert_eq!(self.size, next.size, "symmetries of one size are chained");
        let turned = if next.code & TRANSPOSED != 0 {
            swap_turns(self.code)
        } else {
            self.code
        };
        Symmetry {
            size: self.size,
            code: turned ^ next.code,
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        let code = if self.code & TRANSPOSED != 0 {
            swap_turns(self.code)
        } else {
            self.code
        };
        Symmetry {
            size: self.size,
            code,
        }
    }
}

/// The code with the turns of rows and columns exchanged.
const fn swap_turns(code: u8) -> u8 {
    code & TRANSPOSED | (code & ROWS_TURNED) << 1 | (code & COLS_TURNED) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(size: Size) -> impl Iterator<Item = Cell> {
        (0..size.cells()).map(Cell::new)
    }

    #[test]
    fn symmetries_form_a_group_and_keep_neighbours() {
        for size in Size::all().filter(|s| s.cells() <= 36) {
            let all: Vec<Symmetry> = Symmetry::all(size).collect();
            assert_eq!(all.len(), if size.rows() == size.cols() { 8 } else { 4 });
            for &s in &all {
                assert_eq!(s.then(s.inverse()), Symmetry::identity(size));
                assert!(cells(size).all(|c| s.inverse().cell(s.cell(c)) == c));
                for c in cells(size) {
                    for m in Move::ALL {
                        let after = m.target(c, size.rows(), size.cols());
                        let turned = s.turn(m).target(s.cell(c), size.rows(), size.cols());
                        assert_eq!(turned, after.map(|c| s.cell(c)));
                    }
                    for &t in &all {
                        assert_eq!(s.then(t).cell(c), t.cell(s.cell(c)));
                    }
                }
                assert_eq!(
                    s.cells(0b11),
                    1 << s.cell(Cell::new(0)).index() | 1 << s.cell(Cell::new(1)).index()
                );
            }
        }
    }

    #[test]
    fn every_corner_has_its_way_to_the_first_cell() {
        for size in Size::all() {
            let (rows, cols) = (size.rows(), size.cols());
            for corner in [0, cols - 1, (rows - 1) * cols, rows * cols - 1] {
                assert!(Symmetry::all(size).any(|s| s.cell(Cell::new(corner)).index() == 0));
            }
        }
    }
}
