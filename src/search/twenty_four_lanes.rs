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
    twenty_four::{Node, Views, ones, overdrawn},
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
    /// The top of the stack is the goal.
    Found,
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
    child: Child<T>,
    errand: Errand,
}

/// A node on a lane's path.
#[derive(Clone, Copy)]
struct Level<const T: usize> {
    places: [Place; T],
    slack: u128,
    state: u32,
    /// The tracks whose places are still those before the last move: none of their views was at its end
    /// then, so the move could not be cut by them.
    late: u32,
    /// The tracks with a view at its end: these can cut a child.
    sharp: u32,
    blank: u8,
    misplaced: u8,
    /// The moves not tried yet, as bits.
    left: u8,
    /// The move that led here.
    last: u8,
}

/// The child that a lane is looking up.
#[derive(Clone, Copy)]
struct Child<const T: usize> {
    m: u8,
    target: u8,
    tile: u8,
    /// The tracks of its tile that have been looked up, their places, and what their views lose.
    known: u32,
    places: [Place; T],
    loss: u128,
}

/// Look-ups on their way.
#[derive(Clone, Copy)]
struct Errand {
    kind: Kind,
    waits_for: Wait,
    /// The tracks to be looked up.
    tracks: u32,
    hopped: [Hopped; TwentyFourTables::MAX_VIEWS],
    entries: [Entry; TwentyFourTables::MAX_VIEWS],
}

#[derive(Clone, Copy)]
enum Kind {
    /// Tracks that could cut the child.
    Child,
    /// The late tracks of the parent, when the child was not cut by the others.
    Parent,
}

