//! The boards made, on their way to stdout.

use std::{collections::HashSet, mem};

use slide::{
    Grid,
    format::{BoardWriter, Layout},
    generate::Measured,
};

use super::{GenerateArguments, print_bytes};

/// A board on its way to the output.
pub(super) struct Made {
    pub(super) board: Grid,
    pub(super) length: Option<u32>,
}

impl From<Measured> for Made {
    fn from(Measured { board, length }: Measured) -> Made {
        let length = Some(length);
        Made { board, length }
    }
}

/// The boards made so far, those not yet printed as text.
pub(super) struct Sheet<'a> {
    arguments: &'a GenerateArguments,
    writer: BoardWriter,
    wanted: u64,
    boards: u64,
    text: Vec<u8>,
    /// The layout announces the number of boards, and nobody knows it before all are there.
    whole: bool,
    seen: HashSet<Grid>,
    repeats: u32,
}

impl<'a> Sheet<'a> {
    /// As many boards in a row that have all been there before: there are hardly more.
    pub(super) const REPEATS: u32 = 10_000;

    /// A sheet for so many boards, which may be `certain` to be there unless the user interrupts.
    pub(super) fn new(arguments: &'a GenerateArguments, wanted: u64, certain: bool) -> Sheet<'a> {
        Sheet {
            arguments,
            writer: BoardWriter::new(arguments.format, wanted),
            wanted,
            boards: 0,
            text: Vec::new(),
            whole: arguments.format == Layout::Hiho && !certain,
            seen: HashSet::new(),
            repeats: 0,
        }
    }

    pub(super) fn add(&mut self, made: Made) {
        if self.arguments.distinct && !self.seen.insert(made.board.clone()) {
            self.repeats += 1;
            return;
        }
        self.repeats = 0;
        self.boards += 1;
        let length = made.length.filter(|_| self.arguments.lengths);
        let comment = length.map_or(String::new(), |length| length.to_string());
        self.writer.write(&mut self.text, &made.board, &comment);
    }

    /// How many boards there are.
    pub(super) fn boards(&self) -> u64 {
        self.boards
    }

    /// Whether there is enough text to be worth printing.
    pub(super) fn is_long(&self) -> bool {
        !self.whole && self.text.len() > 1 << 16
    }

    pub(super) fn is_full(&self) -> bool {
        self.boards == self.wanted
    }

    pub(super) fn is_stale(&self) -> bool {
        self.repeats >= Sheet::REPEATS
    }

    /// Prints what is not printed yet, unless the layout wants all boards together.
    pub(super) fn print(&mut self) -> anyhow::Result<()> {
        if self.whole {
            return Ok(());
        }
        let printed = print_bytes(&self.text);
        self.text.clear();
        printed
    }

    /// Prints the rest.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        // The process is about to end, and to free a million boards one by one takes a second.
        mem::forget(mem::take(&mut self.seen));
        if !self.whole {
            return self.print();
        }
        let Some(head) = self.text.iter().position(|&byte| byte == b'\n') else {
            return Ok(());
        };
        // The first line has the number that was wanted.
        print_bytes(self.boards.to_string().as_bytes())?;
        print_bytes(&self.text[head..])
    }
}
