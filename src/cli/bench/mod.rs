//! `slide bench`: fixed boards, counted and timed.

mod args;
mod engines;
mod korf_felner;
mod large;
mod levers;
mod pruned;
mod tables;

use std::{
    fs, slice,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, anyhow, bail};
use rayon::{ThreadPool, ThreadPoolBuilder};
use slide::{
    Goal, Grid, NamedGoal, Problem, Scramble, Size,
    batch::{Batch, Job},
    format::{Reader, Reading},
    pdb::Listener,
    search::{Answer, Limits, Outcome, Stats},
    solver::{Algorithm, Choice, Plan},
};

use super::{
    ANSWERED, INTERRUPTED, in_order::threads, interrupt::cancel_on_interrupt, output::print,
};

pub(super) use args::BenchArguments;
use args::Suite;

const KORF: &str = include_str!("../../../puzzles/fifteen/korf-100.txt");
const HARDEST: &str = include_str!("../../../puzzles/fifteen/hardest-17.txt");

pub(super) fn bench(arguments: &BenchArguments) -> anyhow::Result<u8> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads(Some(arguments.jobs)))
        .build()
        .context("cannot start threads")?;
    let limits = Limits {
        cancel: cancel_on_interrupt()?,
        ..Limits::default()
    };
    let bench = Bench { pool, limits };
    let end = match arguments.suite {
        Suite::Engines | Suite::Tables | Suite::Levers if arguments.is_special() => {
            bail!(
                "--instances, --heuristic and --tables are for `bench` korf, hardest, random and twenty-four, --instances also for large"
            )
        }
        suite if suite != Suite::Large && arguments.is_of_large() => {
            bail!("--set, --quality and --time-limit are for `bench large`")
        }
        Suite::Engines => bench.engines(),
        Suite::Tables => bench.tables(),
        Suite::Large => bench.large(arguments),
        Suite::Levers => bench.levers(arguments),
        Suite::Korf => bench.set("korf", &boards(KORF, 4)?, NamedGoal::BlankFirst, arguments),
        Suite::Hardest => bench.set(
            "hardest",
            &boards(HARDEST, 4)?,
            NamedGoal::BlankLast,
            arguments,
        ),
        Suite::Random => bench.set(
            "random",
            &scrambled(Size::square(4)?, 1000),
            NamedGoal::BlankLast,
            arguments,
        ),
        Suite::TwentyFour => bench.twenty_four(arguments),
    };
    if bench.limits.cancel.is_cancelled() {
        return Ok(INTERRUPTED);
    }
    end.map(|()| ANSWERED)
}

/// Threads and limits of all measurements.
struct Bench {
    pool: ThreadPool,
    limits: Limits,
}

/// An interrupt ends the building of tables.
impl Listener for Bench {
    fn stops(&self) -> bool {
        self.limits.cancel.is_cancelled()
    }
}

/// What one engine did with some boards.
#[derive(Default)]
struct Measured {
    moves: usize,
    stats: Stats,
    seconds: f64,
}

impl Bench {
    /// The boards of a set: those chosen one by one, each as `slide solve` takes a single board, or all
    /// together.
    fn set(
        &self,
        title: &str,
        boards: &[Grid],
        goal: NamedGoal,
        arguments: &BenchArguments,
    ) -> anyhow::Result<()> {
        let choice = arguments.guide.choice(Algorithm::Auto);
        let chosen = arguments.chosen(boards.len())?;
        print(HEADER)?;
        let started = Instant::now();
        let mut total = 0;
        if arguments.instances.is_none() {
            total = self.row(title, boards, goal, &choice)?;
        } else {
            for number in chosen {
                let board = slice::from_ref(&boards[number - 1]);
                total += self.row(&format!("{title} {number}"), board, goal, &choice)?;
            }
        }
        let seconds = started.elapsed().as_secs_f64();
        print(format_args!(
            "{total} nodes generated, {seconds:.3} s with all tables"
        ))
    }

    /// Measures one engine, prints a row and gives the nodes generated.
    fn row(
        &self,
        title: &str,
        boards: &[Grid],
        goal: NamedGoal,
        choice: &Choice,
    ) -> anyhow::Result<u64> {
        let size = boards[0].size();
        let goal = Arc::new(Goal::named(goal, size));
        let started = Instant::now();
        let plan = Arc::new(Plan::new(size, goal.blank(), choice)?);
        let ready = started.elapsed();
        let jobs = boards.iter().map(|board| {
            let problem = Problem::new(board.clone(), goal.clone())?;
            Ok(Job {
                problem,
                plan: plan.clone(),
            })
        });
        let jobs = jobs.collect::<anyhow::Result<Vec<Job>>>()?;
        let Measured {
            moves,
            stats,
            seconds,
        } = self.measure(&jobs)?;
        print(format_args!(
            "{title:8} {:48} {:>6} {moves:>7} {:>14} {:>14} {:>8.3} {seconds:>9.3} {:>7.1}",
            plan.to_string(),
            boards.len(),
            stats.expanded,
            stats.generated,
            ready.as_secs_f64(),
            stats.generated as f64 / seconds / 1e6,
        ))?;
        Ok(stats.generated)
    }

    fn measure(&self, jobs: &[Job]) -> anyhow::Result<Measured> {
        let batch = Batch {
            pool: &self.pool,
            limits: &self.limits,
            observer: &(),
        };
        let mut measured = Measured::default();
        let started = Instant::now();
        batch.solve(jobs, |_, Answer { outcome, stats, .. }, _| {
            measured.stats += stats;
            match outcome {
                Outcome::Solved(solution) => measured.moves += solution.moves.len(),
                Outcome::Unsolvable => {}
                Outcome::Unknown { stop, .. } => bail!("{stop}"),
            }
            Ok(())
        })?;
        measured.seconds = started.elapsed().max(Duration::from_nanos(1)).as_secs_f64();
        Ok(measured)
    }
}

const HEADER: &str = "\
boards   engine                                            count   moves       expanded      generated    ready   seconds     M/s";

/// The boards of one of our files.
fn boards(text: &str, side: usize) -> anyhow::Result<Vec<Grid>> {
    let reading = Reading {
        layout: None,
        size: Some(Size::square(side)?),
    };
    let grid = |entry: std::io::Result<slide::format::Entry>| {
        entry?.board.map_err(|fault| anyhow!("{fault}"))
    };
    Reader::new(text.as_bytes(), reading).map(grid).collect()
}

fn scrambled(size: Size, count: usize) -> Vec<Grid> {
    let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
    let mut scramble = Scramble::new(1);
    (0..count).map(|_| scramble.solvable(&goal)).collect()
}

/// The most memory that the process has had, in megabytes; `?` where the system does not tell.
fn peak_megabytes() -> String {
    let kilobytes = || -> Option<u64> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let mut lines = status.lines();
        let line = lines.find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.split_whitespace().next()?.parse().ok()
    };
    kilobytes().map_or("?".into(), |kilobytes| (kilobytes / 1024).to_string())
}
