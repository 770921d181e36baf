//! Arguments of `slide show`.

use std::{path::PathBuf, time::Duration};

use clap::{Args, ColorChoice};

use crate::cli::args::{BoardArguments, CacheArguments, Moves, TEMPLATE, duration};

const EXAMPLES: &str = "\
Examples:
  echo '2 3 4 1 5 x 7 6 8' | slide show     draw a board
  slide show --solution FILE                every board on the way, side by side
  slide show --animate FILE                 the solution, played in the terminal
  slide show --path 'ullddr' FILE           where these moves lead
  slide show --solution --svg way.svg FILE  the solution as a moving picture";

const COLOURS_AND_CODES: &str = "\
Keys of --animate: space pauses, arrows left and right step, up and down change the speed, Home and
End go to the ends, q quits. Tiles have the colour of their home row. Exit codes as of `slide solve`.";

#[derive(Args, Debug)]
#[command(before_help = EXAMPLES, after_help = COLOURS_AND_CODES, help_template = TEMPLATE)]
pub(in crate::cli) struct ShowArguments {
    /// Files of boards; none, or `-`, is standard input
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) board: BoardArguments,

    /// Draw every board on the way to the goal
    #[arg(long, short = 'S')]
    pub(super) solution: bool,

    /// Draw the boards that these moves lead to, instead of a solution's: `ullddr`, 'R2 up'
    #[arg(long, value_name = "MOVES")]
    pub(super) path: Option<String>,

    /// Whose direction a letter of the moves names
    #[arg(long, value_enum, default_value = "blank")]
    pub(super) moves: Moves,

    /// Play the moves in the terminal; draws them side by side where there is none
    #[arg(long, short)]
    pub(super) animate: bool,

    /// Draw into this file; with moves, they are played in it
    #[arg(long, value_name = "FILE", conflicts_with = "animate")]
    pub(super) svg: Option<PathBuf>,

    /// Draw into this file; with moves, they are played in it
    #[arg(long, value_name = "FILE", conflicts_with = "animate")]
    pub(super) gif: Option<PathBuf>,

    /// Moves a second, where they are played: 0.1 to 50
    #[arg(long, value_name = "N", default_value = "3", value_parser = step)]
    pub(super) speed: Duration,

    /// Colours: `auto` if stdout is a terminal and NO_COLOR is not set
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(super) color: ColorChoice,

    /// Columns to draw in; default the terminal's, or 80
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) width: Option<u16>,

    /// Give up on a solution after this time: `10s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time_limit: Option<Duration>,

    #[command(flatten)]
    pub(super) cache: CacheArguments,
}

impl ShowArguments {
    /// Whether more than the board itself is to be drawn.
    pub(super) fn moves_too(&self) -> bool {
        self.solution || self.animate || self.path.is_some()
    }
}

/// Parses moves a second to the time of one.
pub(in crate::cli) fn step(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(speed) if (0.1..=50.0).contains(&speed) => Ok(Duration::from_secs_f64(1.0 / speed)),
        _ => Err("expected a number from 0.1 to 50".into()),
    }
}
