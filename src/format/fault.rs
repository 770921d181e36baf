//! What is wrong with a text, and where.

use std::fmt;

use crate::puzzle::{GridError, Size, SizeError};

/// A place in a text and what is wrong there; it displays as "found what, expected what".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, from 1.
    pub line: u64,
    /// The character in the line, from 1; a tab is one character.
    pub column: u64,
    kind: Kind,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A token that is no label of a board with tiles up to `largest`, if the size is known.
    Token {
        found: Box<str>,
        largest: Option<usize>,
    },
    /// The labels are no arrangement.
    Grid(GridError),
    /// A board of so many cells.
    Cells { found: usize, expected: Expected },
    /// A row of so many cells, of a board of so many columns, and who said so if not another row.
    Row {
        found: usize,
        expected: usize,
        of: Option<Expected>,
    },
    /// The board ends too early.
    Short {
        end: End,
        found: usize,
        expected: Expected,
    },
    /// The number of cells fits several sizes; with `id` one of them after a name.
    Undecided {
        found: usize,
        sizes: Vec<Size>,
        id: bool,
    },
    /// The layout says one size, the caller another.
    Contradiction { found: Size, expected: Expected },
    /// There is no board of that size.
    NoSize(SizeError),
    /// More or fewer boards than the `expected` that line `by` announced.
    Boards {
        more: bool,
        expected: u64,
        read: u64,
        by: u64,
    },
    /// Something where something else is needed.
    Sign {
        found: Box<str>,
        expected: &'static str,
    },
    /// A list that is not closed before the end or the next one.
    Unclosed,
    /// A line longer than we read.
    LongLine(usize),
    /// A byte that is no text, with what it is.
    Byte(u8),
    /// The marks of UTF-16.
    Utf16,
    /// No board at all, or a second one, where one was asked for.
    NotOne { second: bool },
    /// No move.
    Move { found: Box<str> },
    /// More moves than we take.
    TooManyMoves(usize),
}

/// How a board came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Input,
    EmptyLine,
    NextHeader,
}

/// The size a board should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Expected {
    pub size: Size,
    pub why: Why,
}

/// Who said so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// The caller.
    Given,
    /// The text, on this line.
    Line(u64),
    /// Nobody.
    Default,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.why {
            Why::Given => write!(f, "--size {}", self.size),
            Why::Line(line) => write!(f, "{} by line {line}", self.size),
            Why::Default => write!(f, "{}; --size names another", self.size),
        }
    }
}

impl Fault {
    pub(super) fn new(line: u64, column: u64, kind: Kind) -> Fault {
        Fault { line, column, kind }
    }
}

fn plural(n: usize, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}

fn any_of(sizes: &[Size]) -> String {
    let names: Vec<_> = sizes.iter().map(Size::to_string).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Token {
                found,
                largest: Some(largest),
            } => write!(
                f,
                "found `{found}`, expected a tile from 1 to {largest} or a blank (0 x _ - . *)"
            ),
            Kind::Token {
                found,
                largest: None,
            } => write!(
                f,
                "found `{found}`, expected a tile or a blank (0 x _ - . *)"
            ),
            Kind::Grid(error) => error.fmt(f),
            Kind::Cells { found, expected } => write!(
                f,
                "found {}, expected {} ({expected})",
                plural(*found, "cell"),
                expected.size.cells()
            ),
            Kind::Row {
                found,
                expected,
                of,
            } => {
                let found = plural(*found, "cell");
                write!(f, "found a row of {found}, expected {expected}")?;
                match of {
                    Some(of) => write!(f, " ({of})"),
                    None => Ok(()),
                }
            }
            Kind::Short {
                end,
                found,
                expected,
            } => {
                let end = match end {
                    End::Input => "the end of the input",
                    End::EmptyLine => "an empty line",
                    End::NextHeader => "a number by itself",
                };
                write!(
                    f,
                    "found {end} after {}, expected {} ({expected})",
                    plural(*found, "cell"),
                    expected.size.cells()
                )
            }
            Kind::Undecided { found, sizes, id } => {
                let id = if *id {
                    " (a board, or an id and a board)"
                } else {
                    ""
                };
                let sizes = any_of(sizes);
                write!(
                    f,
                    "found {found} cells{id}, expected --size {sizes} to tell which board that is"
                )
            }
            Kind::Contradiction { found, expected } => write!(
                f,
                "found a board of {found}, expected {} ({expected})",
                expected.size
            ),
            Kind::NoSize(error) => write!(f, "found {error}"),
            Kind::Sign { found, expected } => {
                write!(f, "found `{found}`, expected {expected}")
            }
            Kind::Boards {
                more: true,
                expected,
                by,
                ..
            } => write!(
                f,
                "found one more board, expected {expected} in all (line {by} says so)"
            ),
            Kind::Boards {
                more: false,
                expected,
                read,
                by,
            } => write!(
                f,
                "found the end of the input after {}, expected {expected} (line {by} says so)",
                plural(*read as usize, "board")
            ),
            Kind::Unclosed => write!(f, "found the end of the board, expected `]`"),
            Kind::LongLine(bytes) => {
                write!(
                    f,
                    "found a line of more than {bytes} bytes, expected a board"
                )
            }
            Kind::Byte(0) => write!(f, "found a NUL byte, expected text"),
            Kind::Byte(byte) => write!(f, "found the byte 0x{byte:02x}, expected UTF-8 text"),
            Kind::Utf16 => write!(f, "found UTF-16 text, expected UTF-8"),
            Kind::NotOne { second: false } => write!(f, "found nothing, expected a board"),
            Kind::NotOne { second: true } => write!(f, "found a second board, expected one"),
            Kind::Move { found } => write!(
                f,
                "found `{found}`, expected moves (u d l r or up down left right, each with a count as in R2)"
            ),
            Kind::TooManyMoves(most) => write!(f, "found more moves than {most}, expected fewer"),
        }
    }
}

impl std::error::Error for Fault {}
