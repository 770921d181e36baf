//! The one rule that says whether a board can be solved.

use super::{Cell, Size, Tile};

/// Whether the arrangement can be brought to the goal whose blank is at `goal_blank`.
///
/// `tiles` are renamed tiles in reading order (see [`Goal`](super::Goal)). Every move swaps the blank
/// with a tile, so it flips the parity of the permutation from start to goal and the parity of the
/// blank's taxicab distance to its goal. Both are even at the goal: they must agree at the start. On
/// boards with at least two rows and columns that is also enough (Johnson and Story 1879).
/// `docs/algorithms/solvability.md` derives the classic rule about inversions from it.
///
/// # Complexity
/// O(cells), nothing allocated.
pub fn is_solvable(tiles: &[Tile], size: Size, goal_blank: Cell) -> bool {
    let mut odd = false;
    let mut seen = [false; 256];
    let mut blank = goal_blank;
    for start in 0..tiles.len() {
        if tiles[start].is_blank() {
            blank = Cell::new(start);
        }
        // A cycle of k cells is k − 1 swaps.
        let mut cell = start;
        while !seen[cell] {
            seen[cell] = true;
            cell = tiles[cell].home(goal_blank).index();
            odd ^= cell != start;
        }
    }
    odd == (blank.taxicab(goal_blank, size.cols()) % 2 == 1)
}

/// The rule as textbooks give it: inversions among the tiles and, for even widths, the blank's row.
///
/// A board is solvable if the number of *inversions* (pairs of tiles, the blank left out, that stand
/// in the wrong order) is even; on boards of even width the rows between the blank and its goal are
/// added first. The slow twin of [`is_solvable`]; O(cells²).
pub fn classic_rule(tiles: &[Tile], size: Size, goal_blank: Cell) -> bool {
    let numbers: Vec<Tile> = tiles.iter().copied().filter(|t| !t.is_blank()).collect();
    let inversions: usize = (0..numbers.len())
        .map(|i| {
            numbers[i + 1..]
                .iter()
                .filter(|&&later| later < numbers[i])
                .count()
        })
        .sum();
    let blank = tiles
        .iter()
        .position(|t| t.is_blank())
        .expect("a board has a blank");
    let rows = Cell::new(blank)
        .row(size.cols())
        .abs_diff(goal_blank.row(size.cols()));
    let rows = if size.cols().is_multiple_of(2) {
        rows
    } else {
        0
    };
    (inversions + rows).is_multiple_of(2)
}
