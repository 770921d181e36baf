//! How the tiles of a goal are shared out among patterns.

use std::fmt;

use super::{Pattern, pattern::members};
use crate::puzzle::{Cell, Size, Symmetry};

/// Patterns of one goal that together hold every tile once.
///
/// Written as a picture of the goal: a letter for each cell, the same for the tiles of one pattern, and
/// `.` for the blank.
///
/// # Examples
/// ```
/// use slide::pdb::Partition;
/// let partition: Partition = "
///     . A A
///     B A A
///     B B B".parse()?;
/// assert_eq!(partition.patterns().len(), 2);
/// assert_eq!(partition.blank().index(), 0);
/// # Ok::<(), slide::pdb::PartitionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partition {
    size: Size,
    blank: Cell,
    patterns: Vec<Pattern>,
}

/// Why a picture is no partition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartitionError {
    /// The lines are no board of ours, or one too large for patterns.
    Shape,
    /// There is not exactly one `.`.
    Blank,
    /// The pattern of this letter has more tiles than a table can have.
    TooMany(char),
}

impl fmt::Display for PartitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartitionError::Shape => f.write_str("expected one letter a cell, at most 36 cells"),
            PartitionError::Blank => f.write_str("expected exactly one `.` for the blank"),
            PartitionError::TooMany(letter) => write!(
                f,
                "pattern {letter} has more than {} tiles",
                Pattern::MAX_TILES
            ),
        }
    }
}

impl std::error::Error for PartitionError {}

impl Partition {
    /// A partition for any goal: patterns of `most` tiles, compact, and what is left over next to the
    /// blank.
    ///
    /// Patterns grow one after the other from the free cell farthest from the blank, always by the
    /// neighbour that has the fewest free neighbours itself, so that no cell is cut off.
    /// `None` for boards too large for patterns or `most` outside 1 to 8.
    pub fn automatic(size: Size, blank: Cell, most: usize) -> Option<Partition> {
        if size.cells() > Pattern::MAX_CELLS || !(1..=Pattern::MAX_TILES).contains(&most) {
            return None;
        }
        let near = |a: Cell, b: Cell| a.taxicab(b, size.cols());
        let mut free = ((1u64 << size.cells()) - 1) & !(1 << blank.index());
        let mut patterns = Vec::new();
        while free != 0 {
            let mut cells = 0u64;
            for _ in 0..most {
                let next = members(free).min_by_key(|&c| {
                    let gap = members(cells).map(|d| near(c, d)).min().unwrap_or(1);
                    let open = members(free).filter(|&d| near(c, d) == 1).count();
                    let touching = members(cells).filter(|&d| near(c, d) == 1).count();
                    let far = near(c, blank);
                    if cells == 0 {
                        (0, open, usize::MAX - far, 0)
                    } else {
                        (gap, open, 4 - touching, usize::MAX - far)
                    }
                });
                let Some(next) = next else { break };
                cells |= 1 << next.index();
                free &= !cells;
            }
            patterns.push(Pattern::new(size, blank, cells)?);
        }
        Some(Partition {
            size,
            blank,
            patterns,
        })
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Where the blank belongs.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// The patterns, in the order of their letters.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The numbers of tiles of its patterns, as `6-6-3`.
    pub fn shape(&self) -> String {
        let tiles: Vec<String> = self
            .patterns
            .iter()
            .map(|pattern| pattern.tiles().to_string())
            .collect();
        tiles.join("-")
    }

    /// The shapes of several partitions as `7 x 6-6-6-6`, after the first one.
    pub fn shape_of(partitions: &[Partition]) -> String {
        match partitions {
            [] => "none".into(),
            [one] => one.shape(),
            [first, ..] => format!("{} x {}", partitions.len(), first.shape()),
        }
    }

    /// The different tables that it takes: patterns that are images of each other share one.
    pub fn tables(&self) -> Vec<Pattern> {
        let mut tables: Vec<Pattern> = self.patterns.iter().map(|p| p.canonical().0).collect();
        tables.sort();
        tables.dedup();
        tables
    }

    /// The different tables that several partitions take together.
    pub fn tables_of(partitions: &[Partition]) -> Vec<Pattern> {
        let mut tables: Vec<Pattern> = partitions.iter().flat_map(Partition::tables).collect();
        tables.sort();
        tables.dedup();
        tables
    }

    /// The partition seen through a symmetry.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Partition {
        Partition {
            size: self.size,
            blank: symmetry.cell(self.blank),
            patterns: self.patterns.iter().map(|p| p.image(symmetry)).collect(),
        }
    }

