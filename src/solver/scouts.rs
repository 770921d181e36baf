//! Beams that run ahead of an optimal search.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use super::Request;
use crate::{
    puzzle::{Move, Problem},
    ranking::{Steps, shipped},
    search::{Incumbent, Limits, Scout, Watch, widening_beam},
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

/// Nodes that beams may generate before tables are made ready: some tenths of a second.
const AHEAD: u64 = 1 << 19;

/// Looks for a solution shorter than the one known before tables are made ready, in `time`: a length is known within
/// a second, however long they take.
///
/// Whether tables are ready depends on the boards before and on other threads; answers must not. So the
/// search is to hear nothing of the solution, which stands in only where time or an interrupt ends it, and
/// none is looked for where nodes are limited.
pub(super) fn look_ahead(
    request: &Request<'_>,
    time: Option<Duration>,
    known: Option<Vec<Move>>,
) -> Option<Vec<Move>> {
    if request.limits.nodes.is_some() {
        return known;
    }
    let limits = Limits {
        time,
        ..request.limits.clone()
    };
    let watch = Watch::start(&limits, request.observer);
    let beams = Beams::new(request.problem);
    let incumbent = Incumbent::new(known, beams.as_ref().map(|beams| beams as &dyn Scout));
    incumbent.look(AHEAD, &watch);
    incumbent.best()
}

/// The shorter one; the first if they are as long.
pub(super) fn shorter(one: Option<Vec<Move>>, other: Option<Vec<Move>>) -> Option<Vec<Move>> {
    one.into_iter().chain(other).min_by_key(Vec::len)
}
