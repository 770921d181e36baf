//! One corpus through every algorithm with every heuristic: the same lengths, and moves that solve.

mod corpus;

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use corpus::{fifteen_puzzles, independent_replay};
use rayon::ThreadPoolBuilder;
use slide::{
    Cell, Goal, Grid, NamedGoal, Problem, Scramble, Size,
    batch::{Batch, Job},
    heuristic::{
        Change, Heuristic, LinearConflict, LinearConflictChange, Manhattan, ManhattanChange,
        WalkingDistance, WalkingDistanceChange,
    },
    search::{
        Answer, Cancel, Effort, Known, Limits, Observer, Outcome, Stats, Stop, Watch, fifteen,
        ida_star,
    },
    solver::{Algorithm, Choice, NamedHeuristic, Plan, PlanError, Quality, Request, replay},
};

/// Every combination of names, those that cannot be had included.
fn choices() -> impl Iterator<Item = Choice> {
    let pairs = |&algorithm| {
        NamedHeuristic::ALL.iter().map(move |&heuristic| Choice {
            algorithm,
            heuristic,
            ..Choice::default()
        })
    };
    Algorithm::ALL.iter().flat_map(pairs)
}

/// Whether a combination can be had, as the documentation has it.
fn is_offered(choice: &Choice, size: Size) -> bool {
    let cells = size.cells();
    let (short, long) = (size.rows().min(size.cols()), size.rows().max(size.cols()));
    let walking = long <= 4 || (long == 5 && short <= 3) || (long == 6 && short == 2);
    let guided = match choice.heuristic {
        NamedHeuristic::Auto | NamedHeuristic::Manhattan | NamedHeuristic::LinearConflict => true,
        NamedHeuristic::WalkingDistance => walking,
        NamedHeuristic::PatternDb => cells <= 36 && choice.algorithm != Algorithm::AStar,
    };
    match choice.algorithm {
        Algorithm::Table => cells <= 10 && choice.heuristic == NamedHeuristic::Auto,
        Algorithm::Bfs => cells <= 12 && choice.heuristic == NamedHeuristic::Auto,
        Algorithm::AStar => cells <= 12 && guided,
        Algorithm::Auto | Algorithm::IdaStar => guided,
    }
}

/// A plan for every combination that can be had and that `wanted` lets through.
fn plans(size: Size, blank: Cell, wanted: impl Fn(&Choice) -> bool) -> Vec<Plan> {
    choices()
        .filter(wanted)
        .filter_map(|choice| {
            let plan = Plan::new(size, blank, &choice);
            let offered = is_offered(&choice, size);
            assert_eq!(plan.is_ok(), offered, "{choice:?} for {size}");
            plan.ok()
        })
        .collect()
}

fn goal_of(grid: Grid) -> Arc<Goal> {
    Arc::new(Goal::new(grid).expect("an arrangement"))
}

fn problem(start: Grid, goal: &Arc<Goal>) -> Problem {
    Problem::new(start, goal.clone()).expect("an arrangement of the goal's size")
}

/// Solves with no limit and gives the length, the solution replayed in two ways.
fn solved_length(plan: &Plan, problem: &Problem) -> usize {
    let answer = plan.solve(problem, &Limits::default(), &());
    let Outcome::Solved(solution) = answer.outcome else {
        panic!("{plan}: {:?} for\n{}", answer.outcome, problem.start());
    };
    assert!(solution.is_optimal(), "{plan}");
    assert_eq!(replay(problem, &solution.moves), Ok(()), "{plan}");
    assert_eq!(
        independent_replay(problem.start(), &solution.moves),
        problem.goal().grid().labels(),
        "{plan}"
    );
    solution.moves.len()
}

fn all_agree(plans: &[Plan], problem: &Problem, length: usize) {
    for plan in plans {
        let (start, goal) = (problem.start(), problem.goal());
        assert_eq!(
            solved_length(plan, problem),
            length,
            "{plan}, goal {goal}:\n{start}"
        );
    }
}

/// Labels of up to 16 cells in one word.
fn pack(labels: &[u16]) -> u64 {
    labels
        .iter()
        .rev()
        .fold(0, |word, &label| word << 4 | u64::from(label))
}

