//! Answers as courses and judges want them.

use std::io::Write;

use super::boards;
use crate::{
    puzzle::{Move, Problem},
    search::Stats,
};

/// As Princeton's 8-puzzle assignment prints a solution: the number of moves, which is the least if the solution is
/// `optimal`, then each board after its side.
pub(super) fn princeton(problem: &Problem, moves: &[Move], optimal: bool, out: &mut Vec<u8>) {
    let what = if optimal { "Minimum number" } else { "Number" };
    write(out, format_args!("{what} of moves = {}\n\n", moves.len()));
    let size = problem.size();
    let texts = boards::texts(size, |label| format!("{label:2} "));
    boards::visit(problem, moves, |board| {
        write(out, format_args!("{}\n", size.rows()));
        for row in board.labels().chunks(size.cols()) {
            for &label in row {
                out.extend_from_slice(texts[usize::from(label)].as_bytes());
            }
            out.push(b'\n');
        }
        out.push(b'\n');
    });
}

/// What the school 42 asks of its n-puzzle: the two complexities, the number of moves, the boards.
pub(super) fn forty_two(problem: &Problem, moves: &[Move], stats: &Stats, out: &mut Vec<u8>) {
    write(out, format_args!("states selected: {}\n", stats.expanded));
    write(out, format_args!("states in memory: {}\n", stats.stored));
    write(out, format_args!("moves: {}\n\n", moves.len()));
    boards::write(problem, moves, out);
}

/// As HackerRank's N-Puzzle wants it: the number of moves, then each as a word of its own line.
pub(super) fn hackerrank(moves: &[Move], out: &mut Vec<u8>) {
    write(out, format_args!("{}\n", moves.len()));
    for m in moves {
        out.extend_from_slice(m.word().to_ascii_uppercase().as_bytes());
        out.push(b'\n');
    }
}

fn write(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a Vec takes all");
}
