//! Boards from files and standard input, read ahead by a thread of their own.

use std::{
    fs::File,
    io::{self, BufReader, IsTerminal, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use anyhow::{Context, anyhow, bail};
use slide::{
    Grid,
    format::{Entry, Reader, Reading, parse_board},
    search::Cancel,
};

use super::{interrupt::receive, standard::StandardInput, tell};

/// One thing read, from the file with this index.
pub(super) struct Item {
    pub(super) file: usize,
    pub(super) read: io::Result<Entry>,
}

/// How much has been read, also by those who only watch.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) boards: AtomicU64,
    /// Whether that is all there is.
    pub(super) all: AtomicBool,
}

/// Everything read, in order.
pub(super) struct Input {
    names: Vec<String>,
    items: Receiver<Item>,
}

/// How far the reading thread may be ahead: about a megabyte of small boards.
const AHEAD: usize = 8192;

impl Input {
    /// Starts to read `files`; none is standard input.
    pub(super) fn open(
        files: &[PathBuf],
        mut standard: StandardInput,
        reading: Reading,
        tally: Arc<Tally>,
    ) -> Input {
        let none = [PathBuf::from("-")];
        let files = if files.is_empty() { &none } else { files };
        if files.iter().any(|file| is_standard(file)) && io::stdin().is_terminal() {
            tell("slide: reading boards from the terminal, one a line; Ctrl-D ends");
        }
        let names = files.iter().map(|file| name(file)).collect();
        let (sender, items) = sync_channel(AHEAD);
        let files = files.to_vec();
        thread::spawn(move || {
            for (index, file) in files.iter().enumerate() {
                let source = source(file, &mut standard);
                if read(index, source, reading, &sender, &tally).is_err() {
                    // Nobody listens any more.
                    return;
                }
            }
            tally.all.store(true, Ordering::Release);
        });
        Input { names, items }
    }

    /// The name of a file in messages.
    pub(super) fn name(&self, file: usize) -> &str {
        &self.names[file]
    }

    /// Waits for at least one item and takes what has come by then, `most` items at most.
    ///
    /// Empty only at the end of the input or after a cancel.
    pub(super) fn take(&mut self, most: usize, cancel: &Cancel) -> Vec<Item> {
        let mut taken = Vec::from_iter(receive(&self.items, cancel));
        taken.extend(self.items.try_iter().take(most.saturating_sub(taken.len())));
        taken
    }

    /// The board of an item and its place in messages, or the complaint there is instead.
    pub(super) fn board(&self, item: Item) -> Result<(Grid, String), String> {
        let name = self.name(item.file);
        let entry = item
            .read
            .map_err(|error| format!("slide: {name}: {error}"))?;
        match entry.board {
            Ok(grid) => Ok((grid, format!("{name}:{}: ", entry.line))),
            Err(fault) => Err(format!("{name}:{}:{}: {fault}", fault.line, fault.column)),
        }
    }

    /// The only board there is and its place in messages; `what` takes no more.
    pub(super) fn only_board(
        &mut self,
        what: &str,
        cancel: &Cancel,
    ) -> anyhow::Result<(Grid, String)> {
        let Some(Item { file, read }) = self.take(1, cancel).pop() else {
            bail!("{what} takes one board, but there is none");
        };
        if !self.take(1, cancel).is_empty() {
            bail!("{what} takes one board, but there are more");
        }
        let read = Ok(read.with_context(|| self.name(file).to_string())?);
        self.board(Item { file, read })
            .map_err(|complaint| anyhow!(complaint))
    }
}

/// Whether a file is standard input, `-`.
pub(super) fn is_standard(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// What a file is called in messages.
pub(super) fn name(file: &Path) -> String {
    if is_standard(file) {
        "<stdin>".into()
    } else {
        file.display().to_string()
    }
}

/// Opens a file; who typed a board in its place is told where boards go.
pub(super) fn open_file(file: &Path) -> io::Result<File> {
    File::open(file).map_err(|error| {
        let is_board = |name: &str| parse_board(name, None).is_ok();
        if error.kind() != io::ErrorKind::NotFound || !file.to_str().is_some_and(is_board) {
            return error;
        }
        let advice = "a board itself is read from standard input: echo BOARD | slide …";
        io::Error::new(error.kind(), format!("{error}; {advice}"))
    })
}

fn source(file: &Path, standard: &mut StandardInput) -> io::Result<Box<dyn Read>> {
    if is_standard(file) {
        return Ok(Box::new(standard.reader()));
    }
    Ok(Box::new(open_file(file)?))
}

/// Sends what is read of one file; an error means that the other end is gone.
fn read(
    index: usize,
    source: io::Result<Box<dyn Read>>,
    reading: Reading,
    sender: &SyncSender<Item>,
    tally: &Tally,
) -> Result<(), ()> {
    let send = |read: io::Result<Entry>| {
        tally
            .boards
            .fetch_add(u64::from(read.is_ok()), Ordering::Release);
        sender.send(Item { file: index, read }).map_err(drop)
    };
    match source {
        Err(error) => send(Err(error)),
        Ok(source) => {
            Reader::new(BufReader::with_capacity(1 << 16, source), reading).try_for_each(send)
        }
    }
}
