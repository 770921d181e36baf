//! What a board can be asked to do next, and about what it costs.

use super::{
    ground::Ground,
    node::Node,
    relaxed::PairPath,
    shape::{Next, Pair, Phase, Shape},
};
use crate::puzzle::{Cell, Tile};

/// One or two tiles to bring home, the rest of the free tiles being of no account.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Task {
    /// The tile that belongs on the cell.
    Single(Cell),
    /// Both tiles of a pair, which are near.
    Pair(Pair),
    /// One tile of a pair into the corner, its own or not: then the other can follow it in.
    First(Pair, Tile),
    /// The other one, after that.
    Second(Pair, Tile),
}

/// A task with an estimate of its moves and what is built after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    pub(super) task: Task,
    pub(super) estimate: i32,
    pub(super) after: Shape,
}

/// Moves that follow a task for the first tile of a pair, besides those that bring the other near.
const SECOND: i32 = 2;
/// Moves that a pair takes beyond those of its farther tile.
const TURN_IN: i32 = 8;

/// Every task for a board.
pub(super) fn offers(ground: &Ground, phases: &[Phase], node: &Node) -> Vec<Offer> {
    let mut at = [Cell::new(0); 256];
    for (cell, &tile) in node.tiles[..ground.size().cells()].iter().enumerate() {
        at[tile.index()] = Cell::new(cell);
    }
    let cost = |tile: Tile, to: Cell| estimate(ground, at[tile.index()], to, node.blank);
    let mut offers = Vec::new();
    for (next, after) in node.shape.next(phases) {
        let mut offer = |task, estimate| {
            offers.push(Offer {
                task,
                estimate,
                after,
            });
        };
        match (next, node.half) {
            (Next::Single(_), Some(_)) => {}
            (Next::Single(cell), None) => offer(Task::Single(cell), cost(ground.owner(cell), cell)),
            (Next::Pair(pair), Some((half, first))) => {
                if half == pair {
                    let second = pair.other(ground, first);
                    offer(Task::Second(pair, first), cost(second, pair.before) + 4);
                }
            }
            (Next::Pair(pair), None) => {
                let tiles = pair.tiles(ground);
                let near = |t: Tile| PairPath::reaches(ground, pair.cells(), at[t.index()]);
                if near(tiles.0) && near(tiles.1) {
                    let farther = cost(tiles.0, pair.before).max(cost(tiles.1, pair.corner));
                    let home =
                        at[tiles.0.index()] == pair.before && at[tiles.1.index()] == pair.corner;
                    offer(Task::Pair(pair), if home { 0 } else { farther + TURN_IN });
                    continue;
                }
                for (first, second) in [tiles, (tiles.1, tiles.0)] {
                    let later = SECOND + cost(second, pair.before) / 2;
                    offer(Task::First(pair, first), cost(first, pair.corner) + later);
                }
            }
        }
    }
    offers
}

/// About the moves that bring a tile from `at` to `to`: the blank goes there, then three moves for every
/// step of the tile where it can turn, five where it goes straight on.
fn estimate(ground: &Ground, at: Cell, to: Cell, blank: Cell) -> i32 {
    if at == to {
        return 0;
    }
    let ((row, col), (to_row, to_col)) = (ground.place(at), ground.place(to));
    let (down, right) = ((row - to_row).abs(), (col - to_col).abs());
    let (short, long) = (down.min(right), down.max(right));
    ground.taxicab(at, blank) - 3 + 6 * short + 5 * (long - short)
}
