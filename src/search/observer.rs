//! Where a search reports how far it is.

/// Hears of a search's progress, from any of its threads; all methods may do nothing, as `()` does.
///
/// # Examples
/// Every bound that a search goes through, and its nodes:
/// ```
/// use std::sync::{Arc, Mutex, atomic::{AtomicU64, Ordering}};
/// use slide::{Goal, Grid, NamedGoal, Problem, Size};
/// use slide::search::{Limits, Observer};
/// use slide::solver::{Algorithm, Choice, NamedHeuristic, Plan};
///
/// #[derive(Default)]
/// struct Watcher { bounds: Mutex<Vec<u32>>, nodes: AtomicU64 }
///
/// impl Observer for Watcher {
///     fn bound(&self, bound: u32) {
///         self.bounds.lock().unwrap().push(bound);
///     }
///     fn generated(&self, more: u64) {
///         self.nodes.fetch_add(more, Ordering::Relaxed);
///     }
/// }
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
/// let start = Grid::new(goal.size(), [8, 6, 7, 2, 5, 4, 3, 0, 1]);
/// let (algorithm, heuristic) = (Algorithm::IdaStar, NamedHeuristic::Manhattan);
/// let choice = Choice { algorithm, heuristic, ..Choice::default() };
/// let plan = Plan::new(goal.size(), goal.blank(), &choice)?;
/// let watcher = Watcher::default();
/// let answer = plan.solve(&Problem::new(start, goal)?, &Limits::default(), &watcher);
/// assert_eq!(*watcher.bounds.lock().unwrap(), [21, 23, 25, 27, 29, 31]);
/// assert_eq!(watcher.nodes.into_inner(), answer.stats.generated);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer: Sync {
    /// A pass with this bound begins: no solution is shorter.
    fn bound(&self, bound: u32) {
        let _ = bound;
    }

    /// A solution of this length is known, which need not be the shortest.
    fn best(&self, length: u32) {
        let _ = length;
    }

    /// So much of the pass is searched, from 0 to 1, by its pieces; told of large passes only.
    fn searched(&self, share: f64) {
        let _ = share;
    }

    /// Tables of this name are being built; so much of the work is done, from 0 to 1.
    fn building(&self, name: &str, share: f64) {
        let _ = (name, share);
    }

    /// Something that a curious user likes to know: which tables were made ready, and in what time.
    fn detail(&self, detail: &str) {
        let _ = detail;
    }

    /// Something that every user should know, in words; the search goes on.
    fn notice(&self, notice: &str) {
        let _ = notice;
    }

    /// So many more nodes were generated.
    fn generated(&self, more: u64) {
        let _ = more;
    }
}

impl Observer for () {}

/// Tells an observer of the nodes and tables of several searches at a time, and not of bounds and solutions, of which nobody
/// could tell whose they are.
pub struct SideBySide<'a>(pub &'a dyn Observer);

impl Observer for SideBySide<'_> {
    fn building(&self, name: &str, share: f64) {
        self.0.building(name, share);
    }

    fn detail(&self, detail: &str) {
        self.0.detail(detail);
    }

    fn notice(&self, notice: &str) {
        self.0.notice(notice);
    }

    fn generated(&self, more: u64) {
        self.0.generated(more);
    }
}
