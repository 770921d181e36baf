//! Searches that are stopped, killed and gone on with.

mod common;
mod corpus;

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

use common::{Ran, run, slide, words};
use corpus::fifteen_puzzles;
use slide::{
    Cell, Goal, Grid, Move, NamedGoal, Problem, Scramble, Size,
    files::Denied,
    pdb::{Indexes, Partition, Table},
    search::{
        Answer, Checkpoint, CheckpointError, Effort, Incumbent, Known, Limits, Observer, Outcome,
        Scout, TwentyFourTables, Watch, twenty_four,
    },
    solver::{Algorithm, Choice, NamedHeuristic, Plan, Quality, Request},
};

const EVERY: Duration = Duration::from_secs(30);

/// A path of this test's own, with nothing there.
fn place(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => panic!("{error}"),
        _ => path,
    }
}

fn goal(name: NamedGoal, side: usize) -> Arc<Goal> {
    Arc::new(Goal::named(name, Size::square(side).expect("a square")))
}

/// Korf's first board, and a plan whose passes are large enough to be cut into pieces.
fn fifteen() -> (Problem, Plan) {
    let goal = goal(NamedGoal::BlankFirst, 4);
    let (start, _) = fifteen_puzzles("korf-100.txt").swap_remove(0);
    let choice = Choice {
        algorithm: Algorithm::IdaStar,
        heuristic: NamedHeuristic::LinearConflict,
        ..Choice::default()
    };
    let plan = Plan::new(goal.size(), goal.blank(), &choice).expect("it can be had");
    (Problem::new(start, goal).expect("a board"), plan)
}

fn tables(blank: Cell) -> TwentyFourTables {
    let size = Size::square(5).expect("5x5");
    let partition = Partition::automatic(size, blank, 4).expect("5x5 is small enough");
    let indexes = Indexes::new();
    let tables: Vec<Arc<Table>> = Partition::tables_of(std::slice::from_ref(&partition))
        .iter()
        .map(|pattern| Arc::new(Table::build(pattern, &indexes)))
        .collect();
    TwentyFourTables::new(&[partition], &tables, 11).expect("all tables are there")
}

/// A 24-puzzle with a frontier: its last two passes have millions of nodes.
fn twenty_four_puzzle() -> Problem {
    let goal = goal(NamedGoal::BlankFirst, 5);
    let start = Scramble::new(117).walk(&goal, 84);
    Problem::new(start, goal).expect("a board")
}

fn solve(
    plan: &Plan,
    problem: &Problem,
    limits: &Limits,
    checkpoint: Option<&Checkpoint>,
) -> Answer {
    plan.solve_as(&Request {
        problem,
        limits,
        observer: &(),
        known: Known {
            checkpoint,
            ..Known::default()
        },
        effort: Effort::TOGETHER,
    })
}

/// The shares, notices and the length of the best solution that a search tells.
#[derive(Default)]
struct Hearer {
    best: AtomicU32,
    shares: Mutex<Vec<f64>>,
    notices: Mutex<Vec<String>>,
}

impl Observer for Hearer {
    fn best(&self, length: u32) {
        self.best.store(length, Ordering::Relaxed);
    }

    fn searched(&self, share: f64) {
        self.shares.lock().expect("no panic").push(share);
    }

    fn notice(&self, notice: &str) {
        self.notices.lock().expect("no panic").push(notice.into());
    }
}

/// Searches the 24-puzzle above for so many nodes at most.
fn go_on(
    problem: &Problem,
    tables: &TwentyFourTables,
    nodes: u64,
    checkpoint: &Checkpoint,
    observer: &dyn Observer,
) -> Answer {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let watch = Watch::start(&limits, observer);
    let known = Known {
        proven: checkpoint.bound(),
        checkpoint: Some(checkpoint),
        ..Known::default()
    };
    twenty_four(&problem.board(), tables, known, Effort::ALONE, &watch)
}

