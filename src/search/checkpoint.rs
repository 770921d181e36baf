//! A search written down, so that another process can go on with it.

use std::{
    fs::{self, File},
    io::Read,
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
    files::OwnedFile,
    puzzle::{Move, Problem},
};

/// A file to which a search writes what it has finished, and from which the next process goes on.
///
/// What is written: the bound that is proven, the shortest solution known, what the search has cost, and
/// the finished pieces of the pass that is being made. The file is replaced as a whole, so whoever reads it
/// finds the last state that was written. It is locked while a process has it, where the system can lock files; if somebody
/// else writes it nevertheless, the search says so and leaves it alone. A link is followed.
///
/// Pieces are of use only to the engine that made them, and cut as it cut them. What another engine, or the same with less
/// memory, does of that pass is not written: the pieces stay until a higher bound is proven.
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
    /// What searches now; the pieces are those of `saved.engine`.
    engine: String,
    file: OwnedFile,
    /// Its first line, as this process has left it; none after somebody else has written it.
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
    /// The boards that the frontier was to have.
    pub(super) frontier: usize,
    /// A checksum of where the pieces begin.
    pub(super) cut: u64,
    pub(super) finished: Vec<Finished>,
}

impl Checkpoint {
    /// The checkpoint at `path` of the search for a solution of `problem`: read if the file is there, and
    /// written at once, so that a file that cannot be written is not found out after hours; then as
    /// often as `every` says, and when the search ends.
    ///
    /// # Errors
    /// If the file cannot be read or written, is not the checkpoint of this board and goal, or another process has it.
    pub fn open(
        path: impl AsRef<Path>,
        problem: &Problem,
        every: Duration,
    ) -> Result<Checkpoint, CheckpointError> {
        let (mut file, bytes) = OwnedFile::open(path.as_ref(), Saved::LARGEST + 1)?;
        let mut saved = match bytes {
            Some(bytes) if bytes.len() as u64 > Saved::LARGEST => {
                return Err(CheckpointError::Foreign);
            }
            Some(bytes) => Saved::read(&bytes, problem)?,
            None => Saved::fresh(problem),
        };
        saved.process = process::id();
        let head = Some(saved.write(&mut file)?);
        Ok(Checkpoint {
            path: file.path().into(),
            started: Instant::now(),
            every,
            due: AtomicU64::new(every.as_millis() as u64),
            state: Mutex::new(State {
                engine: saved.engine.clone(),
                file,
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

    /// Tells what searches from now on, the first estimate, and what this process has spent by now; if pieces are of no use
    /// to it, the observer is told.
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
        state.engine = engine.into();
        if state.saved.engine == engine {
            return;
        }
        if state.saved.finished.is_empty() {
            state.saved.engine = engine.into();
            state.saved.between_passes();
        } else {
            let (path, before) = (self.path.display(), &state.saved.engine);
            observer.notice(&format!(
                "{path}: what {before} has done of its last pass is of no use to {engine}; it is kept until more is proven"
            ));
        }
    }

    /// If a pass with this bound was being made by the engine at hand: what the one before it had generated.
    pub(super) fn last_pass(&self, bound: u32) -> Option<u64> {
        let state = self.state();
        state.saved.last_pass.filter(|_| state.goes_on(bound))
    }

    /// How many boards the frontier of that pass was to have.
    pub(super) fn frontier(&self, bound: u32) -> Option<usize> {
        let state = self.state();
        let begun = state.goes_on(bound) && state.saved.pieces > 0;
        begun.then_some(state.saved.frontier)
    }

    /// The finished pieces of that pass, if it was cut like this; if it was not, the observer is told.
    pub(super) fn finished(
        &self,
        bound: u32,
        pieces: usize,
        cut: u64,
        observer: &dyn Observer,
    ) -> Vec<Finished> {
        let state = self.state();
        let saved = &state.saved;
        if !state.goes_on(bound) || saved.finished.is_empty() {
            return Vec::new();
        }
        if (saved.pieces, saved.cut) != (pieces, cut) {
            observer.notice(&format!(
                "{}: what is done of the last pass is of no use, as it is cut otherwise now; it is kept until more is proven",
                self.path.display()
            ));
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
        state.saved.keep(unfinished.best.as_deref());
        if !state.outlasts(&unfinished) {
            let state = &mut *state;
            let saved = &mut state.saved;
            saved.engine.clone_from(&state.engine);
            saved.bound = unfinished.bound;
            saved.spend(stats);
            saved.last_pass = unfinished.last_pass;
            (saved.pieces, saved.cut) = (unfinished.pieces, unfinished.cut);
            saved.frontier = unfinished.frontier;
            saved.finished = unfinished.finished.into_iter().map(piece).collect();
        }
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
        match state.saved.write(&mut state.file) {
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
        let engine = state.engine.clone();
        let saved = &mut state.saved;
        let (bound, best) = match &answer.outcome {
            Outcome::Solved(solution) => (solution.bound, Some(&solution.moves)),
            Outcome::Unknown { bound, best, .. } => (*bound, best.as_ref()),
            Outcome::Unsolvable => return,
        };
        saved.keep(best.map(Vec::as_slice));
        // A solution that may not be the shortest proves nothing that the pieces do not.
        if answer.outcome.is_optimal() || bound > saved.bound {
            (saved.engine, saved.bound) = (engine, bound);
            saved.between_passes();
        }
        if saved.pieces == 0 {
            saved.spend(stats);
        }
        self.save(&mut state, observer);
    }
}

impl State {
    /// Whether a pass with this bound is the one written down, and by the engine that searches now.
    fn goes_on(&self, bound: u32) -> bool {
        self.saved.bound == bound && self.saved.engine == self.engine
    }

    /// Whether the pieces written down are worth more than those of a search that they are of no use to.
    fn outlasts(&self, other: &Unfinished) -> bool {
        let saved = &self.saved;
        let apart = self.engine != saved.engine || other.cut != saved.cut;
        apart && !saved.finished.is_empty() && other.bound <= saved.bound
    }
}

/// Whether there is a file with another first line.
fn is_anothers(path: &Path, head: &str) -> bool {
    let is_file = fs::metadata(path).is_ok_and(|file| file.is_file());
    let mut start = Vec::new();
    let read = |file: File| file.take(head.len() as u64).read_to_end(&mut start);
    is_file && File::open(path).and_then(read).is_ok() && start != head.as_bytes()
}
