//! Seeded random boards.

use std::sync::Arc;

use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{Goal, Grid, Move, MoveSet, Problem, Size};

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
    pub fn solvable(&mut self, goal: &Arc<Goal>) -> Grid {
        mended(self.arrangement(goal.size()), goal, true)
    }

    /// A board that cannot be brought to `goal`, each with the same chance.
    pub fn unsolvable(&mut self, goal: &Arc<Goal>) -> Grid {
        mended(self.arrangement(goal.size()), goal, false)
    }

    /// The goal after `moves` random moves, none of which undoes the one before.
    pub fn walk(&mut self, goal: &Goal, moves: usize) -> Grid {
        self.walk_from(goal.grid(), moves)
    }

    /// The board after `moves` random moves from `start`, none of which undoes the one before; without a
    /// blank nothing moves.
    pub(crate) fn walk_from(&mut self, start: &Grid, moves: usize) -> Grid {
        let (rows, cols) = (start.size().rows(), start.size().cols());
        let mut labels = start.labels().to_vec();
        let Some(mut blank) = start.blank() else {
            return start.clone();
        };
        let mut last: Option<Move> = None;
        for _ in 0..moves {
            let mut legal = MoveSet::legal(blank, rows, cols);
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
        Grid::new(start.size(), labels)
    }

    /// A number below `end`, each with the same chance.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.random.random_range(0..end)
    }

    /// A random number, to seed something else.
    pub fn seed(&mut self) -> u64 {
        self.random.next_u64()
    }
}

/// The board itself if it is of the kind wanted, else the one with the tiles 1 and 2 exchanged.
///
/// Half of all arrangements are solvable, and exchanging two tiles pairs each of them with one that is
/// not: mending the wrong half so keeps the distribution uniform.
fn mended(grid: Grid, goal: &Arc<Goal>, solvable: bool) -> Grid {
    let problem = Problem::new(grid, goal.clone()).expect("a shuffle is an arrangement");
    if problem.is_solvable() == solvable {
        return problem.start().clone();
    }
    let exchanged = |&label: &u16| match label {
        1 => 2,
        2 => 1,
        other => other,
    };
    let labels: Vec<u16> = problem.start().labels().iter().map(exchanged).collect();
    Grid::new(goal.size(), labels)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::puzzle::NamedGoal;

    /// Every order of the labels.
    fn arrangements(left: &[u16]) -> Vec<Vec<u16>> {
        if left.is_empty() {
            return vec![vec![]];
        }
        let all = left.iter().flat_map(|&first| {
            let rest: Vec<u16> = left.iter().copied().filter(|&l| l != first).collect();
            let longer = move |mut tail: Vec<u16>| {
                tail.push(first);
                tail
            };
            arrangements(&rest).into_iter().map(longer)
        });
        all.collect()
    }

    /// A shuffle gives every arrangement with the same chance; so every board of the kind wanted must come
    /// of as many arrangements.
    #[test]
    fn mending_makes_each_board_of_the_kind_wanted_of_exactly_two_arrangements() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
            let size = Size::new(rows, cols).expect("a size");
            for name in NamedGoal::ALL {
                let goal = Arc::new(Goal::named(name, size));
                for solvable in [true, false] {
                    let mut boards: BTreeMap<Box<[u16]>, usize> = BTreeMap::new();
                    let labels: Vec<u16> = (0..size.cells() as u16).collect();
                    for labels in arrangements(&labels) {
                        let board = mended(Grid::new(size, labels), &goal, solvable);
                        *boards.entry(board.labels().into()).or_default() += 1;
                        let problem = Problem::new(board, goal.clone()).expect("a board");
                        assert_eq!(problem.is_solvable(), solvable);
                    }
                    let half: usize = (3..=size.cells()).product();
                    assert_eq!(boards.len(), half);
                    assert!(boards.values().all(|&times| times == 2));
                }
            }
        }
    }
}