#[test]
fn pieces_of_a_pass_that_was_cut_otherwise_are_searched_again() {
    let problem = twenty_four_puzzle();
    let tables = tables(problem.goal().blank());
    let path = place("cut.checkpoint");
    let whole = go_on(
        &problem,
        &tables,
        u64::MAX,
        &Checkpoint::open(&path, &problem, EVERY).expect("it is ours"),
        &(),
    );
    fs::remove_file(&path).expect("it is there");
    let checkpoint = Checkpoint::open(&path, &problem, EVERY).expect("it is ours");
    let most = whole.stats.generated * 3 / 4;
    go_on(&problem, &tables, most, &checkpoint, &());
    drop(checkpoint);
    let good = fs::read_to_string(&path).expect("it is there");
    let begins_with = |text: &str| {
        fs::write(&path, text).expect("it can be written");
        let checkpoint = Checkpoint::open(&path, &problem, EVERY).expect("it is ours");
        let hearer = Hearer::default();
        let answer = go_on(&problem, &tables, u64::MAX, &checkpoint, &hearer);
        assert_eq!(answer.outcome, whole.outcome);
        let mut stats = checkpoint.before();
        stats += answer.stats;
        assert_eq!(stats.generated, whole.stats.generated);
        let shares = hearer.shares.into_inner().expect("no panic");
        // What was done before is told of at once: nobody could take it for what is done now.
        assert!(shares[1..].iter().all(|&share| share != shares[0]));
        shares[0]
    };
    assert!(begins_with(&good) > 0.0);
    assert_eq!(begins_with(&with_field(&good, "cut", 1.into())), 0.0);
}

#[test]
fn a_checkpoint_in_use_is_refused_and_is_free_as_soon_as_it_is_not() {
    let problem = twenty_four_puzzle();
    let tables = tables(problem.goal().blank());
    let path = place("used.checkpoint");
    let open = || Checkpoint::open(&path, &problem, EVERY);
    let first = open().expect("it is ours");
    // Also after it has been replaced.
    for nodes in [1_000_000, 2_000_000] {
        let refused = open().err().expect("it is in use").to_string();
        assert_eq!(refused, "in use by another process");
        go_on(&problem, &tables, nodes, &first, &());
    }
    drop(first);
    assert!(open().is_ok());
}

#[test]
fn a_checkpoint_that_somebody_else_has_written_is_left_to_them() {
    let problem = twenty_four_puzzle();
    let tables = tables(problem.goal().blank());
    let path = place("shared.checkpoint");
    let checkpoint = Checkpoint::open(&path, &problem, EVERY).expect("it is ours");
    go_on(&problem, &tables, 1_000_000, &checkpoint, &());
    let ours = fs::read_to_string(&path).expect("it is there");
    let theirs = with_field(&ours, "process", 1.into());
    fs::write(&path, &theirs).expect("it can be written");
    let hearer = Hearer::default();
    for nodes in [2_000_000, 3_000_000] {
        go_on(&problem, &tables, nodes, &checkpoint, &hearer);
        assert!(fs::read_to_string(&path).expect("it is there") == theirs);
    }
    let notices = hearer.notices.into_inner().expect("no panic");
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].contains("somebody else"), "{notices:?}");
}

#[test]
fn a_checkpoint_that_is_taken_away_is_written_again() {
    let problem = twenty_four_puzzle();
    let tables = tables(problem.goal().blank());
    let path = place("away.checkpoint");
    let checkpoint = Checkpoint::open(&path, &problem, EVERY).expect("it is ours");
    fs::remove_file(&path).expect("it is there");
    let hearer = Hearer::default();
    go_on(&problem, &tables, 2_000_000, &checkpoint, &hearer);
    assert!(path.is_file());
    assert!(hearer.notices.into_inner().expect("no panic").is_empty());
}

/// The finished pieces in a checkpoint and the solution known.
fn kept(path: &Path) -> (u64, usize, Option<String>) {
    let text = fs::read_to_string(path).expect("it is there");
    let (_, body) = text.split_once('\n').expect("two lines");
    let saved: serde_json::Value = serde_json::from_str(body).expect("it is JSON");
    let pieces = saved["finished"].as_array().map_or(0, Vec::len);
    let best = saved["best"].as_str().map(String::from);
    (saved["bound"].as_u64().expect("a bound"), pieces, best)
}

