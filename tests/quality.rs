//! Good and fast solutions: valid, never too short, and never called optimal if they are not.

mod corpus;

use std::{sync::Arc, time::Duration};

use corpus::independent_replay;
use rayon::ThreadPoolBuilder;
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
    let (mut longer, mut optima) = (0, 0);
    for number in 0..1000 {
        let start = scramble.solvable(&goal);
        let problem = Problem::new(start, goal.clone()).expect("a board");
        let optimum = solved(&optimal, &problem, &Limits::default()).moves.len();
        let solution = solved(&fast, &problem, &Limits::default());
        honest(&solution, optimum);
        longer += solution.moves.len() - optimum;
        optima += optimum;
        if number < 100 {
            let stopped = solved(&good, &problem, &nodes(1));
            honest(&stopped, optimum);
            let enough = solved(&good, &problem, &Limits::default());
            assert_eq!((enough.moves.len(), enough.is_optimal()), (optimum, true));
        }
    }
    assert!(longer > 0, "fast solutions are not searched for to the end");
    assert!(2 * longer < optima, "{longer} moves too many of {optima}");
}

#[test]
fn more_nodes_never_give_a_longer_path_and_threads_change_nothing() {
    for (side, boards) in [(5, 3), (6, 2), (8, 2)] {
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
