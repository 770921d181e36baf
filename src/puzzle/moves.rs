//! Moves of the blank.

use std::fmt;

use super::{Cell, Tile};

/// A move, named for the direction the **blank** goes; the tile goes the other way.
///
/// The order of the variants is the order in which every search tries them: up, left, right, down,
/// as in Korf (1985), so that node counts can be compared with the published ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Move {
    /// The blank goes one row up.
    Up,
    /// The blank goes one column to the left.
    Left,
    /// The blank goes one column to the right.
    Right,
    /// The blank goes one row down.
    Down,
}

impl Move {
    /// All four moves in search order.
    pub const ALL: [Move; 4] = [Move::Up, Move::Left, Move::Right, Move::Down];

    /// The move that undoes this one.
    pub const fn inverse(self) -> Move {
        Move::ALL[self as usize ^ 3]
    }

    /// The direction as a small letter, `u l r d`.
    pub const fn letter(self) -> u8 {
        b"ulrd"[self as usize]
    }

    /// The direction in full, `up left right down`.
    pub const fn word(self) -> &'static str {
        ["up", "left", "right", "down"][self as usize]
    }

    /// Whether the blank changes its row.
    pub const fn is_vertical(self) -> bool {
        matches!(self, Move::Up | Move::Down)
    }

    /// The cell the blank reaches from `blank` on a board of `rows` × `cols`, if it is on the board.
    pub const fn target(self, blank: Cell, rows: usize, cols: usize) -> Option<Cell> {
        let (row, col, at) = (blank.row(cols), blank.col(cols), blank.index());
        match self {
            Move::Up if row > 0 => Some(Cell::new(at - cols)),
            Move::Left if col > 0 => Some(Cell::new(at - 1)),
            Move::Right if col + 1 < cols => Some(Cell::new(at + 1)),
            Move::Down if row + 1 < rows => Some(Cell::new(at + cols)),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A set of moves; iterating gives them in search order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveSet(u8);

impl MoveSet {
    /// No move.
    pub const EMPTY: MoveSet = MoveSet(0);

    /// The moves that keep the blank on a board of `rows` × `cols`.
    pub const fn legal(blank: Cell, rows: usize, cols: usize) -> MoveSet {
        let mut set = MoveSet::EMPTY;
        let mut i = 0;
        while i < 4 {
            if Move::ALL[i].target(blank, rows, cols).is_some() {
                set.0 |= 1 << i;
            }
            i += 1;
        }
        set
    }

    /// Whether `m` is in the set.
    pub const fn contains(self, m: Move) -> bool {
        self.0 >> m as u8 & 1 != 0
    }

    /// The set without `m`.
    #[must_use]
    pub const fn without(self, m: Move) -> MoveSet {
        MoveSet(self.0 & !(1 << m as u8))
    }

    /// How many moves are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds no move.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Takes out the first move in search order.
    pub const fn pop(&mut self) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        let first = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(Move::ALL[first])
    }
}

impl Iterator for MoveSet {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.pop()
    }
}

/// What a move did to a tile: `tile` went from `from` to `to`, the blank the other way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slide {
    /// The tile that moved.
    pub tile: Tile,
    /// Where it stood; the blank is there now.
    pub from: Cell,
    /// Where it stands now.
    pub to: Cell,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_undone_by_its_inverse() {
        for m in Move::ALL {
            assert_eq!(m.inverse().inverse(), m);
            let there = m
                .target(Cell::new(4), 3, 3)
                .expect("the centre has four neighbours");
            assert_eq!(m.inverse().target(there, 3, 3), Some(Cell::new(4)));
        }
    }

    #[test]
    fn a_set_gives_its_moves_in_search_order() {
        assert_eq!(
            MoveSet::legal(Cell::new(4), 3, 3).collect::<Vec<_>>(),
            Move::ALL
        );
        let corner = MoveSet::legal(Cell::new(8), 3, 3);
        assert_eq!(corner.collect::<Vec<_>>(), [Move::Up, Move::Left]);
        assert_eq!(corner.without(Move::Up).collect::<Vec<_>>(), [Move::Left]);
    }
}
