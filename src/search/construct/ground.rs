//! What stays the same while one goal is built: where tiles belong, and where cells lie.

use crate::puzzle::{Cell, Move, Size, Tile};

/// Marks by cell.
pub(super) type Marks = [bool; 256];

/// The shape of the board and the home of every tile.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    size: Size,
    goal_blank: Cell,
    homes: [Cell; 256],
    /// Row and column of every cell, so that none is divided for.
    places: [(u8, u8); 256],
    /// The legal moves by the blank's cell, and where they lead.
    moves: Vec<Vec<(Move, Cell)>>,
}

impl Ground {
    pub(super) fn new(size: Size, goal_blank: Cell) -> Ground {
        let homes = std::array::from_fn(|tile| Tile::new(tile as u8).home(goal_blank));
        let mut places = [(0, 0); 256];
        for (cell, place) in places.iter_mut().enumerate() {
            *place = ((cell / size.cols()) as u8, (cell % size.cols()) as u8);
        }
        let moves = (0..size.cells()).map(Cell::new).map(|blank| {
            let to = |m: Move| Some((m, m.target(blank, size.rows(), size.cols())?));
            Move::ALL.into_iter().filter_map(to).collect()
        });
        Ground {
            size,
            goal_blank,
            homes,
            places,
            moves: moves.collect(),
        }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn goal_blank(&self) -> Cell {
        self.goal_blank
    }

    /// Where `tile` belongs; the goal's blank cell for the blank.
    #[inline]
    pub(super) fn home(&self, tile: Tile) -> Cell {
        self.homes[tile.index()]
    }

    /// The tile that belongs on a cell, the blank for the goal's blank cell.
    pub(super) fn owner(&self, cell: Cell) -> Tile {
        cell.owner(self.goal_blank)
    }

    /// The moves the blank can make, and where each leads.
    #[inline]
    pub(super) fn moves(&self, blank: Cell) -> impl Iterator<Item = (Move, Cell)> {
        self.moves[blank.index()].iter().copied()
    }

    /// The cells next to a cell.
    #[inline]
    pub(super) fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.moves(cell).map(|(_, to)| to)
    }

    /// Row and column.
    #[inline]
    pub(super) fn place(&self, cell: Cell) -> (i32, i32) {
        let (row, col) = self.places[cell.index()];
        (row.into(), col.into())
    }

    #[inline]
    pub(super) fn taxicab(&self, a: Cell, b: Cell) -> i32 {
        let ((a_row, a_col), (b_row, b_col)) = (self.place(a), self.place(b));
        (a_row - b_row).abs() + (a_col - b_col).abs()
    }
}
