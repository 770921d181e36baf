//! Which boards are made, and each of them of its seed.

use anyhow::bail;
use slide::{
    Grid, Problem, Scramble,
    generate::{ByLength, NoBoard},
    search::{Outcome, SideBySide, Stop},
    solver::Quality,
};

use super::{Run, args::KindArguments, sheet::Made};
use crate::cli::aside::aside;

/// Boards of up to so many cells are solved in no time, larger ones if they are no further from the goal.
const SOON_SOLVED_CELLS: usize = 16;
const SOON_SOLVED_MOVES: u32 = 60;

/// Walks of up to so many moves take no longer than some milliseconds.
const SHORT_WALK: usize = 100_000;

/// How boards are made of seeds.
pub(super) enum Kind {
    Solvable,
    Unsolvable,
    Walk(usize),
    ByLength(ByLength),
}

impl Run<'_> {
    /// The kind asked for.
    pub(super) fn kind(&self) -> Result<Kind, NoBoard> {
        let KindArguments { moves, length, .. } = &self.arguments.kind;
        Ok(match (moves, length) {
            (Some(moves), _) => Kind::Walk(*moves as usize),
            (_, Some(lengths)) => Kind::ByLength(ByLength::new(
                self.goal.clone(),
                lengths.clone(),
                self.plan.clone(),
                self.cache.clone(),
                &self.limits(),
                &self.progress,
            )?),
            _ if self.arguments.kind.unsolvable => Kind::Unsolvable,
            _ => Kind::Solvable,
        })
    }

    /// Refuses lengths that nobody can tell, and says of others beforehand how long they may take, unless there is
    /// a time limit.
    pub(super) fn warn(&self, kind: &Kind) -> anyhow::Result<()> {
        let size = self.goal.size();
        if self.is_cheap(kind) || size.cells() <= SOON_SOLVED_CELLS || self.deadline.is_some() {
            return Ok(());
        }
        let KindArguments { moves, length, .. } = &self.arguments.kind;
        let far = match (moves, length) {
            (Some(moves), _) => *moves > SOON_SOLVED_MOVES,
            (_, Some(lengths)) => *lengths.end() > SOON_SOLVED_MOVES,
            _ if size.cells() > Quality::MOST_OPTIMAL => bail!(
                "the lengths of random {size} boards are beyond any computer; ask for boards nearer the goal \
                 (--length 30, --moves 40), or let it try for a --time-limit"
            ),
            _ => true,
        };
        if far {
            self.progress.say(&format!(
                "slide: lengths of {size} boards far from the goal may take minutes to days each; --time-limit ends that"
            ));
        }
        Ok(())
    }

    /// How many boards there are, where that is known.
    pub(super) fn available(&self, kind: &Kind) -> Option<u64> {
        match kind {
            Kind::ByLength(source) => source.count(),
            Kind::Walk(_) => None,
            // 20!/2 fits a word, 21!/2 does not.
            Kind::Solvable | Kind::Unsolvable => {
                let cells = self.goal.size().cells() as u64;
                (cells <= 20).then(|| (3..=cells).product())
            }
        }
    }

    /// Whether no board needs a search.
    pub(super) fn is_cheap(&self, kind: &Kind) -> bool {
        match kind {
            Kind::ByLength(source) => source.count().is_some(),
            _ => !self.arguments.lengths,
        }
    }

    pub(super) fn make(&self, kind: &Kind, seed: u64) -> Result<Made, NoBoard> {
        let mut random = Scramble::new(seed);
        let board = match kind {
            Kind::ByLength(source) => {
                return source
                    .draw(seed, &self.limits(), &SideBySide(&self.progress))
                    .map(Made::from);
            }
            Kind::Solvable => random.solvable(&self.goal),
            Kind::Unsolvable => random.unsolvable(&self.goal),
            Kind::Walk(moves) => self.walk(random, *moves)?,
        };
        let length = match self.arguments.lengths {
            true => Some(self.length(&board)?),
            false => None,
        };
        Ok(Made { board, length })
    }

    /// The goal after so many moves; a long walk is left where it is when there is no more time for it.
    fn walk(&self, mut random: Scramble, moves: usize) -> Result<Grid, NoBoard> {
        if moves <= SHORT_WALK {
            return Ok(random.walk(&self.goal, moves));
        }
        let goal = self.goal.clone();
        let walked = aside(|| self.stop().is_some(), move || random.walk(&goal, moves));
        walked.ok_or_else(|| NoBoard::Stopped(self.stop().unwrap_or(Stop::Cancelled)))
    }

    fn length(&self, board: &Grid) -> Result<u32, NoBoard> {
        let problem = Problem::new(board.clone(), self.goal.clone()).expect("it was made for it");
        let observer = SideBySide(&self.progress);
        let answer = self.plan.solve(&problem, &self.limits(), &observer);
        match answer.outcome {
            Outcome::Solved(solution) => Ok(solution.moves.len() as u32),
            Outcome::Unknown { stop, .. } => Err(NoBoard::Stopped(stop)),
            Outcome::Unsolvable => unreachable!("lengths are asked of solvable boards only"),
        }
    }
}