fn unpack(mut word: u64, size: Size) -> Grid {
    let labels = (0..size.cells()).map(|_| {
        let label = (word & 15) as u16;
        word >>= 4;
        label
    });
    Grid::new(size, labels.collect::<Vec<_>>())
}

/// The distance of every board from the goal, by a breadth-first search that shares no code with the
/// engines: labels as written, a hash map, neighbours by row and column.
fn distances(goal: &Grid) -> HashMap<u64, usize> {
    let (rows, cols) = (goal.size().rows(), goal.size().cols());
    let mut distances = HashMap::from([(pack(goal.labels()), 0)]);
    let mut level = vec![pack(goal.labels())];
    for distance in 1.. {
        let mut next = Vec::new();
        for &word in &level {
            let blank = (0..rows * cols).find(|cell| word >> (4 * cell) & 15 == 0);
            let blank = blank.expect("a board has a blank");
            let (row, col) = (blank / cols, blank % cols);
            let mut neighbours = Vec::with_capacity(4);
            if row > 0 {
                neighbours.push(blank - cols);
            }
            if row + 1 < rows {
                neighbours.push(blank + cols);
            }
            if col > 0 {
                neighbours.push(blank - 1);
            }
            if col + 1 < cols {
                neighbours.push(blank + 1);
            }
            for from in neighbours {
                let tile = word >> (4 * from) & 15;
                let child = word ^ (tile << (4 * from) | tile << (4 * blank));
                distances.entry(child).or_insert_with(|| {
                    next.push(child);
                    distance
                });
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distances
}

/// Every engine on `samples` of a goal's boards, the farthest ones among them.
fn agree_with_the_truth(goal: Grid, samples: usize) {
    let size = goal.size();
    let mut boards: Vec<(usize, u64)> = distances(&goal)
        .into_iter()
        .map(|(word, distance)| (distance, word))
        .collect();
    boards.sort_unstable();
    assert_eq!(
        boards.len(),
        (3..=size.cells()).product::<usize>(),
        "half of all arrangements"
    );
    let goal = goal_of(goal);
    let plans = plans(size, goal.blank(), |_| true);
    assert!(plans.len() >= 13);
    let last = boards.len() - 1;
    for sample in 0..samples.min(boards.len()) {
        let (distance, word) = boards[last - sample * last / (samples - 1).max(1).min(last)];
        all_agree(&plans, &problem(unpack(word, size), &goal), distance);
    }
}

/// A random goal with its blank at `cell`: all that an engine sees of a goal is that cell.
fn written_out_goal(size: Size, cell: usize, scramble: &mut Scramble) -> Grid {
    let mut labels = scramble.arrangement(size).labels().to_vec();
    let blank = labels.iter().position(|&label| label == 0);
    labels.swap(blank.expect("an arrangement has a blank"), cell);
    Grid::new(size, labels)
}

#[test]
fn all_engines_agree_on_every_board_of_two_by_two_and_two_by_three_for_every_goal_blank() {
    for (rows, cols, boards) in [(2, 2, 12), (2, 3, 360), (3, 2, 360)] {
        let size = Size::new(rows, cols).expect("a size");
        let mut scramble = Scramble::new(1);
        for cell in 0..size.cells() {
            agree_with_the_truth(written_out_goal(size, cell, &mut scramble), boards);
        }
    }
}

#[test]
fn all_engines_agree_on_boards_of_eight_and_nine_cells_for_every_goal_blank() {
    for (rows, cols) in [(2, 4), (4, 2), (3, 3)] {
        let size = Size::new(rows, cols).expect("a size");
        let mut scramble = Scramble::new(2);
        for cell in 0..size.cells() {
            agree_with_the_truth(written_out_goal(size, cell, &mut scramble), 12);
        }
    }
}

#[test]
fn all_engines_agree_for_the_goals_that_have_a_name() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        for name in NamedGoal::ALL {
            agree_with_the_truth(name.grid(Size::new(rows, cols).expect("a size")), 10);
        }
    }
}

#[test]
fn all_engines_agree_on_boards_of_ten_and_twelve_cells_near_the_goal() {
    for (rows, cols) in [(2, 5), (5, 2), (2, 6), (4, 3)] {
        let size = Size::new(rows, cols).expect("a size");
        let mut scramble = Scramble::new(3);
        let goal = goal_of(written_out_goal(size, size.cells() / 2, &mut scramble));
        let plans = plans(size, goal.blank(), |_| true);
        let bfs = plans.iter().find(|plan| plan.algorithm() == Algorithm::Bfs);
        let bfs = bfs.expect("twelve cells are few enough");
        // Over 12 cells each search but the deepening ones first clears 240 MB.
        let walks = if size.cells() == 12 {
            &[0, 22][..]
        } else {
            &[0, 1, 9, 25]
        };
        for &moves in walks {
            let near = problem(scramble.walk(&goal, moves), &goal);
            let length = solved_length(bfs, &near);
            assert!(length <= moves && length % 2 == moves % 2);
            all_agree(&plans, &near, length);
        }
    }
}

#[test]
fn all_engines_but_the_blind_ones_agree_on_random_boards_of_ten_and_twelve_cells() {
    for (rows, cols) in [(2, 5), (5, 2), (6, 2), (3, 4)] {
        let size = Size::new(rows, cols).expect("a size");
        let mut scramble = Scramble::new(4);
        let goal = Arc::new(Goal::named(NamedGoal::Snail, size));
        // Manhattan distance and its like take IDA* minutes on the long boards.
        let plans = plans(size, goal.blank(), |choice| match choice.algorithm {
            Algorithm::Bfs => false,
            Algorithm::Table | Algorithm::AStar => true,
            Algorithm::Auto | Algorithm::IdaStar => matches!(
                choice.heuristic,
                NamedHeuristic::WalkingDistance | NamedHeuristic::PatternDb
            ),
        });
        let far = problem(scramble.solvable(&goal), &goal);
        let length = solved_length(&plans[0], &far);
        all_agree(&plans, &far, length);
    }
}

#[test]
fn all_engines_agree_with_the_literature_on_korfs_easy_boards() {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankFirst,
        Size::square(4).expect("4"),
    ));
    let plans = plans(goal.size(), goal.blank(), |_| true);
    assert_eq!(
        plans.len(),
        10,
        "auto and ida-star with five heuristics each"
    );
    for (number, _) in MANHATTAN_NODES {
        let (start, length) = korf(number);
        all_agree(&plans, &problem(start, &goal), length);
    }
}

