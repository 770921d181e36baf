//! The choice of engine for a size, a goal and a wish.

use std::{
    fmt,
    sync::Once,
    time::{Duration, Instant},
};

use super::{
    Algorithm, Choice, NamedHeuristic, PlanError, Quality, Request, Solver, Tables, databases,
    engines::{Build, most_cells},
    fallback::optimal_or_good,
    fast::{Fast, constructed},
    good::Good,
    replay,
    scouts::shorter,
    stage::Stage,
    staged::Staged,
};
use crate::{
    heuristic::walking_distance_fits,
    puzzle::{Cell, Move, Problem, Size},
    search::{Answer, Checkpoint, Effort, Known, Limits, Observer, Outcome, Solution, Stats, Stop},
};

/// An engine for the boards of one size and one cell of the goal's blank, with its tables.
///
/// Solve many boards with one plan: building it can take longer than solving a board.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, Grid, NamedGoal, Problem, Size, search::{Limits, Outcome}, solver::Plan};
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
/// let plan = Plan::auto(goal.size(), goal.blank());
/// let start = Grid::new(goal.size(), [2, 3, 4, 1, 5, 0, 7, 6, 8]);
/// let answer = plan.solve(&Problem::new(start, goal)?, &Limits::default(), &());
/// let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
/// assert_eq!(solution.moves.len(), 19);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Plan {
    size: Size,
    algorithm: Algorithm,
    quality: Quality,
    name: String,
    solver: Staged,
}

impl Plan {
    /// The time limit of [`Quality::Good`] where there is no limit.
    pub const GOOD_TIME: Duration = Duration::from_secs(10);

    /// The fastest engine for the boards of `size` and the goals whose blank is at `goal_blank`.
    pub fn auto(size: Size, goal_blank: Cell) -> Plan {
        Plan::new(size, goal_blank, &Choice::default()).expect("there is an engine for every size")
    }

    /// The engine that `choice` names.
    ///
    /// Its small tables are built here; pattern databases when a board first needs them.
    ///
    /// # Errors
    /// If there is no such engine for the size.
    pub fn new(size: Size, goal_blank: Cell, choice: &Choice) -> Result<Plan, PlanError> {
        let algorithm = match choice.algorithm {
            Algorithm::Auto if size.cells() <= 9 && choice.heuristic == NamedHeuristic::Auto => {
                Algorithm::Table
            }
            Algorithm::Auto => Algorithm::IdaStar,
            algorithm => algorithm,
        };
        choice.check()?;
        let databases = databases::stages(size, goal_blank, choice);
        let heuristic = match (algorithm, choice.heuristic) {
            (Algorithm::Table | Algorithm::Bfs, _) => NamedHeuristic::Auto,
            (_, NamedHeuristic::Auto) => quick_heuristic(size),
            (_, NamedHeuristic::WalkingDistance)
                if !walking_distance_fits(size.rows(), size.cols()) =>
            {
                return Err(PlanError::WalkingDistance { size });
            }
            (_, NamedHeuristic::PatternDb) if databases.is_empty() => {
                return Err(PlanError::PatternDb { size });
            }
            (_, heuristic) => heuristic,
        };
        let too_large = PlanError::TooLarge {
            algorithm,
            cells: most_cells(algorithm),
            size,
        };
        let engine = || {
            size.dispatch(Build {
                goal_blank,
                algorithm,
                heuristic,
            })
            .ok_or(too_large)
        };
        let stages: Vec<Stage> = match (algorithm, heuristic) {
            (_, NamedHeuristic::PatternDb) => databases,
            (Algorithm::IdaStar, _)
                if choice.heuristic == NamedHeuristic::Auto && !databases.is_empty() =>
            {
                let share = quick_share(size, databases::large_at_hand(size, goal_blank, choice));
                let quick = Stage::ready(heuristic.to_string(), share, engine()?);
                std::iter::once(quick).chain(databases).collect()
            }
            _ => vec![],
        };
        let quality = choice.quality_for(size);
        let (stages, name) = match quality {
            Quality::Fast => {
                let name = "construction";
                let engine = Box::new(Fast { quick: engine()? });
                (
                    vec![Stage::ready(name.into(), u64::MAX, engine)],
                    name.into(),
                )
            }
            Quality::Good if !Good::is_optimal(size) => {
                let name = "construction and beams";
                let engine = Box::new(Good { quick: engine()? });
                (
                    vec![Stage::ready(name.into(), u64::MAX, engine)],
                    name.into(),
                )
            }
            _ if stages.is_empty() => {
                let name = match heuristic {
                    NamedHeuristic::Auto => algorithm.to_string(),
                    _ => format!("{algorithm} with {heuristic}"),
                };
                let stage = Stage::ready(name.clone(), u64::MAX, engine()?);
                (vec![stage], name)
            }
            _ => {
                let names: Vec<&str> = stages.iter().map(|stage| stage.name.as_str()).collect();
                let name = format!("{algorithm} with {}", names.join(" > "));
                (stages, name)
            }
        };
        Ok(Plan {
            size,
            algorithm,
            quality,
            name,
            solver: Staged {
                stages,
                scouted: matches!(
                    choice.heuristic,
                    NamedHeuristic::Auto | NamedHeuristic::PatternDb
                ),
                wanted: matches!(choice.tables, Tables::Small | Tables::Large),
                told: Once::new(),
            },
        })
    }

    /// How good solutions are; never `auto`.
    pub fn quality(&self) -> Quality {
        self.quality
    }

    /// The algorithm in use; never `auto`.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Whether there are pattern databases that it may turn to.
    pub fn has_tables(&self) -> bool {
        self.solver.stages.iter().any(Stage::has_tables)
    }

