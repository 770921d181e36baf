//! `slide completions` and `slide man`.

use anyhow::{Context, bail};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{ANSWERED, args::Arguments, output::print_bytes};

const COMPLETIONS: &str = "\
Examples:
  source <(slide completions bash)                                      for this bash
  slide completions bash > ~/.local/share/bash-completion/completions/slide
  slide completions zsh > ~/.zfunc/_slide                               with ~/.zfunc in $fpath
  slide completions fish > ~/.config/fish/completions/slide.fish";

const MAN: &str = "\
Examples:
  slide man | man -l -                                    the page of slide
  slide man solve > ~/.local/share/man/man1/slide-solve.1   that of a command";

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
    let page = match &arguments.command {
        None => Man::new(command),
        Some(name) => {
            let Some(found) = command.find_subcommand(name) else {
                let names: Vec<&str> = command.get_subcommands().map(|c| c.get_name()).collect();
                bail!("there is no command {name}; there are {}", names.join(", "));
            };
            // `slide-solve`, as other commands of commands name their pages.
            Man::new(found.clone().display_name(format!("slide-{name}")))
        }
    };
    let mut text = Vec::new();
    page.render(&mut text).context("memory takes every page")?;
    print_bytes(&text).map(|()| ANSWERED)
}
