//! `slide bench twenty-four`: the fifty 24-puzzles of Korf and Felner.

use std::{sync::Arc, time::Instant};

use anyhow::ensure;
use slide::{
    Goal, NamedGoal, Problem, Size,
    batch::Job,
    solver::{Algorithm, Plan},
};

use super::{Bench, BenchArguments, Measured, boards, peak_megabytes};
use crate::cli::output::print;

pub(super) const BOARDS: &str = include_str!("../../../puzzles/twenty-four/korf-felner-50.txt");

/// The length of each board, and the nodes that IDA* with the partition 6-6-6-6 and its reflection generated
/// in 2002 (Artificial Intelligence 134, table 3).
pub(super) const PUBLISHED: [(usize, u64); 50] = [
    (95, 2_031_102_635),
    (96, 211_884_984_525),
    (97, 21_148_144_928),
    (98, 10_991_471_966),
    (100, 2_899_007_625),
    (101, 103_460_814_368),
    (104, 106_321_592_792),
    (108, 116_202_273_788),
    (113, 1_818_005_616_606),
    (114, 1_519_052_821_943),
    (106, 1_654_042_891_186),
    (109, 624_413_663_951),
    (101, 1_959_833_487),
    (111, 1_283_051_362_385),
    (103, 173_999_717_809),
    (96, 3_803_445_934),
    (109, 367_150_048_758),
    (110, 987_725_030_433),
    (106, 218_284_544_233),
    (92, 312_016_177_684),
    (103, 724_024_589_335),
    (95, 3_592_980_531),
    (104, 171_498_441_076),
    (107, 357_290_691_483),
    (81, 292_174_444),
    (105, 12_397_787_391),
    (99, 53_444_360_033),
    (98, 2_258_006_870),
    (88, 4_787_505_637),
    (92, 1_634_941_420),
    (99, 26_200_330_686),
    (97, 428_222_507),
    (106, 1_062_250_612_558),
    (102, 481_039_271_661),
    (98, 116_131_234_743),
    (90, 2_582_008_940),
    (100, 1_496_759_944),
    (96, 38_173_507),
    (104, 161_211_472_633),
    (82, 65_099_578),
    (106, 26_998_190_480),
    (108, 245_852_754_920),
    (104, 55_147_320_204),
    (93, 867_106_238),
    (101, 79_148_491_306),
    (100, 65_675_717_510),
    (92, 30_443_173_162),
    (107, 555_085_543_507),
    (100, 108_197_305_702),
    (113, 4_156_099_168_506),
];

impl Bench {
    /// The boards one by one, each by all threads, with their published lengths and nodes.
    ///
    /// # Errors
    /// If a length is not the published one.
    pub(super) fn twenty_four(&self, arguments: &BenchArguments) -> anyhow::Result<()> {
        let size = Size::square(5)?;
        let goal = Arc::new(Goal::named(NamedGoal::BlankFirst, size));
        let boards = boards(BOARDS, 5)?;
        let choice = arguments.guide.choice(Algorithm::Auto);
        let chosen = arguments.chosen(boards.len())?;
        let plan = Arc::new(Plan::new(size, goal.blank(), &choice)?);
        print(format_args!("{plan}, {} threads", arguments.jobs))?;
        print(
            "board  length       generated       published    ratio    seconds     M/s  peak MB",
        )?;
        let started = Instant::now();
        let (mut generated, mut published) = (0, 0);
        for number in chosen {
            let job = Job {
                problem: Problem::new(boards[number - 1].clone(), goal.clone())?,
                plan: plan.clone(),
            };
            let Measured {
                moves,
                stats,
                seconds,
            } = self.measure(&[job])?;
            let (length, nodes) = PUBLISHED[number - 1];
            print(format_args!(
                "{number:5} {moves:>7} {:>15} {nodes:>15} {:>8.1} {seconds:>10.2} {:>7.1} {:>8}",
                stats.generated,
                nodes as f64 / stats.generated as f64,
                stats.generated as f64 / seconds / 1e6,
                peak_megabytes(),
            ))?;
            ensure!(moves == length, "board {number} needs {length} moves");
            generated += stats.generated;
            published += nodes;
        }
        let seconds = started.elapsed().as_secs_f64();
        print(format_args!(
            "{generated} nodes generated, {:.1} times fewer than published, {seconds:.2} s with all tables",
            published as f64 / generated as f64
        ))
    }
}
