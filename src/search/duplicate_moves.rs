//! Strings of moves that need never be made, as a finite-state machine (Taylor & Korf 1993).
//!
//! A depth-first search comes to the same board on many paths. Where two strings of moves do the same to
//! every board that has room for both, one of them can be given up: it is *forbidden*, and so is every
//! path that contains it. The strings are found once, on a board without edges; the search then carries
//! the state of an automaton that knows which forbidden strings the path may be in the middle of.
//!
//! A string is forbidden if another one has the same effect, is shorter, or as long and first in the
//! order up, left, right, down, and leads the blank over no row or column that the forbidden one
//! does not reach. So wherever the forbidden string has room, the other has too; and replacing the one by the
//! other makes a path shorter, or earlier among those of its length. The first path among the shortest
//! between two boards can therefore contain no forbidden string: a search that avoids them finds the
//! same solution as one that does not, the first of the shortest in search order.
//! `docs/algorithms/duplicate-moves.md` tells what it is worth.

use std::collections::VecDeque;

use super::duplicate_strings::{Text, forbidden, moves};
use crate::puzzle::Move;

/// The automaton of all forbidden strings up to a length.
///
/// # Examples
/// ```
/// use slide::{Move, search::DuplicateMoves};
/// let machine = DuplicateMoves::up_to(2);
/// let up = machine.next(DuplicateMoves::START, Move::Up).expect("a first move is free");
/// assert_eq!(machine.next(up, Move::Down), None);
/// assert!(machine.next(up, Move::Up).is_some());
/// ```
pub struct DuplicateMoves {
    strings: usize,
    next: Box<[[u32; 4]]>,
}

impl DuplicateMoves {
    /// The state before the first move.
    pub const START: u32 = 0;

    /// The longest strings that [`DuplicateMoves::up_to`] goes through: memory grows fourfold a move.
    pub const LONGEST: u32 = 14;

    /// What a state says of a move that would complete a forbidden string.
    pub(super) const FORBIDDEN: u32 = u32::MAX;

    /// The automaton of the forbidden strings of up to `longest` moves, at most
    /// [`DuplicateMoves::LONGEST`].
    ///
    /// # Complexity
    /// Time and memory O(3^longest): some hundredths of a second for 12, 2.4 s and 100 MB (not kept) for 14, on one core.
    pub fn up_to(longest: u32) -> DuplicateMoves {
        let forbidden = forbidden(longest.clamp(1, DuplicateMoves::LONGEST));
        DuplicateMoves {
            strings: forbidden.len(),
            next: automaton(&forbidden),
        }
    }

    /// The number of forbidden strings.
    pub fn strings(&self) -> usize {
        self.strings
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// The state after a move; `None` if the move need not be made.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn next(&self, state: u32, m: Move) -> Option<u32> {
        let next = self.next[state as usize][m as usize];
        (next != DuplicateMoves::FORBIDDEN).then_some(next)
    }

    /// The states after each of the four moves.
    #[inline(always)]
    pub(super) fn row(&self, state: u32) -> &[u32; 4] {
        &self.next[state as usize]
    }
}

/// The automaton that tells when a forbidden string is complete (Aho & Corasick 1975): its states are the
/// beginnings of forbidden strings, and a path is in the state of its longest end that is one.
fn automaton(forbidden: &[Text]) -> Box<[[u32; 4]]> {
    const UNKNOWN: u32 = u32::MAX - 1;
    let mut next = vec![[UNKNOWN; 4]];
    for &text in forbidden {
        let mut state = 0;
        let mut string = moves(text).peekable();
        while let Some(m) = string.next() {
            if string.peek().is_none() {
                next[state][m as usize] = DuplicateMoves::FORBIDDEN;
            } else {
                if next[state][m as usize] == UNKNOWN {
                    next[state][m as usize] = next.len() as u32;
                    next.push([UNKNOWN; 4]);
                }
                state = next[state][m as usize] as usize;
            }
        }
    }
    // Breadth-first: the longest shorter beginning that each state ends with is complete before it.
    let mut shorter = vec![0; next.len()];
    let mut queue = VecDeque::from([0]);
    while let Some(state) = queue.pop_front() {
        for m in Move::ALL.map(|m| m as usize) {
            let fallback = match state {
                0 => 0,
                _ => next[shorter[state]][m],
            };
            match next[state][m] {
                UNKNOWN => next[state][m] = fallback,
                DuplicateMoves::FORBIDDEN => {}
                longer => {
                    shorter[longer as usize] = fallback as usize;
                    queue.push_back(longer as usize);
                }
            }
        }
    }
    next.into()
}
