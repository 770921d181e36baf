//! Every board of one goal solved at once.

use crate::puzzle::{Board, Cell, Move, Ranks};

use super::level::Level;

/// The optimal first move from every board that can be brought to one goal, and its distance.
///
/// Built by one breadth-first search back from the goal; then every board is a look-up.
/// See `docs/algorithms/tables.md`.
///
/// # Examples
/// ```
/// use slide::{Board, Cell, Move, search::SolutionTable};
/// let goal = Cell::new(8);
/// let table = SolutionTable::<3, 3>::build(goal).expect("the board is small");
/// let mut board = Board::goal(goal);
/// board.apply(Move::Up);
/// assert_eq!(table.distance(&board), Some(1));
/// assert_eq!(table.solve(&board), Some(vec![Move::Down]));
/// ```
#[derive(Clone, Debug)]
pub struct SolutionTable<const R: usize, const C: usize> {
    ranks: Ranks<R, C>,
    entries: Box<[Entry]>,
}

/// What the table knows of a board, in one word: the rank of the next board on the way to the goal in
/// bits 0–22, the move to it in bits 23–24, the distance in bits 25–30, and bit 31 set once reached.
///
/// With the next rank at hand a solution is read off without any arithmetic on ranks. Tried and lost:
/// a byte for the move alone and the next rank from the move; solutions took several times as long.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
struct Entry(u32);

impl Entry {
    fn new(next: u32, m: Move, distance: u32) -> Entry {
        debug_assert!(next < 1 << 23 && distance < 1 << 6);
        Entry(1 << 31 | distance << 25 | (m as u32) << 23 | next)
    }

    fn is_reached(self) -> bool {
        self.0 != 0
    }

    fn next(self) -> usize {
        (self.0 & ((1 << 23) - 1)) as usize
    }

    fn first_move(self) -> Move {
        Move::ALL[(self.0 >> 23 & 3) as usize]
    }

    fn distance(self) -> u32 {
        self.0 >> 25 & 63
    }
}

impl<const R: usize, const C: usize> SolutionTable<R, C> {
    /// The most cells of a board that is worth a table: 10!/2 boards take 7.3 MB.
    pub const MAX_CELLS: usize = 10;

