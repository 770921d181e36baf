//! A line on the terminal that is written in its own place again and again.
//!
//! indicatif's fills the terminal's whole width. The `^C` that a terminal shows at an interrupt then comes to stand
//! on the next line, and what is above it is never cleared.

use std::{
    io::{self, Write},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// A line on stderr, which must be a terminal; not there before the first text and after the end.
#[derive(Default)]
pub(super) struct StatusLine(Mutex<State>);

#[derive(Default)]
struct State {
    text: String,
    ended: bool,
}

impl StatusLine {
    /// Shows a text in the place of the one before, as much of it as there is room for.
    pub(super) fn show(&self, text: &str) {
        // Whoever has the line is writing; the next text will soon be there.
        if let Ok(mut state) = self.0.try_lock()
            && !state.ended
        {
            state.text = cut(text).into();
            state.draw();
        }
    }

    /// Lets others write where the line is; it goes on below.
    pub(super) fn make_way<T>(&self, write: impl FnOnce() -> T) -> T {
        let state = self.lock();
        state.clear();
        let written = write();
        state.draw();
        written
    }

    /// Takes the line away for good.
    pub(super) fn end(&self) {
        let mut state = self.lock();
        state.clear();
        state.text.clear();
        state.ended = true;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// From the cursor to the end of its line.
const CLEAR: &str = "\x1b[K";

impl State {
    fn draw(&self) {
        if !self.text.is_empty() {
            put(&format!("\r{}{CLEAR}", self.text));
        }
    }

    fn clear(&self) {
        if !self.text.is_empty() {
            put(&format!("\r{CLEAR}"));
        }
    }
}

/// A stderr that cannot be written costs the line, never an answer.
fn put(text: &str) {
    let mut stderr = io::stderr();
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

/// As much of a text as leaves room after it for `^C` and the last column, where some terminals begin a new line.
///
/// Of the characters we write each takes one column.
fn cut(text: &str) -> &str {
    let room = match crossterm::terminal::size() {
        Ok((columns, _)) if columns > 0 => columns.saturating_sub(3).into(),
        _ => 77,
    };
    let end = text.char_indices().nth(room);
    end.map_or(text, |(end, _)| &text[..end])
}
