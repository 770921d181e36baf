//! Random boards to play, each known by a number.

use std::sync::Arc;

use slide::{Goal, Grid, Scramble};

/// A random seed that can be remembered and typed.
pub(super) fn short_seed(scramble: &mut Scramble) -> u64 {
    scramble.seed() >> 32
}

/// The board of a seed, which is never the goal.
pub(super) fn board_of(seed: u64, goal: &Arc<Goal>) -> Grid {
    let mut scramble = Scramble::new(seed);
    loop {
        let board = scramble.solvable(goal);
        if board != *goal.grid() {
            return board;
        }
    }
}

#[cfg(test)]
mod tests {
    use slide::{NamedGoal, Problem, Size};

    use super::*;

    #[test]
    fn boards_are_those_of_their_seeds_solvable_and_never_the_goal() {
        for side in [2, 3] {
            let size = Size::square(side).expect("2x2 and 3x3 exist");
            let goal = Arc::new(Goal::named(NamedGoal::Snail, size));
            let mut seeds = Scramble::new(3);
            for _ in 0..50 {
                let seed = short_seed(&mut seeds);
                let board = board_of(seed, &goal);
                assert!(seed < 1 << 32 && board != *goal.grid());
                assert_eq!(board_of(seed, &goal), board);
                let problem = Problem::new(board, goal.clone()).expect("a board");
                assert!(problem.is_solvable());
            }
        }
    }
}
