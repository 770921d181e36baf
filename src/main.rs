//! The command line of `slide`; everything it does is in [`cli`].

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
