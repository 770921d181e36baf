//! The 5×5 engine: additive pattern databases in many views, and a machine of duplicate moves.
//!
//! A move changes one cost in each view, by one, up or down, so the f of a view stays or rises by two.
//! Each view has a byte of a word for what is left of the bound after its f, halved; a child is cut
//! when any of them is used up, and the tables not looked up by then are not looked up at all.

mod lane;
mod lanes;
mod lookup;
mod plain;
mod tables;

use self::lookup::{Lookup, Place};
use super::{
    Answer, Dive, DuplicateMoves, Known, Tree, Watch,
    deepening::{Effort, deepen},
};
use crate::puzzle::{Board, Cell, Move};

pub use tables::TwentyFourTables;

/// IDA* on the 5×5 board with the largest of the sums of all views; see
/// [`ida_star`](super::ida_star()) for the arguments.
pub fn twenty_four(
    board: &Board<5>,
    tables: &TwentyFourTables,
    known: Known<'_>,
    effort: Effort,
    watch: &Watch<'_>,
) -> Answer {
    const ALL: usize = TwentyFourTables::MAX_TRACKS;
    match tables.tracks() {
        0..=8 => deepen(&Views::<8>::new(board, tables), known, effort, watch),
        9..=16 => deepen(&Views::<16>::new(board, tables), known, effort, watch),
        _ => deepen(&Views::<ALL>::new(board, tables), known, effort, watch),
    }
}

/// What is left for each view, a byte each: this much and the steps of two by which f may still rise.
///
/// The high bit keeps a step too many from borrowing of the next byte, and shows it.
const NOTHING_LEFT: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;

/// Whether a view has used up what it had, and one step more.
#[inline(always)]
fn overdrawn(slack: u128) -> bool {
    slack & NOTHING_LEFT != NOTHING_LEFT
}

/// The cell beyond the board's edge.
const NOWHERE: u8 = 25;

/// The tree of moves with at most `T` tracks.
struct Views<'a, const T: usize> {
    root: Node<T>,
    estimate: u32,
    machine: &'a DuplicateMoves,
    /// The tracks that each tile is in, as bits.
    owners: [u32; 25],
    /// The tracks of each view, as bits.
    sharers: [u32; TwentyFourTables::MAX_VIEWS],
    /// Where each tile belongs.
    homes: [u8; 25],
    lookups: [Lookup<'a>; T],
    /// Where each move leads the blank from each cell.
    targets: [[u8; 4]; 25],
    /// How many subtrees take turns; 0 for a recursive search.
    lanes: usize,
}

#[derive(Clone)]
struct Node<const T: usize> {
    tiles: [u8; 25],
    blank: u8,
    /// How many tiles are not where they belong.
    misplaced: u8,
    /// The machine's.
    state: u32,
    places: [Place; T],
    /// By how many steps of two each view's sum is below the largest; in the search, what is left of
    /// the bound.
    slack: u128,
}

impl<const T: usize> Node<T> {
    /// The node in a search with so much left of the bound after its f.
    fn with_slack(&self, slack: i32) -> Node<T> {
        // f rises by fewer than 100 between a start and its goal, and views differ by fewer than 60.
        let steps = all_views((slack / 2).clamp(0, 62) as u8);
        Node {
            slack: self.slack + NOTHING_LEFT + steps,
            ..self.clone()
        }
    }
}

