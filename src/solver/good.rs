//! Good solutions, as good as a time limit allows, for boards that are too large to be solved optimally.
//!
//! What is easy is solved optimally at once. For all else a solution is [constructed](crate::search::construct()), and then
//! made shorter until the time is up: by beams over the whole board where there is a learned ranking for its
//! size; else by building all but a core of such a size, and beams over the core.
//! `docs/algorithms/large-boards.md` tells what each of these gains.

use std::{thread, time::Duration};

use super::{Request, Solver, cores::Cores, fast::constructed, lower_bound, lower_bound::prove};
use crate::{
    puzzle::{Move, Problem, Size},
    ranking::{Steps, shipped},
    search::{
        Answer, Effort, Limits, Outcome, SHARED_FROM, Shortening, Solution, Stop, Watch,
        filling_beam, widening_beam,
    },
};

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
    /// The first lower bound gets this part of the limits.
    const PROOF: u32 = 10;
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
        watch.note(quick.stats.generated);
        let rest = watch.rest(1);
        let proof = Limits {
            time: rest.time.map(|time| time / Self::PROOF),
            nodes: rest.nodes.map(|nodes| nodes / u64::from(Self::PROOF)),
            ..rest
        };
        let proof = Watch::start(&proof, &());
        let proven = lower_bound(request.problem, &proof);
        watch.note(proof.generated());
        let mut run = Run {
            problem: request.problem,
            watch: &watch,
            built: best.clone(),
            shortening: Shortening::default(),
            shortened: 0,
            best,
            bound: bound.max(proven),
        };
        run.tell();
        run.improve();
        let mut stats = quick.stats;
        stats.generated = watch.generated();
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
/// Rounds of a fixed order. Where nodes are limited, or all but a core is built, each is wider than the one before by a
/// fixed factor, and the limit only decides where it ends: more never gives a longer solution. With a limit of time on
/// whole boards, that decides the widths too.
struct Run<'a> {
    problem: &'a Problem,
    watch: &'a Watch<'a>,
    /// The shortest solution that was not made shorter piece by piece.
    built: Vec<Move>,
    /// What windows were searched.
    shortening: Shortening,
    /// The length of `built` when windows of it were searched.
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

/// A limit was reached.
struct Reached;

