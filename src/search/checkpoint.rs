//! A search written down, so that another process can go on with it.
//!
//! ```text
//! slide-checkpoint 1 5d1f9c0a7b3e2468
//! {"program":"0.1.0","size":"5x5","start":[14,5,…],"goal":[0,1,2,…],"engine":…,"bound":89,…}
//! ```
//! The number after the version of the format is the checksum (XXH3, 64 bits) of the second line.

use std::{
    fmt, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{Answer, Observer, Outcome, Stats, Watch, dive::Count};
use crate::{
    format::{Convention, parse_moves, write_moves},
    pdb::write_whole,
    puzzle::{Move, Problem},
};

const LABEL: &str = "slide-checkpoint";
const VERSION: u32 = 1;

/// Why a file is no checkpoint of a search.
#[derive(Debug)]
pub enum CheckpointError {
    /// The system could not read or write it.
    Io(io::Error),
    /// It does not begin like a checkpoint.
    Foreign,
    /// It was written by another version of this program, or in another version of the format.
    Version(String),
    /// It is cut off or altered.
    Damaged,
    /// It is of another board or another goal.
    Other {
        /// Which of the two.
        what: &'static str,
        /// The one it is of.
        found: String,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Io(error) => error.fmt(f),
            CheckpointError::Foreign => f.write_str("not a checkpoint"),
            CheckpointError::Version(version) => {
                write!(
                    f,
                    "a checkpoint of {version}, which this one cannot go on with"
                )
            }
            CheckpointError::Damaged => f.write_str("a damaged checkpoint: the checksum is wrong"),
            CheckpointError::Other { what, found } => {
                write!(f, "a checkpoint of another {what}: {found}")
            }
        }
    }
}

impl std::error::Error for CheckpointError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CheckpointError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        CheckpointError::Io(error)
    }
}

/// A file to which a search writes what it has finished, and from which the next process goes on.
///
/// What is written: the bound that is proven, the shortest solution known, what the search has cost, and
/// the finished pieces of the pass that is being made. The file is replaced as a whole, so whoever reads it,
/// after any crash, finds the last state that was written.
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
    /// What earlier processes had spent, and this one before the engine began.
    before: Stats,
    spent: Stats,
}

