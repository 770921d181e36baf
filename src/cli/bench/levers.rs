//! `slide bench levers`: what each part of the 5×5 engine is worth, on the same passes.

use std::{sync::Arc, time::Instant};

use anyhow::{Context, bail, ensure};
use rayon::{ThreadPool, ThreadPoolBuilder};
use slide::{
    Board, Goal, Grid, Move, NamedGoal, Problem, Size,
    pdb::{Cache, Partition, Table},
    search::{Effort, Incumbent, Known, Outcome, Stop, TwentyFourTables, Watch, twenty_four},
};

use super::{Bench, BenchArguments, boards, korf_felner};
use crate::cli::output::print;

/// Boards whose passes have some millions of nodes together with the bound six below the optimum, and eight times as many
/// with the bound four below.
const BOARDS: [usize; 6] = [1, 4, 5, 25, 28, 44];

/// Boards that are searched to the end: some tens of millions of nodes each.
const LAST_PASSES: [usize; 4] = [40, 38, 44, 25];

/// A way to search, with what tells it from the one before.
struct Way {
    name: &'static str,
    partitions: &'static [&'static str],
    machine: u32,
    lanes: usize,
    wide: bool,
    threads: usize,
    frontier: Option<usize>,
}

const P0: &[&str] = &["P0"];
const THREE: &[&str] = &["P0", "P5", "P4"];
const ALL: &[&str] = &["P0", "P1", "P2", "P3", "P4", "P5", "P6"];
const SEVEN: &[&str] = &["7-7-7-3"];
const SEVEN_AND_THREE: &[&str] = &["7-7-7-3", "P0", "P4", "P5"];

