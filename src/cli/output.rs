//! The answers' way to stdout.

use std::{
    fmt,
    io::{self, BufWriter, Write},
    sync::atomic::{AtomicU64, Ordering},
};

use anyhow::Context;
use slide::report::{Record, Spelling, Style};

/// How often a write to stdout was begun or ended: odd while one goes on.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// Which write to stdout goes on at the moment, if one does: for as long as its reader likes.
pub(super) fn write_that_goes_on() -> Option<u64> {
    let writes = WRITES.load(Ordering::Relaxed);
    (writes % 2 == 1).then_some(writes)
}

/// Stdout, its writes counted.
struct Counted;

impl Counted {
    fn counted<T>(act: impl FnOnce(&mut io::StdoutLock<'static>) -> T) -> T {
        // One at a time, or the count would tell nothing.
        let mut stdout = io::stdout().lock();
        WRITES.fetch_add(1, Ordering::Relaxed);
        let done = act(&mut stdout);
        WRITES.fetch_add(1, Ordering::Relaxed);
        done
    }
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Counted::counted(|stdout| stdout.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Counted::counted(Write::flush)
    }
}

/// Writes records in one style.
pub(super) struct Printer {
    stdout: BufWriter<Counted>,
    style: Style,
    spelling: Spelling,
}

impl Printer {
    pub(super) fn new(style: Style, spelling: Spelling) -> Printer {
        Printer {
            stdout: BufWriter::with_capacity(1 << 16, Counted),
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
    checked(writeln!(Counted, "{line}"))
}

/// Writes bytes to stdout as they are: a path need not be UTF-8.
pub(super) fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    // What comes after the last line end would be written at the end of the process, and its errors told to nobody.
    checked(Counted.write_all(bytes).and_then(|()| Counted.flush()))
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