#[test]
fn pieces_outlast_a_search_that_they_are_of_no_use_to() {
    let problem = twenty_four_puzzle();
    let tables = tables(problem.goal().blank());
    let path = place("outlast.checkpoint");
    let open = || Checkpoint::open(&path, &problem, EVERY).expect("it is ours");
    let whole = go_on(&problem, &tables, u64::MAX, &open(), &());
    fs::remove_file(&path).expect("it is there");
    go_on(
        &problem,
        &tables,
        whole.stats.generated * 3 / 4,
        &open(),
        &(),
    );
    let (bound, pieces, _) = kept(&path);
    assert!(pieces > 0);
    // Another engine, and the same one with memory for fewer boards: both stop before they have proven more.
    let few = Limits {
        memory: Some(1 << 20),
        nodes: Some(1_000_000),
        ..Limits::default()
    };
    let plan = |choice: Choice| {
        let plan = Plan::new(problem.size(), problem.goal().blank(), &choice);
        plan.expect("it can be had")
    };
    let others = [
        Some(plan(Choice {
            algorithm: Algorithm::IdaStar,
            heuristic: NamedHeuristic::Manhattan,
            ..Choice::default()
        })),
        Some(plan(Choice {
            quality: Quality::Fast,
            ..Choice::default()
        })),
        Some(plan(Choice {
            quality: Quality::Good,
            ..Choice::default()
        })),
        None,
    ];
    for other in others {
        let (checkpoint, hearer) = (open(), Hearer::default());
        let known = Known {
            proven: checkpoint.bound(),
            checkpoint: Some(&checkpoint),
            ..Known::default()
        };
        let name = other.as_ref().map(Plan::to_string);
        if let Some(other) = other {
            // Beams would solve it with more.
            let one = Limits {
                nodes: Some(1),
                ..few.clone()
            };
            let answer = other.solve_as(&Request {
                problem: &problem,
                limits: &one,
                observer: &hearer,
                known,
                effort: Effort::ALONE,
            });
            assert!(!answer.outcome.is_optimal(), "{name:?}");
        } else {
            let watch = Watch::start(&few, &hearer);
            twenty_four(&problem.board(), &tables, known, Effort::ALONE, &watch);
        }
        assert_eq!(kept(&path).0, bound);
        assert_eq!(kept(&path).1, pieces, "{name:?}");
        let notices = hearer.notices.into_inner().expect("no panic");
        assert_eq!(notices.len(), 1, "{notices:?}");
        assert!(notices[0].contains("of no use"), "{notices:?}");
    }
    // The first one goes on where it was.
    let checkpoint = open();
    let answer = go_on(&problem, &tables, u64::MAX, &checkpoint, &());
    assert_eq!(answer.outcome, whole.outcome);
    let mut stats = checkpoint.before();
    stats += answer.stats;
    assert_eq!(stats.generated, whole.stats.generated);
}

#[test]
fn a_frontier_is_made_again_as_large_as_it_was_where_memory_has_room_for_it() {
    let problem = twenty_four_puzzle();
    let tables = tables(problem.goal().blank());
    let path = place("room.checkpoint");
    let open = || Checkpoint::open(&path, &problem, EVERY).expect("it is ours");
    let search = |memory: Option<u64>, nodes| {
        let checkpoint = open();
        let (limits, hearer) = (
            Limits {
                memory,
                nodes,
                ..Limits::default()
            },
            Hearer::default(),
        );
        let watch = Watch::start(&limits, &hearer);
        let known = Known {
            proven: checkpoint.bound(),
            checkpoint: Some(&checkpoint),
            ..Known::default()
        };
        let answer = twenty_four(&problem.board(), &tables, known, Effort::ALONE, &watch);
        let mut stats = checkpoint.before();
        stats += answer.stats;
        assert!(hearer.notices.into_inner().expect("no panic").is_empty());
        (answer, stats.generated)
    };
    let (whole, nodes) = search(Some(1 << 20), None);
    fs::remove_file(&path).expect("it is there");
    // Begun with little memory and gone on with as much as there is.
    search(Some(1 << 20), Some(nodes * 3 / 4));
    assert!(kept(&path).1 > 0);
    let (again, sum) = search(None, None);
    assert_eq!((again.outcome, sum), (whole.outcome, nodes));
}

#[test]
fn a_solution_that_is_known_is_not_forgotten_for_a_longer_one() {
    let (problem, plan) = fifteen();
    let path = place("longer.checkpoint");
    let open = || Checkpoint::open(&path, &problem, EVERY).expect("it is ours");
    let Outcome::Solved(best) = solve(&plan, &problem, &Limits::default(), Some(&open())).outcome
    else {
        panic!("there is no limit")
    };
    let checkpoint = open();
    let fast = Choice {
        quality: Quality::Fast,
        ..Choice::default()
    };
    let fast = Plan::new(problem.size(), problem.goal().blank(), &fast).expect("it can be had");
    let alone = solve(&fast, &problem, &Limits::default(), None).outcome;
    let Outcome::Solved(longer) = alone else {
        panic!("it never fails")
    };
    assert!(longer.moves.len() > best.moves.len());
    // Whoever goes on is told at once what is known.
    let hearer = Hearer::default();
    let known = fast.solve_as(&Request {
        problem: &problem,
        limits: &Limits::default(),
        observer: &hearer,
        known: Known {
            checkpoint: Some(&checkpoint),
            ..Known::default()
        },
        effort: Effort::TOGETHER,
    });
    assert_eq!(hearer.best.into_inner(), best.moves.len() as u32);
    assert_eq!(known.outcome, Outcome::Solved(best));
}

