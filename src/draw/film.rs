//! A board and the boards that a path leads to.

use std::time::Duration;

use super::Colours;
use crate::{
    puzzle::{Cell, Grid, Move, Problem},
    solver::ReplayError,
};

/// What one move shows: a tile goes from a cell to the blank's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Glide {
    /// The label of the tile.
    pub label: u16,
    /// Where it stands before the move.
    pub from: Cell,
    /// Where it stands after it.
    pub to: Cell,
}

/// A board and the boards that moves lead to, each with what changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Film {
    colours: Colours,
    boards: Vec<Grid>,
    glides: Vec<Glide>,
}

impl Film {
    /// How long a moving picture shows the start before the first move.
    pub(super) const BEFORE: Duration = Duration::from_secs(1);
    /// How long it shows the end before it begins again.
    pub(super) const AFTER: Duration = Duration::from_secs(2);

    /// The start of a problem and the boards that `moves` lead to, one a move; they need not end at the
    /// goal, which only gives the colours.
    ///
    /// # Errors
    /// The first move that takes the blank off the board.
    pub fn new(problem: &Problem, moves: &[Move]) -> Result<Film, ReplayError> {
        let mut board = problem.start().clone();
        let mut film = Film {
            colours: Colours::by_home_row(problem.goal()),
            boards: vec![board.clone()],
            glides: Vec::with_capacity(moves.len()),
        };
        for (index, &made) in moves.iter().enumerate() {
            let to = board.blank();
            if !board.apply(made) {
                return Err(ReplayError::OffBoard { index, made });
            }
            let (to, from) = to
                .zip(board.blank())
                .expect("the start of a problem has a blank");
            film.glides.push(Glide {
                label: board.labels()[to.index()],
                from,
                to,
            });
            film.boards.push(board.clone());
        }
        Ok(film)
    }

    /// The colours of the tiles.
    pub fn colours(&self) -> &Colours {
        &self.colours
    }

    /// The start and the board after each move.
    pub fn boards(&self) -> &[Grid] {
        &self.boards
    }

    /// What each move shows.
    pub(super) fn glides(&self) -> &[Glide] {
        &self.glides
    }

    /// The start.
    pub(super) fn start(&self) -> &Grid {
        &self.boards[0]
    }
}

/// The part of the time of a move in which its tile glides; then it rests, so that moves can be told apart.
pub(super) fn gliding(step: Duration) -> Duration {
    step.mul_f64(0.6)
}
