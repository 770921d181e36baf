//! Arguments of `slide generate`.

use std::{ops::RangeInclusive, time::Duration};

use clap::Args;
use slide::{Size, format::Layout};

use crate::cli::args::{GuideArguments, TEMPLATE, When, duration, one_of};

const EXAMPLES: &str = "\
Examples:
  slide generate --size 4 --count 10              ten random 15-puzzles, each as likely as any
  slide generate --length 31                      a 3×3 board whose shortest solution has 31 moves
  slide generate -s 4 --length 40..50 --lengths   a 15-puzzle of 40 to 50 moves, its length as a comment
  slide generate -s 4 --hardest                   the seventeen that need 80
  slide generate --seed 7 -c 5 --format slash     the same five boards every time";

#[derive(Args, Debug)]
#[command(before_help = EXAMPLES, help_template = TEMPLATE)]
pub(in crate::cli) struct GenerateArguments {
    /// Size of the boards: `4`, `4x4`, `2x3` (rows × columns); default 3, or the goal's
    #[arg(long, short)]
    pub(in crate::cli) size: Option<Size>,

    /// Goal: `blank-last`, `blank-first`, `snail`, or a board such as '1 2 3 8 x 4 7 6 5'
    #[arg(long, short, default_value = "blank-last")]
    pub(in crate::cli) goal: String,

    /// How many boards; default one, of the hardest all
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) count: Option<u64>,

    /// Where the chance begins: the same seed gives the same boards everywhere
    ///
    /// The seed used is printed on stderr.
    #[arg(long, value_name = "N")]
    pub(in crate::cli) seed: Option<u64>,

    #[command(flatten)]
    pub(in crate::cli) kind: KindArguments,

    /// No board twice
    #[arg(long)]
    pub(in crate::cli) distinct: bool,

    /// Layout of the boards
    #[arg(long, short, value_name = "LAYOUT", default_value = "line", value_parser = one_of::<Layout>(Layout::ALL.iter().map(|l| l.name())))]
    pub(in crate::cli) format: Layout,

    /// Write the length of the shortest solution after each board: `# 31`
    #[arg(long, conflicts_with = "unsolvable")]
    pub(in crate::cli) lengths: bool,

    #[command(flatten)]
    pub(in crate::cli) guide: GuideArguments,

    /// Stop after this time with the boards found so far: `10s`, `2m`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(in crate::cli) time_limit: Option<Duration>,

    /// Threads that search; default one a core
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(in crate::cli) jobs: Option<u16>,

    /// Show progress on stderr
    #[arg(long, value_enum, default_value = "auto")]
    pub(in crate::cli) progress: When,
}

/// Which boards; every solvable one if nothing is said.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(in crate::cli) struct KindArguments {
    /// The goal after K random moves, none of which undoes the one before
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub(in crate::cli) moves: Option<u32>,

    /// Boards whose shortest solution has exactly L moves, or A to B
    ///
    /// A move is one tile by one cell. Up to twelve cells, and near the goal on larger boards, each board of the
    /// length is as likely as any. Elsewhere boards are found by search: every length is exact, but some
    /// boards are likelier than others. Random boards above 4×4 are hard: great lengths take long there.
    #[arg(long, value_name = "L|A..B", value_parser = lengths)]
    pub(in crate::cli) length: Option<RangeInclusive<u32>>,

    /// The boards that need the most moves, where they are known: up to 12 cells, and 4×4
    #[arg(long)]
    pub(in crate::cli) hardest: bool,

    /// Boards that have no solution
    #[arg(long)]
    pub(in crate::cli) unsolvable: bool,
}

/// Parses `31` or `40..50`, both ends included.
fn lengths(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a number of moves, or two as in `40..50`".into()),
    }
}
