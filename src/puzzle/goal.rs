//! Goals, and a start reduced to the one form that searches know.

use std::{fmt, str::FromStr, sync::Arc};

use super::{Board, Cell, Grid, GridError, NameError, Size, Tile, by_name, is_solvable};

/// The goals that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum NamedGoal {
    /// `1 2 3 … x`: the tiles in reading order, the blank last.
    #[default]
    BlankLast,
    /// `x 1 2 3 …`: the blank first, as Korf and most courses have it.
    BlankFirst,
    /// The tiles in a spiral inwards from the top-left, the blank at its end; 3×3: `1 2 3 8 x 4 7 6 5`.
    Snail,
}

impl NamedGoal {
    /// All of them, the default first.
    pub const ALL: [NamedGoal; 3] = [
        NamedGoal::BlankLast,
        NamedGoal::BlankFirst,
        NamedGoal::Snail,
    ];

    /// The name as typed on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            NamedGoal::BlankLast => "blank-last",
            NamedGoal::BlankFirst => "blank-first",
            NamedGoal::Snail => "snail",
        }
    }

    /// The goal written out for a board of `size`.
    pub fn grid(self, size: Size) -> Grid {
        let cells = size.cells();
        let mut labels = vec![0; cells];
        let order: Vec<usize> = match self {
            NamedGoal::BlankLast => (0..cells).collect(),
            NamedGoal::BlankFirst => (1..cells).collect(),
            NamedGoal::Snail => spiral(size),
        };
        for (label, cell) in (1..cells as u16).zip(order) {
            labels[cell] = label;
        }
        Grid::new(size, labels)
    }
}

impl fmt::Display for NamedGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for NamedGoal {
    type Err = NameError;

    fn from_str(text: &str) -> Result<NamedGoal, NameError> {
        by_name(text, &NamedGoal::ALL, NamedGoal::name)
    }
}

/// The cells of a board clockwise from the top-left, ring by ring inwards.
fn spiral(size: Size) -> Vec<usize> {
    let (mut top, mut left, mut bottom, mut right) = (0, 0, size.rows(), size.cols());
    let at = |row: usize, col: usize| row * size.cols() + col;
    let mut cells = Vec::with_capacity(size.cells());
    while top < bottom && left < right {
        cells.extend((left..right).map(|c| at(top, c)));
        top += 1;
        cells.extend((top..bottom).map(|r| at(r, right - 1)));
        right -= 1;
        if top < bottom {
            cells.extend((left..right).rev().map(|c| at(bottom - 1, c)));
            bottom -= 1;
        }
        if left < right {
            cells.extend((top..bottom).rev().map(|r| at(r, left)));
            left += 1;
        }
    }
    cells
}

/// Any arrangement as a goal, with the renaming that makes it "tiles in order around the blank".
///
/// A search never sees the goal's labels: the tile that belongs on the first cell is called 1, the
/// next 2 and so on, the blank's cell left out. All that remains of a goal is its blank's cell. Moves
/// are directions, so a solution needs no translation back.
///
/// # Examples
/// ```
/// use slide::{Goal, NamedGoal, Size};
/// let snail = Goal::named(NamedGoal::Snail, Size::square(3)?);
/// assert_eq!(snail.grid().labels(), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
/// assert_eq!(snail.blank().index(), 4);
/// # Ok::<(), slide::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    grid: Grid,
    blank: Cell,
    /// The tile's name by its label.
    names: Box<[Tile]>,
}

impl Goal {
    /// The goal that reads `grid`.
    ///
    /// # Errors
    /// If the grid is no arrangement of tiles.
    pub fn new(grid: Grid) -> Result<Goal, GridError> {
        grid.check()?;
        let mut names = vec![Tile::BLANK; grid.labels().len()].into_boxed_slice();
        let mut blank = Cell::new(0);
        let mut next = 0;
        for (cell, &label) in grid.labels().iter().enumerate() {
            if label == 0 {
                blank = Cell::new(cell);
            } else {
                next += 1;
                names[label as usize] = Tile::new(next);
            }
        }
        Ok(Goal { grid, blank, names })
    }

    /// The goal of this name on boards of `size`.
    pub fn named(name: NamedGoal, size: Size) -> Goal {
        Goal::new(name.grid(size)).expect("a named goal is an arrangement")
    }

    /// The goal as written.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The size of the boards it is a goal of.
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    /// Where the blank belongs.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// The tiles of a board, renamed for this goal; see [`Problem::tiles`].
    ///
    /// # Panics
    /// If the board is no arrangement of the goal's size.
    pub fn tiles(&self, board: &Grid) -> Vec<Tile> {
        let labels = board.labels().iter();
        labels.map(|&label| self.names[label as usize]).collect()
    }

