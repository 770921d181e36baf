//! Numbers and outcomes in words.

use std::time::Duration;

use slide::{
    NamedGoal, Problem,
    search::{Answer, Outcome},
};

/// A number of moves.
pub(super) fn count(moves: usize) -> String {
    match moves {
        1 => "1 move".into(),
        _ => format!("{moves} moves"),
    }
}

/// Minutes, seconds and tenths.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let tenths = time.subsec_millis() / 100;
    format!("{}:{:02}.{tenths}", seconds / 60, seconds % 60)
}

/// Why a board has no solution or is left open.
pub(super) fn why(problem: &Problem, answer: &Answer) -> String {
    if let Outcome::Unknown { bound, stop, best } = &answer.outcome {
        let known = best.as_ref().map_or(String::new(), |best| {
            format!(", one of {} is known", best.len())
        });
        return format!("unknown: {stop}; no solution is shorter than {bound}{known}");
    }
    unsolvable(problem)
}

/// That a board has no solution, and for which goals it would have one.
pub(super) fn unsolvable(problem: &Problem) -> String {
    let goals: Vec<_> = problem.solvable_goals().map(NamedGoal::name).collect();
    let others = if goals.is_empty() {
        "none of the common goals".into()
    } else {
        goals.join(" and ")
    };
    format!(
        "unsolvable for the goal {}, solvable for {others}",
        problem.goal()
    )
}
