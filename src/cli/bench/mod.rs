//! `slide bench`: fixed boards, counted and timed.

mod args;
mod korf_felner;
mod large;
mod levers;
mod pruned;

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
    pdb::{Additive, Cache, Listener, Partition},
    search::{
        Answer, DuplicateMoves, Effort, FifteenTables, Known, Limits, Outcome, Stats, Watch,
        fifteen_additive,
    },
    solver::{Algorithm, Choice, Estimate, Plan},
};

use super::{
    ANSWERED, INTERRUPTED, in_order::threads, interrupt::cancel_on_interrupt, output::print,
};

pub(super) use args::BenchArguments;
use args::Suite;
use pruned::Pruned;

const EIGHT: &str = include_str!("../../../puzzles/eight/random-300.txt");
const KORF: &str = include_str!("../../../puzzles/fifteen/korf-100.txt");
const HARDEST: &str = include_str!("../../../puzzles/fifteen/hardest-17.txt");

/// Korf's boards that Manhattan distance solves in under ten million nodes: few, so that all is over in seconds.
const EASY_KORF: [usize; 6] = [12, 31, 42, 48, 55, 79];

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
                "--instances, --heuristic and --tables are for `bench` korf, hardest, random and twenty-four"
            )
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
    /// Every engine and heuristic on boards it can do in about a second.
    fn engines(&self) -> anyhow::Result<()> {
        let eight = boards(EIGHT, 3)?;
        let twelve = scrambled(Size::new(3, 4)?, 4);
        let korf = boards(KORF, 4)?;
        let korf: Vec<Grid> = EASY_KORF.map(|number| korf[number - 1].clone()).into();
        let large = walks(Size::square(5)?, 4, 60);
        let (last, first) = (NamedGoal::BlankLast, NamedGoal::BlankFirst);
        let guides = [
            Estimate::Manhattan,
            Estimate::LinearConflict,
            Estimate::WalkingDistance,
        ];

        print(HEADER)?;
        let mut generated = 0;
        let mut row = |title: &str, boards: &[Grid], goal, algorithm, estimate| {
            self.row(
                title,
                boards,
                goal,
                &Choice {
                    algorithm,
                    estimate,
                    ..Choice::default()
                },
            )
            .map(|count| generated += count)
        };
        row("3x3", &eight, last, Algorithm::Table, Estimate::Auto)?;
        row("3x3", &eight, last, Algorithm::Bfs, Estimate::Auto)?;
        for estimate in guides {
            row("3x3", &eight, last, Algorithm::AStar, estimate)?;
            row("3x3", &eight, last, Algorithm::IdaStar, estimate)?;
        }
        row(
            "3x4",
            &twelve,
            last,
            Algorithm::AStar,
            Estimate::WalkingDistance,
        )?;
        row(
            "3x4",
            &twelve,
            last,
            Algorithm::IdaStar,
            Estimate::WalkingDistance,
        )?;
        for estimate in guides {
            row("4x4", &korf, first, Algorithm::IdaStar, estimate)?;
        }
        row(
            "5x5",
            &large,
            last,
            Algorithm::IdaStar,
            Estimate::LinearConflict,
        )?;
        print(format_args!("signature: {generated} nodes generated"))
    }

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
        let chosen = match &arguments.instances {
            None => None,
            Some(list) => Some(numbers(list, boards.len())?),
        };
        print(HEADER)?;
        let started = Instant::now();
        let total = match chosen {
            None => self.row(title, boards, goal, &choice)?,
            Some(chosen) => {
                let mut total = 0;
                for number in chosen {
                    let board = slice::from_ref(&boards[number - 1]);
                    total += self.row(&format!("{title} {number}"), board, goal, &choice)?;
                }
                total
            }
        };
        let seconds = started.elapsed().as_secs_f64();
        print(format_args!(
            "{total} nodes generated, {seconds:.3} s with all tables"
        ))
    }

    /// Every named partition of the 4×4 board: built, then used for Korf's boards, one thread each.
    fn tables(&self) -> anyhow::Result<()> {
        let size = Size::square(4)?;
        let goal = Arc::new(Goal::named(NamedGoal::BlankFirst, size));
        let korf = boards(KORF, 4)?
            .into_iter()
            .map(|board| Problem::new(board, goal.clone()));
        let korf: Vec<Problem> = korf.collect::<Result<_, _>>()?;
        let machine = DuplicateMoves::up_to(12);
        print(
            "tables        bytes    built      generated   seconds     M/s    with machine of 12",
        )?;
        for (name, partition) in Partition::all_named().filter(|(_, p)| p.size() == size) {
            let started = Instant::now();
            let tables = self
                .pool
                .install(|| Cache::nowhere().tables(slice::from_ref(&partition), false, self));
            let tables = tables.context("interrupted")?;
            let built = started.elapsed().as_secs_f64();
            let bytes: usize = tables.iter().map(|table| table.bits().len()).sum();
            let heuristic = Additive::new(&partition, &tables).context("eight walks are enough")?;
            let tables =
                FifteenTables::new(&partition, &tables).context("a partition of the 4x4 board")?;
            let (mut generated, started) = (0, Instant::now());
            for problem in &korf {
                let watch = Watch::start(&self.limits, &());
                let answer = fifteen_additive(
                    &problem.board(),
                    &tables,
                    Known::default(),
                    Effort::ALONE,
                    &watch,
                );
                if let Outcome::Unknown { stop, .. } = answer.outcome {
                    bail!("{stop}");
                }
                generated += answer.stats.generated;
            }
            let seconds = started.elapsed().as_secs_f64();
            let rate = generated as f64 / seconds / 1e6;
            let mut pruned = Pruned {
                heuristic: &heuristic,
                machine: &machine,
                cancel: &self.limits.cancel,
                generated: 0,
            };
            for problem in &korf {
                pruned.solve(problem).context("interrupted")?;
            }
            print(format_args!(
                "{name:8} {bytes:>10} {built:>8.3} {generated:>14} {seconds:>9.3} {rate:>7.1} {:>21}",
                pruned.generated
            ))?;
        }
        Ok(())
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

fn walks(size: Size, count: usize, moves: usize) -> Vec<Grid> {
    let goal = Goal::named(NamedGoal::BlankLast, size);
    let mut scramble = Scramble::new(1);
    (0..count).map(|_| scramble.walk(&goal, moves)).collect()
}

/// Reads `1,5,7..9` as numbers from 1 to `most`.
fn numbers(list: &str, most: usize) -> anyhow::Result<Vec<usize>> {
    let number = |text: &str| match text.trim().parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(anyhow!(
            "instance `{text}`: expected a number from 1 to {most}"
        )),
    };
    let mut numbers = Vec::new();
    for part in list.split(',') {
        match part.split_once("..") {
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                if first > last {
                    bail!("instances `{part}`: expected the smaller number first");
                }
                numbers.extend(first..=last);
            }
            None => numbers.push(number(part)?),
        }
    }
    Ok(numbers)
}

/// The most memory that the process has had, where the system tells.
fn peak_megabytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}