#[test]
fn all_engines_agree_on_walks_over_large_boards() {
    for (rows, cols) in [(4, 5), (5, 4), (3, 5), (5, 5), (6, 6), (7, 7), (16, 16)] {
        let size = Size::new(rows, cols).expect("a size");
        let mut scramble = Scramble::new(5);
        let goal = goal_of(written_out_goal(size, size.cells() / 3, &mut scramble));
        let plans = plans(size, goal.blank(), |choice| {
            // Their tables take seconds above 15 cells.
            choice.heuristic != NamedHeuristic::PatternDb || size.cells() <= 15
        });
        for moves in [0, 7, 26] {
            let near = problem(scramble.walk(&goal, moves), &goal);
            let length = solved_length(&plans[0], &near);
            assert!(length <= moves && length % 2 == moves % 2);
            all_agree(&plans, &near, length);
        }
    }
}

#[test]
fn a_plan_that_cannot_be_had_says_why() {
    let size = Size::square(5).expect("5");
    let refused = |algorithm, heuristic| {
        let choice = Choice {
            algorithm,
            heuristic,
            ..Choice::default()
        };
        let plan = Plan::new(size, Cell::new(0), &choice);
        plan.err().expect("too large")
    };
    let cells = |algorithm, cells| PlanError::TooLarge {
        algorithm,
        cells,
        size,
    };
    let (table, bfs, a_star) = (Algorithm::Table, Algorithm::Bfs, Algorithm::AStar);
    assert_eq!(refused(table, NamedHeuristic::Auto), cells(table, 10));
    assert_eq!(refused(bfs, NamedHeuristic::Auto), cells(bfs, 12));
    assert_eq!(
        refused(a_star, NamedHeuristic::Manhattan),
        cells(a_star, 12)
    );
    assert_eq!(
        refused(Algorithm::IdaStar, NamedHeuristic::WalkingDistance),
        PlanError::WalkingDistance { size }
    );
    assert_eq!(
        refused(Algorithm::AStar, NamedHeuristic::PatternDb),
        PlanError::AStarPatternDb
    );
    let (algorithm, heuristic) = (table, NamedHeuristic::Manhattan);
    assert_eq!(
        refused(algorithm, heuristic),
        PlanError::Unguided {
            algorithm,
            heuristic
        }
    );
}

