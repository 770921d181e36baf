//! Which pattern databases a board's engine may use, and in what order.

use std::{sync::Arc, time::Duration};

use super::{
    Choice, Solver, Tables,
    engines::{FifteenAdditive, IdaStar},
    staged::{Cost, Stage},
};
use crate::{
    pdb::{Additive, Partition, Pattern, Table, large, small},
    puzzle::{Cell, ForSize, Size},
    search::FifteenTables,
};

/// Nodes of a pass after which small tables give way to large ones: the next pass, five to ten times as
/// large, would take two cores about as long as building them.
const WORTH_LARGE: u64 = 16_000_000;

/// Stages with the tables that `choice` allows, in the order in which a search turns to them.
pub(super) fn stages(size: Size, goal_blank: Cell, choice: &Choice) -> Vec<Stage> {
    let small = || small(size, goal_blank).map(|partition| stage(partition, choice, false));
    let large = large(size, goal_blank);
    let kept = large
        .as_ref()
        .is_some_and(|partition| choice.cache.holds(partition));
    let large = large.map(|partition| stage(partition, choice, true));
    let list = match choice.tables {
        Tables::None => vec![],
        Tables::Small => vec![small()],
        Tables::Auto if !kept => vec![small(), large],
        Tables::Large | Tables::Auto => vec![large.or_else(small)],
    };
    list.into_iter().flatten().collect()
}

/// A stage whose tables are loaded or built when a board first needs them, and kept on disk if `keep`.
fn stage(partition: Partition, choice: &Choice, keep: bool) -> Stage {
    let bytes = bytes(&partition);
    // Two cores build about ten million entries, a bit each, in a second.
    let cost = Cost {
        time: Duration::from_secs(1 + bytes / 1_000_000),
        bytes: 2 * bytes,
    };
    let name = format!("pattern-db {}", partition.shape());
    let cache = choice.cache.clone();
    Stage::later(name, WORTH_LARGE, cost, move |listener| {
        let tables = cache.tables(&partition, keep, listener)?;
        Some(partition.size().dispatch(Guided {
            partition: &partition,
            tables: &tables,
        }))
    })
}

/// About the bytes of a partition's tables: a bit for each arrangement of a pattern and region of the blank,
/// of which there are two to three a placement.
fn bytes(partition: &Partition) -> u64 {
    let cells = partition.size().cells() as u64;
    let arrangements = |tiles: usize| {
        (0..tiles as u64)
            .map(|placed| cells - placed)
            .product::<u64>()
    };
    partition
        .tables()
        .iter()
        .map(|pattern| arrangements(pattern.tiles()) * 3 / 8)
        .sum()
}

/// IDA* with additive pattern databases.
struct Guided<'a> {
    partition: &'a Partition,
    tables: &'a [Arc<Table>],
}

impl ForSize for Guided<'_> {
    type Output = Box<dyn Solver>;

    fn run<const R: usize, const C: usize>(self) -> Box<dyn Solver> {
        let Guided { partition, tables } = self;
        if const { R == 4 && C == 4 }
            && let Some(tables) = FifteenTables::new(partition, tables)
        {
            return Box::new(FifteenAdditive { tables });
        }
        if const { R * C <= Pattern::MAX_CELLS } {
            // Two views of patterns of five or six tiles.
            let heuristic =
                Additive::<16>::new(partition, tables).expect("sixteen walks are enough");
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
