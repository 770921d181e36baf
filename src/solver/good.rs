//! Good solutions, as good as a time limit allows, for boards that are too large to be solved optimally.
//!
//! What is easy is solved optimally at once. For all else a solution is [constructed](construct), and then
//! made shorter until the time is up: by beams over the whole board where there is a learned ranking for its
//! size; else by building all but a core of such a size, and beams over the core.
//! `docs/algorithms/large-boards.md` tells what each of these gains.

use super::{Request, Solver};
use crate::{
    puzzle::{Move, Problem, Size},
    ranking::{Steps, shipped},
    search::{Answer, Effort, Outcome, Solution, Stop, Watch, construct, reduce, widening_beam},
};

/// A constructed solution, at once.
pub(super) struct Fast {
    /// Estimates, and solves what is easy.
    pub(super) quick: Box<dyn Solver>,
}

impl Solver for Fast {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let watch = Watch::start(request.limits, request.observer);
        let brief = Effort::ALONE.at_most(1);
        let mut answer = self.quick.solve(&Request {
            effort: brief,
            ..*request
        });
        if let Outcome::Unknown {
            bound,
            stop: Stop::Large,
            ..
        } = answer.outcome
        {
            let moves = constructed(request.problem);
            answer.outcome = Outcome::Solved(Solution { moves, bound });
        }
        answer.stats.elapsed = watch.elapsed();
        answer
    }
}

pub(super) fn constructed(problem: &Problem) -> Vec<Move> {
    construct(problem).expect("solvers are given what can be solved")
}

/// The best solution that the time limit allows.
pub(super) struct Good {
    /// Solves what is easy.
    pub(super) quick: Box<dyn Solver>,
}

impl Good {
    /// Whether good solutions of boards of a size are the optimal ones, as far as the time allows: there
    /// are tables for these sizes, and no learned ranking.
    pub(super) fn is_optimal(size: Size) -> bool {
        size.cells() < 25
    }

    /// The quick engine gives up before the pass after one of as many nodes.
    const QUICK: u64 = 1 << 14;
}

impl Solver for Good {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let watch = Watch::start(request.limits, request.observer);
        let quick = self.quick.solve(&Request {
            effort: Effort::ALONE.at_most(Self::QUICK),
            ..*request
        });
        let bound = match quick.outcome {
            Outcome::Unknown {
                bound,
                stop: Stop::Large,
                ..
            } if request.effort.give_up == u64::MAX => bound,
            // Solved, or stopped; or the search was to be brief.
            _ => return quick,
        };
        let mut run = Run {
            problem: request.problem,
            watch: &watch,
            best: constructed(request.problem),
            bound,
        };
        run.tell();
        run.improve();
        let mut stats = quick.stats;
        stats.generated += watch.generated();
        stats.elapsed = watch.elapsed();
        let Run { best, bound, .. } = run;
        Answer {
            outcome: Outcome::Solved(Solution { moves: best, bound }),
            estimate: quick.estimate,
            stats,
        }
    }
}

/// A solution on its way to a better one.
struct Run<'a> {
    problem: &'a Problem,
    watch: &'a Watch<'a>,
    best: Vec<Move>,
    /// No solution is shorter.
    bound: u32,
}

impl Run<'_> {
    /// Beams over whole boards begin with this width, and end with it.
    const WIDTHS: std::ops::RangeInclusive<usize> = 1 << 7..=1 << 22;
    /// How often the beams of cores are widened at most.
    const DOUBLINGS: usize = 12;

    /// Goes on until a limit stops it, or the solution is proven to be optimal.
    fn improve(&mut self) {
        match shipped(self.problem.size()) {
            Some(steps) => self.by_beams(steps),
            None => self.by_cores(),
        }
    }

    fn by_beams(&mut self, steps: &Steps) {
        let (problem, watch) = (self.problem, self.watch);
        let below = Some(self.best.len() as u32);
        let end = widening_beam(
            problem,
            steps,
            Self::WIDTHS,
            below,
            watch,
            &mut |moves, _| {
                self.take(moves.to_vec());
            },
        );
        if end.proven {
            self.bound = self.best.len() as u32;
        }
    }

    /// Builds all but a core, in wider and wider beams, and beams over the cores.
    fn by_cores(&mut self) {
        let size = self.problem.size();
        let side = size.rows().min(size.cols());
        let trained = |&side: &usize| Size::square(side).ok().and_then(shipped).is_some();
        let Some(side) = (2..=side).rev().find(trained) else {
            return;
        };
        let steps = Size::square(side)
            .ok()
            .and_then(shipped)
            .expect("it was found");
        for doubling in 0..=Self::DOUBLINGS {
            let reductions = reduce(self.problem, side, 32 << doubling, self.watch);
            for reduction in reductions.into_iter().take(4 << (doubling / 2)) {
                if self.watch.check(0).is_err() {
                    return;
                }
                let below = self.best.len().saturating_sub(reduction.moves.len()) as u32;
                let end = widening_beam(
                    &reduction.core,
                    steps,
                    64 << doubling..=64 << doubling,
                    Some(below),
                    self.watch,
                    &mut |_, _| {},
                );
                if let Some(core) = end.moves {
                    self.take([reduction.moves, core].concat());
                }
                if end.stop.is_some() {
                    return;
                }
            }
        }
    }

    fn take(&mut self, moves: Vec<Move>) {
        if moves.len() < self.best.len() {
            self.best = moves;
            self.tell();
        }
    }

    fn tell(&self) {
        self.watch.observer().bound(self.bound);
        self.watch.observer().best(self.best.len() as u32);
    }
}