const fn way(name: &'static str, partitions: &'static [&'static str]) -> Way {
    Way {
        name,
        partitions,
        machine: 12,
        lanes: 16,
        wide: false,
        threads: 1,
        frontier: None,
    }
}

/// Other searches with the same partitions.
const SEARCHES: [Way; 17] = [
    Way {
        lanes: 0,
        ..way("2 views, recursive", P0)
    },
    way("2 views", P0),
    way("6 views", THREE),
    Way {
        lanes: 0,
        ..way("14 views, recursive", ALL)
    },
    Way {
        lanes: 1,
        ..way("14 views, 1 lane", ALL)
    },
    Way {
        lanes: 8,
        ..way("14 views, 8 lanes", ALL)
    },
    way("14 views", ALL),
    Way {
        lanes: 32,
        ..way("14 views, 32 lanes", ALL)
    },
    Way {
        wide: true,
        ..way("14 views, 4 bits an entry", ALL)
    },
    Way {
        machine: 2,
        ..way("14 views, no machine", ALL)
    },
    Way {
        machine: 14,
        ..way("14 views, machine of 14", ALL)
    },
    Way {
        frontier: Some(0),
        ..way("14 views, no frontier", ALL)
    },
    Way {
        machine: 2,
        frontier: Some(0),
        ..way("14 views, neither", ALL)
    },
    Way {
        frontier: Some(1 << 16),
        ..way("14 views, frontier of 65,536", ALL)
    },
    Way {
        frontier: Some(1 << 20),
        ..way("14 views, frontier of 2^20", ALL)
    },
    Way {
        threads: 2,
        ..way("14 views, 2 threads", ALL)
    },
    Way {
        threads: 2,
        ..way("2 views, 2 threads", P0)
    },
];

/// The same search with other partitions.
const PARTITIONS: [Way; 12] = [
    way("P4", &["P4"]),
    way("P5", &["P5"]),
    way("P6", &["P6"]),
    way("P0 P4", &["P0", "P4"]),
    way("P0 P5", &["P0", "P5"]),
    way("P0 P6", &["P0", "P6"]),
    way("P0 P3 P5", &["P0", "P3", "P5"]),
    way("P0 P5 P6", &["P0", "P5", "P6"]),
    way("P0 P4 P5 P6", &["P0", "P4", "P5", "P6"]),
    way("P0 P3 P4 P5 P6", &["P0", "P3", "P4", "P5", "P6"]),
    way("7-7-7-3", SEVEN),
    way("7-7-7-3 P0 P4 P5", SEVEN_AND_THREE),
];

impl Bench {
    /// The way of each line is that of `14 views`, all of P0 to P6, but for what its name says: one thread, sixteen lanes, one bit
    /// an entry, a machine of twelve moves, a frontier of 4,096 boards.
    ///
    /// Then what becomes of a search's last pass.
    pub(super) fn levers(&self, arguments: &BenchArguments) -> anyhow::Result<()> {
        let size = Size::square(5)?;
        let goal = Arc::new(Goal::named(NamedGoal::BlankFirst, size));
        let problems = boards(korf_felner::BOARDS, 5)?;
        let passes = |below: u32| {
            let passes = BOARDS.map(|number| {
                let problem = Problem::new(problems[number - 1].clone(), goal.clone())?;
                let (length, _) = korf_felner::PUBLISHED[number - 1];
                Ok((problem.board::<5, 5>(), length as u32 - below))
            });
            passes.into_iter().collect::<anyhow::Result<Vec<_>>>()
        };
        let named = |name: &&str| Partition::named(name, size, goal.blank());
        let partitions =
            |names: &[&str]| names.iter().filter_map(named).collect::<Vec<Partition>>();
        let tables = |names, cache: &Cache| {
            let build = || cache.tables(&partitions(names), true, self);
            let tables = self.pool.install(build);
            tables.context("interrupted")
        };
        let cache = arguments.guide.choice(Default::default()).cache;
        // Those of seven tiles take half a gigabyte each: no engine uses them, so they are not kept.
        let tables = [tables(ALL, &cache)?, tables(SEVEN, &Cache::nowhere())?].concat();

        // Short passes for the nodes, long ones for the seconds: what a pass costs to begin is no part of the others.
        for (below, ways) in [(6, &PARTITIONS[..]), (6, &SEARCHES), (4, &SEARCHES)] {
            print(format_args!(
                "{:28} {:>12} {:>9} {:>7}",
                format!("bound {below} below the optimum"),
                "generated",
                "seconds",
                "M/s"
            ))?;
            for way in ways {
                let pool = ThreadPoolBuilder::new().num_threads(way.threads).build()?;
                let partitions = partitions(way.partitions);
                let (generated, seconds) =
                    self.passes(way, &partitions, &tables, &passes(below)?, &pool)?;
                print(format_args!(
                    "{:28} {generated:>12} {seconds:>9.2} {:>7.2}",
                    way.name,
                    generated as f64 / seconds / 1e6
                ))?;
            }
            print(format_args!(""))?;
        }
        self.last_passes(&partitions(ALL), &tables, &problems, &goal)
    }

    /// Searches a few boards to the end: with the last pass in depth-first order, with its pieces in the order of promise,
    /// and without it, when a solution of that length is known.
    fn last_passes(
        &self,
        partitions: &[Partition],
        tables: &[Arc<Table>],
        problems: &[Grid],
        goal: &Arc<Goal>,
    ) -> anyhow::Result<()> {
        let tables = TwentyFourTables::new(partitions, tables, 12).context("all are there")?;
        print(format_args!(
            "{:5} {:>14} {:>14} {:>14}",
            "board", "depth-first", "by promise", "without"
        ))?;
        for number in LAST_PASSES {
            let board = Problem::new(problems[number - 1].clone(), goal.clone())?.board();
            let search = |frontier, best: Option<Vec<Move>>| {
                let watch = Watch::start(&self.limits, &());
                let incumbent = Incumbent::new(best, None);
                let known = Known {
                    incumbent: Some(&incumbent),
                    ..Known::default()
                };
                let effort = Effort {
                    frontier,
                    ..Effort::TOGETHER
                };
                let search = || twenty_four(&board, &tables, known, effort, &watch);
                let answer = self.pool.install(search);
                let Outcome::Solved(solution) = answer.outcome else {
                    bail!("board {number} was not solved");
                };
                Ok((solution.moves, answer.stats.generated))
            };
            let (_, depth_first) = search(Some(0), None)?;
            let (moves, by_promise) = search(None, None)?;
            let (_, without) = search(None, Some(moves))?;
            print(format_args!(
                "{number:>5} {depth_first:>14} {by_promise:>14} {without:>14}"
            ))?;
        }
        Ok(())
    }

    /// Makes one pass over every board.
    fn passes(
        &self,
        way: &Way,
        partitions: &[Partition],
        tables: &[Arc<Table>],
        passes: &[(Board<5>, u32)],
        pool: &ThreadPool,
    ) -> anyhow::Result<(u64, f64)> {
        let tables = TwentyFourTables::new(partitions, tables, way.machine)
            .context("all tables are there")?
            .with_lanes(way.lanes);
        let tables = match way.wide {
            true => tables.with_wide_entries(),
            false => tables,
        };
        let (mut generated, started) = (0, Instant::now());
        for (board, bound) in passes {
            let watch = Watch::start(&self.limits, &());
            // One pass, cut into pieces as the passes of a long search are.
            let effort = Effort {
                together: true,
                give_up: 1,
                frontier: way.frontier,
            };
            let known = Known::proven(*bound);
            let answer = pool.install(|| twenty_four(board, &tables, known, effort, &watch));
            match answer.outcome {
                Outcome::Unknown {
                    stop: Stop::Large, ..
                } => generated += answer.stats.generated,
                Outcome::Unknown { stop, .. } => bail!("{stop}"),
                other => ensure!(false, "no pass was made: {other:?}"),
            }
        }
        Ok((generated, started.elapsed().as_secs_f64()))
    }
}
