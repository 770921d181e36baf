//! Iterative deepening for every board and heuristic.

use super::{
    Answer, Dive, Known, Tree, Watch,
    deepening::{Effort, deepen},
};
use crate::{
    heuristic::Heuristic,
    puzzle::{Board, Cell, Move, MoveSet},
};

/// IDA* from `board` to the goal whose blank is at `goal_blank`; `heuristic` must belong to that goal,
/// and the goal must be reachable.
///
/// No pass with a bound below that of `known` is made; for `effort` see [`Effort`]. The length found is optimal
/// if the heuristic is admissible.
///
/// # Complexity
/// Memory for one path; time grows with the nodes below the last bound.
pub fn ida_star<const R: usize, const C: usize, H: Heuristic<R, C>>(
    board: &Board<R, C>,
    goal_blank: Cell,
    heuristic: &H,
    known: Known<'_>,
    effort: Effort,
    watch: &Watch<'_>,
) -> Answer {
    let tree = Boards {
        start: *board,
        goal: Board::goal(goal_blank),
        heuristic,
    };
    deepen(&tree, known, effort, watch)
}

struct Boards<'a, const R: usize, const C: usize, H> {
    start: Board<R, C>,
    goal: Board<R, C>,
    heuristic: &'a H,
}

#[derive(Clone)]
struct Node<const R: usize, const C: usize, S> {
    board: Board<R, C>,
    state: S,
    last: Option<Move>,
}

/// A board on the current path: its state, what is left of the bound and the moves not tried yet.
struct Frame<S> {
    state: S,
    slack: i32,
    moves: MoveSet,
    last: Option<Move>,
}

fn forward<const R: usize, const C: usize>(board: &Board<R, C>, last: Option<Move>) -> MoveSet {
    last.map_or(board.moves(), |last| board.moves().without(last.inverse()))
}

impl<const R: usize, const C: usize, H: Heuristic<R, C>> Boards<'_, R, C, H> {
    fn change(&self, from: &H::State, to: &H::State) -> i32 {
        self.heuristic.estimate(to) as i32 - self.heuristic.estimate(from) as i32
    }
}

impl<const R: usize, const C: usize, H: Heuristic<R, C>> Tree for Boards<'_, R, C, H> {
    type Node = Node<R, C, H::State>;

    fn root(&self) -> (Self::Node, u32) {
        let state = self.heuristic.init(&self.start);
        (
            Node {
                board: self.start,
                state,
                last: None,
            },
            self.heuristic.estimate(&state),
        )
    }

    fn is_goal(&self, node: &Self::Node) -> bool {
        node.board == self.goal
    }

    fn children(&self, node: &Self::Node) -> Vec<(Move, Self::Node, i32)> {
        let child = |m: Move| {
            let mut board = node.board;
            let slide = board.apply(m);
            let state = self.heuristic.advance(node.state, &board, slide);
            (
                m,
                Node {
                    board,
                    state,
                    last: Some(m),
                },
                self.change(&node.state, &state),
            )
        };
        forward(&node.board, node.last).map(child).collect()
    }

    /// With a stack of its own: a 16×16 board goes thousands of moves deep.
    fn search(&self, node: &Self::Node, slack: i32, dive: &mut Dive<'_>) -> bool {
        if !dive.expand() {
            return true;
        }
        let mut board = node.board;
        let moves = forward(&board, node.last);
        let mut stack = vec![Frame {
            state: node.state,
            slack,
            moves,
            last: None,
        }];
        while let Some(top) = stack.last_mut() {
            let Some(m) = top.moves.pop() else {
                if let Some(last) = top.last {
                    board.apply(last.inverse());
                }
                stack.pop();
                continue;
            };
            dive.generated += 1;
            let slide = board.apply(m);
            let state = self.heuristic.advance(top.state, &board, slide);
            let slack = top.slack - 1 - self.change(&top.state, &state);
            if slack < 0 {
                board.apply(m.inverse());
                continue;
            }
            if self.heuristic.estimate(&state) == 0 && board == self.goal {
                dive.found(m);
                stack
                    .iter()
                    .rev()
                    .filter_map(|frame| frame.last)
                    .for_each(|m| dive.found(m));
                return true;
            }
            if !dive.expand() {
                return true;
            }
            stack.push(Frame {
                state,
                slack,
                moves: forward(&board, Some(m)),
                last: Some(m),
            });
        }
        false
    }
}