/// Korf's boards of fewest nodes: the number of the board and the nodes that IDA* with Manhattan
/// distance generated, as published in table 1 of Korf (1985). He counted the start, we do not.
const MANHATTAN_NODES: [(usize, u64); 12] = [
    (79, 540_860),
    (12, 546_344),
    (42, 877_823),
    (55, 927_212),
    (97, 1_002_927),
    (19, 1_280_495),
    (94, 1_337_340),
    (47, 1_411_294),
    (93, 1_599_909),
    (9, 1_650_696),
    (48, 1_905_023),
    (31, 2_351_811),
];

/// One of Korf's boards with its length, by his number.
fn korf(number: usize) -> (Grid, usize) {
    fifteen_puzzles("korf-100.txt").swap_remove(number - 1)
}

/// The packed engine and its twin on one board; what they generated.
fn twins_agree<T: Change>(
    problem: &Problem,
    change: &T,
    twin: &impl Heuristic<4, 4>,
    limits: &Limits,
) -> u64 {
    let watch = || Watch::start(limits, &());
    let (board, blank) = (problem.board::<4, 4>(), problem.goal().blank());
    let fast = fifteen(
        &board,
        blank,
        change,
        Known::default(),
        Effort::ALONE,
        &watch(),
    );
    let slow = ida_star(
        &board,
        blank,
        twin,
        Known::default(),
        Effort::ALONE,
        &watch(),
    );
    assert_eq!(
        timeless(fast.clone()),
        timeless(slow),
        "{}",
        problem.start()
    );
    fast.stats.generated
}

/// An answer without what depends on the clock.
fn timeless(answer: Answer) -> Answer {
    let stats = Stats {
        elapsed: Duration::ZERO,
        ..answer.stats
    };
    Answer { stats, ..answer }
}

#[test]
fn the_packed_engine_makes_the_same_moves_and_nodes_as_the_generic_one() {
    let size = Size::square(4).expect("4");
    let goal = Arc::new(Goal::named(NamedGoal::BlankFirst, size));
    let blank = goal.blank();
    let limits = Limits::default();
    for (number, published) in MANHATTAN_NODES {
        let problem = problem(korf(number).0, &goal);
        let manhattan = twins_agree(
            &problem,
            &ManhattanChange::new(blank),
            &Manhattan::new(blank),
            &limits,
        );
        assert_eq!(manhattan, published - 1, "board {number}");
        let change = LinearConflictChange::new(blank);
        let conflict = twins_agree(&problem, &change, &LinearConflict::new(blank), &limits);
        let twin = WalkingDistance::new(blank).expect("4x4 fits");
        let walking = twins_agree(&problem, &WalkingDistanceChange::new(blank), &twin, &limits);
        assert!(
            conflict < manhattan && walking < manhattan,
            "board {number}"
        );
    }
}

