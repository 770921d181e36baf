//! What the user may ask for, by name.

use std::{fmt, str::FromStr};

use super::PlanError;
use crate::{
    pdb::Cache,
    puzzle::{NameError, Size, by_name},
};

/// Writes an enum of names that people type: `ALL`, `name`, `Display` and `FromStr`.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// All of them, the default first.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// The name as typed on a command line.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $name {
            type Err = NameError;

            fn from_str(text: &str) -> Result<$name, NameError> {
                by_name(text, $name::ALL, $name::name)
            }
        }
    };
}

named! {
    /// How to search. All give optimal lengths.
    Algorithm {
        /// The fastest for the board.
        #[default]
        Auto = "auto",
        /// A look-up in a table of every board, built once: [`SolutionTable`](crate::search::SolutionTable).
        Table = "table",
        /// Uniform-cost (breadth-first) search: [`Bfs`](crate::search::Bfs).
        Bfs = "bfs",
        /// A* with a closed set: [`AStar`](crate::search::AStar).
        AStar = "a-star",
        /// Iterative deepening.
        IdaStar = "ida-star",
    }
}

named! {
    /// What `a-star` and `ida-star` are guided by.
    NamedHeuristic {
        /// The one that solves fastest.
        #[default]
        Auto = "auto",
        /// [`Manhattan`](crate::heuristic::Manhattan).
        Manhattan = "manhattan",
        /// [`LinearConflict`](crate::heuristic::LinearConflict).
        LinearConflict = "linear-conflict",
        /// [`WalkingDistance`](crate::heuristic::WalkingDistance).
        WalkingDistance = "walking-distance",
        /// [`Additive`](crate::pdb::Additive) pattern databases.
        PatternDb = "pattern-db",
    }
}

named! {
    /// Which pattern databases to use.
    Tables {
        /// Small ones for boards that need them; large ones where they are on disk or pay.
        #[default]
        Auto = "auto",
        /// None.
        None = "none",
        /// Those built in memory when a board needs them.
        Small = "small",
        /// Those built once and kept in the cache.
        Large = "large",
    }
}

named! {
    /// How good a solution is to be.
    Quality {
        /// Optimal up to 25 cells, or where an algorithm or a heuristic is named; good above.
        #[default]
        Auto = "auto",
        /// Any, at once.
        Fast = "fast",
        /// As short as the time limit allows.
        Good = "good",
        /// None is shorter.
        Optimal = "optimal",
    }
}

impl Quality {
    /// The most cells of boards that are solved optimally if nobody says otherwise.
    pub const MOST_OPTIMAL: usize = 25;
}

/// What the user asked for. The default leaves everything to us and keeps nothing on disk.
///
/// # Examples
/// Another engine than the plan would choose, as a check of the first:
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, Grid, NamedGoal, Problem, Size};
/// use slide::{search::{Limits, Outcome}, solver::{Algorithm, Choice, NamedHeuristic, Plan}};
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
/// let hardest = Grid::new(goal.size(), [8, 6, 7, 2, 5, 4, 3, 0, 1]);
/// let problem = Problem::new(hardest, goal.clone())?;
/// for (algorithm, heuristic) in [
///     (Algorithm::Auto, NamedHeuristic::Auto),
///     (Algorithm::Bfs, NamedHeuristic::Auto),
///     (Algorithm::AStar, NamedHeuristic::LinearConflict),
///     (Algorithm::IdaStar, NamedHeuristic::WalkingDistance),
/// ] {
///     let choice = Choice { algorithm, heuristic, ..Choice::default() };
///     let plan = Plan::new(goal.size(), goal.blank(), &choice)?;
///     let answer = plan.solve(&problem, &Limits::default(), &());
///     let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
///     assert_eq!(solution.moves.len(), 31, "{plan}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With large pattern databases kept on disk: `Choice { tables: Tables::Large, cache: Cache::at(folder), .. }`;
/// see [`pdb`](crate::pdb).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// How good a solution is to be.
    pub quality: Quality,
    /// How to search.
    pub algorithm: Algorithm,
    /// What to be guided by.
    pub heuristic: NamedHeuristic,
    /// Which pattern databases to use.
    pub tables: Tables,
    /// Where pattern databases are kept between runs.
    pub cache: Cache,
}

impl Choice {
    /// How good solutions of boards of `size` are to be; never [`Quality::Auto`].
    pub fn quality_for(&self, size: Size) -> Quality {
        let named = self.algorithm != Algorithm::Auto || self.heuristic != NamedHeuristic::Auto;
        match self.quality {
            Quality::Auto if named || size.cells() <= Quality::MOST_OPTIMAL => Quality::Optimal,
            Quality::Auto => Quality::Good,
            quality => quality,
        }
    }

    /// Checks what can be checked without a board.
    ///
    /// # Errors
    /// If two of the choices contradict each other.
    pub fn check(&self) -> Result<(), PlanError> {
        let (algorithm, heuristic) = (self.algorithm, self.heuristic);
        let named = algorithm != Algorithm::Auto || heuristic != NamedHeuristic::Auto;
        if named && matches!(self.quality, Quality::Fast | Quality::Good) {
            return Err(PlanError::NotOptimal {
                quality: self.quality,
            });
        }
        match (algorithm, heuristic) {
            (Algorithm::Table | Algorithm::Bfs, NamedHeuristic::Auto) => Ok(()),
            (Algorithm::Table | Algorithm::Bfs, _) => Err(PlanError::Unguided {
                algorithm,
                heuristic,
            }),
            (_, NamedHeuristic::PatternDb) if self.tables == Tables::None => {
                Err(PlanError::NoTables)
            }
            (Algorithm::AStar, NamedHeuristic::PatternDb) => Err(PlanError::AStarPatternDb),
            _ => Ok(()),
        }
    }
}
