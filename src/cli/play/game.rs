//! A board, the moves made on it and the time they took.

use std::{sync::Arc, time::Duration};

use slide::{Cell, Goal, Grid, Move};

/// One game, from its start to the goal.
///
/// Times are those since the program began, so that nothing here looks at a clock.
pub(super) struct Game {
    goal: Arc<Goal>,
    start: Grid,
    board: Grid,
    made: Vec<Move>,
    /// When the first move was made.
    began: Option<Duration>,
    /// When the goal was reached.
    ended: Option<Duration>,
}

impl Game {
    /// A game on a board that the goal has the size of.
    pub(super) fn new(start: Grid, goal: Arc<Goal>) -> Game {
        Game {
            board: start.clone(),
            goal,
            start,
            made: vec![],
            began: None,
            ended: None,
        }
    }

    /// The same game from its start.
    pub(super) fn again(&self) -> Game {
        Game::new(self.start.clone(), self.goal.clone())
    }

    pub(super) fn goal(&self) -> &Arc<Goal> {
        &self.goal
    }

    pub(super) fn start(&self) -> &Grid {
        &self.start
    }

    pub(super) fn board(&self) -> &Grid {
        &self.board
    }

    /// Moves made and not taken back.
    pub(super) fn moves(&self) -> usize {
        self.made.len()
    }

    pub(super) fn is_solved(&self) -> bool {
        self.board == *self.goal.grid()
    }

    /// Time since the first move, up to the last one if the goal is reached.
    pub(super) fn time(&self, now: Duration) -> Duration {
        let began = self.began.unwrap_or(now);
        self.ended.unwrap_or(now).saturating_sub(began)
    }

    /// Makes a move; `false` if it would leave the board or the game is over.
    pub(super) fn make(&mut self, m: Move, now: Duration) -> bool {
        if self.is_solved() || !self.board.apply(m) {
            return false;
        }
        self.made.push(m);
        self.began.get_or_insert(now);
        if self.is_solved() {
            self.ended = Some(now);
        }
        true
    }

    /// Takes the last move back; `false` if there is none or the game is over.
    pub(super) fn undo(&mut self) -> bool {
        if self.is_solved() {
            return false;
        }
        match self.made.pop() {
            Some(last) => self.board.apply(last.inverse()),
            None => false,
        }
    }

    /// The moves that bring the blank straight to a cell, sliding what is between; none if it is neither in
    /// its row nor in its column.
    pub(super) fn straight_to(&self, cell: Cell) -> Vec<Move> {
        let cols = self.board.size().cols();
        let blank = self.board.blank().expect("a board has a blank");
        let (row, col) = (blank.row(cols), blank.col(cols));
        let m = if cell.row(cols) == row {
            match cell.col(cols) < col {
                true => Move::Left,
                false => Move::Right,
            }
        } else if cell.col(cols) == col {
            match cell.row(cols) < row {
                true => Move::Up,
                false => Move::Down,
            }
        } else {
            return vec![];
        };
        vec![m; blank.taxicab(cell, cols)]
    }
}

#[cfg(test)]
mod tests {
    use slide::{NamedGoal, Size};

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn game(labels: [u16; 9]) -> Game {
        let size = Size::square(3).expect("3x3 exists");
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
        Game::new(Grid::new(size, labels), goal)
    }

    #[test]
    fn moves_count_and_the_clock_runs_from_the_first_to_the_last() {
        let mut game = game([1, 2, 3, 4, 5, 6, 0, 7, 8]);
        assert!(!game.make(Move::Left, SECOND), "off the board");
        assert_eq!((game.moves(), game.time(SECOND * 5)), (0, Duration::ZERO));
        assert!(game.make(Move::Right, SECOND * 6));
        assert_eq!((game.moves(), game.time(SECOND * 8)), (1, SECOND * 2));
        assert!(game.make(Move::Right, SECOND * 9));
        assert!(game.is_solved());
        assert_eq!((game.moves(), game.time(SECOND * 99)), (2, SECOND * 3));
        assert!(
            !game.make(Move::Left, SECOND * 99) && !game.undo(),
            "it is over"
        );
    }

    #[test]
    fn undo_takes_back_to_the_start_and_no_further() {
        let start = [1, 2, 3, 4, 0, 5, 7, 8, 6];
        let mut game = game(start);
        for m in [Move::Up, Move::Left, Move::Down] {
            assert!(game.make(m, SECOND));
        }
        for left in [2, 1, 0] {
            assert!(game.undo());
            assert_eq!(game.moves(), left);
        }
        assert_eq!(game.board().labels(), start);
        assert!(!game.undo());
    }

    #[test]
    fn a_click_slides_all_tiles_between_in_row_or_column_only() {
        let game = game([1, 2, 3, 4, 5, 6, 0, 7, 8]);
        let to = |cell| game.straight_to(Cell::new(cell));
        assert_eq!(to(0), [Move::Up, Move::Up]);
        assert_eq!(to(3), [Move::Up]);
        assert_eq!(to(8), [Move::Right, Move::Right]);
        assert_eq!(to(6), []);
        assert_eq!(to(4), []);
        for cell in [0, 3, 7, 8] {
            let mut game = game.again();
            for m in to(cell) {
                assert!(game.make(m, SECOND));
            }
            assert_eq!(game.board().labels()[cell], 0);
        }
    }
}