#[test]
fn the_packed_engine_agrees_with_the_generic_one_for_every_goal_blank() {
    let size = Size::square(4).expect("4");
    let mut scramble = Scramble::new(6);
    let limits = Limits {
        nodes: Some(200_000),
        ..Limits::default()
    };
    for cell in 0..16 {
        let goal = goal_of(written_out_goal(size, cell, &mut scramble));
        let blank = goal.blank();
        // Most random boards end at the limit, both engines at the same node.
        for start in [scramble.walk(&goal, 30), scramble.solvable(&goal)] {
            let problem = problem(start, &goal);
            twins_agree(
                &problem,
                &ManhattanChange::new(blank),
                &Manhattan::new(blank),
                &limits,
            );
            let change = LinearConflictChange::new(blank);
            twins_agree(&problem, &change, &LinearConflict::new(blank), &limits);
            let twin = WalkingDistance::new(blank).expect("4x4 fits");
            twins_agree(&problem, &WalkingDistanceChange::new(blank), &twin, &limits);
        }
    }
}

fn ida_star_plan(goal: &Goal, heuristic: NamedHeuristic) -> Plan {
    let choice = Choice {
        algorithm: Algorithm::IdaStar,
        heuristic,
        ..Choice::default()
    };
    Plan::new(goal.size(), goal.blank(), &choice).expect("ida-star takes every size")
}

/// Problems whose last passes are large enough to be shared by threads, with plans for them.
fn large_problems() -> Vec<(Plan, Problem)> {
    let mut large = Vec::new();
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankFirst,
        Size::square(4).expect("4"),
    ));
    for (number, heuristic) in [
        (28, NamedHeuristic::Manhattan),
        (81, NamedHeuristic::LinearConflict),
        (11, NamedHeuristic::WalkingDistance),
        (88, NamedHeuristic::PatternDb),
    ] {
        large.push((
            ida_star_plan(&goal, heuristic),
            problem(korf(number).0, &goal),
        ));
    }
    let (far, _) = far_board_of_twelve_cells();
    large.push((ida_star_plan(far.goal(), NamedHeuristic::Manhattan), far));
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankLast,
        Size::square(5).expect("5"),
    ));
    let start = Scramble::new(1).walk(&goal, 70);
    large.push((
        ida_star_plan(&goal, NamedHeuristic::LinearConflict),
        problem(start, &goal),
    ));
    large
}

fn request<'a>(problem: &'a Problem, limits: &'a Limits) -> Request<'a> {
    let (known, effort) = (Known::default(), Effort::ALONE);
    Request {
        problem,
        limits,
        observer: &(),
        known,
        effort,
    }
}

#[test]
fn moves_and_nodes_do_not_depend_on_the_effort_or_the_number_of_threads() {
    let limits = Limits::default();
    for (plan, problem) in large_problems() {
        let alone = timeless(plan.solve_as(&request(&problem, &limits)));
        let brief = plan.solve_as(&Request {
            effort: Effort::BRIEF,
            ..request(&problem, &limits)
        });
        let Outcome::Unknown {
            bound,
            stop: Stop::Large,
            ..
        } = brief.outcome
        else {
            panic!(
                "{plan}: the board is too easy for this test: {:?}",
                alone.stats
            );
        };
        for threads in [1, 2, 4] {
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            let together = Request {
                effort: Effort::TOGETHER,
                ..request(&problem, &limits)
            };
            let answer = pool.install(|| plan.solve_as(&together));
            assert_eq!(timeless(answer), alone, "{plan} on {threads} threads");
            let mut rest = pool.install(|| {
                plan.solve_as(&Request {
                    known: Known::proven(bound),
                    ..together
                })
            });
            rest.stats += brief.stats;
            assert_eq!(
                timeless(rest),
                alone,
                "{plan} on {threads} threads after a brief try"
            );
        }
    }
}

