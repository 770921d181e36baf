//! Making a path shorter, piece by piece.

use std::collections::HashMap;

use rayon::prelude::*;

use super::{
    Watch,
    window::{Crossing, cross},
};
use crate::puzzle::{Cell, Move, Problem, Size, Tile};

/// Moves in the shortest windows, and by how much they grow.
const WINDOWS: (usize, usize) = (12, 4);
/// Moves in the longest windows.
const LONGEST: usize = 60;
/// Generated nodes for each window, from pass to pass.
const EFFORTS: [u64; 5] = [1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 21];
/// Windows searched between two looks at the limit of nodes.
const BATCH: usize = 64;

/// A path that is no longer, from the same start to the same goal.
///
/// Every board that the path visits twice is a loop, which is cut off. Then *windows* of the path, from
/// 12 moves to 60, are searched for a shorter way between the boards at their ends: every position, side
/// by side on all threads of the current rayon pool, then shifted by half a window, then with longer
/// windows; then all that once more with more nodes for each, until `watch` says stop or the most nodes
/// were spent. What was searched in vain is not searched again.
///
/// A limit of nodes gives the same path for any number of threads; it is looked at after every few dozens
/// of windows. A path that does not lead from the start to the goal is given back as it is.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, Grid, Move, NamedGoal, Problem, Size};
/// use slide::search::{Limits, Watch, shorten};
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
/// let start = Grid::new(goal.size(), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
/// let problem = Problem::new(start, goal).expect("an arrangement");
/// let detour = [Move::Up, Move::Down, Move::Left, Move::Right, Move::Right];
/// let moves = shorten(&problem, &detour, &Watch::start(&Limits::default(), &()));
/// assert_eq!(moves, [Move::Right]);
/// # Ok::<(), slide::SizeError>(())
/// ```
pub fn shorten(problem: &Problem, moves: &[Move], watch: &Watch<'_>) -> Vec<Move> {
    Shortening::default().shorten(problem, moves, watch)
}

/// What was searched in vain in one path is not searched again in another of the same problem.
#[derive(Default)]
pub(crate) struct Shortening {
    tried: Tried,
}

impl Shortening {
    /// As [`shorten`].
    pub(crate) fn shorten(
        &mut self,
        problem: &Problem,
        moves: &[Move],
        watch: &Watch<'_>,
    ) -> Vec<Move> {
        let Some(path) = Path::new(problem, moves) else {
            return moves.to_vec();
        };
        let mut path = path.without_loops();
        for most in EFFORTS {
            let mut length = WINDOWS.0;
            loop {
                for shift in [0, length / 2] {
                    let round = path.round(length, shift, most, &mut self.tried, watch);
                    if round.is_none() {
                        return path.moves;
                    }
                }
                if length >= LONGEST || length >= path.moves.len() {
                    break;
                }
                length += WINDOWS.1;
            }
        }
        path.moves
    }
}

/// A path from a start to a goal, both fixed.
struct Path {
    size: Size,
    start: Box<[Tile]>,
    moves: Vec<Move>,
}

/// A window of a path: where it begins, how many moves it has, and the boards at its ends.
struct Window {
    first: usize,
    length: usize,
    from: Box<[Tile]>,
    to: Box<[Tile]>,
}

/// Windows by the boards at their ends, with the nodes spent on them in vain; the most there are if
/// nothing shorter exists.
type Tried = HashMap<(u64, u64), u64>;

impl Path {
    /// The path, if it is one.
    fn new(problem: &Problem, moves: &[Move]) -> Option<Path> {
        let path = Path {
            size: problem.size(),
            start: problem.tiles().into(),
            moves: moves.to_vec(),
        };
        let mut walk = path.walk();
        for &m in moves {
            walk.step(m)?;
        }
        let homes = walk.tiles.iter().filter(|tile| !tile.is_blank());
        let home = homes.map(|tile| tile.index()).eq(1..problem.size().cells());
        (home && walk.blank == problem.goal().blank()).then_some(path)
    }

    fn walk(&self) -> Walk {
        let blank = self.start.iter().position(|tile| tile.is_blank());
        Walk {
            size: self.size,
            tiles: self.start.clone(),
            blank: Cell::new(blank.expect("a board has a blank")),
        }
    }