impl<'a, const T: usize> Views<'a, T> {
    fn new(board: &Board<5>, tables: &'a TwentyFourTables) -> Self {
        let (places, sums) = tables.places(board);
        let sums = &sums[..tables.views()];
        let estimate = sums.iter().copied().max().unwrap_or(0);
        let mut below = [64; TwentyFourTables::MAX_VIEWS];
        for (below, sum) in below.iter_mut().zip(sums) {
            *below = (estimate - sum) / 2;
        }
        let goal = Board::<5>::goal(tables.goal_blank());
        let is_misplaced = |board: &Board<5>, cell: usize| {
            let tile = board.tiles()[cell];
            !tile.is_blank() && tile != goal.tiles()[cell]
        };
        let mut homes = [NOWHERE; 25];
        for (cell, tile) in goal.tiles().iter().enumerate() {
            homes[tile.index()] = cell as u8;
        }
        let target = |cell: usize, m: usize| {
            let target = Move::ALL[m].target(Cell::new(cell), 5, 5);
            target.map_or(NOWHERE, |cell| cell.index() as u8)
        };
        Views {
            root: Node {
                tiles: std::array::from_fn(|cell| board.tiles()[cell].index() as u8),
                blank: board.blank().index() as u8,
                misplaced: (0..25).filter(|&cell| is_misplaced(board, cell)).count() as u8,
                state: DuplicateMoves::START,
                places,
                slack: u128::from_le_bytes(below),
            },
            estimate: u32::from(estimate),
            machine: tables.machine(),
            owners: tables.owners(),
            sharers: tables.sharers(),
            homes,
            lookups: tables.lookups(),
            targets: std::array::from_fn(|cell| std::array::from_fn(|m| target(cell, m))),
            lanes: tables.lanes(),
        }
    }

    /// Where `m` leads the blank, and the state of the machine after it; `None` if it is off the board or
    /// forbidden.
    #[inline(always)]
    fn free(&self, blank: u8, state: u32, m: usize) -> Option<(u8, u32)> {
        let target = self.targets[blank as usize][m];
        let state = self.machine.row(state)[m];
        (target != NOWHERE && state != DuplicateMoves::FORBIDDEN).then_some((target, state))
    }

    /// Where `m` leads the blank, which it keeps on the board.
    #[inline(always)]
    fn target(&self, blank: u8, m: usize) -> u8 {
        self.targets[blank as usize][m]
    }

    /// The moves that are [`free`](Views::free), as bits.
    #[inline(always)]
    fn moves(&self, blank: u8, state: u32) -> u8 {
        let free = |m: &usize| self.free(blank, state, *m).is_some();
        (0..4).filter(free).fold(0, |moves, m| moves | 1 << m)
    }

    /// The child by `m`; `None` if it is cut.
    #[inline(always)]
    fn child(&self, node: &Node<T>, m: usize, target: u8, state: u32) -> Option<Node<T>> {
        let tile = node.tiles[target as usize];
        let mut slack = node.slack;
        let mut child = node.clone();
        for track in ones(self.owners[tile as usize]) {
            let lookup = &self.lookups[track];
            let place = node.places[track];
            let hopped = lookup.hop(place, m, node.blank as usize);
            let entry = lookup.entry(place, hopped, m, node.blank as usize);
            let (place, grows) = lookup.place(place, entry);
            if grows {
                slack -= lookup.views;
                if overdrawn(slack) {
                    return None;
                }
            }
            child.places[track] = place;
        }
        child.tiles[node.blank as usize] = tile;
        child.tiles[target as usize] = 0;
        child.misplaced = self.misplaced(node.misplaced, tile, target, node.blank);
        (child.blank, child.state, child.slack) = (target, state, slack);
        Some(child)
    }

    /// How many tiles are not where they belong after `tile` has gone from one cell to another.
    #[inline(always)]
    fn misplaced(&self, before: u8, tile: u8, from: u8, to: u8) -> u8 {
        let home = self.homes[tile as usize];
        before + u8::from(from == home) - u8::from(to == home)
    }

    /// The tracks that count in a view with nothing left, as bits.
    #[inline(always)]
    fn sharp(&self, slack: u128) -> u32 {
        // Only bytes with nothing left borrow the high bit, and none borrows of the next.
        let mut ends = !(slack - all_views(1)) & NOTHING_LEFT;
        let mut tracks = 0;
        while ends != 0 {
            tracks |= self.sharers[ends.trailing_zeros() as usize / 8];
            ends &= ends - 1;
        }
        tracks
    }
}

