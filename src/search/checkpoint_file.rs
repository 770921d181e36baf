//! What a checkpoint is on disk.
//!
//! ```text
//! slide-checkpoint 1 5d1f9c0a7b3e2468
//! {"program":"0.1.0","size":"5x5","start":[14,5,…],"goal":[0,1,2,…],"engine":…,"bound":89,…}
//! ```
//! The number after the version of the format is the checksum (XXH3, 64 bits) of the second line.

use std::{
    fmt,
    io::{self, Write},
    time::Duration,
};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::Stats;
use crate::{
    files::{Denied, OwnedFile},
    format::{Convention, parse_moves, write_moves},
    puzzle::{Move, Problem},
};

const LABEL: &str = "slide-checkpoint";
const VERSION: u32 = 1;

/// Why a file is no checkpoint of a search.
#[derive(Debug)]
pub enum CheckpointError {
    /// The file cannot be had.
    Denied(Denied),
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
            CheckpointError::Denied(why) => why.fmt(f),
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

impl std::error::Error for CheckpointError {}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        CheckpointError::Denied(error.into())
    }
}

impl From<Denied> for CheckpointError {
    fn from(why: Denied) -> CheckpointError {
        CheckpointError::Denied(why)
    }
}

/// What the file says.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    /// The version of the program.
    program: String,
    /// The number of the process that wrote it, which tells one file from another of the same state.
    #[serde(default)]
    pub(super) process: u32,
    size: String,
    start: Vec<u16>,
    goal: Vec<u16>,
    /// What searches; pieces of other engines are of no use to it.
    pub(super) engine: String,
    /// The first estimate of the start, that of the engine which began.
    pub(super) estimate: Option<u32>,
    /// No solution is shorter.
    pub(super) bound: u32,
    /// The shortest solution known: the blank's moves as letters.
    best: Option<String>,
    /// What the search had cost before the pass.
    expanded: u64,
    generated: u64,
    iterations: u32,
    seconds: f64,
    /// What the pass before had generated, by which this one was cut.
    pub(super) last_pass: Option<u64>,
    /// How many pieces the pass has; 0 between passes.
    pub(super) pieces: usize,
    /// How many boards its frontier was to have.
    #[serde(default)]
    pub(super) frontier: usize,
    /// A checksum of where pieces begin: another build may cut otherwise.
    #[serde(default)]
    pub(super) cut: u64,
    /// Finished pieces: number, nodes expanded, nodes generated.
    pub(super) finished: Vec<(usize, u64, u64)>,
}

impl Saved {
    /// No file of ours has as many bytes: pieces take some thirty each.
    pub(super) const LARGEST: u64 = 1 << 28;
    /// No solution has as many moves: those of the largest boards need some ten thousand.
    const LONGEST: u32 = 1 << 20;

    pub(super) fn fresh(problem: &Problem) -> Saved {
        Saved {
            program: env!("CARGO_PKG_VERSION").into(),
            process: 0,
            size: problem.size().to_string(),
            start: problem.start().labels().to_vec(),
            goal: problem.goal().grid().labels().to_vec(),
            engine: String::new(),
            estimate: None,
            bound: 0,
            best: None,
            expanded: 0,
            generated: 0,
            iterations: 0,
            seconds: 0.0,
            last_pass: None,
            pieces: 0,
            frontier: 0,
            cut: 0,
            finished: Vec::new(),
        }
    }

    /// Reads a file and checks that it is of the problem.
    pub(super) fn read(bytes: &[u8], problem: &Problem) -> Result<Saved, CheckpointError> {
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
        if !pieces_fit || !saved.leads_home(problem) || !saved.can_go_on() {
            return Err(damaged());
        }
        Ok(saved)
    }

    /// Whether a search can add to these numbers: no bound or estimate is above the solution, and no sum outgrows its type.
    fn can_go_on(&self) -> bool {
        let known = self.path().map_or(Saved::LONGEST, |best| best.len() as u32);
        let counts = self.finished.iter().flat_map(|piece| [piece.1, piece.2]);
        let all = [self.expanded, self.generated, self.iterations.into()];
        let mut counts = counts.chain(all).chain(self.last_pass);
        let sum = counts.try_fold(0u64, u64::checked_add);
        let bounded = self.bound.max(self.estimate.unwrap_or(0)) <= known;
        bounded && sum.is_some_and(|sum| sum < 1 << 62) && self.iterations < 1 << 30
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

    pub(super) fn path(&self) -> Option<Vec<Move>> {
        let best = self.best.as_ref()?;
        parse_moves(best, Convention::Blank).ok()
    }

    pub(super) fn stats(&self) -> Stats {
        Stats {
            expanded: self.expanded,
            generated: self.generated,
            iterations: self.iterations,
            elapsed: Duration::try_from_secs_f64(self.seconds).unwrap_or_default(),
            ..Stats::default()
        }
    }

    pub(super) fn spend(&mut self, stats: Stats) {
        (self.expanded, self.generated) = (stats.expanded, stats.generated);
        (self.iterations, self.seconds) = (stats.iterations, stats.elapsed.as_secs_f64());
    }

    /// Takes note of a solution, if it is the shortest so far.
    pub(super) fn keep(&mut self, best: Option<&[Move]>) {
        let known = self.path().map(|path| path.len());
        if let Some(best) = best
            && known.is_none_or(|known| best.len() < known)
        {
            let mut letters = Vec::new();
            write_moves(&mut letters, best, Convention::Blank, false);
            self.best = String::from_utf8(letters).ok();
        }
    }

    pub(super) fn between_passes(&mut self) {
        (self.last_pass, self.pieces) = (None, 0);
        (self.frontier, self.cut) = (0, 0);
        self.finished.clear();
    }

    /// Writes the file and gives its first line.
    pub(super) fn write(&self, file: &mut OwnedFile) -> io::Result<String> {
        let body = serde_json::to_string(self)?;
        let head = format!("{LABEL} {VERSION} {}\n", checksum(&body));
        file.replace(|file| {
            file.write_all(head.as_bytes())?;
            file.write_all(body.as_bytes())
        })?;
        Ok(head)
    }
}

fn checksum(body: &str) -> String {
    format!("{:016x}", xxh3_64(body.as_bytes()))
}
