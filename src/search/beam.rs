//! Beam search: breadth-first, but of every layer only the boards that a ranking likes best.
//!
//! A layer is kept in groups by the blank's cell. The boards that reach a cell come from the groups of its two
//! to four neighbours, so each cell is a task of its own: it makes its children, drops the equal ones (equal
//! boards have equal blanks) and counts their values, and no thread ever waits for another's. All moves over
//! one edge are made in a row, so the changes of that edge stay in the nearest cache. Within a task everything
//! happens in a fixed order: the result does not depend on the number of threads.

use std::time::Duration;

use rayon::prelude::*;

use super::{
    Stop, Watch,
    beam_cell::{Found, Node, Room},
    pace::Pace,
    scatter::scatter,
};
use crate::{
    puzzle::{Cell, Move, Problem, Size},
    ranking::{Steps, View},
};

/// Layers with fewer boards are expanded on one thread.
pub(crate) const SHARED_FROM: usize = 4096;

/// What one beam came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BeamEnd {
    /// The moves to the goal, if it was reached.
    pub(crate) moves: Option<Vec<Move>>,
    /// Whether no board was left out but for its lower bound: then there is no shorter solution than the one
    /// found, or than the one that was to be beaten.
    pub(crate) complete: bool,
}

/// A beam search on boards of `CELLS` cells, with what it needs from layer to layer.
///
/// Its memory is kept from one run to the next.
pub(crate) struct Beam<'a, const CELLS: usize, const STRIDE: usize> {
    view: View,
    start: [u8; CELLS],
    pub(super) map: Map<'a, CELLS, STRIDE>,
    groups: Vec<Vec<Node<CELLS>>>,
    rooms: Vec<Room<CELLS>>,
    /// For every node of every layer its parent's place in the layer before, and the move from there.
    links: Vec<u32>,
    layers: Vec<usize>,
}

/// What all tasks of a beam read.
pub(super) struct Map<'a, const CELLS: usize, const STRIDE: usize> {
    steps: &'a Steps,
    pub(super) goal: [u8; CELLS],
    pub(super) goal_hash: u64,
    pub(super) goal_blank: usize,
    /// A number for every tile on every cell; a board's hash is their exclusive or, the blank's left out.
    pub(super) keys: Vec<[u64; CELLS]>,
    /// Steps from every tile's goal to every cell.
    pub(super) far: Vec<[u8; CELLS]>,
    /// The edges into each cell: where from, by which move, and the changes of values.
    pub(super) into: Vec<Vec<Edge<'a, CELLS, STRIDE>>>,
}

pub(super) struct Edge<'a, const CELLS: usize, const STRIDE: usize> {
    pub(super) from: usize,
    pub(super) by: Move,
    pub(super) rows: &'a [[[i16; STRIDE]; CELLS]],
    pub(super) negative: bool,
}

impl<'a, const CELLS: usize, const STRIDE: usize> Beam<'a, CELLS, STRIDE> {
    /// No layer is deeper than this many times the cells.
    const DEEPEST: usize = 20;

    /// A beam for `problem`, ranked by `steps`.
    ///
    /// # Panics
    /// If the problem's board is no square of `CELLS` cells, the ranking's of another size, or `STRIDE` not the
    /// power of two from `CELLS` on.
    pub(crate) fn new(problem: &Problem, steps: &'a Steps) -> Self {
        let size = problem.size();
        assert_eq!((size.cells(), steps.side()), (CELLS, size.rows()));
        assert_eq!(STRIDE, CELLS.next_power_of_two());
        let view = View::new(size, problem.goal().blank());
        let array = |board: &[u8]| std::array::from_fn(|cell| board[cell]);
        let goal = array(view.goal());
        Beam {
            start: array(&view.board(problem.tiles())),
            map: Map::new(size, goal, steps),
            view,
            groups: (0..CELLS).map(|_| Vec::new()).collect(),
            rooms: (0..CELLS).map(|_| Room::new()).collect(),
            links: Vec::new(),
            layers: Vec::new(),
        }
    }

    /// Turns to another problem of the same size.
    pub(crate) fn aim(&mut self, problem: &Problem) {
        let aimed = Beam::new(problem, self.map.steps);
        (self.view, self.start, self.map) = (aimed.view, aimed.start, aimed.map);
    }

