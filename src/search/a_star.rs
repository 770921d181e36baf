//! A*: boards in the order of the least length that a solution through them can have.

use crate::{
    heuristic::Consistent,
    puzzle::{Board, Cell, RankedBoard, Ranks},
};

use super::{Answer, Outcome, Solution, Stats, Stop, Watch, arrivals::Arrivals, open::Open};

/// Best-first search over ranks by f = g + h, the moves made and the estimate of those to come.
///
/// Under a [`Consistent`] heuristic a board is first expanded by a shortest way, so none is expanded
/// twice. A shorter way to a board still queued is queued again, and the older entry is passed over
/// when it comes up. An entry is the rank and the heuristic's state: taking the state from the parent's
/// costs memory, but working it out anew from the board would cost more time than all the rest of an
/// expansion. See `docs/algorithms/tables.md`.
#[derive(Clone, Debug)]
pub struct AStar<const R: usize, const C: usize, H> {
    ranks: Ranks<R, C>,
    goal_blank: Cell,
    heuristic: H,
}

impl<const R: usize, const C: usize, H: Consistent<R, C>> AStar<R, C, H> {
    /// The most cells of a board that can be searched so.
    pub const MAX_CELLS: usize = Ranks::<R, C>::MAX_CELLS;

    /// The search for the goal with its blank at `goal_blank`, to which `heuristic` must belong; `None`
    /// for boards of more than [`AStar::MAX_CELLS`] cells.
    pub fn new(goal_blank: Cell, heuristic: H) -> Option<Self> {
        Ranks::new(goal_blank).map(|ranks| AStar {
            ranks,
            goal_blank,
            heuristic,
        })
    }

    /// Solves one board, optimally unless `watch` stops it.
    ///
    /// # Complexity
    /// Expands every solvable board with f below the solution's length, some of those equal to it, and
    /// no other; O(cells) for each.
    pub fn search(&self, start: &Board<R, C>, watch: &Watch<'_>) -> Answer {
        let state = self.heuristic.init(start);
        let estimate = self.heuristic.estimate(&state);
        let mut run = Run {
            engine: self,
            stats: Stats::default(),
            bound: estimate,
        };
        let goal = self.ranks.rank(&Board::goal(self.goal_blank));
        let outcome = match (self.ranks.rank(start), goal) {
            (Some(start), Some(goal)) => run
                .from(start, state, goal, watch)
                .unwrap_or_else(|stop| Outcome::open(run.bound, stop)),
            _ => Outcome::Unsolvable,
        };
        run.stats.elapsed = watch.elapsed();
        Answer {
            outcome,
            estimate,
            stats: run.stats,
        }
    }
}

struct Run<'a, const R: usize, const C: usize, H> {
    engine: &'a AStar<R, C, H>,
    stats: Stats,
    /// The lowest f open: no solution is shorter.
    bound: u32,
}

