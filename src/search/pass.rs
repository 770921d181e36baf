//! One pass of iterative deepening: all nodes whose f is within a bound, on one thread or many.
//!
//! On many threads the top of the tree is cut into *pieces*, handed out in a fixed order. A solution in a
//! piece ends the pieces after it, never those before: the solution given is the one that a single thread
//! would have come to, and the nodes counted are those it would have generated, for any number of threads.

use std::sync::{
    OnceLock,
    atomic::{AtomicUsize, Ordering},
};

use xxhash_rust::xxh3::Xxh3Default;

use super::{
    Dive, Known, Stats, Stop, Watch,
    checkpoint::{Finished, Unfinished},
    dive::{Count, Searched},
    tree::{Pieces, Start},
};
use crate::puzzle::Move;

/// What a pass found.
pub(super) enum Pass {
    Solved(Vec<Move>),
    Exhausted,
    Stopped(Stop),
}

/// Searches depth-first on this thread; a pass of more than `most` generated nodes is given up with
/// [`Stop::Large`], and its nodes are not counted: they will be when it is made again.
pub(super) fn alone(
    start: &dyn Start,
    slack: i32,
    most: u64,
    watch: &Watch<'_>,
    stats: &mut Stats,
) -> Pass {
    let nobody = AtomicUsize::new(usize::MAX);
    let (whole, _) = start.cut(slack, 1);
    let dive = Dive::new(watch, &nobody, 0).at_most(most);
    let searched = dive.run(|dive| whole.search(0, dive));
    if searched.stop == Some(Stop::Large) {
        return Pass::Stopped(Stop::Large);
    }
    stats.expanded += searched.count.expanded;
    stats.generated += searched.count.generated;
    match searched {
        Searched {
            solution: Some(moves),
            ..
        } => Pass::Solved(moves),
        Searched {
            stop: Some(stop), ..
        } => Pass::Stopped(stop),
        _ => Pass::Exhausted,
    }
}

/// A pass in pieces.
pub(super) struct Shared<'a> {
    pub(super) pieces: &'a dyn Pieces,
    /// What all the nodes above the pieces cost.
    pub(super) top: Count,
    pub(super) bound: u32,
    /// What the pass before had generated.
    pub(super) last_pass: Option<u64>,
    /// The boards that the frontier was to have.
    pub(super) frontier: usize,
    pub(super) known: Known<'a>,
}

impl Shared<'_> {
    /// Searches on `threads` threads of the current rayon pool, or on this one.
    pub(super) fn run(&self, threads: usize, watch: &Watch<'_>, stats: &mut Stats) -> Pass {
        let work = Work::new(self, watch, *stats);
        if threads > 1 {
            rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| work.until_done())));
        } else {
            work.until_done();
        }
        let pass = work.conclude(stats);
        if let Pass::Stopped(_) = pass {
            work.write();
        }
        pass
    }

    /// By this much the nodes of a piece are more than those of another with two moves less to spare: about
    /// what a pass is larger than the one before. Only what is said of progress depends on it.
    const GROWTH: f64 = 5.5;

    fn weight(&self, piece: usize) -> f64 {
        Self::GROWTH.powi(self.pieces.slack(piece) / 2)
    }

    /// A checksum of where the pieces begin.
    fn cut(&self) -> u64 {
        let mut sum = Xxh3Default::new();
        for piece in 0..self.pieces.len() {
            let path = self.pieces.path(piece).iter().map(|&m| m as u8);
            sum.update(&path.chain([u8::MAX]).collect::<Vec<u8>>());
        }
        sum.digest()
    }
}

/// The pieces of a pass while threads work on them.
struct Work<'a> {
    shared: &'a Shared<'a>,
    watch: &'a Watch<'a>,
    /// What the search had cost before the pass.
    before: Stats,
    results: Vec<OnceLock<Searched>>,
    next: AtomicUsize,
    /// The first piece with a solution so far.
    winner: AtomicUsize,
    weight: f64,
    /// What tells this cut from others in the checkpoint; 0 without one.
    cut: u64,
    /// The pieces done, and their weight in millionths of all.
    done: AtomicUsize,
    millionths: AtomicUsize,
}

