//! The way of answers to stdout and of what is for people to stderr.

use std::{
    fmt,
    io::{self, BufWriter, Write},
    sync::atomic::{AtomicU64, Ordering},
};

use anyhow::Context;
use slide::report::{Record, Spelling, Style};

/// Numbers for writes: each has one of its own, from 1.
static WRITES: AtomicU64 = AtomicU64::new(0);
/// The number of the write to stdout that goes on, and of that to stderr; 0 if there is none.
static TO_STDOUT: AtomicU64 = AtomicU64::new(0);
static TO_STDERR: AtomicU64 = AtomicU64::new(0);

/// Which write to stdout or stderr goes on at the moment, if one does: for as long as its reader likes.
///
/// While one of the two stands still, a thread that writes to the other comes to its end or has to wait too.
pub(super) fn write_that_goes_on() -> Option<u64> {
    let going_on = [&TO_STDOUT, &TO_STDERR].map(|write| write.load(Ordering::Relaxed));
    going_on.into_iter().find(|&write| write > 0)
}

/// Stdout, its writes counted.
pub(super) struct Stdout;

impl Stdout {
    fn counted<T>(act: impl FnOnce(&mut io::StdoutLock<'static>) -> T) -> T {
        // One at a time, or the count would tell nothing.
        let mut stdout = io::stdout().lock();
        counted(&TO_STDOUT, || act(&mut stdout))
    }
}

/// Writes, and tells meanwhile that it does. Who calls has the stream for itself.
fn counted<T>(going_on: &AtomicU64, write: impl FnOnce() -> T) -> T {
    let number = WRITES.fetch_add(1, Ordering::Relaxed) + 1;
    going_on.store(number, Ordering::Relaxed);
    let done = write();
    going_on.store(0, Ordering::Relaxed);
    done
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Stdout::counted(|stdout| stdout.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Stdout::counted(Write::flush)
    }
}

/// Prints a line for people. A stderr that is full or closed (`2>&1 | head`) costs the line, never an answer.
pub(super) fn tell(line: impl fmt::Display) {
    let line = format!("{line}\n");
    let _ = to_stderr(|stderr| stderr.write_all(line.as_bytes()));
}

/// Writes to stderr; every write to it is to go this way.
pub(super) fn to_stderr<T>(write: impl FnOnce(&mut io::StderrLock<'static>) -> T) -> T {
    let mut stderr = io::stderr().lock();
    counted(&TO_STDERR, || write(&mut stderr))
}

/// Writes records in one style.
pub(super) struct Printer {
    stdout: BufWriter<Stdout>,
    style: Style,
    spelling: Spelling,
}

impl Printer {
    pub(super) fn new(style: Style, spelling: Spelling) -> Printer {
        Printer {
            stdout: BufWriter::with_capacity(1 << 16, Stdout),
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
    checked(writeln!(Stdout, "{line}"))
}

/// Writes bytes to stdout as they are: a path need not be UTF-8.
pub(super) fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    // What comes after the last line end would be written at the end of the process, and its errors told to nobody.
    checked(Stdout.write_all(bytes).and_then(|()| Stdout.flush()))
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