/// What the file says.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    /// The version of the program.
    program: String,
    size: String,
    start: Vec<u16>,
    goal: Vec<u16>,
    /// What searches; pieces of other engines are of no use to it.
    engine: String,
    /// No solution is shorter.
    bound: u32,
    /// The shortest solution known: the blank's moves as letters.
    best: Option<String>,
    /// What the search had cost before the pass.
    expanded: u64,
    generated: u64,
    iterations: u32,
    seconds: f64,
    /// What the pass before had generated, by which this one was cut.
    last_pass: Option<u64>,
    /// How many pieces the pass has; 0 between passes.
    pieces: usize,
    /// Finished pieces: number, nodes expanded, nodes generated.
    finished: Vec<(usize, u64, u64)>,
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
        let saved = match fs::read(&path) {
            Ok(bytes) => Saved::read(&bytes, problem)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Saved::fresh(problem),
            Err(error) => return Err(error.into()),
        };
        saved.write(&path)?;
        Ok(Checkpoint {
            path,
            started: Instant::now(),
            every,
            due: AtomicU64::new(every.as_millis() as u64),
            state: Mutex::new(State {
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

    /// Tells what searches from now on, and what this process has spent by now; the pieces of another
    /// engine are forgotten.
    pub(crate) fn enter(&self, engine: &str, spent: Stats) {
        let mut state = self.state();
        state.spent = spent;
        if state.saved.engine != engine {
            state.saved.engine = engine.into();
            state.saved.between_passes();
        }
    }

    /// If a pass with this bound was being made: what the one before it had generated.
    pub(super) fn last_pass(&self, bound: u32) -> Option<u64> {
        let saved = &self.state().saved;
        saved.last_pass.filter(|_| saved.bound == bound)
    }

    /// The finished pieces of this pass.
    pub(super) fn finished(&self, bound: u32, pieces: usize) -> Vec<Finished> {
        let saved = &self.state().saved;
        if (saved.bound, saved.pieces) != (bound, pieces) {
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
        saved.pieces = unfinished.pieces;
        saved.finished = unfinished.finished.into_iter().map(piece).collect();
        self.save(saved, watch.observer());
    }

    /// Writes the file; if that fails, the observer is told.
    fn save(&self, saved: &Saved, observer: &dyn Observer) {
        if let Err(error) = saved.write(&self.path) {
            let path = self.path.display();
            observer.notice(&format!("{path}: cannot be written: {error}"));
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
        self.save(saved, observer);
    }
}

impl Saved {
    fn fresh(problem: &Problem) -> Saved {
        Saved {
            program: env!("CARGO_PKG_VERSION").into(),
            size: problem.size().to_string(),
            start: problem.start().labels().to_vec(),
            goal: problem.goal().grid().labels().to_vec(),
            engine: String::new(),
            bound: 0,
            best: None,
            expanded: 0,
            generated: 0,
            iterations: 0,
            seconds: 0.0,
            last_pass: None,
            pieces: 0,
            finished: Vec::new(),
        }
    }

    /// Reads a file and checks that it is of the problem.
    fn read(bytes: &[u8], problem: &Problem) -> Result<Saved, CheckpointError> {
        let damaged = || CheckpointError::Damaged;
        let text = std::str::from_utf8(bytes).map_err(|_| CheckpointError::Foreign)?;
        let (head, body) = text.split_once('\n').unwrap_or((text, ""));
        let mut head = head.split(' ');
        if head.next() != Some(LABEL) {
            return Err(CheckpointError::Foreign);
        }
        let version = head.next().and_then(|version| version.parse().ok());
        let version: u32 = version.ok_or_else(damaged)?;
        if version != VERSION {
            return Err(CheckpointError::Version(format!("format {version}")));
        }
        if head.next() != Some(&checksum(body)) {
            return Err(damaged());
        }
        let saved: Saved = serde_json::from_str(body).map_err(|_| damaged())?;
        let fresh = Saved::fresh(problem);
        if saved.program != fresh.program {
            let version = format!("slide {}", saved.program);
            return Err(CheckpointError::Version(version));
        }
        let other = |what, labels: &[u16]| {
            let labels: Vec<String> = labels.iter().map(u16::to_string).collect();
            let found = labels.join(" ");
            Err(CheckpointError::Other { what, found })
        };
        if (&saved.size, &saved.start) != (&fresh.size, &fresh.start) {
            return other("board", &saved.start);
        }
        if saved.goal != fresh.goal {
            return other("goal", &saved.goal);
        }
        let pieces = saved.pieces;
        let mut numbers: Vec<usize> = saved.finished.iter().map(|piece| piece.0).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let pieces_fit = numbers.len() == saved.finished.len()
            && numbers.last().is_none_or(|&last| last < pieces);
        if !pieces_fit || !saved.leads_home(problem) {
            return Err(damaged());
        }
        Ok(saved)
    }

    /// Whether the solution, if there is one, is a solution.
    fn leads_home(&self, problem: &Problem) -> bool {
        let Some(best) = &self.best else {
            return true;
        };
        let mut grid = problem.start().clone();
        let moved = parse_moves(best, Convention::Blank)
            .is_ok_and(|moves| moves.into_iter().all(|m| grid.apply(m)));
        moved && grid == *problem.goal().grid()
    }

    fn path(&self) -> Option<Vec<Move>> {
        let best = self.best.as_ref()?;
        parse_moves(best, Convention::Blank).ok()
    }

    fn stats(&self) -> Stats {
        Stats {
            expanded: self.expanded,
            generated: self.generated,
            iterations: self.iterations,
            elapsed: Duration::try_from_secs_f64(self.seconds).unwrap_or_default(),
        }
    }

    fn spend(&mut self, stats: Stats) {
        (self.expanded, self.generated) = (stats.expanded, stats.generated);
        (self.iterations, self.seconds) = (stats.iterations, stats.elapsed.as_secs_f64());
    }

    fn keep(&mut self, best: Option<&[Move]>) {
        if let Some(best) = best {
            let mut letters = Vec::new();
            write_moves(&mut letters, best, Convention::Blank, false);
            self.best = String::from_utf8(letters).ok();
        }
    }

    fn between_passes(&mut self) {
        (self.last_pass, self.pieces) = (None, 0);
        self.finished.clear();
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let body = serde_json::to_string(self)?;
        write_whole(path, |file| {
            writeln!(file, "{LABEL} {VERSION} {}", checksum(&body))?;
            file.write_all(body.as_bytes())
        })
    }
}

fn checksum(body: &str) -> String {
    format!("{:016x}", xxh3_64(body.as_bytes()))
}
