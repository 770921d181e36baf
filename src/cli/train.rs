//! `slide train`: the rankings that beam searches follow.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use anyhow::{Context, bail};
use clap::Args;
use slide::{
    files::{place, try_writing},
    ranking::save,
    search::{Limits, Stop, Watch},
    train::{Round, SIDES, StateFile, Training},
};

use super::{
    ANSWERED, INTERRUPTED,
    args::{TEMPLATE, When},
    aside::aside,
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
same command goes on after the last whole round, to the same end.";

#[derive(Args, Clone, Debug)]
#[command(before_help = EXAMPLES, after_help = SAME, help_template = TEMPLATE)]
pub(super) struct TrainArguments {
    /// Side of the boards
    #[arg(long, short, value_parser = clap::value_parser!(u8).range(*SIDES.start() as i64..=*SIDES.end() as i64))]
    size: u8,

    /// Rounds that the training is to have in the end; each solves boards by beams and fits the ranking to the solutions
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

    /// Seed of the boards and of the order of samples, that of the state file if there is one
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
    let cancel = cancel_on_interrupt()?;
    let is_over = || cancel.is_cancelled();
    check_out(arguments)?;
    // Tables of 7×7 take most of a second to lay out.
    let asked = arguments.clone();
    let Some(begun) = aside(is_over, move || begin(&asked)) else {
        return Ok(INTERRUPTED);
    };
    let (mut state, mut training, is_new) = begun?;
    let write = |state: &mut StateFile, training: &Training| {
        let written = state.write(training);
        written.with_context(|| arguments.state.display().to_string())
    };
    if is_new {
        write(&mut state, &training)?;
    }
    let out = place(&arguments.out);
    let round = Round {
        boards: arguments.boards as usize,
        width: arguments.width as usize,
        rate: arguments.rate,
        passes: arguments.passes,
        keep: arguments.keep,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads(arguments.jobs))
        .build()?;
    let pool = Arc::new(pool);
    if training.round() >= arguments.rounds {
        let rounds = training.round();
        tell(format_args!(
            "slide: the training has {rounds} rounds already"
        ));
        write_ranking(&training, &out)?;
    }
    while training.round() < arguments.rounds {
        let started = Instant::now();
        let progress = Arc::new(Progress::new(When::Auto, false, Default::default()));
        let limits = Limits {
            cancel: cancel.clone(),
            ..Limits::default()
        };
        let (observer, pool, mut next) = (progress.clone(), pool.clone(), training.clone());
        let trained = aside(is_over, move || {
            let watch = Watch::start(&limits, &*observer);
            let end = pool.install(|| next.train(round, &watch));
            (next, end)
        });
        progress.finish();
        let (next, end) = match trained {
            Some((next, Ok(end))) => (next, end),
            None | Some((_, Err(Stop::Cancelled))) => return Ok(INTERRUPTED),
            Some((_, Err(stop))) => bail!("{stop}"),
        };
        if end.solved == 0 {
            bail!(
                "round {}: none of {} boards was solved, so there is nothing to learn from; \
                 wider beams (--width) solve more",
                next.round(),
                round.boards
            );
        }
        training = next;
        write(&mut state, &training)?;
        write_ranking(&training, &out)?;
        tell(format_args!(
            "slide: round {}: {} of {} boards solved, mean length {:.2}; {} samples, error {:.3} before the fit, {:.3} after; {:.1} s",
            training.round(),
            end.solved,
            round.boards,
            end.length,
            end.samples,
            end.errors.0,
            end.errors.1,
            started.elapsed().as_secs_f64()
        ));
    }
    Ok(ANSWERED)
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn write_ranking(training: &Training, out: &Path) -> anyhow::Result<()> {
    save(&training.table(), out).with_context(|| out.display().to_string())
}

/// The state file with its training, or a new one if there is none, and whether it is new.
fn begin(arguments: &TrainArguments) -> anyhow::Result<(StateFile, Training, bool)> {
    let side = usize::from(arguments.size);
    let from = match &arguments.from {
        Some(from) => Some(smaller(from, side)?),
        None => None,
    };
    let path = &arguments.state;
    let (state, training) = StateFile::open(path).with_context(|| path.display().to_string())?;
    if let Some(training) = &training {
        if training.side() != side {
            bail!("{}: a training of another size", path.display());
        }
        if training.seed() != arguments.seed {
            let seed = training.seed();
            bail!(
                "{}: its seed is {seed}; go on with --seed {seed}",
                path.display()
            );
        }
    }
    let is_new = training.is_none();
    let training = training.unwrap_or_else(|| Training::new(side, arguments.seed, from.as_ref()));
    Ok((state, training, is_new))
}

fn smaller(from: &Path, side: usize) -> anyhow::Result<Training> {
    let training = Training::read(from).with_context(|| from.display().to_string())?;
    if training.side() > side {
        bail!("{}: a training of larger boards", from.display());
    }
    Ok(training)
}

/// Whether the ranking can be written, and in place of no training.
fn check_out(arguments: &TrainArguments) -> anyhow::Result<()> {
    let out = &arguments.out;
    let trainings = [Some(&arguments.state), arguments.from.as_ref()];
    for training in trainings.into_iter().flatten() {
        if place(out) == place(training) {
            bail!("{}: the ranking would replace the training", out.display());
        }
    }
    let place = place(out);
    match fs::metadata(&place) {
        Ok(file) if !file.is_file() => bail!("{}: not a regular file", out.display()),
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).with_context(|| out.display().to_string());
        }
        _ => {}
    }
    try_writing(&place).with_context(|| out.display().to_string())
}
