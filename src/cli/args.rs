//! Arguments as typed.

use std::{ffi::OsString, path::PathBuf, str::FromStr, time::Duration};

use bytesize::ByteSize;
use clap::{
    Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use etcetera::BaseStrategy;
use slide::{
    Size,
    format::{Convention, Layout},
    pdb::Cache,
    solver::{Algorithm, Choice, Estimate, Quality, Tables},
    train::SIDES,
};

use super::{
    generate::GenerateArguments,
    paths::PathArguments,
    shell::{CompletionsArguments, ManArguments},
    split::SplitArguments,
    verify::VerifyArguments,
};

/// Help begins with what a command is for and with examples of it.
pub(super) const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

const EXAMPLES: &str = "\
Examples:
  echo '2 3 4 1 5 x 7 6 8' | slide solve        the moves of the blank that solve it: ullddrurdllurrdlurd
  slide generate -s 4 --length 50 | slide solve -s 4
  slide verify boards.txt solutions.txt         whether somebody's solutions are right";
use super::{play::args::PlayArguments, show::args::ShowArguments};

/// Optimal solutions of sliding-tile puzzles: 8-, 15-, 24-puzzle and every other board.
#[derive(Debug, Parser)]
#[command(
    name = "slide",
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

const SOLVE_EXAMPLES: &str = "\
Examples:
  slide solve puzzles/eight/hdu-1043.txt           the judges' 3×3 format: moves, or unsolvable
  echo '1 2 3 4 8 x 7 6 5' | slide solve           the same from a pipe
  slide solve --goal blank-first --stats korf.txt  Korf's 15-puzzles, a summary on stderr
  slide solve --output json --time-limit 10s FILE  one object a line; gives up after 10 s a board
  slide solve --all FILE                           every shortest solution, their number first";

const SOLVE_EXIT: &str = "\
Exit codes: 0 every board answered (unsolvable is an answer), 1 a limit left one open,
2 an error of usage, input or output, 130 interrupted.";

#[derive(Args, Debug)]
#[command(before_help = SOLVE_EXAMPLES, after_help = SOLVE_EXIT, help_template = TEMPLATE)]
pub(super) struct SolveArguments {
    /// Files of boards; none, or `-`, is standard input
    pub(super) files: Vec<PathBuf>,

    /// Size of the boards: `4`, `4x4`, `2x3` (rows × columns)
    ///
    /// Needed where the layout leaves it open; default 3. Squares from 2 to 16, rectangles with sides
    /// from 2 to 6.
    #[arg(long, short)]
    pub(super) size: Option<Size>,

    /// Goal: `blank-last`, `blank-first`, `snail`, or a board such as '1 2 3 8 x 4 7 6 5'
    #[arg(long, short, default_value = "blank-last")]
    pub(super) goal: String,

    /// Layout of the input; recognised if not given
    ///
    /// Where a judge's layout is named and no `--output`, the answers are as the judge wants them: `hiho` prints
    /// lengths and `No Solution!`; `princeton` and `hackerrank` as their `--output`.
    #[arg(long, short, value_name = "LAYOUT", value_parser = one_of::<Layout>(Layout::ALL.iter().map(|l| l.name())))]
    pub(super) format: Option<Layout>,

    /// What to print of each board
    #[arg(long, short, value_enum)]
    pub(super) output: Option<Output>,

    /// Whose direction a letter of the moves names
    #[arg(long, value_enum, default_value = "blank")]
    pub(super) moves: Moves,

    /// Write repeated moves with a number: `r2`
    #[arg(long)]
    pub(super) compress: bool,

    /// How good a solution is to be
    ///
    /// `optimal`: none is shorter; `good`: as short as --time-limit allows (10 s a board if there is none);
    /// `fast`: any, in milliseconds. `auto` is `optimal` up to 25 cells, `good` above.
    #[arg(long, short, default_value = "auto", value_parser = one_of::<Quality>(Quality::ALL.iter().map(|q| q.name())))]
    pub(super) quality: Quality,
    #[command(flatten)]
    pub(super) paths: PathArguments,

    /// How to search
    #[arg(long, short, default_value = "auto", value_parser = one_of::<Algorithm>(Algorithm::ALL.iter().map(|a| a.name())))]
    pub(super) algorithm: Algorithm,

    #[command(flatten)]
    pub(super) guide: GuideArguments,

    /// Give up on a board after this time: `10s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time_limit: Option<Duration>,

    /// Give up on a board after this many generated nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) node_limit: Option<u64>,

    /// Where a limit or an interrupt stops the search, print the best solution known
    ///
    /// It need not be the shortest; stderr says how many moves are needed at least.
    #[arg(long)]
    pub(super) best_effort: bool,

    /// Keep what is done of a long search in this file, and go on from there
    ///
    /// For one board. The same command goes on where the file ends; it is also written when the search
    /// ends or is interrupted.
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,

    /// How often to write the checkpoint
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration, requires = "checkpoint")]
    pub(super) checkpoint_every: Duration,

    /// Memory for the boards that one search keeps (a-star, bfs, beams), and for its tables: `500MB`, `4GiB`
    #[arg(long, value_name = "SIZE", default_value = "2GiB")]
    pub(super) memory_limit: ByteSize,

    /// Threads; default one a core
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) jobs: Option<u16>,

    /// Show progress on stderr
    #[arg(long, value_enum, default_value = "auto")]
    pub(super) progress: When,

    /// Print a summary on stderr at the end
    #[arg(long)]
    pub(super) stats: bool,

    /// Say which engine is used, and why each unsolvable board is
    #[arg(long, short)]
    pub(super) verbose: bool,
}

