//! Goals as typed.

use std::sync::Arc;

use anyhow::{anyhow, bail};
use clap::{Arg, Args, ValueHint};
use slide::{Goal, NamedGoal, Size, format::parse_board};

/// Which goal, and for which boards.
#[derive(Args, Debug)]
pub(super) struct GoalArguments {
    /// Size of the boards: `4`, `4x4`, `2x3` (rows × columns)
    ///
    /// Needed where the layout leaves it open; default 3. Squares from 2 to 16, rectangles with sides
    /// from 2 to 6.
    #[arg(long, short)]
    size: Option<Size>,

    /// Goal: `blank-last` (the default), `blank-first`, `snail`, or a board such as '1 2 3 8 x 4 7 6 5'
    // Nothing is completed, rather than names of files.
    #[arg(long, short, value_hint = ValueHint::Other)]
    goal: Option<String>,
}

impl GoalArguments {
    /// The goal, and the size that was asked for or that the goal has.
    pub(super) fn read(&self) -> anyhow::Result<(GoalWish, Option<Size>)> {
        let goal = match &self.goal {
            Some(goal) => read_goal(goal, self.size)?,
            None => GoalWish::Named(NamedGoal::BlankLast),
        };
        let size = goal.size().or(self.size);
        Ok((goal, size))
    }

    /// Whether anything was asked for.
    pub(super) fn is_asked(&self) -> bool {
        self.goal.is_some() || self.size.is_some()
    }
}

/// The help of `--size` where a board need not be read, and is of a `usual` size if nothing is said.
pub(super) fn size_or(usual: &str, size: Arg) -> Arg {
    let help = format!("Size of the boards: `4`, `4x4`, `2x3` (rows × columns); default {usual}");
    let sizes = "Squares from 2 to 16, rectangles with sides from 2 to 6.";
    size.long_help(format!("{help}\n\n{sizes}")).help(help)
}

/// A goal that may still have to be written out for a size.
#[derive(Clone)]
pub(super) enum GoalWish {
    Named(NamedGoal),
    Board(Arc<Goal>),
}

impl GoalWish {
    /// The size that the goal itself has.
    pub(super) fn size(&self) -> Option<Size> {
        match self {
            GoalWish::Board(goal) => Some(goal.size()),
            GoalWish::Named(_) => None,
        }
    }

    /// The goal for boards of `size`; a goal written out keeps its own.
    pub(super) fn for_size(&self, size: Size) -> Arc<Goal> {
        match self {
            GoalWish::Named(name) => Arc::new(Goal::named(*name, size)),
            GoalWish::Board(goal) => goal.clone(),
        }
    }
}

/// Reads the name of a goal or a board.
pub(super) fn read_goal(text: &str, size: Option<Size>) -> anyhow::Result<GoalWish> {
    if let Ok(name) = text.parse() {
        return Ok(GoalWish::Named(name));
    }
    if !text.contains(|c: char| c.is_ascii_digit()) {
        let names = NamedGoal::ALL.map(NamedGoal::name);
        let likeness = |name: &&str| strsim::jaro(name, text);
        // As like as clap wants what it suggests to be.
        let similar = names.iter().filter(|name| likeness(name) > 0.7);
        let similar = similar.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let tip = similar.map_or(String::new(), |name| {
            format!("; a similar one exists: {name}")
        });
        let names = names.join(", ");
        bail!("goal `{text}`: expected {names} or a board written out{tip}");
    }
    let grid = parse_board(text, size)
        .map_err(|fault| anyhow!("goal `{text}`, column {}: {fault}", fault.column))?;
    Ok(GoalWish::Board(Arc::new(Goal::new(grid)?)))
}
