//! The choice of engine for a size, a goal and a wish.

use std::{fmt, str::FromStr};

use super::{
    Request, Solver,
    engines::{Fifteen, IdaStar},
    replay,
};
use crate::{
    heuristic::{
        LinearConflict, LinearConflictChange, Manhattan, ManhattanChange, WalkingDistance,
        WalkingDistanceChange, walking_distance_fits,
    },
    puzzle::{Cell, ForSize, Problem, Size},
    search::{AStar, Answer, Bfs, Effort, Limits, Observer, Outcome, Stats, Table},
};

/// Writes an enum of names that people type: `ALL`, `name`, `Display` and `FromStr`.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// All of them, the default first.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// The name as typed on a command line.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $name {
            type Err = ();

            fn from_str(text: &str) -> Result<$name, ()> {
                $name::ALL.iter().copied().find(|n| n.name() == text).ok_or(())
            }
        }
    };
}

named! {
    /// How to search. All give optimal lengths.
    Algorithm {
        /// The fastest for the board.
        #[default]
        Auto = "auto",
        /// A look-up in a table of every board, built once: [`Table`].
        Table = "table",
        /// Uniform-cost (breadth-first) search: [`Bfs`].
        Bfs = "bfs",
        /// A* with a closed set: [`AStar`].
        AStar = "a-star",
        /// Iterative deepening.
        IdaStar = "ida-star",
    }
}

named! {
    /// What `a-star` and `ida-star` are guided by.
    Estimate {
        /// The one that solves fastest.
        #[default]
        Auto = "auto",
        /// [`Manhattan`].
        Manhattan = "manhattan",
        /// [`LinearConflict`].
        LinearConflict = "linear-conflict",
        /// [`WalkingDistance`].
        WalkingDistance = "walking-distance",
    }
}

/// What the user asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// How to search.
    pub algorithm: Algorithm,
    /// What to be guided by.
    pub estimate: Estimate,
}

/// A choice that cannot be had for a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// The algorithm keeps every board it meets and takes boards of at most `cells` cells.
    TooLarge {
        /// The algorithm asked for.
        algorithm: Algorithm,
        /// The most cells it takes.
        cells: usize,
        /// The size of the board.
        size: Size,
    },
    /// Walking distance has too many states.
    WalkingDistance {
        /// The size of the board.
        size: Size,
    },
    /// The algorithm is guided by nothing.
    Unguided {
        /// The algorithm asked for.
        algorithm: Algorithm,
        /// The heuristic asked for.
        estimate: Estimate,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PlanError::TooLarge {
                algorithm,
                cells,
                size,
            } => write!(
                f,
                "algorithm {algorithm} takes boards of at most {cells} cells, this one is {size}; try ida-star"
            ),
            PlanError::WalkingDistance { size } => write!(
                f,
                "heuristic walking-distance takes boards up to 4x4, 2x5, 3x5 and 2x6 (either way up), this one is {size}; try linear-conflict"
            ),
            PlanError::Unguided {
                algorithm,
                estimate,
            } => {
                write!(
                    f,
                    "algorithm {algorithm} takes no heuristic, but {estimate} was asked for"
                )
            }
        }
    }
}

impl std::error::Error for PlanError {}

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
    estimate: Option<Estimate>,
    solver: Box<dyn Solver>,
}

impl Plan {
    /// The fastest engine for the boards of `size` and the goals whose blank is at `goal_blank`.
    pub fn auto(size: Size, goal_blank: Cell) -> Plan {
        Plan::new(size, goal_blank, Choice::default()).expect("there is an engine for every size")
    }

    /// The engine that `choice` names, with its tables built.
    ///
    /// # Errors
    /// If there is no such engine for the size.
    pub fn new(size: Size, goal_blank: Cell, choice: Choice) -> Result<Plan, PlanError> {
        let algorithm = match choice.algorithm {
            Algorithm::Auto if size.cells() <= 9 && choice.estimate == Estimate::Auto => {
                Algorithm::Table
            }
            Algorithm::Auto => Algorithm::IdaStar,
            algorithm => algorithm,
        };
        let estimate = match (algorithm, choice.estimate) {
            (Algorithm::Table | Algorithm::Bfs, Estimate::Auto) => None,
            (Algorithm::Table | Algorithm::Bfs, estimate) => {
                return Err(PlanError::Unguided {
                    algorithm,
                    estimate,
                });
            }
            (_, Estimate::Auto) if walking_distance_fits(size.rows(), size.cols()) => {
                Some(Estimate::WalkingDistance)
            }
            (_, Estimate::Auto) => Some(Estimate::LinearConflict),
            (_, Estimate::WalkingDistance) if !walking_distance_fits(size.rows(), size.cols()) => {
                return Err(PlanError::WalkingDistance { size });
            }
            (_, estimate) => Some(estimate),
        };
        let solver = size
            .dispatch(Build {
                goal_blank,
                algorithm,
                estimate,
            })
            .ok_or(PlanError::TooLarge {
                algorithm,
                cells: if algorithm == Algorithm::Table {
                    10
                } else {
                    12
                },
                size,
            })?;
        Ok(Plan {
            size,
            algorithm,
            estimate,
            solver,
        })
    }

