//! Ctrl-C.

use std::{
    process,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::Context;
use slide::search::Cancel;

use super::INTERRUPTED;

/// A switch that the first Ctrl-C (or SIGTERM, SIGHUP) turns on; the second one ends the process.
pub(super) fn cancel_on_interrupt() -> anyhow::Result<Cancel> {
    static AGAIN: AtomicBool = AtomicBool::new(false);
    let cancel = Cancel::new();
    let switch = cancel.clone();
    ctrlc::set_handler(move || {
        if AGAIN.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        switch.cancel();
    })
    .context("cannot watch for interrupts")?;
    Ok(cancel)
}
