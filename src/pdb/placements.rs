//! Placements: the sets of cells that a pattern's tiles stand on, and their ranks.

use super::pattern::members;

/// Rank of a set in colexicographic order if `below` more cells lie below it: Σ C(cell, place + 1).
pub(super) fn colex(set: u64, below: usize) -> u32 {
    let mut rank = 0u64;
    for (place, cell) in members(set).enumerate() {
        rank += choose(cell.index(), below + place + 1);
    }
    u32::try_from(rank).expect("a pattern has fewer placements")
}

/// How many sets of `k` out of `n` there are.
pub(super) fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k as u64).fold(1, |c, i| c * (n as u64 - i) / (i + 1))
}

/// All sets of `tiles` of `cells` cells in colexicographic order.
pub(super) fn placements(cells: usize, tiles: usize) -> impl Iterator<Item = u64> {
    let first = (1u64 << tiles) - 1;
    std::iter::successors(Some(first), move |&set| {
        // The next larger number with as many ones.
        let low = set & set.wrapping_neg();
        let carried = set + low;
        let next = ((set ^ carried) / low) >> 2 | carried;
        (next >> cells == 0).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_come_in_the_order_of_their_ranks_and_none_is_missing() {
        for cells in 1..=16 {
            for tiles in 1..=cells.min(8) {
                let ranks = placements(cells, tiles).map(|set| u64::from(colex(set, 0)));
                assert!(ranks.eq(0..choose(cells, tiles)), "{tiles} of {cells}");
            }
        }
    }
}
