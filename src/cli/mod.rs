//! The command line: the only place that knows clap, anyhow and the terminal, prints and sets exit
//! codes.
//!
//! stdout is for answers, stderr for people. Exit codes: 0 every board answered, 1 a limit left one open,
//! 2 an error of usage, input or output, 130 interrupted.

mod args;
mod aside;
mod bench;
mod closed;
mod colour;
mod generate;
mod goal;
mod in_order;
mod input;
mod interrupt;
mod lines;
mod narrow_terminal;
mod output;
mod paths;
mod pieces;
mod play;
mod progress;
mod screen;
mod seed;
mod shell;
mod show;
mod solve;
mod sources;
mod split;
mod tables;
mod targets;
mod train;
mod verify;
mod words;

use std::{io, process::ExitCode};

use anyhow::anyhow;
use clap::error::{ContextKind, ErrorKind};

use args::{Arguments, Command};
use output::tell;

/// Every board was answered; unsolvable is an answer.
const ANSWERED: u8 = 0;
/// A limit left a board open.
const OPEN: u8 = 1;
/// Usage, input or output was at fault.
const FAULT: u8 = 2;
/// The user interrupted.
const INTERRUPTED: u8 = 130;

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    if closed::stdout_was_closed() {
        // Said at once: a search of hours would be for nobody.
        return report(&anyhow!("standard output is closed"));
    }
    if let Err(error) = interrupt::let_large_files_fail() {
        return report(&error);
    }
    let arguments = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(answer) => return usage(answer),
    };
    let code = match arguments.command {
        Command::Solve(arguments) => solve::solve(arguments),
        Command::Split(arguments) => split::split(&arguments),
        Command::Completions(arguments) => shell::completions(&arguments),
        Command::Man(arguments) => shell::man(&arguments),
        Command::Show(arguments) => show::show(&arguments),
        Command::Play(arguments) => play::play(&arguments),
        Command::Tables(arguments) => tables::tables(&arguments),
        Command::Generate(arguments) => generate::generate(&arguments),
        Command::Verify(arguments) => verify::verify(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Train(arguments) => train::train(&arguments),
    };
    code.map_or_else(|error| report(&error), ExitCode::from)
}

/// Prints the help or the version asked for, or what is wrong with the arguments.
fn usage(mut answer: clap::Error) -> ExitCode {
    if answer.kind() == ErrorKind::ArgumentConflict {
        // It would show both arguments, or what else was typed.
        answer.remove(ContextKind::Usage);
    }
    let code = if answer.use_stderr() { FAULT } else { ANSWERED };
    let printed = output::checked(answer.print());
    printed.map_or_else(|error| report(&error), |()| ExitCode::from(code))
}

/// Says what went wrong, unless it is that nobody reads on: `slide … | head -1` is no error.
fn report(error: &anyhow::Error) -> ExitCode {
    let pipe_closed = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    if error.downcast_ref::<io::Error>().is_some_and(pipe_closed) {
        return ExitCode::from(ANSWERED);
    }
    tell(format_args!("slide: {error:#}"));
    ExitCode::from(FAULT)
}