#[test]
fn the_first_estimate_is_the_same_however_often_a_search_goes_on() {
    // Korf's 14th needs tables, and they estimate it otherwise than the engine that begins.
    let (start, _) = fifteen_puzzles("korf-100.txt").swap_remove(13);
    let problem = Problem::new(start, goal(NamedGoal::BlankFirst, 4)).expect("a board");
    let plan = |heuristic| {
        let choice = Choice {
            heuristic,
            ..Choice::default()
        };
        Plan::new(problem.size(), problem.goal().blank(), &choice).expect("it can be had")
    };
    let (auto, tables) = (plan(NamedHeuristic::Auto), plan(NamedHeuristic::PatternDb));
    let whole = solve(&auto, &problem, &Limits::default(), None);
    let other = solve(&tables, &problem, &Limits::default(), None);
    assert_ne!(other.estimate, whole.estimate);
    let path = place("estimate.checkpoint");
    let mut engines = Vec::new();
    for share in [4, 2, 2, 1] {
        let checkpoint = Checkpoint::open(&path, &problem, EVERY).expect("it is ours");
        let limits = Limits {
            nodes: (share > 1).then_some(whole.stats.generated / share),
            ..Limits::default()
        };
        let answer = solve(&auto, &problem, &limits, Some(&checkpoint));
        assert_eq!(answer.estimate, whole.estimate);
        engines.push(fs::read_to_string(&path).expect("it is there"));
    }
    let other = |text: &String| text.contains("\"engine\":\"pattern-db");
    assert!(
        engines.iter().any(other),
        "only one engine searched: {engines:?}"
    );
}

#[test]
fn a_search_stopped_again_and_again_counts_and_finds_what_one_search_does() {
    let (problem, plan) = fifteen();
    let solve = |limits: &Limits, checkpoint: Option<&Checkpoint>| {
        solve(&plan, &problem, limits, checkpoint)
    };
    let whole = solve(&Limits::default(), None);
    let Outcome::Solved(expected) = whole.outcome else {
        panic!("there is no limit")
    };
    let path = place("stopped.checkpoint");
    let limits = Limits {
        nodes: Some(whole.stats.generated / 8),
        ..Limits::default()
    };
    let mut bounds = Vec::new();
    loop {
        let checkpoint = Checkpoint::open(&path, &problem, EVERY).expect("it is ours");
        assert!(bounds.is_empty() || checkpoint.bound() >= *bounds.last().expect("not empty"));
        let answer = solve(&limits, Some(&checkpoint));
        match answer.outcome {
            Outcome::Unknown { bound, .. } => bounds.push(bound),
            Outcome::Solved(solution) => {
                assert_eq!(solution, expected);
                assert_eq!(answer.stats.generated, whole.stats.generated);
                assert_eq!(answer.stats.expanded, whole.stats.expanded);
                assert_eq!(answer.stats.iterations, whole.stats.iterations);
                break;
            }
            Outcome::Unsolvable => panic!("it can be solved"),
        }
        assert!(bounds.len() < 100, "it gets no further");
    }
    let same = bounds.windows(2).any(|pair| pair[0] == pair[1]);
    assert!(same, "no pass was stopped twice: {bounds:?}");

    // Solved once, it is known for good.
    let checkpoint = Checkpoint::open(&path, &problem, EVERY).expect("it is ours");
    let again = solve(&limits, Some(&checkpoint));
    assert_eq!(again.outcome, Outcome::Solved(expected));
    assert_eq!(again.stats.generated, whole.stats.generated);
}

#[test]
fn a_frontier_goes_on_where_it_was_stopped() {
    let problem = twenty_four_puzzle();
    let tables = tables(problem.goal().blank());
    let solve = |limits: &Limits, known: Known<'_>| {
        let watch = Watch::start(limits, &());
        twenty_four(&problem.board(), &tables, known, Effort::ALONE, &watch)
    };
    let whole = solve(&Limits::default(), Known::default());
    let path = place("frontier.checkpoint");
    let limits = Limits {
        nodes: Some(whole.stats.generated / 5),
        ..Limits::default()
    };
    for round in 0.. {
        assert!(round < 50, "it gets no further");
        let checkpoint = Checkpoint::open(&path, &problem, EVERY).expect("it is ours");
        let answer = solve(
            &limits,
            Known {
                proven: checkpoint.bound(),
                checkpoint: Some(&checkpoint),
                ..Known::default()
            },
        );
        if let Outcome::Solved(solution) = &answer.outcome {
            assert!(round > 2, "{round} rounds are no test");
            assert_eq!(whole.outcome, Outcome::Solved(solution.clone()));
            let mut stats = checkpoint.before();
            stats += answer.stats;
            assert_eq!(stats.generated, whole.stats.generated);
            break;
        }
    }
}

