//! One-byte names for what stands on a board and for where it stands.

/// A tile by its number; number 0 is the blank.
///
/// Tiles are *renamed* tiles: tile `t` belongs on the `t`-th cell of the goal, counted in reading
/// order without the blank's cell (see [`Goal`](super::Goal)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(transparent)]
pub struct Tile(u8);

impl Tile {
    /// The empty place, written as tile 0.
    pub const BLANK: Tile = Tile(0);

    /// The tile with this number.
    pub const fn new(number: u8) -> Tile {
        Tile(number)
    }

    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Where the tile belongs if the blank belongs on `goal_blank`, as the blank itself does.
    pub(crate) const fn home(self, goal_blank: Cell) -> Cell {
        match self.0 {
            0 => goal_blank,
            tile if tile <= goal_blank.0 => Cell(tile - 1),
            tile => Cell(tile),
        }
    }

    /// Whether this is the blank.
    pub const fn is_blank(self) -> bool {
        self.0 == 0
    }
}

/// A place on a board, numbered in reading order from the top-left, which is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(transparent)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number.
    ///
    /// # Panics
    /// If `index` is above 255; the largest board, 16×16, has 256 cells.
    pub const fn new(index: usize) -> Cell {
        assert!(index < 256, "a board has at most 256 cells");
        Cell(index as u8)
    }

    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The tile that belongs here if the blank belongs on `goal_blank`: undoes [`Tile::home`].
    pub(crate) const fn owner(self, goal_blank: Cell) -> Tile {
        if self.0 == goal_blank.0 {
            Tile::BLANK
        } else {
            Tile(self.0 + (self.0 < goal_blank.0) as u8)
        }
    }

    /// The row of this cell on a board `cols` wide, from 0 at the top.
    pub const fn row(self, cols: usize) -> usize {
        self.0 as usize / cols
    }

    /// The column of this cell on a board `cols` wide, from 0 at the left.
    pub const fn col(self, cols: usize) -> usize {
        self.0 as usize % cols
    }

    /// Steps between two cells of a board `cols` wide, along rows and columns.
    pub const fn taxicab(self, other: Cell, cols: usize) -> usize {
        self.row(cols).abs_diff(other.row(cols)) + self.col(cols).abs_diff(other.col(cols))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Board;

    #[test]
    fn every_tile_is_at_home_in_the_goal_and_on_the_cell_whose_owner_it_is() {
        for goal_blank in (0..256).map(Cell::new) {
            for (cell, &tile) in Board::<16>::goal(goal_blank).tiles().iter().enumerate() {
                assert_eq!(tile.home(goal_blank), Cell::new(cell));
                assert_eq!(Cell::new(cell).owner(goal_blank), tile);
            }
        }
    }
}