#[test]
fn a_batch_gives_the_same_answers_in_the_order_of_its_jobs_for_any_number_of_threads() {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankFirst,
        Size::square(4).expect("4"),
    ));
    let plan = Arc::new(ida_star_plan(&goal, NamedHeuristic::Manhattan));
    let mut scramble = Scramble::new(8);
    let mut starts: Vec<Grid> = [79, 28, 12].map(|number| korf(number).0).into();
    starts.extend((0..40).map(|_| scramble.walk(&goal, 20)));
    starts.extend([
        korf(45).0,
        NamedGoal::BlankLast.grid(goal.size()),
        korf(42).0,
    ]);
    let jobs: Vec<Job> = starts
        .into_iter()
        .map(|start| Job {
            problem: problem(start, &goal),
            plan: plan.clone(),
        })
        .collect();
    let alone: Vec<Answer> = jobs
        .iter()
        .map(|job| {
            timeless(
                job.plan
                    .solve_as(&request(&job.problem, &Limits::default())),
            )
        })
        .collect();
    assert!(
        alone
            .iter()
            .any(|answer| answer.outcome == Outcome::Unsolvable)
    );
    for threads in [1, 2, 4] {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let batch = Batch {
            pool: &pool,
            limits: &Limits::default(),
            observer: &(),
        };
        let mut answers = Vec::new();
        let end: Result<(), ()> = batch.solve(&jobs, |index, answer, _| {
            assert_eq!(index, answers.len());
            answers.push(timeless(answer));
            Ok(())
        });
        assert_eq!(end, Ok(()));
        assert_eq!(answers, alone, "{threads} threads");
    }
}

#[test]
fn a_brief_try_is_brief_even_where_a_pass_after_a_small_one_would_never_end() {
    let size = Size::square(16).expect("16");
    let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
    let (plan, limits) = (
        ida_star_plan(&goal, NamedHeuristic::Auto),
        Limits::default(),
    );
    let endless = problem(Scramble::new(1).solvable(&goal), &goal);
    let effort = Effort::BRIEF;
    let answer = plan.solve_as(&Request {
        effort,
        ..request(&endless, &limits)
    });
    let (bound, stop) = stopped(&answer);
    assert_eq!(stop, Stop::Large);
    assert!(bound >= answer.estimate);
    // What is to be made again is not counted.
    assert!(answer.stats.generated < 1 << 21);
    // Many threads take up the same pass.
    let limits = Limits {
        time: Some(Duration::from_millis(50)),
        ..Limits::default()
    };
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    let answer = pool.expect("threads").install(|| {
        plan.solve_as(&Request {
            known: Known::proven(bound),
            effort: Effort::TOGETHER,
            ..request(&endless, &limits)
        })
    });
    assert_eq!(stopped(&answer), (bound, Stop::Time));
}

/// The first of the hardest 15-puzzles: 80 moves, far beyond what a test can wait for.
fn hardest() -> (Problem, usize) {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankLast,
        Size::square(4).expect("4"),
    ));
    let (start, length) = fifteen_puzzles("hardest-17.txt").swap_remove(0);
    (problem(start, &goal), length)
}

fn stopped(answer: &Answer) -> (u32, Stop) {
    match answer.outcome {
        Outcome::Unknown { bound, stop, .. } => (bound, stop),
        _ => panic!("the limit was to stop this: {answer:?}"),
    }
}

#[test]
fn a_node_limit_stops_a_search_soon_after_as_many_nodes_with_a_true_bound() {
    let (problem, length) = hardest();
    for heuristic in [
        NamedHeuristic::Manhattan,
        NamedHeuristic::LinearConflict,
        NamedHeuristic::WalkingDistance,
        NamedHeuristic::Auto,
    ] {
        let plan = ida_star_plan(problem.goal(), heuristic);
        let mut bounds = Vec::new();
        for nodes in [1, 100_000, 5_000_000] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let answer = plan.solve_as(&request(&problem, &limits));
            let (bound, stop) = stopped(&answer);
            assert_eq!(stop, Stop::Nodes);
            assert!(bound >= answer.estimate && bound as usize <= length);
            assert_eq!(bound as usize % 2, length % 2);
            let most = nodes + 3 * u64::from(Watch::INTERVAL);
            assert!(
                answer.stats.generated <= most,
                "{} for {nodes}",
                answer.stats.generated
            );
            bounds.push(bound);
        }
        assert!(bounds.is_sorted() && bounds[0] < bounds[2], "{bounds:?}");
    }
}

