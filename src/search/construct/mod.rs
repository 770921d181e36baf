//! Solving by building: tiles are brought home a few at a time and never leave again.
//!
//! Never fails, at any size, and takes milliseconds; the paths are half as long again as need be.
//! `docs/algorithms/large-boards.md` says how it works and what was tried.

mod beam;
mod finish;
mod ground;
mod node;
mod region;
mod relaxed;
mod shape;
mod stage;
mod task;

use std::sync::Arc;

use beam::Beam;
use ground::Ground;
use region::Region;

use super::{Limits, Watch};
use crate::puzzle::{Goal, Grid, Move, Problem, Size};

/// A board with everything built but a core, which is a puzzle of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// The moves that lead there.
    pub moves: Vec<Move>,
    /// The core: a solution of it, after `moves`, solves the whole.
    pub core: Problem,
}

/// The width of the beam that solves boards at once.
const WIDTH: usize = 24;
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
/// O(cells^1.5) moves, each of some dozens of boards; a few megabytes.
pub fn construct(problem: &Problem) -> Option<Vec<Move>> {
    if !problem.is_solvable() {
        return None;
    }
    let limits = Limits::default();
    let watch = Watch::start(&limits, &());
    let solved = |reduction: Reduction| {
        let mut moves = reduction.moves;
        moves.extend(finish::solve(&reduction.core));
        moves
    };
    reduce(problem, TABLE_SIDE, WIDTH, &watch)
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
    let whole = Region::whole(problem.size());
    let core = whole.core(side, goal_blank);
    if core == whole {
        return vec![Reduction {
            moves: Vec::new(),
            core: problem.clone(),
        }];
    }
    let size = Size::new(core.rows, core.cols).expect("a core is a size of ours");
    let homes: Vec<_> = core.cells().map(|cell| ground.owner(cell)).collect();
    let names: Vec<u16> = {
        let mut names = vec![0; 256];
        let tiles = homes.iter().filter(|tile| !tile.is_blank());
        for (tile, name) in tiles.zip(1..) {
            names[tile.index()] = name;
        }
        names
    };
    let grid = |tiles: &mut dyn Iterator<Item = crate::puzzle::Tile>| {
        Grid::new(
            size,
            tiles.map(|tile| names[tile.index()]).collect::<Vec<_>>(),
        )
    };
    let goal = Goal::new(grid(&mut homes.iter().copied())).expect("homes are an arrangement");
    let goal = Arc::new(goal);
    let phases = shape::phases(problem.size(), core);
    let total = problem.size().cells() - size.cells();
    let built = Beam::new(&ground, &phases, width, watch).run(problem.tiles(), total);
    let reduction = |built: beam::Built| {
        let start = grid(&mut core.cells().map(|cell| built.tiles[cell.index()]));
        let core = Problem::new(start, goal.clone()).expect("what is not built is in the core");
        Reduction {
            moves: built.moves,
            core,
        }
    };
    built.into_iter().map(reduction).collect()
}
