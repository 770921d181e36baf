//! Good and fast solutions: valid, never too short, and never called optimal if they are not.

mod corpus;

use std::{sync::Arc, time::Duration};

use corpus::independent_replay;
use rayon::{ThreadPoolBuilder, prelude::*};
use slide::{
    Cell, Goal, NamedGoal, Problem, Scramble, Size,
    search::{Cancel, Limits, Outcome, Solution, SolutionTable, Stop},
    solver::{Choice, Plan, PlanError, Quality},
};

fn goal(name: NamedGoal, side: usize) -> Arc<Goal> {
    Arc::new(Goal::named(name, Size::square(side).expect("a square")))
}

fn plan(goal: &Goal, quality: Quality) -> Plan {
    let choice = Choice {
        quality,
        ..Choice::default()
    };
    Plan::new(goal.size(), goal.blank(), &choice).expect("every size has every quality")
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// The solution, replayed by rules of this test's own.
fn solved(plan: &Plan, problem: &Problem, limits: &Limits) -> Solution {
    let answer = plan.solve(problem, limits, &());
    let Outcome::Solved(solution) = answer.outcome else {
        panic!("{plan} always has an answer: {:?}", answer.outcome);
    };
    let end = independent_replay(problem.start(), &solution.moves);
    assert_eq!(end, problem.goal().grid().labels(), "{plan}");
    solution
}

/// What must hold of a solution of a board whose shortest has `optimum` moves.
fn honest(solution: &Solution, optimum: usize) {
    assert!(solution.moves.len() >= optimum);
    assert!(solution.bound as usize <= optimum);
    assert_eq!(
        solution.is_optimal(),
        solution.bound as usize == solution.moves.len()
    );
}

#[test]
fn every_board_of_3x3_is_solved_optimally_in_any_quality() {
    let goal = goal(NamedGoal::BlankLast, 3);
    let table = SolutionTable::<3, 3>::build(Cell::new(8)).expect("nine cells are few enough");
    let plans = [Quality::Fast, Quality::Good, Quality::Auto].map(|quality| plan(&goal, quality));
    for board in table.boards() {
        let labels: Vec<u16> = board.tiles().iter().map(|t| t.index() as u16).collect();
        let start = slide::Grid::new(goal.size(), labels);
        let problem = Problem::new(start, goal.clone()).expect("a board");
        let optimum = table.distance(&board).expect("the table holds it") as usize;
        for plan in &plans {
            let solution = solved(plan, &problem, &Limits::default());
            honest(&solution, optimum);
            assert_eq!(solution.moves.len(), optimum);
        }
    }
}

#[test]
fn a_thousand_boards_of_4x4_are_solved_well_and_honestly() {
    let goal = goal(NamedGoal::BlankFirst, 4);
    let [fast, good, optimal] =
        [Quality::Fast, Quality::Good, Quality::Optimal].map(|quality| plan(&goal, quality));
    let mut scramble = Scramble::new(1);
    let starts: Vec<_> = (0..1000).map(|_| scramble.solvable(&goal)).collect();
    // Moves too many, and the optimum.
    let solve = |(number, start): (usize, slide::Grid)| {
        let problem = Problem::new(start, goal.clone()).expect("a board");
        let optimum = solved(&optimal, &problem, &Limits::default()).moves.len();
        let solution = solved(&fast, &problem, &Limits::default());
        honest(&solution, optimum);
        // Some need more than that, and are shortened.
        let stopped = solved(&good, &problem, &nodes([1, 1_000, 20_000][number % 3]));
        honest(&stopped, optimum);
        assert!(stopped.moves.len() <= solution.moves.len());
        if number < 100 {
            let enough = solved(&good, &problem, &Limits::default());
            assert_eq!((enough.moves.len(), enough.is_optimal()), (optimum, true));
        }
        (solution.moves.len() - optimum, optimum)
    };
    let solved: Vec<_> = starts.into_par_iter().enumerate().map(solve).collect();
    let longer: usize = solved.iter().map(|(longer, _)| longer).sum();
    let optima: usize = solved.iter().map(|(_, optimum)| optimum).sum();
    assert!(longer > 0, "fast solutions are not searched for to the end");
    assert!(2 * longer < optima, "{longer} moves too many of {optima}");
}

/// Boards that no optimal engine solves at once.
fn hard(size: &str, boards: usize) -> (Arc<Goal>, Vec<Problem>) {
    let size: Size = size.parse().expect("a size");
    let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
    let mut scramble = Scramble::new(5);
    let board = |_| Problem::new(scramble.solvable(&goal), goal.clone()).expect("a board");
    let boards = (0..boards).map(board).collect();
    (goal, boards)
}

#[test]
fn good_solutions_of_small_boards_are_never_longer_than_fast_ones_and_mostly_shorter() {
    let time = Limits {
        time: Some(Duration::from_millis(400)),
        ..Limits::default()
    };
    for size in ["3x6", "4x5", "4x6"] {
        let (goal, boards) = hard(size, 4);
        let [fast, good] = [Quality::Fast, Quality::Good].map(|quality| plan(&goal, quality));
        let (mut sums, mut shortest) = ((0, 0), vec![usize::MAX; boards.len()]);
        for limits in [nodes(1), nodes(30_000), nodes(1_000_000), time.clone()] {
            for (problem, shortest) in boards.iter().zip(&mut shortest) {
                let fast = solved(&fast, problem, &Limits::default()).moves.len();
                let good = solved(&good, problem, &limits).moves.len();
                assert!(good <= fast, "{size}: {good} > {fast}, {limits:?}");
                if limits.nodes.is_some() {
                    assert!(good <= *shortest, "{size}");
                    *shortest = good;
                    sums = (sums.0 + fast, sums.1 + good);
                }
            }
        }
        assert!(sums.1 < sums.0, "{size}: {sums:?}");
    }
}

#[test]
fn a_search_out_of_time_is_left_with_a_solution_that_was_built_in_good_order() {
    let (goal, boards) = hard("4x5", 10);
    let [fast, optimal] = [Quality::Fast, Quality::Optimal].map(|quality| plan(&goal, quality));
    let no_time = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    let mut tries = boards.iter().cycle().take(50);
    // A busy machine may take longer than there is grace for, but not every time.
    let as_short = tries.any(|problem| {
        let Outcome::Unknown { best, .. } = optimal.solve(problem, &no_time, &()).outcome else {
            panic!("there is no time");
        };
        let fast = solved(&fast, problem, &Limits::default()).moves.len();
        best.expect("small boards are left with both bounds").len() <= fast
    });
    assert!(as_short);
}

#[test]
fn a_node_limit_holds_for_all_that_good_solutions_take() {
    for (size, walk) in [("6", 60), ("5", 50), ("4x6", 70), ("5x6", 80), ("8", 90)] {
        let size: Size = size.parse().expect("a size");
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
        let plan = plan(&goal, Quality::Good);
        let mut scramble = Scramble::new(4);
        for start in [
            scramble.walk(&goal, walk),
            scramble.walk(&goal, walk),
            scramble.solvable(&goal),
        ] {
            let problem = Problem::new(start, goal.clone()).expect("a board");
            for limit in [100_000, 400_000] {
                let answer = plan.solve(&problem, &nodes(limit), &());
                // A look at the count is taken after as many nodes as an engine makes within some milliseconds.
                let generated = answer.stats.generated;
                assert!(
                    generated <= limit + 200_000,
                    "{size}: {generated} > {limit}"
                );
            }
        }
    }
}

#[test]
fn good_solutions_take_all_the_time_there_is_unless_they_are_proven() {
    let time = Duration::from_millis(500);
    for memory in [None, Some(1 << 20)] {
        for (size, walk) in [("6", 70), ("5", 300), ("5x6", 400)] {
            let size: Size = size.parse().expect("a size");
            let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
            let start = Scramble::new(4).walk(&goal, walk);
            let problem = Problem::new(start, goal.clone()).expect("a board");
            let limits = Limits {
                time: Some(time),
                memory,
                ..Limits::default()
            };
            let answer = plan(&goal, Quality::Good).solve(&problem, &limits, &());
            assert!(
                answer.outcome.is_optimal() || answer.stats.elapsed >= time,
                "{size}, {memory:?}: {:?}",
                answer.stats.elapsed
            );
        }
    }
}

#[test]
fn beams_that_fill_the_time_find_the_optimum_of_boards_whose_optimum_is_known() {
    let goal = goal(NamedGoal::BlankFirst, 5);
    let good = plan(&goal, Quality::Good);
    let text = include_str!("../puzzles/twenty-four/korf-felner-50.txt");
    let mut sums = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')).take(4) {
        let numbers: Vec<u16> = line
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        let (labels, optimum) = (
            &numbers[numbers.len() - 26..numbers.len() - 1],
            numbers[numbers.len() - 1],
        );
        let start = slide::Grid::new(goal.size(), labels.to_vec());
        let problem = Problem::new(start, goal.clone()).expect("a board");
        let limits = Limits {
            time: Some(Duration::from_millis(800)),
            ..Limits::default()
        };
        let solution = solved(&good, &problem, &limits);
        honest(&solution, optimum.into());
        sums = (sums.0 + solution.moves.len(), sums.1 + usize::from(optimum));
    }
    // On any machine far less than what construction makes, twice the optimum.
    assert!(sums.0 < sums.1 * 5 / 4, "{sums:?}");
}

