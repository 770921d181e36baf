//! Engines one after the other: easy boards never wait for tables that only hard ones need.

use std::{
    io,
    path::Path,
    sync::{Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use super::{Request, Solver};
use crate::{
    pdb::{FileError, Listener},
    search::{Answer, Limits, Outcome, Stats, Stop},
};

/// Builds an engine, unless the listener stops it.
type Build = Box<dyn Fn(&dyn Listener) -> Option<Box<dyn Solver>> + Send + Sync>;

/// An engine with what it costs to have it.
pub(super) struct Stage {
    /// What it is called in details for the user.
    pub(super) name: String,
    /// The next stage takes over from passes that follow one of as many nodes.
    pub(super) give_up: u64,
    cost: Cost,
    engine: OnceLock<Box<dyn Solver>>,
    /// Held by the thread that builds the engine, and by those that wait for it.
    building: Mutex<()>,
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
        let unused = |_: &dyn Listener| unreachable!("the engine is there");
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
        build: impl Fn(&dyn Listener) -> Option<Box<dyn Solver>> + Send + Sync + 'static,
    ) -> Stage {
        Stage {
            name,
            give_up,
            cost,
            engine: OnceLock::new(),
            building: Mutex::new(()),
            build: Box::new(build),
        }
    }

    fn affordable(&self, limits: &Limits) -> bool {
        let in_time = limits.time.is_none_or(|time| time >= self.cost.time);
        self.engine.get().is_some() || (in_time && self.fits(limits))
    }

    fn fits(&self, limits: &Limits) -> bool {
        limits.memory.is_none_or(|memory| memory >= self.cost.bytes)
    }

    /// The engine, built if it is not there yet; none if the search is cancelled meanwhile.
    fn engine(&self, request: &Request<'_>) -> Option<&dyn Solver> {
        let _building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        if self.engine.get().is_none() {
            let started = Instant::now();
            let engine = (self.build)(&Ears {
                name: &self.name,
                request,
            })?;
            let seconds = started.elapsed().as_secs_f64();
            request
                .observer
                .detail(&format!("{} ready in {seconds:.3} s", self.name));
            let first = self.engine.set(engine).is_ok();
            debug_assert!(first, "only one thread builds");
        }
        self.engine.get().map(Box::as_ref)
    }
}

/// Hears for a request how its tables are made ready.
struct Ears<'a> {
    name: &'a str,
    request: &'a Request<'a>,
}

impl Listener for Ears<'_> {
    fn building(&self, found: u64, all: u64) {
        self.request
            .observer
            .building(self.name, found as f64 / all as f64);
    }

    fn refused(&self, path: &Path, error: &FileError) {
        self.request
            .observer
            .notice(&format!("{}: {error}; building it anew", path.display()));
    }

    fn not_saved(&self, path: &Path, error: &io::Error) {
        let path = path.display();
        self.request.observer.notice(&format!(
            "{path}: cannot be written: {error}; going on without"
        ));
    }

    fn stops(&self) -> bool {
        self.request.limits.cancel.is_cancelled()
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
            let (i, stage) =
                current.expect("there is a stage, and a stage only gives way to a next one");
            let next = stages.next();
            if let (None, Some(missed)) = (next, self.stages.get(i + 1))
                && !missed.fits(request.limits)
            {
                request.observer.detail(&format!(
                    "{} would take {} MiB, more than the memory limit",
                    missed.name,
                    missed.cost.bytes.div_ceil(1 << 20)
                ));
            }
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
            let Some(engine) = stage.engine(request) else {
                let outcome = Outcome::Unknown {
                    bound: proven,
                    stop: Stop::Cancelled,
                };
                return Answer {
                    outcome,
                    estimate: estimate.unwrap_or(0),
                    stats: spent,
                };
            };
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
