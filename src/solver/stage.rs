//! An engine that is built when a board first needs it.

use std::{
    sync::{Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use super::{
    Request, Solver,
    cost::{Barred, Cost},
    ears::Ears,
};
use crate::{pdb::Listener, search::Limits};

/// Builds an engine, unless the listener stops it.
type Build = Box<dyn Fn(&dyn Listener) -> Option<Ready> + Send + Sync>;

/// An engine that is there.
pub(super) struct Ready {
    pub(super) solver: Box<dyn Solver>,
    /// Bytes of its tables.
    pub(super) bytes: u64,
}

/// An engine with what it costs to have it.
pub(super) struct Stage {
    /// What it is called in details for the user.
    pub(super) name: String,
    /// The next stage takes over from passes that follow one of as many nodes.
    pub(super) give_up: u64,
    cost: Cost,
    /// Only of use where the next stage cannot be afforded.
    pub(super) stands_in: bool,
    engine: OnceLock<Ready>,
    /// Held by the thread that builds the engine, and by those that wait for it.
    building: Mutex<()>,
    build: Build,
}

impl Stage {
    /// A stage whose engine is there.
    pub(super) fn ready(name: String, give_up: u64, solver: Box<dyn Solver>) -> Stage {
        let unused = |_: &dyn Listener| unreachable!("the engine is there");
        Stage {
            engine: OnceLock::from(Ready { solver, bytes: 0 }),
            ..Stage::later(name, give_up, Cost::none(), unused)
        }
    }

    /// A stage whose engine is built when a board first needs it.
    pub(super) fn later(
        name: String,
        give_up: u64,
        cost: Cost,
        build: impl Fn(&dyn Listener) -> Option<Ready> + Send + Sync + 'static,
    ) -> Stage {
        Stage {
            name,
            give_up,
            cost,
            stands_in: false,
            engine: OnceLock::new(),
            building: Mutex::new(()),
            build: Box::new(build),
        }
    }

    /// The same, for those who cannot afford the stage after it.
    pub(super) fn or_next(self) -> Stage {
        Stage {
            stands_in: true,
            ..self
        }
    }

    /// Whether it has pattern databases.
    pub(super) fn has_tables(&self) -> bool {
        self.cost.is_some()
    }

    /// Whether its engine is there.
    pub(super) fn is_ready(&self) -> bool {
        self.engine.get().is_some()
    }

    /// Why the limits do not allow it, if they do not.
    pub(super) fn barred(&self, limits: &Limits) -> Option<Barred> {
        self.cost.barred(limits).filter(|_| !self.is_ready())
    }

    /// The engine, built if it is not there yet; none if the search is cancelled or its time is up
    /// meanwhile.
    pub(super) fn engine(&self, request: &Request<'_>, left: Option<Duration>) -> Option<&Ready> {
        if let Some(engine) = self.engine.get() {
            return Some(engine);
        }
        // Its time goes by also while another thread builds, perhaps in vain.
        let deadline = left.and_then(|left| Instant::now().checked_add(left));
        let _building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_ready() {
            let started = Instant::now();
            let engine = (self.build)(&Ears {
                name: &self.name,
                request,
                deadline,
            })?;
            let seconds = started.elapsed().as_secs_f64();
            request
                .observer
                .detail(&format!("{} ready in {seconds:.3} s", self.name));
            let first = self.engine.set(engine).is_ok();
            debug_assert!(first, "only one thread builds");
        }
        self.engine.get()
    }
}
