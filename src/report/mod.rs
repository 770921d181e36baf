//! Answers as bytes: lines for judges, lengths, boards, JSON, and a summary for people.
//!
//! `docs/formats.md` shows every style byte by byte.

mod boards;
mod json;
mod judges;
mod spelling;
mod summary;

pub use json::SCHEMA;
pub use spelling::write_solution;
pub use summary::Summary;

use std::io::{self, Write};

use crate::{
    format::Convention,
    puzzle::{Move, Problem, Size},
    search::{Answer, Cancel, Outcome, ShortestPaths},
};

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// The moves, a line a board.
    Moves,
    /// The moves as words, a line a board.
    Words,
    /// The numbers of the tiles moved, a line a board.
    Tiles,
    /// The number of moves, a line a board.
    Length,
    /// The number of moves or `No Solution!`, as hihoCoder 1312 wants it.
    Hiho,
    /// Every board on the way.
    Boards,
    /// The number of moves and every board, as Princeton's 8-puzzle assignment wants it.
    Princeton,
    /// What was searched and kept, the number of moves and every board, as the school 42 wants it.
    FortyTwo,
    /// The number of moves, then each as a line, as HackerRank's N-Puzzle wants it.
    Hackerrank,
    /// An object a line.
    Json,
}

/// How moves are spelt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spelling {
    /// Whose direction a letter names.
    pub convention: Convention,
    /// Whether repeated moves are written once with a number.
    pub compress: bool,
}

/// What became of one board of the input.
#[derive(Clone, Copy, Debug)]
pub enum Verdict<'a> {
    /// It was a board and a search answered.
    Answered(&'a Problem, &'a Answer),
    /// It was no board; the text says why.
    Invalid(&'a str),
    /// It was a board that what was asked for cannot solve; the text says why.
    Refused(&'a str),
}

impl Verdict<'_> {
    /// The state in one word: `solved`, `unsolvable`, `unknown` or `invalid`.
    pub fn status(&self) -> &'static str {
        match self {
            Verdict::Answered(_, answer) => match answer.outcome {
                Outcome::Solved(_) => "solved",
                Outcome::Unsolvable => "unsolvable",
                Outcome::Unknown { .. } => "unknown",
            },
            Verdict::Invalid(_) => "invalid",
            Verdict::Refused(_) => "unknown",
        }
    }
}

/// One board of the input with what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The board's number in the input, from 1.
    pub index: u64,
    /// The name of the file it came from.
    pub file: &'a str,
    /// The line it begins on, from 1.
    pub line: u64,
    /// The name the file gives it, if any.
    pub id: Option<&'a str>,
    /// Its size, where one was read.
    pub size: Option<Size>,
    /// What became of it.
    pub verdict: Verdict<'a>,
    /// All its shortest solutions, if they were asked for.
    pub all: Option<AllShortest<'a>>,
    /// Whether to write the best solution known where none is proven to be the shortest.
    pub best_effort: bool,
}

/// Every shortest solution of a board.
#[derive(Clone, Copy, Debug)]
pub struct AllShortest<'a> {
    /// The solutions.
    pub paths: &'a ShortestPaths,
    /// Whether to write them all out, or only how many there are.
    pub listed: bool,
    /// Ends the list, which may be long, before its time.
    pub cancel: &'a Cancel,
}

impl<'a> AllShortest<'a> {
    /// Each solution, until there is a cancel.
    fn list(self) -> impl Iterator<Item = Vec<Move>> + 'a {
        let going_on = move |_: &Vec<Move>| !self.cancel.is_cancelled();
        self.paths.iter().take_while(going_on)
    }
}

impl Record<'_> {
    /// Writes the record, line ends included.
    ///
    /// Where all shortest solutions were asked for that is their number and then, if they are to be listed, each
    /// of them; one is in memory at a time, for there may be millions.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, style: Style, spelling: Spelling, out: &mut impl Write) -> io::Result<()> {
        if style == Style::Json {
            return json::write(self, spelling, out);
        }
        if let (Verdict::Answered(problem, _), Some(all)) = (self.verdict, self.all) {
            writeln!(out, "{}", all.paths.count())?;
            let mut line = Vec::new();
            for moves in all.list().filter(|_| all.listed) {
                line.clear();
                write_solution(problem, &moves, style, spelling, &mut line);
                line.push(b'\n');
                out.write_all(&line)?;
            }
            return Ok(());
        }
        let mut text = Vec::new();
        self.append(style, spelling, &mut text);
        out.write_all(&text)
    }

    /// Appends the record in any style but JSON, without other shortest solutions.
    fn append(&self, style: Style, spelling: Spelling, out: &mut Vec<u8>) {
        match self.solution() {
            Some((problem, moves, answer)) => match style {
                Style::Boards => return boards::write(problem, moves, out),
                Style::Princeton => {
                    let optimal = answer.outcome.is_optimal();
                    return judges::princeton(problem, moves, optimal, out);
                }
                Style::FortyTwo => return judges::forty_two(problem, moves, &answer.stats, out),
                Style::Hackerrank => return judges::hackerrank(moves, out),
                _ => write_solution(problem, moves, style, spelling, out),
            },
            None => {
                let answer = match (style, self.verdict.status()) {
                    (Style::Hiho, "unsolvable") => "No Solution!",
                    (Style::Princeton, "unsolvable") => "No solution possible",
                    (_, status) => status,
                };
                out.extend_from_slice(answer.as_bytes());
            }
        }
        out.push(b'\n');
    }

    /// The solution to be written, if there is one.
    fn solution(&self) -> Option<(&Problem, &[Move], &Answer)> {
        let Verdict::Answered(problem, answer) = self.verdict else {
            return None;
        };
        let moves = match &answer.outcome {
            Outcome::Solved(solution) => &solution.moves,
            Outcome::Unknown { best, .. } if self.best_effort => best.as_ref()?,
            _ => return None,
        };
        Some((problem, moves, answer))
    }
}
