//! The last few tiles, solved optimally.

use std::sync::OnceLock;

use crate::{
    puzzle::{Cell, Move, Problem},
    search::SolutionTable,
};

/// An optimal solution of a solvable board with two or three rows and columns.
pub(super) fn solve(core: &Problem) -> Vec<Move> {
    let blank = core.goal().blank();
    let moves = match (core.size().rows(), core.size().cols()) {
        (2, 2) => SolutionTable::<2, 2>::build(blank).and_then(|table| table.solve(&core.board())),
        (2, 3) => SolutionTable::<2, 3>::build(blank).and_then(|table| table.solve(&core.board())),
        (3, 2) => SolutionTable::<3, 2>::build(blank).and_then(|table| table.solve(&core.board())),
        (3, 3) => eight(blank).solve(&core.board()),
        _ => unreachable!("a core has two or three rows and columns"),
    };
    moves.expect("a core can be solved if the board can")
}

/// The table of the 8-puzzle for a cell of the blank: 0.7 MB, built when a board first needs it.
fn eight(goal_blank: Cell) -> &'static SolutionTable<3, 3> {
    static TABLES: [OnceLock<SolutionTable<3, 3>>; 9] = [const { OnceLock::new() }; 9];
    TABLES[goal_blank.index()]
        .get_or_init(|| SolutionTable::build(goal_blank).expect("nine cells are few enough"))
}
