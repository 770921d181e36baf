//! Which pattern databases a board's engine may use, and in what order.

use std::{sync::Arc, time::Duration};

use super::{
    Choice, Solver, Tables,
    cost::Cost,
    engines::{FifteenAdditive, IdaStar, TwentyFour},
    stage::{Ready, Stage},
};
use crate::{
    pdb::{Additive, Index, Indexes, Partition, Pattern, Table, large, medium, small},
    puzzle::{Cell, ForSize, Size},
    search::{FifteenTables, TwentyFourTables},
};

/// Nodes of a pass after which small tables give way to large ones: the next pass, five to ten times as
/// large, would take two cores about as long as building them.
const fn worth_large(size: Size) -> u64 {
    if size.cells() <= 16 {
        16_000_000
    } else {
        64_000_000
    }
}

/// The longest strings of the machine of duplicate moves. One of 14 moves takes longer to make than it saves on most boards; see
/// `docs/algorithms/twenty-four.md`.
const LONGEST_STRINGS: u32 = 12;

/// Stages with the tables that `choice` allows, in the order in which a search turns to them.
pub(super) fn stages(size: Size, goal_blank: Cell, choice: &Choice) -> Vec<Stage> {
    let small = stage(small(size, goal_blank), choice, false);
    let medium = stage(medium(size, goal_blank), choice, true);
    let kept = large_at_hand(size, goal_blank, choice);
    let large = stage(large(size, goal_blank), choice, true);
    let list = match choice.tables {
        Tables::None => vec![],
        Tables::Small => vec![small],
        Tables::Large | Tables::Auto if large.is_none() => vec![small],
        Tables::Auto if !kept => vec![small, medium.map(Stage::or_next), large],
        Tables::Large | Tables::Auto => {
            vec![small.map(Stage::or_next), medium.map(Stage::or_next), large]
        }
    };
    list.into_iter().flatten().collect()
}

/// Whether large tables are at hand for boards that are not easy.
pub(super) fn large_at_hand(size: Size, goal_blank: Cell, choice: &Choice) -> bool {
    matches!(choice.tables, Tables::Auto | Tables::Large) && keeps(&large(size, goal_blank), choice)
}

fn keeps(partitions: &[Partition], choice: &Choice) -> bool {
    !partitions.is_empty() && choice.cache.holds(partitions)
}

/// A stage whose tables are loaded or built when a board first needs them, and kept on disk if `keep`; none
/// without partitions.
fn stage(partitions: Vec<Partition>, choice: &Choice, keep: bool) -> Option<Stage> {
    let size = partitions.first()?.size();
    let cost = cost(&partitions, choice);
    let name = format!("pattern-db {}", Partition::shape_of(&partitions));
    let cache = choice.cache.clone();
    Some(Stage::later(
        name,
        worth_large(size),
        cost,
        move |listener| {
            let tables = cache.tables(&partitions, keep, listener)?;
            let solver = size.dispatch(Guided {
                partitions: &partitions,
                tables: &tables,
            });
            let bytes = tables.iter().map(|table| table.bits().len() as u64).sum();
            Some(Ready { solver, bytes })
        },
    ))
}

/// What the tables of these partitions cost: loaded if they are on disk, else built.
pub(super) fn cost(partitions: &[Partition], choice: &Choice) -> Cost {
    let kept = keeps(partitions, choice);
    let at_most = bytes(partitions, kept, at_most);
    // Two cores build about twice as much (see `slide bench tables` and the tables of 5×5).
    let rate = if kept { 400e6 } else { 20e6 };
    let time = Duration::from_secs_f64(0.2 + at_most as f64 / rate);
    let needed = partitions.to_vec();
    Cost::new(time, at_most, move || {
        let indexes = Indexes::new();
        bytes(&needed, kept, |pattern| exactly(&indexes.of(pattern)))
    })
}

/// The bytes of a table.
fn exactly(index: &Index) -> u64 {
    (index.blocks() * index.stride() / 8) as u64
}

/// No fewer, told without an index: placements leave the blank fewer than three regions on average, and only in small
/// tables does it count that the orders of tiles are filled up to whole words.
fn at_most(pattern: &Pattern) -> u64 {
    (1 << 16) + pattern.arrangements() * 3 / 8
}

/// The bytes of the partitions' tables, and, unless they are `kept` on disk, of what building one of them takes
/// besides: as many as itself.
fn bytes(partitions: &[Partition], kept: bool, of: impl Fn(&Pattern) -> u64) -> u64 {
    let tables: Vec<u64> = Partition::tables_of(partitions).iter().map(of).collect();
    let building = tables.iter().max().filter(|_| !kept);
    tables.iter().sum::<u64>() + building.unwrap_or(&0)
}

/// IDA* with additive pattern databases.
struct Guided<'a> {
    partitions: &'a [Partition],
    tables: &'a [Arc<Table>],
}

impl ForSize for Guided<'_> {
    type Output = Box<dyn Solver>;

    fn run<const R: usize, const C: usize>(self) -> Box<dyn Solver> {
        let Guided { partitions, tables } = self;
        let partition = &partitions[0];
        if const { R == 4 && C == 4 }
            && let Some(tables) = FifteenTables::new(partition, tables)
        {
            return Box::new(FifteenAdditive { tables });
        }
        if const { R == 5 && C == 5 }
            && let Some(tables) = TwentyFourTables::new(partitions, tables, LONGEST_STRINGS)
        {
            return Box::new(TwentyFour { tables });
        }
        if const { R * C <= Pattern::MAX_CELLS } {
            // Two views of patterns of five or six tiles.
            let heuristic =
                Additive::<16>::new(partition, tables).expect("sixteen places are enough");
            return Box::new(IdaStar::<R, C, _> {
                goal_blank: partition.blank(),
                heuristic,
            });
        }
        unreachable!(
            "a partition is of a board of at most {} cells",
            Pattern::MAX_CELLS
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_tables_of_ours_take_more_bytes_than_is_told_without_an_index() {
        for size in Size::all().filter(|size| size.cells() <= Pattern::MAX_CELLS) {
            let blank = Cell::new(size.cells() - 1);
            for partitions in [small(size, blank), medium(size, blank), large(size, blank)] {
                let indexes = Indexes::new();
                for pattern in Partition::tables_of(&partitions) {
                    let exact = exactly(&indexes.of(&pattern));
                    assert!(exact <= at_most(&pattern), "{size}: {pattern:?}");
                }
            }
        }
    }
}