impl<const R: usize, const C: usize, H: Consistent<R, C>> Run<'_, R, C, H> {
    fn from(
        &mut self,
        start: RankedBoard<R, C>,
        state: H::State,
        goal: RankedBoard<R, C>,
        watch: &Watch<'_>,
    ) -> Result<Outcome, Stop> {
        let AStar {
            ranks, heuristic, ..
        } = self.engine;
        let closed = Arrivals::memory(*ranks);
        watch.reserve(closed)?;
        watch.observer().bound(self.bound);
        let mut arrivals = Arrivals::new(*ranks, start);
        self.stats.stored = 1;
        let mut open = Open::new();
        open.push(self.bound, 0, (start.rank(), state));
        let mut checked = 0;
        while let Some((f, g, (rank, state))) = open.pop() {
            if f > self.bound {
                self.bound = f;
                watch.observer().bound(f);
            }
            let ranked = ranks.unrank(rank);
            if arrivals.depth(ranked) != Some(g) {
                continue;
            }
            if rank == goal.rank() {
                return Ok(Outcome::Solved(Solution::optimal(arrivals.way_to(goal))));
            }
            self.stats.expanded += 1;
            let board = ranked.board();
            let mut moves = ranked.moves();
            if let Some(last) = arrivals.last_move(ranked) {
                moves = moves.without(last.inverse());
            }
            for m in moves {
                self.stats.generated += 1;
                let child = ranked.after(m).rank();
                self.stats.stored += u64::from(!arrivals.contains(child));
                if arrivals.reach(child, g + 1, m) {
                    let mut after = board;
                    let slide = after.apply(m);
                    let state = heuristic.advance(state, &after, slide);
                    let f = g + 1 + heuristic.estimate(&state);
                    open.push(f, g + 1, (child, state));
                }
            }
            if self
                .stats
                .expanded
                .is_multiple_of(u64::from(Watch::INTERVAL))
            {
                watch.reserve(closed + open.memory())?;
                watch.check(self.stats.generated - checked)?;
                checked = self.stats.generated;
            }
        }
        Ok(Outcome::Unsolvable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        heuristic::Heuristic,
        puzzle::{Slide, Tile},
        search::{Bfs, Limits, SolutionTable},
    };

    /// A plain Manhattan distance, `scale` 0 makes it the estimate that knows nothing.
    struct Plain {
        goal_blank: Cell,
        scale: u32,
    }

    impl<const R: usize, const C: usize> Heuristic<R, C> for Plain {
        type State = u32;

        fn init(&self, board: &Board<R, C>) -> u32 {
            let goal = Board::<R, C>::goal(self.goal_blank);
            let cells = || (0..R * C).map(Cell::new);
            let steps = |cell: Cell| {
                let home = cells().find(|&home| goal.tile(home) == board.tile(cell));
                cell.taxicab(home.expect("the goal has every tile"), C) as u32
            };
            let tiles = cells().filter(|&cell| cell != board.blank());
            self.scale * tiles.map(steps).sum::<u32>()
        }

        fn advance(&self, _: u32, after: &Board<R, C>, _: Slide) -> u32 {
            self.init(after)
        }

        fn estimate(&self, state: &u32) -> u32 {
            *state
        }
    }

    impl<const R: usize, const C: usize> Consistent<R, C> for Plain {}

    fn search<const R: usize, const C: usize>(
        goal_blank: Cell,
        scale: u32,
        board: &Board<R, C>,
        limits: &Limits,
    ) -> Answer {
        let engine = AStar::new(goal_blank, Plain { goal_blank, scale }).expect("a small board");
        engine.search(board, &Watch::start(limits, &()))
    }

    fn agrees_with_the_table<const R: usize, const C: usize>(goal_blank: Cell, stride: usize) {
        let table = SolutionTable::<R, C>::build(goal_blank).expect("a small board");
        for board in table.boards().step_by(stride) {
            for scale in [0, 1] {
                let answer = search(goal_blank, scale, &board, &Limits::default());
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
            }
        }
    }

    #[test]
    fn solutions_reach_the_goal_and_are_as_long_as_the_table_says() {
        for cell in (0..6).map(Cell::new) {
            agrees_with_the_table::<2, 3>(cell, 1);
            agrees_with_the_table::<3, 2>(cell, 1);
        }
        for cell in (0..9).map(Cell::new) {
            agrees_with_the_table::<3, 3>(cell, 40_009);
        }
    }

    #[test]
    fn the_better_estimate_expands_fewer_boards_and_no_board_twice() {
        let goal_blank = Cell::new(4);
        let table = SolutionTable::<3, 3>::build(goal_blank).expect("9 cells");
        let bfs = Bfs::<3, 3>::new(goal_blank).expect("9 cells");
        for board in table.boards().step_by(20_011) {
            let expanded = |scale| {
                let answer = search(goal_blank, scale, &board, &Limits::default());
                answer.stats.expanded
            };
            let (blind, informed) = (expanded(0), expanded(1));
            assert!(informed <= blind && blind < 181_440);
            let uniform = bfs.search(&board, &Watch::start(&Limits::default(), &()));
            assert!(informed <= uniform.stats.expanded);
        }
    }

    #[test]
    fn a_memory_limit_ends_the_search_with_the_lowest_total_as_bound() {
        let goal_blank = Cell::new(0);
        let mut tiles: Vec<_> = (0..12).rev().map(Tile::new).collect();
        // In full reverse the board cannot be solved.
        tiles.swap(0, 1);
        let board = Board::<3, 4>::from_tiles(&tiles);
        let memory = |memory| Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let refused = search(goal_blank, 1, &board, &memory(1_000_000));
        let needed = 239_500_800;
        let stop = Stop::Memory { needed };
        let bound = refused.estimate;
        assert_eq!(refused.outcome, Outcome::open(bound, stop));
        let stopped = search(goal_blank, 0, &board, &memory(needed + 100_000));
        assert!(
            matches!(stopped.outcome, Outcome::Unknown { bound, stop: Stop::Memory { .. }, .. } if bound > 10)
        );
        assert_eq!(stopped.stats.expanded, u64::from(Watch::INTERVAL));
    }

    #[test]
    fn unsolvable_boards_are_known_before_the_search() {
        let goal = Board::<2, 3>::goal(Cell::new(5));
        let mut tiles = goal.tiles().to_vec();
        tiles.swap(0, 1);
        let board = Board::<2, 3>::from_tiles(&tiles);
        let answer = search(Cell::new(5), 1, &board, &Limits::default());
        assert_eq!(answer.outcome, Outcome::Unsolvable);
        assert_eq!(answer.stats.generated, 0);
    }
}
