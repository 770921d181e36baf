//! The boards on the way from start to goal.

use crate::puzzle::{Cell, Grid, Move, Problem};

/// Writes the start and the board after each move, rows as lines, an empty line after each board.
pub(super) fn write(problem: &Problem, moves: &[Move], out: &mut Vec<u8>) {
    let size = problem.size();
    let mut labels = problem.start().labels().to_vec();
    let mut blank = labels
        .iter()
        .position(|&label| label == 0)
        .expect("an arrangement has a blank");
    let mut show = |labels: &[u16]| {
        out.extend_from_slice(Grid::new(size, labels).to_string().as_bytes());
        out.push(b'\n');
    };
    show(&labels);
    for &m in moves {
        let next = m.target(Cell::new(blank), size.rows(), size.cols());
        let next = next
            .expect("a replayed solution stays on the board")
            .index();
        labels.swap(blank, next);
        blank = next;
        show(&labels);
    }
}
