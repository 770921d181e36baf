//! `slide train`: the rankings that beam searches follow.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use clap::Args;
use slide::{
    ranking::save,
    search::{Limits, Stop, Watch},
    train::{Round, SIDES, Training},
};

use super::{
    ANSWERED, INTERRUPTED,
    args::{TEMPLATE, When},
    in_order::threads,
    interrupt::cancel_on_interrupt,
    progress::Progress,
    tell,
};

const EXAMPLES: &str = "\
Examples:
  slide train --size 5 --state five.state --out 5x5.rank
  slide train --size 6 --state six.state --from five.state --out 6x6.rank";

const SAME: &str = "\
The same seed and rounds give the same ranking, with any number of threads. Ctrl-C ends the run; the
same command goes on after the last whole round.";

#[derive(Args, Debug)]
#[command(before_help = EXAMPLES, after_help = SAME, help_template = TEMPLATE)]
pub(super) struct TrainArguments {
    /// Side of the boards
    #[arg(long, short, value_parser = clap::value_parser!(u8).range(*SIDES.start() as i64..=*SIDES.end() as i64))]
    size: u8,

    /// Rounds to make; each solves boards by beams and fits the ranking to the solutions
    #[arg(long, value_name = "N", default_value = "5")]
    rounds: u32,

    /// Random boards a round
    #[arg(long, value_name = "N", default_value = "3000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    boards: u32,

    /// Width of the beams
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    width: u32,

    /// Size of the steps of the fit
    #[arg(long, value_name = "RATE", default_value = "0.02", value_parser = share)]
    rate: f32,

    /// Times that a round goes through its samples
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..=100))]
    passes: u32,

    /// Share of the ranking before a round that the round keeps, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share)]
    keep: f32,

    /// Seed of the boards and of the order of samples
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// The training as it stands: gone on with if the file is there, written after every round
    #[arg(long, value_name = "FILE")]
    state: PathBuf,

    /// A training of smaller boards to start from
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Where the ranking goes, after every round
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Threads; default one a core
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

pub(super) fn train(arguments: &TrainArguments) -> anyhow::Result<u8> {
    let mut training = begin(arguments)?;
    let round = Round {
        boards: arguments.boards as usize,
        width: arguments.width as usize,
        rate: arguments.rate,
        passes: arguments.passes,
        keep: arguments.keep,
    };
    let limits = Limits {
        cancel: cancel_on_interrupt()?,
        ..Limits::default()
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads(arguments.jobs))
        .build()?;
    for _ in 0..arguments.rounds {
        let progress = Progress::new(When::Auto, false, Default::default());
        let watch = Watch::start(&limits, &progress);
        let end = pool.install(|| training.train(round, &watch));
        progress.finish();
        let end = match end {
            Ok(end) => end,
            Err(Stop::Cancelled) => return Ok(INTERRUPTED),
            Err(stop) => bail!("{stop}"),
        };
        let (state, out) = (&arguments.state, &arguments.out);
        let saved = training.save(state);
        saved.with_context(|| state.display().to_string())?;
        let saved = save(&training.table(), out);
        saved.with_context(|| out.display().to_string())?;
        tell(format_args!(
            "slide: round {}: {} of {} boards solved, mean length {:.2}; {} samples, error {:.3} before the fit, {:.3} after; {:.1} s",
            training.round(),
            end.solved,
            round.boards,
            end.length,
            end.samples,
            end.errors.0,
            end.errors.1,
            watch.elapsed().as_secs_f64()
        ));
    }
    Ok(ANSWERED)
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// The training that the state file has, or a new one.
fn begin(arguments: &TrainArguments) -> anyhow::Result<Training> {
    let side = usize::from(arguments.size);
    match fs::read(&arguments.state) {
        Ok(bytes) => {
            let training = parse(&arguments.state, &bytes)?;
            if training.table().side() != side {
                bail!("{}: a training of another size", arguments.state.display());
            }
            return Ok(training);
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| arguments.state.display().to_string()),
    }
    let Some(from) = &arguments.from else {
        return Ok(Training::new(side, arguments.seed, None));
    };
    let bytes = fs::read(from).with_context(|| from.display().to_string())?;
    let smaller = parse(from, &bytes)?;
    if smaller.table().side() > side {
        bail!("{}: a training of larger boards", from.display());
    }
    Ok(Training::new(side, arguments.seed, Some(&smaller)))
}

fn parse(path: &Path, bytes: &[u8]) -> anyhow::Result<Training> {
    let training = Training::from_bytes(bytes);
    training.with_context(|| format!("{}: not a training, or damaged", path.display()))
}