/// The numbers of the ones of a word.
#[inline(always)]
fn ones(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}

/// The word with `steps` in the byte of each view.
fn all_views(steps: u8) -> u128 {
    u128::from_le_bytes([steps; TwentyFourTables::MAX_VIEWS])
}

impl<const T: usize> Tree for Views<'_, T> {
    type Node = Node<T>;

    fn root(&self) -> (Node<T>, u32) {
        (self.root.clone(), self.estimate)
    }

    fn is_goal(&self, node: &Node<T>) -> bool {
        node.misplaced == 0
    }

    fn identity(&self, node: &Node<T>) -> Option<u128> {
        let tiles = node.tiles.iter();
        Some(tiles.fold(0, |board, &tile| board << 5 | u128::from(tile)))
    }

    fn children(&self, node: &Node<T>) -> Vec<(Move, Node<T>, i32)> {
        let node = Node {
            slack: node.slack + NOTHING_LEFT + all_views(1),
            ..node.clone()
        };
        let child = |m: Move| {
            let (target, state) = self.free(node.blank, node.state, m as usize)?;
            let mut child = self
                .child(&node, m as usize, target, state)
                .expect("there is a step more than a move takes");
            let below = (child.slack - NOTHING_LEFT).to_le_bytes();
            // The view with the largest sum has nothing left over; a move adds one to a sum or takes one.
            let least = below.into_iter().min().unwrap_or(0);
            child.slack = child.slack - NOTHING_LEFT - all_views(least);
            Some((m, child, 1 - 2 * i32::from(least)))
        };
        Move::ALL.into_iter().filter_map(child).collect()
    }

    fn search(&self, node: &Node<T>, slack: i32, dive: &mut Dive<'_>) -> bool {
        let node = node.with_slack(slack);
        match self.lanes {
            0 => plain::search(self, &node, dive),
            lanes => lanes::search(self, node, lanes, dive),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        pdb::{Indexes, Partition, Table},
        puzzle::{Goal, NamedGoal, Problem, Scramble, Size},
        search::{Limits, Outcome},
    };

    #[test]
    fn lanes_count_and_find_what_one_search_does() {
        let size = Size::square(5).expect("5x5");
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
        let automatic = |most| Partition::automatic(size, goal.blank(), most).expect("small");
        let indexes = Indexes::new();
        for partitions in [vec![automatic(4)], vec![automatic(4), automatic(3)]] {
            let tables: Vec<Arc<Table>> = Partition::tables_of(&partitions)
                .iter()
                .map(|pattern| Arc::new(Table::build(pattern, &indexes)))
                .collect();
            let new = || TwentyFourTables::new(&partitions, &tables, 10).expect("all are there");
            let (recursive, wide) = (new().with_lanes(0), new().with_wide_entries());
            let tables = new();
            let limits = Limits::default();
            let mut scramble = Scramble::new(7);
            for length in [0, 1, 2, 20, 40, 50, 56, 60, 64] {
                let start = scramble.walk(&goal, length);
                let board = Problem::new(start, goal.clone()).expect("a board").board();
                let watch = || Watch::start(&limits, &());
                let solve =
                    |tables| twenty_four(&board, tables, Known::default(), Effort::ALONE, &watch());
                let (expected, answer) = (solve(&recursive), solve(&tables));
                assert_eq!(solve(&wide).stats.generated, expected.stats.generated);
                assert!(matches!(answer.outcome, Outcome::Solved(_)));
                assert_eq!(answer.outcome, expected.outcome);
                assert_eq!(answer.estimate, expected.estimate);
                assert_eq!(answer.stats.generated, expected.stats.generated);
                assert_eq!(answer.stats.expanded, expected.stats.expanded);
            }
        }
    }
}
