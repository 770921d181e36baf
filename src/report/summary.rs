//! What a whole run came to.

use std::{fmt, time::Duration};

use super::Verdict;
use crate::search::{Outcome, Stats};

/// Counts over all boards of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    /// Boards read, invalid ones included.
    pub boards: u64,
    /// Boards solved.
    pub solved: u64,
    /// Boards that have no solution.
    pub unsolvable: u64,
    /// Boards that a limit or the choice of engine left open.
    pub unknown: u64,
    /// What was no board.
    pub invalid: u64,
    /// The sum of the lengths found.
    pub moves: u64,
    /// The largest length found.
    pub longest: usize,
    /// The nodes of all searches.
    pub stats: Stats,
}

impl Summary {
    /// Adds one board.
    pub fn add(&mut self, verdict: &Verdict<'_>) {
        self.boards += 1;
        match verdict {
            Verdict::Invalid(_) => self.invalid += 1,
            Verdict::Refused(_) => self.unknown += 1,
            Verdict::Answered(_, answer) => {
                self.stats += answer.stats;
                match &answer.outcome {
                    Outcome::Solved(solution) => {
                        self.solved += 1;
                        self.moves += solution.moves.len() as u64;
                        self.longest = self.longest.max(solution.moves.len());
                    }
                    Outcome::Unsolvable => self.unsolvable += 1,
                    Outcome::Unknown { .. } => self.unknown += 1,
                }
            }
        }
    }

    /// The summary as lines for people; `elapsed` is the wall time of the whole run.
    pub fn lines(&self, elapsed: Duration) -> impl fmt::Display {
        let Summary {
            boards,
            solved,
            unsolvable,
            unknown,
            invalid,
            moves,
            longest,
            stats,
        } = *self;
        let seconds = elapsed.as_secs_f64();
        let mean = if solved > 0 {
            moves as f64 / solved as f64
        } else {
            0.0
        };
        let rate = |count: u64| {
            if seconds > 0.0 {
                count as f64 / seconds
            } else {
                0.0
            }
        };
        format!(
            "boards      {boards}: {solved} solved, {unsolvable} unsolvable, {unknown} unknown, {invalid} invalid\n\
             lengths     {moves} moves in all, mean {mean:.2}, longest {longest}\n\
             nodes       {} expanded, {} generated, {:.1} million generated a second\n\
             time        {seconds:.3} s, {:.0} boards a second",
            stats.expanded,
            stats.generated,
            rate(stats.generated) / 1e6,
            rate(boards),
        )
    }
}
