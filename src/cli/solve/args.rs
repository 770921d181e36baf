//! Arguments of `slide solve`.

use std::{path::PathBuf, time::Duration};

use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use slide::solver::{Algorithm, Quality};

use crate::cli::{
    args::{BoardArguments, GuideArguments, Moves, TEMPLATE, When, duration, memory, one_of},
    paths::PathArguments,
};

const EXAMPLES: &str = "\
Examples:
  slide solve puzzles/eight/hdu-1043.txt           moves, or unsolvable
  echo '1 2 3 4 8 x 7 6 5' | slide solve           the same from a pipe
  slide solve --goal blank-first --stats korf.txt  a summary on stderr
  slide solve --output json --time-limit 10s FILE  one object a line
  slide solve --all FILE                           every shortest solution";

const EXIT: &str = "\
Exit codes: 0 every board answered (unsolvable is an answer), 1 a limit left one open,
2 an error of usage, input or output, 130 interrupted.";

/// A time from one event to the next.
fn pause(text: &str) -> Result<Duration, String> {
    let time = duration(text).map_err(|error| error.to_string())?;
    match time.is_zero() {
        true => Err("it must be longer than nothing".into()),
        false => Ok(time),
    }
}

#[derive(Args, Debug)]
#[command(before_help = EXAMPLES, after_help = EXIT, help_template = TEMPLATE)]
pub(in crate::cli) struct SolveArguments {
    /// Files of boards; none, or `-`, is standard input
    pub(in crate::cli) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) board: BoardArguments,

    /// What to print of each board
    ///
    /// If not given, and `--format` names a judge's layout, the answers are as the judge wants them: of `hiho`
    /// lengths and `No Solution!`, of `princeton` and `hackerrank` as here. Else `moves`.
    #[arg(long, short, value_enum)]
    pub(in crate::cli) output: Option<Output>,

    /// Whose direction a letter of the moves names
    #[arg(long, value_enum, default_value = "blank")]
    pub(in crate::cli) moves: Moves,

    /// Write repeated moves with a number: `r2`
    #[arg(long)]
    pub(in crate::cli) compress: bool,

    /// How good a solution is to be
    ///
    /// `optimal`: none is shorter; `good`: as short as --time-limit allows (10 s a board if there is none);
    /// `fast`: any, in milliseconds. `auto` is `optimal` up to 25 cells, `good` above.
    #[arg(long, short, default_value = "auto", value_parser = one_of::<Quality>(Quality::ALL.iter().map(|q| q.name())))]
    pub(in crate::cli) quality: Quality,
    #[command(flatten)]
    pub(in crate::cli) paths: PathArguments,

    /// How to search
    #[arg(long, short, default_value = "auto", value_parser = one_of::<Algorithm>(Algorithm::ALL.iter().map(|a| a.name())))]
    pub(in crate::cli) algorithm: Algorithm,

    #[command(flatten)]
    pub(in crate::cli) guide: GuideArguments,

    /// Give up on a board after this time: `10s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(in crate::cli) time_limit: Option<Duration>,

    /// Give up on a board after this many generated nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) node_limit: Option<u64>,

    /// Where a limit or an interrupt stops the search, print the best solution known
    ///
    /// It need not be the shortest; stderr says how many moves are needed at least.
    #[arg(long)]
    pub(in crate::cli) best_effort: bool,

    /// Keep what is done of a long search in this file, and go on from there
    ///
    /// For one board. The same command goes on where the file ends; it is also written when the search
    /// ends or is interrupted.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) checkpoint: Option<PathBuf>,

    /// How often to write the checkpoint
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = pause, requires = "checkpoint")]
    pub(in crate::cli) checkpoint_every: Duration,

    /// Memory for the boards that one search keeps (a-star, bfs, beams), and for its tables: `500MB`, `4GiB`
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = memory)]
    pub(in crate::cli) memory_limit: ByteSize,

    /// Threads; default one a core
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(in crate::cli) jobs: Option<u16>,

    /// Show progress on stderr
    #[arg(long, value_enum, default_value = "auto")]
    pub(in crate::cli) progress: When,

    /// Print a summary on stderr at the end
    #[arg(long)]
    pub(in crate::cli) stats: bool,

    /// Say which engine is used, and why each unsolvable board is
    #[arg(long, short)]
    pub(in crate::cli) verbose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Output {
    /// The moves as letters, a line a board
    Moves,
    /// The moves as words: `up left`
    Words,
    /// The numbers of the tiles moved
    Tiles,
    /// How many moves: a move is one tile by one cell
    Length,
    /// Every board on the way
    Boards,
    /// An object a line
    Json,
    /// As Princeton's 8-puzzle assignment: `Minimum number of moves = 4`, then every board
    Princeton,
    /// As the school 42's n-puzzle: states selected, states in memory, moves, then every board
    #[value(name = "42")]
    FortyTwo,
    /// As HackerRank's N-Puzzle: how many moves, then each as a word on its line
    Hackerrank,
}
