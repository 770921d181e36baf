//! What is to be drawn of a board: itself, or a path from it.

use std::sync::Arc;

use anyhow::anyhow;
use slide::{
    Grid, Move, Problem,
    draw::Film,
    format::{Convention, parse_moves, write_moves},
    search::{Answer, Limits, Outcome},
    solver::{Choice, ReplayError},
};

use super::args::ShowArguments;
use crate::cli::{
    ANSWERED, OPEN,
    aside::aside,
    goal::GoalWish,
    progress::Progress,
    targets::Targets,
    words::{count, why},
};

/// A board with what there is to say of it.
pub(super) struct Scene {
    pub(super) film: Arc<Film>,
    /// For each board of the film its number and the letter of the move that led there.
    pub(super) captions: Vec<String>,
    /// What the moves are worth; none of a board alone.
    pub(super) verdict: Option<String>,
    /// Why there are no moves, or no more of them.
    pub(super) complaint: Option<String>,
    pub(super) code: u8,
}

/// The boards of so many moves take some milliseconds to make, and more than that has to hear interrupts.
const MANY: usize = 10_000;

/// Makes scenes of boards as the arguments ask.
pub(super) struct Scenes<'a> {
    moves: Moves,
    convention: Convention,
    goal: GoalWish,
    limits: Limits,
    progress: &'a Progress,
}

/// Where moves come from.
enum Moves {
    None,
    Given(Vec<Move>),
    Searched(Box<Targets>),
}

impl Scenes<'_> {
    pub(super) fn new<'a>(
        arguments: &ShowArguments,
        goal: GoalWish,
        limits: Limits,
        progress: &'a Progress,
    ) -> anyhow::Result<Scenes<'a>> {
        let convention = arguments.moves.into();
        let moves = match &arguments.path {
            Some(path) => {
                let moves = parse_moves(path, convention)
                    .map_err(|fault| anyhow!("path `{path}`, column {}: {fault}", fault.column))?;
                Moves::Given(moves)
            }
            None if arguments.moves_too() => {
                let choice = Choice {
                    cache: arguments.cache.cache(),
                    ..Choice::default()
                };
                Moves::Searched(Box::new(Targets::new(goal.clone(), choice)))
            }
            None => Moves::None,
        };
        Ok(Scenes {
            moves,
            convention,
            goal,
            limits,
            progress,
        })
    }

    /// What to draw of a board, or why nothing can be.
    pub(super) fn scene(&mut self, grid: Grid) -> Result<Scene, String> {
        match &mut self.moves {
            Moves::None => self.filmed(&self.problem(grid)?, &[]),
            Moves::Given(moves) => {
                let moves = moves.clone();
                let problem = self.problem(grid)?;
                let mut scene = self.filmed(&problem, &moves)?;
                let solves = scene.film.boards().last() == Some(problem.goal().grid());
                let end = if solves { "solved" } else { "not solved" };
                scene.verdict = Some(format!("{}, {end}", count(moves.len())));
                Ok(scene)
            }
            Moves::Searched(targets) => {
                let job = targets.job(grid, self.progress)?;
                let answer = job.plan.solve(&job.problem, &self.limits, self.progress);
                self.searched(&job.problem, &answer)
            }
        }
    }

    /// The scene that an answer makes.
    fn searched(&self, problem: &Problem, answer: &Answer) -> Result<Scene, String> {
        let (moves, bound) = match &answer.outcome {
            Outcome::Solved(solution) => (Some(&solution.moves), solution.bound),
            Outcome::Unknown { bound, best, .. } => (best.as_ref(), *bound),
            Outcome::Unsolvable => (None, 0),
        };
        let mut scene = self.filmed(problem, moves.map_or(&[], |moves| moves))?;
        scene.verdict = moves.map(|moves| {
            let worth = match moves.len() as u32 <= bound {
                true => "optimal".into(),
                false => format!("no solution is shorter than {bound}"),
            };
            format!("{}, {worth}", count(moves.len()))
        });
        if !matches!(answer.outcome, Outcome::Solved(_)) {
            scene.complaint = Some(why(problem, answer));
        }
        if matches!(answer.outcome, Outcome::Unknown { .. }) {
            scene.code = OPEN;
        }
        Ok(scene)
    }

    /// The boards that moves lead to, with nothing said of them.
    fn filmed(&self, problem: &Problem, moves: &[Move]) -> Result<Scene, String> {
        let convention = self.convention;
        let filmed = match moves.len() {
            ..MANY => filmed(problem, moves, convention),
            _ => {
                let (problem, moves) = (problem.clone(), moves.to_vec());
                let is_over = || self.limits.cancel.is_cancelled();
                aside(is_over, move || filmed(&problem, &moves, convention)).ok_or("interrupted")?
            }
        };
        filmed.map_err(|error| error.to_string())
    }

    fn problem(&self, grid: Grid) -> Result<Problem, String> {
        let goal = self.goal.for_size(grid.size());
        Problem::new(grid, goal).map_err(|error| error.to_string())
    }
}

fn filmed(problem: &Problem, moves: &[Move], convention: Convention) -> Result<Scene, ReplayError> {
    let letters = moves.iter().enumerate().map(|(before, &m)| {
        let mut letter = Vec::new();
        write_moves(&mut letter, &[m], convention, false);
        format!("{} {}", before + 1, String::from_utf8_lossy(&letter))
    });
    Ok(Scene {
        film: Arc::new(Film::new(problem, moves)?),
        captions: std::iter::once("0".into()).chain(letters).collect(),
        verdict: None,
        complaint: None,
        code: ANSWERED,
    })
}