    /// Searches with at most `width` boards a layer for a solution of fewer than `shorter_than` moves; `held` bytes are
    /// taken by others of the same search. If it is to fill the time `within` which it must be done, layers are
    /// made narrower or wider on the way.
    ///
    /// # Errors
    /// What stopped it.
    pub(crate) fn run(
        &mut self,
        width: usize,
        shorter_than: Option<u32>,
        held: u64,
        within: Option<Duration>,
        watch: &Watch,
    ) -> Result<BeamEnd, Stop> {
        self.links.clear();
        self.layers.clear();
        self.groups.iter_mut().for_each(Vec::clear);
        if self.start == self.map.goal {
            let moves = shorter_than.is_none_or(|l| l > 0).then(Vec::new);
            return Ok(BeamEnd {
                moves,
                complete: true,
            });
        }
        let root = self.map.node(self.start);
        let blank = self.map.blank(&self.start);
        self.groups[blank].push(root);
        self.links.push(0);
        self.layers.push(0);
        let mut complete = true;
        let limit = shorter_than.map_or(u32::MAX, |l| l.saturating_sub(1));
        let mut pace = Pace::new(within, shorter_than);
        for depth in 1..=(Self::DEEPEST * CELLS) as u32 {
            if depth > limit {
                break;
            }
            let boards: usize = self.groups.iter().map(Vec::len).sum();
            if boards == 0 {
                return Ok(BeamEnd {
                    moves: None,
                    complete,
                });
            }
            watch.reserve(held + self.bytes(width))?;
            let shared = boards >= SHARED_FROM;
            let (map, groups) = (&self.map, &self.groups);
            let arrive = |(cell, room): (usize, &mut Room<CELLS>)| {
                room.arrive(map, cell, groups, limit - depth, shared, watch)
            };
            if shared {
                let rooms = self.rooms.par_iter_mut().enumerate();
                rooms.with_max_len(1).try_for_each(arrive)?;
            } else {
                self.rooms.iter_mut().enumerate().try_for_each(arrive)?;
            }
            watch.check(self.rooms.iter_mut().map(Room::take_generated).sum())?;
            if let Some(Found { from, parent, by }) = self.rooms[self.map.goal_blank].found() {
                let before: usize = self.groups[..from].iter().map(Vec::len).sum();
                let mut moves = self.path(self.layers.len() - 1, before + parent as usize);
                moves.push(self.view.back(by));
                return Ok(BeamEnd {
                    moves: Some(moves),
                    complete,
                });
            }
            complete &= self.cut(pace.width(width, boards), shared);
            self.keep(shared);
        }
        Ok(BeamEnd {
            moves: None,
            complete: complete && shorter_than.is_some(),
        })
    }

    /// Tells the rooms which candidates stay; whether all do.
    fn cut(&mut self, width: usize, counted: bool) -> bool {
        let all: usize = self.rooms.iter().map(Room::candidates).sum();
        if all <= width {
            self.rooms
                .iter_mut()
                .for_each(|room| room.keep_below(i32::MAX, 0));
            return true;
        }
        // First by the counts of coarse classes, then exactly within the class where the cut falls.
        let (mut below, mut class) = (0, None);
        if counted {
            let counts = (0..Room::<CELLS>::CLASSES).map(|class| {
                self.rooms
                    .iter()
                    .map(|room| room.count(class))
                    .sum::<usize>()
            });
            for (number, count) in counts.enumerate() {
                class = Some(number);
                if below + count > width {
                    break;
                }
                below += count;
            }
        }
        let mut values: Vec<i32> = Vec::new();
        for room in &self.rooms {
            room.values_in(class, &mut values);
        }
        let nth = width - below;
        let (smaller, &mut limit, _) = values.select_nth_unstable(nth);
        let smaller = smaller.iter().filter(|&&v| v < limit).count();
        let mut ties = nth - smaller;
        for room in &mut self.rooms {
            let mine = room.ties(limit).min(ties);
            room.keep_below(limit, mine);
            ties -= mine;
        }
        false
    }

