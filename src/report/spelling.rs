//! A solution as one line.

use std::{fmt::Display, io::Write};

use super::{Spelling, Style};
use crate::{
    format::write_moves,
    puzzle::{Move, Problem},
};

/// Appends a solution in a style that takes one line, without its end: letters, words, the numbers of the
/// tiles moved, or the number of moves.
pub fn write_solution(
    problem: &Problem,
    moves: &[Move],
    style: Style,
    spelling: Spelling,
    out: &mut Vec<u8>,
) {
    match style {
        Style::Words => words(moves, spelling, out),
        Style::Tiles => tiles(problem, moves, out),
        Style::Length | Style::Hiho => write(out, moves.len()),
        _ => write_moves(out, moves, spelling.convention, spelling.compress),
    }
}

fn words(moves: &[Move], spelling: Spelling, out: &mut Vec<u8>) {
    let mut gap = "";
    for run in moves.chunk_by(|a, b| spelling.compress && a == b) {
        let direction = spelling.convention.turn(run[0]);
        out.extend_from_slice(gap.as_bytes());
        out.extend_from_slice(direction.word().as_bytes());
        if run.len() > 1 {
            write(out, run.len());
        }
        gap = " ";
    }
}

/// The tiles by their labels on the board as it was read.
fn tiles(problem: &Problem, moves: &[Move], out: &mut Vec<u8>) {
    let size = problem.size();
    let mut labels = problem.start().labels().to_vec();
    let blank = problem.start().blank();
    let mut from = blank.expect("a problem's board has a blank");
    for (nth, m) in moves.iter().enumerate() {
        let to = m.target(from, size.rows(), size.cols());
        let to = to.expect("a replayed solution stays on the board");
        if nth > 0 {
            out.push(b' ');
        }
        write(out, labels[to.index()]);
        labels.swap(from.index(), to.index());
        from = to;
    }
}

pub(super) fn write(out: &mut Vec<u8>, number: impl Display) {
    write!(out, "{number}").expect("a Vec takes all");
}
