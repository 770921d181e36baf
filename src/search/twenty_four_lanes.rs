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
    Dive,
    dive::Count,
    prefetch::prefetch,
    twenty_four::{Node, Views, overdrawn},
    twenty_four_tables::{Entry, Hopped, Place, TwentyFourTables},
};
use crate::puzzle::Move;

/// Lanes a thread.
const LANES: usize = 16;

/// Searches below `node`, as [`Tree::search`](super::Tree::search); its slack is that of the bound.
pub(super) fn search<const T: usize>(
    views: &Views<'_, T>,
    node: Node<T>,
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
    let mut lanes: Vec<Lane<T>> = (0..LANES).map(|_| Lane::default()).collect();
    loop {
        let mut idle = 0;
        for lane in &mut lanes {
            let going_on = match lane.seed {
                None => race.begin(lane, dive),
                Some(seed) if race.is_lost(seed) => race.begin(lane, dive),
                Some(seed) => match lane.turn(views, dive) {
                    Turn::Over => Some(true),
                    Turn::Stop => None,
                    Turn::Found(m) => {
                        race.win(seed, lane, m);
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
        if idle == LANES {
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
        lane.begin(self.views, seed, &node, &self.source);
        if node.cost == 0 {
            self.win(seed, lane, None);
            lane.seed = None;
            return Some(false);
        }
        lane.count.expanded += 1;
        dive.expand().then_some(true)
    }

    /// A lane has found a solution, by a last move from the top of its stack.
    fn win(&mut self, seed: usize, lane: &Lane<T>, last: Option<Move>) {
        let moves = last.into_iter().chain(lane.path()).collect();
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
    /// Of the last seeds.
    weights: [u64; 2],
}

impl<const T: usize> Source<T> {
    const DEPTH: usize = 8;
    /// Seeds should have so many nodes: fewer, and the walk over the top, which waits for memory, takes
    /// too large a share; more, and too few lanes are busy at the end.
    const SMALL: u64 = 64;
    const LARGE: u64 = 512;

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
            if child.cost == 0 || level >= self.depth {
                return Some(Some(child));
            }
            self.count.expanded += 1;
            if !dive.expand() {
                return None;
            }
            self.stack.push((child, 0b1111));
        }
    }

    /// Takes note of the size of a seed, and makes the next ones smaller or larger.
    fn weigh(&mut self, count: Count) {
        let [nodes, seeds] = &mut self.weights;
        *nodes += count.expanded;
        *seeds += 1;
        if *seeds == LANES as u64 {
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

/// What came of a turn.
enum Turn {
    /// The lane waits for memory.
    Over,
    /// The seed is searched.
    Done,
    /// This move from the top of the stack leads to the goal.
    Found(Option<Move>),
    /// The dive is to stop.
    Stop,
}

/// A subtree that is being searched.
struct Lane<const T: usize> {
    seed: Option<usize>,
    /// The nodes of the top before the seed.
    before: Count,
    count: Count,
    /// The moves to the seed.
    top: Vec<Move>,
    /// The board of the highest level.
    tiles: [u8; 25],
    stack: Vec<Level<T>>,
    child: Child,
}

/// A node on a lane's path.
#[derive(Clone, Copy)]
struct Level<const T: usize> {
    places: [Place; T],
    slack: u128,
    state: u32,
    blank: u8,
    cost: u8,
    /// The moves not tried yet, as bits.
    left: u8,
    /// The move that led here.
    last: u8,
}

/// The child that a lane is looking up.
#[derive(Clone, Copy, Default)]
struct Child {
    waits_for: Wait,
    m: u8,
    target: u8,
    hopped: [Hopped; TwentyFourTables::MAX_VIEWS],
    entries: [Entry; TwentyFourTables::MAX_VIEWS],
}

#[derive(Clone, Copy, Default)]
enum Wait {
    #[default]
    Nothing,
    Records,
    Bits,
}

impl<const T: usize> Default for Lane<T> {
    fn default() -> Self {
        Lane {
            seed: None,
            before: Count::default(),
            count: Count::default(),
            top: Vec::new(),
            tiles: [0; 25],
            stack: Vec::with_capacity(64),
            child: Child::default(),
        }
    }
}

impl<const T: usize> Lane<T> {
    fn begin(&mut self, views: &Views<'_, T>, seed: usize, node: &Node<T>, source: &Source<T>) {
        self.seed = Some(seed);
        self.before = source.count;
        self.count = Count::default();
        self.top.clone_from(&source.path);
        self.tiles = node.tiles;
        self.child.waits_for = Wait::Nothing;
        self.stack.clear();
        self.stack.push(Level {
            places: node.places,
            slack: node.slack,
            state: node.state,
            blank: node.blank,
            cost: node.cost,
            left: views.moves(node.blank, node.state),
            last: 0,
        });
    }

    /// The moves from the top of the stack back to the start of the search.
    fn path(&self) -> impl Iterator<Item = Move> {
        let below = self.stack.iter().skip(1).rev();
        let below = below.map(|level| Move::ALL[level.last as usize]);
        below.chain(self.top.iter().rev().copied())
    }

    #[inline(always)]
    fn turn(&mut self, views: &Views<'_, T>, dive: &mut Dive<'_>) -> Turn {
        match self.child.waits_for {
            Wait::Records => {
                self.ask_bits(views);
                return Turn::Over;
            }
            Wait::Bits => {
                if self.enter(views) {
                    let level = self.stack[self.stack.len() - 1];
                    if level.cost == 0 {
                        self.stack.pop();
                        return Turn::Found(Some(Move::ALL[level.last as usize]));
                    }
                    self.count.expanded += 1;
                    if !dive.expand() {
                        return Turn::Stop;
                    }
                }
            }
            Wait::Nothing => {}
        }
        while let Some(level) = self.stack.last_mut() {
            if level.left != 0 {
                self.count.generated += 1;
                dive.generated += 1;
                self.ask_records(views);
                return Turn::Over;
            }
            let blank = level.blank as usize;
            self.stack.pop();
            if let Some(level) = self.stack.last() {
                self.tiles[blank] = self.tiles[level.blank as usize];
            }
        }
        Turn::Done
    }

    /// Begins the next child.
    #[inline(always)]
    fn ask_records(&mut self, views: &Views<'_, T>) {
        let last = self.stack.len() - 1;
        let level = &mut self.stack[last];
        let m = level.left.trailing_zeros() as usize;
        level.left &= level.left - 1;
        let target = views.target(level.blank, m);
        let tile = self.tiles[target as usize];
        for (&track, hopped) in views.owners[tile as usize]
            .tracks()
            .iter()
            .zip(&mut self.child.hopped)
        {
            let lookup = &views.lookups[track as usize];
            *hopped = lookup.hop(level.places[track as usize], m, level.blank as usize);
            let (records, at) = lookup.record(*hopped);
            prefetch(records, at);
        }
        (self.child.m, self.child.target) = (m as u8, target);
        self.child.waits_for = Wait::Records;
    }

    #[inline(always)]
    fn ask_bits(&mut self, views: &Views<'_, T>) {
        let level = &self.stack[self.stack.len() - 1];
        let child = &mut self.child;
        let tile = self.tiles[child.target as usize];
        let steps = child.hopped.iter().zip(&mut child.entries);
        for (&track, (&hopped, entry)) in views.owners[tile as usize].tracks().iter().zip(steps) {
            let lookup = &views.lookups[track as usize];
            let place = level.places[track as usize];
            *entry = lookup.entry(place, hopped, child.m as usize, level.blank as usize);
            let (bits, at) = lookup.byte(*entry);
            prefetch(bits, at);
        }
        child.waits_for = Wait::Bits;
    }

    /// Puts the child on the stack unless it is cut.
    #[inline(always)]
    fn enter(&mut self, views: &Views<'_, T>) -> bool {
        let parent = &self.stack[self.stack.len() - 1];
        let Child { m, target, .. } = self.child;
        let tile = self.tiles[target as usize];
        let (mut slack, mut cost) = (parent.slack, parent.cost);
        let mut places = [Place::default(); TwentyFourTables::MAX_VIEWS];
        let tracks = views.owners[tile as usize].tracks();
        for (i, &track) in tracks.iter().enumerate() {
            let lookup = &views.lookups[track as usize];
            let (place, grows) = lookup.place(parent.places[track as usize], self.child.entries[i]);
            if grows {
                slack -= lookup.views;
                if overdrawn(slack) {
                    return false;
                }
            }
            if i == 0 {
                cost = if grows { cost + 1 } else { cost - 1 };
            }
            places[i] = place;
        }
        let blank = parent.blank;
        let state = views.machine.row(parent.state)[m as usize];
        let top = self.stack.len() - 1;
        self.stack.extend_from_within(top..);
        let level = &mut self.stack[top + 1];
        for (&track, &place) in tracks.iter().zip(&places) {
            level.places[track as usize] = place;
        }
        (level.slack, level.cost, level.state) = (slack, cost, state);
        (level.blank, level.last) = (target, m);
        level.left = views.moves(target, state);
        self.tiles[blank as usize] = tile;
        true
    }
}