impl<'a> Work<'a> {
    fn new(shared: &'a Shared<'a>, watch: &'a Watch<'a>, before: Stats) -> Work<'a> {
        let pieces = shared.pieces.len();
        let work = Work {
            shared,
            watch,
            before,
            results: (0..pieces).map(|_| OnceLock::new()).collect(),
            next: AtomicUsize::new(0),
            winner: AtomicUsize::new(usize::MAX),
            cut: shared.known.checkpoint.map_or(0, |_| shared.cut()),
            weight: (0..pieces).map(|piece| shared.weight(piece)).sum(),
            done: AtomicUsize::new(0),
            millionths: AtomicUsize::new(0),
        };
        if let Some(checkpoint) = shared.known.checkpoint {
            let finished = checkpoint.finished(shared.bound, pieces, work.cut, watch.observer());
            for Finished { piece, count } in finished {
                let (solution, stop) = (None, None);
                work.finish(
                    piece,
                    Searched {
                        count,
                        solution,
                        stop,
                    },
                );
            }
        }
        // Once, with all that was done before.
        work.tell();
        work
    }

    fn tell(&self) {
        let millionths = self.millionths.load(Ordering::Relaxed);
        self.watch.observer().searched(millionths as f64 / 1e6);
    }

    /// Searches pieces until none is left or something stops the search.
    fn until_done(&self) {
        let pieces = self.shared.pieces;
        loop {
            let piece = self.next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces.len() || self.winner.load(Ordering::Relaxed) < piece {
                return;
            }
            if self.results[piece].get().is_some() {
                continue;
            }
            let searched = if pieces.is_goal(piece) {
                Searched {
                    count: Count::default(),
                    solution: Some(Vec::new()),
                    stop: None,
                }
            } else {
                let dive = Dive::new(self.watch, &self.winner, piece);
                dive.run(|dive| pieces.search(piece, dive))
            };
            if searched.solution.is_some() {
                self.winner.fetch_min(piece, Ordering::Relaxed);
            }
            let stopped = searched.stop.is_some();
            self.finish(piece, searched);
            self.tell();
            if stopped {
                return;
            }
            if self.shared.known.checkpoint.is_some_and(|c| c.is_due()) {
                self.write();
            }
        }
    }

    fn finish(&self, piece: usize, searched: Searched) {
        let first = self.results[piece].set(searched).is_ok();
        debug_assert!(first, "a piece is handed out once");
        self.done.fetch_add(1, Ordering::Relaxed);
        let share = (self.shared.weight(piece) / self.weight * 1e6) as usize;
        self.millionths.fetch_add(share, Ordering::Relaxed);
    }

    /// Writes down the pieces that are done and hold no solution.
    fn write(&self) {
        let Some(checkpoint) = self.shared.known.checkpoint else {
            return;
        };
        let finished = |(piece, result): (usize, &OnceLock<Searched>)| {
            let done = result.get()?;
            let empty = done.stop.is_none() && done.solution.is_none();
            // A piece that gave way to a solution before it is not done.
            let count =
                (empty && self.winner.load(Ordering::Relaxed) > piece).then_some(done.count)?;
            Some(Finished { piece, count })
        };
        let unfinished = Unfinished {
            bound: self.shared.bound,
            best: self.shared.known.best(),
            stats: self.before,
            last_pass: self.shared.last_pass,
            pieces: self.results.len(),
            frontier: self.shared.frontier,
            cut: self.cut,
            finished: self
                .results
                .iter()
                .enumerate()
                .filter_map(finished)
                .collect(),
        };
        checkpoint.write(unfinished, self.watch);
    }

    /// Adds up to the winner, as one thread would have gone; without a winner, all the work there was.
    fn conclude(&self, stats: &mut Stats) -> Pass {
        let pieces = self.shared.pieces;
        let winner = self.winner.load(Ordering::Relaxed);
        let mut count = if winner < pieces.len() {
            pieces.before(winner)
        } else {
            self.shared.top
        };
        let mut pass = Pass::Exhausted;
        let searched = self.results.iter().take(winner.saturating_add(1));
        for result in searched.filter_map(OnceLock::get) {
            count = count + result.count;
            match (result.stop, &result.solution) {
                (Some(stop), _) => pass = Pass::Stopped(stop),
                (None, Some(below)) if !matches!(pass, Pass::Stopped(_)) => {
                    pass = Pass::Solved([pieces.path(winner), below].concat());
                }
                _ => {}
            }
        }
        stats.expanded += count.expanded;
        stats.generated += count.generated;
        if let (Pass::Stopped(_), Some(incumbent)) = (&pass, self.shared.known.incumbent)
            && let Some(Searched {
                solution: Some(below),
                ..
            }) = self.results.get(winner).and_then(OnceLock::get)
        {
            incumbent.offer(&[pieces.path(winner), below].concat());
        }
        pass
    }
}
