//! Which boards a search has reached, by which move and at which depth: one byte a rank.

use crate::puzzle::{Cell, Move, RankedBoard, Ranks};

/// The closed set of a search over ranks, and the tree of moves in it.
///
/// A byte is 0 for a board not reached, else `1 + 4 · (depth / 2) + move`; every move of the blank
/// changes the colour of its cell as on a chessboard, so that the depth's parity is that of the cell.
/// No board of 12 cells is deeper than 80 moves; 125 would fit. Memory comes zeroed from the system,
/// so pages of boards never reached cost nothing.
///
/// Half a byte would hold the move, but not the depth, by which A* drops most duplicates before they
/// are queued.
#[derive(Clone, Debug)]
pub(super) struct Arrivals<const R: usize, const C: usize> {
    root: RankedBoard<R, C>,
    bytes: Box<[u8]>,
}

fn is_dark<const C: usize>(cell: Cell) -> bool {
    (cell.row(C) + cell.col(C)) % 2 == 1
}

impl<const R: usize, const C: usize> Arrivals<R, C> {
    /// A search that has reached `root` only, at depth 0.
    pub(super) fn new(ranks: Ranks<R, C>, root: RankedBoard<R, C>) -> Self {
        let mut arrivals = Arrivals {
            root,
            bytes: vec![0; ranks.len()].into_boxed_slice(),
        };
        // The root has no move; whatever is written is never followed.
        arrivals.bytes[root.rank() as usize] = 1;
        arrivals
    }

    /// Bytes that the arrivals of all ranks take.
    pub(super) fn memory(ranks: Ranks<R, C>) -> u64 {
        ranks.len() as u64
    }

    /// Whether the board was reached.
    pub(super) fn contains(&self, rank: u32) -> bool {
        self.bytes[rank as usize] != 0
    }

    /// Notes that `m` leads to the board `depth` moves from the root, unless it was reached so soon before.
    pub(super) fn reach(&mut self, rank: u32, depth: u32, m: Move) -> bool {
        debug_assert!(depth < 126, "no board is so deep");
        let byte = &mut self.bytes[rank as usize];
        let half = (depth / 2) as u8;
        // An unreached board's 0 becomes half depth 63, more than any.
        if byte.wrapping_sub(1) >> 2 <= half {
            return false;
        }
        *byte = 1 + (half << 2 | m as u8);
        true
    }

    /// The moves from the root to the board, by the shortest way noted.
    pub(super) fn depth(&self, board: RankedBoard<R, C>) -> Option<u32> {
        let half = self.bytes[board.rank() as usize].checked_sub(1)? >> 2;
        let odd = is_dark::<C>(board.blank()) != is_dark::<C>(self.root.blank());
        Some(2 * u32::from(half) + u32::from(odd))
    }

    /// The move that led to the board; `None` for the root and for what was not reached.
    pub(super) fn last_move(&self, board: RankedBoard<R, C>) -> Option<Move> {
        let byte = self.bytes[board.rank() as usize].checked_sub(1)?;
        (board.rank() != self.root.rank()).then_some(Move::ALL[usize::from(byte & 3)])
    }

    /// The moves from the root to `board`, read off backwards.
    pub(super) fn way_to(&self, mut board: RankedBoard<R, C>) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(last) = self.last_move(board) {
            moves.push(last);
            board = board.after(last.inverse());
        }
        moves.reverse();
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Board;

    #[test]
    fn the_shorter_way_stays() {
        let ranks = Ranks::<3, 3>::new(Cell::new(8)).expect("9 cells");
        let goal = ranks
            .rank(&Board::goal(Cell::new(8)))
            .expect("the goal is solvable");
        let child = goal.after(Move::Up);
        let mut arrivals = Arrivals::new(ranks, goal);
        assert_eq!(arrivals.depth(goal), Some(0));
        assert_eq!(arrivals.depth(child), None);
        assert!(arrivals.reach(child.rank(), 125, Move::Left));
        assert_eq!(arrivals.depth(child), Some(125));
        assert!(!arrivals.reach(child.rank(), 125, Move::Right));
        assert!(arrivals.reach(child.rank(), 1, Move::Up));
        assert!(!arrivals.reach(child.rank(), 3, Move::Down));
        assert_eq!(arrivals.depth(child), Some(1));
        assert_eq!(arrivals.way_to(child), [Move::Up]);
        assert!(!arrivals.reach(goal.rank(), 2, Move::Down));
    }
}
