//! How many moves a board needs at least.

use std::sync::Arc;

use crate::{
    heuristic::{Heuristic, LinearConflict, WalkingDistance, walking_distance_fits},
    pdb::{Additive, Indexes, Listener, Partition, Pattern, Table},
    puzzle::{ForSize, Move, Problem},
    search::{Effort, Incumbent, Known, Outcome, Watch, ida_star},
};

/// Nodes of a pass after which iterative deepening ends: a pass is given up when it is eight times
/// as large, after some tenths of a second.
const LAST_PASS: u64 = 1 << 17;

/// A length that no solution is below: the best that can be proven in about a second.
///
/// The largest of Manhattan distance with linear conflict; of walking distance, where its tables are small;
/// and of additive databases of small patterns, up to 6×6, built for the purpose. From there iterative
/// deepening goes on as long as its passes are small. It has the parity of the solutions' lengths.
///
/// When `watch` says stop the best so far is given, at least that of linear conflict. 0 for a board that
/// cannot be solved.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, Grid, NamedGoal, Problem, Size};
/// use slide::{search::{Limits, Watch}, solver::lower_bound};
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
/// let start = Grid::new(goal.size(), [8, 6, 7, 2, 5, 4, 3, 0, 1]);
/// let problem = Problem::new(start, goal).expect("an arrangement");
/// assert_eq!(lower_bound(&problem, &Watch::start(&Limits::default(), &())), 31);
/// # Ok::<(), slide::SizeError>(())
/// ```
pub fn lower_bound(problem: &Problem, watch: &Watch<'_>) -> u32 {
    if !problem.is_solvable() {
        return 0;
    }
    match prove(problem, 0, None, Effort::ALONE.at_most(LAST_PASS), watch) {
        Outcome::Solved(solution) => solution.bound,
        Outcome::Unknown { bound, .. } => bound,
        Outcome::Unsolvable => 0,
    }
}

/// The same from what is proven, with as much effort, until the bound comes up to the length of the `best` solution.
pub(super) fn prove(
    problem: &Problem,
    proven: u32,
    best: Option<&[Move]>,
    effort: Effort,
    watch: &Watch<'_>,
) -> Outcome {
    problem.size().dispatch(Prove {
        problem,
        proven,
        best,
        effort,
        watch,
    })
}

struct Prove<'a> {
    problem: &'a Problem,
    proven: u32,
    best: Option<&'a [Move]>,
    effort: Effort,
    watch: &'a Watch<'a>,
}

impl ForSize for Prove<'_> {
    type Output = Outcome;

    fn run<const R: usize, const C: usize>(self) -> Outcome {
        let goal_blank = self.problem.goal().blank();
        let board = self.problem.board::<R, C>();
        let conflict = LinearConflict::<R, C>::new(goal_blank);
        let mut bound = self.proven.max(conflict.estimate(&conflict.init(&board)));
        if const { walking_distance_fits(R, C) && R * C <= 12 }
            && let Some(walking) = WalkingDistance::<R, C>::new(goal_blank)
        {
            bound = bound.max(walking.estimate(&walking.init(&board)));
        }
        let incumbent = Incumbent::new(self.best.map(<[Move]>::to_vec), None);
        let known = Known {
            incumbent: Some(&incumbent),
            ..Known::proven(bound)
        };
        let (effort, watch) = (self.effort, self.watch);
        if const { R * C <= Pattern::MAX_CELLS }
            && let Some(additive) = self.additive()
        {
            return ida_star(&board, goal_blank, &additive, known, effort, watch).outcome;
        }
        ida_star(&board, goal_blank, &conflict, known, effort, watch).outcome
    }
}

impl Prove<'_> {
    /// The databases of a partition whose tables are built in a fraction of a second; none if the watch
    /// says stop meanwhile.
    fn additive(&self) -> Option<Additive<16>> {
        let size = self.problem.size();
        // On 6×6 patterns of four tiles take eight times as long to build and proved no more.
        let most = match size.cells() {
            0..=16 => 5,
            17..=30 => 4,
            _ => 3,
        };
        if self.stops() {
            return None;
        }
        let partition = Partition::automatic(size, self.problem.goal().blank(), most)?;
        let indexes = Indexes::new();
        let patterns = partition.tables();
        let tables: Option<Vec<Arc<Table>>> = patterns
            .iter()
            .map(|pattern| Table::build_for(pattern, &indexes, self).map(Arc::new))
            .collect();
        Additive::new(&partition, &tables?)
    }
}

impl Listener for Prove<'_> {
    fn stops(&self) -> bool {
        self.watch.check(0).is_err()
    }
}
