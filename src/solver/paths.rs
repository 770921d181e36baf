//! All shortest solutions of a board, or the first of them in an order of one's own.

use std::{
    sync::{Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use super::{
    Choice, Request, Tables,
    databases::{cost, large_at_hand},
    ears::Ears,
};
use crate::{
    heuristic::{Heuristic, LinearConflict},
    pdb::{Additive, Partition, Pattern, large, small},
    puzzle::{Board, Cell, ForSize, Move, Problem, Size, Slide},
    search::{
        Effort, Known, Limits, Observer, Quest, ShortestPaths, SolutionTable, Stats, Stop, Wanted,
        Watch,
    },
};

/// Finds all shortest solutions of the boards of one size and one cell of the goal's blank.
///
/// The engines stop at the first solution; this one searches below its length to the end.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, Grid, Move, NamedGoal, Problem, Size};
/// use slide::{search::{Limits, Wanted}, solver::{Choice, PathFinder}};
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
/// let hardest = Grid::new(goal.size(), [6, 4, 7, 8, 5, 0, 3, 2, 1]);
/// let problem = Problem::new(hardest, goal.clone())?;
/// let finder = PathFinder::new(goal.size(), goal.blank(), &Choice::default());
/// let (paths, _) = finder.find(&problem, 31, Wanted::All, Move::ALL, &Limits::default(), &())?;
/// assert_eq!(paths.count(), 40);
/// assert!(paths.iter().all(|moves| moves.len() == 31));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PathFinder {
    size: Size,
    goal_blank: Cell,
    choice: Choice,
    quick: Box<dyn Finder>,
    /// The sets of pattern databases to turn to; none if `quick` knows every distance, or if none are wanted.
    partitions: Vec<Partition>,
    /// Guided by pattern databases, if there are any for the size.
    strong: OnceLock<Option<Box<dyn Finder>>>,
    building: Mutex<()>,
}

/// The most cells of a board whose distances are all known at once.
const EXACT_CELLS: usize = 9;

/// Nodes after which a board is worth tables.
const QUICK: u64 = 1 << 21;

impl PathFinder {
    /// The finder for boards of `size` and goals whose blank is at `goal_blank`; the pattern databases that `choice` allows
    /// are built when a board first needs them, or taken from its cache.
    pub fn new(size: Size, goal_blank: Cell, choice: &Choice) -> PathFinder {
        let partitions = if size.cells() <= EXACT_CELLS || choice.tables == Tables::None {
            vec![]
        } else if large_at_hand(size, goal_blank, choice) {
            large(size, goal_blank)
        } else {
            small(size, goal_blank)
        };
        PathFinder {
            partitions,
            size,
            goal_blank,
            choice: choice.clone(),
            quick: size.dispatch(Quick(goal_blank)),
            strong: OnceLock::new(),
            building: Mutex::new(()),
        }
    }

    /// The shortest solutions of a solvable problem, `length` being their length; moves are tried, and
    /// solutions listed, in this `order`.
    ///
    /// # Errors
    /// What stopped the search.
    ///
    /// # Panics
    /// If the problem is of another size, or if no shortest solution has this length.
    ///
    /// # Complexity
    /// The nodes of the last pass of iterative deepening, to its end; memory for the boards on the solutions.
    pub fn find(
        &self,
        problem: &Problem,
        length: u32,
        wanted: Wanted,
        order: [Move; 4],
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Result<(ShortestPaths, Stats), Stop> {
        assert_eq!(problem.size(), self.size, "a finder is for one size");
        let started = Instant::now();
        let quest = Quest {
            length,
            wanted,
            order,
            give_up: QUICK,
        };
        let endless = Quest {
            give_up: u64::MAX,
            ..quest
        };
        if self.partitions.is_empty() {
            return self.quick.find(problem, endless, limits, observer);
        }
        if self.strong.get().is_none() {
            match self.quick.find(problem, quest, limits, observer) {
                Err(Stop::Large) => {}
                other => return other,
            }
        }
        let left = || limits.after(started.elapsed());
        let strong = self.strong(problem, &left(), observer)?;
        strong.find(problem, endless, &left(), observer)
    }

    /// The finder with tables, made ready when first asked for.
    fn strong(
        &self,
        problem: &Problem,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Result<&dyn Finder, Stop> {
        let _building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        if self.strong.get().is_none() {
            let barred = cost(&self.partitions, &self.choice).barred(limits);
            if barred.is_some() {
                return Ok(self.quick.as_ref());
            }
            let deadline = |time: Duration| Instant::now().checked_add(time);
            let tables = self.choice.cache.tables(
                &self.partitions,
                false,
                &Ears {
                    name: "pattern-db",
                    request: &Request {
                        problem,
                        limits,
                        observer,
                        known: Known::default(),
                        effort: Effort::ALONE,
                    },
                    deadline: limits.time.and_then(deadline),
                },
            );
            let Some(tables) = tables else {
                let cancelled = limits.cancel.is_cancelled();
                return Err(if cancelled {
                    Stop::Cancelled
                } else {
                    Stop::Time
                });
            };
            let additive = Additive::new(&self.partitions[0], &tables);
            let strong =
                additive.map(|additive| self.size.dispatch(Strong(self.goal_blank, additive)));
            let first = self.strong.set(strong.flatten()).is_ok();
            debug_assert!(first, "only one thread builds");
        }
        let strong = self.strong.get().and_then(Option::as_deref);
        Ok(strong.unwrap_or(self.quick.as_ref()))
    }
}

/// A search with its heuristic, for one size.
trait Finder: Send + Sync {
    fn find(
        &self,
        problem: &Problem,
        quest: Quest,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Result<(ShortestPaths, Stats), Stop>;
}

struct Guided<const R: usize, const C: usize, H> {
    goal_blank: Cell,
    heuristic: H,
}

impl<const R: usize, const C: usize, H: Heuristic<R, C> + Send> Finder for Guided<R, C, H> {
    fn find(
        &self,
        problem: &Problem,
        quest: Quest,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Result<(ShortestPaths, Stats), Stop> {
        let watch = Watch::start(limits, observer);
        observer.bound(quest.length);
        let board = problem.board::<R, C>();
        ShortestPaths::find(&board, self.goal_blank, &self.heuristic, quest, &watch)
    }
}

/// The finder that is ready at once.
struct Quick(Cell);

impl ForSize for Quick {
    type Output = Box<dyn Finder>;

    fn run<const R: usize, const C: usize>(self) -> Box<dyn Finder> {
        let goal_blank = self.0;
        if const { R * C <= EXACT_CELLS }
            && let Some(table) = SolutionTable::<R, C>::build(goal_blank)
        {
            let heuristic = Exact(table);
            return Box::new(Guided {
                goal_blank,
                heuristic,
            });
        }
        let heuristic = LinearConflict::<R, C>::new(goal_blank);
        Box::new(Guided {
            goal_blank,
            heuristic,
        })
    }
}

/// Sixteen places: two views of patterns of five or six tiles on the largest boards.
type Places = Additive<16>;

/// The finder with tables.
struct Strong(Cell, Places);

impl ForSize for Strong {
    type Output = Option<Box<dyn Finder>>;

    fn run<const R: usize, const C: usize>(self) -> Self::Output {
        let Strong(goal_blank, heuristic) = self;
        if const { R * C > Pattern::MAX_CELLS } {
            return None;
        }
        Some(Box::new(Guided::<R, C, _> {
            goal_blank,
            heuristic,
        }))
    }
}

/// The true distance as the estimate: no board off the shortest paths is ever entered.
struct Exact<const R: usize, const C: usize>(SolutionTable<R, C>);

impl<const R: usize, const C: usize> Heuristic<R, C> for Exact<R, C> {
    type State = u32;

    fn init(&self, board: &Board<R, C>) -> u32 {
        self.0.distance(board).expect("the problem is solvable")
    }

    fn advance(&self, _: u32, after: &Board<R, C>, _: Slide) -> u32 {
        self.init(after)
    }

    fn estimate(&self, state: &u32) -> u32 {
        *state
    }
}
