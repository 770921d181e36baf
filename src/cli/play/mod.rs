//! `slide play`: the puzzle in the terminal.

mod args;
mod deal;
mod game;
mod hints;
mod route;
mod score;
mod session;
mod thinker;
mod view;

use std::{
    slice,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{anyhow, bail};
use crossterm::event::KeyCode;
use slide::{Goal, Grid, Move, Problem, Scramble, Size, search::Cancel, solver::Choice};

use super::{
    ANSWERED, INTERRUPTED,
    colour::wants_colour,
    input::Input,
    output::print,
    screen::{Happened, Screen},
    seed::any_seed,
    words::unsolvable,
};
pub(super) use args::PlayArguments;
use deal::short_seed;
use session::{Action, Rules, Session};
use thinker::Thinker;

/// Plays until the player has enough and gives the exit code.
pub(super) fn play(arguments: &PlayArguments) -> anyhow::Result<u8> {
    if !Screen::is_available() {
        bail!("play needs a terminal");
    }
    let (goal, reading) = arguments.board.read()?;
    let rules = Rules {
        arrows: arguments.moves.into(),
        step: arguments.speed,
    };
    let mut scramble = Scramble::new(any_seed());
    let session = match &arguments.file {
        Some(file) => {
            let mut input = Input::open(
                slice::from_ref(file),
                Default::default(),
                reading,
                Default::default(),
            );
            let (start, place) = input.only_board("play", &Cancel::new())?;
            let goal = goal.for_size(start.size());
            check(&start, &goal).map_err(|why| anyhow!("{place}{why}"))?;
            Session::with_board(start, goal, rules, scramble)
        }
        None => {
            let size = reading.size.map_or_else(|| Size::square(4), Ok)?;
            let seed = arguments.seed.unwrap_or_else(|| short_seed(&mut scramble));
            Session::with_seed(seed, goal.for_size(size), rules, scramble)
        }
    };
    let choice = Choice {
        cache: arguments.cache.cache(),
        ..Choice::default()
    };
    let goal = session.game().goal().clone();
    let thinker = Thinker::new(goal, choice, arguments.time_limit);
    let mut play = Play {
        session,
        thinker,
        started: Instant::now(),
        coloured: wants_colour(arguments.color),
    };
    let code = play.all()?;
    if play.session.game().is_solved() {
        print(play.session.result(play.now()))?;
    }
    Ok(code)
}

/// Whether the start can be brought to the goal, or why not.
fn check(start: &Grid, goal: &Arc<Goal>) -> Result<(), String> {
    let problem = Problem::new(start.clone(), goal.clone()).map_err(|error| error.to_string())?;
    match problem.is_solvable() {
        true => Ok(()),
        false => Err(unsolvable(&problem)),
    }
}

struct Play {
    session: Session,
    thinker: Thinker,
    started: Instant,
    coloured: bool,
}

impl Play {
    /// The clock of the game is redrawn as often.
    const TICK: Duration = Duration::from_millis(100);

    fn all(&mut self) -> anyhow::Result<u8> {
        let mut screen = Screen::open(true, self.coloured)?;
        loop {
            while let Some((board, outcome)) = self.thinker.answer()? {
                self.session.learn(board, outcome, self.now());
            }
            self.session.tick(self.now());
            self.thinker.think_of(self.session.question());
            let (session, coloured, now) = (&self.session, self.coloured, self.now());
            screen.draw(|frame| {
                view::draw(session, coloured, now, frame.area(), frame.buffer_mut());
            })?;
            let rest = self.session.rest(self.now()).unwrap_or(Play::TICK);
            let action = match screen.wait(rest.min(Play::TICK))? {
                Happened::Interrupted => return Ok(INTERRUPTED),
                Happened::Key(KeyCode::Char('q') | KeyCode::Esc) => return Ok(ANSWERED),
                Happened::Key(key) => action(key),
                Happened::Click(column, line) => {
                    view::cell_at(&self.session, self.now(), screen.area()?, column, line)
                        .map(Action::Click)
                }
                Happened::Nothing => None,
            };
            if let Some(action) = action {
                self.session.act(action, self.now());
            }
        }
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }
}

/// What a key stands for.
fn action(key: KeyCode) -> Option<Action> {
    Some(match key {
        KeyCode::Up | KeyCode::Char('k') => Action::Arrow(Move::Up),
        KeyCode::Left | KeyCode::Char('h') => Action::Arrow(Move::Left),
        KeyCode::Right | KeyCode::Char('l') => Action::Arrow(Move::Right),
        KeyCode::Down | KeyCode::Char('j') => Action::Arrow(Move::Down),
        KeyCode::Char('u') | KeyCode::Backspace => Action::Undo,
        KeyCode::Char('i') => Action::Hint,
        KeyCode::Char('g') => Action::Solve,
        KeyCode::Char('s') => Action::Scramble,
        KeyCode::Char('r') => Action::Restart,
        _ => return None,
    })
}
