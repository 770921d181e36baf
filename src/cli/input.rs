//! Boards from files and standard input, read ahead by a thread of their own.

use std::{
    io::{self, BufReader},
    path::PathBuf,
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
    format::{Entry, Reader, Reading},
    search::Cancel,
};

use super::{
    interrupt::receive,
    sources::{Source, Sources, invite, name},
};

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
        mut sources: Sources,
        reading: Reading,
        tally: Arc<Tally>,
    ) -> Input {
        let none = [PathBuf::from("-")];
        let files = if files.is_empty() { &none } else { files };
        invite(files.iter().map(PathBuf::as_path));
        let names = files.iter().map(|file| name(file)).collect();
        let (sender, items) = sync_channel(AHEAD);
        let files = files.to_vec();
        thread::spawn(move || {
            for (index, file) in files.iter().enumerate() {
                if read(index, sources.open(file), reading, &sender, &tally).is_err() {
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

/// Sends what is read of one file; an error means that the other end is gone.
fn read(
    index: usize,
    source: io::Result<Source>,
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
