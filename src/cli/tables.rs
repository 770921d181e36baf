//! `slide tables`: the pattern databases on disk.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use anyhow::{Context, bail};
use bytesize::ByteSize;
use clap::{Args, Subcommand};
use slide::{
    Size,
    pdb::{Cache, FileError, Indexes, Listener, Partition, Pattern, large, load, small},
    search::{Cancel, Observer},
    solver::Tables,
};

use super::{
    ANSWERED, FAULT, INTERRUPTED,
    args::{CacheArguments, TEMPLATE, When, one_of},
    goal::{GoalArguments, size_or},
    interrupt::cancel_on_interrupt,
    output::print_bytes,
    progress::Progress,
    tell,
};

const EXAMPLES: &str = "\
Examples:
  slide tables build large           200 MB for the 15-puzzle, in some seconds
  slide tables build large --size 5  340 MB for the 24-puzzle
  slide tables list                  what there is, and how large";

#[derive(Args, Debug)]
#[command(before_help = EXAMPLES, help_template = TEMPLATE)]
pub(super) struct TablesArguments {
    #[command(subcommand)]
    action: TablesAction,

    #[command(flatten)]
    cache: CacheArguments,
}

#[derive(Debug, Subcommand)]
enum TablesAction {
    /// List the files with their sizes
    List,
    /// Build tables, unless they are there already
    #[command(mut_arg("size", |size| size_or("4, or the goal's", size)))]
    Build {
        /// Large ones, or the small ones that are otherwise built in memory when they are needed
        #[arg(default_value = "large", value_parser = one_of::<Tables>(["small", "large"]))]
        which: Tables,
        #[command(flatten)]
        target: GoalArguments,
    },
    /// Print the folder
    Path,
    /// Remove all files
    Clear,
    /// Read and check all files
    Verify,
}

pub(super) fn tables(arguments: &TablesArguments) -> anyhow::Result<u8> {
    let cache = arguments.cache.cache();
    let Some(folder) = cache.folder() else {
        bail!("there is no home for a cache; name one with --cache-dir")
    };
    match &arguments.action {
        TablesAction::Path => {
            print_bytes(&[folder.as_os_str().as_encoded_bytes(), b"\n"].concat()).map(|()| ANSWERED)
        }
        TablesAction::List => list(&cache),
        TablesAction::Build { which, target } => build(&cache, *which, target),
        TablesAction::Clear => clear(&cache),
        TablesAction::Verify => verify(&cache),
    }
}

fn list(cache: &Cache) -> anyhow::Result<u8> {
    let mut lines = String::new();
    for (path, pattern) in files(cache)? {
        let bytes = fs::metadata(&path).map_or(0, |data| data.len());
        lines += &format!(
            "{}  {} boards, {} tiles, {}\n",
            path.display(),
            pattern.size(),
            pattern.tiles(),
            ByteSize(bytes)
        );
    }
    print_bytes(lines.as_bytes())?;
    Ok(ANSWERED)
}

/// The files of a cache; a fault names the folder.
fn files(cache: &Cache) -> anyhow::Result<Vec<(PathBuf, Pattern)>> {
    let folder = cache.folder().unwrap_or(Path::new(""));
    cache.files().with_context(|| folder.display().to_string())
}

fn build(cache: &Cache, which: Tables, target: &GoalArguments) -> anyhow::Result<u8> {
    let (goal, size) = target.read()?;
    let size = size.map_or_else(|| Size::square(4), Ok)?;
    let goal = goal.for_size(size);
    let partitions = match which {
        Tables::Large => large(size, goal.blank()),
        _ => small(size, goal.blank()),
    };
    if partitions.is_empty() {
        bail!("there are no {which} tables for {size} boards and this goal");
    }
    let progress = Progress::new(When::Auto, false, Default::default());
    let started = Instant::now();
    let shape = Partition::shape_of(&partitions);
    let watcher = Watcher {
        name: &shape,
        progress: &progress,
        cancel: cancel_on_interrupt()?,
        unsaved: Mutex::default(),
    };
    let tables = cache.tables(&partitions, true, &watcher);
    progress.finish();
    if let Some(error) = watcher.unsaved().take() {
        bail!(error);
    }
    let Some(tables) = tables else {
        return Ok(INTERRUPTED);
    };
    let bytes: u64 = tables.iter().map(|table| table.bits().len() as u64).sum();
    tell(format_args!(
        "slide: {} for {size} boards, goal {goal}: {} in {:.1} s",
        shape,
        ByteSize(bytes),
        started.elapsed().as_secs_f64()
    ));
    list(cache)
}

fn clear(cache: &Cache) -> anyhow::Result<u8> {
    let mut bytes = 0;
    let tables = files(cache)?.into_iter().map(|(path, _)| path);
    let files: Vec<PathBuf> = tables.chain(cache.unfinished()?).collect();
    for path in &files {
        bytes += fs::metadata(path).map_or(0, |data| data.len());
        fs::remove_file(path).with_context(|| path.display().to_string())?;
    }
    tell(format_args!(
        "slide: removed {} files, {}",
        files.len(),
        ByteSize(bytes)
    ));
    Ok(ANSWERED)
}

fn verify(cache: &Cache) -> anyhow::Result<u8> {
    let indexes = Indexes::new();
    let (mut lines, mut code) = (String::new(), ANSWERED);
    for (path, pattern) in files(cache)? {
        let verdict = match load(&path, &pattern, &indexes) {
            Ok(_) => "sound".into(),
            Err(error) => {
                code = FAULT;
                error.to_string()
            }
        };
        lines += &format!("{}  {verdict}\n", path.display());
    }
    print_bytes(lines.as_bytes())?;
    Ok(code)
}

/// Shows how the building goes and keeps what went wrong.
struct Watcher<'a> {
    name: &'a str,
    progress: &'a Progress,
    cancel: Cancel,
    unsaved: Mutex<Option<String>>,
}

impl Watcher<'_> {
    fn unsaved(&self) -> MutexGuard<'_, Option<String>> {
        self.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for Watcher<'_> {
    fn building(&self, found: u64, all: u64) {
        self.progress.building(self.name, found as f64 / all as f64);
    }

    fn refused(&self, path: &Path, error: &FileError) {
        self.progress.say(&format!(
            "slide: {}: {error}; building it anew",
            path.display()
        ));
    }

    fn not_saved(&self, path: &Path, error: &io::Error) {
        *self.unsaved() = Some(format!("cannot write {}: {error}", path.display()));
    }

    fn stops(&self) -> bool {
        // Tables that cannot be kept are not wanted.
        self.cancel.is_cancelled() || self.unsaved().is_some()
    }
}