#[test]
fn more_nodes_never_give_a_longer_path_and_threads_change_nothing() {
    for (side, boards) in [(5, 3), (6, 2), (8, 2), (10, 1)] {
        let goal = goal(NamedGoal::BlankLast, side);
        let plan = plan(&goal, Quality::Good);
        let mut scramble = Scramble::new(side as u64);
        for _ in 0..boards {
            let problem = Problem::new(scramble.solvable(&goal), goal.clone()).expect("a board");
            let mut shortest = usize::MAX;
            for limit in [1, 100_000, 1_000_000] {
                let solve = |threads| {
                    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                    let pool = pool.expect("threads can be had");
                    pool.install(|| solved(&plan, &problem, &nodes(limit)))
                };
                let (one, two) = (solve(1), solve(2));
                assert_eq!(one, two, "{side}x{side}, {limit} nodes");
                assert!(one.moves.len() <= shortest);
                assert!(one.bound as usize <= one.moves.len());
                shortest = one.moves.len();
            }
        }
    }
}

#[test]
fn a_near_board_of_any_size_is_solved_optimally() {
    for size in Size::all() {
        let goal = Arc::new(Goal::named(NamedGoal::Snail, size));
        let plan = plan(&goal, Quality::Good);
        let problem = Problem::new(Scramble::new(3).walk(&goal, 12), goal).expect("a board");
        let solution = solved(&plan, &problem, &Limits::default());
        assert!(solution.is_optimal(), "{size}");
        assert!(solution.moves.len() <= 12, "{size}");
    }
}

