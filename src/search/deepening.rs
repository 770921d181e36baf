//! Iterative deepening: one driver for every depth-first engine, on one thread or all.
//!
//! A pass searches the tree of moves depth-first and cuts every node whose f = depth + estimate is above
//! the bound; the next pass has a higher bound (Korf 1985). f keeps its parity along a path and from
//! solution to solution, so the bound rises by 2. That is the smallest excess whenever a consistent
//! heuristic cuts at all: it changes f by 0 or 2 a move.
//!
//! Large passes are cut into pieces (`pass.rs`), breadth-first where the tree can tell boards apart
//! (`frontier.rs`), and a scout looks for solutions between them: when the bound has come up to the length
//! of one, it is optimal.

use super::{
    Answer, Known, Outcome, Solution, Stats, Stop, Watch,
    checkpoint::Unfinished,
    pass::{self, Pass, Shared},
    tree::{Rooted, Start, Tree},
};
use crate::puzzle::Move;

/// A pass is cut into pieces only if the one before generated as many nodes; a smaller one is over in
/// milliseconds.
const WORTH_SHARING: u64 = 1 << 17;

/// The most by which a pass is thought to outgrow the one before. A larger one is given up and made
/// again by many threads or another engine: the first pass over a 16×16 board may take years.
const GROWTH: u64 = 8;

/// Pieces of a pass cut depth-first: subtrees differ in size by factors of a hundred, and the last one is
/// waited for.
const PIECES: usize = 2048;

/// Boards of a frontier, one for so many nodes of the pass before.
const FRONTIER: std::ops::RangeInclusive<usize> = 1 << 12..=1 << 17;
const NODES_A_PIECE: u64 = 256;
/// Where memory has no room for so many.
const LEAST_FRONTIER: usize = 64;

/// The scout may generate a node for so many of the pass before.
const SCOUTING: u64 = 2;
const LEAST_SCOUTING: u64 = 1 << 18;

/// Which threads a search may use, and how much it may take upon itself.
///
/// The answer and its node counts do not depend on it: a search that gave up and one that goes on from
/// there make, in all, the passes that one search makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Whether to use every thread of the current rayon pool, or this one only.
    pub together: bool,
    /// Give up, with [`Stop::Large`] and the bound to go on with, before the pass that follows one of as
    /// many generated nodes: it would be several times as large.
    pub give_up: u64,
    /// Boards of the frontier that a large pass begins with, 0 for none; by itself a pass has one for so many
    /// nodes of the pass before.
    pub frontier: Option<usize>,
}

impl Effort {
    /// This thread only, to the end.
    pub const ALONE: Effort = Effort {
        together: false,
        give_up: u64::MAX,
        frontier: None,
    };
    /// This thread only, as far as passes are too small to share.
    pub const BRIEF: Effort = Effort {
        together: false,
        give_up: WORTH_SHARING,
        ..Effort::ALONE
    };
    /// Every thread of the current rayon pool, to the end.
    pub const TOGETHER: Effort = Effort {
        together: true,
        ..Effort::ALONE
    };

    /// The same, but giving up before the pass after one of `nodes` nodes at the latest.
    #[must_use]
    pub(crate) fn at_most(self, nodes: u64) -> Effort {
        Effort {
            give_up: self.give_up.min(nodes),
            ..self
        }
    }
}

/// Deepens until a solution is found, which is then optimal.
///
/// No pass with a bound below [`Known::proven`] is made.
pub(super) fn deepen(
    tree: &impl Tree,
    known: Known<'_>,
    effort: Effort,
    watch: &Watch<'_>,
) -> Answer {
    drive(&Rooted::new(tree), known, effort, watch)
}

fn drive(start: &dyn Start, known: Known<'_>, effort: Effort, watch: &Watch<'_>) -> Answer {
    let estimate = start.estimate();
    let mut bound = estimate.max(known.proven + known.proven.abs_diff(estimate) % 2);
    let mut search = Search {
        start,
        known,
        effort,
        watch,
        stats: Stats::default(),
        last_pass: known.checkpoint.and_then(|c| c.last_pass(bound)),
        resumed: known.proven > 0 && known.proven >= estimate,
        scouted: false,
    };
    let outcome = loop {
        if start.is_goal() {
            break Outcome::Solved(Solution::optimal(Vec::new()));
        }
        if let Some(best) = search.optimal(bound) {
            break Outcome::Solved(Solution::optimal(best));
        }
        if search
            .last_pass
            .is_some_and(|nodes| nodes >= effort.give_up)
        {
            break Outcome::open(bound, Stop::Large);
        }
        search.scout();
        if let Some(best) = search.optimal(bound) {
            break Outcome::Solved(Solution::optimal(best));
        }
        match search.pass(bound) {
            Pass::Solved(moves) => break Outcome::Solved(Solution::optimal(moves)),
            Pass::Exhausted => {
                bound += 2;
                search.write(bound);
            }
            // What a thread has found when the search was stopped may be as short as can be.
            Pass::Stopped(stop) => {
                break match search.optimal(bound) {
                    Some(best) => Outcome::Solved(Solution::optimal(best)),
                    None => Outcome::Unknown {
                        bound,
                        stop,
                        best: known.best(),
                    },
                };
            }
        }
    };
    let mut stats = search.stats;
    // Those of the longest path, start and goal included.
    stats.stored = u64::from(bound) + 1;
    stats.elapsed = watch.elapsed();
    Answer {
        outcome,
        estimate,
        stats,
    }
}

