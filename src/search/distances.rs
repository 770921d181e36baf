//! How far every board is from one goal.

use crate::puzzle::{Board, Cell, Ranks};

use super::{Stop, Watch, level::Level};

/// The length of the shortest solution of every board that can be brought to one goal: a byte a board.
///
/// [`SolutionTable`](super::SolutionTable) knows the moves too, but takes four bytes a board and stops at ten cells;
/// this goes to twelve.
///
/// # Examples
/// ```
/// use slide::{Cell, search::{Distances, Limits, Watch}};
/// let limits = Limits::default();
/// let distances = Distances::<3, 3>::build(Cell::new(8), &Watch::start(&limits, &()));
/// let distances = distances.expect("nine cells").expect("nothing stops it");
/// let hardest: Vec<_> = (0..).zip(distances.by_rank()).filter(|(_, d)| **d == 31).collect();
/// assert_eq!(hardest.len(), 2);
/// let blanks: Vec<_> = hardest.iter().map(|&(rank, _)| distances.board(rank).blank()).collect();
/// assert_eq!(blanks, [Cell::new(5), Cell::new(7)]);
/// ```
#[derive(Clone, Debug)]
pub struct Distances<const R: usize, const C: usize> {
    ranks: Ranks<R, C>,
    by_rank: Box<[u8]>,
}

/// No board of twelve cells is as far.
const UNREACHED: u8 = u8::MAX;

impl<const R: usize, const C: usize> Distances<R, C> {
    /// The most cells of a board whose distances are kept: 12!/2 boards take 240 MB.
    pub const MAX_CELLS: usize = Ranks::<R, C>::MAX_CELLS;

    /// The distances to the goal with its blank at `goal_blank`, by one breadth-first search; `None`
    /// for boards of more than [`Distances::MAX_CELLS`] cells.
    ///
    /// # Errors
    /// What stopped it.
    ///
    /// # Complexity
    /// O(cells!/2) time; a byte for each board and four for each of the two widest levels.
    pub fn build(goal_blank: Cell, watch: &Watch<'_>) -> Option<Result<Self, Stop>> {
        let ranks = Ranks::new(goal_blank)?;
        let goal = ranks.rank(&Board::goal(goal_blank))?;
        let mut by_rank = Vec::with_capacity(ranks.len());
        while by_rank.len() < ranks.len() {
            // A quarter of a gigabyte at once would take a fifth of a second.
            if let Err(stop) = watch.check(0) {
                return Some(Err(stop));
            }
            by_rank.resize(ranks.len().min(by_rank.len() + (1 << 24)), UNREACHED);
        }
        by_rank[goal.rank() as usize] = 0;
        let mut distances = Distances {
            ranks,
            by_rank: by_rank.into_boxed_slice(),
        };
        let root = Level::of_root(ranks, goal_blank, goal.rank());
        Some(distances.fill(root, watch).map(|()| distances))
    }

    fn fill(&mut self, mut level: Level<R, C>, watch: &Watch<'_>) -> Result<(), Stop> {
        let mut next = Level::new(self.ranks);
        let (all, mut found) = (self.ranks.len() as f64, 1);
        for distance in 1.. {
            for group in level.groups(Watch::INTERVAL as usize) {
                let made = level.expand(group, |step, _, children| {
                    let list = next.list(step.blank, Some(step.last));
                    for &child in children {
                        let byte = &mut self.by_rank[child as usize];
                        if *byte == UNREACHED {
                            *byte = distance;
                            list.push(child);
                        }
                    }
                });
                watch.check(made)?;
                found += group.len();
                let share = found as f64 / all;
                watch
                    .observer()
                    .building("the distances of all boards", share);
            }
            if next.is_empty() {
                break;
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        Ok(())
    }

    /// The distance of every board, in the order of their ranks.
    pub fn by_rank(&self) -> &[u8] {
        &self.by_rank
    }

    /// The board of a rank.
    pub fn board(&self, rank: u32) -> Board<R, C> {
        self.ranks.unrank(rank).board()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Cancel, Limits, SolutionTable};

    fn distances_are_those_of_the_table<const R: usize, const C: usize>() {
        let limits = Limits::default();
        for goal_blank in (0..R * C).map(Cell::new) {
            let table = SolutionTable::<R, C>::build(goal_blank).expect("a small board");
            let distances = Distances::<R, C>::build(goal_blank, &Watch::start(&limits, &()))
                .expect("a small board")
                .expect("nothing stops it");
            for (rank, &distance) in (0..).zip(distances.by_rank()) {
                let board = distances.board(rank);
                assert_eq!(table.distance(&board), Some(distance.into()));
            }
        }
    }

    #[test]
    fn distances_are_those_of_the_table_for_every_board_of_the_small_sizes() {
        distances_are_those_of_the_table::<2, 2>();
        distances_are_those_of_the_table::<2, 3>();
        distances_are_those_of_the_table::<3, 2>();
        distances_are_those_of_the_table::<3, 3>();
    }

    #[test]
    fn large_boards_have_none_and_a_cancel_stops_the_building() {
        let cancel = Cancel::new();
        cancel.cancel();
        let limits = Limits {
            cancel,
            ..Limits::default()
        };
        let watch = Watch::start(&limits, &());
        assert!(Distances::<4, 4>::build(Cell::new(15), &watch).is_none());
        let stopped = Distances::<3, 4>::build(Cell::new(11), &watch).expect("12 cells");
        assert_eq!(stopped.err(), Some(Stop::Cancelled));
    }
}
