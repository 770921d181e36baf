//! The names of the layouts.

use std::{fmt, str::FromStr};

use crate::puzzle::{NameError, Size, by_name};

/// How boards are laid out in text; `docs/formats.md` describes each byte by byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// One board a line, cells apart: `2 3 4 1 5 x 7 6 8`.
    Line,
    /// Cells one after the other, over any number of lines.
    Stream,
    /// One board a line, one character a cell: `23415x768`.
    Digits,
    /// One row a line, boards one below the other.
    Rows,
    /// A line with the side N, then N rows; again for every board.
    Princeton,
    /// A line with the number of boards t, then t boards as rows.
    Hiho,
    /// The side k, then k·k cells, one a line.
    Hackerrank,
    /// One board a line after a name of its own: `1 14 13 15 7 …`.
    Korf,
    /// One board a line, rows split by `/`: `8 2 0/4 6 1/3 7 5`.
    Slash,
    /// Rows in brackets: `[[1,2,3],[4,0,5]]`.
    List,
}

impl Layout {
    /// Every layout.
    pub const ALL: [Layout; 10] = [
        Layout::Line,
        Layout::Stream,
        Layout::Digits,
        Layout::Rows,
        Layout::Princeton,
        Layout::Hiho,
        Layout::Hackerrank,
        Layout::Korf,
        Layout::Slash,
        Layout::List,
    ];

    /// The name as typed for `--format`.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Line => "line",
            Layout::Stream => "stream",
            Layout::Digits => "digits",
            Layout::Rows => "rows",
            Layout::Princeton => "princeton",
            Layout::Hiho => "hiho",
            Layout::Hackerrank => "hackerrank",
            Layout::Korf => "korf",
            Layout::Slash => "slash",
            Layout::List => "list",
        }
    }

    /// Whether boards of this size can be written so: a side N says squares, a digit labels below 10.
    pub fn holds(self, size: Size) -> bool {
        match self {
            Layout::Princeton | Layout::Hackerrank => size.rows() == size.cols(),
            Layout::Digits => size.cells() <= 10,
            _ => true,
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Layout {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Layout, NameError> {
        by_name(text, &Layout::ALL, Layout::name)
    }
}
