//! A board on its way.

use super::{
    ground::Ground,
    shape::{Pair, Shape},
};
use crate::{
    puzzle::{Cell, Move, Tile},
    search::scatter::scatter,
};

/// A board with what a beam keeps of it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) tiles: [Tile; 256],
    pub(super) blank: Cell,
    pub(super) last: Option<Move>,
    /// What is built.
    pub(super) shape: Shape,
    /// The pair that is being built and the tile in its corner.
    pub(super) half: Option<(Pair, Tile)>,
    /// The number of the stage at work.
    pub(super) stage: u16,
    /// Where the stage's two tiles are.
    pub(super) watched: (Cell, Cell),
    /// The last move in the beam's trail.
    pub(super) trail: u32,
    /// The moves made.
    pub(super) depth: u32,
    /// The pull of all tiles not home; see [`Stage`](super::stage::Stage).
    pub(super) pull: i32,
    /// A hash of the tiles.
    pub(super) hash: u64,
}

impl Node {
    /// The start.
    pub(super) fn root(tiles: &[Tile], ground: &Ground) -> Node {
        let mut all = [Tile::BLANK; 256];
        all[..tiles.len()].copy_from_slice(tiles);
        let placed = || tiles.iter().enumerate().map(|(c, &t)| (t, Cell::new(c)));
        let blank = placed().find(|(tile, _)| tile.is_blank());
        let blank = blank.map_or(ground.goal_blank(), |(_, cell)| cell);
        Node {
            tiles: all,
            blank,
            last: None,
            shape: Shape::START,
            half: None,
            stage: 0,
            watched: (blank, blank),
            trail: 0,
            depth: 0,
            pull: 0,
            hash: placed()
                .filter(|(tile, _)| !tile.is_blank())
                .fold(0, |hash, (tile, cell)| hash ^ mix(tile, cell)),
        }
    }

    /// Where a tile is.
    pub(super) fn find(&self, tile: Tile) -> Cell {
        let at = self.tiles.iter().position(|&t| t == tile);
        Cell::new(at.expect("every tile of the board is on it"))
    }

    /// The hash after the tile on `from` has gone to the blank's cell.
    #[inline]
    pub(super) fn hash_after(&self, from: Cell) -> u64 {
        let tile = self.tiles[from.index()];
        self.hash ^ mix(tile, from) ^ mix(tile, self.blank)
    }

    /// Where the watched tiles are after the tile on `from` has gone to the blank's cell.
    #[inline]
    pub(super) fn watched_after(&self, from: Cell) -> (Cell, Cell) {
        let after = |cell: Cell| if cell == from { self.blank } else { cell };
        (after(self.watched.0), after(self.watched.1))
    }

    /// Moves the blank to `to`.
    pub(super) fn apply(&mut self, m: Move, to: Cell) {
        self.hash = self.hash_after(to);
        self.watched = self.watched_after(to);
        self.tiles[self.blank.index()] = self.tiles[to.index()];
        self.tiles[to.index()] = Tile::BLANK;
        self.blank = to;
        self.last = Some(m);
        self.depth += 1;
    }
}

fn mix(tile: Tile, cell: Cell) -> u64 {
    scatter((tile.index() << 8 | cell.index()) as u64)
}
