//! `slide completions` and `slide man`.

use anyhow::{Context, bail};
use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man;

use super::{ANSWERED, args::Arguments, output::print_bytes};

const COMPLETIONS: &str = "\
Examples:
  source <(slide completions bash)          for this bash; for every one:
  slide completions bash > ~/.local/share/bash-completion/completions/slide
  slide completions zsh > ~/.zfunc/_slide   with ~/.zfunc in $fpath
  slide completions fish > ~/.config/fish/completions/slide.fish";

const MAN: &str = "\
Examples:
  slide man | man -l -                the page of slide
  slide man solve | man -l -          that of a command
  slide man tables build > slide-tables-build.1";

#[derive(Args, Debug)]
#[command(before_help = COMPLETIONS, help_template = super::args::TEMPLATE)]
pub(super) struct CompletionsArguments {
    /// For which shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Args, Debug)]
#[command(before_help = MAN, help_template = super::args::TEMPLATE)]
pub(super) struct ManArguments {
    /// Of this command; else of slide itself
    command: Option<String>,

    /// Of this command of the command, as in `slide man tables build`
    #[arg(value_name = "SUBCOMMAND", hide_possible_values = true)]
    below: Option<String>,
}

pub(super) fn completions(arguments: &CompletionsArguments) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Arguments::grammar(),
        "slide",
        &mut script,
    );
    print_bytes(&script).map(|()| ANSWERED)
}

pub(super) fn man(arguments: &ManArguments) -> anyhow::Result<u8> {
    let mut command = Arguments::grammar().disable_help_subcommand(true);
    command.build();
    let mut page = String::from("slide");
    for name in arguments.command.iter().chain(&arguments.below) {
        let Some(found) = command.find_subcommand(name) else {
            bail!("`{}` has no command {name}", page.replace('-', " "));
        };
        command = found.clone();
        // `slide-solve`, as other commands of commands name their pages.
        page = format!("{page}-{name}");
    }
    let command = command.display_name(page);
    let examples = command.get_before_help().map(ToString::to_string);
    let mut text = Vec::new();
    Man::new(command)
        .source(concat!("slide ", env!("SLIDE_VERSION")))
        .render(&mut text)
        .context("memory takes every page")?;
    if let Some(examples) = examples {
        text.extend_from_slice(section(&examples).as_bytes());
    }
    print_bytes(&text).map(|()| ANSWERED)
}

/// The examples of a help text as a section of a page, line for line; clap_mangen leaves them out.
fn section(examples: &str) -> String {
    let lines = examples.lines().skip(1).map(|line| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        // A line that begins with a dot or a quote would be a request.
        format!("\\&{line}\n")
    });
    format!(".SH EXAMPLES\n.nf\n{}.fi\n", lines.collect::<String>())
}
