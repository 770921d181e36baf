//! A task made ready: its exact distances, and how much each tile is wanted nearer home meanwhile.

use super::{
    ground::{Ground, Marks},
    node::Node,
    relaxed::{FAR, PairPath, SinglePath},
    shape::{Phase, Shape},
    task::Task,
};
use crate::puzzle::{Cell, Tile};

/// A task of boards that have built the same.
#[derive(Debug)]
pub(super) struct Stage {
    task: Task,
    after: Shape,
    /// The cells not built.
    pub(super) free: Marks,
    /// The tiles whose cells a node watches.
    tiles: (Tile, Tile),
    single: Option<SinglePath>,
    /// The second tile must be here for `single` to count.
    second_at: Option<Cell>,
    pair: Option<PairPath>,
    pulls: [i32; 256],
}

/// What a step nearer home is worth, by how far behind the first unfinished row or column of its phase a
/// tile's home is; tiles farther behind pull like the last. [`STEP`](super::beam::STEP) is a move of the
/// task itself.
///
/// That other tiles pull at all is what makes paths short. Pulling alike, paths were an eighth longer.
const PULLS: [i32; 4] = [62, 28, 22, 19];

/// How much harder tiles pull from afar: by so many parts in 256 for each step. Paths over 16×16 are a twelfth
/// shorter for it: tiles far from home are brought along early, while it costs nothing.
const AFAR: i32 = 18;

/// What a tile of this pull adds from `steps` away.
fn pull_from(pull: i32, steps: i32) -> i32 {
    pull * (256 * steps + AFAR * steps * steps) / 256
}

/// The pull of every tile when so much is built.
pub(super) fn pulls(ground: &Ground, phases: &[Phase], shape: Shape) -> [i32; 256] {
    let mut pulls = [0; 256];
    for (cell, behind) in shape.behind(phases) {
        pulls[ground.owner(cell).index()] = PULLS[behind.min(PULLS.len() - 1)];
    }
    pulls[0] = 0;
    pulls
}

/// The pull of a board: that of all its tiles together.
pub(super) fn pull(ground: &Ground, tiles: &[Tile; 256], pulls: &[i32; 256]) -> i32 {
    let of = |(cell, &tile): (usize, &Tile)| {
        let steps = ground.taxicab(Cell::new(cell), ground.home(tile));
        pull_from(pulls[tile.index()], steps)
    };
    let tiles = tiles[..ground.size().cells()].iter().enumerate();
    tiles.map(of).sum()
}

impl Stage {
    /// The stage for the boards `starts`, which have built the same and do the same next.
    pub(super) fn new(
        ground: &Ground,
        phases: &[Phase],
        (task, after): (Task, Shape),
        starts: &[&Node],
    ) -> Stage {
        let shape = starts[0].shape;
        let free = shape.free(phases);
        let mut stage = Stage {
            task,
            after,
            free,
            tiles: (Tile::BLANK, Tile::BLANK),
            single: None,
            second_at: None,
            pair: None,
            pulls: pulls(ground, phases, shape),
        };
        let cells = || (0..ground.size().cells()).map(Cell::new);
        let all_free = || cells().filter(|c| free[c.index()]);
        let single = |tile: Tile, to: Cell| {
            let blanks = all_free().filter(|&blank| blank != to);
            let goals = blanks.map(|blank| (to, blank, 0)).collect();
            let starts: Vec<_> = starts.iter().map(|n| (n.find(tile), n.blank)).collect();
            Some(SinglePath::new(ground, &free, goals, &starts))
        };
        match task {
            Task::Single(cell) => {
                stage.tiles.0 = ground.owner(cell);
                stage.single = single(stage.tiles.0, cell);
            }
            Task::First(pair, first) => {
                stage.tiles.0 = first;
                stage.single = single(first, pair.corner);
            }
            Task::Pair(pair) => {
                stage.tiles = pair.tiles(ground);
                stage.pair = Some(PairPath::new(ground, &free, pair.cells()));
            }
            Task::Second(pair, first) => {
                let second = pair.other(ground, first);
                let homes = (ground.home(second), ground.home(first));
                let path = PairPath::new(ground, &free, homes);
                let mut goals = Vec::new();
                for tile in all_free() {
                    let blanks = all_free().map(|b| (tile, b, path.distance(tile, pair.corner, b)));
                    goals.extend(blanks.filter(|&(_, _, moves)| moves != FAR));
                }
                let starts: Vec<_> = starts.iter().map(|n| (n.find(second), n.blank)).collect();
                let mut outside = free;
                outside[pair.corner.index()] = false;
                stage.tiles = (second, first);
                stage.single = Some(SinglePath::new(ground, &outside, goals, &starts));
                stage.second_at = Some(pair.corner);
                stage.pair = Some(path);
            }
        }
        stage
    }

    /// Sets a board to work at the stage with this number.
    pub(super) fn begin(&self, ground: &Ground, node: &mut Node, number: u16) {
        let (first, second) = self.tiles;
        node.stage = number;
        node.last = None;
        node.watched = (node.find(first), node.find(second));
        node.pull = pull(ground, &node.tiles, &self.pulls);
    }

    /// The moves left when the watched tiles and the blank are there; [`FAR`] if that was not looked for.
    ///
    /// The shorter of the two ways there are: a tile in the pair's window can be nearer by leaving it, and then
    /// only this falls by one with every move along a shortest way.
    #[inline]
    pub(super) fn distance(&self, watched: (Cell, Cell), blank: Cell) -> u16 {
        let pair = self.pair.as_ref();
        let pair = pair.map_or(FAR, |pair| pair.distance(watched.0, watched.1, blank));
        match &self.single {
            Some(single) if self.second_at.is_none_or(|cell| cell == watched.1) => {
                pair.min(single.distance(watched.0, blank))
            }
            _ => pair,
        }
    }

    /// The pull of the board after the tile on `from` has gone to the blank's cell.
    #[inline]
    pub(super) fn pull_after(&self, ground: &Ground, node: &Node, from: Cell) -> i32 {
        let tile = node.tiles[from.index()];
        let on = |cell: Cell| {
            let steps = ground.taxicab(cell, ground.home(tile));
            pull_from(self.pulls[tile.index()], steps)
        };
        node.pull + on(node.blank) - on(from)
    }

    /// Ends the stage for a board; gives the number of tiles that are home or held now and were not.
    pub(super) fn end(&self, node: &mut Node) -> usize {
        match self.task {
            Task::First(pair, first) => node.half = Some((pair, first)),
            _ => (node.shape, node.half) = (self.after, None),
        }
        if matches!(self.task, Task::Pair(_)) {
            2
        } else {
            1
        }
    }
}
