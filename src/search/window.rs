//! The shortest way between two boards that are near each other, of any size.

use super::Watch;
use crate::puzzle::{Cell, Move, MoveSet, Size, Tile};

/// What became of a search between two boards.
#[derive(Debug)]
pub(super) struct Crossing {
    /// A shortest way, if one below the limit was found.
    pub(super) moves: Option<Vec<Move>>,
    /// Whether there is no shorter way than `moves`, or none below the limit.
    pub(super) proven: bool,
    /// Generated nodes.
    pub(super) generated: u64,
}

/// Looks for a way from `from` to `to` of fewer than `length` moves, a shortest one if there is any.
///
/// `length` is that of a known way, so that its parity is right. IDA* with Manhattan distance, the tiles
/// renamed by their cells in `to`; ends after about `most` generated nodes, or when `watch` runs out of
/// time. Nodes are not noted there.
pub(super) fn cross(
    size: Size,
    from: &[Tile],
    to: &[Tile],
    length: usize,
    most: u64,
    watch: &Watch<'_>,
) -> Crossing {
    let mut search = Search::new(size, from, to, most, watch);
    let estimate = search.estimate();
    let mut bound = estimate;
    let mut proven = true;
    while bound < length {
        search.way.clear();
        match search.dive(search.blank, None, (bound - estimate) as i32, estimate) {
            Some(true) => break,
            Some(false) => bound += 2,
            None => {
                proven = false;
                break;
            }
        }
    }
    search.way.reverse();
    Crossing {
        moves: (proven && bound < length).then_some(search.way),
        proven,
        generated: search.generated,
    }
}

struct Search<'a> {
    size: Size,
    tiles: [u8; 256],
    blank: Cell,
    /// Row and column of each tile in the second board.
    homes: [(u8, u8); 256],
    legal: Vec<MoveSet>,
    most: u64,
    generated: u64,
    /// Nodes after which to look at the clock.
    look: u64,
    watch: &'a Watch<'a>,
    /// The solution, backwards.
    way: Vec<Move>,
}

impl<'a> Search<'a> {
    fn new(size: Size, from: &[Tile], to: &[Tile], most: u64, watch: &'a Watch<'a>) -> Self {
        let (rows, cols) = (size.rows(), size.cols());
        let mut homes = [(0, 0); 256];
        for (cell, tile) in to.iter().enumerate() {
            homes[tile.index()] = ((cell / cols) as u8, (cell % cols) as u8);
        }
        let mut tiles = [0; 256];
        let mut blank = Cell::new(0);
        for (cell, tile) in from.iter().enumerate() {
            tiles[cell] = tile.index() as u8;
            if tile.is_blank() {
                blank = Cell::new(cell);
            }
        }
        let legal = |cell| MoveSet::legal(Cell::new(cell), rows, cols);
        Search {
            size,
            tiles,
            blank,
            homes,
            legal: (0..size.cells()).map(legal).collect(),
            most,
            generated: 0,
            look: u64::from(Watch::INTERVAL),
            watch,
            way: Vec::new(),
        }
    }

    fn estimate(&self) -> usize {
        let cols = self.size.cols();
        let cells = self.tiles[..self.size.cells()].iter().enumerate();
        let steps = |(cell, &tile): (usize, &u8)| {
            let (row, col) = self.homes[usize::from(tile)];
            (cell / cols).abs_diff(row.into()) + (cell % cols).abs_diff(col.into())
        };
        cells.filter(|(_, tile)| **tile != 0).map(steps).sum()
    }

    /// Whether a way was found within the slack, the moves that may be wasted; nothing if the search must
    /// end. `left` is the Manhattan distance.
    fn dive(&mut self, blank: Cell, last: Option<Move>, slack: i32, left: usize) -> Option<bool> {
        if left == 0 {
            return Some(true);
        }
        if self.generated >= self.look {
            self.look = self.generated + u64::from(Watch::INTERVAL);
            if self.watch.check(0).is_err() {
                return None;
            }
        }
        if self.generated >= self.most {
            return None;
        }
        let legal = self.legal[blank.index()];
        for m in last.map_or(legal, |last| legal.without(last.inverse())) {
            self.generated += 1;
            let cols = self.size.cols();
            let at = blank.index();
            let from = match m {
                Move::Up => at - cols,
                Move::Left => at - 1,
                Move::Right => at + 1,
                Move::Down => at + cols,
            };
            let tile = self.tiles[from];
            let (row, col) = self.homes[usize::from(tile)];
            // The tile goes the other way than the blank.
            let nearer = match m {
                Move::Up => usize::from(row) > from / cols,
                Move::Left => usize::from(col) > from % cols,
                Move::Right => usize::from(col) < from % cols,
                Move::Down => usize::from(row) < from / cols,
            };
            let (slack, left) = if nearer {
                (slack, left - 1)
            } else {
                (slack - 2, left + 1)
            };
            if slack < 0 {
                continue;
            }
            self.tiles[at] = tile;
            let found = self.dive(Cell::new(from), Some(m), slack, left);
            self.tiles[from] = tile;
            if found? {
                self.way.push(m);
                return Some(true);
            }
        }
        Some(false)
    }
}
