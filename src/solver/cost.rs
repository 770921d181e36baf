//! What an engine's tables cost, and whether the limits of a search allow it.

use std::{sync::LazyLock, time::Duration};

use crate::search::Limits;

/// Time and memory that must be at hand before tables are made ready.
pub(super) struct Cost {
    time: Duration,
    memory: Memory,
}

struct Memory {
    at_most: u64,
    exact: LazyLock<u64, Box<dyn FnOnce() -> u64 + Send>>,
}

/// Which limit is too narrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Barred {
    /// The time limit; this is about what it takes.
    Time(Duration),
    /// The memory limit; so many bytes are needed.
    Memory(u64),
}

impl Cost {
    /// That of an engine without tables.
    pub(super) fn none() -> Cost {
        Cost::new(Duration::ZERO, 0, || 0)
    }

    /// About `time`, and `exact()` bytes, certainly no more than `at_most`; the exact number is asked for only where it
    /// matters, as it can take a tenth of a second to tell.
    pub(super) fn new(
        time: Duration,
        at_most: u64,
        exact: impl FnOnce() -> u64 + Send + 'static,
    ) -> Cost {
        let exact = LazyLock::new(Box::new(exact) as _);
        Cost {
            time,
            memory: Memory { at_most, exact },
        }
    }

    /// Whether there are tables to pay for.
    pub(super) fn is_some(&self) -> bool {
        self.memory.at_most > 0
    }

    /// What of the limits does not allow it, if anything does not.
    pub(super) fn barred(&self, limits: &Limits) -> Option<Barred> {
        let Memory { at_most, exact } = &self.memory;
        let too_much = |&limit: &u64| limit < *at_most && limit < **exact;
        if limits.memory.as_ref().is_some_and(too_much) {
            return Some(Barred::Memory(**exact));
        }
        let too_long = limits.time.is_some_and(|limit| limit < self.time);
        too_long.then_some(Barred::Time(self.time))
    }
}
