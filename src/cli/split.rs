//! `slide split`.

use std::mem;

use anyhow::bail;
use bytesize::ByteSize;
use clap::Args;
use slide::{
    Goal, Grid, Problem,
    format::{Convention, Layout, parse_board, write_board, write_moves},
    report::SCHEMA,
    search::Limits,
    solver::{self, Split},
};

use super::{
    ANSWERED, OPEN,
    args::{TEMPLATE, memory},
    goal::GoalArguments,
    output::print_bytes,
    pieces::Piece,
    tell,
};

const EXAMPLES: &str = "\
Examples:
  slide split --depth 4 --bound 19 '2 3 4 1 5 x 7 6 8' | slide solve
  slide split --depth 12 --bound 57 \"$BOARD\" |
      parallel --pipe -N 200 slide solve

Each piece is answered with a solution or `none`. Raise the bound by 2 until a
piece has a solution: that is the shortest. docs/scaling.md has a driver.";

const EXIT: &str = "\
Exit codes: 0 all pieces are printed, be there none, 1 the memory limit was reached, 2 an error of
usage, input or output.";

#[derive(Args, Debug)]
#[command(before_help = EXAMPLES, after_help = EXIT, help_template = TEMPLATE)]
pub(super) struct SplitArguments {
    /// The board itself, no file of it, in any layout
    board: String,

    /// A piece for each board at this many moves from the start, at most 40
    #[arg(long, short, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=40))]
    depth: u32,

    /// Solutions of up to this many moves are looked for; at least, and by default, the estimate of the board
    #[arg(long, short, value_name = "N")]
    bound: Option<u32>,

    /// Memory for the boards on the way to the pieces: `500MB`, `4GiB`
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = memory)]
    memory_limit: ByteSize,

    #[command(flatten)]
    target: GoalArguments,
}

pub(super) fn split(arguments: &SplitArguments) -> anyhow::Result<u8> {
    let (wish, size) = arguments.target.read()?;
    let start = match parse_board(&arguments.board, size) {
        Ok(start) => start,
        Err(fault) => bail!("board, column {}: {fault}", fault.column),
    };
    let goal = wish.for_size(start.size());
    let problem = Problem::new(start, goal)?;
    if !problem.is_solvable() {
        bail!("the board is unsolvable for the goal {}", problem.goal());
    }
    let limits = Limits {
        memory: Some(arguments.memory_limit.as_u64()),
        ..Limits::default()
    };
    let split = match solver::split(&problem, arguments.depth, arguments.bound, &limits, &()) {
        Ok(split) => split,
        Err(stop) => {
            tell(format_args!("slide: {stop}; a smaller --depth takes less"));
            return Ok(OPEN);
        }
    };
    if split.pieces.is_empty() {
        let bound = split.bound;
        tell(format_args!(
            "slide: no pieces, for no solution has at most {bound} moves: raise --bound"
        ));
    }
    print_pieces(&problem, &split).map(|()| ANSWERED)
}

/// Bytes of lines that are printed at once.
const MANY: usize = 1 << 16;

fn print_pieces(problem: &Problem, split: &Split) -> anyhow::Result<()> {
    let mut text = Vec::new();
    let pieces = split.pieces.len() as u64;
    for (piece, part) in (1..).zip(&split.pieces) {
        let mut prefix = Vec::new();
        write_moves(&mut prefix, &part.prefix, Convention::Blank, false);
        let line = Piece {
            schema: SCHEMA,
            piece,
            pieces,
            size: problem.size().to_string(),
            goal: goal_text(problem.goal()),
            bound: split.bound,
            prefix: String::from_utf8(prefix)?,
            board: line_of(&part.board),
        };
        serde_json::to_writer(&mut text, &line)?;
        text.push(b'\n');
        if text.len() > MANY {
            print_bytes(&mem::take(&mut text))?;
        }
    }
    print_bytes(&text)
}

fn goal_text(goal: &Goal) -> String {
    goal.name()
        .map_or_else(|| line_of(goal.grid()), |name| name.to_string())
}

fn line_of(grid: &Grid) -> String {
    let mut line = Vec::new();
    write_board(&mut line, grid, Layout::Line);
    String::from_utf8_lossy(&line).trim_end().into()
}
