//! The boards on the way from start to goal.

use crate::puzzle::{Grid, Move, Problem, Size};

/// Writes the start and the board after each move as they are displayed, an empty line after each board.
pub(super) fn write(problem: &Problem, moves: &[Move], out: &mut Vec<u8>) {
    let size = problem.size();
    let width = (size.cells() - 1).to_string().len();
    let texts = texts(size, |label| match label {
        0 => format!("{:>width$}", "x"),
        _ => format!("{label:>width$}"),
    });
    visit(problem, moves, |board| {
        for row in board.labels().chunks(size.cols()) {
            for (i, &label) in row.iter().enumerate() {
                if i > 0 {
                    out.push(b' ');
                }
                out.extend_from_slice(texts[usize::from(label)].as_bytes());
            }
            out.push(b'\n');
        }
        out.push(b'\n');
    });
}

/// The text of each label of a size, made once: the boards of a path on 16×16 have a million labels, and to format each
/// anew took 0.15 s.
pub(super) fn texts(size: Size, text: impl Fn(usize) -> String) -> Vec<String> {
    (0..size.cells()).map(text).collect()
}

/// Shows the start and the board after each move.
pub(super) fn visit(problem: &Problem, moves: &[Move], mut show: impl FnMut(&Grid)) {
    let mut board = problem.start().clone();
    show(&board);
    for &m in moves {
        let stays = board.apply(m);
        debug_assert!(stays, "a replayed solution stays on the board");
        show(&board);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::puzzle::{Goal, NamedGoal};

    #[test]
    fn boards_of_every_size_are_written_as_they_are_displayed() {
        for size in Size::all() {
            let goal = Arc::new(Goal::named(NamedGoal::BlankFirst, size));
            let problem = Problem::new(goal.grid().clone(), goal).expect("it is of one size");
            let moves = [Move::Down, Move::Right, Move::Up, Move::Left];
            let mut displayed = String::new();
            visit(&problem, &moves, |board| displayed += &format!("{board}\n"));
            let mut written = Vec::new();
            write(&problem, &moves, &mut written);
            assert_eq!(String::from_utf8_lossy(&written), displayed, "{size}");
        }
    }
}
