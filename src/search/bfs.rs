//! Uniform-cost search: all boards in the order of their distance from the start.

use crate::puzzle::{Board, Cell, Move, RankedBoard, Ranks};

use super::{Answer, Outcome, Solution, Stats, Stop, Watch, arrivals::Arrivals, level::Level};

/// Breadth-first search over ranks, which on moves of equal cost is Dijkstra's algorithm.
///
/// It asks no heuristic, so it is an independent check of every engine that does. Memory is one byte
/// for each solvable board of the size, reached or not, and four for each board of the two levels in
/// hand. See `docs/algorithms/tables.md`.
#[derive(Clone, Copy, Debug)]
pub struct Bfs<const R: usize, const C: usize> {
    ranks: Ranks<R, C>,
    goal_blank: Cell,
}

impl<const R: usize, const C: usize> Bfs<R, C> {
    /// The most cells of a board that can be searched so.
    pub const MAX_CELLS: usize = Ranks::<R, C>::MAX_CELLS;

    /// The search for the goal with its blank at `goal_blank`; `None` for boards of more than
    /// [`Bfs::MAX_CELLS`] cells.
    pub fn new(goal_blank: Cell) -> Option<Self> {
        Ranks::new(goal_blank).map(|ranks| Bfs { ranks, goal_blank })
    }

    /// Solves one board, optimally unless `watch` stops it.
    ///
    /// # Complexity
    /// O(boards nearer than the goal), 239,500,800 of 12 cells at most.
    pub fn search(&self, start: &Board<R, C>, watch: &Watch<'_>) -> Answer {
        let mut run = Run {
            ranks: self.ranks,
            stats: Stats::default(),
            bound: 0,
        };
        let goal = self.ranks.rank(&Board::goal(self.goal_blank));
        let outcome = match (self.ranks.rank(start), goal) {
            (Some(start), Some(goal)) => run
                .from(start, goal, watch)
                .unwrap_or_else(|stop| Outcome::open(run.bound, stop)),
            _ => Outcome::Unsolvable,
        };
        run.stats.elapsed = watch.elapsed();
        Answer {
            outcome,
            estimate: 0,
            stats: run.stats,
        }
    }
}

struct Run<const R: usize, const C: usize> {
    ranks: Ranks<R, C>,
    stats: Stats,
    /// No solution is shorter.
    bound: u32,
}

