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

/// A number with commas between thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (digit, left) in digits.chars().zip((0..digits.len()).rev()) {
        text.push(digit);
        if left > 0 && left % 3 == 0 {
            text.push(',');
        }
    }
    text
}

/// A time in the largest unit of which it has two at least.
pub(super) fn about(time: Duration) -> String {
    let seconds = time.as_secs();
    for (unit, name) in [(86_400, "days"), (3600, "hours"), (60, "minutes")] {
        if seconds >= 2 * unit {
            return format!("{} {name}", (seconds + unit / 2) / unit);
        }
    }
    match seconds {
        1 => "1 second".into(),
        _ => format!("{seconds} seconds"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped_from_the_right() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (12_345_678, "12,345,678"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn times_are_told_in_a_unit_of_which_there_are_two() {
        for (seconds, text) in [
            (0, "0 seconds"),
            (1, "1 second"),
            (119, "119 seconds"),
            (120, "2 minutes"),
            (7199, "120 minutes"),
            (9000, "3 hours"),
            (172_800, "2 days"),
        ] {
            assert_eq!(about(Duration::from_secs(seconds)), text);
        }
    }
}
