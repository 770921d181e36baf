//! `slide bench large`: good and fast solutions of boards that are not solved optimally.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::bail;
use slide::{
    Goal, Grid, NamedGoal, Problem, Scramble, Size,
    search::{Limits, Outcome, Solution},
    solver::{Choice, Plan, Quality},
};

use super::{
    Bench,
    args::{BenchArguments, LargeSet},
    boards, korf_felner, peak_megabytes,
};
use crate::cli::output::print;

const THIRTY_FIVE: &str = include_str!("../../../puzzles/thirty-five/deepcubea-100.txt");
const FORTY_EIGHT: &str = include_str!("../../../puzzles/forty-eight/deepcubea-100.txt");
/// Random boards of a size.
const RANDOM: usize = 50;

/// Boards with the lengths that somebody else found: the shortest, or DeepCubeA's.
struct Set {
    boards: Vec<Grid>,
    known: Option<Vec<usize>>,
    goal: NamedGoal,
}

impl Set {
    fn of(which: LargeSet) -> anyhow::Result<Set> {
        let deepcubea = |text: &str, side| {
            let lengths = text.lines().filter(|line| !line.starts_with('#'));
            let lengths = lengths.filter_map(|line| line.split_once('#')?.1.trim().parse().ok());
            Ok(Set {
                boards: boards(text, side)?,
                known: Some(lengths.collect()),
                goal: NamedGoal::BlankLast,
            })
        };
        let side = match which {
            LargeSet::KorfFelner => {
                return Ok(Set {
                    boards: boards(korf_felner::BOARDS, 5)?,
                    known: Some(korf_felner::PUBLISHED.map(|(length, _)| length).into()),
                    goal: NamedGoal::BlankFirst,
                });
            }
            LargeSet::Deepcubea35 => return deepcubea(THIRTY_FIVE, 6),
            LargeSet::Deepcubea48 => return deepcubea(FORTY_EIGHT, 7),
            LargeSet::Random6 => 6,
            LargeSet::Random8 => 8,
            LargeSet::Random10 => 10,
            LargeSet::Random16 => 16,
        };
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(side)?));
        let mut scramble = Scramble::new(1);
        Ok(Set {
            boards: (0..RANDOM).map(|_| scramble.solvable(&goal)).collect(),
            known: None,
            goal: NamedGoal::BlankLast,
        })
    }
}

impl Bench {
    /// The boards of a set one by one, each by all threads.
    pub(super) fn large(&self, arguments: &BenchArguments) -> anyhow::Result<()> {
        let set = Set::of(arguments.set.unwrap_or(LargeSet::KorfFelner))?;
        let chosen = arguments.chosen(set.boards.len())?;
        let size = set.boards[0].size();
        let goal = Arc::new(Goal::named(set.goal, size));
        let choice = Choice {
            quality: arguments.quality.unwrap_or(Quality::Good),
            ..Choice::default()
        };
        if !matches!(choice.quality, Quality::Good | Quality::Fast) {
            bail!("`bench large` is for --quality good and fast");
        }
        let plan = Plan::new(size, goal.blank(), &choice)?;
        let limits = Limits {
            time: arguments.time_limit,
            ..self.limits.clone()
        };
        let mut sums = Sums::default();
        // Nothing is known of random boards.
        print(match set.known {
            Some(_) => "board  length  bound   known  seconds",
            None => "board  length  bound  seconds",
        })?;
        for number in chosen {
            let problem = Problem::new(set.boards[number - 1].clone(), goal.clone())?;
            let started = Instant::now();
            let answer = self.pool.install(|| plan.solve(&problem, &limits, &()));
            let seconds = started.elapsed();
            let Outcome::Solved(solution) = answer.outcome else {
                bail!("board {number}: {:?}", answer.outcome);
            };
            let known = set.known.as_ref().map(|known| known[number - 1]);
            print(format_args!(
                "{number:5} {:>7} {:>6}{} {:>8.2}",
                solution.moves.len(),
                solution.bound,
                known.map_or(String::new(), |known| format!(" {known:>7}")),
                seconds.as_secs_f64()
            ))?;
            sums.add(&solution, known, seconds);
            if self.limits.cancel.is_cancelled() {
                break;
            }
        }
        sums.print(size)
    }
}

/// What all boards came to.
#[derive(Default)]
struct Sums {
    boards: usize,
    moves: usize,
    bounds: u64,
    proven: usize,
    /// Where the lengths of others are known.
    compared: Option<Compared>,
    time: Duration,
    longest: Duration,
}

/// Lengths beside those of others.
#[derive(Default)]
struct Compared {
    known: usize,
    as_short: usize,
    worst: isize,
}

impl Sums {
    fn add(&mut self, solution: &Solution, known: Option<usize>, time: Duration) {
        let length = solution.moves.len();
        self.boards += 1;
        self.moves += length;
        self.bounds += u64::from(solution.bound);
        self.proven += usize::from(solution.is_optimal());
        if let Some(known) = known {
            let compared = self.compared.get_or_insert_default();
            compared.known += known;
            compared.as_short += usize::from(length <= known);
            compared.worst = compared.worst.max(length as isize - known as isize);
        }
        self.time += time;
        self.longest = self.longest.max(time);
    }

    fn print(&self, size: Size) -> anyhow::Result<()> {
        let mean = |sum: usize| sum as f64 / self.boards.max(1) as f64;
        let cube = (size.cells() as f64).powf(1.5);
        let lengths = mean(self.moves);
        let compared = self.compared.as_ref().map_or(String::new(), |compared| {
            format!(
                " known {:.2} ({:+.2} %), {} as short, worst {:+};",
                mean(compared.known),
                (lengths / mean(compared.known) - 1.0) * 100.0,
                compared.as_short,
                compared.worst,
            )
        });
        print(format_args!(
            "{} boards of {size}: mean length {lengths:.2} = {:.3} n³ = {:.3} × bound;{compared} \
             {} proven; {:.3} s a board, at most {:.3}; {} MB at most",
            self.boards,
            lengths / cube,
            self.moves as f64 / self.bounds.max(1) as f64,
            self.proven,
            self.time.as_secs_f64() / self.boards.max(1) as f64,
            self.longest.as_secs_f64(),
            peak_megabytes(),
        ))
    }
}
