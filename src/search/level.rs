//! One level of a breadth-first search, in an order that the processor can foresee.

use crate::puzzle::{Cell, Move, Ranks};

/// The boards at one depth, by rank, listed apart for each cell of the blank and each last move.
///
/// In one list all boards have the same legal moves and each move changes the same digits, so the
/// branches of an expansion are foreseen, and the last move needs no look-up. Against one list in the
/// order of arrival this halves the time of a 3×3 table.
#[derive(Clone, Debug)]
pub(super) struct Level<const R: usize, const C: usize> {
    ranks: Ranks<R, C>,
    lists: Vec<Vec<u32>>,
}

/// The boards of a level that agree in the blank's cell and the last move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<'a> {
    blank: Cell,
    last: Option<Move>,
    ranks: &'a [u32],
}

/// Lists for one cell of the blank: one for each last move and one for the root, which has none.
const LASTS: usize = 5;

/// Children made before the first of them is looked up, so that the look-ups can overlap.
const BATCH: usize = 64;

impl<const R: usize, const C: usize> Level<R, C> {
    pub(super) fn new(ranks: Ranks<R, C>) -> Self {
        Level {
            ranks,
            lists: vec![Vec::new(); R * C * LASTS],
        }
    }

    /// The level of the root alone.
    pub(super) fn of_root(ranks: Ranks<R, C>, blank: Cell, rank: u32) -> Self {
        let mut level = Level::new(ranks);
        level.list(blank, None).push(rank);
        level
    }

    /// The list of the boards whose blank has come to `blank` by `last`.
    pub(super) fn list(&mut self, blank: Cell, last: Option<Move>) -> &mut Vec<u32> {
        &mut self.lists[blank.index() * LASTS + last.map_or(LASTS - 1, |m| m as usize)]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lists.iter().all(Vec::is_empty)
    }

    pub(super) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
    }

    /// Boards that the lists have room for.
    pub(super) fn capacity(&self) -> usize {
        self.lists.iter().map(Vec::capacity).sum()
    }

    /// The boards in groups of `most` at most; the same order on every run.
    pub(super) fn groups(&self, most: usize) -> impl Iterator<Item = Group<'_>> {
        self.lists.iter().enumerate().flat_map(move |(i, list)| {
            list.chunks(most).map(move |ranks| Group {
                blank: Cell::new(i / LASTS),
                last: Move::ALL.get(i % LASTS).copied(),
                ranks,
            })
        })
    }

    /// Makes all children of a group but those that undo the last move, and hands them to `visit`, in
    /// batches of one move each. Gives the number of children made.
    pub(super) fn expand(
        &self,
        group: Group<'_>,
        mut visit: impl FnMut(Step, &[u32], &[u32]),
    ) -> u64 {
        let mut children = [0; BATCH];
        let mut made = 0;
        for ranks in group.ranks.chunks(BATCH) {
            let children = &mut children[..ranks.len()];
            for step in group.steps::<R, C>() {
                for (child, &rank) in children.iter_mut().zip(ranks) {
                    *child = self.ranks.successor(rank, step.last);
                }
                made += ranks.len() as u64;
                visit(step, ranks, children);
            }
        }
        made
    }
}

/// A move, and where it takes the blank of all boards of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) last: Move,
    pub(super) blank: Cell,
}

impl Group<'_> {
    /// The number of boards.
    pub(super) fn len(self) -> usize {
        self.ranks.len()
    }

    /// The moves that do not undo the last.
    pub(super) fn steps<const R: usize, const C: usize>(self) -> impl Iterator<Item = Step> {
        let undo = self.last.map(Move::inverse);
        Move::ALL.into_iter().filter_map(move |m| {
            let blank = m.target(self.blank, R, C)?;
            (Some(m) != undo).then_some(Step { last: m, blank })
        })
    }
}
