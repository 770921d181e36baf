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
    lines::{self, read_line},
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

/// Some editors begin a text with it.
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

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
    let mut input = match source {
        Ok(source) => BufReader::new(source),
        Err(error) => return failed(error),
    };
    for number in 1_u64.. {
        let mut line = match read_line(&mut input, LONGEST) {
            Ok(None) => break,
            Ok(Some(line)) => line,
            Err(error) => return failed(error),
        };
        if number == 1 && line.bytes.starts_with(BYTE_ORDER_MARK) {
            line.bytes.drain(..BYTE_ORDER_MARK.len());
        }
        if !says_nothing(&line) {
            send(Ok(Line {
                place: format!("{name}:{number}"),
                text: line.bytes,
                whole: line.whole,
            }))?;
        }
    }
    Ok(())
}

/// Whether a line is empty or a comment.
fn says_nothing(line: &lines::Line) -> bool {
    match line.bytes.trim_ascii_start().first() {
        None => line.whole,
        Some(first) => *first == b'#',
    }
}
