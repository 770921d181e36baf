//! Engines one after the other: easy boards never wait for tables that only hard ones need.

use std::{
    sync::Once,
    time::{Duration, Instant},
};

use super::{
    Request, Solver,
    cost::Barred,
    scouts::{Beams, look_ahead, shorter},
    stage::Stage,
};
use crate::{
    puzzle::Move,
    search::{Answer, Checkpoint, Effort, Incumbent, Known, Limits, Outcome, Scout, Stats, Stop},
};

/// Stages in the order of what they cost; each takes up where the one before gave up.
pub(super) struct Staged {
    pub(super) stages: Vec<Stage>,
    /// Whether beams run ahead; who names a heuristic wants to see what it does by itself.
    pub(super) scouted: bool,
    /// Whether the user asked for tables.
    pub(super) wanted: bool,
    /// Whether it was said that the limits bar a stage.
    pub(super) told: Once,
}

impl Staged {
    /// The last stage that the limits allow; the first one always is.
    fn last(&self, limits: &Limits) -> usize {
        let later = self.stages.iter().skip(1);
        let affordable = |stage: &&Stage| stage.barred(limits).is_none();
        later.take_while(affordable).count()
    }

    /// The stage to begin with, `last` at the latest.
    fn first(&self, known: &Known<'_>, last: usize) -> usize {
        if let Some(engine) = known.checkpoint.map(Checkpoint::engine)
            && !engine.is_empty()
        {
            let same = self.stages[..last].iter().position(|s| s.name == engine);
            return same.unwrap_or(last);
        }
        // A search that goes on from a brief one has passed the first stage, if that gives up as early and
        // if another could take over.
        let passed = known.proven > 0 && self.stages[0].give_up <= Effort::BRIEF.give_up;
        usize::from(passed && last > 0)
    }

    /// Tells once why a search goes on without a stage.
    fn tell(&self, missed: &Stage, request: &Request<'_>) {
        let Some(barred) = missed.barred(request.limits) else {
            return;
        };
        let why = match barred {
            Barred::Time(time) => format!(
                "could take {} s, longer than the time limit",
                time.as_secs_f64().ceil()
            ),
            Barred::Memory(bytes) => format!(
                "would take {} MiB, more than the memory limit",
                bytes.div_ceil(1 << 20)
            ),
        };
        let what = format!("{} {why}; going on without", missed.name);
        self.told.call_once(|| match barred {
            // Nobody sets a narrow memory limit by accident, as they do a time limit.
            Barred::Time(_) if !self.wanted => request.observer.detail(&what),
            _ => request.observer.notice(&what),
        });
    }
}

impl Solver for Staged {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let started = Instant::now();
        let checkpoint = request.known.checkpoint;
        let best = checkpoint.and_then(Checkpoint::best);
        if let Some(best) = &best {
            request.observer.best(best.len() as u32);
        }
        let beams = match self.scouted {
            true => Beams::new(request.problem),
            false => None,
        };
        let incumbent = Incumbent::new(best, beams.as_ref().map(|beams| beams as &dyn Scout));
        let written = checkpoint.map_or(0, Checkpoint::bound);
        let mut run = Run {
            request,
            known: Known {
                proven: written.max(request.known.proven),
                incumbent: request.known.incumbent.or(Some(&incumbent)),
                checkpoint,
            },
            scouted: self.scouted,
            ahead: None,
            estimate: checkpoint.and_then(Checkpoint::estimate),
            // Rankings are unpacked when the first beam is made.
            spent: Stats {
                elapsed: started.elapsed(),
                ..Stats::default()
            },
        };
        let settled = |best: Vec<Move>| best.len() as u32 <= run.known.proven;
        if run.known.best().is_some_and(settled) {
            // Nothing is left to search: the stage at hand says so, and no tables are made ready.
            return run
                .stage(&self.stages[0], u64::MAX)
                .expect("nobody takes over");
        }
        let last = self.last(request.limits);
        let before = &self.stages[self.first(&run.known, last)..last];
        for stage in before.iter().filter(|stage| !stage.stands_in) {
            if let Some(answer) = run.stage(stage, stage.give_up) {
                return answer;
            }
        }
        if let Some(missed) = self.stages.get(last + 1) {
            self.tell(missed, request);
        }
        run.stage(&self.stages[last], u64::MAX)
            .expect("the last stage gives way to none")
    }
}

/// A problem on its way through the stages.
struct Run<'a> {
    request: &'a Request<'a>,
    known: Known<'a>,
    scouted: bool,
    /// The solution that beams found while tables were not ready.
    ahead: Option<Vec<Move>>,
    /// That of the first stage.
    estimate: Option<u32>,
    spent: Stats,
}