    /// Whether the engine can use many threads for one board, and can give up on large passes.
    pub(crate) fn shares(&self) -> bool {
        self.algorithm == Algorithm::IdaStar
    }

    /// Solves a problem on every thread of the current rayon pool.
    ///
    /// # Panics
    /// As [`Plan::solve_as`].
    pub fn solve(&self, problem: &Problem, limits: &Limits, observer: &dyn Observer) -> Answer {
        self.solve_as(&Request {
            problem,
            limits,
            observer,
            known: Known::default(),
            effort: Effort::TOGETHER,
        })
    }

    /// Solves a problem as requested; boards that cannot be solved are answered at once.
    ///
    /// Every solution is replayed before it is given out.
    ///
    /// # Panics
    /// If the problem is of another size than the plan, or if the replay fails, which would be a bug in
    /// an engine that nothing built on it should survive.
    pub fn solve_as(&self, request: &Request<'_>) -> Answer {
        assert_eq!(request.problem.size(), self.size, "a plan is for one size");
        if !request.problem.is_solvable() {
            return Answer {
                outcome: Outcome::Unsolvable,
                estimate: 0,
                stats: Stats::default(),
            };
        }
        let started = Instant::now();
        let own = (self.quality == Quality::Good && unlimited(request.limits)).then(|| Limits {
            time: Some(Plan::GOOD_TIME),
            ..request.limits.clone()
        });
        let limited = Request {
            limits: own.as_ref().unwrap_or(request.limits),
            ..*request
        };
        let mut answer = match self.quality == Quality::Good && Good::is_optimal(self.size) {
            true => optimal_or_good(&self.solver, &limited),
            false => self.solver.solve(&limited),
        };
        if let Some(checkpoint) = request.known.checkpoint {
            recall(&mut answer.outcome, checkpoint);
        }
        let stopped = matches!(answer.outcome, Outcome::Unknown { .. });
        if let Outcome::Unknown { stop, best, .. } = &mut answer.outcome
            && best.is_none()
            && *stop != Stop::Large
            // A search cancelled before it began gets no answer.
            && (*stop != Stop::Cancelled || answer.stats.generated > 0)
            && self.size.cells() <= BOTH_BOUNDS
        {
            *best = Some(constructed(request, started.elapsed()));
        }
        if self.quality == Quality::Good {
            settle(&mut answer.outcome, || {
                constructed(request, started.elapsed())
            });
        }
        if stopped {
            // With what was constructed after the limit.
            answer.stats.elapsed = answer.stats.elapsed.max(started.elapsed());
        }
        let moves = match &answer.outcome {
            Outcome::Solved(solution) => Some(&solution.moves),
            Outcome::Unknown { best, .. } => best.as_ref(),
            Outcome::Unsolvable => None,
        };
        if let Some(moves) = moves
            && let Err(error) = replay(request.problem, moves)
        {
            panic!(
                "a bug in {self}: {error}; the board:\n{}",
                request.problem.start()
            );
        }
        if let Some(checkpoint) = request.known.checkpoint {
            checkpoint.conclude(&answer, request.observer);
            answer.stats += checkpoint.before();
        }
        answer
    }
}

impl fmt::Display for Plan {
    /// The names of the algorithm and of what it is guided by.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Boards of up to so many cells are left open with an upper bound too: constructing a solution takes them some
/// milliseconds.
const BOTH_BOUNDS: usize = 100;

fn unlimited(limits: &Limits) -> bool {
    limits.time.is_none() && limits.nodes.is_none()
}

/// What was known already is not forgotten: engines that make solutions at once do not ask for it.
fn recall(outcome: &mut Outcome, checkpoint: &Checkpoint) {
    let (proven, known) = (checkpoint.bound(), checkpoint.best());
    match outcome {
        Outcome::Solved(solution) => {
            if let Some(known) = known.filter(|known| known.len() < solution.moves.len()) {
                solution.moves = known;
            }
            solution.bound = solution.bound.max(proven.min(solution.moves.len() as u32));
        }
        Outcome::Unknown { bound, best, .. } => {
            *bound = proven.max(*bound);
            *best = shorter(best.take(), known);
        }
        Outcome::Unsolvable => {}
    }
}

/// Makes a search that was stopped a solution that is good enough: the best known, or one that is made.
fn settle(outcome: &mut Outcome, made: impl FnOnce() -> Vec<Move>) {
    if let Outcome::Unknown { bound, stop, best } = outcome
        && *stop != Stop::Large
    {
        let moves = best.take().unwrap_or_else(made);
        let bound = *bound;
        *outcome = Outcome::Solved(Solution { moves, bound });
    }
}

/// The best heuristic without pattern databases.
///
/// Walking distance on 3×4 and less: it takes half the time of linear conflict, whose nodes are dearer there.
/// On 4×4 linear conflict is ahead by a tenth, and ready at once: the tables of walking distance take ten
/// milliseconds there, half a second on 3×5 and 2×6.
fn quick_heuristic(size: Size) -> NamedHeuristic {
    if size.cells() <= 12 && size.rows().max(size.cols()) <= 4 {
        NamedHeuristic::WalkingDistance
    } else {
        NamedHeuristic::LinearConflict
    }
}

/// Nodes of a pass after which a board is not easy: tables take over if there are any.
///
/// A pass is given up at eight times as many, so this bounds what a hard board wastes: no more than a part
/// of the time that tables take to build, or, where large ones are on disk, to load.
const fn quick_share(size: Size, at_hand: bool) -> u64 {
    match (size.cells(), at_hand) {
        (0..=16, false) => 1 << 12,
        (0..=16, true) => 1 << 9,
        (17..=20, _) => 1 << 20,
        (_, false) => 1 << 22,
        (_, true) => 1 << 17,
    }
}
