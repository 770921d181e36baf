//! Boards of every size: solved by construction, shortened, and bounded from below.

use std::sync::Arc;

use slide::{
    Cell, Goal, Grid, NamedGoal, Problem, Scramble, Size,
    search::{Limits, Table, Watch, construct, reduce},
    solver::replay,
};

/// The three goals that have a name and one that has none.
fn goals(size: Size, scramble: &mut Scramble) -> Vec<Arc<Goal>> {
    let named = NamedGoal::ALL.map(|name| Goal::named(name, size));
    let other = Goal::new(scramble.arrangement(size)).expect("a shuffle is an arrangement");
    named.into_iter().chain([other]).map(Arc::new).collect()
}

fn problem(scramble: &mut Scramble, goal: &Arc<Goal>) -> Problem {
    Problem::new(scramble.solvable(goal), goal.clone()).expect("a shuffle is an arrangement")
}

/// The goal with the tiles in order around its blank.
fn plain_goal(size: Size, blank: usize) -> Arc<Goal> {
    let mut labels: Vec<u16> = (1..size.cells() as u16).collect();
    labels.insert(blank, 0);
    Arc::new(Goal::new(Grid::new(size, labels)).expect("an arrangement"))
}

/// Every board of 3×3 for a goal, with its distance.
fn every_eight(blank: usize, mut visit: impl FnMut(Problem, usize)) {
    let size = Size::square(3).expect("3x3");
    let goal = plain_goal(size, blank);
    let table = Table::<3, 3>::build(Cell::new(blank)).expect("nine cells are few enough");
    for board in table.boards() {
        let labels: Vec<u16> = board.tiles().iter().map(|t| t.index() as u16).collect();
        let distance = table.distance(&board).expect("the table holds it");
        let problem = Problem::new(Grid::new(size, labels), goal.clone()).expect("a board");
        visit(problem, distance as usize);
    }
}

#[test]
fn construction_solves_every_board_of_3x3_optimally() {
    every_eight(4, |problem, distance| {
        let moves = construct(&problem).expect("it is solvable");
        assert_eq!(replay(&problem, &moves), Ok(()));
        assert_eq!(moves.len(), distance);
    });
}

#[test]
fn construction_solves_boards_of_every_size_for_every_kind_of_goal() {
    for size in Size::all() {
        let mut scramble = Scramble::new(size.cells() as u64);
        let boards = match size.cells() {
            0..=36 => 25,
            37..=100 => 3,
            _ => 1,
        };
        for goal in goals(size, &mut scramble) {
            for _ in 0..boards {
                let problem = problem(&mut scramble, &goal);
                let moves = construct(&problem).expect("it is solvable");
                assert_eq!(replay(&problem, &moves), Ok(()), "{}", problem.start());
            }
        }
    }
}

#[test]
fn a_board_that_cannot_be_solved_is_not_constructed() {
    let size = Size::square(3).expect("3x3");
    let goal = plain_goal(size, 8);
    let swapped = Grid::new(size, [2, 1, 3, 4, 5, 6, 7, 8, 0]);
    assert_eq!(
        construct(&Problem::new(swapped, goal).expect("a board")),
        None
    );
}

#[test]
fn construction_is_shorter_than_1_7_times_the_cube_of_the_side() {
    for side in [6, 8, 12] {
        let size = Size::square(side).expect("a square");
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
        let mut scramble = Scramble::new(side as u64);
        let lengths: Vec<usize> = (0..6)
            .map(|_| {
                construct(&problem(&mut scramble, &goal))
                    .expect("solvable")
                    .len()
            })
            .collect();
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
        assert!(
            mean < 1.7 * (side * side * side) as f64,
            "{side}: {lengths:?}"
        );
    }
}

#[test]
fn a_reduction_with_any_solution_of_its_core_solves_the_whole() {
    let limits = Limits::default();
    for (size, side) in [
        ("6", 4),
        ("7", 5),
        ("5", 2),
        ("4x6", 4),
        ("2x6", 3),
        ("9", 6),
    ] {
        let size: Size = size.parse().expect("a size");
        let mut scramble = Scramble::new(3);
        for goal in goals(size, &mut scramble) {
            let problem = problem(&mut scramble, &goal);
            let reductions = reduce(&problem, side, 6, &Watch::start(&limits, &()));
            assert!(!reductions.is_empty());
            for reduction in reductions {
                let core = reduction.core.size();
                assert_eq!(
                    (core.rows(), core.cols()),
                    (side.min(size.rows()), side.min(size.cols()))
                );
                let mut moves = reduction.moves;
                moves.extend(construct(&reduction.core).expect("the core is solvable"));
                assert_eq!(replay(&problem, &moves), Ok(()));
            }
        }
    }
}

#[test]
fn a_reduction_out_of_time_is_a_reduction_all_the_same() {
    let limits = Limits {
        nodes: Some(0),
        ..Limits::default()
    };
    let goal = Arc::new(Goal::named(
        NamedGoal::Snail,
        Size::square(11).expect("11x11"),
    ));
    let problem = problem(&mut Scramble::new(1), &goal);
    let reductions = reduce(&problem, 4, 50, &Watch::start(&limits, &()));
    let mut moves = reductions[0].moves.clone();
    moves.extend(construct(&reductions[0].core).expect("the core is solvable"));
    assert_eq!(replay(&problem, &moves), Ok(()));
}