/// What searches are guided by.
#[derive(Args, Debug)]
pub(super) struct GuideArguments {
    /// What `a-star` and `ida-star` are guided by
    #[arg(long, short = 'e', default_value = "auto", value_parser = one_of::<Estimate>(Estimate::ALL.iter().map(|e| e.name())))]
    heuristic: Estimate,

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
            estimate: self.heuristic,
            tables: self.tables,
            cache: self.cache.cache(),
        }
    }

    /// Whether anything but the folder was asked for.
    fn is_special(&self) -> bool {
        self.heuristic != Estimate::Auto || self.tables != Tables::Auto
    }
}

#[derive(Args, Debug)]
pub(super) struct TablesArguments {
    #[command(subcommand)]
    pub(super) action: TablesAction,

    #[command(flatten)]
    pub(super) cache: CacheArguments,
}

#[derive(Debug, Subcommand)]
pub(super) enum TablesAction {
    /// List the files with their sizes
    List,
    /// Build tables, unless they are there already
    Build {
        /// Which
        #[arg(default_value = "large", value_parser = one_of::<Tables>(["small", "large"]))]
        which: Tables,
        /// Size of the boards
        #[arg(long, short, default_value = "4")]
        size: Size,
        /// Goal: `blank-last`, `blank-first`, `snail`, or a board
        #[arg(long, short, default_value = "blank-last")]
        goal: String,
    },
    /// Print the folder
    Path,
    /// Remove all files
    Clear,
    /// Read and check all files
    Verify,
}

/// Where pattern databases are kept.
#[derive(Args, Debug)]
pub(super) struct CacheArguments {
    /// Folder where pattern databases are kept; default the system's place for caches
    #[arg(long, value_name = "DIR", env = "SLIDE_CACHE_DIR", global = true)]
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
        self.cache_dir
            .clone()
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from)
            .or_else(system)
            .map_or(Cache::nowhere(), Cache::at)
    }
}

const TRAIN_EXAMPLES: &str = "\
Example, a ranking of 6×6 boards that starts from one of 5×5:
  slide train --size 5 --state five.state --out 5x5.rank
  slide train --size 6 --state six.state --from five.state --out 6x6.rank

The same seed and rounds give the same ranking, with any number of threads. Ctrl-C ends the run; the
same command goes on after the last whole round.";

#[derive(Args, Debug)]
#[command(after_help = TRAIN_EXAMPLES)]
pub(super) struct TrainArguments {
    /// Side of the boards
    #[arg(long, short, value_parser = clap::value_parser!(u8).range(*SIDES.start() as i64..=*SIDES.end() as i64))]
    pub(super) size: u8,

