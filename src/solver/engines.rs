//! Every engine behind the one trait.

use super::{Algorithm, NamedHeuristic, Request, Solver};
use crate::{
    heuristic::{
        Change, Consistent, Heuristic, LinearConflict, LinearConflictChange, Manhattan,
        ManhattanChange, WalkingDistance, WalkingDistanceChange, walking_distance_fits,
    },
    puzzle::{Cell, ForSize, Size},
    search::{
        AStar, Answer, Bfs, FifteenTables, Outcome, Solution, SolutionTable, Stats,
        TwentyFourTables, Watch, fifteen, fifteen_additive, ida_star, twenty_four,
    },
};

/// [`ida_star`] with its heuristic.
pub(super) struct IdaStar<const R: usize, const C: usize, H> {
    pub(super) goal_blank: Cell,
    pub(super) heuristic: H,
}

impl<const R: usize, const C: usize, H: Heuristic<R, C> + Send> Solver for IdaStar<R, C, H> {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let watch = Watch::start(request.limits, request.observer);
        let board = request.problem.board::<R, C>();
        ida_star(
            &board,
            self.goal_blank,
            &self.heuristic,
            request.known,
            request.effort,
            &watch,
        )
    }
}

/// [`fifteen`] with its heuristic.
pub(super) struct Fifteen<H> {
    pub(super) goal_blank: Cell,
    pub(super) heuristic: H,
}

impl<H: Change + Send> Solver for Fifteen<H> {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let watch = Watch::start(request.limits, request.observer);
        let board = request.problem.board::<4, 4>();
        fifteen(
            &board,
            self.goal_blank,
            &self.heuristic,
            request.known,
            request.effort,
            &watch,
        )
    }
}

impl<const R: usize, const C: usize, H: Consistent<R, C> + Send> Solver for AStar<R, C, H> {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let watch = Watch::start(request.limits, request.observer);
        self.search(&request.problem.board(), &watch)
    }
}

impl<const R: usize, const C: usize> Solver for Bfs<R, C> {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let watch = Watch::start(request.limits, request.observer);
        self.search(&request.problem.board(), &watch)
    }
}

impl<const R: usize, const C: usize> Solver for SolutionTable<R, C> {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let watch = Watch::start(request.limits, request.observer);
        let moves = SolutionTable::solve(self, &request.problem.board())
            .expect("the table holds every solvable board");
        let estimate = moves.len() as u32;
        let stats = Stats {
            stored: self.boards().len() as u64,
            elapsed: watch.elapsed(),
            ..Stats::default()
        };
        Answer {
            outcome: Outcome::Solved(Solution::optimal(moves)),
            estimate,
            stats,
        }
    }
}

/// [`fifteen_additive`] with its tables.
pub(super) struct FifteenAdditive {
    pub(super) tables: FifteenTables,
}

impl Solver for FifteenAdditive {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let watch = Watch::start(request.limits, request.observer);
        let board = request.problem.board::<4, 4>();
        fifteen_additive(&board, &self.tables, request.known, request.effort, &watch)
    }
}

/// [`twenty_four`] with its tables.
pub(super) struct TwentyFour {
    pub(super) tables: TwentyFourTables,
}

impl Solver for TwentyFour {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let watch = Watch::start(request.limits, request.observer);
        let board = request.problem.board::<5, 5>();
        twenty_four(&board, &self.tables, request.known, request.effort, &watch)
    }
}

/// The most cells of a board that an algorithm takes.
pub(super) const fn most_cells(algorithm: Algorithm) -> usize {
    match algorithm {
        Algorithm::Table => SolutionTable::<2, 2>::MAX_CELLS,
        Algorithm::Bfs | Algorithm::AStar => Bfs::<2, 2>::MAX_CELLS,
        Algorithm::IdaStar | Algorithm::Auto => Size::MAX_SIDE * Size::MAX_SIDE,
    }
}

/// Builds the engine that a choice without any `auto` names; none if the board is too large for it.
pub(super) struct Build {
    pub(super) goal_blank: Cell,
    pub(super) algorithm: Algorithm,
    pub(super) heuristic: NamedHeuristic,
}

impl ForSize for Build {
    type Output = Option<Box<dyn Solver>>;

    /// The branches on constants keep engines out of the program for the sizes they do not take: without
    /// them it is three times as large and as long in the building.
    fn run<const R: usize, const C: usize>(self) -> Self::Output {
        match self.algorithm {
            Algorithm::Table if const { R * C <= most_cells(Algorithm::Table) } => {
                Some(Box::new(SolutionTable::<R, C>::build(self.goal_blank)?))
            }
            Algorithm::Bfs if const { R * C <= most_cells(Algorithm::Bfs) } => {
                Some(Box::new(Bfs::<R, C>::new(self.goal_blank)?))
            }
            Algorithm::AStar if const { R * C <= most_cells(Algorithm::Bfs) } => {
                self.a_star::<R, C>()
            }
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
        Some(match self.heuristic {
            NamedHeuristic::Manhattan => {
                Box::new(AStar::new(blank, Manhattan::<R, C>::new(blank))?)
            }
            NamedHeuristic::WalkingDistance => {
                Box::new(AStar::new(blank, WalkingDistance::<R, C>::new(blank)?)?)
            }
            _ => Box::new(AStar::new(blank, LinearConflict::<R, C>::new(blank))?),
        })
    }

    fn ida_star<const R: usize, const C: usize>(&self) -> Option<Box<dyn Solver>> {
        let goal_blank = self.goal_blank;
        Some(match self.heuristic {
            NamedHeuristic::Manhattan => Box::new(IdaStar {
                goal_blank,
                heuristic: Manhattan::<R, C>::new(goal_blank),
            }),
            NamedHeuristic::WalkingDistance if const { walking_distance_fits(R, C) } => {
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
        match self.heuristic {
            NamedHeuristic::Manhattan => Box::new(Fifteen {
                goal_blank,
                heuristic: ManhattanChange::new(goal_blank),
            }),
            NamedHeuristic::LinearConflict => Box::new(Fifteen {
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
