//! Any bytes as a checkpoint: refused, or a state that a search goes on from to the right length.
//!
//! The first byte says whether the checksum is mended; the rest is the file, for the board in the corpus.

#![no_main]

use std::{
    fs,
    path::PathBuf,
    sync::{Arc, LazyLock},
    time::Duration,
};

use libfuzzer_sys::fuzz_target;
use slide::{
    Goal, Grid, NamedGoal, Problem, Size,
    search::{Checkpoint, Effort, Known, Limits, Outcome},
    solver::{Choice, NamedHeuristic, Plan, Request, Algorithm, replay},
};
use xxhash_rust::xxh3::xxh3_64;

static PROBLEM: LazyLock<Problem> = LazyLock::new(|| {
    let size = Size::square(4).expect("4x4");
    let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
    let start = [5, 1, 2, 4, 9, 6, 3, 8, 13, 15, 10, 11, 14, 0, 7, 12];
    Problem::new(Grid::new(size, start), goal).expect("a board")
});
static PLAN: LazyLock<Plan> = LazyLock::new(|| {
    let choice = Choice {
        algorithm: Algorithm::IdaStar,
        heuristic: NamedHeuristic::Manhattan,
        ..Choice::default()
    };
    Plan::new(PROBLEM.size(), PROBLEM.goal().blank(), &choice).expect("a plan")
});
static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    folder.join(format!("slide-fuzz-checkpoint-{}", std::process::id()))
});

fuzz_target!(|data: &[u8]| {
    let Some((mend, bytes)) = data.split_first() else {
        return;
    };
    let mut bytes = bytes.to_vec();
    let end = bytes.iter().position(|&byte| byte == b'\n');
    if let Some(end) = end.filter(|_| mend % 2 == 1) {
        let sum = xxh3_64(&bytes[end + 1..]);
        bytes.splice(..end, format!("slide-checkpoint 1 {sum:016x}").into_bytes());
    }
    fs::write(&*FILE, &bytes).expect("the folder can be written");
    let every = Duration::from_secs(3600);
    let Ok(checkpoint) = Checkpoint::open(&*FILE, &PROBLEM, every) else {
        return;
    };
    if let Some(best) = checkpoint.best() {
        assert_eq!(replay(&PROBLEM, &best), Ok(()));
        assert!(checkpoint.bound() as usize <= best.len());
    }
    let limits = Limits {
        nodes: Some(10_000),
        ..Limits::default()
    };
    let answer = PLAN.solve_as(&Request {
        problem: &PROBLEM,
        limits: &limits,
        observer: &(),
        known: Known {
            checkpoint: Some(&checkpoint),
            ..Known::default()
        },
        effort: Effort::ALONE,
    });
    if let Outcome::Solved(solution) = answer.outcome {
        assert_eq!(replay(&PROBLEM, &solution.moves), Ok(()));
    }
});
