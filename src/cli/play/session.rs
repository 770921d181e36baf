//! A game with all that is around it: help, scrambles, and what there is to say.

use std::{sync::Arc, time::Duration};

use slide::{Cell, Goal, Grid, Move, Scramble, draw::Colours, format::Convention, search::Outcome};

use super::{game::Game, route::Route};

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

/// What the player waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    Hint,
    Solution,
}

/// What is known of the fewest moves from the start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Optimum {
    NotAsked,
    Known(usize),
    AtLeast(u32),
}

/// Everything but the terminal, the clock and the thinking.
pub(super) struct Session {
    rules: Rules,
    game: Game,
    colours: Colours,
    /// Where boards come from, and the number that this one was made from.
    scramble: Scramble,
    seed: Option<u64>,
    wish: Option<Wish>,
    /// The board that is thought about for the wish.
    asked: Option<Grid>,
    route: Option<Route>,
    optimum: Optimum,
    hints: usize,
    /// Moves made by the program.
    shown: usize,
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
            wish: None,
            asked: None,
            route: None,
            optimum: Optimum::NotAsked,
            hints: 0,
            shown: 0,
            due: None,
            message: String::new(),
        };
        if session.game.is_solved() {
            session.optimum = Optimum::Known(0);
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
            Action::Arrow(m) => {
                let m = match self.rules.arrows {
                    Convention::Blank => m,
                    Convention::Tile => m.inverse(),
                };
                self.make(&[m], now);
            }
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
                self.begin(Game::new(board_of(seed, &goal), goal), Some(seed));
                self.optimum = Optimum::NotAsked;
            }
            Action::Restart => self.begin(self.game.again(), self.seed),
        }
    }

    /// Puts a new game in the place of the old one.
    fn begin(&mut self, game: Game, seed: Option<u64>) {
        (self.game, self.seed) = (game, seed);
        (self.wish, self.asked, self.due) = (None, None, None);
        (self.hints, self.shown) = (0, 0);
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
            (self.wish, self.asked) = (None, None);
        }
    }

    fn wish_for(&mut self, wish: Wish, now: Duration) {
        if self.game.is_solved() {
            return;
        }
        self.wish = Some(wish);
        if !self.fulfil(now) {
            self.message.clear();
            self.asked.get_or_insert_with(|| self.game.board().clone());
        }
    }

    /// Grants the wish if a way from here is known.
    fn fulfil(&mut self, now: Duration) -> bool {
        let known = self
            .route
            .as_ref()
            .and_then(|route| Some((route.from(self.game.board())?, route.is_optimal())));
        let (Some(wish), Some((moves, optimal))) = (self.wish, known) else {
            return false;
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
                self.hints += 1;
            }
            _ => {
                self.message = format!("{} to go ({worth}) · g stops", count(moves.len()));
                self.due = Some(now);
            }
        }
        (self.wish, self.asked) = (None, None);
        true
    }

    /// The label of the tile that a move slides.
    fn tile(&self, m: Move) -> u16 {
        let mut after = self.game.board().clone();
        let blank = after.labels().iter().position(|&label| label == 0);
        after.apply(m);
        blank.map_or(0, |cell| after.labels()[cell])
    }

    /// The key that makes a move.
    fn arrow(&self, m: Move) -> char {
        let m = match self.rules.arrows {
            Convention::Blank => m,
            Convention::Tile => m.inverse(),
        };
        ['↑', '←', '→', '↓'][m as usize]
    }

    /// The board to think about at this moment, if any.
    ///
    /// A board asked about is thought to the end although the player moves on: the answer serves all boards
    /// on its way.
    pub(super) fn question(&self) -> Option<&Grid> {
        if self.game.is_solved() {
            return (self.optimum == Optimum::NotAsked).then(|| self.game.start());
        }
        self.asked.as_ref()
    }

    /// Hears the answer for a board; one that is not asked for any more is passed over.
    pub(super) fn learn(&mut self, board: Grid, outcome: Outcome, now: Duration) {
        if self.question() != Some(&board) {
            return;
        }
        self.asked = None;
        let (moves, bound) = match outcome {
            Outcome::Solved(solution) => (Some(solution.moves), solution.bound),
            Outcome::Unknown { bound, best, .. } => (best, bound),
            Outcome::Unsolvable => (None, 0),
        };
        let length = moves.as_ref().map(Vec::len);
        if board == *self.game.start() {
            self.optimum = match length {
                Some(length) if length as u32 <= bound => Optimum::Known(length),
                _ => Optimum::AtLeast(bound),
            };
        }
        if let Some(moves) = moves {
            self.route = Some(Route::new(board, moves, bound));
        } else if self.wish.is_some() && board == *self.game.board() {
            self.wish = None;
            self.message = format!(
                "no way found in time; {} to go at least",
                count(bound as usize)
            );
        }
        if self.wish.is_some() && !self.fulfil(now) {
            // The player has left the way that was found.
            self.asked = Some(self.game.board().clone());
        }
    }

    /// Lets the program make its move if it is time to.
    pub(super) fn tick(&mut self, now: Duration) {
        if self.due.is_none_or(|due| now < due) {
            return;
        }
        let route = self.route.as_ref();
        let next = route.and_then(|route| route.from(self.game.board())?.first().copied());
        match next {
            Some(next) if self.game.make(next, now) => {
                self.shown += 1;
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
        match self.wish {
            Some(_) => "thinking … (play on if you like)".into(),
            None => self.message.clone(),
        }
    }

    /// The result of a game that is over.
    pub(super) fn result(&self, now: Duration) -> String {
        let made = self.game.moves();
        if made == 0 {
            return "this is the goal".into();
        }
        let help = match (self.shown, self.hints) {
            (0, 0) => String::new(),
            (0, 1) => " with a hint".into(),
            (0, hints) => format!(" with {hints} hints"),
            (shown, _) => format!(", {shown} of them by the program"),
        };
        let optimum = match self.optimum {
            Optimum::NotAsked => "looking for the optimum …".into(),
            Optimum::Known(length) if length == made => "nobody can do better".into(),
            Optimum::Known(length) => format!("the optimum is {length}"),
            Optimum::AtLeast(bound) => format!("the optimum is {bound} or more"),
        };
        let time = clock(self.game.time(now));
        format!("solved in {}{help}, {time} · {optimum}", count(made))
    }
}

/// A random seed that can be remembered and typed.
pub(super) fn short_seed(scramble: &mut Scramble) -> u64 {
    scramble.seed() >> 32
}

/// The board of a seed, which is never the goal.
fn board_of(seed: u64, goal: &Arc<Goal>) -> Grid {
    let mut scramble = Scramble::new(seed);
    loop {
        let board = scramble.solvable(goal);
        if board != *goal.grid() {
            return board;
        }
    }
}

fn count(moves: usize) -> String {
    match moves {
        1 => "1 move".into(),
        _ => format!("{moves} moves"),
    }
}

/// Minutes, seconds and tenths.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let tenths = time.subsec_millis() / 100;
    format!("{}:{:02}.{tenths}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use slide::{
        NamedGoal, Problem, Size,
        search::{Limits, Stop},
        solver::Plan,
    };

    use super::*;

    const NOW: Duration = Duration::from_secs(1);
    const STEP: Duration = Duration::from_millis(200);

    fn goal() -> Arc<Goal> {
        let size = Size::square(3).expect("3x3 exists");
        Arc::new(Goal::named(NamedGoal::BlankLast, size))
    }

    fn session(labels: [u16; 9]) -> Session {
        let rules = Rules {
            arrows: Convention::Blank,
            step: STEP,
        };
        let start = Grid::new(goal().size(), labels);
        Session::with_board(start, goal(), rules, Scramble::new(1))
    }

    fn solved(board: &Grid) -> Outcome {
        let plan = Plan::auto(goal().size(), goal().blank());
        let problem = Problem::new(board.clone(), goal()).expect("a board");
        plan.solve(&problem, &Limits::default(), &()).outcome
    }

    /// Answers what the session asks, once.
    fn answer(session: &mut Session) {
        let board = session.question().expect("a question").clone();
        let outcome = solved(&board);
        session.learn(board, outcome, NOW);
    }

    /// Two moves from the goal: right, right.
    const NEAR: [u16; 9] = [1, 2, 3, 4, 5, 6, 0, 7, 8];

    #[test]
    fn a_hint_names_the_next_move_and_what_remains() {
        let mut session = session(NEAR);
        assert_eq!(session.question(), None);
        session.act(Action::Hint, NOW);
        assert!(session.message(NOW).starts_with("thinking"));
        answer(&mut session);
        assert_eq!(
            session.message(NOW),
            "hint: tile 7 → · 2 moves to go (optimal)"
        );
        // On the way that is known no more thinking is needed.
        session.act(Action::Arrow(Move::Right), NOW);
        assert_eq!(session.message(NOW), "");
        session.act(Action::Hint, NOW);
        assert_eq!(session.question(), None);
        assert_eq!(
            session.message(NOW),
            "hint: tile 8 → · 1 move to go (optimal)"
        );
    }

    #[test]
    fn a_hint_survives_moves_on_its_way_made_while_it_thinks() {
        let mut session = session(NEAR);
        session.act(Action::Hint, NOW);
        session.act(Action::Arrow(Move::Right), NOW);
        assert_eq!(session.question().map(Grid::labels), Some(NEAR.as_slice()));
        answer(&mut session);
        assert_eq!(
            session.message(NOW),
            "hint: tile 8 → · 1 move to go (optimal)"
        );
    }

    #[test]
    fn an_answer_for_a_board_that_was_left_another_way_is_dropped_and_asked_anew() {
        let mut session = session(NEAR);
        session.act(Action::Hint, NOW);
        session.act(Action::Arrow(Move::Up), NOW);
        answer(&mut session);
        let board = session.game().board().clone();
        assert_eq!(session.question(), Some(&board));
        answer(&mut session);
        assert_eq!(
            session.message(NOW),
            "hint: tile 4 ↓ · 3 moves to go (optimal)"
        );
    }

    #[test]
    fn an_answer_nobody_waits_for_any_more_is_passed_over() {
        let mut session = session(NEAR);
        session.act(Action::Hint, NOW);
        let asked = session.question().expect("a question").clone();
        session.act(Action::Scramble, NOW);
        session.learn(asked.clone(), solved(&asked), NOW);
        assert_eq!(
            (session.message(NOW).as_str(), session.question()),
            ("", None)
        );
    }

    #[test]
    fn without_an_answer_the_bound_is_told_and_a_way_that_may_be_long_is_said_to_be_so() {
        let mut session = session(NEAR);
        session.act(Action::Hint, NOW);
        let asked = session.question().expect("a question").clone();
        session.learn(asked.clone(), Outcome::open(2, Stop::Time), NOW);
        assert_eq!(
            session.message(NOW),
            "no way found in time; 2 moves to go at least"
        );
        assert_eq!(session.question(), None);

        session.act(Action::Hint, NOW);
        let best = Some(vec![Move::Up, Move::Down, Move::Right, Move::Right]);
        let (bound, stop) = (2, Stop::Time);
        session.learn(asked, Outcome::Unknown { bound, stop, best }, NOW);
        assert_eq!(
            session.message(NOW),
            "hint: tile 4 ↑ · 4 moves to go (perhaps there is a shorter way)"
        );
    }

    #[test]
    fn the_program_solves_from_here_until_a_key_stops_it() {
        let mut session = session([1, 2, 3, 0, 5, 6, 4, 7, 8]);
        session.act(Action::Solve, NOW);
        answer(&mut session);
        session.tick(NOW);
        assert_eq!((session.game().moves(), session.rest(NOW)), (1, Some(STEP)));
        session.tick(NOW + STEP / 2);
        assert_eq!(session.game().moves(), 1);
        session.act(Action::Solve, NOW + STEP / 2);
        session.tick(NOW + STEP);
        assert_eq!(
            (session.game().moves(), session.message(NOW).as_str()),
            (1, "stopped")
        );
        session.act(Action::Solve, NOW + STEP);
        session.tick(NOW + STEP);
        session.tick(NOW + STEP * 2);
        assert!(session.game().is_solved());
        assert_eq!(
            session.message(NOW),
            "solved in 3 moves, 3 of them by the program, 0:00.4 · nobody can do better"
        );
    }

    #[test]
    fn the_result_compares_the_moves_made_with_the_optimum() {
        let mut session = session(NEAR);
        for m in [Move::Up, Move::Down, Move::Right, Move::Right] {
            session.act(Action::Arrow(m), NOW);
        }
        assert_eq!(
            session.message(NOW),
            "solved in 4 moves, 0:00.0 · looking for the optimum …"
        );
        answer(&mut session);
        assert_eq!(
            session.message(NOW),
            "solved in 4 moves, 0:00.0 · the optimum is 2"
        );
        assert_eq!(session.question(), None);

        session.act(Action::Restart, NOW);
        assert_eq!(session.game().board().labels(), NEAR);
        session.act(Action::Click(Cell::new(8)), NOW);
        assert_eq!(
            session.message(NOW),
            "solved in 2 moves, 0:00.0 · nobody can do better"
        );
    }

    #[test]
    fn scrambles_are_those_of_their_seeds_solvable_and_never_the_goal() {
        let rules = Rules {
            arrows: Convention::Tile,
            step: STEP,
        };
        for size in [Size::square(2).expect("2x2 exists"), goal().size()] {
            let goal = Arc::new(Goal::named(NamedGoal::Snail, size));
            let mut session = Session::with_seed(7, goal.clone(), rules, Scramble::new(3));
            for _ in 0..50 {
                let start = session.game().start().clone();
                assert!(!session.game().is_solved());
                let problem = Problem::new(start.clone(), goal.clone()).expect("a board");
                assert!(problem.is_solvable());
                let seed = session.seed().expect("a seed");
                let again = Session::with_seed(seed, goal.clone(), rules, Scramble::new(4));
                assert_eq!(again.game().start(), &start);
                session.act(Action::Scramble, NOW);
            }
        }
    }

    #[test]
    fn arrows_move_the_tile_or_the_blank() {
        let mut session = session(NEAR);
        session.rules.arrows = Convention::Tile;
        session.act(Action::Arrow(Move::Left), NOW);
        assert_eq!(session.game().board().labels(), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
        session.act(Action::Hint, NOW);
        answer(&mut session);
        assert_eq!(
            session.message(NOW),
            "hint: tile 8 ← · 1 move to go (optimal)"
        );
    }
}
