//! A line as seen by who tells layouts apart.

use std::io::{self, BufRead};

use super::{
    fault::{Fault, Kind},
    layout::Layout,
    lines::{Line, Lines},
    tokens::{Value, label_of},
};
use crate::puzzle::Size;

/// What matters of a line when layouts are told apart.
pub(super) struct Outline {
    /// The labels, `None` for a word.
    pub labels: Vec<Option<u16>>,
    /// The characters of all tokens as labels, if each is one.
    pub digits: Option<Vec<u16>>,
    number: u64,
    column: u64,
    /// The first token that is no label, as shown.
    word: Option<(u64, Box<str>)>,
}

/// Most cells a line of digits is looked at for.
const MOST_DIGITS: usize = 10;

impl Outline {
    pub fn new(line: &Line) -> Outline {
        let label = |value| match value {
            Value::Label(label) => Some(label),
            _ => None,
        };
        let tokens = line.tokens();
        let mut digits = Some(Vec::new());
        for &token in tokens {
            for &byte in line.text(token) {
                digits = digits
                    .filter(|d| d.len() <= MOST_DIGITS)
                    .zip(label_of(byte))
                    .map(|(mut d, digit)| {
                        d.push(digit);
                        d
                    });
            }
        }
        let word = tokens.iter().find(|t| label(t.value).is_none());
        Outline {
            labels: tokens.iter().map(|t| label(t.value)).collect(),
            digits: digits.filter(|d| d.len() <= MOST_DIGITS),
            number: line.number,
            column: line.place().1,
            word: word.map(|&t| (t.column.into(), line.shown(t))),
        }
    }

    pub fn cells(&self) -> usize {
        self.labels.len()
    }

    pub fn fault(&self, kind: Kind) -> Result<Layout, Fault> {
        Err(Fault::new(self.number, self.column, kind))
    }

    /// Whether these are the digits of a board of `cells`.
    pub fn is_digits(&self, cells: usize) -> bool {
        let digits = self.digits.as_ref();
        digits.is_some_and(|d| d.len() == cells && arrangement(d.iter().map(|&d| Some(d))))
    }

    /// Whether this can be the top row of a board.
    pub fn is_row(&self) -> bool {
        let cols = self.cells();
        if !(2..=Size::MAX_SIDE).contains(&cols) {
            return false;
        }
        let rows = cols.max(if cols <= 6 { 6 } else { 0 });
        let mut seen = [false; 256];
        self.labels.iter().flatten().all(|&label| {
            usize::from(label) < rows * cols && !std::mem::replace(&mut seen[label as usize], true)
        })
    }

    /// Whether `next` can be the row below this one: as wide, and hardly a label twice.
    pub fn continues<I: BufRead>(&self, lines: &mut Lines<I>) -> io::Result<bool> {
        Ok(lines.peek(1)?.is_some_and(|next| {
            let next = Outline::new(next);
            let shared = next.labels.iter().filter(|l| self.labels.contains(l));
            next.cells() == self.cells() && shared.count() * 2 < self.cells()
        }))
    }

    /// A fault for the first token that is no label of a board of this size.
    pub fn word_fault(&self, size: Size) -> Result<Layout, Fault> {
        let (column, found) = self.word.clone().expect("most tokens are words");
        let largest = Some(size.cells() - 1);
        Err(Fault::new(
            self.number,
            column,
            Kind::Token { found, largest },
        ))
    }
}

/// Whether the labels are 0, 1, 2 … in any order.
pub(super) fn arrangement(labels: impl ExactSizeIterator<Item = Option<u16>>) -> bool {
    let cells = labels.len();
    let mut seen = [false; 256];
    cells <= seen.len()
        && labels.into_iter().all(|label| {
            label.is_some_and(|l| {
                usize::from(l) < cells && !std::mem::replace(&mut seen[l as usize], true)
            })
        })
}
