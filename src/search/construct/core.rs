//! What is left when all around it is built, as a puzzle of its own.

use std::sync::Arc;

use super::{ground::Ground, region::Region};
use crate::puzzle::{Goal, Grid, Problem, Size, Tile};

/// The core of the boards of one goal.
pub(super) struct Core {
    region: Region,
    size: Size,
    /// The label of each tile that belongs in the core.
    labels: [u16; 256],
    goal: Arc<Goal>,
}

impl Core {
    /// The core of these cells, the goal's blank cell being one of them.
    pub(super) fn new(ground: &Ground, region: Region) -> Core {
        let size = Size::new(region.rows, region.cols).expect("a core is of a size of ours");
        let mut labels = [0; 256];
        let owners = || region.cells().map(|cell| ground.owner(cell));
        for (tile, label) in owners().filter(|tile| !tile.is_blank()).zip(1..) {
            labels[tile.index()] = label;
        }
        let goal: Vec<u16> = owners().map(|tile| labels[tile.index()]).collect();
        let goal = Goal::new(Grid::new(size, goal)).expect("each owner has a label of its own");
        Core {
            region,
            size,
            labels,
            goal: Arc::new(goal),
        }
    }

    /// Its cells.
    pub(super) fn region(&self) -> Region {
        self.region
    }

    /// The core of a board whose other cells are built.
    pub(super) fn problem(&self, tiles: &[Tile; 256]) -> Problem {
        let labels = self.region.cells().map(|cell| tiles[cell.index()]);
        let labels: Vec<u16> = labels.map(|tile| self.labels[tile.index()]).collect();
        Problem::new(Grid::new(self.size, labels), self.goal.clone())
            .expect("where all others are home the core's tiles are in the core")
    }
}