impl Run<'_> {
    /// The width of the first beams over whole boards.
    const FIRST_WIDTH: usize = 1 << 7;
    /// Wider ones take more memory than they are worth.
    const WIDEST: usize = 1 << 22;
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
        if self.rounds().is_ok() && self.windows(self.watch.rest(1)).is_ok() {
            self.prove();
        }
    }

    /// Whether a shorter solution may be found.
    fn open(&self) -> Result<(), Reached> {
        let may_be = self.best.len() as u32 > self.bound && self.watch.check(0).is_ok();
        may_be.then_some(()).ok_or(Reached)
    }

    /// Makes rounds as long as they get wider.
    fn rounds(&mut self) -> Result<(), Reached> {
        self.open()?;
        let size = self.problem.size();
        if size.cells() >= Self::LARGE {
            self.unpacked()?;
        }
        let sides = (2..=size.rows().min(size.cols())).rev();
        let ranking = |side| Some((side, shipped(Size::square(side).ok()?)?));
        let Some((side, steps)) = sides.filter_map(ranking).next() else {
            return Ok(());
        };
        match (size.rows(), size.cols()) == (side, side) {
            true => self.whole(steps),
            false => self.cores(side, steps),
        }
    }

    /// Beams over the whole board.
    fn whole(&mut self, steps: &Steps) -> Result<(), Reached> {
        let mut next = Some(Round {
            width: Self::FIRST_WIDTH,
            last: false,
        });
        while let Some(round) = next
            && round.width <= Self::WIDEST
        {
            let (began, before) = (self.watch.elapsed(), self.watch.generated());
            if let Some(Stop::Memory { .. }) = self.beams(steps, round) {
                return Ok(());
            }
            self.open()?;
            let mut rest = self.watch.rest(1);
            let nodes = (self.watch.generated() - before) / Self::WINDOWS;
            rest.nodes = Some(rest.nodes.map_or(nodes, |left| left.min(nodes)));
            self.windows(rest)?;
            next = self.after(round, self.watch.elapsed() - began);
        }
        Ok(())
    }

    /// Builds all but a core that there is a ranking for, and beams over the cores.
    ///
    /// What is built from one end of the solution or the other, and with this width or that, differs in length by far
    /// more than a width twice as large gains. So there are many rounds, each only a little wider.
    fn cores(&mut self, side: usize, steps: &Steps) -> Result<(), Reached> {
        let cores = Cores::new(self.problem, side, steps);
        let mut width = Cores::FIRST_WIDTH;
        while width <= Cores::WIDEST {
            let (began, before) = (self.watch.elapsed(), self.watch.generated());
            if let Some(moves) = cores.solve(width, self.built.len(), self.watch) {
                self.built = moves;
                self.take(self.built.clone());
            }
            self.open()?;
            let spent = self.watch.elapsed() - began;
            let mut rest = self.watch.rest(1);
            match &mut rest.time {
                Some(time) => *time = spent.mul_f64(Cores::WINDOWS).min(*time),
                None => {
                    let nodes = self.watch.generated() - before;
                    rest.nodes = Some(rest.nodes.map_or(nodes, |left| left.min(nodes)));
                }
            }
            self.windows(rest)?;
            width = Cores::wider(width);
            let next = (self.watch.elapsed() - began).mul_f64(Cores::DEARER);
            if self.watch.left().is_some_and(|left| left < next) {
                break;
            }
        }
        Ok(())
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
    fn unpacked(&self) -> Result<(), Reached> {
        let unpack = || shipped(Size::square(7).expect("7x7 is compiled")).is_some();
        let Ok(unpacking) = thread::Builder::new().spawn(unpack) else {
            unpack();
            return Ok(());
        };
        while !unpacking.is_finished() {
            self.open()?;
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// Beams over the whole board; what has stopped them, if anything has.
    fn beams(&mut self, steps: &Steps, Round { width, last }: Round) -> Option<Stop> {
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
            self.prove_at_least(self.best.len() as u32);
        }
        end.stop
    }

    /// Searches windows of what was built last, or of the best, for shorter ways.
    fn windows(&mut self, limits: Limits) -> Result<(), Reached> {
        self.open()?;
        let watch = Watch::start(&limits, &());
        let path = if self.built.len() > self.best.len() && self.shortened == self.built.len() {
            &self.best
        } else {
            &self.built
        };
        let shorter = self.shortening.shorten(self.problem, path, &watch);
        self.shortened = self.built.len();
        self.take(shorter);
        self.watch.note(watch.generated());
        self.open()
    }

    /// Deepens the lower bound until it meets the best solution, or a limit comes.
    fn prove(&mut self) {
        let rest = self.watch.rest(1);
        let watch = Watch::start(&rest, &());
        // What many threads have done when a limit of nodes is reached depends on chance.
        let effort = match rest.nodes {
            Some(_) => Effort::ALONE,
            None => Effort::TOGETHER,
        };
        match prove(self.problem, self.bound, Some(&self.best), effort, &watch) {
            Outcome::Solved(solution) => {
                self.take(solution.moves);
                self.prove_at_least(solution.bound);
            }
            Outcome::Unknown { bound, .. } => self.prove_at_least(bound),
            Outcome::Unsolvable => {}
        }
        self.watch.note(watch.generated());
    }

    fn take(&mut self, moves: Vec<Move>) {
        if moves.len() < self.best.len() {
            self.best = moves;
            self.tell();
        }
    }

    fn prove_at_least(&mut self, bound: u32) {
        if bound > self.bound {
            self.bound = bound;
            self.tell();
        }
    }

    fn tell(&self) {
        self.watch.observer().bound(self.bound);
        self.watch.observer().best(self.best.len() as u32);
    }
}
