//! A game with all that is around it: help, scrambles, and what there is to say.

use std::{sync::Arc, time::Duration};

use slide::{Cell, Goal, Grid, Move, Scramble, draw::Colours, format::Convention, search::Outcome};

use super::{
    deal::{board_of, short_seed},
    game::Game,
    hints::{Hints, Way, Wish},
    score::Score,
};
use crate::cli::words::count;

#[cfg(test)]
mod tests;

/// What the player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// An arrow in the direction of this move; whose direction it is, [`Rules::arrows`] says.
    Arrow(Move),
    /// A click on a cell.
    Click(Cell),
    Undo,
    Hint,
    /// Let the program solve from here, or stop it.
    Solve,
    Scramble,
    Restart,
}

/// What stays the same from game to game.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Whether arrows move the tile or the blank.
    pub(super) arrows: Convention,
    /// Time of a move that the program makes.
    pub(super) step: Duration,
}

/// Everything but the terminal, the clock and the thinking.
pub(super) struct Session {
    rules: Rules,
    game: Game,
    colours: Colours,
    /// Where boards come from, and the number that this one was made from.
    scramble: Scramble,
    seed: Option<u64>,
    hints: Hints,
    score: Score,
    /// When the program makes its next move, if it is at it.
    due: Option<Duration>,
    message: String,
}

impl Session {
    /// A session that begins with a board of the player's.
    pub(super) fn with_board(
        start: Grid,
        goal: Arc<Goal>,
        rules: Rules,
        scramble: Scramble,
    ) -> Session {
        let mut session = Session {
            rules,
            colours: Colours::by_home_row(&goal),
            game: Game::new(start, goal),
            scramble,
            seed: None,
            hints: Hints::default(),
            score: Score::new(),
            due: None,
            message: String::new(),
        };
        if session.game.is_solved() {
            session.score.hear(Some(0), 0);
        }
        session
    }

    /// A session that begins with the board of a seed.
    pub(super) fn with_seed(
        seed: u64,
        goal: Arc<Goal>,
        rules: Rules,
        scramble: Scramble,
    ) -> Session {
        let start = board_of(seed, &goal);
        let mut session = Session::with_board(start, goal, rules, scramble);
        session.seed = Some(seed);
        session
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn colours(&self) -> &Colours {
        &self.colours
    }

    pub(super) fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Does what the player wants.
    pub(super) fn act(&mut self, action: Action, now: Duration) {
        // Whatever is pressed while the program makes moves stops it.
        let watched = self.due.take().is_some();
        match action {
            Action::Arrow(m) => self.make(&[self.rules.arrows.turn(m)], now),
            Action::Click(cell) => self.make(&self.game.straight_to(cell), now),
            Action::Undo => {
                self.message.clear();
                self.game.undo();
            }
            Action::Hint => self.wish_for(Wish::Hint, now),
            Action::Solve if watched => self.message = "stopped".into(),
            Action::Solve => self.wish_for(Wish::Solution, now),
            Action::Scramble => {
                let (seed, goal) = (short_seed(&mut self.scramble), self.game.goal().clone());
                self.begin(Game::new(board_of(seed, &goal), goal), Score::new());
                self.seed = Some(seed);
            }
            Action::Restart => self.begin(self.game.again(), self.score.again()),
        }
    }

    /// Puts a new game in the place of the old one.
    fn begin(&mut self, game: Game, score: Score) {
        (self.game, self.score) = (game, score);
        self.due = None;
        self.hints.forget();
        self.message.clear();
    }

    fn make(&mut self, moves: &[Move], now: Duration) {
        for &m in moves {
            if !self.game.make(m, now) {
                return;
            }
            self.message.clear();
        }
        if self.game.is_solved() {
            self.hints.forget();
        }
    }

    fn wish_for(&mut self, wish: Wish, now: Duration) {
        if self.game.is_solved() {
            return;
        }
        self.message.clear();
        self.hints.wish(wish, self.game.board());
        self.fulfil(now);
    }

    /// Grants the wish if a way from here is known.
    fn fulfil(&mut self, now: Duration) {
        let Some((wish, Way { moves, optimal })) = self.hints.grant(self.game.board()) else {
            return;
        };
        let worth = if optimal {
            "optimal"
        } else {
            "perhaps there is a shorter way"
        };
        match (wish, moves.first()) {
            (Wish::Hint, Some(&next)) => {
                self.message = format!(
                    "hint: tile {} {} · {} to go ({worth})",
                    self.tile(next),
                    self.arrow(next),
                    count(moves.len()),
                );
                self.score.hinted();
            }
            _ => {
                self.message = format!("{} to go ({worth}) · g stops", count(moves.len()));
                self.due = Some(now);
            }
        }
    }

    /// The label of the tile that a move slides.
    fn tile(&self, m: Move) -> u16 {
        let mut after = self.game.board().clone();
        let blank = after.blank();
        after.apply(m);
        blank.map_or(0, |cell| after.labels()[cell.index()])
    }

    /// The key that makes a move.
    fn arrow(&self, m: Move) -> char {
        ['↑', '←', '→', '↓'][self.rules.arrows.turn(m) as usize]
    }

    /// The board to think about at this moment, if any.
    pub(super) fn question(&self) -> Option<&Grid> {
        if self.game.is_solved() {
            return self.score.is_open().then(|| self.game.start());
        }
        self.hints.question()
    }

    /// Hears the answer for a board; one that is not asked for any more is passed over.
    pub(super) fn learn(&mut self, board: Grid, outcome: Outcome, now: Duration) {
        if self.question() != Some(&board) {
            return;
        }
        let (moves, bound) = match outcome {
            Outcome::Solved(solution) => (Some(solution.moves), solution.bound),
            Outcome::Unknown { bound, best, .. } => (best, bound),
            Outcome::Unsolvable => (None, 0),
        };
        if board == *self.game.start() {
            self.score.hear(moves.as_ref().map(Vec::len), bound);
        }
        if moves.is_none() && self.hints.is_waiting() && board == *self.game.board() {
            self.hints.forget();
            let least = count(bound as usize);
            self.message = format!("no way found in time; {least} to go at least");
            return;
        }
        self.hints.hear(board, moves, bound);
        self.fulfil(now);
    }

    /// Lets the program make its move if it is time to.
    pub(super) fn tick(&mut self, now: Duration) {
        if self.due.is_none_or(|due| now < due) {
            return;
        }
        let way = self.hints.way(self.game.board());
        let next = way.and_then(|way| way.moves.first().copied());
        match next {
            Some(next) if self.game.make(next, now) => {
                self.score.showed();
                self.due = (!self.game.is_solved()).then_some(now + self.rules.step);
            }
            _ => self.due = None,
        }
    }

    /// How long nothing will happen by itself.
    pub(super) fn rest(&self, now: Duration) -> Option<Duration> {
        self.due.map(|due| due.saturating_sub(now))
    }

    /// What there is to say.
    pub(super) fn message(&self, now: Duration) -> String {
        if self.game.is_solved() {
            return self.result(now);
        }
        match self.hints.is_waiting() {
            true => "thinking … (play on if you like)".into(),
            false => self.message.clone(),
        }
    }

    /// The result of a game that is over.
    pub(super) fn result(&self, now: Duration) -> String {
        self.score.result(self.game.moves(), self.game.time(now))
    }
}
