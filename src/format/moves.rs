//! Moves as text.

use std::io::Write;

use super::fault::{Fault, Kind};
use super::lines::shown;
use crate::puzzle::Move;

/// Whose direction a letter names; the two are opposite.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Convention {
    /// The blank's, in small letters, as the judges want it.
    #[default]
    Blank,
    /// The tile's, in capital letters, as people who solve by hand write it.
    Tile,
}

/// The most moves that are read; the longest solution of a 16×16 board is far below.
const MOST_MOVES: usize = 1 << 20;

impl Convention {
    /// The direction's letter for a move, or the move for a letter's direction: the same exchange.
    const fn turn(self, m: Move) -> Move {
        match self {
            Convention::Blank => m,
            Convention::Tile => m.inverse(),
        }
    }
}

/// Appends the letters of the moves; with `compress`, a run of one letter as `R2`.
pub fn write_moves(out: &mut Vec<u8>, moves: &[Move], convention: Convention, compress: bool) {
    for run in moves.chunk_by(|a, b| compress && a == b) {
        let letter = convention.turn(run[0]).letter();
        out.push(match convention {
            Convention::Blank => letter,
            Convention::Tile => letter.to_ascii_uppercase(),
        });
        if run.len() > 1 {
            write!(out, "{}", run.len()).expect("a Vec takes all");
        }
    }
}

/// Reads moves: letters or words, small or capital, each with a count after it if there are several,
/// with or without white space and commas between. Capitals do not choose the convention.
///
/// # Errors
/// At the first thing that is no move, and at a count that makes more than a million moves.
pub fn parse_moves(text: &str, convention: Convention) -> Result<Vec<Move>, Fault> {
    let mut moves = Vec::new();
    let (mut line, mut column) = (1, 1);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() || first == ',' {
            (line, column) = if first == '\n' {
                (line + 1, 1)
            } else {
                (line, column + 1)
            };
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let Some((direction, length)) = direction(rest) else {
            let word = rest.split(|c: char| c.is_whitespace() || c == ',').next();
            let found = shown(word.unwrap_or(rest));
            return Err(Fault::new(line, column, Kind::Move { found }));
        };
        let digits = rest[length..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let count = match &rest[length..length + digits] {
            "" => 1,
            number => number.parse().unwrap_or(usize::MAX),
        };
        if count > MOST_MOVES - moves.len() {
            return Err(Fault::new(line, column, Kind::TooManyMoves(MOST_MOVES)));
        }
        moves.extend(std::iter::repeat_n(convention.turn(direction), count));
        rest = &rest[length + digits..];
        column += (length + digits) as u64;
    }
    Ok(moves)
}

/// The direction that a text begins with, and the length of its letter or word.
fn direction(text: &str) -> Option<(Move, usize)> {
    let begins = |word: &str| {
        let part = text.get(..word.len());
        part.is_some_and(|p| p.eq_ignore_ascii_case(word))
    };
    let word = Move::ALL.into_iter().find(|m| begins(m.word()));
    if let Some(m) = word {
        return Some((m, m.word().len()));
    }
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let m = Move::ALL.into_iter().find(|m| m.letter() == letter)?;
    Some((m, 1))
}
