//! A search written down, so that another process can go on with it.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use super::{
    Answer, CheckpointError, Observer, Outcome, Stats, Watch, checkpoint_file::Saved, dive::Count,
};
use crate::{
    pdb::finished_name,
    puzzle::{Move, Problem},
};

/// A file to which a search writes what it has finished, and from which the next process goes on.
///
/// What is written: the bound that is proven, the shortest solution known, what the search has cost, and
/// the finished pieces of the pass that is being made. The file is replaced as a whole, so whoever reads it,
/// after any crash, finds the last state that was written. Where two processes have one file, it is the
/// later one's: the other finds it written by somebody else, says so and leaves it alone. A link is followed.
pub struct Checkpoint {
    path: PathBuf,
    started: Instant,
    /// From one writing to the next.
    every: Duration,
    /// Milliseconds from the start to the next writing.
    due: AtomicU64,
    state: Mutex<State>,
}

struct State {
    saved: Saved,
    /// The first line of the file, as this process has left it; none after somebody else has written it.
    head: Option<String>,
    /// Whether the last writing failed.
    failed: bool,
    /// What earlier processes had spent, and this one before the engine began.
    before: Stats,
    spent: Stats,
}

/// A piece of a pass that holds no solution.
pub(super) struct Finished {
    pub(super) piece: usize,
    pub(super) count: Count,
}

/// A pass that is being made.
pub(super) struct Unfinished {
    pub(super) bound: u32,
    pub(super) best: Option<Vec<Move>>,
    /// What the engine had spent before the pass.
    pub(super) stats: Stats,
    /// What the pass before had generated.
    pub(super) last_pass: Option<u64>,
    pub(super) pieces: usize,
    /// A checksum of where they begin.
    pub(super) cut: u64,
    pub(super) finished: Vec<Finished>,
}

