//! The arrangement that searches work on.

use super::{Cell, Grid, GridError, Move, MoveSet, Slide, Tile};

/// A legal arrangement of the tiles 1 to R·C − 1 and the blank on `R` rows of `C` cells.
///
/// `Board<4>` is the 15-puzzle's board, `Board<2, 3>` two rows of three. The two numbers make boards
/// `Copy`, give tables their lengths and keep sizes from being mixed; they do not make the search
/// faster (measured: within noise). Engines that need more speed keep a packed state of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<const R: usize, const C: usize = R> {
    tiles: [[Tile; C]; R],
    blank: Cell,
}

impl<const R: usize, const C: usize> Board<R, C> {
    /// The number of cells.
    pub const CELLS: usize = R * C;

    /// The arrangement with the tiles in order around the blank at `blank`: every goal, once renamed.
    pub fn goal(blank: Cell) -> Self {
        let mut board = Board {
            tiles: [[Tile::BLANK; C]; R],
            blank,
        };
        let mut next = 0;
        for (cell, tile) in board.tiles.as_flattened_mut().iter_mut().enumerate() {
            if cell != blank.index() {
                next += 1;
                *tile = Tile::new(next);
            }
        }
        board
    }

    /// The board with these tiles in reading order.
    ///
    /// # Panics
    /// If the tiles are not an arrangement of 0 to R·C − 1.
    pub fn from_tiles(tiles: &[Tile]) -> Self {
        assert_eq!(tiles.len(), Self::CELLS, "a board has one tile a cell");
        let mut seen = [false; 256];
        let mut board = Board {
            tiles: [[Tile::BLANK; C]; R],
            blank: Cell::new(0),
        };
        for (cell, (&tile, place)) in tiles.iter().zip(board.tiles.as_flattened_mut()).enumerate() {
            assert!(
                tile.index() < Self::CELLS && !seen[tile.index()],
                "each tile stands once on a board"
            );
            seen[tile.index()] = true;
            *place = tile;
            if tile.is_blank() {
                board.blank = Cell::new(cell);
            }
        }
        board
    }

    /// The tiles in reading order.
    pub fn tiles(&self) -> &[Tile] {
        self.tiles.as_flattened()
    }

    /// The tile on `cell`.
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles()[cell.index()]
    }

    /// The blank's cell.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// The moves the blank can make.
    pub fn moves(&self) -> MoveSet {
        let legal = const { &Self::LEGAL };
        legal[self.blank.index()]
    }

    pub(super) const LEGAL: [MoveSet; 256] = {
        let mut table = [MoveSet::EMPTY; 256];
        let mut cell = 0;
        while cell < Self::CELLS {
            table[cell] = MoveSet::legal(Cell::new(cell), R, C);
            cell += 1;
        }
        table
    };

    /// Makes the move and says which tile went where.
    ///
    /// # Panics
    /// If the move would take the blank off the board.
    pub fn apply(&mut self, m: Move) -> Slide {
        let to = self.blank;
        let from = m
            .target(to, R, C)
            .expect("the move keeps the blank on the board");
        let tile = self.tile(from);
        let tiles = self.tiles.as_flattened_mut();
        tiles[to.index()] = tile;
        tiles[from.index()] = Tile::BLANK;
        self.blank = from;
        Slide { tile, from, to }
    }
}

impl<const R: usize, const C: usize> TryFrom<&Grid> for Board<R, C> {
    type Error = GridError;

    /// Takes the labels as tiles, without renaming.
    ///
    /// # Panics
    /// If the grid is of another size.
    fn try_from(grid: &Grid) -> Result<Self, GridError> {
        grid.check()?;
        let tiles: Vec<Tile> = grid.labels().iter().map(|&l| Tile::new(l as u8)).collect();
        Ok(Board::from_tiles(&tiles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_and_its_inverse_restore_the_board() {
        let goal = Board::<3, 4>::goal(Cell::new(5));
        assert_eq!(goal.moves().len(), 4);
        for m in goal.moves() {
            let mut board = goal;
            let slide = board.apply(m);
            assert_eq!(
                (board.blank(), board.tile(slide.to)),
                (slide.from, slide.tile)
            );
            board.apply(m.inverse());
            assert_eq!(board, goal);
        }
    }

    #[test]
    fn the_largest_board_has_256_cells() {
        let goal = Board::<16>::goal(Cell::new(255));
        assert_eq!(goal.tile(Cell::new(254)), Tile::new(255));
        assert_eq!(size_of_val(&goal), 257);
    }
}
