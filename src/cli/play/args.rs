//! Arguments of `slide play`.

use std::{path::PathBuf, time::Duration};

use clap::{Args, ColorChoice};

use crate::cli::{
    args::{BoardArguments, CacheArguments, Moves, TEMPLATE, duration},
    goal::size_or,
    show::args::step,
};

const EXAMPLES: &str = "\
Examples:
  slide play                     a random 15-puzzle
  slide play --size 3 --seed 7   the same 8-puzzle for everybody
  slide play board.txt           a board of your own";

const KEYS: &str = "\
Keys: arrows or h j k l move, a click moves a tile or a row of them, u undo,
i hint, g solve from here, s scramble, r restart, q quit, Ctrl-Z suspends.";

#[derive(Args, Debug)]
#[command(before_help = EXAMPLES, after_help = KEYS, help_template = TEMPLATE)]
#[command(mut_arg("size", |size| size_or("4 for a random board", size)))]
pub(in crate::cli) struct PlayArguments {
    /// File with the board to begin with, `-` for standard input; a random one if not given
    pub(super) file: Option<PathBuf>,

    #[command(flatten)]
    pub(super) board: BoardArguments,

    /// Number that the random board is made from: the same number, the same board
    #[arg(long, value_name = "N", conflicts_with = "file")]
    pub(super) seed: Option<u64>,

    /// What an arrow moves: the `tile` beside the blank, or the `blank`
    #[arg(long, value_enum, default_value = "tile", hide_possible_values = true)]
    pub(super) moves: Moves,

    /// Moves a second of `solve from here`: 0.1 to 50
    #[arg(long, value_name = "N", default_value = "5", value_parser = step)]
    pub(super) speed: Duration,

    /// Colours: `auto` unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(super) color: ColorChoice,

    /// How long to think about a hint or the optimum, of large boards about a short way: `10s`, `2m`
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub(super) time_limit: Duration,

    #[command(flatten)]
    pub(super) cache: CacheArguments,
}