    /// The path without the moves between two visits of one board.
    fn without_loops(mut self) -> Path {
        let mut walk = self.walk();
        let mut boards = HashMap::from([(walk.tiles.clone(), 0)]);
        let mut visited = vec![walk.tiles.clone()];
        let mut moves: Vec<Move> = Vec::with_capacity(self.moves.len());
        for &m in &self.moves {
            walk.step(m).expect("the path is legal");
            moves.push(m);
            if let Some(&before) = boards.get(&walk.tiles) {
                moves.truncate(before);
                for board in visited.drain(before + 1..) {
                    boards.remove(&board);
                }
            } else {
                boards.insert(walk.tiles.clone(), moves.len());
                visited.push(walk.tiles.clone());
            }
        }
        self.moves = moves;
        self
    }

    /// Searches windows of this length side by side, the first one beginning at `shift`; nothing if the
    /// search is to end.
    fn round(
        &mut self,
        length: usize,
        shift: usize,
        most: u64,
        tried: &mut Tried,
        watch: &Watch<'_>,
    ) -> Option<()> {
        let windows = self.windows(length, shift);
        let fresh: Vec<(Window, (u64, u64))> = windows
            .into_iter()
            .map(|window| {
                let key = (hash(&window.from), hash(&window.to));
                (window, key)
            })
            .filter(|(_, key)| tried.get(key).is_none_or(|&spent| spent < most))
            .collect();
        // The last windows first: what is put in place does not move those still to come.
        let mut goes_on = Some(());
        let mut fresh = &fresh[..];
        while !fresh.is_empty() {
            // Fewer, or less for each, where the limit would be passed by far.
            let left = watch.nodes_left().unwrap_or(u64::MAX);
            let (fits, most) = (left / most, most.min(left));
            let fits = usize::try_from(fits).unwrap_or(BATCH).clamp(1, BATCH);
            let windows = fits.min(fresh.len());
            let (before, batch) = fresh.split_at(fresh.len() - windows);
            fresh = before;
            let search = |(window, _): &(Window, _)| {
                let Window { length, .. } = *window;
                cross(self.size, &window.from, &window.to, length, most, watch)
            };
            let found: Vec<Crossing> = batch.par_iter().map(search).collect();
            let generated = found.iter().map(|crossing| crossing.generated).sum();
            for ((window, key), crossing) in batch.iter().zip(found).rev() {
                match crossing.moves {
                    Some(moves) => {
                        let range = window.first..window.first + window.length;
                        self.moves.splice(range, moves);
                        tried.insert(*key, u64::MAX);
                    }
                    None if crossing.proven => drop(tried.insert(*key, u64::MAX)),
                    None => drop(tried.insert(*key, most)),
                }
            }
            if watch.check(generated).is_err() {
                goes_on = None;
                break;
            }
        }
        goes_on
    }

    fn windows(&self, length: usize, shift: usize) -> Vec<Window> {
        let mut walk = self.walk();
        let mut windows = Vec::new();
        let mut open: Option<(usize, Box<[Tile]>)> = None;
        for (index, m) in self
            .moves
            .iter()
            .copied()
            .map(Some)
            .chain([None])
            .enumerate()
        {
            let cut = index >= shift && (index - shift).is_multiple_of(length);
            if cut || m.is_none() {
                if let Some((first, from)) = open.take()
                    && index > first + 2
                {
                    windows.push(Window {
                        first,
                        length: index - first,
                        from,
                        to: walk.tiles.clone(),
                    });
                }
                open = Some((index, walk.tiles.clone()));
            }
            if let Some(m) = m {
                walk.step(m).expect("the path is legal");
            }
        }
        windows
    }
}

/// A board on the path.
struct Walk {
    size: Size,
    tiles: Box<[Tile]>,
    blank: Cell,
}

impl Walk {
    fn step(&mut self, m: Move) -> Option<()> {
        let to = m.target(self.blank, self.size.rows(), self.size.cols())?;
        self.tiles.swap(self.blank.index(), to.index());
        self.blank = to;
        Some(())
    }
}

/// A number that two boards hardly share: 64-bit FNV-1a.
fn hash(tiles: &[Tile]) -> u64 {
    tiles.iter().fold(0xCBF2_9CE4_8422_2325, |hash, tile| {
        (hash ^ tile.index() as u64).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
