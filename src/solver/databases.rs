//! Which pattern databases a board's engine may use, and in what order.

use std::{sync::Arc, time::Duration};

use super::{
    Choice, Solver, Tables,
    engines::{FifteenAdditive, IdaStar},
    staged::{Cost, Stage},
};
use crate::{
    pdb::{Additive, Cache, Notice, Partition, Pattern, Table},
    puzzle::{Cell, ForSize, Size},
    search::FifteenTables,
};

/// The pattern databases of one partition.
pub(super) struct Database {
    pub(super) name: String,
    pub(super) partition: Partition,
    /// Whether they are written to the cache.
    keep: bool,
}

/// Nodes of a pass after which small tables give way to large ones: the next pass would take longer than
/// building them.
const WORTH_LARGE: u64 = 150_000_000;

/// The databases that `choice` allows, in the order in which a search turns to them.
pub(super) fn databases(size: Size, goal_blank: Cell, choice: &Choice) -> Vec<Database> {
    let small = || Database::small(size, goal_blank);
    let large = || Database::large(size, goal_blank);
    let list = match choice.tables {
        Tables::None => vec![],
        Tables::Small => vec![small()],
        Tables::Large => vec![large().or_else(small)],
        Tables::Auto => match large() {
            Some(large) if choice.cache.holds(&large.partition) => vec![Some(large)],
            large => vec![small(), large],
        },
    };
    list.into_iter().flatten().collect()
}

impl Database {
    /// The one that is built in memory: in a tenth of a second up to 4×4, in seconds above.
    fn small(size: Size, goal_blank: Cell) -> Option<Database> {
        let named = ["6-6-3", "P0"]
            .into_iter()
            .find_map(|name| Database::named(name, size, goal_blank));
        // Six tiles of a 6×6 board have 1.4 billion placements and orders, five 45 million.
        let most = if size.cells() <= 25 { 6 } else { 5 };
        named.or_else(|| Database::automatic(size, goal_blank, most))
    }

    /// The one that is worth keeping, where there is one that beats the small one.
    fn large(size: Size, goal_blank: Cell) -> Option<Database> {
        let large = match size.cells() {
            16 => Database::named("7-8", size, goal_blank)
                .or_else(|| Database::automatic(size, goal_blank, 8)),
            _ => None,
        };
        large.map(|database| Database {
            keep: true,
            ..database
        })
    }

    fn named(name: &str, size: Size, goal_blank: Cell) -> Option<Database> {
        let partition = Partition::named(name, size, goal_blank)?;
        Some(Database {
            name: name.into(),
            partition,
            keep: false,
        })
    }

    fn automatic(size: Size, goal_blank: Cell, most: usize) -> Option<Database> {
        let partition = Partition::automatic(size, goal_blank, most)?;
        let tiles = partition
            .patterns()
            .iter()
            .map(|pattern| pattern.tiles().to_string());
        let name = tiles.collect::<Vec<_>>().join("-");
        Some(Database {
            name,
            partition,
            keep: false,
        })
    }

    /// About the bytes of its tables: a bit for each arrangement of a pattern and region of the blank,
    /// of which there are two to three a placement.
    fn bytes(&self) -> u64 {
        let cells = self.partition.size().cells() as u64;
        let arrangements = |tiles: usize| {
            (0..tiles as u64)
                .map(|placed| cells - placed)
                .product::<u64>()
        };
        self.partition
            .tables()
            .iter()
            .map(|pattern| arrangements(pattern.tiles()) * 3 / 8)
            .sum()
    }

    /// The engine with the tables loaded or built.
    pub(super) fn engine(
        &self,
        cache: &Cache,
        tell: &mut (dyn FnMut(Notice) + Send),
    ) -> Box<dyn Solver> {
        let tables = cache.tables(&self.partition, self.keep, tell);
        self.partition.size().dispatch(Guided {
            partition: &self.partition,
            tables: &tables,
        })
    }

    /// A stage of a search whose tables are loaded or built when a board first needs them.
    pub(super) fn stage(self, cache: Cache) -> Stage {
        let bytes = self.bytes();
        // Two cores build about ten million entries, a bit each, in a second.
        let cost = Cost {
            time: Duration::from_secs(1 + bytes / 1_000_000),
            bytes: 2 * bytes,
        };
        let name = format!("pattern-db {}", self.name);
        Stage::later(name, WORTH_LARGE, cost, move |tell| {
            self.engine(&cache, tell)
        })
    }
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
