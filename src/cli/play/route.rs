//! A way to the goal that is known.

use slide::{Grid, Move};

/// The boards of a solution, each with the moves from there on.
pub(super) struct Route {
    boards: Vec<Grid>,
    moves: Vec<Move>,
    /// No way from the first board is shorter than this.
    bound: u32,
}

impl Route {
    /// The route of a solution of `start`.
    pub(super) fn new(start: Grid, moves: Vec<Move>, bound: u32) -> Route {
        let mut boards = vec![start];
        for &m in &moves {
            let mut next = boards[boards.len() - 1].clone();
            let stays = next.apply(m);
            debug_assert!(stays, "a replayed solution stays on the board");
            boards.push(next);
        }
        Route {
            boards,
            moves,
            bound,
        }
    }

    /// The moves from a board on, if the route leads over it.
    pub(super) fn from(&self, board: &Grid) -> Option<&[Move]> {
        let at = self.boards.iter().position(|b| b == board)?;
        Some(&self.moves[at..])
    }

    /// Whether no way is shorter, from its first board and so from any.
    pub(super) fn is_optimal(&self) -> bool {
        self.moves.len() as u32 <= self.bound
    }
}

#[cfg(test)]
mod tests {
    use slide::Size;

    use super::*;

    #[test]
    fn a_route_is_joined_on_any_of_its_boards_and_on_no_other() {
        let size = Size::square(2).expect("2x2 exists");
        let start = Grid::new(size, [1, 2, 0, 3]);
        let mut goal = start.clone();
        goal.apply(Move::Right);
        let mut aside = start.clone();
        aside.apply(Move::Up);
        let route = Route::new(start.clone(), vec![Move::Right], 1);
        assert_eq!(route.from(&start), Some([Move::Right].as_slice()));
        assert_eq!(route.from(&goal), Some([].as_slice()));
        assert_eq!(route.from(&aside), None);
        assert!(route.is_optimal());
        assert!(!Route::new(start, vec![Move::Up, Move::Down, Move::Right], 1).is_optimal());
    }
}
