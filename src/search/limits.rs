//! When a search has to stop without an answer.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use super::Observer;

/// A switch that stops searches from another thread; clones share the switch.
///
/// # Examples
/// A search that would take years, stopped after a moment:
/// ```
/// use std::{sync::Arc, thread, time::Duration};
/// use slide::{Goal, NamedGoal, Problem, Scramble, Size};
/// use slide::search::{Cancel, Limits, Outcome, Stop};
/// use slide::solver::{Choice, Plan, Quality};
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(8)?));
/// let problem = Problem::new(Scramble::new(1).solvable(&goal), goal.clone())?;
/// let cancel = Cancel::new();
/// let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
/// let search = thread::spawn(move || {
///     let choice = Choice { quality: Quality::Optimal, ..Choice::default() };
///     let plan = Plan::new(goal.size(), goal.blank(), &choice).expect("every size has one");
///     plan.solve(&problem, &limits, &()).outcome
/// });
/// thread::sleep(Duration::from_millis(50));
/// cancel.cancel();
/// let outcome = search.join().expect("it does not panic");
/// assert!(matches!(outcome, Outcome::Unknown { stop: Stop::Cancelled, bound, .. } if bound > 100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A switch that is off.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Stops every search that has this switch; there is no way back.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the switch is on.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What one search may use. The default is no limit.
///
/// A limit reached is no error: the answer is [`Outcome::Unknown`](super::Outcome::Unknown), with what is proven by then.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, NamedGoal, Problem, Scramble, Size, solver::Plan};
/// use slide::search::{Limits, Outcome, Stop};
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(5)?));
/// let problem = Problem::new(Scramble::new(1).solvable(&goal), goal.clone())?;
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// let answer = Plan::auto(goal.size(), goal.blank()).solve(&problem, &limits, &());
/// let Outcome::Unknown { stop: Stop::Nodes, bound, best } = answer.outcome else {
///     panic!("it takes more nodes")
/// };
/// // Both bounds of what is not known.
/// assert!(bound > 60 && best.is_some_and(|moves| moves.len() >= bound as usize));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Generated nodes; a search stops at its first look at the clock after as many.
    pub nodes: Option<u64>,
    /// Bytes for what grows with the search: closed sets, queues, tables.
    pub memory: Option<u64>,
    /// Stops the search from outside.
    pub cancel: Cancel,
}

impl Limits {
    /// What is left of these after a search has run for a while.
    pub fn after(&self, spent: Duration) -> Limits {
        Limits {
            time: self.time.map(|time| time.saturating_sub(spent)),
            ..self.clone()
        }
    }
}

/// What stopped a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// [`Limits::time`].
    Time,
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::memory`]; the search would have needed `needed` bytes.
    Memory {
        /// Bytes that the search asked for when it stopped.
        needed: u64,
    },
    /// [`Limits::cancel`].
    Cancelled,
    /// The next pass would be larger than [`Effort::give_up`](super::Effort::give_up) allows.
    Large,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Time => f.write_str("the time limit was reached"),
            Stop::Nodes => f.write_str("the node limit was reached"),
            Stop::Memory { needed } => {
                let mib = needed.div_ceil(1 << 20);
                write!(
                    f,
                    "the memory limit was reached ({mib} MiB would have been needed)"
                )
            }
            Stop::Cancelled => f.write_str("interrupted"),
            Stop::Large => {
                f.write_str("more nodes were needed than the search was to take upon itself")
            }
        }
    }
}

impl std::error::Error for Stop {}

/// The limits of one running search, shared by its threads.
pub struct Watch<'a> {
    limits: &'a Limits,
    observer: &'a dyn Observer,
    started: Instant,
    generated: AtomicU64,
}

impl<'a> Watch<'a> {
    /// Nodes between two looks at the clock: under a millisecond in the fastest engine, ten in the slowest.
    pub const INTERVAL: u32 = 1 << 15;

    /// Starts the clock.
    pub fn start(limits: &'a Limits, observer: &'a dyn Observer) -> Watch<'a> {
        Watch {
            limits,
            observer,
            started: Instant::now(),
            generated: AtomicU64::new(0),
        }
    }

    /// Takes note of `more` generated nodes, those since this thread's last call, and looks at the clock.
    ///
    /// To be called every [`Watch::INTERVAL`] expanded nodes, so that limits hold within milliseconds.
    ///
    /// # Errors
    /// What stops the search, if anything does.
    pub fn check(&self, more: u64) -> Result<(), Stop> {
        let generated = self.note(more);
        if self.limits.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.limits.nodes.is_some_and(|limit| generated >= limit) {
            return Err(Stop::Nodes);
        }
        if self
            .limits
            .time
            .is_some_and(|limit| self.started.elapsed() >= limit)
        {
            return Err(Stop::Time);
        }
        Ok(())
    }

    /// Takes note of `more` generated nodes, without a look at the clock; gives the sum of all threads.
    pub fn note(&self, more: u64) -> u64 {
        self.observer.generated(more);
        self.generated.fetch_add(more, Ordering::Relaxed) + more
    }

    /// The nodes of all threads that were taken note of.
    pub fn generated(&self) -> u64 {
        self.generated.load(Ordering::Relaxed)
    }

    /// Asks for `bytes` in all.
    ///
    /// # Errors
    /// [`Stop::Memory`] if that is above the limit.
    pub(crate) fn reserve(&self, bytes: u64) -> Result<(), Stop> {
        match self.limits.memory {
            Some(limit) if bytes > limit => Err(Stop::Memory { needed: bytes }),
            _ => Ok(()),
        }
    }

    /// The bytes that may be taken.
    pub(crate) fn memory(&self) -> u64 {
        self.limits.memory.unwrap_or(u64::MAX)
    }

    /// The time that is left, if it is limited.
    pub(crate) fn left(&self) -> Option<Duration> {
        let time = self.limits.time?;
        Some(time.saturating_sub(self.started.elapsed()))
    }

    /// What is left of the limits, for each of so many searches side by side.
    pub(crate) fn rest(&self, searches: u64) -> Limits {
        let generated = self.generated();
        let nodes = |limit: u64| limit.saturating_sub(generated) / searches;
        Limits {
            nodes: self.limits.nodes.map(nodes),
            memory: self.limits.memory.map(|bytes| bytes / searches),
            ..self.limits.after(self.elapsed())
        }
    }

    /// The nodes that are left, if they are limited.
    pub(crate) fn nodes_left(&self) -> Option<u64> {
        let nodes = self.limits.nodes?;
        Some(nodes.saturating_sub(self.generated()))
    }

    /// Whom to tell of progress.
    pub fn observer(&self) -> &dyn Observer {
        self.observer
    }

    /// Wall time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
