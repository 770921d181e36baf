//! Work that does not look up while it is done.

use std::{
    sync::mpsc::{RecvTimeoutError, sync_channel},
    thread,
    time::Duration,
};

/// Does work in a thread of its own, and leaves it where it is as soon as there is no time for it any more: then there
/// is nothing, and the process is to end soon.
pub(super) fn aside<T: Send + 'static>(
    is_over: impl Fn() -> bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, done) = sync_channel(1);
    // Nobody may wait for it any more.
    let thread = thread::spawn(move || drop(sender.send(work())));
    while !is_over() {
        match done.recv_timeout(Duration::from_millis(20)) {
            Ok(done) => return Some(done),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let panic = thread.join().expect_err("it has not sent what it did");
                std::panic::resume_unwind(panic);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn what_is_done_is_given_and_what_would_take_for_ever_is_left() {
        assert_eq!(aside(|| false, || 42), Some(42));
        let (held, never) = channel::<()>();
        assert!(aside(|| true, move || never.recv()).is_none());
        drop(held);
    }
}