struct Search<'a> {
    start: &'a dyn Start,
    known: Known<'a>,
    effort: Effort,
    watch: &'a Watch<'a>,
    stats: Stats,
    /// The nodes that the pass before generated.
    last_pass: Option<u64>,
    /// Another search gave up before the first pass here: it is not small.
    resumed: bool,
    /// Whether a scout was sent.
    scouted: bool,
}

impl Search<'_> {
    /// Whether the next pass is not small.
    fn is_large(&self) -> bool {
        self.last_pass
            .map_or(self.resumed, |nodes| nodes >= WORTH_SHARING)
    }

    /// The shortest solution known, if there can be no shorter one.
    fn optimal(&self, bound: u32) -> Option<Vec<Move>> {
        self.known.best().filter(|best| best.len() as u32 <= bound)
    }

    /// Writes down that no solution is shorter than `bound`, after a pass that was not small.
    fn write(&self, bound: u32) {
        if let Some(checkpoint) = self.known.checkpoint.filter(|_| self.is_large()) {
            let unfinished = Unfinished {
                bound,
                best: self.known.best(),
                stats: self.stats,
                last_pass: self.last_pass,
                pieces: 0,
                frontier: 0,
                cut: 0,
                finished: Vec::new(),
            };
            checkpoint.write(unfinished, self.watch);
        }
    }

    /// Looks for a solution, before a pass that is not small.
    fn scout(&mut self) {
        if let Some(incumbent) = self.known.incumbent.filter(|_| self.is_large()) {
            // The first time as little as a search that knows no pass before would give.
            let nodes = match self.scouted {
                true => self.last_pass.unwrap_or(0) / SCOUTING,
                false => 0,
            };
            self.scouted = true;
            let before = self.watch.generated();
            // That of the pass before says nothing any more, and of the next one nothing is done.
            self.watch.observer().searched(0.0);
            incumbent.look(nodes.max(LEAST_SCOUTING), self.watch);
            self.stats.generated += self.watch.generated() - before;
        }
    }

    /// Makes a pass the way its size suggests.
    fn pass(&mut self, bound: u32) -> Pass {
        self.watch.observer().bound(bound);
        let slack = (bound - self.start.estimate()) as i32;
        let before = self.stats.generated;
        // Whoever has only this thread gains nothing by pieces but what a frontier gives.
        let pieces = self.effort.together
            || self.start.has_frontier() && self.effort.give_up > WORTH_SHARING;
        let mut pass = Pass::Stopped(Stop::Large);
        if !pieces || !self.is_large() {
            let most = match pieces {
                true => GROWTH * WORTH_SHARING,
                false => self.effort.give_up.saturating_mul(GROWTH),
            };
            pass = pass::alone(self.start, slack, most, self.watch, &mut self.stats);
        }
        if pieces && matches!(pass, Pass::Stopped(Stop::Large)) {
            pass = self.in_pieces(slack, bound);
        }
        self.stats.iterations += u32::from(!matches!(pass, Pass::Stopped(Stop::Large)));
        self.last_pass = Some(self.stats.generated - before);
        pass
    }

    /// The boards that the frontier of a large pass should have: those of the pass that is gone on with, or one for so
    /// many nodes of the pass before, as far as memory has room.
    fn frontier(&self, bound: u32) -> usize {
        // The last layer may have twice as many boards.
        let fits = self.watch.memory() / 2 / self.start.frontier_bytes() as u64;
        let fits = usize::try_from(fits).unwrap_or(usize::MAX);
        let begun = self.known.checkpoint.and_then(|c| c.frontier(bound));
        begun.filter(|&begun| begun <= fits).unwrap_or_else(|| {
            let want = self.last_pass.unwrap_or(0) / NODES_A_PIECE;
            usize::try_from(want)
                .unwrap_or(usize::MAX)
                .clamp(*FRONTIER.start(), *FRONTIER.end())
                .min(fits.max(LEAST_FRONTIER))
        })
    }

    fn in_pieces(&mut self, slack: i32, bound: u32) -> Pass {
        let want = self.effort.frontier.unwrap_or_else(|| self.frontier(bound));
        let frontier = match want {
            0 => None,
            want => self.start.frontier(slack, want),
        };
        let (pieces, top) = match frontier {
            Some(frontier) => {
                let top = frontier.before(0);
                (frontier, top)
            }
            None => self.start.cut(slack, PIECES),
        };
        let shared = Shared {
            pieces: pieces.as_ref(),
            top,
            bound,
            last_pass: self.last_pass,
            frontier: want,
            known: self.known,
        };
        let threads = match self.effort.together {
            true => rayon::current_num_threads(),
            false => 1,
        };
        shared.run(threads, self.watch, &mut self.stats)
    }
}
