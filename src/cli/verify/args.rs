//! Arguments of `slide verify`.

use std::{path::PathBuf, time::Duration};

use clap::{Args, ValueEnum};

use crate::cli::args::{BoardArguments, GuideArguments, Moves, TEMPLATE, When, duration};

const EXAMPLES: &str = "\
Examples:
  slide verify boards.txt solutions.txt               a line of moves a board
  slide solve boards.txt | slide verify boards.txt -  check what was just solved
  echo '1 2 3 4 5 6 7 x 8 r' | slide verify           a board, then its moves
  slide verify --moves tile boards.txt R2U2.txt       letters of the tile
  slide verify --optimal boards.txt solutions.txt     and how short it could be";

const EXIT: &str = "\
Exit codes: 0 every solution is valid, 1 one is wrong, 2 a board or moves cannot be read or are
missing, or another error of usage, input or output, 130 interrupted.";

#[derive(Args, Debug)]
#[command(before_help = EXAMPLES, after_help = EXIT, help_template = TEMPLATE)]
pub(in crate::cli) struct VerifyArguments {
    /// File of boards, or of boards each with its solution after it; none, or `-`, is standard input
    pub(super) boards: Option<PathBuf>,

    /// File of solutions, a line each: moves, nothing for a solved board, or `unsolvable`
    pub(super) solutions: Option<PathBuf>,

    #[command(flatten)]
    pub(super) board: BoardArguments,

    /// Whose direction a letter or word of the moves names
    #[arg(long, value_enum, default_value = "blank")]
    pub(super) moves: Moves,

    /// Say also how many moves the shortest solution has
    #[arg(long)]
    pub(super) optimal: bool,

    /// What to print of each board
    #[arg(long, short, value_enum, default_value = "text")]
    pub(super) output: VerifyOutput,

    #[command(flatten)]
    pub(super) guide: GuideArguments,

    /// Give up on the shortest solution of a board after this time: `10s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time_limit: Option<Duration>,

    /// Show progress on stderr
    #[arg(long, value_enum, default_value = "auto")]
    pub(super) progress: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum VerifyOutput {
    /// A line: `valid 19`, `wrong at move 3`, `wrong at the end`, `invalid`, `unchecked`
    Text,
    /// An object a line
    Json,
}
