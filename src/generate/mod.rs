//! Boards to order: those whose shortest solution has a given length, and the hardest.
//!
//! Random boards of no particular length are [`Scramble`]'s.

mod counted;
mod far;
mod hardest;
mod near;

use std::{fmt, ops::RangeInclusive, sync::Arc};

use crate::{
    pdb::Cache,
    puzzle::{Goal, Grid, Scramble},
    search::{Limits, Observer, Stop},
    solver::Plan,
};
use counted::Counted;
use far::Far;
use near::Near;

pub use hardest::hardest;

/// A board with the length of its shortest solutions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Measured {
    /// The board, as written for the goal.
    pub board: Grid,
    /// How many moves it needs.
    pub length: u32,
}

/// A source of boards whose shortest solutions have a length in a range.
///
/// Every length given out is exact. Where all boards can be counted (up to twelve cells, and near the goal
/// on larger boards) each has the same chance. Elsewhere boards are found by search: a random board that
/// is too far from the goal is followed along its shortest solution until it is not, so the boards are
/// many and various, but some are likelier than others.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, NamedGoal, Size, generate::ByLength, pdb::Cache, search::Limits, solver::Plan};
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
/// let plan = Arc::new(Plan::auto(goal.size(), goal.blank()));
/// let (cache, limits) = (Cache::nowhere(), Limits::default());
/// let source = ByLength::new(goal, 31..=31, plan, cache, &limits, &())?;
/// assert_eq!(source.count(), Some(2));
/// let hardest = source.draw(1, &limits, &())?;
/// assert_eq!(hardest.length, 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ByLength {
    goal: Arc<Goal>,
    lengths: RangeInclusive<u32>,
    source: Source,
}

enum Source {
    Counted(Counted),
    Near(Near),
    Far(Far),
}

/// Boards of more cells are counted only as far as they are near the goal, if that is far enough: all 240
/// million of twelve cells take many seconds.
const SOON_COUNTED: usize = 10;

/// Why there is no board of the lengths asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoBoard {
    /// A limit was reached before one was found.
    Stopped(Stop),
    /// No board needs as many moves.
    Longest(u32),
    /// The plan's engine does not prove that its solutions are shortest.
    Unproven,
    /// Not one was found among as many random boards.
    Tries(u32),
}

impl fmt::Display for NoBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoBoard::Stopped(stop) => stop.fmt(f),
            NoBoard::Longest(longest) => write!(f, "no board needs more than {longest} moves"),
            NoBoard::Unproven => f.write_str("the engine does not prove its solutions optimal"),
            NoBoard::Tries(tries) => {
                write!(f, "not one of {tries} random boards needs as many moves")
            }
        }
    }
}

impl std::error::Error for NoBoard {}

impl ByLength {
    /// The source of boards for `goal` with a length in `lengths`; `plan` solves what must be searched, and
    /// `cache` may hold pattern databases.
    ///
    /// # Errors
    /// If no board is so far from the goal, or if a limit was reached while all boards were counted.
    ///
    /// # Panics
    /// Later, if the plan is for another size or another cell of the goal's blank.
    pub fn new(
        goal: Arc<Goal>,
        lengths: RangeInclusive<u32>,
        plan: Arc<Plan>,
        cache: Cache,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Result<ByLength, NoBoard> {
        let near = || Near::new(&goal, &lengths);
        let source = if let Some(near) = (goal.size().cells() > SOON_COUNTED).then(near).flatten() {
            Source::Near(near)
        } else if let Some(counted) = Counted::new(&goal, &lengths, limits, observer) {
            Source::Counted(counted?)
        } else {
            Source::Far(Far::new(&goal, &lengths, plan, cache)?)
        };
        Ok(ByLength {
            goal,
            lengths,
            source,
        })
    }

    /// How many boards there are to be drawn, where they can be counted.
    pub fn count(&self) -> Option<u64> {
        match &self.source {
            Source::Counted(counted) => Some(counted.count()),
            Source::Near(near) => Some(near.count()),
            Source::Far(_) => None,
        }
    }

    /// A board; the same for the same seed.
    ///
    /// # Errors
    /// If a limit is reached first, or many random boards are all too near the goal.
    pub fn draw(
        &self,
        seed: u64,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Result<Measured, NoBoard> {
        let mut random = Scramble::new(seed);
        let (tiles, length) = match &self.source {
            Source::Counted(counted) => counted.draw(&mut random),
            Source::Near(near) => near.draw(&mut random),
            Source::Far(far) => return far.draw(&self.goal, &mut random, limits, observer),
        };
        debug_assert!(self.lengths.contains(&length));
        let board = self.goal.written(&tiles);
        Ok(Measured { board, length })
    }
}
