//! Beams that run ahead of an optimal search.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{
    puzzle::{Move, Problem},
    ranking::{Steps, shipped},
    search::{Scout, Watch, widening_beam},
};

/// Beams, each twice as wide as the one before, with what nodes they are given.
pub(super) struct Beams<'a> {
    problem: &'a Problem,
    steps: &'static Steps,
    /// The width of the next one.
    next: AtomicUsize,
}

impl<'a> Beams<'a> {
    const FIRST: usize = 1 << 10;
    /// With links for every layer it takes one to two gigabytes on 5×5, far more than tables and lanes.
    const WIDEST: usize = 1 << 20;

    /// None for sizes without a learned ranking.
    pub(super) fn new(problem: &'a Problem) -> Option<Beams<'a>> {
        Some(Beams {
            problem,
            steps: shipped(problem.size())?,
            next: AtomicUsize::new(Self::FIRST),
        })
    }
}

impl Scout for Beams<'_> {
    fn scout(&self, below: Option<u32>, nodes: u64, watch: &Watch<'_>) -> Option<Vec<Move>> {
        // A beam makes two boards of each that it keeps, in as many layers as a solution has moves: about
        // five a cell.
        let a_board = 10 * self.problem.size().cells() as u64;
        let widest = usize::try_from(nodes / a_board).map_or(Self::WIDEST, |w| w.min(Self::WIDEST));
        let first = self.next.load(Ordering::Relaxed);
        if first > widest {
            return None;
        }
        let end = widening_beam(
            self.problem,
            self.steps,
            first..=widest,
            below,
            watch,
            &mut |_, _| {},
        );
        let wider = (widest / first).ilog2() + 1;
        self.next.store(first << wider, Ordering::Relaxed);
        end.moves
    }
}