    /// The table for the goal with its blank at `goal_blank`; `None` for boards of more than
    /// [`SolutionTable::MAX_CELLS`] cells.
    ///
    /// # Complexity
    /// O(cells!/2 · cells) time; four bytes for each board, and for each of the two widest levels.
    pub fn build(goal_blank: Cell) -> Option<Self> {
        if R * C > Self::MAX_CELLS {
            return None;
        }
        let ranks = Ranks::new(goal_blank)?;
        let goal = ranks.rank(&Board::goal(goal_blank))?;
        let mut entries = vec![Entry(0); ranks.len()].into_boxed_slice();
        // The goal's own move is never made.
        entries[goal.rank() as usize] = Entry::new(goal.rank(), Move::Up, 0);
        let mut level = Level::of_root(ranks, goal_blank, goal.rank());
        let mut next = Level::new(ranks);
        for distance in 1.. {
            for group in level.groups(usize::MAX) {
                level.expand(group, |step, parents, children| {
                    let list = next.list(step.blank, Some(step.last));
                    for (&parent, &child) in parents.iter().zip(children) {
                        let entry = &mut entries[child as usize];
                        if !entry.is_reached() {
                            *entry = Entry::new(parent, step.last.inverse(), distance);
                            list.push(child);
                        }
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        Some(SolutionTable { ranks, entries })
    }

    fn entry(&self, board: &Board<R, C>) -> Option<Entry> {
        Some(self.entries[self.ranks.rank(board)?.rank() as usize])
    }

    /// A shortest solution; `None` if the board has none.
    ///
    /// # Complexity
    /// O(cells) and one look-up for each move.
    pub fn solve(&self, board: &Board<R, C>) -> Option<Vec<Move>> {
        let mut entry = self.entry(board)?;
        let mut moves = Vec::with_capacity(entry.distance() as usize);
        for _ in 0..entry.distance() {
            moves.push(entry.first_move());
            entry = self.entries[entry.next()];
        }
        Some(moves)
    }

    /// The length of a shortest solution; `None` if the board has none.
    ///
    /// # Complexity
    /// O(cells), the solution is not walked.
    pub fn distance(&self, board: &Board<R, C>) -> Option<u32> {
        self.entry(board).map(Entry::distance)
    }

    /// The number of boards at distance 0, 1, 2, … of the goal.
    pub fn count_by_distance(&self) -> Vec<u64> {
        let distances = || self.entries.iter().map(|entry| entry.distance() as usize);
        let mut counts = vec![0; distances().max().map_or(0, |most| most + 1)];
        distances().for_each(|distance| counts[distance] += 1);
        counts
    }

    /// Every solvable board, in the order of the ranks.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = Board<R, C>> {
        (0..self.ranks.len() as u32).map(|rank| self.ranks.unrank(rank).board())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_solution_is_as_long_as_its_distance<const R: usize, const C: usize>() {
        for goal_blank in (0..R * C).map(Cell::new) {
            let table = SolutionTable::<R, C>::build(goal_blank).expect("a small board");
            for mut board in table.boards() {
                let distance = table.distance(&board).expect("the board is solvable");
                let moves = table.solve(&board).expect("the board is solvable");
                assert_eq!(moves.len(), distance as usize);
                for m in moves {
                    board.apply(m);
                }
                assert_eq!(board, Board::goal(goal_blank));
            }
        }
    }

    #[test]
    fn every_solution_reaches_the_goal_in_as_many_moves_as_its_distance() {
        every_solution_is_as_long_as_its_distance::<2, 2>();
        every_solution_is_as_long_as_its_distance::<2, 3>();
        every_solution_is_as_long_as_its_distance::<3, 2>();
        every_solution_is_as_long_as_its_distance::<3, 3>();
    }

    /// Distances that differ by one along each move, with a smaller neighbour for all but the goal, are
    /// the true ones.
    fn distances_are_exact<const R: usize, const C: usize>(goal_blank: Cell) {
        let table = SolutionTable::<R, C>::build(goal_blank).expect("a small board");
        for board in table.boards() {
            let distance = table.distance(&board).expect("every board is reached");
            let mut nearer = 0;
            for m in board.moves() {
                let mut next = board;
                next.apply(m);
                let there = table.distance(&next).expect("moves keep a board solvable");
                assert_eq!(distance.abs_diff(there), 1);
                nearer += usize::from(there < distance);
            }
            assert_eq!(nearer == 0, distance == 0);
            assert_eq!(distance == 0, board == Board::goal(goal_blank));
        }
    }

    #[test]
    fn distances_are_exact_on_every_shape_that_has_a_table() {
        for cell in (0..6).map(Cell::new) {
            distances_are_exact::<2, 3>(cell);
            distances_are_exact::<3, 2>(cell);
        }
        for cell in (0..9).map(Cell::new) {
            distances_are_exact::<3, 3>(cell);
        }
        distances_are_exact::<2, 4>(Cell::new(7));
        distances_are_exact::<4, 2>(Cell::new(1));
        distances_are_exact::<2, 5>(Cell::new(9));
        distances_are_exact::<5, 2>(Cell::new(4));
    }

    #[test]
    fn unsolvable_boards_have_no_entry_and_large_boards_no_table() {
        let table = SolutionTable::<3, 3>::build(Cell::new(8)).expect("9 cells");
        let swapped = [2, 1, 3, 4, 5, 6, 7, 8, 0].map(crate::puzzle::Tile::new);
        let board = Board::from_tiles(&swapped);
        assert_eq!((table.solve(&board), table.distance(&board)), (None, None));
        assert!(SolutionTable::<3, 4>::build(Cell::new(11)).is_none());
        assert!(SolutionTable::<16, 16>::build(Cell::new(255)).is_none());
    }
}