impl Checkpoint {
    /// The checkpoint at `path` of the search for a solution of `problem`: read if the file is there, and
    /// written at once, so that a file that cannot be written is not found out after hours; then as
    /// often as `every` says, and when the search ends.
    ///
    /// # Errors
    /// If the file cannot be read or written, or is not the checkpoint of this board and goal.
    pub fn open(
        path: impl Into<PathBuf>,
        problem: &Problem,
        every: Duration,
    ) -> Result<Checkpoint, CheckpointError> {
        let path = path.into();
        let path = fs::canonicalize(&path).unwrap_or(path);
        // Asked before it is opened: a pipe would wait for a writer, a device have no end.
        let mut saved = match fs::metadata(&path) {
            Ok(file) if !file.is_file() => return Err(CheckpointError::NoFile),
            Ok(file) if file.len() > Saved::LARGEST => return Err(CheckpointError::Foreign),
            Ok(_) => Saved::read(&fs::read(&path)?, problem)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Saved::fresh(problem),
            Err(error) => return Err(error.into()),
        };
        remove_unfinished(&path);
        saved.process = process::id();
        let head = Some(saved.write(&path)?);
        Ok(Checkpoint {
            path,
            started: Instant::now(),
            every,
            due: AtomicU64::new(every.as_millis() as u64),
            state: Mutex::new(State {
                head,
                failed: false,
                before: saved.stats(),
                spent: Stats::default(),
                saved,
            }),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// No solution is shorter; 0 if nothing is known.
    pub fn bound(&self) -> u32 {
        self.state().saved.bound
    }

    /// The shortest solution known.
    pub fn best(&self) -> Option<Vec<Move>> {
        self.state().saved.path()
    }

    /// What earlier processes had spent, but for the pass that was being made.
    pub fn before(&self) -> Stats {
        self.state().before
    }

    /// What searched when it was last written; empty if nothing had begun.
    pub(crate) fn engine(&self) -> String {
        self.state().saved.engine.clone()
    }

    /// The estimate of the engine that began, once there is one.
    pub(crate) fn estimate(&self) -> Option<u32> {
        self.state().saved.estimate
    }

    /// Tells what searches from now on, the first estimate, and what this process has spent by now; the pieces
    /// of another engine are forgotten, and the observer is told.
    pub(crate) fn enter(
        &self,
        engine: &str,
        estimate: Option<u32>,
        spent: Stats,
        observer: &dyn Observer,
    ) {
        let mut state = self.state();
        state.spent = spent;
        state.saved.estimate = estimate;
        if state.saved.engine != engine {
            if !state.saved.finished.is_empty() {
                let (path, before) = (self.path.display(), &state.saved.engine);
                observer.notice(&format!(
                    "{path}: what {before} has done of its last pass is of no use to {engine}"
                ));
            }
            state.saved.engine = engine.into();
            state.saved.between_passes();
        }
    }

    /// If a pass with this bound was being made: what the one before it had generated.
    pub(super) fn last_pass(&self, bound: u32) -> Option<u64> {
        let saved = &self.state().saved;
        saved.last_pass.filter(|_| saved.bound == bound)
    }

    /// The finished pieces of this pass, if it was cut like this.
    pub(super) fn finished(&self, bound: u32, pieces: usize, cut: u64) -> Vec<Finished> {
        let saved = &self.state().saved;
        if (saved.bound, saved.pieces, saved.cut) != (bound, pieces, cut) {
            return Vec::new();
        }
        let piece = |&(piece, expanded, generated): &(usize, u64, u64)| Finished {
            piece,
            count: Count {
                expanded,
                generated,
            },
        };
        saved.finished.iter().map(piece).collect()
    }

    /// Whether it is time to write; says so to one thread only.
    pub(super) fn is_due(&self) -> bool {
        let now = self.started.elapsed().as_millis() as u64;
        let due = self.due.load(Ordering::Relaxed);
        let next = now + self.every.as_millis() as u64;
        let (success, failure) = (Ordering::Relaxed, Ordering::Relaxed);
        now >= due
            && self
                .due
                .compare_exchange(due, next, success, failure)
                .is_ok()
    }

    /// Writes how far a pass is.
    pub(super) fn write(&self, unfinished: Unfinished, watch: &Watch<'_>) {
        let mut state = self.state();
        let mut stats = state.before;
        stats += state.spent;
        stats += unfinished.stats;
        stats.elapsed += watch.elapsed();
        let piece = |f: Finished| (f.piece, f.count.expanded, f.count.generated);
        let saved = &mut state.saved;
        saved.bound = unfinished.bound;
        saved.keep(unfinished.best.as_deref());
        saved.spend(stats);
        saved.last_pass = unfinished.last_pass;
        (saved.pieces, saved.cut) = (unfinished.pieces, unfinished.cut);
        saved.finished = unfinished.finished.into_iter().map(piece).collect();
        self.save(&mut state, watch.observer());
    }

    /// Writes the file, if it is still this process's; if it is not, or writing fails, the observer is told.
    fn save(&self, state: &mut State, observer: &dyn Observer) {
        let Some(head) = &state.head else {
            return;
        };
        let path = self.path.display();
        if is_anothers(&self.path, head) {
            state.head = None;
            observer.notice(&format!(
                "{path}: somebody else has written this checkpoint, so this search writes it no more"
            ));
            return;
        }
        match state.saved.write(&self.path) {
            Ok(head) => (state.head, state.failed) = (Some(head), false),
            // A full disk stays full: said once.
            Err(error) => {
                if !std::mem::replace(&mut state.failed, true) {
                    observer.notice(&format!("cannot write {path}: {error}"));
                }
            }
        }
    }

    /// Writes how a search ended.
    pub(crate) fn conclude(&self, answer: &Answer, observer: &dyn Observer) {
        let mut state = self.state();
        let mut stats = state.before;
        stats += answer.stats;
        let saved = &mut state.saved;
        let (bound, best) = match &answer.outcome {
            Outcome::Solved(solution) => (solution.bound, Some(&solution.moves)),
            Outcome::Unknown { bound, best, .. } => (*bound, best.as_ref()),
            Outcome::Unsolvable => return,
        };
        saved.keep(best.map(Vec::as_slice));
        let solved = matches!(answer.outcome, Outcome::Solved(_));
        if solved || bound > saved.bound {
            saved.bound = bound;
            saved.between_passes();
        }
        if saved.pieces == 0 {
            saved.spend(stats);
        }
        self.save(&mut state, observer);
    }
}

/// Removes what processes that were killed while they wrote have left beside the file; one that writes right now is
/// younger than a minute.
fn remove_unfinished(path: &Path) {
    const OLD: Duration = Duration::from_secs(60);
    let is_old = |entry: &fs::DirEntry| {
        let modified = entry.metadata().and_then(|file| file.modified());
        modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age >= OLD))
    };
    let is_ours = |entry: &fs::DirEntry| {
        let (name, ours) = (entry.file_name(), path.file_name().unwrap_or_default());
        name.to_str().and_then(finished_name).map(OsStr::new) == Some(ours)
    };
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let entries = fs::read_dir(folder.unwrap_or(Path::new(".")));
    for entry in entries.into_iter().flatten().flatten() {
        if is_ours(&entry) && is_old(&entry) {
            // What cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether there is a file with another first line.
fn is_anothers(path: &Path, head: &str) -> bool {
    let is_file = fs::metadata(path).is_ok_and(|file| file.is_file());
    let mut start = Vec::new();
    let read = |file: File| file.take(head.len() as u64).read_to_end(&mut start);
    is_file && File::open(path).and_then(read).is_ok() && start != head.as_bytes()
}
