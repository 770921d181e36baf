//! Ctrl-C.

use std::{
    fs,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::Context;
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
    flag,
    iterator::Signals,
    low_level,
};
use slide::search::Cancel;

use super::{INTERRUPTED, output::write_that_goes_on};

/// Signals this close together are one: `timeout` sends its signal to a process and to the group it is in.
const ONE_SIGNAL: Duration = Duration::from_millis(300);

/// After an interrupt a write to stdout that takes longer than this has a reader who reads no more, as a pager that
/// shows its first page.
const PATIENCE: Duration = Duration::from_millis(100);

/// The next thing that another thread sends; none at the end or after a cancel.
pub(super) fn receive<T>(sent: &Receiver<T>, cancel: &Cancel) -> Option<T> {
    while !cancel.is_cancelled() {
        match sent.recv_timeout(Duration::from_millis(20)) {
            Ok(item) => return Some(item),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}

/// A switch that the first Ctrl-C, SIGTERM or, when the terminal goes away, SIGHUP turns on; the second one ends the process,
/// as does the first where nobody reads what is printed.
pub(super) fn cancel_on_interrupt() -> anyhow::Result<Cancel> {
    let cancel = Cancel::new();
    let mut ends = vec![SIGINT, SIGTERM];
    ends.extend((!outlives_its_terminal()).then_some(SIGHUP));
    let mut signals = Signals::new(ends).context("cannot watch for interrupts")?;
    let switch = cancel.clone();
    thread::spawn(move || {
        let mut first = None;
        for _ in signals.forever() {
            switch.cancel();
            if first.is_none() {
                thread::spawn(end_where_nobody_reads);
            }
            if first.get_or_insert_with(Instant::now).elapsed() > ONE_SIGNAL {
                low_level::exit(INTERRUPTED.into());
            }
        }
    });
    Ok(cancel)
}

/// Has a write beyond the size that files may have (`ulimit -f`) fail like one to a full disk; it would end the process and
/// leave what it had begun.
pub(super) fn let_large_files_fail() -> anyhow::Result<()> {
    // A handler that does next to nothing: the write goes on to its error.
    flag::register(SIGXFSZ, Arc::default()).context("cannot watch for files that are too large")?;
    Ok(())
}

/// Whether whoever began the process has it ignore SIGHUP, as `nohup` does; also where the system does not tell.
fn outlives_its_terminal() -> bool {
    let ignored = fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let signals = status
                .lines()
                .find_map(|line| line.strip_prefix("SigIgn:"))?;
            let signals = u64::from_str_radix(signals.trim(), 16).ok()?;
            Some(signals >> (SIGHUP - 1) & 1 == 1)
        });
    ignored.unwrap_or(true)
}

/// Ends the process when a write to stdout stands still.
fn end_where_nobody_reads() {
    let mut standing = (None, Instant::now());
    loop {
        let now = write_that_goes_on();
        if now.is_none() || now != standing.0 {
            standing = (now, Instant::now());
        } else if standing.1.elapsed() >= PATIENCE {
            low_level::exit(INTERRUPTED.into());
        }
        thread::sleep(PATIENCE / 5);
    }
}
