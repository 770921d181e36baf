//! Solving by building: tiles are brought home a few at a time and never leave again.
//!
//! Never fails, at any size, and takes milliseconds; the paths are up to twice as long as need be.
//! `docs/algorithms/large-boards.md` says how it works and what was tried.

mod beam;
mod core;
mod finish;
mod ground;
mod node;
mod rectangle;
mod relaxed;
mod shape;
mod stage;
mod task;

use self::{
    beam::{Beam, Built},
    core::Core,
    ground::Ground,
    rectangle::Rectangle,
};

use super::{Limits, Watch};
use crate::puzzle::{Move, Problem, Size};

/// A board with everything built but a core, which is a puzzle of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// The moves that lead there.
    pub moves: Vec<Move>,
    /// The core: a solution of it, after `moves`, solves the whole.
    pub core: Problem,
}

/// The width of the beam that solves boards at once: wider on small boards, which have time for it.
fn width(size: Size) -> usize {
    (3600 / size.cells()).clamp(24, 100)
}

/// The side of the core that is looked up in a table.
const TABLE_SIDE: usize = 3;

/// A solution, which is seldom optimal; none if there is none.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, NamedGoal, Problem, Scramble, Size, search::construct, solver::replay};
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(10)?));
/// let problem = Problem::new(Scramble::new(1).solvable(&goal), goal).expect("an arrangement");
/// let moves = construct(&problem).expect("it is solvable");
/// assert_eq!(replay(&problem, &moves), Ok(()));
/// assert!(moves.len() < 1_700);
/// # Ok::<(), slide::SizeError>(())
/// ```
///
/// # Complexity
/// O(cells^1.5) moves, each of some dozens of boards; a few megabytes. On one core about 0.03 s at 10×10
/// and 0.2 s at 16×16.
pub fn construct(problem: &Problem) -> Option<Vec<Move>> {
    let limits = Limits::default();
    construct_within(problem, &Watch::start(&limits, &()))
}

/// The same, but when `watch` says stop the rest is built in the first way that comes, in some milliseconds.
pub(crate) fn construct_within(problem: &Problem, watch: &Watch<'_>) -> Option<Vec<Move>> {
    if !problem.is_solvable() {
        return None;
    }
    let solved = |reduction: Reduction| {
        let mut moves = reduction.moves;
        moves.extend(finish::solve(&reduction.core));
        moves
    };
    reduce(problem, TABLE_SIDE, width(problem.size()), watch)
        .into_iter()
        .map(solved)
        .min_by_key(Vec::len)
}

/// Ways to build everything but a core of at most `side` × `side` cells, the shortest first.
///
/// The core lies in a corner of the board if the goal's blank does, else around it. A wider beam gives
/// shorter ways, and more of them. When `watch` says stop the beam goes on with one board: the answer
/// comes some milliseconds later, and there always is one. Nodes are noted there.
///
/// A board that is no larger than the core is its own only reduction.
///
/// # Panics
/// If the problem cannot be solved, or `side` is less than 2.
pub fn reduce(problem: &Problem, side: usize, width: usize, watch: &Watch<'_>) -> Vec<Reduction> {
    assert!(side >= 2, "a core has two rows at least");
    assert!(problem.is_solvable(), "only what can be solved is reduced");
    let goal_blank = problem.goal().blank();
    let ground = Ground::new(problem.size(), goal_blank);
    let whole = Rectangle::whole(problem.size());
    let core = whole.core(side, goal_blank);
    if core == whole {
        return vec![Reduction {
            moves: Vec::new(),
            core: problem.clone(),
        }];
    }
    let core = Core::new(&ground, core);
    let phases = shape::phases(problem.size(), core.rectangle());
    let total = problem.size().cells() - core.rectangle().cells().count();
    let built = Beam::new(&ground, &phases, width, watch).run(problem.tiles(), total);
    let reduction = |built: Built| Reduction {
        core: core.problem(&built.tiles),
        moves: built.moves,
    };
    built.into_iter().map(reduction).collect()
}
