//! Every engine behind the one trait.

use super::{Request, Solver};
use crate::{
    heuristic::{Change, Consistent, Heuristic},
    puzzle::Cell,
    search::{AStar, Answer, Bfs, Outcome, Solution, Stats, Table, Watch, fifteen, ida_star},
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
            request.proven,
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
            request.proven,
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

impl<const R: usize, const C: usize> Solver for Table<R, C> {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let watch = Watch::start(request.limits, request.observer);
        let moves = Table::solve(self, &request.problem.board())
            .expect("the table holds every solvable board");
        let estimate = moves.len() as u32;
        let stats = Stats {
            elapsed: watch.elapsed(),
            ..Stats::default()
        };
        Answer {
            outcome: Outcome::Solved(Solution {
                moves,
                optimal: true,
            }),
            estimate,
            stats,
        }
    }
}
