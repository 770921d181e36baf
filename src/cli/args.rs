//! Arguments as typed.

use std::{env, ffi::OsString, path::PathBuf, str::FromStr, time::Duration};

use bytesize::ByteSize;
use clap::{
    Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use etcetera::BaseStrategy;
use slide::{
    format::{Convention, Layout, Reading},
    pdb::Cache,
    solver::{Algorithm, Choice, NamedHeuristic, Quality, Tables},
};

use super::{
    bench::BenchArguments,
    generate::GenerateArguments,
    goal::{GoalArguments, GoalWish},
    play::PlayArguments,
    shell::{CompletionsArguments, ManArguments},
    show::ShowArguments,
    solve::SolveArguments,
    split::SplitArguments,
    tables::TablesArguments,
    train::TrainArguments,
    verify::VerifyArguments,
};

/// Help begins with what a command is for and with examples of it.
pub(super) const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

const EXAMPLES: &str = "\
Examples:
  echo '2 3 4 1 5 x 7 6 8' | slide solve  the blank's moves: ullddrurdllurrdlurd
  slide generate -s 4 --length 50 | slide solve
  slide play --size 3                     the 8-puzzle, to be solved by hand
  slide verify boards.txt solutions.txt   whether somebody's solutions are right";

/// Optimal solutions of sliding-tile puzzles: 8-, 15-, 24-puzzle and every other board.
#[derive(Debug, Parser)]
#[command(
    name = "slide",
    bin_name = "slide",
    version = env!("SLIDE_VERSION"),
    arg_required_else_help = true,
    before_help = EXAMPLES,
    help_template = TEMPLATE,
    after_help = "`slide COMMAND -h` is short, `slide COMMAND --help` tells all."
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

impl Arguments {
    /// The command line as clap is to know it.
    pub(super) fn grammar() -> clap::Command {
        let grammar = Arguments::command();
        let names = |command: &clap::Command| -> Vec<String> {
            let below = command.get_subcommands();
            below.map(|c| c.get_name().to_string()).collect()
        };
        let commands = names(&grammar);
        let below: Vec<String> = grammar.get_subcommands().flat_map(names).collect();
        // Only here, where all commands are known, can those be named that have a page.
        grammar.mut_subcommand("man", |man| {
            man.mut_arg("command", |arg| {
                arg.value_parser(PossibleValuesParser::new(commands))
            })
            .mut_arg("below", |arg| {
                arg.value_parser(PossibleValuesParser::new(below))
            })
        })
    }

    /// Reads the command line of this process.
    pub(super) fn read() -> Result<Arguments, clap::Error> {
        let mut grammar = Arguments::grammar();
        let matches = grammar.try_get_matches_from_mut(env::args_os())?;
        Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut grammar))
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Solve boards read from files or standard input
    Solve(Box<SolveArguments>),
    /// Draw boards and solutions in the terminal or into SVG and GIF files
    Show(ShowArguments),
    /// Play the puzzle in the terminal
    Play(PlayArguments),
    /// Build, list and check the pattern databases kept on disk
    Tables(TablesArguments),
    /// Make boards: random ones, or of a given difficulty
    Generate(Box<GenerateArguments>),
    /// Check solutions: replay each on its board
    Verify(Box<VerifyArguments>),
    /// Cut the search of one hard board into pieces for many machines
    Split(SplitArguments),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArguments),
    /// Print a manual page
    Man(ManArguments),
    /// Measure the engines on fixed boards
    Bench(BenchArguments),
    /// Learn the ranking that beam searches of large boards follow
    Train(TrainArguments),
}

/// Parses one of the names of an enum, so that help lists them and typos get suggestions.
pub(super) fn one_of<T>(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).map(|name| {
        name.parse()
            .ok()
            .expect("every name listed is one that is read")
    })
}

/// How boards are read, and the goal they are read for.
#[derive(Args, Debug)]
pub(super) struct BoardArguments {
    #[command(flatten)]
    target: GoalArguments,

