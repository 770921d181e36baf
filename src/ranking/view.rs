//! Any goal as the goal that tables are learned for.

use crate::puzzle::{Cell, Move, Size, Symmetry, Tile};

/// A board seen so that its goal becomes, or comes near, the one with the blank first.
///
/// A goal with the blank in a corner is turned or reflected. With the blank elsewhere, the blank is led from its
/// place in the goal to the nearest corner, and the board so reached takes the goal's place in the ranking: it is
/// a few moves from the goal, so a search that follows the ranking passes the goal, [`View::goal`], on its way.
///
/// In a view tiles are named for the cells they belong on: tile `t` on cell `t`, the blank being tile 0.
#[derive(Clone, Debug)]
pub struct View {
    turn: Symmetry,
    /// The tile's name in the view, by its number.
    names: Vec<u8>,
    goal: Vec<u8>,
}

impl View {
    /// The view of square boards of `size` whose goal has its blank on `goal_blank`.
    ///
    /// # Panics
    /// If the size is not square.
    pub fn new(size: Size, goal_blank: Cell) -> View {
        let (side, cells) = (size.rows(), size.cells());
        assert_eq!(side, size.cols(), "views are of squares");
        let owners = (0..cells).map(|cell| Cell::new(cell).owner(goal_blank));
        let goal: Vec<Tile> = owners.collect();
        let mut tiles = goal.clone();
        let (low, high) = (side / 2, side - 1);
        let nearest = |at: usize| if at < low || at == 0 { 0 } else { high };
        let corner =
            Cell::new(nearest(goal_blank.row(side)) * side + nearest(goal_blank.col(side)));
        let mut blank = goal_blank;
        while blank != corner {
            let closer = |m: &Move| {
                let to = m.target(blank, side, side);
                to.filter(|to| to.taxicab(corner, side) < blank.taxicab(corner, side))
            };
            let to = Move::ALL
                .iter()
                .find_map(closer)
                .expect("some move leads closer");
            tiles.swap(blank.index(), to.index());
            blank = to;
        }
        let turn = Symmetry::all(size)
            .find(|s| s.cell(corner).index() == 0)
            .expect("every corner of a square can be turned to every other");
        let mut names = vec![0; cells];
        for (cell, &tile) in tiles.iter().enumerate() {
            names[tile.index()] = turn.cell(Cell::new(cell)).index() as u8;
        }
        let mut view = View {
            turn,
            names,
            goal: Vec::new(),
        };
        view.goal = view.board(&goal);
        view
    }

    /// A board of the problem, as [`Problem::tiles`](crate::Problem::tiles) names its tiles, in the view.
    ///
    /// # Panics
    /// If the board is of another size.
    pub fn board(&self, tiles: &[Tile]) -> Vec<u8> {
        assert_eq!(tiles.len(), self.names.len(), "a board of the view's size");
        let mut board = vec![0; tiles.len()];
        for (cell, tile) in tiles.iter().enumerate() {
            board[self.turn.cell(Cell::new(cell)).index()] = self.names[tile.index()];
        }
        board
    }

    /// The goal in the view: in order, unless the goal's blank is in no corner.
    pub fn goal(&self) -> &[u8] {
        &self.goal
    }

    /// The problem's move for a move in the view.
    pub fn back(&self, m: Move) -> Move {
        self.turn.inverse().turn(m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Board;

    #[test]
    fn moves_in_the_view_are_moves_of_the_board_for_every_goal() {
        let size = Size::square(4).expect("4x4");
        for blank in (0..16).map(Cell::new) {
            let view = View::new(size, blank);
            let mut board = Board::<4>::goal(blank);
            let mut seen = view.board(board.tiles());
            assert_eq!(seen, view.goal());
            let in_order: Vec<u8> = (0..16).collect();
            assert_eq!(seen == in_order, [0, 3, 12, 15].contains(&blank.index()));
            for k in 0..200 {
                let at = seen.iter().position(|&t| t == 0).expect("a blank");
                let m = Move::ALL[(k * 7 + k / 3) % 4];
                let Some(to) = m.target(Cell::new(at), 4, 4) else {
                    continue;
                };
                seen.swap(at, to.index());
                board.apply(view.back(m));
                assert_eq!(seen, view.board(board.tiles()));
            }
        }
    }
}
