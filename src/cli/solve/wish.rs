//! What the arguments of `slide solve` ask for.

use anyhow::bail;
use slide::{
    format::{Layout, Reading},
    report::{Spelling, Style},
    solver::{Choice, Quality},
};

use super::args::{Output, SolveArguments};
use crate::cli::{goal::GoalWish, paths::Paths};

/// What the arguments ask for.
pub(super) struct Wish {
    pub(super) reading: Reading,
    pub(super) goal: GoalWish,
    pub(super) choice: Choice,
    pub(super) style: Style,
    pub(super) spelling: Spelling,
    pub(super) paths: Paths,
}

impl Wish {
    pub(super) fn read(arguments: &SolveArguments) -> anyhow::Result<Wish> {
        let (goal, reading) = arguments.board.read()?;
        let style = match (arguments.output, reading.layout) {
            (None, Some(Layout::Hiho)) => Style::Hiho,
            (None, Some(Layout::Princeton)) => Style::Princeton,
            (None, Some(Layout::Hackerrank)) => Style::Hackerrank,
            (None | Some(Output::Moves), _) => Style::Moves,
            (Some(Output::Words), _) => Style::Words,
            (Some(Output::Tiles), _) => Style::Tiles,
            (Some(Output::Length), _) => Style::Length,
            (Some(Output::Boards), _) => Style::Boards,
            (Some(Output::Json), _) => Style::Json,
            (Some(Output::Princeton), _) => Style::Princeton,
            (Some(Output::FortyTwo), _) => Style::FortyTwo,
            (Some(Output::Hackerrank), _) => Style::Hackerrank,
        };
        let quality = match arguments.quality {
            quality @ (Quality::Fast | Quality::Good) if arguments.paths.is_asked() => {
                bail!(
                    "--all, --count and --first-lex are for optimal solutions, not --quality {quality}"
                )
            }
            _ if arguments.paths.is_asked() => Quality::Optimal,
            quality => quality,
        };
        let choice = Choice {
            quality,
            ..arguments.guide.choice(arguments.algorithm)
        };
        choice.check()?;
        let spelling = Spelling {
            convention: arguments.moves.into(),
            compress: arguments.compress,
        };
        let paths = Paths::new(&arguments.paths, spelling.convention, choice.clone());
        let lines = [Style::Moves, Style::Words, Style::Tiles, Style::Json];
        if paths.all() && !lines.contains(&style) {
            bail!("--all and --count go with --output moves, words, tiles or json");
        }
        Ok(Wish {
            reading,
            goal,
            choice,
            style,
            spelling,
            paths,
        })
    }
}
