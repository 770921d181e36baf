//! The 4×4 engine with additive pattern databases: one look-up a view and a move.
//!
//! Like [`fifteen`](crate::search::fifteen()) it keeps the board in the nibbles of a word, is one function a last
//! move, allocates and undoes nothing. A move changes the cost of one pattern only, by one, up or down, so
//! the f of a view stays or rises by two; each view has its own slack, and a child is cut when either is
//! used up. The second view is looked up only if the first did not cut. Looking up all children in both
//! views before the first is tried, so that their chains of loads overlap, was slower by a third.

use super::{
    DOWN, FifteenTables, LEFT, NONE, RIGHT, UP, forward, pack,
    tables::{Lookup, Place},
    target,
};
use crate::{
    puzzle::{Board, Move},
    search::{
        Answer, Dive, Known, Tree, Watch,
        deepening::{Effort, deepen},
    },
};

/// IDA* on the 4×4 board with the larger of the sums of both views; see
/// [`ida_star`](crate::search::ida_star()) for the arguments.
pub fn fifteen_additive(
    board: &Board<4>,
    tables: &FifteenTables,
    known: Known<'_>,
    effort: Effort,
    watch: &Watch<'_>,
) -> Answer {
    macro_rules! deepen {
        ($patterns:literal, $views:literal) => {
            deepen(
                &Additive::<$patterns, $views>::new(board, tables),
                known,
                effort,
                watch,
            )
        };
    }
    match (tables.patterns(), tables.views()) {
        (0..=3, 1) => deepen!(3, 1),
        (0..=2, _) => deepen!(2, 2),
        (3, _) => deepen!(3, 2),
        (_, 1) => deepen!(4, 1),
        _ => deepen!(4, 2),
    }
}

/// The tree of moves for at most `P` patterns in `V` views.
struct Additive<'a, const P: usize, const V: usize> {
    goal: u64,
    root: Node<P, V>,
    estimate: i32,
    owners: [[u8; 16]; V],
    lookups: [[Lookup<'a>; P]; V],
}

#[derive(Clone, Copy)]
struct Node<const P: usize, const V: usize> {
    word: u64,
    blank: usize,
    last: usize,
    /// The places of the patterns in each view.
    places: [[Place; P]; V],
    /// By how much each view's sum is below the largest; in the search, what is left of the bound after
    /// the f of each view.
    slack: [i32; V],
}

/// What one view says of a child.
#[derive(Clone, Copy, Default)]
struct Step {
    owner: usize,
    place: Place,
    rise: i32,
}

impl<'a, const P: usize, const V: usize> Additive<'a, P, V> {
    fn new(board: &Board<4>, tables: &'a FifteenTables) -> Self {
        let views: [_; V] = std::array::from_fn(|view| tables.places(view, board));
        let sums = views.map(|(_, sum)| sum);
        let estimate = sums.into_iter().max().unwrap_or(0);
        Additive {
            goal: pack(&Board::goal(tables.goal_blank())),
            root: Node {
                word: pack(board),
                blank: board.blank().index(),
                last: NONE,
                places: views.map(|(places, _)| places),
                slack: sums.map(|sum| estimate - sum),
            },
            estimate,
            owners: std::array::from_fn(|view| tables.owners(view)),
            lookups: std::array::from_fn(|view| tables.lookups(view)),
        }
    }

    /// What a view says of the child by `M`.
    #[inline(always)]
    fn look<const M: usize>(&self, node: &Node<P, V>, view: usize) -> Step {
        let from = target::<M>(node.blank);
        let tile = (node.word >> (4 * from)) as usize & 15;
        let owner = self.owners[view][tile] as usize % P;
        let place = node.places[view][owner];
        let (place, rise) = self.lookups[view][owner].step::<M>(place, node.blank);
        Step { owner, place, rise }
    }

    /// The child by `M`, whose slack may be used up.
    #[inline(always)]
    fn child<const M: usize>(&self, node: &Node<P, V>, steps: [Step; V]) -> Node<P, V> {
        let from = target::<M>(node.blank);
        let tile = node.word >> (4 * from) & 15;
        let mut child = *node;
        child.word ^= tile << (4 * from) | tile << (4 * node.blank);
        (child.blank, child.last) = (from, M);
        for (view, step) in steps.into_iter().enumerate() {
            child.places[view][step.owner] = step.place;
            child.slack[view] -= step.rise;
        }
        child
    }

    #[inline(always)]
    fn try_move<const M: usize>(&self, node: &Node<P, V>, dive: &mut Dive<'_>) -> bool {
        dive.generated += 1;
        let mut steps = [Step::default(); V];
        for (view, step) in steps.iter_mut().enumerate() {
            *step = self.look::<M>(node, view);
            if step.rise > node.slack[view] {
                return false;
            }
        }
        let child = self.child::<M>(node, steps);
        let over = child.word == self.goal || self.below::<M>(&child, dive);
        if over {
            dive.found(Move::ALL[M]);
        }
        over
    }

    fn below<const LAST: usize>(&self, node: &Node<P, V>, dive: &mut Dive<'_>) -> bool {
        if !dive.expand() {
            return true;
        }
        let blank = node.blank;
        (LAST != DOWN && blank >= 4 && self.try_move::<UP>(node, dive))
            || (LAST != RIGHT && blank & 3 != 0 && self.try_move::<LEFT>(node, dive))
            || (LAST != LEFT && blank & 3 != 3 && self.try_move::<RIGHT>(node, dive))
            || (LAST != UP && blank < 12 && self.try_move::<DOWN>(node, dive))
    }
}

impl<const P: usize, const V: usize> Tree for Additive<'_, P, V> {
    type Node = Node<P, V>;

    fn root(&self) -> (Self::Node, u32) {
        (self.root, self.estimate as u32)
    }

    fn is_goal(&self, node: &Self::Node) -> bool {
        node.word == self.goal
    }

    fn children(&self, node: &Self::Node) -> Vec<(Move, Self::Node, i32)> {
        let child = |m: Move| {
            let steps = |look: &dyn Fn(usize) -> Step| std::array::from_fn(look);
            let mut child = match m {
                Move::Up => self.child::<UP>(node, steps(&|v| self.look::<UP>(node, v))),
                Move::Left => self.child::<LEFT>(node, steps(&|v| self.look::<LEFT>(node, v))),
                Move::Right => self.child::<RIGHT>(node, steps(&|v| self.look::<RIGHT>(node, v))),
                Move::Down => self.child::<DOWN>(node, steps(&|v| self.look::<DOWN>(node, v))),
            };
            // The view with the largest sum has no slack left over; a move adds rise − 1 to a sum.
            let least = child.slack.into_iter().min().unwrap_or(0);
            child.slack = child.slack.map(|slack| slack - least);
            (m, child, -least - 1)
        };
        forward(node.blank, node.last).map(child).collect()
    }

    fn search(&self, node: &Self::Node, slack: i32, dive: &mut Dive<'_>) -> bool {
        let node = Node {
            slack: node.slack.map(|below| below + slack),
            ..*node
        };
        match node.last {
            UP => self.below::<UP>(&node, dive),
            LEFT => self.below::<LEFT>(&node, dive),
            RIGHT => self.below::<RIGHT>(&node, dive),
            DOWN => self.below::<DOWN>(&node, dive),
            _ => self.below::<NONE>(&node, dive),
        }
    }
}