    /// The board whose tiles, renamed, are these, as written for this goal: undoes the renaming of
    /// [`Problem::tiles`].
    ///
    /// # Panics
    /// If there is not one tile a cell, or a number is too large.
    pub fn written(&self, tiles: &[Tile]) -> Grid {
        let mut labels = vec![0; tiles.len()];
        for (label, name) in (0..).zip(&self.names) {
            labels[name.index()] = label;
        }
        let labels: Vec<u16> = tiles.iter().map(|tile| labels[tile.index()]).collect();
        Grid::new(self.size(), labels)
    }

    /// The goal's common name, if it has one; for the 2×2 board, whose names overlap, the first.
    pub fn name(&self) -> Option<NamedGoal> {
        NamedGoal::ALL
            .into_iter()
            .find(|g| g.grid(self.size()) == self.grid)
    }
}

impl fmt::Display for Goal {
    /// The common name, or the labels in reading order.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return name.fmt(f);
        }
        for (i, &label) in self.grid.labels().iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            match label {
                0 => write!(f, "{gap}x")?,
                _ => write!(f, "{gap}{label}")?,
            }
        }
        Ok(())
    }
}

/// A start and a goal of one size: what a solver is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    start: Grid,
    tiles: Box<[Tile]>,
    goal: Arc<Goal>,
}

/// Why a grid and a goal make no problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemError {
    /// The start is no arrangement of tiles.
    Start(GridError),
    /// Start and goal differ in size.
    Sizes {
        /// The size of the start.
        start: Size,
        /// The size of the goal.
        goal: Size,
    },
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemError::Start(error) => error.fmt(f),
            ProblemError::Sizes { start, goal } => {
                write!(f, "the board is {start}, but the goal is {goal}")
            }
        }
    }
}

impl std::error::Error for ProblemError {}

impl Problem {
    /// The problem to bring `start` to `goal`.
    ///
    /// # Errors
    /// If `start` is no arrangement of tiles or of another size than `goal`. A start that cannot be
    /// solved is a problem like any other; see [`Problem::is_solvable`].
    pub fn new(start: Grid, goal: Arc<Goal>) -> Result<Problem, ProblemError> {
        if start.size() != goal.size() {
            return Err(ProblemError::Sizes {
                start: start.size(),
                goal: goal.size(),
            });
        }
        start.check().map_err(ProblemError::Start)?;
        let tiles = goal.tiles(&start).into();
        Ok(Problem { start, tiles, goal })
    }

    /// The start as written.
    pub fn start(&self) -> &Grid {
        &self.start
    }

    /// The goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The size of start and goal.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// The start's tiles, renamed, in reading order.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Whether the start can be brought to the goal; see [`is_solvable`].
    pub fn is_solvable(&self) -> bool {
        is_solvable(&self.tiles, self.size(), self.goal.blank)
    }

    /// The problem of coming from the goal to the start: its solutions are this one's, read backwards.
    pub(crate) fn reversed(&self) -> Problem {
        let goal = Goal::new(self.start.clone()).expect("a start is an arrangement");
        Problem::new(self.goal.grid.clone(), Arc::new(goal)).expect("both are of one size")
    }

    /// The common goals that this start could be brought to.
    pub fn solvable_goals(&self) -> impl Iterator<Item = NamedGoal> + '_ {
        NamedGoal::ALL.into_iter().filter(|&name| {
            let goal = Arc::new(Goal::named(name, self.size()));
            Problem::new(self.start.clone(), goal).is_ok_and(|p| p.is_solvable())
        })
    }

    /// The start as a board, tiles renamed.
    ///
    /// # Panics
    /// If the problem is of another size.
    pub fn board<const R: usize, const C: usize>(&self) -> Board<R, C> {
        assert_eq!(
            (self.size().rows(), self.size().cols()),
            (R, C),
            "the board has the problem's size"
        );
        Board::from_tiles(&self.tiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spiral_visits_every_cell_of_every_size_once() {
        for size in Size::all() {
            let mut cells = spiral(size);
            assert_eq!(cells[..size.cols()], (0..size.cols()).collect::<Vec<_>>());
            cells.sort_unstable();
            assert_eq!(cells, (0..size.cells()).collect::<Vec<_>>());
        }
        assert_eq!(spiral(Size::new(3, 2).expect("3x2")), [0, 1, 3, 5, 4, 2]);
    }

    #[test]
    fn a_goal_renamed_by_itself_is_in_order() {
        for size in Size::all() {
            for name in NamedGoal::ALL {
                let goal = Arc::new(Goal::named(name, size));
                let problem =
                    Problem::new(name.grid(size), goal.clone()).expect("a goal is a start");
                let others = problem
                    .tiles
                    .iter()
                    .filter(|t| !t.is_blank())
                    .map(|t| t.index());
                assert!(others.eq(1..size.cells()));
                assert!(problem.is_solvable());
            }
        }
    }
}
