//! Manhattan distance.

use super::{Consistent, Heuristic, homes::Homes};
use crate::puzzle::{Board, Cell, Slide};

/// The sum over the tiles, without the blank, of the steps between where each stands and belongs.
///
/// A move takes one tile one step, so no solution is shorter and no estimate changes by more than one.
/// Counting the blank as a tile would break both.
///
/// # Complexity
/// [`init`](Heuristic::init) takes O(cells) steps, [`advance`](Heuristic::advance) a constant number.
#[derive(Clone, Copy, Debug)]
pub struct Manhattan<const R: usize, const C: usize = R> {
    homes: Homes<R, C>,
}

impl<const R: usize, const C: usize> Manhattan<R, C> {
    /// The heuristic for the goal whose blank is at `goal_blank`.
    pub fn new(goal_blank: Cell) -> Self {
        Manhattan {
            homes: Homes::new(goal_blank),
        }
    }

    /// By how much a move changes the distance: +1 or −1.
    #[inline]
    pub(super) fn change(&self, slide: Slide) -> i32 {
        let home = self.homes.cell(slide.tile);
        slide.to.taxicab(home, C) as i32 - slide.from.taxicab(home, C) as i32
    }
}

impl<const R: usize, const C: usize> Heuristic<R, C> for Manhattan<R, C> {
    type State = u32;

    fn init(&self, board: &Board<R, C>) -> u32 {
        let tiles = board
            .tiles()
            .iter()
            .enumerate()
            .filter(|(_, tile)| !tile.is_blank());
        tiles
            .map(|(cell, &tile)| Cell::new(cell).taxicab(self.homes.cell(tile), C) as u32)
            .sum()
    }

    #[inline]
    fn advance(&self, state: u32, _after: &Board<R, C>, slide: Slide) -> u32 {
        state.wrapping_add_signed(self.change(slide))
    }

    #[inline]
    fn estimate(&self, state: &u32) -> u32 {
        *state
    }
}

impl<const R: usize, const C: usize> Consistent<R, C> for Manhattan<R, C> {}
