//! The search for every shortest solution of one board.

use std::collections::HashMap;

use super::{
    ShortestPaths, Stats, Stop, Wanted, Watch,
    shortest_paths::{GOAL, Waypoint},
};
use crate::{
    heuristic::Heuristic,
    puzzle::{Board, Cell, Move, MoveSet},
};

/// How to look for shortest solutions of a known length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quest {
    /// The length of a shortest solution.
    pub(crate) length: u32,
    /// Which of them.
    pub(crate) wanted: Wanted,
    /// In what order moves are tried, and solutions listed.
    pub(crate) order: [Move; 4],
    /// Give up, with [`Stop::Large`], after as many nodes.
    pub(crate) give_up: u64,
}

impl ShortestPaths {
    /// Searches depth-first below the bound `quest.length`, to the end.
    ///
    /// Boards found to be on a shortest path are kept, so that no part of a solution is found twice; the
    /// others are forgotten, as iterative deepening does.
    ///
    /// # Errors
    /// What stopped it.
    ///
    /// # Panics
    /// If there is no solution of the length, or if there is a shorter one.
    pub(crate) fn find<const R: usize, const C: usize, H: Heuristic<R, C>>(
        start: &Board<R, C>,
        goal_blank: Cell,
        heuristic: &H,
        quest: Quest,
        watch: &Watch<'_>,
    ) -> Result<(ShortestPaths, Stats), Stop> {
        let mut search = Search {
            heuristic,
            quest,
            watch,
            goal: Board::goal(goal_blank),
            board: *start,
            frames: Vec::new(),
            known: HashMap::new(),
            boards: vec![Waypoint {
                edges: Vec::new(),
                ways: 1,
            }],
            stats: Stats::default(),
            checked: 0,
        };
        if search.board != search.goal {
            search.run()?;
        }
        search.stats.elapsed = watch.elapsed();
        let paths = ShortestPaths {
            length: quest.length,
            boards: search.boards,
        };
        assert!(
            paths.boards.len() > 1 || quest.length == 0,
            "the board has a solution of the length"
        );
        Ok((paths, search.stats))
    }
}

struct Search<'a, const R: usize, const C: usize, H: Heuristic<R, C>> {
    heuristic: &'a H,
    quest: Quest,
    watch: &'a Watch<'a>,
    goal: Board<R, C>,
    board: Board<R, C>,
    frames: Vec<Frame<H::State>>,
    /// Boards on a shortest path: after how many moves, and where in the list.
    known: HashMap<Board<R, C>, (usize, u32)>,
    boards: Vec<Waypoint>,
    stats: Stats,
    checked: u64,
}

/// A board on the current path.
struct Frame<S> {
    state: S,
    slack: i32,
    /// The move that led here.
    last: Option<Move>,
    /// How many of the four moves have been tried.
    tried: usize,
    legal: MoveSet,
    found: Waypoint,
}

