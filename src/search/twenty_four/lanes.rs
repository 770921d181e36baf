//! Many subtrees in turns, so that a thread has work while memory answers.
//!
//! A look-up of the 5×5 engine is two loads from far away, the second from an address that the first one
//! gave, and a search that waits for them spends most of its time waiting. So a thread keeps several
//! *lanes*, each with a subtree and a stack of its own, and gives them turns: a lane asks for what it
//! needs next and finds it in the cache when its turn comes again.
//!
//! The subtrees, *seeds*, come from a depth-first walk over the top of the tree, in order. So the nodes of
//! the seeds before the first one with a solution, with those of the top up to there, are the nodes that
//! a single depth-first search would have met: the solution and the counts are the same.

use std::collections::VecDeque;

use super::{
    Node, Views,
    lane::{Lane, Turn},
};
use crate::{
    puzzle::Move,
    search::{Dive, dive::Count},
};

/// Searches below `node` in so many `lanes`, as [`Tree::search`](crate::search::Tree::search); its slack is that of the bound.
pub(super) fn search<const T: usize>(
    views: &Views<'_, T>,
    node: Node<T>,
    lanes: usize,
    dive: &mut Dive<'_>,
) -> bool {
    if !dive.expand() {
        return true;
    }
    let mut race = Race {
        views,
        source: Source::new(node),
        ledger: Ledger::default(),
        won: None,
    };
    let mut lanes: Vec<Lane<T>> = (0..lanes).map(|_| Lane::default()).collect();
    loop {
        let mut idle = 0;
        for lane in &mut lanes {
            let going_on = match lane.seed {
                None => race.begin(lane, dive),
                Some(seed) if race.is_lost(seed) => race.begin(lane, dive),
                Some(seed) => match lane.turn(views, dive) {
                    Turn::Over => Some(true),
                    Turn::Stop => None,
                    Turn::Found => {
                        race.win(seed, lane);
                        race.begin(lane, dive)
                    }
                    Turn::Done => {
                        race.ledger.close(seed, lane.count);
                        race.source.weigh(lane.count);
                        race.begin(lane, dive)
                    }
                },
            };
            match going_on {
                None => return true,
                Some(true) => {}
                Some(false) => idle += 1,
            }
        }
        if idle == lanes.len() {
            return race.end(dive);
        }
    }
}

/// The lanes' common affairs.
struct Race<'a, 'b, const T: usize> {
    views: &'a Views<'b, T>,
    source: Source<T>,
    ledger: Ledger,
    won: Option<Won>,
}

/// The first seed with a solution so far.
struct Won {
    seed: usize,
    /// All nodes of the seed, and those of the top before it.
    count: Count,
    /// From the last move to the first.
    moves: Vec<Move>,
}

impl<const T: usize> Race<'_, '_, T> {
    fn is_lost(&self, seed: usize) -> bool {
        self.won.as_ref().is_some_and(|won| won.seed < seed)
    }

    /// Gives a lane the next seed; `Some(false)` if there is none, `None` if the dive is to stop.
    fn begin(&mut self, lane: &mut Lane<T>, dive: &mut Dive<'_>) -> Option<bool> {
        lane.seed = None;
        if self.won.is_some() {
            return Some(false);
        }
        let Some(node) = self.source.next(self.views, dive)? else {
            return Some(false);
        };
        let seed = self.ledger.open();
        lane.begin(self.views, seed, &node, self.source.so_far());
        if node.misplaced == 0 {
            self.win(seed, lane);
            lane.seed = None;
            return Some(false);
        }
        lane.count.expanded += 1;
        dive.expand().then_some(true)
    }

    /// A lane has found a solution.
    fn win(&mut self, seed: usize, lane: &Lane<T>) {
        let moves = lane.path().collect();
        self.won = Some(Won {
            seed,
            count: lane.before + lane.count,
            moves,
        });
    }

    fn end(self, dive: &mut Dive<'_>) -> bool {
        let Some(won) = self.won else {
            return false;
        };
        dive.settle(self.ledger.settled + won.count);
        won.moves.into_iter().for_each(|m| dive.found(m));
        true
    }
}

/// What the seeds had cost, added up in their order.
#[derive(Default)]
struct Ledger {
    /// All seeds before the first open one.
    settled: Count,
    first: usize,
    /// From the first open one; `None` for open ones.
    counts: VecDeque<Option<Count>>,
}

impl Ledger {
    fn open(&mut self) -> usize {
        self.counts.push_back(None);
        self.first + self.counts.len() - 1
    }

    fn close(&mut self, seed: usize, count: Count) {
        self.counts[seed - self.first] = Some(count);
        while let Some(&Some(count)) = self.counts.front() {
            self.settled = self.settled + count;
            self.first += 1;
            self.counts.pop_front();
        }
    }
}

/// A depth-first walk over the top of the tree that gives the subtrees below it.
struct Source<const T: usize> {
    stack: Vec<(Node<T>, u8)>,
    path: Vec<Move>,
    count: Count,
    /// How many moves below the top the seeds are.
    depth: usize,
    /// Of the last seeds: their nodes, and how many they are.
    weights: [u64; 2],
}

impl<const T: usize> Source<T> {
    const DEPTH: usize = 8;
    /// Seeds should have so many nodes: fewer, and the walk over the top, which waits for memory, takes
    /// too large a share; more, and too few lanes are busy at the end.
    const SMALL: u64 = 64;
    const LARGE: u64 = 512;
    /// So many seeds are judged together.
    const WEIGHED: u64 = 16;

    fn new(node: Node<T>) -> Source<T> {
        Source {
            stack: vec![(node, 0b1111)],
            path: Vec::new(),
            count: Count {
                expanded: 1,
                generated: 0,
            },
            depth: Self::DEPTH,
            weights: [0; 2],
        }
    }

    /// The next seed, the goal or the top of a subtree; `None` if the dive is to stop.
    fn next(&mut self, views: &Views<'_, T>, dive: &mut Dive<'_>) -> Option<Option<Node<T>>> {
        loop {
            let level = self.stack.len();
            let Some((node, left)) = self.stack.last_mut() else {
                return Some(None);
            };
            self.path.truncate(level - 1);
            if *left == 0 {
                self.stack.pop();
                continue;
            }
            let (node, m) = (&*node, left.trailing_zeros() as usize);
            let free = views.free(node.blank, node.state, m);
            let child = free.and_then(|(target, state)| {
                self.count.generated += 1;
                dive.generated += 1;
                views.child(node, m, target, state)
            });
            *left &= *left - 1;
            let Some(child) = child else {
                continue;
            };
            self.path.push(Move::ALL[m]);
            if child.misplaced == 0 || level >= self.depth {
                return Some(Some(child));
            }
            self.count.expanded += 1;
            if !dive.expand() {
                return None;
            }
            self.stack.push((child, 0b1111));
        }
    }

    /// The moves to the seed given last, and the nodes of the top before it.
    fn so_far(&self) -> (&[Move], Count) {
        (&self.path, self.count)
    }

    /// Takes note of the size of a seed, and makes the next ones smaller or larger.
    fn weigh(&mut self, count: Count) {
        let [nodes, seeds] = &mut self.weights;
        *nodes += count.expanded;
        *seeds += 1;
        if *seeds == Self::WEIGHED {
            let mean = *nodes / *seeds;
            if mean < Self::SMALL {
                self.depth = (self.depth - 1).max(1);
            } else if mean > Self::LARGE {
                self.depth += 1;
            }
            self.weights = [0; 2];
        }
    }
}
