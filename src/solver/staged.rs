//! Engines one after the other: easy boards never wait for tables that only hard ones need.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

use super::{Request, Solver};
use crate::{
    pdb::{Event, Tell},
    search::{Answer, Limits, Observer, Outcome, Stats, Stop},
};

/// Builds an engine; problems with the cache are told.
type Build = Box<dyn Fn(&mut Tell<'_>) -> Box<dyn Solver> + Send + Sync>;

/// An engine with what it costs to have it.
pub(super) struct Stage {
    /// What it is called in details for the user.
    pub(super) name: String,
    /// The next stage takes over from passes that follow one of as many nodes.
    pub(super) give_up: u64,
    cost: Cost,
    engine: OnceLock<Box<dyn Solver>>,
    build: Build,
}

/// What must be at hand before an engine is built.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    /// About the time that building it takes at most: it is not begun with a smaller time limit.
    pub(super) time: Duration,
    /// Bytes of its tables: it is not begun with a smaller memory limit.
    pub(super) bytes: u64,
}

impl Stage {
    /// A stage whose engine is there.
    pub(super) fn ready(name: String, give_up: u64, engine: Box<dyn Solver>) -> Stage {
        let unused = |_: &mut Tell<'_>| unreachable!("the engine is there");
        Stage {
            engine: OnceLock::from(engine),
            ..Stage::later(name, give_up, Cost::default(), unused)
        }
    }

    /// A stage whose engine is built when a board first needs it.
    pub(super) fn later(
        name: String,
        give_up: u64,
        cost: Cost,
        build: impl Fn(&mut Tell<'_>) -> Box<dyn Solver> + Send + Sync + 'static,
    ) -> Stage {
        Stage {
            name,
            give_up,
            cost,
            engine: OnceLock::new(),
            build: Box::new(build),
        }
    }

    fn affordable(&self, limits: &Limits) -> bool {
        let in_time = limits.time.is_none_or(|time| time >= self.cost.time);
        let fits = limits.memory.is_none_or(|memory| memory >= self.cost.bytes);
        self.engine.get().is_some() || (in_time && fits)
    }

    fn engine(&self, observer: &dyn Observer) -> &dyn Solver {
        let build = || {
            let started = Instant::now();
            let engine = (self.build)(&mut |event| match event {
                Event::Building(found, all) => {
                    observer.building(&self.name, found as f64 / all as f64)
                }
                other => observer.notice(&other.to_string()),
            });
            let seconds = started.elapsed().as_secs_f64();
            observer.detail(&format!("{} ready in {seconds:.3} s", self.name));
            engine
        };
        self.engine.get_or_init(build).as_ref()
    }
}

/// Stages in the order of what they cost; each takes up where the one before gave up.
pub(super) struct Staged {
    /// Whether the first stage is for boards met for the first time only.
    pub(super) quick: bool,
    pub(super) stages: Vec<Stage>,
}

impl Solver for Staged {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let skipped = usize::from(self.quick && request.proven > 0);
        let stages = self.stages.iter().enumerate().skip(skipped);
        let mut stages =
            stages.take_while(|(i, stage)| *i == skipped || stage.affordable(request.limits));
        let mut spent = Stats::default();
        let mut proven = request.proven;
        let mut current = stages.next();
        let mut estimate = None;
        loop {
            let (_, stage) =
                current.expect("there is a stage, and a stage only gives way to a next one");
            let next = stages.next();
            let give_up = if next.is_some() {
                stage.give_up
            } else {
                u64::MAX
            };
            let rest = |time: Duration| time.saturating_sub(spent.elapsed);
            let limits = Limits {
                time: request.limits.time.map(rest),
                nodes: request
                    .limits
                    .nodes
                    .map(|nodes| nodes.saturating_sub(spent.generated)),
                ..request.limits.clone()
            };
            let started = Instant::now();
            let effort = request.effort.at_most(give_up);
            let engine = stage.engine(request.observer);
            let mut answer = engine.solve(&Request {
                limits: &limits,
                proven,
                effort,
                ..*request
            });
            answer.stats.elapsed = started.elapsed();
            answer.stats += spent;
            answer.estimate = *estimate.get_or_insert(answer.estimate);
            match answer.outcome {
                Outcome::Unknown {
                    stop: Stop::Large,
                    bound,
                } if give_up <= request.effort.give_up => {
                    (proven, spent, current) = (bound, answer.stats, next);
                }
                _ => return answer,
            }
        }
    }
}
