//! Boards of a given length where they cannot be counted: found by search.

use std::{ops::RangeInclusive, sync::Arc, time::Instant};

use super::{
    Measured, NoBoard,
    hardest::{FIFTEEN_LENGTH, fifteen},
};
use crate::{
    pdb::Cache,
    puzzle::{Goal, Grid, Move, Problem, Scramble},
    search::{Limits, Observer, Outcome, Wanted},
    solver::{Choice, PathFinder, Plan},
};

/// How boards are found that are at least as far from the goal as the nearest wanted.
///
/// From there the shortest solution leads to boards of every smaller length, each of them exact: what is
/// left of a shortest solution is one.
pub(super) struct Far {
    lengths: RangeInclusive<u32>,
    plan: Arc<Plan>,
    finder: PathFinder,
    start: Start,
}

/// Where to look first.
enum Start {
    /// Any board: small enough to be solved.
    Anywhere,
    /// The goal, walked away from: random boards of the size are too hard.
    Goal,
    /// One of these, which all need 80 moves, walked away from: hardly a random board needs as many.
    Hardest(Vec<Grid>),
}

/// The largest boards of which random ones can be solved in no time.
const SOLVABLE_CELLS: usize = 16;

/// A random 15-puzzle is seldom farther than this.
const COMMON: u32 = 59;

/// Random boards that may be too near the goal before we give up.
const MOST_TRIES: u32 = 100_000;

/// After as many moves a walk has been everywhere.
const LONGEST_WALK: usize = 1 << 20;

impl Far {
    pub(super) fn new(
        goal: &Goal,
        lengths: &RangeInclusive<u32>,
        plan: Arc<Plan>,
        cache: Cache,
    ) -> Result<Far, NoBoard> {
        let &shortest = lengths.start();
        let start = match fifteen(goal) {
            Some(_) if shortest > FIFTEEN_LENGTH => return Err(NoBoard::Longest(FIFTEEN_LENGTH)),
            Some(boards) if shortest > COMMON => {
                Start::Hardest(boards.iter().map(|tiles| goal.written(tiles)).collect())
            }
            _ if goal.size().cells() <= SOLVABLE_CELLS => Start::Anywhere,
            _ => Start::Goal,
        };
        let choice = Choice {
            cache,
            ..Choice::default()
        };
        Ok(Far {
            lengths: lengths.clone(),
            plan,
            finder: PathFinder::new(goal.size(), goal.blank(), &choice),
            start,
        })
    }

    pub(super) fn draw(
        &self,
        goal: &Arc<Goal>,
        random: &mut Scramble,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Result<Measured, NoBoard> {
        let (&shortest, &longest) = (self.lengths.start(), self.lengths.end());
        let mut one = |longest| {
            let length = one_of(shortest..=longest, random);
            (length, length)
        };
        let (shortest, longest) = match &self.start {
            Start::Anywhere => (shortest, longest),
            Start::Goal => one(longest),
            Start::Hardest(_) => one(longest.min(FIFTEEN_LENGTH)),
        };
        let began = Instant::now();
        let mut walk = (shortest as usize).min(LONGEST_WALK);
        for _ in 0..MOST_TRIES {
            let start = match &self.start {
                Start::Anywhere => random.solvable(goal),
                Start::Goal => random.walk(goal, walk),
                // Each move brings the goal nearer by one at most.
                Start::Hardest(boards) => {
                    let nth = random.below(boards.len() as u64) as usize;
                    random.walk_from(&boards[nth], (FIFTEEN_LENGTH - shortest) as usize)
                }
            };
            let limits = limits.after(began.elapsed());
            let problem = Problem::new(start, goal.clone()).expect("a walk keeps an arrangement");
            let length = self.length(&problem, &limits, observer)?;
            if length < shortest {
                // A walk soon turns in circles: its length counts for less and less.
                walk = (walk + walk / 4 + 1).min(LONGEST_WALK);
                continue;
            }
            let mut board = problem.start().clone();
            if length <= longest {
                return Ok(Measured { board, length });
            }
            let wanted = one_of(shortest..=longest, random);
            let moves = self.solution(&problem, length, random, &limits, observer)?;
            for &m in &moves[..(length - wanted) as usize] {
                let stays = board.apply(m);
                debug_assert!(stays, "a solution stays on the board");
            }
            return Ok(Measured {
                board,
                length: wanted,
            });
        }
        Err(NoBoard::Tries(MOST_TRIES))
    }

    fn length(
        &self,
        problem: &Problem,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Result<u32, NoBoard> {
        match self.plan.solve(problem, limits, observer).outcome {
            Outcome::Solved(solution) if solution.is_optimal() => Ok(solution.bound),
            Outcome::Solved(_) => Err(NoBoard::Unproven),
            Outcome::Unknown { stop, .. } => Err(NoBoard::Stopped(stop)),
            Outcome::Unsolvable => unreachable!("only solvable boards are drawn"),
        }
    }

    /// The first shortest solution in a random order of the moves: which one the plan's engine finds may
    /// depend on the tables at hand.
    fn solution(
        &self,
        problem: &Problem,
        length: u32,
        random: &mut Scramble,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Result<Vec<Move>, NoBoard> {
        let mut order = Move::ALL;
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last as u64 + 1) as usize);
        }
        let found = self
            .finder
            .find(problem, length, Wanted::First, order, limits, observer);
        let (paths, _) = found.map_err(NoBoard::Stopped)?;
        Ok(paths.iter().next().expect("the first was found"))
    }
}

/// A number of the range, each with the same chance.
fn one_of(range: RangeInclusive<u32>, random: &mut Scramble) -> u32 {
    let (start, end) = range.into_inner();
    start + random.below(u64::from(end - start) + 1) as u32
}
