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

use super::{Answer, Outcome, Solution, Stats, Stop, Watch};
use crate::puzzle::Move;

/// A tree of moves below a start.
pub trait Tree: Sync {
    /// A board with all that its subtree depends on, the move that led to it included.
    type Node: Clone + Send + Sync;

    /// The start and its estimate.
    fn root(&self) -> (Self::Node, u32);

    /// The goal test.
    fn is_goal(&self, node: &Self::Node) -> bool;

    /// Gives the children of `node` in search order, with the change of the estimate of each; the move
    /// that would undo the last one is left out.
    fn children(&self, node: &Self::Node) -> Vec<(Move, Self::Node, i32)>;

    /// Searches the subtree below `node`, which is not the goal, depth-first.
    ///
    /// `slack` is what is left of the bound after the node's f: a child whose f is higher by more is cut.
    /// Gives `true` when the search is over: a solution was found (its moves below `node` were given to
    /// [`Dive::found`] *last move first*), or `dive` wants to stop.
    fn search(&self, node: &Self::Node, slack: i32, dive: &mut Dive<'_>) -> bool;
}

/// Where a depth-first search counts its nodes, asks whether to go on and leaves its solution.
pub struct Dive<'a> {
    watch: &'a Watch<'a>,
    /// The first piece with a solution so far.
    winner: &'a AtomicUsize,
    piece: usize,
    /// Generated nodes; the engine counts here.
    pub generated: u64,
    reported: u64,
    expanded: u64,
    /// More nodes than these end the search with [`Stop::Large`].
    most: u64,
    fuel: u32,
    halt: Option<Halt>,
    moves: Vec<Move>,
}

enum Halt {
    Found,
    Beaten,
    Stopped(Stop),
}

impl<'a> Dive<'a> {
    fn new(watch: &'a Watch<'a>, winner: &'a AtomicUsize, piece: usize) -> Self {
        let (fuel, moves) = (Watch::INTERVAL, Vec::new());
        Dive {
            watch,
            winner,
            piece,
            generated: 0,
            reported: 0,
            expanded: 0,
            most: u64::MAX,
            fuel,
            halt: None,
            moves,
        }
    }

    /// Counts an expanded node; `false` means stop.
    #[inline(always)]
    pub fn expand(&mut self) -> bool {
        self.fuel -= 1;
        self.fuel != 0 || self.refuel()
    }

    #[cold]
    fn refuel(&mut self) -> bool {
        self.fuel = Watch::INTERVAL;
        self.expanded += u64::from(Watch::INTERVAL);
        let more = self.unreported();
        if let Err(stop) = self.watch.check(more) {
            self.halt = Some(Halt::Stopped(stop));
        } else if self.winner.load(Ordering::Relaxed) < self.piece {
            self.halt = Some(Halt::Beaten);
        } else if self.generated > self.most {
            self.halt = Some(Halt::Stopped(Stop::Large));
        }
        self.halt.is_none()
    }

    fn unreported(&mut self) -> u64 {
        let more = self.generated - self.reported;
        self.reported = self.generated;
        more
    }

    /// Leaves a solution, the last move first; or a part of it, when called again on the way up.
    pub fn found(&mut self, m: Move) {
        self.halt.get_or_insert(Halt::Found);
        self.moves.push(m);
    }

    fn expanded(&self) -> u64 {
        self.expanded + u64::from(Watch::INTERVAL - self.fuel)
    }
}

/// A subtree of a pass and what the top of the tree had cost when a depth-first search got there.
struct Piece<N> {
    node: N,
    slack: i32,
    path: Vec<Move>,
    before: Count,
}

#[derive(Clone, Copy, Default)]
struct Count {
    expanded: u64,
    generated: u64,
}

/// What became of a piece.
struct Searched {
    count: Count,
    /// The moves below the piece's node, in order.
    solution: Option<Vec<Move>>,
    stop: Option<Stop>,
}

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
pub fn deepen<T: Tree>(tree: &T, proven: u32, effort: Effort, watch: &Watch<'_>) -> Answer {
    let (root, estimate) = tree.root();
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
        if tree.is_goal(&root) {
            break Outcome::Solved(Solution {
                moves: Vec::new(),
                optimal: true,
            });
        }
        if last_pass.is_some_and(|nodes| nodes >= effort.give_up) {
            break Outcome::Unknown {
                bound,
                stop: Stop::Large,
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
            pass = serial_pass(tree, &root, slack, most, watch, &mut stats);
        }
        if share && matches!(pass, Pass::Stopped(Stop::Large)) {
            pass = parallel_pass(tree, &root, slack, watch, &mut stats);
        }
        stats.iterations += u32::from(!matches!(pass, Pass::Stopped(Stop::Large)));
        last_pass = Some(stats.generated - before);
        match pass {
            Pass::Solved(moves) => {
                break Outcome::Solved(Solution {
                    moves,
                    optimal: true,
                });
            }
            Pass::Stopped(stop) => break Outcome::Unknown { bound, stop },
            Pass::Exhausted => bound += 2,
        }
    };
    stats.elapsed = watch.elapsed();
    Answer {
        outcome,
        estimate,
        stats,
    }
}