/// A scout who knows a solution.
struct Oracle(Vec<Move>);

impl Scout for Oracle {
    fn scout(&self, below: Option<u32>, _: u64, _: &Watch<'_>) -> Option<Vec<Move>> {
        let better = below.is_none_or(|below| (self.0.len() as u32) < below);
        better.then(|| self.0.clone())
    }
}

/// A scout and an observer in one: finds nothing, and hears of each pass.
#[derive(Default)]
struct Idler {
    bound: AtomicU32,
    sent: AtomicU32,
}

impl Observer for Idler {
    fn bound(&self, bound: u32) {
        self.bound.store(bound, Ordering::Relaxed);
    }
}

impl Scout for Idler {
    fn scout(&self, below: Option<u32>, _: u64, _: &Watch<'_>) -> Option<Vec<Move>> {
        // The pass told of last is over, and the next one has two moves more.
        let bound = self.bound.load(Ordering::Relaxed) + 2;
        assert!(
            below.is_some_and(|below| bound < below),
            "{below:?} is optimal, as {bound} are needed"
        );
        self.sent.fetch_add(1, Ordering::Relaxed);
        None
    }
}

#[test]
fn nobody_is_sent_for_a_solution_when_the_one_known_is_optimal() {
    let problem = twenty_four_puzzle();
    let tables = tables(problem.goal().blank());
    let solve = |incumbent: &Incumbent<'_>, observer: &dyn Observer| {
        let (limits, known) = (
            Limits::default(),
            Known {
                incumbent: Some(incumbent),
                ..Known::default()
            },
        );
        let watch = Watch::start(&limits, observer);
        twenty_four(&problem.board(), &tables, known, Effort::ALONE, &watch)
    };
    let Outcome::Solved(solution) = solve(&Incumbent::default(), &()).outcome else {
        panic!("there is no limit")
    };
    let idler = Idler::default();
    let incumbent = Incumbent::new(Some(solution.moves.clone()), Some(&idler));
    assert_eq!(solve(&incumbent, &idler).outcome, Outcome::Solved(solution));
    assert!(idler.sent.load(Ordering::Relaxed) > 0, "no pass was large");
}

#[test]
fn when_a_known_solution_meets_the_bound_the_last_pass_is_not_made() {
    let problem = twenty_four_puzzle();
    let tables = tables(problem.goal().blank());
    let solve = |limits: &Limits, incumbent: &Incumbent<'_>| {
        let watch = Watch::start(limits, &());
        let known = Known {
            incumbent: Some(incumbent),
            ..Known::default()
        };
        twenty_four(&problem.board(), &tables, known, Effort::ALONE, &watch)
    };
    let whole = solve(&Limits::default(), &Incumbent::default());
    let Outcome::Solved(solution) = &whole.outcome else {
        panic!("there is no limit")
    };
    let oracle = Oracle(solution.moves.clone());
    let told = solve(&Limits::default(), &Incumbent::new(None, Some(&oracle)));
    assert_eq!(told.outcome, whole.outcome);
    assert_eq!(told.stats.iterations + 1, whole.stats.iterations);
    assert!(told.stats.generated < whole.stats.generated);

    // Two moves too many: not optimal, but something to show when a limit comes.
    let detour = [Move::Up, Move::Down, Move::Left, Move::Right]
        .into_iter()
        .find(|&m| problem.start().clone().apply(m))
        .expect("a blank can move");
    let longer = [&[detour, detour.inverse()], solution.moves.as_slice()].concat();
    let incumbent = Incumbent::new(Some(longer.clone()), None);
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    match solve(&limits, &incumbent).outcome {
        Outcome::Unknown { bound, best, .. } => {
            assert!(bound <= solution.moves.len() as u32);
            assert_eq!(best, Some(longer.clone()));
        }
        other => panic!("solved with one node: {other:?}"),
    }
    let found = solve(&Limits::default(), &Incumbent::new(Some(longer), None));
    assert_eq!(found.outcome, whole.outcome);
}