/// A board of 3×4 far from the goal, with its length.
fn far_board_of_twelve_cells() -> (Problem, usize) {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankLast,
        Size::new(3, 4).expect("3x4"),
    ));
    // In full reverse the board could not be solved.
    let start = Grid::new(goal.size(), [0, 10, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    let far = problem(start, &goal);
    let length = solved_length(&Plan::auto(goal.size(), goal.blank()), &far);
    (far, length)
}

#[test]
fn every_limit_leaves_a_true_lower_bound_in_every_engine() {
    let (problem, length) = far_board_of_twelve_cells();
    let goal = problem.goal();
    let plans = [
        (Algorithm::Bfs, NamedHeuristic::Auto),
        (Algorithm::AStar, NamedHeuristic::Manhattan),
        (Algorithm::IdaStar, NamedHeuristic::Manhattan),
    ]
    .map(|(algorithm, heuristic)| {
        let choice = Choice {
            algorithm,
            heuristic,
            ..Choice::default()
        };
        Plan::new(goal.size(), goal.blank(), &choice).expect("12 cells")
    });
    let cancel = Cancel::new();
    cancel.cancel();
    let cases = [
        (
            "time",
            Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            },
        ),
        (
            "nodes",
            Limits {
                nodes: Some(1),
                ..Limits::default()
            },
        ),
        (
            "cancel",
            Limits {
                cancel,
                ..Limits::default()
            },
        ),
        (
            "memory",
            Limits {
                memory: Some(1 << 20),
                ..Limits::default()
            },
        ),
    ];
    for plan in &plans {
        for (name, limits) in &cases {
            if *name == "memory" && plan.algorithm() == Algorithm::IdaStar {
                continue; // It keeps nothing.
            }
            let answer = plan.solve_as(&request(&problem, limits));
            let (bound, stop) = stopped(&answer);
            match *name {
                "time" => assert_eq!(stop, Stop::Time, "{plan}"),
                "nodes" => assert_eq!(stop, Stop::Nodes, "{plan}"),
                "cancel" => assert_eq!(stop, Stop::Cancelled, "{plan}"),
                _ => assert!(
                    matches!(stop, Stop::Memory { needed } if needed > 1 << 20),
                    "{plan}"
                ),
            }
            assert!(bound >= answer.estimate.max(1), "{plan}, {name}: {bound}");
            assert!(
                bound as usize <= length,
                "{plan}, {name}: {bound} of {length}"
            );
        }
    }
}

#[test]
fn a_limit_keeps_no_one_from_being_told_that_a_board_is_unsolvable() {
    let cancel = Cancel::new();
    cancel.cancel();
    let limits = Limits {
        time: Some(Duration::ZERO),
        nodes: Some(1),
        memory: Some(0),
        cancel,
    };
    for size in Size::all() {
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
        let mut labels = goal.grid().labels().to_vec();
        labels.swap(0, 1);
        let plan = ida_star_plan(&goal, NamedHeuristic::Auto);
        let answer = plan.solve_as(&request(&problem(Grid::new(size, labels), &goal), &limits));
        assert_eq!(answer.outcome, Outcome::Unsolvable, "{size}");
    }
}

#[test]
fn a_cancel_from_another_thread_ends_a_search_that_would_take_days() {
    let (problem, length) = hardest();
    let plan = ida_star_plan(problem.goal(), NamedHeuristic::Manhattan);
    for threads in [1, 2] {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let limits = Limits::default();
        let hear = CancelAfter {
            nodes: AtomicU64::new(0),
            cancel: limits.cancel.clone(),
        };
        let answer = pool.install(|| plan.solve(&problem, &limits, &hear));
        let (bound, stop) = stopped(&answer);
        assert_eq!(stop, Stop::Cancelled);
        assert!(bound >= answer.estimate && bound as usize <= length);
    }
}

/// Cancels as soon as it has heard of some million nodes.
struct CancelAfter {
    nodes: AtomicU64,
    cancel: Cancel,
}

impl Observer for CancelAfter {
    fn generated(&self, more: u64) {
        if self.nodes.fetch_add(more, Ordering::Relaxed) > 3_000_000 {
            self.cancel.cancel();
        }
    }
}

/// Hears of nodes, and of bounds that only rise.
#[derive(Default)]
struct Ears {
    nodes: AtomicU64,
    bound: AtomicU64,
}