#[derive(Clone, Copy)]
enum Wait {
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
            child: Child {
                m: 0,
                target: 0,
                tile: 0,
                known: 0,
                places: [Place::default(); T],
                loss: 0,
            },
            errand: Errand {
                kind: Kind::Child,
                waits_for: Wait::Nothing,
                tracks: 0,
                hopped: Default::default(),
                entries: Default::default(),
            },
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
        self.errand.waits_for = Wait::Nothing;
        self.stack.clear();
        self.stack.push(Level {
            places: node.places,
            slack: node.slack,
            state: node.state,
            late: 0,
            sharp: views.sharp(node.slack),
            blank: node.blank,
            misplaced: node.misplaced,
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
        match (self.errand.waits_for, self.errand.kind) {
            (Wait::Records, _) => {
                self.ask_bits(views);
                return Turn::Over;
            }
            (Wait::Bits, kind) => {
                self.errand.waits_for = Wait::Nothing;
                let alive = match kind {
                    Kind::Child => self.look(views),
                    Kind::Parent => {
                        self.catch_up(views);
                        true
                    }
                };
                if alive {
                    if let Some(turn) = self.go_on(views, dive) {
                        return turn;
                    }
                }
            }
            (Wait::Nothing, _) => {}
        }
        loop {
            let Some(level) = self.stack.last_mut() else {
                return Turn::Done;
            };
            if level.left == 0 {
                let blank = level.blank as usize;
                self.stack.pop();
                if let Some(level) = self.stack.last() {
                    self.tiles[blank] = self.tiles[level.blank as usize];
                }
                continue;
            }
            self.count.generated += 1;
            dive.generated += 1;
            let m = level.left.trailing_zeros() as usize;
            level.left &= level.left - 1;
            let target = views.target(level.blank, m);
            let tile = self.tiles[target as usize];
            (self.child.m, self.child.target, self.child.tile) = (m as u8, target, tile);
            (self.child.known, self.child.loss) = (0, 0);
            if let Some(turn) = self.go_on(views, dive) {
                return turn;
            }
        }
    }

    /// Does for the child what is to be done next; `None` if it is on the stack.
    #[inline(always)]
    fn go_on(&mut self, views: &Views<'_, T>, dive: &mut Dive<'_>) -> Option<Turn> {
        let level = &self.stack[self.stack.len() - 1];
        let owners = views.owners[self.child.tile as usize];
        let sharp = owners & level.sharp & !self.child.known;
        if sharp != 0 {
            self.ask_records(views, Kind::Child, sharp & sharp.wrapping_neg());
            return Some(Turn::Over);
        }
        if level.late != 0 {
            self.ask_records(views, Kind::Parent, level.late);
            return Some(Turn::Over);
        }
        self.enter(views, owners);
        let level = &self.stack[self.stack.len() - 1];
        if level.misplaced == 0 {
            return Some(Turn::Found);
        }
        self.count.expanded += 1;
        (!dive.expand()).then_some(Turn::Stop)
    }

    /// The level that the errand's tracks are to leave, the move, and where the blank is before it.
    #[inline(always)]
    fn hop(&self) -> (&Level<T>, usize, usize) {
        let top = self.stack.len() - 1;
        let level = &self.stack[top];
        match self.errand.kind {
            Kind::Child => (level, self.child.m as usize, level.blank as usize),
            Kind::Parent => {
                let blank = self.stack[top - 1].blank;
                (level, level.last as usize, blank as usize)
            }
        }
    }

    #[inline(always)]
    fn ask_records(&mut self, views: &Views<'_, T>, kind: Kind, tracks: u32) {
        (self.errand.kind, self.errand.tracks) = (kind, tracks);
        self.errand.waits_for = Wait::Records;
        let mut hopped = self.errand.hopped;
        let (level, m, blank) = self.hop();
        for (track, hopped) in ones(tracks).zip(&mut hopped) {
            let lookup = &views.lookups[track];
            *hopped = lookup.hop(level.places[track], m, blank);
            let (records, at) = lookup.record(*hopped);
            prefetch(records, at);
        }
        self.errand.hopped = hopped;
    }

    #[inline(always)]
    fn ask_bits(&mut self, views: &Views<'_, T>) {
        let mut entries = self.errand.entries;
        let (level, m, blank) = self.hop();
        for (i, track) in ones(self.errand.tracks).enumerate() {
            let lookup = &views.lookups[track];
            entries[i] = lookup.entry(level.places[track], self.errand.hopped[i], m, blank);
            let (bits, at) = lookup.byte(entries[i]);
            prefetch(bits, at);
        }
        self.errand.entries = entries;
        self.errand.waits_for = Wait::Bits;
    }

    /// Looks up tracks of the child; `false` if it is cut.
    #[inline(always)]
    fn look(&mut self, views: &Views<'_, T>) -> bool {
        let level = &self.stack[self.stack.len() - 1];
        for (i, track) in ones(self.errand.tracks).enumerate() {
            let lookup = &views.lookups[track];
            let (place, grows) = lookup.place(level.places[track], self.errand.entries[i]);
            if grows {
                self.child.loss += lookup.views;
                if overdrawn(level.slack - self.child.loss) {
                    return false;
                }
            }
            self.child.places[track] = place;
        }
        self.child.known |= self.errand.tracks;
        true
    }

    /// Looks up the late tracks of the highest level.
    #[inline(always)]
    fn catch_up(&mut self, views: &Views<'_, T>) {
        let top = self.stack.len() - 1;
        let level = &mut self.stack[top];
        for (i, track) in ones(self.errand.tracks).enumerate() {
            let lookup = &views.lookups[track];
            let (place, grows) = lookup.place(level.places[track], self.errand.entries[i]);
            if grows {
                level.slack -= lookup.views;
            }
            level.places[track] = place;
        }
        level.late = 0;
        level.sharp = views.sharp(level.slack);
    }

    /// Puts the child on the stack.
    #[inline(always)]
    fn enter(&mut self, views: &Views<'_, T>, owners: u32) {
        let top = self.stack.len() - 1;
        self.stack.extend_from_within(top..);
        let child = &self.child;
        let level = &mut self.stack[top + 1];
        for track in ones(child.known) {
            level.places[track] = child.places[track];
        }
        let blank = level.blank;
        level.misplaced = views.misplaced(level.misplaced, child.tile, child.target, blank);
        level.slack -= child.loss;
        level.state = views.machine.row(level.state)[child.m as usize];
        level.late = owners & !child.known;
        level.sharp = views.sharp(level.slack);
        (level.blank, level.last) = (child.target, child.m);
        level.left = views.moves(level.blank, level.state);
        self.tiles[blank as usize] = child.tile;
    }
}