    /// The algorithm in use; never `auto`.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The heuristic in use, if the algorithm has one; never `auto`.
    pub fn estimate(&self) -> Option<Estimate> {
        self.estimate
    }

    /// Whether the engine can use many threads for one board, and so knows a brief effort.
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
            proven: 0,
            effort: Effort::Together,
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
        let answer = self.solver.solve(request);
        if let Outcome::Solved(solution) = &answer.outcome
            && let Err(error) = replay(request.problem, &solution.moves)
        {
            panic!(
                "a bug in algorithm {}: {error}; the board:\n{}",
                self.algorithm,
                request.problem.start()
            );
        }
        answer
    }
}

impl fmt::Display for Plan {
    /// The names of the algorithm and the heuristic.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.estimate {
            Some(estimate) => write!(f, "{} with {estimate}", self.algorithm),
            None => self.algorithm.fmt(f),
        }
    }
}

/// Builds the engine that a choice without any `auto` names; none if the board is too large for it.
struct Build {
    goal_blank: Cell,
    algorithm: Algorithm,
    estimate: Option<Estimate>,
}

impl ForSize for Build {
    type Output = Option<Box<dyn Solver>>;

    /// The branches on constants keep engines out of the program for the sizes they do not take: without
    /// them it is three times as large and as long in the building.
    fn run<const R: usize, const C: usize>(self) -> Self::Output {
        match self.algorithm {
            Algorithm::Table if const { R * C <= Table::<R, C>::MAX_CELLS } => {
                Some(Box::new(Table::<R, C>::build(self.goal_blank)?))
            }
            Algorithm::Bfs if const { R * C <= Bfs::<R, C>::MAX_CELLS } => {
                Some(Box::new(Bfs::<R, C>::new(self.goal_blank)?))
            }
            Algorithm::AStar if const { R * C <= Bfs::<R, C>::MAX_CELLS } => self.a_star::<R, C>(),
            Algorithm::Table | Algorithm::Bfs | Algorithm::AStar => None,
            Algorithm::IdaStar | Algorithm::Auto if const { R == 4 && C == 4 } => {
                Some(self.fifteen())
            }
            Algorithm::IdaStar | Algorithm::Auto => self.ida_star::<R, C>(),
        }
    }
}

impl Build {
    fn a_star<const R: usize, const C: usize>(&self) -> Option<Box<dyn Solver>> {
        let blank = self.goal_blank;
        Some(match self.estimate {
            Some(Estimate::Manhattan) => {
                Box::new(AStar::new(blank, Manhattan::<R, C>::new(blank))?)
            }
            Some(Estimate::WalkingDistance) => {
                Box::new(AStar::new(blank, WalkingDistance::<R, C>::new(blank)?)?)
            }
            _ => Box::new(AStar::new(blank, LinearConflict::<R, C>::new(blank))?),
        })
    }

    fn ida_star<const R: usize, const C: usize>(&self) -> Option<Box<dyn Solver>> {
        let goal_blank = self.goal_blank;
        Some(match self.estimate {
            Some(Estimate::Manhattan) => Box::new(IdaStar {
                goal_blank,
                heuristic: Manhattan::<R, C>::new(goal_blank),
            }),
            Some(Estimate::WalkingDistance) if const { walking_distance_fits(R, C) } => {
                Box::new(IdaStar {
                    goal_blank,
                    heuristic: WalkingDistance::<R, C>::new(goal_blank)?,
                })
            }
            _ => Box::new(IdaStar {
                goal_blank,
                heuristic: LinearConflict::<R, C>::new(goal_blank),
            }),
        })
    }

    fn fifteen(&self) -> Box<dyn Solver> {
        let goal_blank = self.goal_blank;
        match self.estimate {
            Some(Estimate::Manhattan) => Box::new(Fifteen {
                goal_blank,
                heuristic: ManhattanChange::new(goal_blank),
            }),
            Some(Estimate::LinearConflict) => Box::new(Fifteen {
                goal_blank,
                heuristic: LinearConflictChange::new(goal_blank),
            }),
            _ => Box::new(Fifteen {
                goal_blank,
                heuristic: WalkingDistanceChange::new(goal_blank),
            }),
        }
    }
}
