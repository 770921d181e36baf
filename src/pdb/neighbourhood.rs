//! Neighbourhood on a board, on sets of cells.

use crate::puzzle::Size;

/// The neighbourhood of a board's cells; bit c of a set is cell c.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbourhood {
    cols: u32,
    all: u64,
    not_left: u64,
    not_right: u64,
    dark: u64,
}

impl Neighbourhood {
    pub(super) fn new(size: Size) -> Neighbourhood {
        let cols = size.cols();
        let set = |of: &dyn Fn(usize, usize) -> bool| {
            (0..size.cells())
                .filter(|c| of(c / cols, c % cols))
                .fold(0u64, |set, c| set | 1 << c)
        };
        Neighbourhood {
            cols: cols as u32,
            all: set(&|_, _| true),
            not_left: set(&|_, col| col > 0),
            not_right: set(&|_, col| col + 1 < cols),
            dark: set(&|row, col| (row + col) % 2 == 1),
        }
    }

    /// The parity of the number of its cells that are dark.
    pub(super) fn parity(self, placement: u64) -> u32 {
        (placement & self.dark).count_ones() & 1
    }

    /// The cells next to a set.
    pub(super) fn spread(self, set: u64) -> u64 {
        let sideways = (set & self.not_left) >> 1 | (set & self.not_right) << 1;
        (sideways | set >> self.cols | set << self.cols) & self.all
    }

    /// The region of the cells of `start` between tiles on `placement`.
    pub(super) fn region(self, start: u64, placement: u64) -> u64 {
        self.flood(start, self.all & !placement)
    }

    /// The cells of `free` that are connected to `start`.
    fn flood(self, start: u64, free: u64) -> u64 {
        let mut region = start;
        loop {
            let wider = (region | self.spread(region)) & free;
            if wider == region {
                return region;
            }
            region = wider;
        }
    }

    /// The regions that a placement leaves, by their lowest cells.
    pub(super) fn regions(self, placement: u64) -> impl Iterator<Item = u64> {
        let mut free = self.all & !placement;
        std::iter::from_fn(move || {
            let region = self.flood(free & free.wrapping_neg(), free);
            free &= !region;
            (region != 0).then_some(region)
        })
    }
}