impl<const R: usize, const C: usize, H: Heuristic<R, C>> Search<'_, R, C, H> {
    fn run(&mut self) -> Result<(), Stop> {
        let state = self.heuristic.init(&self.board);
        let estimate = self.heuristic.estimate(&state);
        self.push(state, self.quest.length as i32 - estimate as i32, None);
        let mut done = false;
        while let Some(top) = self.frames.last_mut() {
            if done || top.tried == 4 {
                self.pop();
                continue;
            }
            let m = self.quest.order[top.tried];
            top.tried += 1;
            if !top.legal.contains(m) {
                continue;
            }
            self.stats.generated += 1;
            let slide = self.board.apply(m);
            let state = self.heuristic.advance(top.state, &self.board, slide);
            let change =
                self.heuristic.estimate(&state) as i32 - self.heuristic.estimate(&top.state) as i32;
            let slack = top.slack - 1 - change;
            let depth = self.frames.len();
            if slack < 0 {
                self.board.apply(m.inverse());
            } else if self.board == self.goal {
                assert_eq!(depth as u32, self.quest.length, "no solution is shorter");
                self.edge(m, GOAL);
                done = self.quest.wanted == Wanted::First;
                self.board.apply(m.inverse());
            } else if let Some(&(_, index)) =
                self.known.get(&self.board).filter(|known| known.0 == depth)
            {
                self.edge(m, index);
                self.board.apply(m.inverse());
            } else {
                self.push(state, slack, Some(m));
                self.check()?;
            }
        }
        Ok(())
    }

    fn push(&mut self, state: H::State, slack: i32, last: Option<Move>) {
        self.stats.expanded += 1;
        let legal = self.board.moves();
        self.frames.push(Frame {
            state,
            slack,
            last,
            tried: 0,
            legal: last.map_or(legal, |last| legal.without(last.inverse())),
            found: Waypoint::default(),
        });
    }

    /// Goes back from the board on top, and notes it if it is on a shortest path.
    fn pop(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let mut index = None;
        if !frame.found.edges.is_empty() {
            let number = self.boards.len() as u32;
            self.known.insert(self.board, (self.frames.len(), number));
            self.boards.push(frame.found);
            index = Some(number);
        }
        if let Some(last) = frame.last {
            self.board.apply(last.inverse());
            if let Some(index) = index {
                self.edge(last, index);
            }
        }
    }

    /// From the board on top a move leads on.
    fn edge(&mut self, m: Move, to: u32) {
        let ways = self.boards[to as usize].ways;
        let top = self
            .frames
            .last_mut()
            .expect("a move was made from a board");
        top.found.edges.push((m, to));
        top.found.ways = top.found.ways.saturating_add(ways);
    }

    fn check(&mut self) -> Result<(), Stop> {
        if !self
            .stats
            .expanded
            .is_multiple_of(u64::from(Watch::INTERVAL))
        {
            return Ok(());
        }
        if self.stats.generated > self.quest.give_up {
            return Err(Stop::Large);
        }
        let each = 2 * size_of::<(Board<R, C>, usize, u32)>() + 2 * size_of::<Waypoint>();
        self.watch.reserve((self.boards.len() * each) as u64)?;
        let more = self.stats.generated - self.checked;
        self.checked = self.stats.generated;
        self.watch.check(more)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        heuristic::{LinearConflict, Manhattan},
        search::{Limits, SolutionTable},
    };

    const LETTERS: [Move; 4] = [Move::Down, Move::Left, Move::Right, Move::Up];

    /// Every solution of the least length, by making every move that brings the goal nearer.
    fn downhill<const R: usize, const C: usize>(
        table: &SolutionTable<R, C>,
        board: &Board<R, C>,
        order: [Move; 4],
    ) -> Vec<Vec<Move>> {
        let distance = table.distance(board).expect("the board is solvable");
        if distance == 0 {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for m in order.into_iter().filter(|&m| board.moves().contains(m)) {
            let mut next = *board;
            next.apply(m);
            if table.distance(&next) == Some(distance - 1) {
                let rest = downhill(table, &next, order);
                all.extend(rest.into_iter().map(|moves| [vec![m], moves].concat()));
            }
        }
        all
    }

    fn finds_what_going_downhill_finds<const R: usize, const C: usize>(blank: Cell, step: usize) {
        let table = SolutionTable::<R, C>::build(blank).expect("a small board");
        let limits = Limits::default();
        for (nth, board) in table.boards().step_by(step).enumerate() {
            for order in [Move::ALL, LETTERS] {
                let mut quest = Quest {
                    length: table.distance(&board).expect("the board is solvable"),
                    wanted: Wanted::All,
                    order,
                    give_up: u64::MAX,
                };
                let find = |quest| {
                    let watch = Watch::start(&limits, &());
                    let found = if nth % 2 == 0 {
                        let heuristic = LinearConflict::<R, C>::new(blank);
                        ShortestPaths::find(&board, blank, &heuristic, quest, &watch)
                    } else {
                        let heuristic = Manhattan::<R, C>::new(blank);
                        ShortestPaths::find(&board, blank, &heuristic, quest, &watch)
                    };
                    found.expect("nothing stops it").0
                };
                let expected = downhill(&table, &board, order);
                let all = find(quest);
                let listed: Vec<_> = all.iter().collect();
                assert_eq!(listed, expected, "{board:?}");
                assert_eq!(all.count(), expected.len() as u128);
                assert_eq!(all.length(), quest.length);
                assert_eq!(all.boards(), boards_on(&board, &expected));
                quest.wanted = Wanted::First;
                let first = find(quest);
                assert_eq!(first.iter().collect::<Vec<_>>(), [expected[0].clone()]);
            }
        }
    }

    fn boards_on<const R: usize, const C: usize>(
        start: &Board<R, C>,
        solutions: &[Vec<Move>],
    ) -> usize {
        let mut on: BTreeSet<Vec<usize>> = BTreeSet::new();
        for moves in solutions {
            let mut board = *start;
            let mut note = |board: &Board<R, C>| {
                on.insert(board.tiles().iter().map(|tile| tile.index()).collect())
            };
            note(&board);
            for &m in moves {
                board.apply(m);
                note(&board);
            }
        }
        on.len()
    }

    #[test]
    fn every_shortest_solution_of_every_small_board_is_listed_once_and_in_order() {
        for cell in (0..6).map(Cell::new) {
            finds_what_going_downhill_finds::<2, 3>(cell, 1);
            finds_what_going_downhill_finds::<3, 2>(cell, 1);
        }
        finds_what_going_downhill_finds::<2, 2>(Cell::new(3), 1);
        finds_what_going_downhill_finds::<3, 3>(Cell::new(8), 2003);
        finds_what_going_downhill_finds::<3, 3>(Cell::new(4), 2003);
    }
}
