//! The boards on the way from start to goal.

use crate::puzzle::{Move, Problem};

/// Writes the start and the board after each move, rows as lines, an empty line after each board.
pub(super) fn write(problem: &Problem, moves: &[Move], out: &mut Vec<u8>) {
    let mut board = problem.start().clone();
    let mut show = |board: String| out.extend_from_slice((board + "\n").as_bytes());
    show(board.to_string());
    for &m in moves {
        let stays = board.apply(m);
        debug_assert!(stays, "a replayed solution stays on the board");
        show(board.to_string());
    }
}
