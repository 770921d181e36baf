//! Which tile of a pattern stands on which of its cells.

/// The k! orders of k tiles on k *slots*, numbered lexicographically, and what a move does to them.
///
/// The slots are the cells that the tiles stand on, lowest first; an order lists the tiles by slot. Tiles
/// are counted from 0 in the order of their goal cells, so order 0 is the goal's. When a tile moves
/// from one cell to another, the tiles on the cells between shift by one slot: a *turn*.
#[derive(Debug)]
pub(crate) struct Orders {
    tiles: usize,
    count: usize,
    /// `turns[(i·k + j)·k! + order]` is the order after the tile on slot `i` has gone to slot `j`;
    /// filled only for slots up to `reach` apart.
    turns: Box<[u16]>,
}

impl Orders {
    /// The orders of `tiles` tiles where a move passes fewer than `reach` others.
    ///
    /// # Panics
    /// If there are more than 8 tiles: their orders would not fit into 16 bits.
    ///
    /// # Complexity
    /// O(k · reach · k!): a turn over several slots is a chain of exchanges of neighbours, and an
    /// exchange needs arithmetic on two digits of the number only.
    pub fn new(tiles: usize, reach: usize) -> Orders {
        assert!(tiles <= 8, "the number of an order fits into 16 bits");
        let count: usize = (1..=tiles).product();
        let mut turns = vec![0; tiles * tiles * count].into_boxed_slice();
        let exchanges: Vec<Vec<u16>> = (1..tiles).map(|j| exchange(tiles, j - 1)).collect();
        for i in 0..tiles {
            for (order, turned) in turns[(i * tiles + i) * count..][..count]
                .iter_mut()
                .enumerate()
            {
                *turned = order as u16;
            }
            let up = (i + 1..tiles.min(i + 1 + reach)).map(|j| (j - 1, j, &exchanges[j - 1]));
            let down = (i.saturating_sub(reach)..i)
                .rev()
                .map(|j| (j + 1, j, &exchanges[j]));
            for (before, j, exchange) in up.chain(down) {
                let (before, to) = ((i * tiles + before) * count, (i * tiles + j) * count);
                for order in 0..count {
                    turns[to + order] = exchange[turns[before + order] as usize];
                }
            }
        }
        Orders {
            tiles,
            count,
            turns,
        }
    }

    /// How many orders there are: k!.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Where the turn from slot `i` to slot `j` stands in [`Orders::turns`].
    pub fn turn_index(&self, i: usize, j: usize) -> usize {
        i * self.tiles + j
    }

    /// All turns, `count` numbers each, by [`Orders::turn_index`]: the order that each order becomes.
    pub fn turns(&self) -> &[u16] {
        &self.turns
    }

    /// The orders that each order becomes by one turn.
    pub fn turn(&self, index: usize) -> &[u16] {
        &self.turns[index * self.count..][..self.count]
    }

    /// The number of the order that lists `tiles` by slot.
    pub fn rank(&self, tiles: &[u8]) -> u16 {
        let mut rank = 0;
        for (slot, tile) in tiles.iter().enumerate() {
            let smaller = tiles[slot + 1..].iter().filter(|&t| t < tile).count();
            rank = rank * (tiles.len() - slot) + smaller;
        }
        rank as u16
    }
}

/// For each order the one with the tiles on `slot` and `slot + 1` exchanged.
///
/// Digit s of an order's number says how many of the tiles on later slots are smaller than the tile on
/// slot s. Exchanging two neighbours (a, b) changes these two digits alone: to (b + 1, a) if the first
/// was the smaller tile, to (b, a − 1) if not.
fn exchange(tiles: usize, slot: usize) -> Vec<u16> {
    let count: usize = (1..=tiles).product();
    let weight = |slot: usize| (1..tiles - slot).product::<usize>();
    let (first, second) = (weight(slot), weight(slot + 1));
    (0..count)
        .map(|order| {
            let (a, b) = (
                order / first % (tiles - slot),
                order / second % (tiles - slot - 1),
            );
            let (c, d) = if a <= b { (b + 1, a) } else { (b, a - 1) };
            (order + c * first + d * second - a * first - b * second) as u16
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All permutations of 0..k in lexicographic order.
    fn permutations(k: usize) -> Vec<Vec<u8>> {
        if k == 0 {
            return vec![vec![]];
        }
        let mut all: Vec<Vec<u8>> = permutations(k - 1)
            .into_iter()
            .flat_map(|p| {
                (0..k).map(move |at| {
                    let mut p = p.clone();
                    p.insert(at, k as u8 - 1);
                    p
                })
            })
            .collect();
        all.sort();
        all
    }

    #[test]
    fn every_turn_is_the_turn_of_the_list_of_tiles() {
        for k in 1..=6 {
            let orders = Orders::new(k, k);
            for (number, list) in permutations(k).iter().enumerate() {
                assert_eq!(orders.rank(list) as usize, number);
                for i in 0..k {
                    for j in 0..k {
                        let mut turned = list.clone();
                        let tile = turned.remove(i);
                        turned.insert(j, tile);
                        let got = orders.turn(orders.turn_index(i, j))[number];
                        assert_eq!(got, orders.rank(&turned));
                    }
                }
            }
        }
    }
}