#[test]
fn an_interrupt_and_no_time_at_all_still_give_a_solution_on_the_largest_board() {
    let goal = goal(NamedGoal::BlankLast, 16);
    let problem = Problem::new(Scramble::new(1).solvable(&goal), goal.clone()).expect("a board");
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = Limits {
        cancel,
        ..Limits::default()
    };
    let no_time = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    for limits in [cancelled, no_time, nodes(1)] {
        for quality in [Quality::Fast, Quality::Good] {
            let solution = solved(&plan(&goal, quality), &problem, &limits);
            assert!(!solution.is_optimal());
        }
        // Who asks for the optimum is told that it is not known.
        let answer = plan(&goal, Quality::Optimal).solve(&problem, &limits, &());
        assert!(matches!(answer.outcome, Outcome::Unknown { stop, .. } if stop != Stop::Large));
    }
}

#[test]
fn the_quality_is_optimal_up_to_25_cells_and_where_an_engine_is_named() {
    let quality = |rows, cols, choice: Choice| {
        let size = Size::new(rows, cols).expect("a size");
        Plan::new(size, Cell::new(0), &choice).map(|plan| plan.quality())
    };
    let engine = Choice {
        heuristic: slide::solver::NamedHeuristic::Manhattan,
        ..Choice::default()
    };
    for (rows, cols, expected) in [
        (2, 2, Quality::Optimal),
        (4, 6, Quality::Optimal),
        (5, 5, Quality::Optimal),
        (5, 6, Quality::Good),
        (6, 6, Quality::Good),
        (16, 16, Quality::Good),
    ] {
        assert_eq!(quality(rows, cols, Choice::default()), Ok(expected));
        assert_eq!(quality(rows, cols, engine.clone()), Ok(Quality::Optimal));
        let fast = Choice {
            quality: Quality::Fast,
            ..engine.clone()
        };
        let quality_asked = Quality::Fast;
        assert_eq!(
            quality(rows, cols, fast),
            Err(PlanError::NotOptimal {
                quality: quality_asked
            })
        );
    }
}