    /// Rounds to make; each solves boards by beams and fits the ranking to the solutions
    #[arg(long, value_name = "N", default_value = "5")]
    pub(super) rounds: u32,

    /// Random boards a round
    #[arg(long, value_name = "N", default_value = "3000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) boards: u32,

    /// Width of the beams
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) width: u32,

    /// Size of the steps of the fit
    #[arg(long, value_name = "RATE", default_value = "0.02", value_parser = rate)]
    pub(super) rate: f32,

    /// Times that a round goes through its samples
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(super) passes: u32,

    /// Seed of the boards and of the order of samples
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) seed: u64,

    /// The training as it stands: gone on with if the file is there, written after every round
    #[arg(long, value_name = "FILE")]
    pub(super) state: PathBuf,

    /// A training of smaller boards to start from
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,

    /// Where the ranking goes, after every round
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,

    /// Threads; default one a core
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) jobs: Option<u16>,
}

#[derive(Args, Debug)]
pub(super) struct BenchArguments {
    /// What to measure
    #[arg(value_enum, default_value = "engines")]
    pub(super) suite: Suite,

    #[command(flatten)]
    pub(super) guide: GuideArguments,

    /// Only these boards of a set, one by one: `1..10`, `1,5,7`
    #[arg(long, value_name = "LIST")]
    pub(super) instances: Option<String>,

    /// The boards of `bench large`
    #[arg(long, value_enum, default_value = "korf-felner")]
    pub(super) set: LargeSet,

    /// The quality of `bench large`: `good` or `fast`
    #[arg(long, short, default_value = "good", value_parser = one_of::<Quality>(["good", "fast"]))]
    pub(super) quality: Quality,

    /// The time limit of `bench large`, a board
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time_limit: Option<Duration>,

    /// Threads; default one, so that nodes per second are those of a core
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) jobs: u16,
}

impl BenchArguments {
    /// Whether anything is asked for that only some suites know.
    pub(super) fn is_special(&self) -> bool {
        self.instances.is_some() || self.guide.is_special()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Suite {
    /// Every engine and heuristic on a few boards each; its node counts are the signature of the program
    Engines,
    /// Korf's hundred 15-puzzles
    Korf,
    /// The seventeen 15-puzzles that need 80 moves
    Hardest,
    /// A thousand random 15-puzzles
    Random,
    /// Korf and Felner's fifty 24-puzzles: hours if all are asked for
    TwentyFour,
    /// Good solutions of large boards: the boards of --set, one by one
    Large,
    /// What each part of the 24-puzzle's engine is worth, on the same passes
    Levers,
    /// The pattern databases of the 15-puzzle: building them, and Korf's boards with each
    Tables,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LargeSet {
    /// Korf and Felner's fifty 24-puzzles
    KorfFelner,
    /// A hundred of DeepCubeA's 35-puzzles
    Deepcubea35,
    /// A hundred of DeepCubeA's 48-puzzles
    Deepcubea48,
    /// Fifty random boards of 6×6
    Random6,
    /// Fifty random boards of 8×8
    Random8,
    /// Fifty random boards of 10×10
    Random10,
    /// Fifty random boards of 16×16
    Random16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Output {
    /// The moves as letters, a line a board
    Moves,
    /// The moves as words: `up left`
    Words,
    /// The numbers of the tiles moved
    Tiles,
    /// How many moves: a move is one tile by one cell
    Length,
    /// Every board on the way
    Boards,
    /// An object a line
    Json,
    /// As Princeton's 8-puzzle assignment: `Minimum number of moves = 4`, then every board
    Princeton,
    /// As the school 42's n-puzzle: states selected, states in memory, moves, then every board
    #[value(name = "42")]
    FortyTwo,
    /// As HackerRank's N-Puzzle: how many moves, then each as a word on its line
    Hackerrank,
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

/// Parses a time such as `1m 30s`.
pub(super) fn duration(text: &str) -> Result<Duration, humantime::DurationError> {
    humantime::parse_duration(text)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_contradict_nothing() {
        super::Arguments::command().debug_assert();
    }
}

fn rate(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(rate) if (0.0..=1.0).contains(&rate) => Ok(rate),
        _ => Err("expected a number from 0 to 1".into()),
    }
}
