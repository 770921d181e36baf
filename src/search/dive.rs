//! Where a depth-first search counts, asks whether to go on and leaves its solution.

use std::{
    ops::Add,
    sync::atomic::{AtomicUsize, Ordering},
};

use super::{Stop, Watch};
use crate::puzzle::Move;

/// Nodes of a search or of a part of it.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

impl Add for Count {
    type Output = Count;

    fn add(self, other: Count) -> Count {
        Count {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
        }
    }
}

/// What became of a dive.
pub(super) struct Searched {
    pub(super) count: Count,
    /// The moves below the piece's node, in order.
    pub(super) solution: Option<Vec<Move>>,
    pub(super) stop: Option<Stop>,
}

/// One depth-first search of a pass or of a piece of it.
pub(super) struct Dive<'a> {
    watch: &'a Watch<'a>,
    /// The first piece with a solution so far.
    winner: &'a AtomicUsize,
    piece: usize,
    /// Generated nodes; the engine counts here.
    pub(super) generated: u64,
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
    pub(super) fn new(watch: &'a Watch<'a>, winner: &'a AtomicUsize, piece: usize) -> Self {
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

    /// The same, ending with [`Stop::Large`] after `most` generated nodes.
    pub(super) fn at_most(self, most: u64) -> Self {
        Dive { most, ..self }
    }

    /// Counts an expanded node; `false` means stop.
    #[inline(always)]
    pub(super) fn expand(&mut self) -> bool {
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
        let more = self.generated.saturating_sub(self.reported);
        self.reported = self.generated;
        more
    }

    /// Leaves a solution, the last move first; or a part of it, when called again on the way up.
    pub(super) fn found(&mut self, m: Move) {
        self.halt.get_or_insert(Halt::Found);
        self.moves.push(m);
    }

    /// Replaces the counts by those of the nodes up to the solution: an engine that searches in several
    /// places at a time has met others too.
    pub(super) fn settle(&mut self, count: Count) {
        (self.generated, self.expanded) = (count.generated, count.expanded);
        self.fuel = Watch::INTERVAL;
    }

    /// Runs a search with this dive, unless it is to stop at once.
    pub(super) fn run(mut self, search: impl FnOnce(&mut Dive<'a>) -> bool) -> Searched {
        match self.watch.check(0) {
            Ok(()) => drop(search(&mut self)),
            Err(stop) => self.halt = Some(Halt::Stopped(stop)),
        }
        self.watch.note(self.unreported());
        self.moves.reverse();
        let count = Count {
            expanded: self.expanded(),
            generated: self.generated,
        };
        let (solution, stop) = match self.halt {
            Some(Halt::Found) => (Some(self.moves), None),
            Some(Halt::Stopped(stop)) => (None, Some(stop)),
            Some(Halt::Beaten) | None => (None, None),
        };
        Searched {
            count,
            solution,
            stop,
        }
    }

    fn expanded(&self) -> u64 {
        self.expanded + u64::from(Watch::INTERVAL - self.fuel)
    }
}
