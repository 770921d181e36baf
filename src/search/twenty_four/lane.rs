//! One subtree of the 5×5 engine, searched between waits for memory.
//!
//! A child can only be cut by a view with nothing left. So tracks that count in such a view are looked up
//! first, one at a time; the others are *late*: they are looked up when a child of the child has survived
//! so far. Half of all nodes have no such child.

use super::{
    Node, TwentyFourTables, Views,
    lookup::{Entry, Hopped, Place},
    ones, overdrawn,
};
use crate::{
    puzzle::Move,
    search::{Dive, dive::Count, prefetch::prefetch},
};

/// What came of a turn.
pub(super) enum Turn {
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
pub(super) struct Lane<const T: usize> {
    /// The number of the seed, if there is one.
    pub(super) seed: Option<usize>,
    /// The nodes of the top before the seed.
    pub(super) before: Count,
    pub(super) count: Count,
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
    /// Begins a seed, with the moves to it and the nodes of the top before it.
    pub(super) fn begin(
        &mut self,
        views: &Views<'_, T>,
        seed: usize,
        node: &Node<T>,
        (path, before): (&[Move], Count),
    ) {
        self.seed = Some(seed);
        self.before = before;
        self.count = Count::default();
        self.top.clear();
        self.top.extend_from_slice(path);
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
    pub(super) fn path(&self) -> impl Iterator<Item = Move> {
        let below = self.stack.iter().skip(1).rev();
        let below = below.map(|level| Move::ALL[level.last as usize]);
        below.chain(self.top.iter().rev().copied())
    }

    /// Goes on until memory has to be waited for.
    #[inline(always)]
    pub(super) fn turn(&mut self, views: &Views<'_, T>, dive: &mut Dive<'_>) -> Turn {
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
                if alive && let Some(turn) = self.go_on(views, dive) {
                    return turn;
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
