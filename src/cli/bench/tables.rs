//! `slide bench tables`: the pattern databases of the 15-puzzle, built and used.

use std::{slice, sync::Arc, time::Instant};

use anyhow::{Context, bail};
use slide::{
    Goal, NamedGoal, Problem, Size,
    pdb::{Additive, Cache, Partition},
    search::{DuplicateMoves, Effort, FifteenTables, Known, Outcome, Watch, fifteen_additive},
};

use super::{Bench, KORF, boards, pruned::Pruned};
use crate::cli::output::print;

impl Bench {
    /// Every named partition of the 4×4 board: built, then used for Korf's boards, one thread each.
    pub(super) fn tables(&self) -> anyhow::Result<()> {
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
}
