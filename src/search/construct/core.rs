//! What is left when all around it is built, as a puzzle of its own.

use std::sync::Arc;

use super::{ground::Ground, rectangle::Rectangle};
use crate::puzzle::{Goal, Grid, Problem, Size, Tile};

/// The core of the boards of one goal.
pub(super) struct Core {
    rectangle: Rectangle,
    size: Size,
    /// The label of each tile that belongs in the core.
    labels: [u16; 256],
    goal: Arc<Goal>,
}

impl Core {
    /// The core of these cells, the goal's blank cell being one of them.
    pub(super) fn new(ground: &Ground, rectangle: Rectangle) -> Core {
        let size = Size::new(rectangle.rows, rectangle.cols).expect("a core is of a size of ours");
        let mut labels = [0; 256];
        let owners = || rectangle.cells().map(|cell| ground.owner(cell));
        for (tile, label) in owners().filter(|tile| !tile.is_blank()).zip(1..) {
            labels[tile.index()] = label;
        }
        let goal: Vec<u16> = owners().map(|tile| labels[tile.index()]).collect();
        let goal = Goal::new(Grid::new(size, goal)).expect("each owner has a label of its own");
        Core {
            rectangle,
            size,
            labels,
            goal: Arc::new(goal),
        }
    }

    /// Its cells.
    pub(super) fn rectangle(&self) -> Rectangle {
        self.rectangle
    }

    /// The core of a board whose other cells are built.
    pub(super) fn problem(&self, tiles: &[Tile; 256]) -> Problem {
        let labels = self.rectangle.cells().map(|cell| tiles[cell.index()]);
        let labels: Vec<u16> = labels.map(|tile| self.labels[tile.index()]).collect();
        Problem::new(Grid::new(self.size, labels), self.goal.clone())
            .expect("where all others are home the core's tiles are in the core")
    }
}
