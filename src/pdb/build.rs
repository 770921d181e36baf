//! Building a table: breadth-first from the goal, block by block.

use rayon::prelude::*;

use super::{Index, Listener, index::UNHEARD, memory::Memory};

/// What a built table is made of.
pub(super) struct Built {
    /// One bit an entry: bit 1 of the cost.
    pub(super) bits: Memory,
    /// The largest cost.
    pub(super) deepest: u8,
}

/// A move of a tile into a block.
#[derive(Clone, Copy)]
struct Step {
    /// The block it comes from.
    source: u32,
    /// The turn it makes, or [`Step::NONE`].
    turn: u32,
}

impl Step {
    /// No tile is passed: every order stays what it is.
    const NONE: u32 = u32::MAX;
}

/// Walks all entries by cost, starting from the goal's.
///
/// The frontier is one bit an entry. A pass gives each block the orders that its neighbour blocks have in
/// the frontier: as whole words where the move passes no tile (all moves along a row), else bit by
/// bit through the turn's table. Blocks take turns: at even costs the frontier stands in one half of
/// the blocks, at odd costs in the other, so the next frontier is written over the one before last.
/// That is also all that has to be left out of it: a neighbour of cost d has cost d − 1 or d + 1, and
/// those of d − 1 are what stands there. So nothing need be kept of what was seen. A block whose orders
/// are all found is passed over.
///
/// # Complexity
/// Time O(entries · moves that turn), about four an entry; memory two bits an entry. Threads write only
/// their own blocks.
///
/// `listener` hears after each pass how many entries are found, and can stop the building every few blocks:
/// then there is nothing.
pub(super) fn build(index: &Index, goal: usize, listener: &dyn Listener) -> Option<Built> {
    let words = index.stride() / 64;
    let orders = index.orders();
    let (starts, steps) = steps(index, listener)?;
    let mut bits = Memory::zeroed(index.blocks() * words * 8);
    let mut frontier = vec![0u64; index.blocks() * words];
    let mut live = vec![false; index.blocks()];
    let mut missing = vec![orders.count() as u32; index.blocks()];
    frontier[goal * words] = 1;
    live[goal] = true;
    missing[goal] -= 1;

    let even = index.even_blocks();
    let (mut cost, mut found) = (0, 1);
    loop {
        let in_even = (goal < even) == (cost % 2 == 0);
        let first = if in_even { even } else { 0 };
        let half = |blocks: usize| {
            if in_even {
                blocks..index.blocks()
            } else {
                0..blocks
            }
        };
        let (sources, targets) = halves(&mut frontier, even * words, in_even);
        let (live_sources, live_targets) = halves(&mut live, even, in_even);
        let source_base = if in_even { 0 } else { even };
        let target_bits = &mut bits[half(even).start * words * 8..half(even).end * words * 8];
        let missing = &mut missing[half(even)];
        let set = (cost + 1) & 2 != 0;
        let more = targets
            .par_chunks_mut(words)
            .zip(target_bits.par_chunks_mut(words * 8))
            .zip(live_targets.par_iter_mut().zip(missing.par_iter_mut()))
            .enumerate()
            .with_min_len(16)
            .map_init(
                || (vec![0u64; words], 0u32),
                |(found, done), (block, ((old, bits), (live, missing)))| {
                    // A look at the clock takes as long as a small block.
                    if done.is_multiple_of(64) && listener.stops() {
                        return None;
                    }
                    *done += 1;
                    let block = first + block;
                    let steps = &steps[starts[block] as usize..starts[block + 1] as usize];
                    let reached = steps
                        .iter()
                        .any(|s| live_sources[s.source as usize - source_base]);
                    if *missing == 0 || !reached {
                        if *live {
                            old.fill(0);
                            *live = false;
                        }
                        return Some(0);
                    }
                    found.fill(0);
                    for step in steps {
                        let source = step.source as usize - source_base;
                        if !live_sources[source] {
                            continue;
                        }
                        let source = &sources[source * words..][..words];
                        if step.turn == Step::NONE {
                            found.iter_mut().zip(source).for_each(|(f, s)| *f |= s);
                        } else {
                            scatter(found, source, orders.turn(step.turn as usize));
                        }
                    }
                    let mut count = 0;
                    for (old, found) in old.iter_mut().zip(found.iter()) {
                        *old = found & !*old;
                        count += old.count_ones();
                    }
                    if set {
                        for (bits, found) in bits.chunks_exact_mut(8).zip(old.iter()) {
                            let word = u64::from_le_bytes(bits.try_into().expect("eight bytes"));
                            bits.copy_from_slice(&(word | found).to_le_bytes());
                        }
                    }
                    *missing -= count;
                    *live = count > 0;
                    Some(u64::from(count))
                },
            )
            .try_reduce(|| 0, |a, b| Some(a + b))?;
        if more == 0 {
            return Some(Built {
                bits,
                deepest: cost,
            });
        }
        cost += 1;
        found += more;
        listener.building(found, index.entries());
    }
}

/// The first and the second half, or the second and the first.
fn halves<T>(all: &mut [T], middle: usize, in_order: bool) -> (&[T], &mut [T]) {
    let (even, odd) = all.split_at_mut(middle);
    if in_order { (even, odd) } else { (odd, even) }
}

/// Adds to `found` every order of `source`, turned.
fn scatter(found: &mut [u64], source: &[u64], turn: &[u16]) {
    for (&word, turn) in source.iter().zip(turn.chunks(64)) {
        let mut rest = word;
        while rest != 0 {
            let to = turn[rest.trailing_zeros() as usize] as usize;
            found[to / 64] |= 1 << (to % 64);
            rest &= rest - 1;
        }
    }
}

/// The moves into each block, and where each block's begin; nothing if the listener stops it.
fn steps(index: &Index, listener: &dyn Listener) -> Option<(Vec<u32>, Vec<Step>)> {
    let mut starts = Vec::with_capacity(index.blocks() + 1);
    let mut steps = Vec::new();
    index.for_each_block(|cells, region| {
        if starts.len().is_multiple_of(UNHEARD) && listener.stops() {
            return None;
        }
        starts.push(steps.len() as u32);
        // A move into the block is the inverse of a move out of it.
        for (from, to) in index.moves(cells, region) {
            let source = cells ^ 1 << from.index() ^ 1 << to.index();
            let (j, i) = index.slots(cells, from, to);
            steps.push(Step {
                source: index.block(source, from) as u32,
                turn: if i == j {
                    Step::NONE
                } else {
                    index.orders().turn_index(i, j) as u32
                },
            });
        }
        Some(())
    })?;
    starts.push(steps.len() as u32);
    Some((starts, steps))
}
