//! `slide bench levers`: what each part of the 5×5 engine is worth, on the same passes.

use std::{sync::Arc, time::Instant};

use anyhow::{Context, bail, ensure};
use rayon::{ThreadPool, ThreadPoolBuilder};
use slide::{
    Board, Goal, NamedGoal, Problem, Size,
    pdb::{Cache, Partition, Table},
    search::{Effort, Known, Outcome, Stop, TwentyFourTables, Watch, twenty_four},
};

use super::{Bench, BenchArguments, boards, korf_felner};
use crate::cli::output::print;

/// Boards whose passes with the bound six below the optimum have some millions of nodes together.
const BOARDS: [usize; 6] = [1, 4, 5, 25, 28, 44];
const BELOW: u32 = 6;

/// A way to search, with what tells it from the one before.
struct Way {
    name: &'static str,
    partitions: &'static [&'static str],
    machine: u32,
    lanes: usize,
    wide: bool,
    threads: usize,
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
    }
}

const WAYS: [Way; 15] = [
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
        threads: 2,
        ..way("14 views, 2 threads", ALL)
    },
    Way {
        threads: 2,
        ..way("2 views, 2 threads", P0)
    },
    way("2 views of 7-7-7-3", SEVEN),
    way("the same with 6 views", SEVEN_AND_THREE),
];

impl Bench {
    /// The way of each line is that of `14 views` but for what its name says: one thread, sixteen lanes, one bit
    /// an entry, a machine of twelve moves.
    pub(super) fn levers(&self, arguments: &BenchArguments) -> anyhow::Result<()> {
        let size = Size::square(5)?;
        let goal = Arc::new(Goal::named(NamedGoal::BlankFirst, size));
        let problems = boards(korf_felner::BOARDS, 5)?;
        let passes = BOARDS.map(|number| {
            let problem = Problem::new(problems[number - 1].clone(), goal.clone())?;
            let (length, _) = korf_felner::PUBLISHED[number - 1];
            Ok((problem.board::<5, 5>(), length as u32 - BELOW))
        });
        let passes: Vec<(Board<5>, u32)> = passes.into_iter().collect::<anyhow::Result<_>>()?;
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

        print(format_args!(
            "{:28} {:>12} {:>9} {:>7}",
            "way", "generated", "seconds", "M/s"
        ))?;
        for way in &WAYS {
            let pool = ThreadPoolBuilder::new().num_threads(way.threads).build()?;
            let partitions = partitions(way.partitions);
            let (generated, seconds) = self.passes(way, &partitions, &tables, &passes, &pool)?;
            print(format_args!(
                "{:28} {generated:>12} {seconds:>9.2} {:>7.2}",
                way.name,
                generated as f64 / seconds / 1e6
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
