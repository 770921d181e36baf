//! What the player waits for, and the way to the goal that is known.

use slide::{Grid, Move};

use super::route::Route;

/// What the player can wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    Hint,
    Solution,
}

/// The moves from a board to the goal.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub(super) moves: Vec<Move>,
    /// Whether no way is shorter.
    pub(super) optimal: bool,
}

/// One wish at a time, and the answers that grant it.
///
/// A board asked about is thought to the end although the player moves on: the answer serves all boards
/// on its way.
#[derive(Default)]
pub(super) struct Hints {
    wish: Option<Wish>,
    /// The board that is thought about for the wish.
    asked: Option<Grid>,
    route: Option<Route>,
}

impl Hints {
    /// Wishes for something from this board on.
    pub(super) fn wish(&mut self, wish: Wish, board: &Grid) {
        self.wish = Some(wish);
        if self.way(board).is_none() {
            self.asked.get_or_insert_with(|| board.clone());
        }
    }

    /// Wishes for nothing any more.
    pub(super) fn forget(&mut self) {
        (self.wish, self.asked) = (None, None);
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.wish.is_some()
    }

    /// The board to think about, if any.
    pub(super) fn question(&self) -> Option<&Grid> {
        self.asked.as_ref()
    }

    /// Hears of a way from the board asked about, `bound` moves long at least, or that none was found.
    pub(super) fn hear(&mut self, board: Grid, moves: Option<Vec<Move>>, bound: u32) {
        self.asked = None;
        if let Some(moves) = moves {
            self.route = Some(Route::new(board, moves, bound));
        }
    }

    /// Grants the wish if a way from `board` is known; else asks about it, unless another is thought about.
    pub(super) fn grant(&mut self, board: &Grid) -> Option<(Wish, Way)> {
        let wish = self.wish?;
        let Some(way) = self.way(board) else {
            self.wish(wish, board);
            return None;
        };
        self.forget();
        Some((wish, way))
    }

    /// The way that is known from a board.
    pub(super) fn way(&self, board: &Grid) -> Option<Way> {
        let route = self.route.as_ref()?;
        Some(Way {
            moves: route.from(board)?.to_vec(),
            optimal: route.is_optimal(),
        })
    }
}

#[cfg(test)]
mod tests {
    use slide::Size;

    use super::*;

    /// A board of 2×2, the one a move later on its only way, and one beside the way.
    fn boards() -> [Grid; 3] {
        let size = Size::square(2).expect("2x2 exists");
        let start = Grid::new(size, [1, 2, 0, 3]);
        let (mut goal, mut aside) = (start.clone(), start.clone());
        goal.apply(Move::Right);
        aside.apply(Move::Up);
        [start, goal, aside]
    }

    #[test]
    fn a_wish_is_asked_about_and_granted_by_the_answer() {
        let [start, ..] = boards();
        let mut hints = Hints::default();
        assert_eq!(hints.grant(&start), None);
        hints.wish(Wish::Hint, &start);
        assert!(hints.is_waiting());
        assert_eq!(hints.grant(&start), None);
        assert_eq!(hints.question(), Some(&start));
        hints.hear(start.clone(), Some(vec![Move::Right]), 1);
        let way = Way {
            moves: vec![Move::Right],
            optimal: true,
        };
        assert_eq!(hints.grant(&start), Some((Wish::Hint, way)));
        assert!(!hints.is_waiting() && hints.question().is_none());
        assert_eq!(hints.grant(&start), None);
    }

    #[test]
    fn an_answer_serves_boards_on_its_way_and_others_are_asked_anew() {
        let [start, goal, aside] = boards();
        let mut hints = Hints::default();
        hints.wish(Wish::Solution, &start);
        // The player has moved on; the first question stands.
        hints.wish(Wish::Hint, &aside);
        assert_eq!(hints.question(), Some(&start));
        let long = vec![Move::Up, Move::Down, Move::Right];
        hints.hear(start.clone(), Some(long), 1);
        let way = hints.way(&goal).expect("it is on the way");
        assert_eq!((way.moves.len(), way.optimal), (0, false));
        assert_eq!(hints.way(&aside).map(|way| way.moves.len()), Some(2));
        hints.forget();
        assert_eq!(hints.question(), None);

        let mut hints = Hints::default();
        hints.wish(Wish::Hint, &start);
        hints.hear(start, Some(vec![Move::Right]), 1);
        assert_eq!(hints.grant(&aside), None);
        assert_eq!(hints.question(), Some(&aside));
        hints.hear(aside, None, 1);
        assert!(hints.is_waiting() && hints.question().is_none());
    }
}