    /// Layout of the input; recognised if not given
    #[arg(long, short, value_name = "LAYOUT", value_parser = layout())]
    pub(super) format: Option<Layout>,
}

impl BoardArguments {
    /// The goal asked for, and how to read boards for it.
    pub(super) fn read(&self) -> anyhow::Result<(GoalWish, Reading)> {
        let (goal, size) = self.target.read()?;
        let layout = self.format;
        Ok((goal, Reading { layout, size }))
    }

    /// Whether anything was asked for.
    pub(super) fn is_asked(&self) -> bool {
        self.target.is_asked() || self.format.is_some()
    }
}

/// Parses the name of a layout.
pub(super) fn layout() -> impl TypedValueParser<Value = Layout> {
    one_of(Layout::ALL.iter().map(|layout| layout.name()))
}

/// What searches are guided by.
#[derive(Args, Debug)]
pub(super) struct GuideArguments {
    /// Estimate of the moves to go that searches are guided by
    #[arg(long, short = 'e', default_value = "auto", value_parser = one_of::<NamedHeuristic>(NamedHeuristic::ALL.iter().map(|e| e.name())))]
    heuristic: NamedHeuristic,

    /// Which pattern databases `auto` and `pattern-db` use
    #[arg(long, default_value = "auto", value_name = "WHICH", value_parser = one_of::<Tables>(Tables::ALL.iter().map(|t| t.name())))]
    tables: Tables,

    #[command(flatten)]
    cache: CacheArguments,
}

impl GuideArguments {
    /// The choice of this algorithm for optimal solutions.
    pub(super) fn choice(&self, algorithm: Algorithm) -> Choice {
        Choice {
            quality: Quality::Optimal,
            algorithm,
            heuristic: self.heuristic,
            tables: self.tables,
            cache: self.cache.cache(),
        }
    }

    /// Whether anything but the folder was asked for.
    pub(super) fn is_special(&self) -> bool {
        self.heuristic != NamedHeuristic::Auto || self.tables != Tables::Auto
    }
}

/// Where pattern databases are kept.
#[derive(Args, Debug)]
pub(super) struct CacheArguments {
    /// Folder where pattern databases are kept; default $SLIDE_CACHE_DIR or the system's place for caches
    // An `env` of clap's would count as typed, and errors would name the option in their usage lines.
    #[arg(long, value_name = "DIR", global = true)]
    cache_dir: Option<OsString>,
}

impl CacheArguments {
    /// The cache asked for, or the system's, or none where there is no home.
    ///
    /// An empty name is none: `SLIDE_CACHE_DIR=` is how a variable is taken back.
    pub(super) fn cache(&self) -> Cache {
        let system = || {
            Some(
                etcetera::choose_base_strategy()
                    .ok()?
                    .cache_dir()
                    .join("slide"),
            )
        };
        let named = |folder: &OsString| !folder.is_empty();
        let typed = self.cache_dir.clone().filter(named);
        typed
            .or_else(|| env::var_os("SLIDE_CACHE_DIR").filter(named))
            .map(PathBuf::from)
            .or_else(system)
            .map_or(Cache::nowhere(), Cache::at)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Moves {
    /// The blank's: small letters u d l r
    Blank,
    /// The tile's: capital letters U D L R
    Tile,
}

impl From<Moves> for Convention {
    fn from(moves: Moves) -> Convention {
        match moves {
            Moves::Blank => Convention::Blank,
            Moves::Tile => Convention::Tile,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// If stderr is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// So much memory.
pub(super) fn memory(text: &str) -> Result<ByteSize, &'static str> {
    text.parse().map_err(|_| "expected a size as 500MB or 4GiB")
}

/// Parses a time such as `1m 30s`.
pub(super) fn duration(text: &str) -> Result<Duration, humantime::DurationError> {
    humantime::parse_duration(text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_arguments_contradict_nothing() {
        super::Arguments::grammar().debug_assert();
    }
}
