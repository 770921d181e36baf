//! The search of one board cut into pieces that know nothing of each other.

use std::{collections::HashSet, mem};

use crate::{
    heuristic::{Heuristic, LinearConflict},
    puzzle::{Board, ForSize, Grid, Move, MoveSet, Problem, Size},
    search::{Limits, Observer, Stop, Watch},
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
/// # Errors
/// What stops it, if a limit does.
///
/// # Complexity
/// O(boards up to the depth): 4×4 has 8,000 boards at depth 12, 500,000 at 18. Memory is for three depths.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, Grid, NamedGoal, Problem, Size, search::Limits, solver::split};
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
/// let start = Grid::new(goal.size(), [2, 3, 4, 1, 5, 0, 7, 6, 8]);
/// let problem = Problem::new(start, goal)?;
/// let split = split(&problem, 2, Some(19), &Limits::default(), &())?;
/// assert!((1..=7).contains(&split.pieces.len()));
/// assert!(split.pieces.iter().all(|piece| piece.prefix.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn split(
    problem: &Problem,
    depth: u32,
    bound: Option<u32>,
    limits: &Limits,
    observer: &dyn Observer,
) -> Result<Split, Stop> {
    let watch = Watch::start(limits, observer);
    let start = Piece {
        prefix: Vec::new(),
        board: problem.start().clone(),
    };
    let goal = problem.goal().grid();
    let estimate = estimates(problem, std::slice::from_ref(&start))[0];
    let wanted = bound.unwrap_or(0).max(estimate);
    let odd = (wanted - estimate) % 2;
    let bound = wanted.checked_add(odd).unwrap_or(wanted - odd);
    let each = memory_each(problem.size(), depth);
    // A move leads from one depth to the next or back to the one before. The estimate is consistent: a board left out
    // is left out by whatever longer way it is met again.
    let (mut before, mut here) = (HashSet::new(), HashSet::from([start.board.clone()]));
    let mut pieces = vec![start];
    for _ in 0..depth {
        if let Some(nearer) = pieces.iter().find(|piece| piece.board == *goal) {
            pieces = vec![nearer.clone()];
            break;
        }
        let (mut deeper, mut next) = (Vec::new(), HashSet::new());
        for some in pieces.chunks(CHUNK) {
            let mut children: Vec<Piece> = some.iter().flat_map(children).collect();
            watch.check(children.len() as u64)?;
            children.retain(|piece| !before.contains(&piece.board));
            let far = estimates(problem, &children);
            for (piece, estimate) in children.into_iter().zip(far) {
                let near = piece.prefix.len() as u32 + estimate <= bound;
                if near && next.insert(piece.board.clone()) {
                    deeper.push(piece);
                }
            }
            watch.reserve((before.len() + here.len() + next.len()) as u64 * each)?;
        }
        pieces = deeper;
        before = mem::replace(&mut here, next);
    }
    Ok(Split { bound, pieces })
}

/// Pieces whose children are made between two looks at the limits.
const CHUNK: usize = 1 << 12;

/// About how many bytes a board takes, in its set and in its piece, with what allocators and growing sets lose.
fn memory_each(size: Size, depth: u32) -> u64 {
    const LOST: usize = 24;
    let labels = size.cells() * size_of::<u16>() + LOST;
    let in_sets = 2 * size_of::<Grid>() + labels;
    let in_piece = 2 * size_of::<Piece>() + labels + depth as usize + LOST;
    (in_sets + in_piece) as u64
}

fn children(piece: &Piece) -> impl Iterator<Item = Piece> + '_ {
    let size = piece.board.size();
    let blank = piece.board.blank().expect("a problem's board has a blank");
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
        puzzle::{Goal, NamedGoal, Scramble},
        search::Outcome,
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
                    let split = split(&problem, depth, bound, &Limits::default(), &())
                        .expect("there is no limit");
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

    #[test]
    fn a_memory_limit_stops_it_before_the_boards_are_too_many() {
        let size = Size::square(4).expect("4");
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
        let problem = Problem::new(Scramble::new(1).solvable(&goal), goal).expect("a board");
        let split = |memory| {
            let limits = Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            split(&problem, 40, Some(200), &limits, &())
        };
        for memory in [0, 1000, 1 << 20, 20 << 20] {
            let most = memory + memory_each(size, 40) * 4 * CHUNK as u64;
            match split(memory) {
                Err(Stop::Memory { needed }) => assert!((memory + 1..=most).contains(&needed)),
                other => panic!("{memory}: {other:?}"),
            }
        }
    }
}
