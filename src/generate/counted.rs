//! Boards of up to twelve cells, which are all known by their distance.

use std::ops::RangeInclusive;

use super::NoBoard;
use crate::{
    puzzle::{Cell, ForSize, Goal, Scramble, Tile},
    search::{Distances, Limits, Observer, Watch},
};

/// Every board of one goal with its distance, and those to draw from.
pub(super) struct Counted {
    all: AnyDistances,
    lengths: RangeInclusive<u8>,
    count: u64,
    /// The ranks of the boards to draw from, if they are few.
    listed: Option<Vec<u32>>,
}

/// Distances without their size.
pub(super) trait AnySize: Send + Sync {
    fn by_rank(&self) -> &[u8];
    fn tiles(&self, rank: u32) -> Vec<Tile>;
}

pub(super) type AnyDistances = Box<dyn AnySize>;

impl<const R: usize, const C: usize> AnySize for Distances<R, C> {
    fn by_rank(&self) -> &[u8] {
        self.by_rank()
    }

    fn tiles(&self, rank: u32) -> Vec<Tile> {
        self.board(rank).tiles().to_vec()
    }
}

/// A list of more ranks is not worth its memory: a random board is one of them soon enough.
const LISTED: u64 = 1 << 20;

/// The distances of every board of a goal; `None` if there are too many boards.
pub(super) fn distances(
    goal: &Goal,
    limits: &Limits,
    observer: &dyn Observer,
) -> Option<Result<AnyDistances, NoBoard>> {
    struct Build<'a>(Cell, Watch<'a>);

    impl ForSize for Build<'_> {
        type Output = Option<Result<AnyDistances, NoBoard>>;

        fn run<const R: usize, const C: usize>(self) -> Self::Output {
            if const { R * C > Distances::<R, C>::MAX_CELLS } {
                return None;
            }
            let built = Distances::<R, C>::build(self.0, &self.1)?;
            Some(match built {
                Ok(distances) => Ok(Box::new(distances)),
                Err(stop) => Err(NoBoard::Stopped(stop)),
            })
        }
    }

    let watch = Watch::start(limits, observer);
    goal.size().dispatch(Build(goal.blank(), watch))
}

impl Counted {
    /// `None` if there are too many boards.
    pub(super) fn new(
        goal: &Goal,
        lengths: &RangeInclusive<u32>,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Option<Result<Counted, NoBoard>> {
        let all = distances(goal, limits, observer)?;
        Some(all.and_then(|all| Counted::of(all, lengths)))
    }

    fn of(all: AnyDistances, lengths: &RangeInclusive<u32>) -> Result<Counted, NoBoard> {
        let byte = |length: u32| u8::try_from(length).unwrap_or(u8::MAX);
        let lengths = byte(*lengths.start())..=byte(*lengths.end());
        let chosen = |distance: &u8| lengths.contains(distance);
        let count = all.by_rank().iter().filter(|d| chosen(d)).count() as u64;
        if count == 0 {
            let longest = all.by_rank().iter().max().copied().unwrap_or(0);
            return Err(NoBoard::Longest(longest.into()));
        }
        let list = || {
            let ranked = (0..).zip(all.by_rank());
            ranked.filter(|(_, d)| chosen(d)).map(|(rank, _)| rank)
        };
        let listed = (count <= LISTED).then(|| list().collect());
        Ok(Counted {
            all,
            lengths,
            count,
            listed,
        })
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Each board with the same chance.
    pub(super) fn draw(&self, random: &mut Scramble) -> (Vec<Tile>, u32) {
        let distances = self.all.by_rank();
        let rank = match &self.listed {
            Some(ranks) => ranks[random.below(self.count) as usize],
            None => loop {
                let rank = random.below(distances.len() as u64) as u32;
                if self.lengths.contains(&distances[rank as usize]) {
                    break rank;
                }
            },
        };
        (self.all.tiles(rank), distances[rank as usize].into())
    }
}
