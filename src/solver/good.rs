//! Good solutions, as good as a time limit allows, for boards that are too large to be solved optimally.
//!
//! What is easy is solved optimally at once. For all else a solution is [constructed](crate::search::construct()), and then
//! made shorter until the time is up: by beams over the whole board where there is a learned ranking for its
//! size; else by building all but a core of such a size, and beams over the core.
//! `docs/algorithms/large-boards.md` tells what each of these gains.

use std::{thread, time::Duration};

use super::{Request, Solver, lower_bound};
use crate::{
    puzzle::{Move, Problem, Size},
    ranking::{Steps, shipped},
    search::{
        Answer, Effort, Limits, Outcome, SHARED_FROM, Solution, Stop, Watch, construct_within,
        filling_beam, reduce, shorten, widening_beam,
    },
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
        if let Outcome::Unknown { bound, .. } = answer.outcome {
            let moves = constructed(request, watch.elapsed());
            answer.outcome = Outcome::Solved(Solution { moves, bound });
        }
        answer.stats.elapsed = watch.elapsed();
        answer
    }
}

/// A solution at once; where a limit is reached meanwhile, the rest of it is built in the first way that comes.
pub(super) fn constructed(request: &Request<'_>, spent: Duration) -> Vec<Move> {
    let limits = Limits {
        nodes: None,
        ..request.limits.after(spent)
    };
    construct_within(request.problem, &Watch::start(&limits, &()))
        .expect("solvers are given what can be solved")
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
        let best = constructed(request, watch.elapsed());
        let proof = Limits {
            time: request.limits.time.map(|time| time / 10),
            nodes: None,
            ..request.limits.clone()
        };
        let proven = lower_bound(request.problem, &Watch::start(&proof, &()));
        let mut run = Run {
            problem: request.problem,
            limits: request.limits,
            watch: &watch,
            built: best.clone(),
            shortened: 0,
            best,
            bound: bound.max(proven),
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
///
/// Rounds of a fixed order. Where nodes are limited, each is twice as wide as the one before, and the limit only decides
/// where it ends: more nodes never give a longer solution. Where time is, it decides the widths too.
struct Run<'a> {
    problem: &'a Problem,
    limits: &'a Limits,
    watch: &'a Watch<'a>,
    /// The shortest solution that was not made shorter piece by piece.
    built: Vec<Move>,
    /// Its length when windows of it were searched.
    shortened: usize,
    best: Vec<Move>,
    /// No solution is shorter.
    bound: u32,
}

/// Beams of one width, from both ends.
#[derive(Clone, Copy)]
struct Round {
    width: usize,
    /// Whether it is to fill the time.
    last: bool,
}

impl Run<'_> {
    /// The width of the first beams over whole boards, and of those over cores.
    const FIRST_WIDTH: usize = 1 << 7;
    /// Wider ones take more memory than they are worth.
    const WIDEST: usize = 1 << 22;
    /// So many of the shortest ways to build are finished.
    const CORES: usize = 4;
    /// Boards of so many cells and more need the ranking of 7×7.
    const LARGE: usize = 49;
    /// Windows are searched with a node for so many of the beams before.
    const WINDOWS: u64 = 4;
    /// With a limit of time rounds grow so, while this many and more of the last would fit into what is left.
    const GROWTH: f64 = 4.0;
    const MANY: f64 = 20.0;
    /// The last round is planned with this part of the time that is left, and not made if it would hardly be wider
    /// than the one before.
    const PLANNED: f64 = 0.9;
    const LEAST_GROWTH: f64 = 1.2;

    /// Goes on until a limit stops it, or the solution is proven to be optimal.
    fn improve(&mut self) {
        let large = self.problem.size().cells() >= Self::LARGE;
        if large && !self.unpacked() {
            return;
        }
        let size = self.problem.size();
        let sides = (2..=size.rows().min(size.cols())).rev();
        let ranking = |side| Some((side, shipped(Size::square(side).ok()?)?));
        let Some((side, steps)) = sides.filter_map(ranking).next() else {
            return;
        };
        let whole = (size.rows(), size.cols()) == (side, side);
        let mut next = Some(Round {
            width: Self::FIRST_WIDTH,
            last: false,
        });
        while let Some(round) = next
            && round.width <= Self::WIDEST
            && self.best.len() as u32 > self.bound
        {
            let (began, before) = (self.watch.elapsed(), self.watch.generated());
            let going_on = match whole {
                true => self.beams(steps, round),
                false => self.cores(side, steps, round.width),
            };
            let nodes = self.watch.generated() - before;
            if going_on.is_none() || self.windows(nodes / Self::WINDOWS).is_none() {
                return;
            }
            next = self.after(round, self.watch.elapsed() - began);
        }
        self.windows(u64::MAX);
    }

    /// The round after one that has taken so long; none if it would not be wider.
    ///
    /// With a limit of time a few narrow rounds tell how long a wide one takes, and the last is as wide as fits: it gets
    /// three quarters of the time and more, where doubling leaves it a third.
    fn after(&self, Round { width, last }: Round, spent: Duration) -> Option<Round> {
        let Some(left) = self.watch.left() else {
            let width = 2 * width;
            return Some(Round { width, last });
        };
        // Narrow beams use one thread only.
        let threads = match width < SHARED_FROM {
            true => rayon::current_num_threads() as f64,
            false => 1.0,
        };
        let fits = Self::PLANNED * threads * left.as_secs_f64() / spent.as_secs_f64().max(1e-9);
        let last = fits <= Self::MANY;
        let times = if last { fits } else { Self::GROWTH };
        let width = (width as f64 * times) as usize;
        (times > Self::LEAST_GROWTH).then_some(Round { width, last })
    }

    /// Has the ranking of 7×7 unpacked, unless a limit stops it first.
    ///
    /// The first time that takes up to two tenths of a second, so another thread does it while this one looks at
    /// the clock. It goes on after a limit, for the boards to come.
    fn unpacked(&self) -> bool {
        let unpack = || shipped(Size::square(7).expect("7x7 is compiled")).is_some();
        let Ok(unpacking) = thread::Builder::new().spawn(unpack) else {
            return unpack();
        };
        while !unpacking.is_finished() {
            if self.watch.check(0).is_err() {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Beams over the whole board; none if a limit stops them.
    fn beams(&mut self, steps: &Steps, Round { width, last }: Round) -> Option<()> {
        let (below, widths) = (self.best.len() as u32, width..=width);
        let end = match last {
            true => filling_beam(self.problem, steps, width, below, self.watch),
            false => widening_beam(
                self.problem,
                steps,
                widths,
                Some(below),
                self.watch,
                &mut |_, _| {},
            ),
        };
        if let Some(moves) = end.moves {
            self.built = moves;
            self.take(self.built.clone());
        }
        if end.proven {
            self.bound = self.best.len() as u32;
        }
        end.stop.is_none().then_some(())
    }

    /// Builds all but a core that there is a ranking for, and beams over the cores; none if a limit stops it.
    fn cores(&mut self, side: usize, steps: &Steps, width: usize) -> Option<()> {
        self.watch.check(0).ok()?;
        let reductions = reduce(self.problem, side, width / 4, self.watch);
        for reduction in reductions.into_iter().take(Self::CORES) {
            self.watch.check(0).ok()?;
            let below = self.built.len().saturating_sub(reduction.moves.len());
            let end = widening_beam(
                &reduction.core,
                steps,
                width..=width,
                Some(below as u32),
                self.watch,
                &mut |_, _| {},
            );
            if let Some(core) = end.moves {
                self.built = [reduction.moves, core].concat();
                self.take(self.built.clone());
            }
            if end.stop.is_some() {
                break;
            }
        }
        self.watch.check(0).ok()
    }

    /// Searches windows of what was built last, or of the best, for shorter ways; none if a limit stops it.
    fn windows(&mut self, nodes: u64) -> Option<()> {
        let limits = Limits {
            nodes: Some(nodes),
            ..self.limits.after(self.watch.elapsed())
        };
        let watch = Watch::start(&limits, &());
        let path = if self.built.len() > self.best.len() && self.shortened == self.built.len() {
            &self.best
        } else {
            &self.built
        };
        let shorter = shorten(self.problem, path, &watch);
        self.shortened = self.built.len();
        self.take(shorter);
        self.watch.check(watch.generated()).ok()
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
