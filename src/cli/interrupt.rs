//! Ctrl-C.

use anyhow::Context;
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};
use slide::search::Cancel;

use super::INTERRUPTED;

/// A switch that the first Ctrl-C or SIGTERM turns on; the second one ends the process.
pub(super) fn cancel_on_interrupt() -> anyhow::Result<Cancel> {
    let cancel = Cancel::new();
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds the switch off.
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), cancel.switch())
            .and_then(|_| flag::register(signal, cancel.switch()))
            .context("cannot watch for interrupts")?;
    }
    Ok(cancel)
}
