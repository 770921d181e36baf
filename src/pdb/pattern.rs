//! Sets of tiles that a table is made for.

use crate::puzzle::{Cell, Size, Symmetry, Tile};

/// A set of tiles, named by the cells they belong on, and the goal they belong to.
///
/// Cells are the bits of a word, bit `c` for cell `c`: the board has at most [`Pattern::MAX_CELLS`].
/// Naming tiles by their goal cells makes reflections plain: the image of a pattern is the pattern of
/// the image cells, whatever the numbers of its tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    size: Size,
    blank: Cell,
    cells: u64,
}

/// The cells of a set, lowest first.
pub(super) fn members(mut cells: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let lowest = (cells != 0).then(|| Cell::new(cells.trailing_zeros() as usize));
        cells &= cells.wrapping_sub(1);
        lowest
    })
}

impl Pattern {
    /// The most cells a board may have.
    pub const MAX_CELLS: usize = 36;
    /// The most tiles a pattern may have: the index of an order is kept in 16 bits.
    pub const MAX_TILES: usize = 8;

    /// The tiles that belong on `cells`, for the goal with its blank at `blank`.
    ///
    /// `None` if the board is larger than [`Pattern::MAX_CELLS`], if the set is empty or larger than
    /// [`Pattern::MAX_TILES`], or if it contains the blank's cell or a cell off the board.
    pub fn new(size: Size, blank: Cell, cells: u64) -> Option<Pattern> {
        let tiles = cells.count_ones() as usize;
        let fits = size.cells() <= Pattern::MAX_CELLS
            && blank.index() < size.cells()
            && (1..=Pattern::MAX_TILES).contains(&tiles)
            && cells >> size.cells() == 0
            && cells >> blank.index() & 1 == 0;
        fits.then_some(Pattern { size, blank, cells })
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Where the blank belongs.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// The cells where the tiles belong.
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// The number of tiles.
    pub fn tiles(&self) -> usize {
        self.cells.count_ones() as usize
    }

    /// The ways in which its tiles can stand on the board.
    pub(crate) fn arrangements(&self) -> u64 {
        let cells = self.size.cells() as u64;
        (0..self.tiles() as u64)
            .map(|placed| cells - placed)
            .product()
    }

    /// Whether `tile` is in the pattern.
    pub fn contains(&self, tile: Tile) -> bool {
        !tile.is_blank() && self.cells >> tile.home(self.blank).index() & 1 != 0
    }

    /// The pattern seen through a symmetry.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Pattern {
        Pattern {
            size: self.size,
            blank: symmetry.cell(self.blank),
            cells: symmetry.cells(self.cells),
        }
    }

    /// The one pattern that stands for all images of this one, and the symmetry that leads to it.
    ///
    /// Images share a table: the costs are the same when boards are read through the symmetry. Any
    /// goal with its blank in a corner becomes the goal with its blank on cell 0.
    pub fn canonical(&self) -> (Pattern, Symmetry) {
        Symmetry::all(self.size)
            .map(|s| (self.image(s), s))
            .min_by_key(|(pattern, _)| *pattern)
            .expect("every size has the identity")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_have_one_canonical_pattern_with_the_blank_first_in_a_corner() {
        let size = Size::square(4).expect("4x4");
        let pattern = Pattern::new(size, Cell::new(15), 0b110_0110_0010).expect("five tiles");
        for s in Symmetry::all(size) {
            let (canonical, to) = pattern.image(s).canonical();
            assert_eq!(canonical, pattern.canonical().0);
            assert_eq!(pattern.image(s).image(to), canonical);
            assert_eq!(canonical.blank(), Cell::new(0));
        }
    }

    #[test]
    fn patterns_keep_to_the_board_and_leave_out_the_blank() {
        let size = Size::new(2, 3).expect("2x3");
        let blank = Cell::new(2);
        assert!(Pattern::new(size, blank, 0b1_1011).is_some());
        for bad in [0, 0b100, 1 << 6] {
            assert_eq!(Pattern::new(size, blank, bad), None);
        }
        let pattern = Pattern::new(size, blank, 0b1010).expect("two tiles");
        let tiles: Vec<usize> = (0..6)
            .filter(|&t| pattern.contains(Tile::new(t as u8)))
            .collect();
        assert_eq!(tiles, [2, 3]);
    }
}