#[test]
fn checkpoints_of_others_and_damaged_ones_are_refused_with_the_reason() {
    let (problem, _) = fifteen();
    let path = place("refused.checkpoint");
    drop(Checkpoint::open(&path, &problem, EVERY).expect("it can be written"));
    let good = fs::read_to_string(&path).expect("it was written");
    let refused = |problem: &Problem| match Checkpoint::open(&path, problem, EVERY) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };

    let moved = |m: Move| {
        let mut grid = problem.start().clone();
        grid.apply(m).then_some(grid)
    };
    let start = Move::ALL.into_iter().find_map(moved).expect("it can move");
    let board = Problem::new(start, goal(NamedGoal::BlankFirst, 4)).expect("a board");
    assert!(refused(&board).starts_with("a checkpoint of another board: 14 13 15 7"));
    let other_goal = Problem::new(problem.start().clone(), goal(NamedGoal::BlankLast, 4));
    let text = refused(&other_goal.expect("the same tiles"));
    assert!(
        text.starts_with("a checkpoint of another goal: 0 1 2 3"),
        "{text}"
    );

    let says = |text: &[u8], expected: &str| {
        fs::write(&path, text).expect("it can be written");
        assert_eq!(
            refused(&problem),
            expected,
            "{:?}",
            String::from_utf8_lossy(text)
        );
    };
    let version = good.replacen("checkpoint 1 ", "checkpoint 2 ", 1);
    says(
        version.as_bytes(),
        "a checkpoint of format 2, which this one cannot go on with",
    );
    says(b"", "not a checkpoint");
    says(b"1 2 3 4 5 6 7 8 x\n", "not a checkpoint");
    says(b"\xff\xfe\0", "not a checkpoint");
    let damaged = "a damaged checkpoint: the checksum is wrong";
    let label = "slide-checkpoint".len();
    for length in label..good.len() {
        says(&good.as_bytes()[..length], damaged);
    }
    for place in label + 3..good.len() {
        let mut bytes = good.clone().into_bytes();
        bytes[place] ^= 1;
        says(&bytes, damaged);
    }
    says(good.as_bytes(), "");
}

/// A checkpoint with a field changed and the checksum made right again, as a program gone wrong might write it.
fn with_field(good: &str, name: &str, value: serde_json::Value) -> String {
    let (head, body) = good.split_once('\n').expect("two lines");
    let mut fields: serde_json::Value = serde_json::from_str(body).expect("JSON");
    fields[name] = value;
    let body = fields.to_string();
    let (label, _) = head.rsplit_once(' ').expect("a checksum");
    let sum = xxhash_rust::xxh3::xxh3_64(body.as_bytes());
    format!("{label} {sum:016x}\n{body}")
}

