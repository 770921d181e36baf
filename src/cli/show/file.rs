//! Pictures on their way to a file or to stdout.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::Path,
};

use anyhow::Context;
use slide::{
    files::{place, write_whole},
    search::Cancel,
};

use crate::cli::{
    aside::aside,
    output::{checked, print_bytes},
};

/// Takes bytes until a cancel.
pub(super) struct Until<'a, W> {
    pub(super) out: W,
    pub(super) cancel: &'a Cancel,
}

impl<W: Write> Write for Until<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cancel.is_cancelled() {
            return Err(interrupted());
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a file, or stdout if its name is `-`, up to a cancel: then nothing is written, unless it is a pipe or a
/// device that a part has gone to.
///
/// A file is there as a whole or as it was before.
pub(super) fn write(
    path: &Path,
    cancel: &Cancel,
    draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    if path.as_os_str() != "-" && fs::metadata(path).map_or(true, |old| old.is_file()) {
        let draw = |file: &mut File| {
            let mut out = BufWriter::new(Until { out: file, cancel });
            draw(&mut out)?;
            out.flush()
        };
        return write_whole(&place(path), draw)
            .with_context(|| format!("cannot write {}", path.display()));
    }
    let mut bytes = Vec::new();
    checked(draw(&mut Until {
        out: &mut bytes,
        cancel,
    }))?;
    if path.as_os_str() == "-" {
        return print_bytes(&bytes);
    }
    // It waits for a reader, and perhaps for ever.
    let there = path.to_path_buf();
    let write = move || File::create(there).and_then(|mut file| file.write_all(&bytes));
    aside(|| cancel.is_cancelled(), write)
        .unwrap_or_else(|| Err(interrupted()))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn interrupted() -> io::Error {
    io::Error::other("interrupted")
}
