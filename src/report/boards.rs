//! The boards on the way from start to goal.

use crate::puzzle::{Grid, Move, Problem};

/// Writes the start and the board after each move, rows as lines, an empty line after each board.
pub(super) fn write(problem: &Problem, moves: &[Move], out: &mut Vec<u8>) {
    visit(problem, moves, |board| {
        out.extend_from_slice(board.to_string().as_bytes());
        out.push(b'\n');
    });
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
