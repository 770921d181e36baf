//! The shortest solution known while a search runs: an upper bound beside its lower one.

use std::sync::{Mutex, PoisonError};

use super::Watch;
use crate::puzzle::Move;

/// Looks for solutions that need not be the shortest.
pub trait Scout: Sync {
    /// A solution of fewer than `below` moves, for about `nodes` generated nodes; none if none turns up.
    fn scout(&self, below: Option<u32>, nodes: u64, watch: &Watch<'_>) -> Option<Vec<Move>>;
}

/// The shortest solution known of a board; the stages of a search share one.
///
/// When its length meets the bound of a search, it is optimal, and the last pass, the longest of all, is not
/// made.
#[derive(Default)]
pub struct Incumbent<'a> {
    best: Mutex<Option<Vec<Move>>>,
    scout: Option<&'a dyn Scout>,
}

impl<'a> Incumbent<'a> {
    /// Begins with what is known, if anything is; `scout` looks for better ones.
    pub fn new(best: Option<Vec<Move>>, scout: Option<&'a dyn Scout>) -> Incumbent<'a> {
        Incumbent {
            best: Mutex::new(best),
            scout,
        }
    }

    /// Takes note of a solution, if it is the shortest so far.
    pub fn offer(&self, moves: &[Move]) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| moves.len() < best.len()) {
            *best = Some(moves.to_vec());
        }
    }

    /// The shortest solution so far.
    pub fn best(&self) -> Option<Vec<Move>> {
        self.best
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Its length.
    pub fn length(&self) -> Option<u32> {
        let best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        best.as_ref().map(|best| best.len() as u32)
    }

    /// Sends the scout, who may generate about `nodes` nodes, and tells the observer of what it finds.
    pub fn look(&self, nodes: u64, watch: &Watch<'_>) {
        let Some(scout) = self.scout else {
            return;
        };
        if let Some(moves) = scout.scout(self.length(), nodes, watch) {
            self.offer(&moves);
            watch.observer().best(moves.len() as u32);
        }
    }
}
