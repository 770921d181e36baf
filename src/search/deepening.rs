//! Iterative deepening: one driver for every depth-first engine, on one thread or all.
//!
//! A pass searches the tree of moves depth-first and cuts every node whose f = depth + estimate is above
//! the bound; the next pass has a higher bound (Korf 1985). f keeps its parity along a path and from
//! solution to solution, so the bound rises by 2. That is the smallest excess whenever a consistent
//! heuristic cuts at all: it changes f by 0 or 2 a move.
//!
//! On many threads the top of the tree is cut into *pieces*, numbered in depth-first order and handed out
//! in that order. A solution in a piece ends the pieces after it, never those before: the solution
//! printed is the one a single thread would have found, and the nodes counted are those it would have
//! generated, for any number of threads.

use std::sync::{
    OnceLock,
    atomic::{AtomicUsize, Ordering},
};

use super::{
    Answer, Dive, Outcome, Solution, Stats, Stop, Watch,
    dive::{Count, Searched},
    tree::{Rooted, Start, Tree},
};
use crate::puzzle::Move;

/// What a pass found.
enum Pass {
    Solved(Vec<Move>),
    Exhausted,
    Stopped(Stop),
}

/// A pass is shared only if the one before generated as many nodes; a smaller one is over in milliseconds.
const WORTH_SHARING: u64 = 1 << 17;

/// The most by which a pass is thought to outgrow the one before. A larger one is given up and made
/// again by many threads or another engine: the first pass over a 16×16 board may take years.
const GROWTH: u64 = 8;

/// Pieces a thread: subtrees differ in size by factors of a hundred, and the last one is waited for.
const PIECES_A_THREAD: usize = 512;

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
}

impl Effort {
    /// This thread only, to the end.
    pub const ALONE: Effort = Effort {
        together: false,
        give_up: u64::MAX,
    };
    /// This thread only, as far as passes are too small to share.
    pub const BRIEF: Effort = Effort {
        together: false,
        give_up: WORTH_SHARING,
    };
    /// Every thread of the current rayon pool, to the end.
    pub const TOGETHER: Effort = Effort {
        together: true,
        give_up: u64::MAX,
    };

    /// The same, but giving up before the pass after one of `nodes` nodes at the latest.
    #[must_use]
    pub fn at_most(self, nodes: u64) -> Effort {
        Effort {
            give_up: self.give_up.min(nodes),
            ..self
        }
    }
}

/// Deepens until a solution is found, which is then optimal.
///
/// No pass with a bound below `proven` is made: the caller knows that no solution is shorter.
pub fn deepen(tree: &impl Tree, proven: u32, effort: Effort, watch: &Watch<'_>) -> Answer {
    drive(&Rooted::new(tree), proven, effort, watch)
}

fn drive(start: &dyn Start, proven: u32, effort: Effort, watch: &Watch<'_>) -> Answer {
    let estimate = start.estimate();
    let mut stats = Stats::default();
    let mut bound = estimate.max(proven + proven.abs_diff(estimate) % 2);
    let mut last_pass = None;
    let share = effort.together && rayon::current_num_threads() > 1;
    let most = if share {
        GROWTH * WORTH_SHARING
    } else {
        effort.give_up.saturating_mul(GROWTH)
    };
    let outcome = loop {
        if start.is_goal() {
            break Outcome::Solved(Solution::optimal(Vec::new()));
        }
        if last_pass.is_some_and(|nodes| nodes >= effort.give_up) {
            break Outcome::Unknown {
                bound,
                stop: Stop::Large,
                best: None,
            };
        }
        watch.observer().bound(bound);
        let slack = (bound - estimate) as i32;
        // Where another search gave up, the first pass is not small.
        let large = last_pass.map_or(proven > 0 && proven >= estimate, |nodes| {
            nodes >= WORTH_SHARING
        });
        let before = stats.generated;
        let mut pass = Pass::Stopped(Stop::Large);
        if !(share && large) {
            pass = serial_pass(start, slack, most, watch, &mut stats);
        }
        if share && matches!(pass, Pass::Stopped(Stop::Large)) {
            pass = parallel_pass(start, slack, watch, &mut stats);
        }
        stats.iterations += u32::from(!matches!(pass, Pass::Stopped(Stop::Large)));
        last_pass = Some(stats.generated - before);
        match pass {
            Pass::Solved(moves) => {
                break Outcome::Solved(Solution::optimal(moves));
            }
            Pass::Stopped(stop) => {
                break Outcome::Unknown {
                    bound,
                    stop,
                    best: None,
                };
            }
            Pass::Exhausted => bound += 2,
        }
    };
    // Those of the longest path, start and goal included.
    stats.stored = u64::from(bound) + 1;
    stats.elapsed = watch.elapsed();
    Answer {
        outcome,
        estimate,
        stats,
    }
}

fn serial_pass(
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
        // Its nodes count when it is made again.
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

fn parallel_pass(start: &dyn Start, slack: i32, watch: &Watch<'_>, stats: &mut Stats) -> Pass {
    let threads = rayon::current_num_threads();
    let (pieces, top) = start.cut(slack, threads * PIECES_A_THREAD);
    let results: Vec<OnceLock<Searched>> = (0..pieces.len()).map(|_| OnceLock::new()).collect();
    let (next, winner) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let done = AtomicUsize::new(0);
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= pieces.len() || winner.load(Ordering::Relaxed) < i {
                return;
            }
            let searched = if pieces.is_goal(i) {
                Searched {
                    count: Count::default(),
                    solution: Some(Vec::new()),
                    stop: None,
                }
            } else {
                Dive::new(watch, &winner, i).run(|dive| pieces.search(i, dive))
            };
            if searched.solution.is_some() {
                winner.fetch_min(i, Ordering::Relaxed);
            }
            let stopped = searched.stop.is_some();
            let first = results[i].set(searched).is_ok();
            debug_assert!(first, "a piece is handed out once");
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            watch.observer().searched(done as f64 / pieces.len() as f64);
            if stopped {
                return;
            }
        }
    };
    rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| work())));

    // Up to the winner, as one thread would have gone; without a winner, all the work there was.
    let winner = winner.into_inner();
    let searched = results
        .into_iter()
        .take(winner.saturating_add(1))
        .filter_map(OnceLock::into_inner);
    let mut count = if winner < pieces.len() {
        pieces.before(winner)
    } else {
        top
    };
    let mut pass = Pass::Exhausted;
    for result in searched {
        count.expanded += result.count.expanded;
        count.generated += result.count.generated;
        match (result.stop, result.solution) {
            (Some(stop), _) => pass = Pass::Stopped(stop),
            (None, Some(below)) if !matches!(pass, Pass::Stopped(_)) => {
                pass = Pass::Solved([pieces.path(winner), &below].concat());
            }
            _ => {}
        }
    }
    stats.expanded += count.expanded;
    stats.generated += count.generated;
    pass
}
