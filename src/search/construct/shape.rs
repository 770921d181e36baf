//! Which cells are built, and which can be built next.

use super::{
    ground::{Ground, Marks},
    rectangle::Rectangle,
};
use crate::puzzle::{Cell, Size, Tile};

/// The part of the work that is done from one corner.
///
/// Cells are built in rows and columns numbered from that corner; what is built is always a staircase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phase {
    /// What is not built when the phase begins.
    rectangle: Rectangle,
    /// The corner is below.
    from_bottom: bool,
    /// The corner is to the right.
    from_right: bool,
    /// Rows to build whole.
    rows: usize,
    /// Columns to build whole.
    cols: usize,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// One cell.
    Single(Cell),
    /// The last two cells of a line.
    Pair(Pair),
}

/// The last two cells of a line. Neither can be built alone: the other would be a dead end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pair {
    /// The last but one.
    pub(super) before: Cell,
    /// The last.
    pub(super) corner: Cell,
}

impl Pair {
    pub(super) fn cells(self) -> (Cell, Cell) {
        (self.before, self.corner)
    }

    /// The tiles that belong here.
    pub(super) fn tiles(self, ground: &Ground) -> (Tile, Tile) {
        (ground.owner(self.before), ground.owner(self.corner))
    }

    /// The tile of the pair that is not `first`.
    pub(super) fn other(self, ground: &Ground, first: Tile) -> Tile {
        let (before, corner) = self.tiles(ground);
        if first == before { corner } else { before }
    }
}

/// What is built: so many cells of each row of the phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Shape {
    pub(super) phase: u8,
    built: [u8; Size::MAX_SIDE],
}

/// The phases that leave `core` of a board.
pub(super) fn phases(size: Size, core: Rectangle) -> Vec<Phase> {
    let mut rectangle = Rectangle::whole(size);
    let mut phases = Vec::new();
    while rectangle != core {
        let above = core.top - rectangle.top;
        let left = core.left - rectangle.left;
        let below = rectangle.top + rectangle.rows - core.top - core.rows;
        let right = rectangle.left + rectangle.cols - core.left - core.cols;
        let (from_bottom, from_right) = (above == 0, left == 0);
        let rows = if from_bottom { below } else { above };
        let cols = if from_right { right } else { left };
        phases.push(Phase {
            rectangle,
            from_bottom,
            from_right,
            rows,
            cols,
        });
        rectangle.rows -= rows;
        rectangle.cols -= cols;
        rectangle.top += if from_bottom { 0 } else { rows };
        rectangle.left += if from_right { 0 } else { cols };
    }
    phases
}

impl Phase {
    fn cell(&self, row: usize, col: usize) -> Cell {
        let r = &self.rectangle;
        let row = if self.from_bottom {
            r.rows - 1 - row
        } else {
            row
        };
        let col = if self.from_right {
            r.cols - 1 - col
        } else {
            col
        };
        Cell::new((r.top + row) * r.width + r.left + col)
    }

    /// How many cells of a row are to be built.
    fn goal(&self, row: usize) -> usize {
        if row < self.rows {
            self.rectangle.cols
        } else {
            self.cols
        }
    }
}

impl Shape {
    /// Nothing is built.
    pub(super) const START: Shape = Shape {
        phase: 0,
        built: [0; Size::MAX_SIDE],
    };

    fn built(&self, row: usize) -> usize {
        self.built[row].into()
    }

    /// Everything that can be built next; nothing when all phases are over.
    pub(super) fn next(&self, phases: &[Phase]) -> Vec<(Next, Shape)> {
        let Some(phase) = phases.get(usize::from(self.phase)) else {
            return Vec::new();
        };
        let (rows, cols) = (phase.rectangle.rows, phase.rectangle.cols);
        let mut next = Vec::new();
        for row in 0..rows {
            let col = self.built(row);
            let step = row == 0 || self.built(row - 1) > col;
            if !step || col == phase.goal(row) {
                continue;
            }
            if row < phase.rows && col + 2 == cols {
                let pair = Next::Pair(Pair {
                    before: phase.cell(row, col),
                    corner: phase.cell(row, col + 1),
                });
                next.push((pair, self.with(phases, &[row, row])));
            } else if row < phase.rows || row + 2 < rows {
                // A row that is not built whole ends at a column, whose last two cells are a pair.
                next.push((
                    Next::Single(phase.cell(row, col)),
                    self.with(phases, &[row]),
                ));
            } else if row + 2 == rows {
                let pair = Next::Pair(Pair {
                    before: phase.cell(row, col),
                    corner: phase.cell(row + 1, col),
                });
                next.push((pair, self.with(phases, &[row, row + 1])));
            }
        }
        next
    }

    fn with(mut self, phases: &[Phase], rows: &[usize]) -> Shape {
        for &row in rows {
            self.built[row] += 1;
        }
        let phase = &phases[usize::from(self.phase)];
        if (0..phase.rectangle.rows).all(|row| self.built(row) == phase.goal(row)) {
            return Shape {
                phase: self.phase + 1,
                ..Shape::START
            };
        }
        self
    }

    /// The cells that are not built, each with how far it is behind the first row or column that is not
    /// whole, whichever is nearer.
    pub(super) fn behind(&self, phases: &[Phase]) -> Vec<(Cell, usize)> {
        let Some(phase) = phases.get(usize::from(self.phase)) else {
            return Vec::new();
        };
        let (rows, cols) = (phase.rectangle.rows, phase.rectangle.cols);
        let row = (0..phase.rows).find(|&row| self.built(row) < cols);
        let col = (0..phase.cols).find(|&col| self.built(rows - 1) <= col);
        let behind = |line: usize, first: Option<usize>| {
            first.map_or(usize::MAX, |first| line.saturating_sub(first))
        };
        let mut cells = Vec::with_capacity(rows * cols);
        for r in 0..rows {
            for c in self.built(r)..cols {
                cells.push((phase.cell(r, c), behind(r, row).min(behind(c, col))));
            }
        }
        cells
    }

    /// The cells that are not built, as marks by cell.
    pub(super) fn free(&self, phases: &[Phase]) -> Marks {
        let mut free = [false; 256];
        for (cell, _) in self.behind(phases) {
            free[cell.index()] = true;
        }
        free
    }
}
