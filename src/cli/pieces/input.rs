//! Lines of pieces from files and standard input, read ahead by a thread of their own.

use std::{
    io::{self, BufReader},
    iter,
    path::{Path, PathBuf},
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

use slide::search::Cancel;

use crate::cli::{
    interrupt::receive,
    lines::{self, Lines},
    sources::{Source, Sources, name},
};

/// Whether the input begins as a piece does, which no board does.
pub(in crate::cli) fn begin(files: &[PathBuf], sources: &mut Sources) -> bool {
    let first = files.first().map_or(Path::new("-"), PathBuf::as_path);
    sources.begins_with(first, b"{\"")
}

/// A line with where it stands.
pub(super) struct Line {
    pub(super) place: String,
    /// Need not be UTF-8.
    pub(super) text: Vec<u8>,
    /// Whether that is all of the line.
    pub(super) whole: bool,
}

/// The longest line that is kept whole, in bytes; the longest piece of the largest board has about 2600.
const LONGEST: usize = 1 << 16;

/// How many lines the reading thread may be ahead.
const AHEAD: usize = 256;

/// The lines of all files that are not empty, up to a cancel; in place of the rest of a file that cannot be read
/// there is why.
pub(super) fn lines(
    files: &[PathBuf],
    mut sources: Sources,
    cancel: Cancel,
) -> impl Iterator<Item = Result<Line, String>> + Send + use<> {
    let files = match files {
        [] => vec![PathBuf::from("-")],
        files => files.to_vec(),
    };
    let (sender, lines) = sync_channel(AHEAD);
    thread::spawn(move || {
        for file in files {
            if read(&name(&file), sources.open(&file), &sender).is_err() {
                // Nobody listens any more.
                return;
            }
        }
    });
    iter::from_fn(move || receive(&lines, &cancel))
}

/// Sends what is read of one file; an error means that the other end is gone.
fn read(
    name: &str,
    source: io::Result<Source>,
    sender: &SyncSender<Result<Line, String>>,
) -> Result<(), ()> {
    let send = |line| sender.send(line).map_err(drop);
    let failed = |error: io::Error| send(Err(format!("{name}: {error}")));
    let mut lines = match source {
        Ok(source) => Lines::new(BufReader::new(source), LONGEST),
        Err(error) => return failed(error),
    };
    loop {
        match lines.next() {
            Ok(None) => return Ok(()),
            Ok(Some(line)) if says_nothing(&line) => {}
            Ok(Some(line)) => send(Ok(Line {
                place: format!("{name}:{}", lines.number()),
                text: line.bytes,
                whole: line.whole,
            }))?,
            Err(error) => return failed(error),
        }
    }
}

/// Whether a line is empty or a comment.
fn says_nothing(line: &lines::Line) -> bool {
    match line.bytes.trim_ascii_start().first() {
        None => line.whole,
        Some(first) => *first == b'#',
    }
}
