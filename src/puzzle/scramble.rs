//! Seeded random boards.

use std::sync::Arc;

use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{Goal, Grid, Move, Problem, Size};

/// A source of random boards: the same seed gives the same boards on every platform.
#[derive(Clone, Debug)]
pub struct Scramble {
    random: ChaCha8Rng,
}

impl Scramble {
    /// The source with this seed.
    pub fn new(seed: u64) -> Scramble {
        Scramble {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Any arrangement of a size, solvable or not, each with the same chance.
    pub fn arrangement(&mut self, size: Size) -> Grid {
        let mut labels: Vec<u16> = (0..size.cells() as u16).collect();
        labels.shuffle(&mut self.random);
        Grid::new(size, labels)
    }

    /// A board that can be brought to `goal`, each with the same chance.
    ///
    /// Half of all arrangements are solvable, and swapping the tiles 1 and 2 pairs each solvable one
    /// with one that is not: mending the wrong half so keeps the distribution uniform.
    pub fn solvable(&mut self, goal: &Arc<Goal>) -> Grid {
        let grid = self.arrangement(goal.size());
        let problem = Problem::new(grid, goal.clone()).expect("a shuffle is an arrangement");
        if problem.is_solvable() {
            return problem.start().clone();
        }
        let swapped = |&label: &u16| match label {
            1 => 2,
            2 => 1,
            other => other,
        };
        Grid::new(
            goal.size(),
            problem
                .start()
                .labels()
                .iter()
                .map(swapped)
                .collect::<Vec<_>>(),
        )
    }

    /// The goal after `moves` random moves, none of which undoes the one before.
    pub fn walk(&mut self, goal: &Goal, moves: usize) -> Grid {
        let (rows, cols) = (goal.size().rows(), goal.size().cols());
        let mut labels = goal.grid().labels().to_vec();
        let mut blank = goal.blank();
        let mut last: Option<Move> = None;
        for _ in 0..moves {
            let mut legal = super::MoveSet::legal(blank, rows, cols);
            if let Some(last) = last {
                legal = legal.without(last.inverse());
            }
            let nth = self.random.random_range(0..legal.len() as u32);
            let m = legal
                .clone()
                .nth(nth as usize)
                .expect("a corner leaves one move at least");
            let next = m.target(blank, rows, cols).expect("the move is legal");
            labels.swap(blank.index(), next.index());
            (blank, last) = (next, Some(m));
        }
        Grid::new(goal.size(), labels)
    }

    /// A random number, to seed something else.
    pub fn seed(&mut self) -> u64 {
        self.random.next_u64()
    }
}
