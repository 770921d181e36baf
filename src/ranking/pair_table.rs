//! The table of pairs.

use super::numbering::Numbering;

/// An estimate of the moves that are left: a weight for every tile on its cell and every two tiles on theirs.
///
/// `V(board) = Σ w(tile on cell) + Σ w(tile on cell, tile on cell)`, the blank being one of the tiles. Weights
/// are 16-bit fixed point, so that sums are exact and the value of a board does not depend on the way to it.
///
/// # References
/// The form is that of the "n-tuple" evaluators of games; fitted to lengths of solutions as in Ernandes and
/// Gori, *Likely-admissible and sub-symbolic heuristics* (2004), but linear. Measured effect:
/// `docs/algorithms/large-boards.md`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairTable {
    side: usize,
    weights: Box<[i16]>,
}

impl PairTable {
    /// One move in the units of weights and values.
    pub const MOVE: i32 = 256;
    /// The largest weight: six of them, the most that one change adds, fit 16 bits.
    pub(super) const LARGEST: i16 = i16::MAX / 6;

    /// The table of boards of `side` × `side` with these weights, by their numbers.
    pub(super) fn new(side: usize, weights: Box<[i16]>) -> PairTable {
        PairTable { side, weights }
    }

    /// The table with these weights in moves, rounded.
    pub(super) fn rounded(side: usize, weights: impl Iterator<Item = f32>) -> PairTable {
        let largest = f32::from(PairTable::LARGEST);
        let round = |w: f32| {
            (w * PairTable::MOVE as f32)
                .round()
                .clamp(-largest, largest) as i16
        };
        PairTable::new(side, weights.map(round).collect())
    }

    /// The rows, and the columns, of its boards.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The weights by their numbers.
    pub(super) fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// How many weights boards of `side` × `side` have.
    pub(super) fn len_of(side: usize) -> usize {
        // Items, and pairs of two tiles on two cells; with those that are their own images counted twice, half.
        let cells = side * side;
        let pairs = |n: usize| n * n.saturating_sub(1) / 2;
        let all = cells * cells + pairs(cells) * cells * (cells - 1);
        // An item is its own image if tile and cell are on the diagonal. A pair is, if both items are, or if
        // they are each other's.
        let own_items = side * side;
        let own_pairs = pairs(side) * side * (side - 1);
        let off = cells * cells - own_items;
        let both_moved = (cells - side) * (cells - side);
        let swapped = both_moved / 2;
        debug_assert!(swapped <= off / 2);
        (all + own_items + own_pairs + swapped) / 2
    }

    /// Every pair's weight: entry `i × items + j` for the items `i` and `j`; 0 for what cannot be.
    pub(super) fn dense(&self) -> Vec<i16> {
        let numbering = Numbering::new(self.side);
        let items = numbering.items();
        let weight = |k: usize| match numbering.of(k / items, k % items) {
            Numbering::NONE => 0,
            number => self.weights[number as usize],
        };
        (0..items * items).map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_weights_is_that_of_the_numbering() {
        for side in 2..=5 {
            assert_eq!(PairTable::len_of(side), Numbering::new(side).len());
        }
    }
}