impl<const R: usize, const C: usize> Run<R, C> {
    fn from(
        &mut self,
        start: RankedBoard<R, C>,
        goal: RankedBoard<R, C>,
        watch: &Watch<'_>,
    ) -> Result<Outcome, Stop> {
        if start == goal {
            return Ok(solved(Vec::new()));
        }
        self.bound = 1;
        let closed = Arrivals::memory(self.ranks);
        watch.reserve(closed)?;
        let mut arrivals = Arrivals::new(self.ranks, start);
        let mut stored = 1;
        let mut level = Level::of_root(self.ranks, start.blank(), start.rank());
        let mut next = Level::new(self.ranks);
        for depth in 0.. {
            self.bound = depth + 1;
            watch.observer().bound(self.bound);
            for group in level.groups(Watch::INTERVAL as usize) {
                for step in group.steps::<R, C>() {
                    let others = level.capacity() + next.capacity();
                    let list = next.list(step.blank, Some(step.last));
                    make_room(list, group.len(), |more| {
                        watch.reserve(closed + queue_memory(others + more))
                    })?;
                }
                let made = level.expand(group, |step, _, children| {
                    let list = next.list(step.blank, Some(step.last));
                    for &child in children {
                        if arrivals.reach(child, depth + 1, step.last) {
                            stored += 1;
                            list.push(child);
                        }
                    }
                });
                self.stats.expanded += group.len() as u64;
                self.stats.generated += made;
                self.stats.stored = stored;
                if arrivals.contains(goal.rank()) {
                    return Ok(solved(arrivals.way_to(goal)));
                }
                watch.check(made)?;
            }
            if next.is_empty() {
                break;
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        Ok(Outcome::Unsolvable)
    }
}

fn queue_memory(boards: usize) -> u64 {
    (boards * size_of::<u32>()) as u64
}

/// Lets the list take `more` boards, and asks first if it must grow: `ask` is told by how much.
fn make_room(
    list: &mut Vec<u32>,
    more: usize,
    ask: impl FnOnce(usize) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let needed = list.len() + more;
    if needed > list.capacity() {
        let capacity = needed.max(2 * list.capacity());
        ask(capacity - list.capacity())?;
        list.reserve_exact(capacity - list.len());
    }
    Ok(())
}

fn solved(moves: Vec<Move>) -> Outcome {
    Outcome::Solved(Solution::optimal(moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        puzzle::Tile,
        search::{Cancel, Limits, SolutionTable},
    };

    fn search<const R: usize, const C: usize>(
        goal_blank: Cell,
        board: &Board<R, C>,
        limits: &Limits,
    ) -> Answer {
        let bfs = Bfs::new(goal_blank).expect("a small board");
        bfs.search(board, &Watch::start(limits, &()))
    }

    fn agrees_with_the_table<const R: usize, const C: usize>(goal_blank: Cell, stride: usize) {
        let table = SolutionTable::<R, C>::build(goal_blank).expect("a small board");
        for board in table.boards().step_by(stride) {
            let answer = search(goal_blank, &board, &Limits::default());
            let Outcome::Solved(solution) = answer.outcome else {
                panic!("{board:?} has a solution");
            };
            assert!(solution.is_optimal());
            assert_eq!(Some(solution.moves.len() as u32), table.distance(&board));
            let mut end = board;
            for m in solution.moves {
                end.apply(m);
            }
            assert_eq!(end, Board::goal(goal_blank));
            assert!(answer.stats.expanded <= answer.stats.generated + 1);
            assert_eq!(answer.stats.iterations, 0);
        }
    }

    #[test]
    fn solutions_reach_the_goal_and_are_as_long_as_the_table_says() {
        for cell in (0..6).map(Cell::new) {
            agrees_with_the_table::<2, 3>(cell, 1);
            agrees_with_the_table::<3, 2>(cell, 1);
        }
        for cell in (0..9).map(Cell::new) {
            agrees_with_the_table::<3, 3>(cell, 7_001);
        }
        agrees_with_the_table::<2, 5>(Cell::new(9), 400_009);
    }

    #[test]
    fn a_memory_limit_ends_the_search_with_a_true_bound() {
        let goal_blank = Cell::new(8);
        let table = SolutionTable::<3, 3>::build(goal_blank).expect("9 cells");
        for board in table.boards().step_by(9_001) {
            let distance = table.distance(&board).expect("solvable");
            let mut bounds = Vec::new();
            for memory in [0, 181_439, 181_440, 190_000, 250_000] {
                let limits = Limits {
                    memory: Some(memory),
                    ..Limits::default()
                };
                match search(goal_blank, &board, &limits).outcome {
                    Outcome::Unknown { bound, stop, .. } => {
                        assert!(matches!(stop, Stop::Memory { needed } if needed > memory));
                        assert!(bound <= distance);
                        bounds.push(bound);
                    }
                    Outcome::Solved(solution) => {
                        assert!(memory > 181_440 || distance == 0);
                        assert_eq!(solution.moves.len() as u32, distance);
                    }
                    Outcome::Unsolvable => panic!("{board:?} has a solution"),
                }
            }
            assert!(bounds.is_sorted(), "more memory proves no less");
            assert!(distance < 20 || bounds.last() > Some(&5));
        }
    }

    #[test]
    fn node_limits_and_a_cancelled_watch_end_the_search() {
        let reverse = [8, 7, 6, 5, 4, 3, 2, 1, 0].map(Tile::new);
        let board = Board::<3, 3>::from_tiles(&reverse);
        let limits = Limits {
            nodes: Some(1_000),
            ..Limits::default()
        };
        let answer = search(Cell::new(8), &board, &limits);
        assert!(
            matches!(answer.outcome, Outcome::Unknown { bound, stop: Stop::Nodes, .. } if bound > 8)
        );
        assert!((1_000..10_000).contains(&answer.stats.generated));
        let limits = Limits {
            cancel: Cancel::new(),
            ..Limits::default()
        };
        limits.cancel.cancel();
        let answer = search(Cell::new(8), &board, &limits);
        let stop = Stop::Cancelled;
        assert_eq!(answer.outcome, Outcome::open(1, stop));
    }

    #[test]
    fn unsolvable_boards_and_large_ones_are_told_apart() {
        let swapped = [2, 1, 3, 4, 5, 6, 7, 8, 0].map(Tile::new);
        let board = Board::<3, 3>::from_tiles(&swapped);
        let answer = search(Cell::new(8), &board, &Limits::default());
        assert_eq!(answer.outcome, Outcome::Unsolvable);
        assert_eq!(answer.stats.generated, 0);
        assert!(Bfs::<4, 4>::new(Cell::new(15)).is_none());
        assert!(Bfs::<4, 3>::new(Cell::new(11)).is_some());
    }
}
