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
    /// The direction that names a move, or the move that a direction names: the same exchange.
    pub const fn turn(self, m: Move) -> Move {
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
    for run in Runs::of(text) {
        let run = run?;
        if run.count > MOST_MOVES - moves.len() {
            let (line, column) = run.place;
            return Err(Fault::new(line, column, Kind::TooManyMoves(MOST_MOVES)));
        }
        let made = convention.turn(run.direction);
        moves.extend(std::iter::repeat_n(made, run.count));
    }
    Ok(moves)
}

/// The line and the column, from 1, at which the text names the move of this index, from 0; `None` if
/// [`parse_moves`] gives fewer.
pub fn move_place(text: &str, index: usize) -> Option<(u64, u64)> {
    let mut before = 0usize;
    Runs::of(text).map_while(Result::ok).find_map(|run| {
        before = before.saturating_add(run.count);
        (index < before).then_some(run.place)
    })
}

/// One direction as it is written, with its count.
struct Run {
    direction: Move,
    count: usize,
    place: (u64, u64),
}

/// A text of moves, run by run.
struct Runs<'a> {
    rest: &'a str,
    line: u64,
    column: u64,
}

impl Runs<'_> {
    fn of(text: &str) -> Runs<'_> {
        Runs {
            rest: text,
            line: 1,
            column: 1,
        }
    }

    fn skip_separators(&mut self) {
        while let Some(c) = self.rest.chars().next() {
            if !c.is_whitespace() && c != ',' {
                return;
            }
            (self.line, self.column) = if c == '\n' {
                (self.line + 1, 1)
            } else {
                (self.line, self.column + 1)
            };
            self.rest = &self.rest[c.len_utf8()..];
        }
    }
}

impl Iterator for Runs<'_> {
    type Item = Result<Run, Fault>;

    fn next(&mut self) -> Option<Result<Run, Fault>> {
        self.skip_separators();
        if self.rest.is_empty() {
            return None;
        }
        let place = (self.line, self.column);
        let Some((direction, length)) = direction(self.rest) else {
            let mut words = self.rest.split(|c: char| c.is_whitespace() || c == ',');
            let found = shown(words.next().unwrap_or(self.rest));
            return Some(Err(Fault::new(place.0, place.1, Kind::Move { found })));
        };
        let number = &self.rest[length..];
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        let count = match &number[..digits] {
            "" => 1,
            number => number.parse().unwrap_or(usize::MAX),
        };
        self.rest = &number[digits..];
        self.column += (length + digits) as u64;
        Some(Ok(Run {
            direction,
            count,
            place,
        }))
    }
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