#[test]
fn numbers_that_no_search_can_go_on_from_are_refused() {
    let (problem, plan) = fifteen();
    let path = place("numbers.checkpoint");
    drop(Checkpoint::open(&path, &problem, EVERY).expect("it can be written"));
    let good = fs::read_to_string(&path).expect("it was written");
    let best: String = {
        let answer = plan.solve(&problem, &Limits::default(), &());
        let Outcome::Solved(solution) = answer.outcome else {
            panic!("it can be solved")
        };
        solution.moves.iter().map(|m| m.letter() as char).collect()
    };
    let with_best = with_field(&good, "best", best.as_str().into());
    let length = best.len() as u32;
    let cases = [
        (&good, "bound", 40.into(), true),
        (&good, "bound", u32::MAX.into(), false),
        (&with_best, "bound", length.into(), true),
        (&with_best, "bound", (length + 1).into(), false),
        (&good, "best", "r".into(), false),
        (&good, "expanded", 1.into(), true),
        (&good, "expanded", u64::MAX.into(), false),
        (&good, "generated", u64::MAX.into(), false),
        (&good, "iterations", u32::MAX.into(), false),
        (&good, "last_pass", u64::MAX.into(), false),
        (&good, "finished", vec![vec![0, 1, 1]].into(), false),
        (&good, "seconds", (-1e300).into(), true),
        (&good, "pieces", u64::MAX.into(), true),
        (&good, "unheard of", 0.into(), false),
    ];
    for (text, name, value, sound) in cases {
        let what = format!("{name}: {value}");
        fs::write(&path, with_field(text, name, value)).expect("it can be written");
        let opened = Checkpoint::open(&path, &problem, EVERY);
        assert_eq!(opened.is_ok(), sound, "{what}");
        let Ok(checkpoint) = opened else { continue };
        let request = Request {
            problem: &problem,
            limits: &Limits::default(),
            observer: &(),
            known: Known {
                checkpoint: Some(&checkpoint),
                ..Known::default()
            },
            effort: Effort::ALONE,
        };
        match plan.solve_as(&request).outcome {
            Outcome::Solved(solution) => assert_eq!(solution.moves.len() as u32, length, "{what}"),
            other => panic!("{what}: {other:?}"),
        }
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_known_at_once() {
    let (problem, _) = fifteen();
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no such folder/checkpoint");
    let opened = Checkpoint::open(nowhere, &problem, EVERY);
    assert!(matches!(
        opened,
        Err(CheckpointError::Denied(Denied::Io(_)))
    ));
    for no_file in [env!("CARGO_TARGET_TMPDIR"), "/dev/zero"] {
        let opened = Checkpoint::open(no_file, &problem, EVERY);
        assert!(
            matches!(opened, Err(CheckpointError::Denied(Denied::NoFile))),
            "{no_file}"
        );
    }
}

const OPTIONS: [&str; 8] = [
    "solve",
    "--goal",
    "blank-first",
    "--heuristic",
    "manhattan",
    "--output",
    "json",
    "--checkpoint",
];

fn begin(options: &[&str], board: &str, path: &Path) -> Child {
    let mut arguments = options.to_vec();
    arguments.extend([path.to_str().expect("UTF-8"), "--checkpoint-every", "20ms"]);
    started(slide(&arguments), board)
}

fn started(mut command: Command, board: &str) -> Child {
    let mut child = command.spawn().expect("slide starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    io::Write::write_all(&mut stdin, board.as_bytes()).expect("slide listens");
    child
}

#[test]
fn a_process_killed_again_and_again_gets_to_the_answer_of_one_that_was_not() {
    // About forty million nodes with Manhattan distance alone.
    let (start, length) = fifteen_puzzles("korf-100.txt").swap_remove(78);
    let board = line(&start);
    let path = place("killed.checkpoint");
    let mut deaths = 0;
    let ran: Ran = loop {
        let mut child = begin(&OPTIONS, &board, &path);
        // Longer each time, so that the slowest machine gets further too.
        thread::sleep(Duration::from_millis(60 + 10 * deaths));
        if deaths < 8 {
            child.kill().expect("a child of ours");
            child.wait().expect("a child of ours");
            deaths += 1;
        } else {
            break child.wait_with_output().expect("a child of ours").into();
        }
    };
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let arguments = &OPTIONS[..OPTIONS.len() - 1];
    let field = |ran: &Ran, name: &str| {
        let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
        object[name].clone()
    };
    let whole = run(arguments, &board);
    for name in ["length", "moves", "optimal", "lower_bound", "generated"] {
        assert_eq!(field(&ran, name), field(&whole, name), "{name}");
    }
    assert_eq!(field(&ran, "length"), length);
}

fn line(grid: &Grid) -> String {
    let cells: Vec<String> = grid.labels().iter().map(u16::to_string).collect();
    cells.join(" ") + "\n"
}

#[test]
fn a_checkpoint_is_for_one_board() {
    let path = place("two-boards.checkpoint");
    let path = path.to_str().expect("UTF-8");
    let boards = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 x\n";
    let ran = run(&["solve", "--checkpoint", path], boards);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)));
    assert_eq!(
        ran.stderr,
        "slide: --checkpoint is for one board, and the input has more\n"
    );
    let ran = run(&["solve", "--checkpoint", path], "1 2 3 4 5 6 7 x 8\n");
    assert_eq!((ran.stdout.as_str(), ran.code), ("r\n", Some(0)));
    let ran = run(&["solve", "--checkpoint", path], "1 2 3 4 5 6 x 7 8\n");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)));
    assert_eq!(
        ran.stderr,
        format!("slide: {path}: a checkpoint of another board: 1 2 3 4 5 6 7 0 8\n")
    );
}

#[test]
fn a_checkpoint_of_a_solved_board_makes_no_tables_ready() {
    let (start, _) = fifteen_puzzles("korf-100.txt").swap_remove(4);
    let path = place("settled.checkpoint");
    let path = path.to_str().expect("a name in ASCII");
    let words = words("solve --goal blank-first --tables small -v -o length --checkpoint");
    let arguments = [&words[..], &[path]].concat();
    let first = run(&arguments, line(&start));
    assert!(
        first.stderr.contains("pattern-db 6-6-3 ready"),
        "{}",
        first.stderr
    );
    let again = run(&arguments, line(&start));
    assert!(
        !again.stderr.contains("pattern-db 6-6-3 ready"),
        "{}",
        again.stderr
    );
    assert_eq!(
        (first.stdout.as_str(), again.stdout.as_str()),
        ("56\n", "56\n")
    );
}

