//! A standard output that was closed before the process began.
//!
//! Before `main`, Rust opens `/dev/null` in place of a closed standard stream, so that no file opened later takes its
//! number. From then on nothing tells answers thrown away by mistake from those thrown away on purpose: not even how
//! the device is open, for daemons and Python's `DEVNULL` hand it over open for reading and writing too. So the look
//! comes first, from the list of functions that are called when a program is loaded.

use std::sync::atomic::{AtomicBool, Ordering};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether there was no standard output when the process began; where we cannot know, there was.
pub(super) fn stdout_was_closed() -> bool {
    WAS_CLOSED.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
extern "C" fn look() {
    let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
    WAS_CLOSED.store(flags.is_err(), Ordering::Relaxed);
}

// SAFETY: the section is a list of pointers to such functions, each called once before `main`. This one makes a system
// call that changes nothing and stores a flag; it needs nothing of Rust's runtime, does not allocate and cannot panic.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;
