//! The search of one board cut into pieces that know nothing of each other.

use std::collections::HashSet;

use crate::{
    heuristic::{Heuristic, LinearConflict},
    puzzle::{Board, Cell, ForSize, Grid, Move, MoveSet, Problem},
};

/// A part of a search: the boards that are reached through one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The moves from the start to the piece's board.
    pub prefix: Vec<Move>,
    /// The board, as written.
    pub board: Grid,
}

/// The pieces of a search for a solution of at most `bound` moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// At least what was asked for and what the estimate of the start is, and of its parity: no solution has
    /// a length between.
    pub bound: u32,
    /// In the order of a breadth-first search.
    pub pieces: Vec<Piece>,
}

/// Cuts the search for a shortest solution of at most `bound` moves into pieces, one for each board at
/// `depth` moves from the start, those left out from which the goal is too far.
///
/// A shortest solution of `depth` moves or more passes one of these boards at that depth; so there is one
/// exactly if a piece has a solution of `bound` − `depth` moves. If the goal is nearer than `depth`,
/// it is the only piece. Without a `bound` it is the estimate of the start, the first bound of
/// iterative deepening.
///
/// # Complexity
/// O(boards up to the depth): 4×4 has 8,000 boards at depth 12, 500,000 at 18.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, Grid, NamedGoal, Problem, Size, solver::split};
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
/// let start = Grid::new(goal.size(), [2, 3, 4, 1, 5, 0, 7, 6, 8]);
/// let split = split(&Problem::new(start, goal)?, 2, Some(19));
/// assert!((1..=7).contains(&split.pieces.len()));
/// assert!(split.pieces.iter().all(|piece| piece.prefix.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn split(problem: &Problem, depth: u32, bound: Option<u32>) -> Split {
    let start = Piece {
        prefix: Vec::new(),
        board: problem.start().clone(),
    };
    let goal = problem.goal().grid();
    let estimate = estimates(problem, std::slice::from_ref(&start))[0];
    let wanted = bound.unwrap_or(0).max(estimate);
    let odd = (wanted - estimate) % 2;
    let bound = wanted.checked_add(odd).unwrap_or(wanted - odd);
    let mut seen = HashSet::from([start.board.clone()]);
    let mut pieces = vec![start];
    for _ in 0..depth {
        if let Some(nearer) = pieces.iter().find(|piece| piece.board == *goal) {
            pieces = vec![nearer.clone()];
            break;
        }
        let next = pieces.iter().flat_map(children);
        pieces = next
            .filter(|piece| seen.insert(piece.board.clone()))
            .collect();
        let far = estimates(problem, &pieces);
        let mut far = far.into_iter();
        pieces.retain(|piece| {
            let estimate = far.next().expect("there is one for each");
            piece.prefix.len() as u32 + estimate <= bound
        });
    }
    Split { bound, pieces }
}

fn children(piece: &Piece) -> impl Iterator<Item = Piece> + '_ {
    let size = piece.board.size();
    let blank = piece.board.labels().iter().position(|&label| label == 0);
    let blank = Cell::new(blank.expect("a problem's board has a blank"));
    MoveSet::legal(blank, size.rows(), size.cols()).map(|m| {
        let mut child = piece.clone();
        let stays = child.board.apply(m);
        debug_assert!(stays, "the move is legal");
        child.prefix.push(m);
        child
    })
}

/// The estimate of each piece's board.
fn estimates(problem: &Problem, pieces: &[Piece]) -> Vec<u32> {
    struct Estimates<'a>(&'a Problem, &'a [Piece]);

    impl ForSize for Estimates<'_> {
        type Output = Vec<u32>;

        fn run<const R: usize, const C: usize>(self) -> Vec<u32> {
            let Estimates(problem, pieces) = self;
            let heuristic = LinearConflict::<R, C>::new(problem.goal().blank());
            let estimate = |piece: &Piece| {
                let board: Board<R, C> = Board::from_tiles(&problem.goal().tiles(&piece.board));
                heuristic.estimate(&heuristic.init(&board))
            };
            pieces.iter().map(estimate).collect()
        }
    }

    problem.size().dispatch(Estimates(problem, pieces))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        puzzle::{Goal, NamedGoal, Scramble, Size},
        search::{Limits, Outcome},
        solver::Plan,
    };

    fn length(plan: &Plan, problem: &Problem) -> u32 {
        let Outcome::Solved(solution) = plan.solve(problem, &Limits::default(), &()).outcome else {
            panic!("the board is solvable")
        };
        solution.moves.len() as u32
    }

    #[test]
    fn the_shortest_solution_goes_through_a_piece_at_every_depth_and_bound() {
        let goal = Arc::new(Goal::named(
            NamedGoal::BlankLast,
            Size::square(3).expect("3"),
        ));
        let plan = Plan::auto(goal.size(), goal.blank());
        let mut scramble = Scramble::new(1);
        for _ in 0..12 {
            let problem = Problem::new(scramble.solvable(&goal), goal.clone()).expect("a board");
            let optimal = length(&plan, &problem);
            for depth in [0, 1, 2, 5, 9, 40] {
                for bound in [
                    None,
                    Some(optimal - optimal.min(2)),
                    Some(optimal),
                    Some(optimal + 1),
                ] {
                    let split = split(&problem, depth, bound);
                    assert!(split.bound >= bound.unwrap_or(0) && split.bound % 2 == optimal % 2);
                    let lengths = split.pieces.iter().map(|piece| {
                        let rest = Problem::new(piece.board.clone(), goal.clone());
                        let rest = length(&plan, &rest.expect("a board"));
                        let prefix = piece.prefix.len() as u32;
                        assert!(prefix == depth.min(optimal) || rest > 0);
                        let mut board = problem.start().clone();
                        assert!(piece.prefix.iter().all(|&m| board.apply(m)));
                        assert_eq!(board, piece.board);
                        prefix + rest
                    });
                    let best = lengths.min();
                    assert_eq!(
                        best.filter(|&length| length <= split.bound),
                        Some(optimal).filter(|&length| length <= split.bound)
                    );
                }
            }
        }
    }
}
