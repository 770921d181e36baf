//! What a search is told of its board.

use super::{Checkpoint, Incumbent};
use crate::puzzle::Move;

/// What is known of a board before a search, and where the search leaves what it learns; by default nothing
/// and nowhere.
#[derive(Clone, Copy, Default)]
pub struct Known<'a> {
    /// No solution is shorter.
    pub proven: u32,
    /// The shortest solution known.
    pub incumbent: Option<&'a Incumbent<'a>>,
    /// Where finished pieces are written down.
    pub checkpoint: Option<&'a Checkpoint>,
}

impl Known<'_> {
    /// Nothing but that no solution is shorter than this.
    pub fn proven(proven: u32) -> Known<'static> {
        Known {
            proven,
            ..Known::default()
        }
    }

    /// The shortest solution, if one is known.
    pub(crate) fn best(&self) -> Option<Vec<Move>> {
        self.incumbent?.best()
    }
}