/// Waits until the checkpoint says so, or the search is over.
fn until(child: &mut Child, path: &Path, says: impl Fn(&serde_json::Value) -> bool) {
    while child.try_wait().expect("a child of ours").is_none() {
        let text = fs::read_to_string(path).unwrap_or_default();
        if let Some((_, body)) = text.split_once('\n')
            && says(&serde_json::from_str(body).expect("JSON"))
        {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

fn has_pieces(saved: &serde_json::Value) -> bool {
    saved["finished"]
        .as_array()
        .is_some_and(|list| !list.is_empty())
}

fn hang_up(child: &Child) {
    let sent = Command::new("kill")
        .args(["-HUP", &child.id().to_string()])
        .status();
    assert!(sent.expect("there is `kill`").success());
}

/// Whether this process ignores SIGHUP, as those that it begins will.
fn ignores_hanging_up() -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let mut lines = status.lines();
    let ignored = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = u64::from_str_radix(ignored.expect("it is there").trim(), 16);
    ignored.expect("hexadecimal digits") & 1 == 1
}

#[test]
fn a_terminal_that_goes_away_ends_a_search_in_good_order_unless_it_was_to_outlive_it() {
    // Some hundred million nodes with Manhattan distance alone.
    let (start, length) = fifteen_puzzles("korf-100.txt").swap_remove(0);
    let path = place("hung-up.checkpoint");
    // Under `nohup` the tests cannot begin anything that ends.
    if !ignores_hanging_up() {
        let mut child = begin(&OPTIONS, &line(&start), &path);
        until(&mut child, &path, has_pieces);
        hang_up(&child);
        let ran: Ran = child.wait_with_output().expect("a child of ours").into();
        assert_eq!(ran.code, Some(130), "{}", ran.stderr);
        // What was done before is not lost: the pass, or pieces of it.
        assert!(kept(&path).0 > 0);
        let folder = path.parent().expect("it has one");
        let left = fs::read_dir(folder).expect("it is there").flatten();
        let mut left = left.map(|entry| entry.file_name());
        assert!(!left.any(|name| {
            let name = name.to_string_lossy();
            name.starts_with("hung-up.checkpoint.")
        }));
    }

    // As `nohup` begins it; what was done is not done again.
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_slide")).args(OPTIONS);
    command.arg(&path).args(["--checkpoint-every", "20ms"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let before = if path.is_file() { kept(&path).1 } else { 0 };
    let mut child = started(command, &line(&start));
    until(&mut child, &path, |saved| {
        saved["finished"]
            .as_array()
            .is_some_and(|list| list.len() > before)
    });
    hang_up(&child);
    let ran: Ran = child.wait_with_output().expect("a child of ours").into();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout.contains(&format!("\"length\":{length},")),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_24_puzzle_killed_in_the_midst_of_its_tables_searches_goes_on_to_the_published_length() {
    let name = format!(
        "{}/puzzles/twenty-four/korf-felner-50.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let file = fs::read_to_string(name).expect("the file is there");
    let mut boards = file.lines().filter(|line| !line.starts_with('#'));
    let board = boards.nth(43).expect("there are fifty").to_string() + "\n";
    let path = place("24-puzzle.checkpoint");
    let options =
        words("solve --size 5 --goal blank-first --tables small --output json --checkpoint");
    let mut child = begin(&options, &board, &path);
    until(&mut child, &path, |saved| {
        let engine = saved["engine"].as_str();
        engine.is_some_and(|engine| engine.starts_with("pattern-db")) && has_pieces(saved)
    });
    child.kill().expect("a child of ours");
    child.wait().expect("a child of ours");
    let (bound, _, best) = kept(&path);
    assert!(bound <= 93 && best.is_none_or(|best| best.len() >= 93));
    let ran: Ran = begin(&options, &board, &path)
        .wait_with_output()
        .expect("a child of ours")
        .into();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(
        (&object["length"], &object["optimal"]),
        (&93.into(), &true.into())
    );
}

#[cfg(unix)]
#[test]
fn a_link_to_a_checkpoint_that_is_not_there_yet_leads_to_where_it_will_be() {
    let (problem, _) = fifteen();
    let (path, link) = (place("target.checkpoint"), place("link.checkpoint"));
    std::os::unix::fs::symlink("target.checkpoint", &link).expect("it can be made");
    drop(Checkpoint::open(&link, &problem, EVERY).expect("it can be written"));
    assert!(path.is_file());
    assert!(link.is_symlink());
}