    /// Makes the next layer of the candidates that stay.
    fn keep(&mut self, shared: bool) {
        let starts: Vec<usize> = self
            .groups
            .iter()
            .scan(0, |sum, group| {
                *sum += group.len();
                Some(*sum - group.len())
            })
            .collect();
        let (map, groups) = (&self.map, &self.groups);
        let settle =
            |(cell, room): (usize, &mut Room<CELLS>)| room.settle(map, cell, groups, &starts);
        if shared {
            let rooms = self.rooms.par_iter_mut().enumerate();
            rooms.with_max_len(1).for_each(settle);
        } else {
            self.rooms.iter_mut().enumerate().for_each(settle);
        }
        self.layers.push(self.links.len());
        for (room, group) in self.rooms.iter_mut().zip(&mut self.groups) {
            self.links.extend_from_slice(room.links());
            room.swap(group);
        }
    }

    /// How many layers the last run kept, and the boards of a layer.
    pub(crate) fn layers(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        (0..self.layers.len()).map(|k| {
            let end = self.layers.get(k + 1).copied().unwrap_or(self.links.len());
            end - self.layers[k]
        })
    }

    /// The moves, the problem's, to a board of the last run.
    pub(crate) fn path(&self, layer: usize, index: usize) -> Vec<Move> {
        let mut moves = Vec::with_capacity(layer + 1);
        let mut index = index;
        for layer in (1..=layer).rev() {
            let link = self.links[self.layers[layer] + index];
            moves.push(self.view.back(Move::ALL[(link & 3) as usize]));
            index = (link >> 2) as usize;
        }
        moves.reverse();
        moves
    }

    /// The bytes that it takes when the next layer of at most `width` boards is made.
    fn bytes(&self, width: usize) -> u64 {
        let arriving = |cell: usize| {
            let edges = self.map.into[cell].iter();
            edges.map(|edge| self.groups[edge.from].len()).sum()
        };
        let rooms = self.rooms.iter().enumerate();
        let rooms: usize = rooms.map(|(cell, room)| room.bytes(arriving(cell))).sum();
        let groups: usize = self.groups.iter().map(Vec::capacity).sum();
        let links = self.links.capacity().max(self.links.len() + width);
        (rooms + (groups + width) * size_of::<Node<CELLS>>() + 4 * links) as u64
    }

    /// The bytes taken by now.
    pub(crate) fn held(&self) -> u64 {
        self.bytes(0)
    }
}

impl<'a, const CELLS: usize, const STRIDE: usize> Map<'a, CELLS, STRIDE> {
    fn new(size: Size, goal: [u8; CELLS], steps: &'a Steps) -> Self {
        let side = size.rows();
        let key = |tile: usize, cell| scatter((tile * CELLS + cell) as u64);
        let mut keys: Vec<[u64; CELLS]> = (0..CELLS)
            .map(|tile| std::array::from_fn(|cell| key(tile, cell)))
            .collect();
        keys[0] = [0; CELLS];
        let mut far = vec![[0; CELLS]; CELLS];
        for (home, &tile) in goal.iter().enumerate() {
            let steps = |cell| Cell::new(home).taxicab(Cell::new(cell), side) as u8;
            far[usize::from(tile)] = std::array::from_fn(steps);
        }
        let into = (0..CELLS)
            .map(|to| {
                let edge = |&by: &Move| {
                    let from = by.inverse().target(Cell::new(to), side, side)?.index();
                    let (rows, negative) = steps.over(from, to);
                    Some(Edge {
                        from,
                        by,
                        rows: rows.as_chunks().0.as_chunks().0,
                        negative,
                    })
                };
                Move::ALL.iter().filter_map(edge).collect()
            })
            .collect();
        let mut map = Map {
            steps,
            goal,
            goal_hash: 0,
            goal_blank: 0,
            keys,
            far,
            into,
        };
        map.goal_hash = map.hash(&goal);
        map.goal_blank = map.blank(&goal);
        map
    }

    fn blank(&self, tiles: &[u8; CELLS]) -> usize {
        let blank = tiles.iter().position(|&tile| tile == 0);
        blank.expect("a board has a blank")
    }

    fn hash(&self, tiles: &[u8; CELLS]) -> u64 {
        let keys = tiles.iter().enumerate();
        keys.fold(0, |hash, (cell, &tile)| {
            hash ^ self.keys[usize::from(tile)][cell]
        })
    }

    fn node(&self, tiles: [u8; CELLS]) -> Node<CELLS> {
        let far = tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        Node {
            hash: self.hash(&tiles),
            value: self.steps.value(&tiles),
            manhattan: far
                .map(|(cell, &tile)| u16::from(self.far[usize::from(tile)][cell]))
                .sum(),
            came: 0,
            tiles,
        }
    }
}