fn serial_pass<T: Tree>(
    tree: &T,
    root: &T::Node,
    slack: i32,
    most: u64,
    watch: &Watch<'_>,
    stats: &mut Stats,
) -> Pass {
    let nobody = AtomicUsize::new(usize::MAX);
    let whole = Dive {
        most,
        ..Dive::new(watch, &nobody, 0)
    };
    let searched = dive(tree, root, slack, whole);
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

fn dive<T: Tree>(tree: &T, node: &T::Node, slack: i32, mut dive: Dive<'_>) -> Searched {
    match dive.watch.check(0) {
        Ok(()) => drop(tree.search(node, slack, &mut dive)),
        Err(stop) => dive.halt = Some(Halt::Stopped(stop)),
    }
    dive.watch.note(dive.unreported());
    dive.moves.reverse();
    Searched {
        count: Count {
            expanded: dive.expanded(),
            generated: dive.generated,
        },
        stop: if let Some(Halt::Stopped(stop)) = dive.halt {
            Some(stop)
        } else {
            None
        },
        solution: matches!(dive.halt, Some(Halt::Found)).then_some(dive.moves),
    }
}

fn parallel_pass<T: Tree>(
    tree: &T,
    root: &T::Node,
    slack: i32,
    watch: &Watch<'_>,
    stats: &mut Stats,
) -> Pass {
    let threads = rayon::current_num_threads();
    let (pieces, top) = split(tree, root, slack, threads * PIECES_A_THREAD);
    let results: Vec<OnceLock<Searched>> = pieces.iter().map(|_| OnceLock::new()).collect();
    let (next, winner) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= pieces.len() || winner.load(Ordering::Relaxed) < i {
                return;
            }
            let piece = &pieces[i];
            let searched = if tree.is_goal(&piece.node) {
                Searched {
                    count: Count::default(),
                    solution: Some(Vec::new()),
                    stop: None,
                }
            } else {
                dive(tree, &piece.node, piece.slack, Dive::new(watch, &winner, i))
            };
            if searched.solution.is_some() {
                winner.fetch_min(i, Ordering::Relaxed);
            }
            let stopped = searched.stop.is_some();
            let first = results[i].set(searched).is_ok();
            debug_assert!(first, "a piece is handed out once");
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
    let mut count = pieces.get(winner).map_or(top, |piece| piece.before);
    let mut pass = Pass::Exhausted;
    for result in searched {
        count.expanded += result.count.expanded;
        count.generated += result.count.generated;
        match (result.stop, result.solution) {
            (Some(stop), _) => pass = Pass::Stopped(stop),
            (None, Some(below)) if !matches!(pass, Pass::Stopped(_)) => {
                pass = Pass::Solved([pieces[winner].path.as_slice(), &below].concat());
            }
            _ => {}
        }
    }
    stats.expanded += count.expanded;
    stats.generated += count.generated;
    pass
}

/// Cuts the top of a pass into at least `want` pieces, if it has as many, and counts its nodes.
fn split<T: Tree>(
    tree: &T,
    root: &T::Node,
    slack: i32,
    want: usize,
) -> (Vec<Piece<T::Node>>, Count) {
    let mut depth = want.ilog2();
    loop {
        let mut splitter = Splitter {
            tree,
            pieces: Vec::new(),
            path: Vec::new(),
            count: Count::default(),
        };
        splitter.descend(root, slack, depth);
        if splitter.pieces.len() >= want || depth >= 2 * want.ilog2() {
            return (splitter.pieces, splitter.count);
        }
        depth += 1;
    }
}

struct Splitter<'a, T: Tree> {
    tree: &'a T,
    pieces: Vec<Piece<T::Node>>,
    path: Vec<Move>,
    count: Count,
}

impl<T: Tree> Splitter<'_, T> {
    fn descend(&mut self, node: &T::Node, slack: i32, depth: u32) {
        if depth == 0 || (!self.path.is_empty() && self.tree.is_goal(node)) {
            let (node, path, before) = (node.clone(), self.path.clone(), self.count);
            self.pieces.push(Piece {
                node,
                slack,
                path,
                before,
            });
            return;
        }
        self.count.expanded += 1;
        for (m, child, change) in self.tree.children(node) {
            self.count.generated += 1;
            let slack = slack - 1 - change;
            if slack >= 0 {
                self.path.push(m);
                self.descend(&child, slack, depth - 1);
                self.path.pop();
            }
        }
    }
}