impl Run<'_> {
    /// Searches with a stage that gives way to the next one before the pass after one of `give_up` nodes; none
    /// if it does.
    fn stage(&mut self, stage: &Stage, give_up: u64) -> Option<Answer> {
        let limits = self.request.limits;
        let started = Instant::now();
        let spent = self.spent;
        let left = |used: Duration| limits.time.map(|time| time.saturating_sub(used));
        // What is spent when the engine is there, or is known not to come.
        let ready = || Stats {
            elapsed: spent.elapsed + started.elapsed(),
            ..spent
        };
        if !stage.is_ready() {
            let known = shorter(self.known.best(), self.ahead.take());
            self.ahead = if self.scouted {
                look_ahead(self.request, left(spent.elapsed), known)
            } else {
                known
            };
        }
        // Beams may have used up all of it.
        let Some(engine) = stage.engine(self.request, left(ready().elapsed)) else {
            let cancelled = limits.cancel.is_cancelled();
            let stop = if cancelled {
                Stop::Cancelled
            } else {
                Stop::Time
            };
            return Some(Answer {
                outcome: Outcome::Unknown {
                    bound: self.known.proven,
                    stop,
                    best: shorter(self.known.best(), self.ahead.take()),
                },
                estimate: self.estimate.unwrap_or(0),
                stats: ready(),
            });
        };
        if let Some(checkpoint) = self.known.checkpoint {
            checkpoint.enter(&stage.name, self.estimate, ready(), self.request.observer);
        }
        let limits = Limits {
            time: left(spent.elapsed + started.elapsed()),
            nodes: limits
                .nodes
                .map(|nodes| nodes.saturating_sub(spent.generated)),
            memory: limits
                .memory
                .map(|bytes| bytes.saturating_sub(engine.bytes)),
            ..limits.clone()
        };
        let mut answer = engine.solver.solve(&Request {
            limits: &limits,
            known: self.known,
            effort: self.request.effort.at_most(give_up),
            ..*self.request
        });
        answer.stats.elapsed = started.elapsed();
        answer.stats += spent;
        answer.estimate = *self.estimate.get_or_insert(answer.estimate);
        match &mut answer.outcome {
            Outcome::Unknown {
                stop: Stop::Large,
                bound,
                ..
            } if give_up <= self.request.effort.give_up && give_up < u64::MAX => {
                (self.known.proven, self.spent) = (*bound, answer.stats);
                return None;
            }
            Outcome::Unknown { best, .. } => *best = shorter(best.take(), self.ahead.take()),
            _ => {}
        }
        Some(answer)
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread};

    use super::{
        super::{cost::Cost, stage::Ready},
        *,
    };
    use crate::{
        pdb::Listener,
        puzzle::{Goal, Grid, NamedGoal, Problem, Scramble, Size},
    };

    fn there(solver: impl Solver + 'static) -> Ready {
        Ready {
            solver: Box::new(solver),
            bytes: 0,
        }
    }

    /// Answers with the time it is given, in place of a bound.
    struct Clock;

    impl Solver for Clock {
        fn solve(&self, request: &Request<'_>) -> Answer {
            let time = request.limits.time.map_or(0, |time| time.as_millis());
            Answer {
                outcome: Outcome::open(time as u32, Stop::Time),
                estimate: 0,
                stats: Stats::default(),
            }
        }
    }

    fn problem(side: usize, start: impl FnOnce(&Arc<Goal>) -> Grid) -> Problem {
        let size = Size::square(side).expect("a square");
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
        Problem::new(start(&goal), goal).expect("a board")
    }

    fn random_24_puzzle() -> Problem {
        problem(5, |goal| Scramble::new(1).solvable(goal))
    }

    /// What a search with tables of one kind comes to.
    fn solve(
        problem: &Problem,
        limits: &Limits,
        scouted: bool,
        build: impl Fn(&dyn Listener) -> Option<Ready> + Send + Sync + 'static,
    ) -> Outcome {
        let staged = Staged {
            stages: vec![Stage::later("later".into(), 0, Cost::none(), build)],
            scouted,
            wanted: false,
            told: Once::new(),
        };
        let request = Request {
            problem,
            limits,
            observer: &(),
            known: Known::default(),
            effort: Effort::ALONE,
        };
        staged.solve(&request).outcome
    }

    #[test]
    fn the_time_that_tables_take_counts() {
        let slow = |_: &dyn Listener| {
            thread::sleep(Duration::from_millis(20));
            Some(there(Clock))
        };
        let solved = problem(3, |goal| goal.grid().clone());
        let limits = Limits {
            time: Some(Duration::from_millis(10_000)),
            ..Limits::default()
        };
        let Outcome::Unknown { bound: rest, .. } = solve(&solved, &limits, false, slow) else {
            panic!("the clock solves nothing")
        };
        assert!(rest <= 9_980, "{rest} ms are left of 10 s");
    }

    #[test]
    fn the_time_that_beams_take_is_not_there_for_tables() {
        let build = |listener: &dyn Listener| {
            assert!(listener.stops(), "beams have used up the millisecond");
            None
        };
        let limits = Limits {
            time: Some(Duration::from_millis(1)),
            ..Limits::default()
        };
        let Outcome::Unknown { stop, .. } = solve(&random_24_puzzle(), &limits, true, build) else {
            panic!("nothing is searched")
        };
        assert_eq!(stop, Stop::Time);
    }

    /// Tells, as its bound, whether it heard of a solution.
    struct Hearing;

    impl Solver for Hearing {
        fn solve(&self, request: &Request<'_>) -> Answer {
            Answer {
                outcome: Outcome::open(u32::from(request.known.best().is_some()), Stop::Time),
                estimate: 0,
                stats: Stats::default(),
            }
        }
    }

    #[test]
    fn a_search_hears_nothing_of_beams_that_run_while_tables_are_built() {
        for nodes in [None, Some(1_000_000)] {
            let build = |_: &dyn Listener| Some(there(Hearing));
            let limits = Limits {
                nodes,
                ..Limits::default()
            };
            let Outcome::Unknown { bound, best, .. } =
                solve(&random_24_puzzle(), &limits, true, build)
            else {
                panic!("nothing is searched")
            };
            assert_eq!((bound, best.is_some()), (0, nodes.is_none()));
        }
    }
}
