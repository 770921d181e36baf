//! The answers' way to stdout.

use std::{
    fmt,
    io::{self, BufWriter, Stdout, Write},
};

use anyhow::Context;
use slide::report::{Record, Spelling, Style};

/// Writes records in one style.
pub(super) struct Printer {
    stdout: BufWriter<Stdout>,
    style: Style,
    spelling: Spelling,
}

impl Printer {
    pub(super) fn new(style: Style, spelling: Spelling) -> Printer {
        Printer {
            stdout: BufWriter::with_capacity(1 << 16, io::stdout()),
            style,
            spelling,
        }
    }

    pub(super) fn write(&mut self, record: &Record<'_>) -> anyhow::Result<()> {
        checked(record.write(self.style, self.spelling, &mut self.stdout))
    }

    /// To be called whenever the next record may take its time.
    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        checked(self.stdout.flush())
    }
}

/// Prints one line, at once.
pub(super) fn print(line: impl fmt::Display) -> anyhow::Result<()> {
    checked(writeln!(io::stdout(), "{line}"))
}

/// Writes bytes to stdout as they are: a path need not be UTF-8.
pub(super) fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    // What comes after the last line end would be written at the end of the process, and its errors told to nobody.
    let mut stdout = io::stdout();
    checked(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}

/// The result of writing to stdout.
///
/// A closed pipe stays an `io::Error`, which [`report`](super::report) knows.
pub(super) fn checked(result: io::Result<()>) -> anyhow::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(error.into()),
        other => other.context("cannot write to standard output"),
    }
}
