//! Runs the real binary in a terminal.

#[path = "pty.rs"]
mod pty;

use portable_pty::CommandBuilder;

pub use pty::Pty;

/// The binary under test with these arguments.
pub fn command(arguments: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_slide"));
    command.args(arguments);
    // Tables that happen to be in the user's cache must not change what is tested.
    command.env("SLIDE_CACHE_DIR", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Starts it in a terminal of so many lines and columns.
pub fn start(arguments: &[&str], size: (u16, u16)) -> Pty {
    Pty::run(command(arguments), size)
}