    /// Another symmetry than the identity under which the goal's blank stays and the patterns change.
    ///
    /// A board and its image are equally far from this goal, so the partition gives a second estimate:
    /// that of the image.
    pub fn reflection(&self) -> Option<Symmetry> {
        let sorted = |p: &Partition| {
            let mut cells: Vec<u64> = p.patterns.iter().map(Pattern::cells).collect();
            cells.sort_unstable();
            cells
        };
        Symmetry::all(self.size)
            .skip(1)
            .find(|&s| s.cell(self.blank) == self.blank && sorted(&self.image(s)) != sorted(self))
    }
}

impl std::str::FromStr for Partition {
    type Err = PartitionError;

    /// Reads a picture; blanks and empty lines mean nothing, letters are patterns in alphabetical order.
    fn from_str(picture: &str) -> Result<Partition, PartitionError> {
        let rows: Vec<Vec<char>> = picture
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let cols = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != cols) {
            return Err(PartitionError::Shape);
        }
        let size = Size::new(rows.len(), cols).map_err(|_| PartitionError::Shape)?;
        if size.cells() > Pattern::MAX_CELLS {
            return Err(PartitionError::Shape);
        }
        let letters: Vec<char> = rows.concat();
        let set = |letter: char| {
            let of = |(_, l): &(usize, &char)| **l == letter;
            letters
                .iter()
                .enumerate()
                .filter(of)
                .fold(0u64, |set, (c, _)| set | 1 << c)
        };
        let blanks = set('.');
        if blanks.count_ones() != 1 {
            return Err(PartitionError::Blank);
        }
        let blank = Cell::new(blanks.trailing_zeros() as usize);
        let mut names: Vec<char> = letters.iter().copied().filter(|&l| l != '.').collect();
        names.sort_unstable();
        names.dedup();
        let pattern = |&name: &char| {
            Pattern::new(size, blank, set(name)).ok_or(PartitionError::TooMany(name))
        };
        let patterns = names.iter().map(pattern).collect::<Result<_, _>>()?;
        Ok(Partition {
            size,
            blank,
            patterns,
        })
    }
}

impl fmt::Display for Partition {
    /// The picture.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size.rows() {
            for col in 0..self.size.cols() {
                let cell = row * self.size.cols() + col;
                let owner = self
                    .patterns
                    .iter()
                    .position(|p| p.cells() >> cell & 1 != 0);
                let letter = owner.map_or('.', |p| char::from(b'A' + p as u8));
                write!(f, "{}{letter}", if col == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_goal_of_every_size_has_an_automatic_partition() {
        for size in Size::all().filter(|s| s.cells() <= Pattern::MAX_CELLS) {
            for blank in (0..size.cells()).map(Cell::new) {
                for most in 1..=Pattern::MAX_TILES {
                    let partition = Partition::automatic(size, blank, most).expect("it fits");
                    let sum: u64 = partition.patterns.iter().map(|p| p.cells()).sum();
                    assert_eq!(sum, ((1 << size.cells()) - 1) & !(1 << blank.index()));
                    assert_eq!(partition.patterns.len(), (size.cells() - 1).div_ceil(most));
                }
            }
        }
    }

    #[test]
    fn pictures_that_are_no_partition_are_refused() {
        let error = |text: &str| text.parse::<Partition>().expect_err(text);
        assert_eq!(error("A A\nB"), PartitionError::Shape);
        assert_eq!(error(""), PartitionError::Shape);
        assert_eq!(error("A A\nB B"), PartitionError::Blank);
        assert_eq!(error(". .\nB B"), PartitionError::Blank);
        assert_eq!(
            error(". A A A\nA A A A\nA A A A"),
            PartitionError::TooMany('A')
        );
    }
}