impl Observer for Ears {
    fn bound(&self, bound: u32) {
        let before = self.bound.swap(bound.into(), Ordering::Relaxed);
        assert!(before < bound.into());
    }
    fn generated(&self, more: u64) {
        self.nodes.fetch_add(more, Ordering::Relaxed);
    }
}

#[test]
fn an_observer_hears_of_every_node_and_of_rising_bounds() {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankFirst,
        Size::square(4).expect("4"),
    ));
    let (start, length) = korf(12);
    let (problem, limits) = (problem(start, &goal), Limits::default());
    let ears = Ears::default();
    let request = Request {
        observer: &ears,
        ..request(&problem, &limits)
    };
    let answer = ida_star_plan(&goal, NamedHeuristic::Manhattan).solve_as(&request);
    assert_eq!(ears.nodes.into_inner(), answer.stats.generated);
    assert_eq!(ears.bound.into_inner(), length as u64);
}

#[test]
fn an_observer_of_a_batch_hears_of_bounds_only_where_one_problem_alone_is_searched() {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankFirst,
        Size::square(4).expect("4"),
    ));
    let plan = Arc::new(ida_star_plan(&goal, NamedHeuristic::Manhattan));
    let mut scramble = Scramble::new(9);
    let mut jobs: Vec<Job> = (0..20)
        .map(|_| Job {
            problem: problem(scramble.walk(&goal, 30), &goal),
            plan: plan.clone(),
        })
        .collect();
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    let (pool, limits) = (pool.expect("threads"), Limits::default());
    let heard = |jobs: &[Job]| {
        let (ears, mut lengths) = (Ears::default(), Vec::new());
        let batch = Batch {
            pool: &pool,
            limits: &limits,
            observer: &ears,
        };
        let Ok(()) = batch.solve(jobs, |_, answer, _| -> Result<(), Infallible> {
            let Outcome::Solved(solution) = answer.outcome else {
                panic!("it can be solved")
            };
            lengths.push(solution.moves.len() as u64);
            Ok(())
        });
        assert!(ears.nodes.into_inner() > 0);
        (ears.bound.into_inner(), lengths)
    };
    assert_eq!(heard(&jobs).0, 0);
    let (bound, lengths) = heard(&jobs[..1]);
    assert_eq!(vec![bound], lengths);
    // Too hard for a brief try, it goes on alone.
    let (start, length) = korf(45);
    jobs.insert(
        3,
        Job {
            problem: problem(start, &goal),
            plan: plan.clone(),
        },
    );
    let (bound, lengths) = heard(&jobs);
    assert_eq!((bound, lengths[3]), (length as u64, length as u64));
}

/// Cancels as soon as anything is generated.
struct Impatient(Cancel);

impl Observer for Impatient {
    fn generated(&self, more: u64) {
        if more > 0 {
            self.0.cancel();
        }
    }
}

#[test]
fn after_a_cancel_no_further_problem_of_a_batch_is_begun_however_quick_it_would_be() {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankLast,
        Size::square(8).expect("8"),
    ));
    let mut scramble = Scramble::new(10);
    let starts: Vec<Grid> = (0..20).map(|_| scramble.solvable(&goal)).collect();
    for quality in [Quality::Fast, Quality::Good, Quality::Optimal] {
        let choice = Choice {
            quality,
            ..Choice::default()
        };
        let plan = Plan::new(goal.size(), goal.blank(), &choice).expect("it can be had");
        let plan = Arc::new(plan);
        let job = |start: &Grid| Job {
            problem: problem(start.clone(), &goal),
            plan: plan.clone(),
        };
        let jobs: Vec<Job> = starts.iter().map(job).collect();
        let limits = Limits::default();
        let pool = ThreadPoolBuilder::new().num_threads(1).build();
        let batch = Batch {
            pool: &pool.expect("a thread"),
            limits: &limits,
            observer: &Impatient(limits.cancel.clone()),
        };
        let mut answered = 0;
        let Ok(()) = batch.solve(&jobs, |_, _, _| -> Result<(), Infallible> {
            answered += 1;
            Ok(())
        });
        assert_eq!(answered, 1, "{quality}");
    }
}
