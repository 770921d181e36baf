//! The terminal as the progress line is told of it.

use std::io;

use console::Term;
use indicatif::{ProgressDrawTarget, TermLike};

use super::output::to_stderr;

/// Stderr, three columns narrower than it is.
///
/// indicatif pads its line to the whole width. The `^C` that a terminal shows at an interrupt would then come to
/// stand on the next line, and what is above it would stay.
pub(super) fn stderr() -> ProgressDrawTarget {
    ProgressDrawTarget::term_like(Box::new(Narrow(Term::stderr())))
}

#[derive(Debug)]
struct Narrow(Term);

impl TermLike for Narrow {
    fn width(&self) -> u16 {
        TermLike::width(&self.0).saturating_sub(3).max(1)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.0)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        to_stderr(|_| self.0.write_line(text))
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        to_stderr(|_| self.0.write_str(text))
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        to_stderr(|_| self.0.flush())
    }
}
