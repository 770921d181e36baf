//! `slide completions` and `slide man`.

use anyhow::{Context, bail};
use clap::{Args, CommandFactory};
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
    /// Of this command, as `solve` or `tables build`; else of slide itself
    #[arg(value_name = "COMMAND")]
    path: Vec<String>,
}

pub(super) fn completions(arguments: &CompletionsArguments) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Arguments::command(),
        "slide",
        &mut script,
    );
    print_bytes(&script).map(|()| ANSWERED)
}

pub(super) fn man(arguments: &ManArguments) -> anyhow::Result<u8> {
    let mut command = Arguments::command();
    command.build();
    for (above, name) in arguments.path.iter().enumerate() {
        let Some(found) = command.find_subcommand(name) else {
            let names: Vec<&str> = command.get_subcommands().map(|c| c.get_name()).collect();
            let parent = arguments.path[..above].join(" ");
            if names.is_empty() {
                bail!("{parent} has no commands");
            }
            let typed = arguments.path[..=above].join(" ");
            bail!(
                "there is no command {typed}; there are {}",
                names.join(", ")
            );
        };
        command = found.clone();
    }
    if !arguments.path.is_empty() {
        // `slide-solve`, as other commands of commands name their pages.
        command = command.display_name(format!("slide-{}", arguments.path.join("-")));
    }
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
