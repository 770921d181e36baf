//! Goals as typed.

use std::sync::Arc;

use anyhow::{anyhow, bail};
use slide::{Goal, NamedGoal, Size, format::parse_board};

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
        let names = NamedGoal::ALL.map(NamedGoal::name).join(", ");
        bail!("goal `{text}`: expected {names} or a board written out");
    }
    let grid = parse_board(text, size)
        .map_err(|fault| anyhow!("goal `{text}`, column {}: {fault}", fault.column))?;
    Ok(GoalWish::Board(Arc::new(Goal::new(grid)?)))
}
