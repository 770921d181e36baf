//! How well a game went.

use std::time::Duration;

use crate::cli::words::{clock, count};

/// What is known of the fewest moves from the start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Optimum {
    NotAsked,
    Known(usize),
    AtLeast(u32),
}

/// The fewest moves, and what the program did for the player.
pub(super) struct Score {
    optimum: Optimum,
    hints: usize,
    /// Moves made by the program.
    shown: usize,
}

impl Score {
    /// The score of a game on a board about which nothing is known.
    pub(super) fn new() -> Score {
        Score {
            optimum: Optimum::NotAsked,
            hints: 0,
            shown: 0,
        }
    }

    /// That of a new game on the same board.
    pub(super) fn again(&self) -> Score {
        Score {
            optimum: self.optimum,
            ..Score::new()
        }
    }

    /// Hears how many moves a solution has, if one was found, and how many are needed at least.
    pub(super) fn hear(&mut self, length: Option<usize>, bound: u32) {
        self.optimum = match length {
            Some(length) if length as u32 <= bound => Optimum::Known(length),
            _ => Optimum::AtLeast(bound),
        };
    }

    /// Whether nobody has looked for the fewest moves.
    pub(super) fn is_open(&self) -> bool {
        self.optimum == Optimum::NotAsked
    }

    /// The player was given a hint.
    pub(super) fn hinted(&mut self) {
        self.hints += 1;
    }

    /// The program made a move.
    pub(super) fn showed(&mut self) {
        self.shown += 1;
    }

    /// The result of a game that was solved in so many moves and as much time.
    pub(super) fn result(&self, made: usize, time: Duration) -> String {
        if made == 0 {
            return "this is the goal".into();
        }
        let help = match (self.shown, self.hints) {
            (0, 0) => String::new(),
            (0, 1) => " with a hint".into(),
            (0, hints) => format!(" with {hints} hints"),
            (shown, _) => format!(", {shown} of them by the program"),
        };
        let optimum = match self.optimum {
            Optimum::NotAsked => "looking for the optimum …".into(),
            Optimum::Known(length) if length == made => "nobody can do better".into(),
            Optimum::Known(length) => format!("the optimum is {length}"),
            Optimum::AtLeast(bound) => format!("the optimum is {bound} or more"),
        };
        format!(
            "solved in {}{help}, {} · {optimum}",
            count(made),
            clock(time)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_set_against_the_optimum_or_what_is_known_of_it() {
        let time = Duration::from_millis(61_250);
        let mut score = Score::new();
        assert_eq!(score.result(0, time), "this is the goal");
        assert_eq!(
            score.result(1, time),
            "solved in 1 move, 1:01.2 · looking for the optimum …"
        );
        assert!(score.is_open());
        for (length, bound, made, end) in [
            (None, 12, 14, "the optimum is 12 or more"),
            (Some(14), 12, 14, "the optimum is 12 or more"),
            (Some(12), 12, 14, "the optimum is 12"),
            (Some(14), 14, 14, "nobody can do better"),
        ] {
            score.hear(length, bound);
            assert_eq!(
                score.result(made, time),
                format!("solved in 14 moves, 1:01.2 · {end}")
            );
            assert!(!score.is_open());
        }
    }

    #[test]
    fn help_is_told_and_forgotten_when_the_game_begins_again() {
        let mut score = Score::new();
        score.hear(Some(3), 3);
        let result = |score: &Score| score.result(3, Duration::ZERO);
        let told = |help| format!("solved in 3 moves{help}, 0:00.0 · nobody can do better");
        for help in [" with a hint", " with 2 hints"] {
            score.hinted();
            assert_eq!(result(&score), told(help));
        }
        score.showed();
        assert_eq!(result(&score), told(", 1 of them by the program"));
        assert_eq!(result(&score.again()), told(""));
    }
}
