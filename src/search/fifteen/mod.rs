//! The 4×4 engine: a board in the nibbles of one word, every change from a table.
//!
//! The tile on cell c is nibble c of a `u64`. The search is one function a last move, so that each tries
//! only the other three, and passes down what is left of the bound instead of depth and bound. Nothing is
//! undone, nothing allocated, nothing recomputed. It visits the same nodes in the same order as
//! [`ida_star`](super::ida_star()), its slow twin.

mod additive;
mod tables;

use super::{
    Answer, Dive, Known, Tree, Watch,
    deepening::{Effort, deepen},
};
use crate::{
    heuristic::Change,
    puzzle::{Board, Cell, Move, MoveSet},
};

pub use additive::fifteen_additive;
pub use tables::FifteenTables;

/// IDA* on the 4×4 board; see [`ida_star`](super::ida_star()) for the arguments.
pub fn fifteen<H: Change>(
    board: &Board<4>,
    goal_blank: Cell,
    heuristic: &H,
    known: Known<'_>,
    effort: Effort,
    watch: &Watch<'_>,
) -> Answer {
    let tree = Fifteen {
        start: *board,
        goal: pack(&Board::goal(goal_blank)),
        heuristic,
    };
    deepen(&tree, known, effort, watch)
}

const UP: usize = Move::Up as usize;
const LEFT: usize = Move::Left as usize;
const RIGHT: usize = Move::Right as usize;
const DOWN: usize = Move::Down as usize;
/// The last move of the start.
const NONE: usize = 4;

/// Where the blank goes by the move `M`, which keeps it on the board.
#[inline(always)]
const fn target<const M: usize>(blank: usize) -> usize {
    match M {
        UP => blank - 4,
        LEFT => blank - 1,
        RIGHT => blank + 1,
        _ => blank + 4,
    }
}

/// The moves that keep the blank on the board and do not undo the last one.
fn forward(blank: usize, last: usize) -> MoveSet {
    let legal = MoveSet::legal(Cell::new(blank), 4, 4);
    let last = Move::ALL.get(last);
    last.map_or(legal, |last| legal.without(last.inverse()))
}

/// The tile on cell c in nibble c.
fn pack(board: &Board<4>) -> u64 {
    board
        .tiles()
        .iter()
        .rev()
        .fold(0, |word, tile| word << 4 | tile.index() as u64)
}

struct Fifteen<'a, H> {
    start: Board<4>,
    goal: u64,
    heuristic: &'a H,
}

#[derive(Clone, Copy)]
struct Node<S> {
    word: u64,
    blank: usize,
    last: usize,
    state: S,
}

impl<H: Change> Fifteen<'_, H> {
    /// The child by the move `M`, whose target is on the board, and the change of its estimate.
    #[inline(always)]
    fn child<const M: usize>(
        &self,
        word: u64,
        blank: usize,
        state: H::State,
    ) -> (u64, usize, H::State, i32) {
        let from = target::<M>(blank);
        let tile = word >> (4 * from) & 15;
        let (state, change) = self.heuristic.change::<M>(state, tile as usize, blank);
        (
            word ^ (tile << (4 * from) | tile << (4 * blank)),
            from,
            state,
            change,
        )
    }

    #[inline(always)]
    fn try_move<const M: usize>(
        &self,
        word: u64,
        blank: usize,
        state: H::State,
        slack: i32,
        dive: &mut Dive<'_>,
    ) -> bool {
        dive.generated += 1;
        let (word, blank, state, change) = self.child::<M>(word, blank, state);
        let slack = slack - 1 - change;
        let over =
            slack >= 0 && (word == self.goal || self.below::<M>(word, blank, state, slack, dive));
        if over {
            dive.found(Move::ALL[M]);
        }
        over
    }

    fn below<const LAST: usize>(
        &self,
        word: u64,
        blank: usize,
        state: H::State,
        slack: i32,
        dive: &mut Dive<'_>,
    ) -> bool {
        if !dive.expand() {
            return true;
        }
        (LAST != DOWN && blank >= 4 && self.try_move::<UP>(word, blank, state, slack, dive))
            || (LAST != RIGHT
                && blank & 3 != 0
                && self.try_move::<LEFT>(word, blank, state, slack, dive))
            || (LAST != LEFT
                && blank & 3 != 3
                && self.try_move::<RIGHT>(word, blank, state, slack, dive))
            || (LAST != UP && blank < 12 && self.try_move::<DOWN>(word, blank, state, slack, dive))
    }
}

impl<H: Change> Tree for Fifteen<'_, H> {
    type Node = Node<H::State>;

    fn root(&self) -> (Self::Node, u32) {
        let (state, estimate) = self.heuristic.init(&self.start);
        let node = Node {
            word: pack(&self.start),
            blank: self.start.blank().index(),
            last: NONE,
            state,
        };
        (node, estimate)
    }

    fn is_goal(&self, node: &Self::Node) -> bool {
        node.word == self.goal
    }

    fn children(&self, node: &Self::Node) -> Vec<(Move, Self::Node, i32)> {
        let child = |m: Move| {
            let (word, blank, state) = (node.word, node.blank, node.state);
            let (word, blank, state, change) = match m {
                Move::Up => self.child::<UP>(word, blank, state),
                Move::Left => self.child::<LEFT>(word, blank, state),
                Move::Right => self.child::<RIGHT>(word, blank, state),
                Move::Down => self.child::<DOWN>(word, blank, state),
            };
            (
                m,
                Node {
                    word,
                    blank,
                    last: m as usize,
                    state,
                },
                change,
            )
        };
        forward(node.blank, node.last).map(child).collect()
    }

    fn search(&self, node: &Self::Node, slack: i32, dive: &mut Dive<'_>) -> bool {
        let &Node {
            word,
            blank,
            last,
            state,
        } = node;
        match last {
            UP => self.below::<UP>(word, blank, state, slack, dive),
            LEFT => self.below::<LEFT>(word, blank, state, slack, dive),
            RIGHT => self.below::<RIGHT>(word, blank, state, slack, dive),
            DOWN => self.below::<DOWN>(word, blank, state, slack, dive),
            _ => self.below::<NONE>(word, blank, state, slack, dive),
        }
    }
}
