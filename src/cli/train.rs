//! `slide train`: the rankings that beam searches follow.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use anyhow::{Context, bail};
use slide::{
    ranking::write,
    search::{Limits, Stop, Watch},
    train::{Round, Training},
};

use super::{
    ANSWERED, INTERRUPTED,
    args::{TrainArguments, When},
    in_order::threads,
    interrupt::cancel_on_interrupt,
    progress::Progress,
    tell,
};

pub(super) fn train(arguments: &TrainArguments) -> anyhow::Result<u8> {
    let mut training = begin(arguments)?;
    let round = Round {
        boards: arguments.boards as usize,
        width: arguments.width as usize,
        rate: arguments.rate,
        passes: arguments.passes,
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
        replace(&arguments.state, &training.to_bytes())?;
        replace(&arguments.out, &write(&training.table()))?;
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

/// Writes a file so that whoever opens it finds the old or the new one, whole.
fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".tmp");
    let temporary = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().with_context(|| path.display().to_string())
}
