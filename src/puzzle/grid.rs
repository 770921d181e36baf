//! A rectangle of labels as somebody wrote it.

use std::fmt;

use super::{Cell, Move, Size};

/// Labels in reading order, 0 for the blank; nothing is promised about them.
///
/// A `Grid` is what a parser makes. [`Grid::check`] says whether it is an arrangement of tiles;
/// [`Problem`](super::Problem) and [`Goal`](super::Goal) are made only of grids that are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    size: Size,
    labels: Box<[u16]>,
}

/// Why a grid is no arrangement of tiles, and at which cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridError {
    /// The label at `cell` is above the largest tile, `largest`.
    TooLarge {
        /// Index of the cell in reading order.
        cell: usize,
        /// The label found there.
        label: u16,
        /// The largest label a board of this size has.
        largest: u16,
    },
    /// The label at `cell` stands at `first` already.
    Duplicate {
        /// Index of the second cell that holds the label.
        cell: usize,
        /// The label that occurs twice.
        label: u16,
        /// Index of the first cell that holds it.
        first: usize,
        /// A label that the grid lacks instead.
        missing: u16,
    },
}

impl GridError {
    /// The index of the cell at fault, in reading order.
    pub fn cell(&self) -> usize {
        match *self {
            GridError::TooLarge { cell, .. } | GridError::Duplicate { cell, .. } => cell,
        }
    }
}

/// What stands on a cell with this label.
fn name(label: u16) -> String {
    if label == 0 {
        "the blank".into()
    } else {
        format!("tile {label}")
    }
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            GridError::TooLarge { label, largest, .. } if label == largest + 1 => write!(
                f,
                "found tile {label}, expected 1 to {largest} and one blank (if {label} is meant as the blank, write it as 0 or x)"
            ),
            GridError::TooLarge { label, largest, .. } => {
                write!(
                    f,
                    "found tile {label}, expected 1 to {largest} and one blank"
                )
            }
            GridError::Duplicate { label, missing, .. } => {
                write!(
                    f,
                    "found {} a second time, expected each once ({} is missing)",
                    name(label),
                    name(missing)
                )
            }
        }
    }
}

impl std::error::Error for GridError {}

impl Grid {
    /// A grid of these labels.
    ///
    /// # Panics
    /// If there is not one label a cell.
    pub fn new(size: Size, labels: impl Into<Box<[u16]>>) -> Grid {
        let labels = labels.into();
        assert_eq!(labels.len(), size.cells(), "a grid has one label a cell");
        Grid { size, labels }
    }

    /// The shape of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The labels in reading order.
    pub fn labels(&self) -> &[u16] {
        &self.labels
    }

    /// The first cell labelled 0, if there is one.
    pub fn blank(&self) -> Option<Cell> {
        self.labels.iter().position(|&l| l == 0).map(Cell::new)
    }

    /// Moves the blank, the first cell labelled 0; `false` if it would leave the board or there is none,
    /// and then nothing is changed.
    ///
    /// # Complexity
    /// O(cells): the blank is looked for. Searches work on [`Board`](super::Board).
    pub fn apply(&mut self, m: Move) -> bool {
        let Some(blank) = self.blank() else {
            return false;
        };
        let target = m.target(blank, self.size.rows(), self.size.cols());
        if let Some(next) = target {
            self.labels.swap(blank.index(), next.index());
        }
        target.is_some()
    }

    /// Checks that every label from 0 to cells − 1 occurs once.
    ///
    /// # Errors
    /// The first cell, in reading order, whose label is too large or has occurred before.
    ///
    /// # Complexity
    /// One pass, nothing allocated.
    pub fn check(&self) -> Result<(), GridError> {
        let largest = (self.size.cells() - 1) as u16;
        let mut first = [u16::MAX; 256];
        let mut fault = None;
        for (cell, &label) in self.labels.iter().enumerate() {
            if label > largest {
                return Err(GridError::TooLarge {
                    cell,
                    label,
                    largest,
                });
            }
            let seen = &mut first[label as usize];
            if *seen == u16::MAX {
                *seen = cell as u16;
            } else if fault.is_none() {
                fault = Some((cell, label, *seen as usize));
            }
        }
        let Some((cell, label, first_cell)) = fault else {
            return Ok(());
        };
        let missing = (0..=largest).find(|&l| first[l as usize] == u16::MAX);
        let missing = missing.expect("where one label occurs twice another is missing");
        Err(GridError::Duplicate {
            cell,
            label,
            first: first_cell,
            missing,
        })
    }
}

impl fmt::Display for Grid {
    /// Rows as lines, columns aligned, the blank as `x`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self
            .labels
            .iter()
            .max()
            .copied()
            .unwrap_or(0)
            .to_string()
            .len();
        for row in self.labels.chunks(self.size.cols()) {
            for (i, &label) in row.iter().enumerate() {
                let gap = if i == 0 { "" } else { " " };
                match label {
                    0 => write!(f, "{gap}{:>width$}", "x")?,
                    _ => write!(f, "{gap}{label:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(labels: [u16; 4]) -> Result<(), GridError> {
        Grid::new(Size::square(2).expect("2x2"), labels).check()
    }

    #[test]
    fn only_arrangements_pass() {
        assert_eq!(check([1, 2, 3, 0]), Ok(()));
        assert_eq!(
            check([1, 4, 3, 0]),
            Err(GridError::TooLarge {
                cell: 1,
                label: 4,
                largest: 3
            })
        );
        let twice = GridError::Duplicate {
            cell: 3,
            label: 1,
            first: 0,
            missing: 0,
        };
        assert_eq!(check([1, 2, 3, 1]), Err(twice));
        assert_eq!(
            twice.to_string(),
            "found tile 1 a second time, expected each once (the blank is missing)"
        );
    }
}
