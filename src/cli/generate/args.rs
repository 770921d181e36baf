//! Arguments of `slide generate`.

use std::{ops::RangeInclusive, time::Duration};

use clap::Args;
use slide::format::Layout;

use crate::cli::{
    args::{GuideArguments, TEMPLATE, When, duration, layout},
    goal::{GoalArguments, size_or},
};

const EXAMPLES: &str = "\
Examples:
  slide generate --size 4 --count 10             ten random 15-puzzles
  slide generate --length 31                     a 3×3 board that needs 31 moves
  slide generate -s 4 --length 40..50 --lengths  one of 40 to 50, and how many
  slide generate -s 4 --hardest                  the seventeen that need 80
  slide generate --seed 7 -c 5 --format slash    the same five boards every time";

const EXIT: &str = "\
Exit codes: 0 all boards asked for, 1 a limit or a lack of more left fewer, 2 an error of usage,
input or output, 130 interrupted.";

#[derive(Args, Debug)]
#[command(before_help = EXAMPLES, after_help = EXIT, help_template = TEMPLATE)]
#[command(mut_arg("size", |size| size_or("3, or the goal's", size)))]
pub(in crate::cli) struct GenerateArguments {
    #[command(flatten)]
    pub(super) target: GoalArguments,

    /// How many boards; default one, of the hardest all
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) count: Option<u64>,

    /// Where the chance begins: the same seed gives the same boards everywhere
    ///
    /// The seed used is printed on stderr.
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    #[command(flatten)]
    pub(super) kind: KindArguments,

    /// No board twice
    #[arg(long)]
    pub(super) distinct: bool,

    /// Layout of the boards
    #[arg(long, short, value_name = "LAYOUT", default_value = "line", value_parser = layout())]
    pub(super) format: Layout,

    /// Write the length of the shortest solution after each board: `# 31`
    ///
    /// Random boards above 4×4 may take minutes to days each, and above 5×5 they are beyond any computer.
    #[arg(long, conflicts_with = "unsolvable")]
    pub(super) lengths: bool,

    #[command(flatten)]
    pub(super) guide: GuideArguments,

    /// Stop after this time with the boards found so far: `10s`, `2m`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time_limit: Option<Duration>,

    /// Threads that search; default one a core
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) jobs: Option<u16>,

    /// Show progress on stderr
    #[arg(long, value_enum, default_value = "auto")]
    pub(super) progress: When,
}

/// Which boards; every solvable one if nothing is said.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(in crate::cli) struct KindArguments {
    /// The goal after K random moves, none of which undoes the one before
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    pub(super) moves: Option<u32>,

    /// Boards whose shortest solution has exactly L moves, or A to B
    ///
    /// A move is one tile by one cell. Up to twelve cells, and near the goal on larger boards, each board of the
    /// length is as likely as any. Elsewhere boards are found by search: every length is exact, but some
    /// boards are likelier than others. Random boards above 4×4 are hard: great lengths take long there.
    #[arg(long, value_name = "L|A..B", value_parser = lengths)]
    pub(super) length: Option<RangeInclusive<u32>>,

    /// The boards that need the most moves, where they are known: up to 12 cells, and 4×4
    #[arg(long)]
    pub(super) hardest: bool,

    /// Boards that have no solution
    #[arg(long)]
    pub(super) unsolvable: bool,
}

/// Parses `31` or `40..50`, both ends included.
fn lengths(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a number of moves, or two as in `40..50`".into()),
    }
}
