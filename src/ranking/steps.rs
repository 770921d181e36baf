//! What a move changes in the value of a board.

use super::PairTable;

/// The changes of a [`PairTable`] by moves, laid out for searches.
///
/// A tile and the blank change places over an *edge*, a pair of neighbouring cells. For an edge and a tile there
/// is one number for every other tile on every other cell; the change is their sum over the board, one look-up
/// a cell. The way back is the same with the sign turned. All changes over one edge lie together, a few hundred
/// kibibytes at most, so a search that moves many boards over one edge finds them in the cache.
#[derive(Clone, Debug)]
pub struct Steps {
    side: usize,
    stride: usize,
    changes: Vec<i16>,
    value: Vec<i16>,
}

impl Steps {
    /// The changes of `table`.
    ///
    /// # Complexity
    /// O(edges × tiles × cells²) steps and memory: 1.5 MB for 5×5, 25 MB for 7×7.
    pub fn new(table: &PairTable) -> Steps {
        let side = table.side();
        let cells = side * side;
        let stride = cells.next_power_of_two();
        let dense = table.dense();
        let weight = |t: usize, p: usize, u: usize, q: usize| {
            i32::from(dense[(t * cells + p) * cells * cells + u * cells + q])
        };
        let edges = 2 * side * (side - 1);
        let mut changes = vec![0; edges * cells * cells * stride];
        for (edge, rows) in changes.chunks_exact_mut(cells * cells * stride).enumerate() {
            let (a, b) = ends(edge, side);
            for (t, row) in rows.chunks_exact_mut(cells * stride).enumerate().skip(1) {
                // The tile goes from `a` to `b`, the blank from `b` to `a`.
                for c in (0..cells).filter(|&c| c != a && c != b) {
                    for u in (1..cells).filter(|&u| u != t) {
                        let change = weight(t, b, u, c) - weight(t, a, u, c) + weight(0, a, u, c)
                            - weight(0, b, u, c);
                        row[c * stride + u] = change as i16;
                    }
                }
                let own = |p: usize, q: usize| {
                    weight(t, p, t, p) + weight(0, q, 0, q) + weight(t, p, 0, q)
                };
                let change = (own(b, a) - own(a, b)) as i16;
                // Found under the tile wherever it stands; nothing is under the blank.
                row[a * stride + t] = change;
                row[b * stride + t] = change;
            }
        }
        Steps {
            side,
            stride,
            changes,
            value: dense,
        }
    }

    /// The rows, and the columns, of its boards.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The value of a board, tiles named for the cells they belong on, in units of [`PairTable::MOVE`].
    pub fn value(&self, tiles: &[u8]) -> i32 {
        let items: Vec<usize> = (0..tiles.len())
            .map(|cell| usize::from(tiles[cell]) * tiles.len() + cell)
            .collect();
        let pairs = items
            .iter()
            .enumerate()
            .flat_map(|(k, &i)| items[k..].iter().map(move |&j| (i, j)));
        pairs
            .map(|(i, j)| i32::from(self.value[i * tiles.len().pow(2) + j]))
            .sum()
    }

    /// The changes when the blank goes from `from` to the neighbouring `to`, and whether to subtract them.
    ///
    /// # Panics
    /// If the cells are no neighbours.
    pub fn over(&self, from: usize, to: usize) -> (&[i16], bool) {
        let (a, b) = (from.min(to), from.max(to));
        let cells = self.side * self.side;
        let length = cells * cells * self.stride;
        let edge = edge(a, b, self.side);
        // Stored is the way of the tile from the smaller cell to the larger, the blank's the other way.
        (&self.changes[edge * length..][..length], from < to)
    }
}

/// The sum of the changes for `tile`, of one edge's changes as [`Steps::over`] gives them.
#[inline(always)]
pub(crate) fn change<const CELLS: usize, const STRIDE: usize>(
    rows: &[[[i16; STRIDE]; CELLS]],
    tile: usize,
    tiles: &[u8; CELLS],
) -> i32 {
    let row = &rows[tile];
    let mut sum = 0;
    for cell in 0..CELLS {
        // The mask changes nothing, as tiles are below CELLS; it spares the check of the bound.
        sum += i32::from(row[cell][usize::from(tiles[cell]) & (STRIDE - 1)]);
    }
    sum
}

/// The number of the edge from `a` to the cell `b` to the right of it or below.
fn edge(a: usize, b: usize, side: usize) -> usize {
    let horizontal = side * (side - 1);
    if b == a + 1 && !b.is_multiple_of(side) {
        a / side * (side - 1) + a % side
    } else {
        assert_eq!(b, a + side, "an edge joins neighbours");
        horizontal + a
    }
}

/// The cells of an edge, the smaller first.
fn ends(edge: usize, side: usize) -> (usize, usize) {
    let horizontal = side * (side - 1);
    if edge < horizontal {
        let a = edge / (side - 1) * side + edge % (side - 1);
        (a, a + 1)
    } else {
        (edge - horizontal, edge - horizontal + side)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::puzzle::{Cell, Move};

    fn walk<const CELLS: usize, const STRIDE: usize>(side: usize, seed: u64) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let weights = (0..PairTable::len_of(side)).map(|_| random.random_range(-20.0..20.0));
        let weights: Vec<f32> = weights.collect();
        let steps = Steps::new(&PairTable::rounded(side, weights.into_iter()));
        let mut tiles: [u8; CELLS] = std::array::from_fn(|c| c as u8);
        let mut blank = Cell::new(0);
        let mut value = steps.value(&tiles);
        for _ in 0..500 {
            let m = Move::ALL[random.random_range(0..4usize)];
            let Some(to) = m.target(blank, side, side) else {
                continue;
            };
            let (rows, negative) = steps.over(blank.index(), to.index());
            let rows = rows.as_chunks::<STRIDE>().0.as_chunks::<CELLS>().0;
            let sum = change(rows, usize::from(tiles[to.index()]), &tiles);
            value += if negative { -sum } else { sum };
            tiles.swap(blank.index(), to.index());
            blank = to;
            assert_eq!(value, steps.value(&tiles));
            let mirrored: Vec<u8> = (0..CELLS)
                .map(|c| {
                    let turn = |cell: usize| cell % side * side + cell / side;
                    turn(usize::from(tiles[turn(c)])) as u8
                })
                .collect();
            assert_eq!(
                value,
                steps.value(&mirrored),
                "the same in the main diagonal"
            );
        }
    }

    #[test]
    fn the_value_kept_up_to_date_is_the_value_recomputed() {
        walk::<9, 16>(3, 1);
        walk::<16, 16>(4, 2);
        walk::<25, 32>(5, 3);
        walk::<36, 64>(6, 4);
    }

    #[test]
    fn edges_are_numbered_one_by_one() {
        for side in 2..=8 {
            let edges = 2 * side * (side - 1);
            for e in 0..edges {
                let (a, b) = ends(e, side);
                assert_eq!(edge(a, b, side), e);
                assert!(b < side * side);
            }
        }
    }
}
