//! Boards of every size: solved by construction, shortened, and bounded from below.

use std::sync::Arc;

use slide::{
    Cell, Goal, Grid, Move, MoveSet, NamedGoal, Problem, Scramble, Size,
    search::{Limits, SolutionTable, Watch, construct, reduce, shorten},
    solver::{lower_bound, replay},
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
    let table = SolutionTable::<3, 3>::build(Cell::new(blank)).expect("nine cells are few enough");
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
        // A hundred and more of small boards.
        let boards = match size.cells() {
            0..=25 => 26,
            26..=36 => 10,
            37..=100 => 2,
            _ => 1,
        };
        for name in NamedGoal::ALL.map(Some).into_iter().chain([None]) {
            for _ in 0..boards {
                // One without a name is another for every board, its blank anywhere.
                let goal = match name {
                    Some(name) => Goal::named(name, size),
                    None => Goal::new(scramble.arrangement(size)).expect("an arrangement"),
                };
                let problem = problem(&mut scramble, &Arc::new(goal));
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
    for side in [6, 8, 11] {
        let size = Size::square(side).expect("a square");
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
        let mut scramble = Scramble::new(side as u64);
        let lengths: Vec<usize> = (0..4)
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
fn the_narrowest_beam_builds_every_board() {
    let limits = Limits::default();
    for size in Size::all() {
        let mut scramble = Scramble::new(7 + size.cells() as u64);
        for goal in goals(size, &mut scramble) {
            for side in [3, 7] {
                for _ in 0..1 + 150 / size.cells() {
                    let problem = problem(&mut scramble, &goal);
                    let reductions = reduce(&problem, side, 1, &Watch::start(&limits, &()));
                    let core = construct(&reductions[0].core).expect("the core is solvable");
                    let moves = [&reductions[0].moves[..], &core].concat();
                    assert_eq!(replay(&problem, &moves), Ok(()), "{size} by way of {side}");
                }
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

/// Moves that wander off and back again on the way of `moves`: every tenth is followed by a detour.
fn with_detours(problem: &Problem, moves: &[Move], scramble: &mut Scramble) -> Vec<Move> {
    let size = problem.size();
    let start = problem.tiles().iter().position(|tile| tile.is_blank());
    let mut blank = Cell::new(start.expect("a board has a blank"));
    let mut path = Vec::new();
    for (index, &m) in moves.iter().enumerate() {
        if index % 10 == 0 {
            let mut legal: Vec<Move> = MoveSet::legal(blank, size.rows(), size.cols()).collect();
            let away = legal.swap_remove(scramble.seed() as usize % legal.len());
            path.extend([away, away.inverse()]);
        }
        path.push(m);
        blank = m
            .target(blank, size.rows(), size.cols())
            .expect("a legal move");
    }
    path
}

#[test]
fn a_shortened_path_is_valid_and_never_longer_at_every_size() {
    let limits = Limits {
        nodes: Some(100_000),
        ..Limits::default()
    };
    for size in Size::all().filter(|size| size.cells() <= 100) {
        let mut scramble = Scramble::new(size.cells() as u64);
        for goal in goals(size, &mut scramble) {
            let problem = problem(&mut scramble, &goal);
            let moves = construct(&problem).expect("it is solvable");
            let path = with_detours(&problem, &moves, &mut scramble);
            let shorter = shorten(&problem, &path, &Watch::start(&limits, &()));
            assert_eq!(replay(&problem, &shorter), Ok(()));
            assert!(shorter.len() <= moves.len(), "detours are cut off");
        }
    }
}

#[test]
fn a_path_over_a_small_board_is_shortened_until_it_is_optimal() {
    let limits = Limits::default();
    let mut lengths = (0, 0);
    let mut scramble = Scramble::new(4);
    every_eight(8, |problem, distance| {
        // One board in a thousand, by a number that has nothing to do with the board's distance.
        let labels = problem.start().labels();
        if (labels[0] * 81 + labels[4] * 9 + labels[7]) % 200 != 7 {
            return;
        }
        let path = by_way_of_another(&problem, &mut scramble);
        let shorter = shorten(&problem, &path, &Watch::start(&limits, &()));
        assert_eq!(replay(&problem, &shorter), Ok(()));
        assert_eq!(shorter.len(), distance);
        lengths = (lengths.0 + path.len(), lengths.1 + distance);
    });
    assert!(
        lengths.0 > lengths.1 + 1000,
        "the paths were longer: {lengths:?}"
    );
}

/// A path that first goes ten moves to nowhere in particular, then to the goal.
fn by_way_of_another(problem: &Problem, scramble: &mut Scramble) -> Vec<Move> {
    let mut grid = problem.start().clone();
    let mut path: Vec<Move> = Vec::new();
    while path.len() < 10 {
        let m = Move::ALL[scramble.seed() as usize % 4];
        if path.last() != Some(&m.inverse()) && grid.apply(m) {
            path.push(m);
        }
    }
    let goal = Arc::new(problem.goal().clone());
    let rest = Problem::new(grid, goal).expect("a board");
    path.extend(construct(&rest).expect("it is solvable"));
    path
}

#[test]
fn optimal_paths_stay_as_they_are_and_what_is_no_path_is_given_back() {
    let limits = Limits::default();
    let goal = plain_goal(Size::square(3).expect("3x3"), 8);
    let mut scramble = Scramble::new(5);
    for _ in 0..20 {
        let problem = problem(&mut scramble, &goal);
        let moves = construct(&problem).expect("it is solvable");
        let watch = Watch::start(&limits, &());
        assert_eq!(shorten(&problem, &moves, &watch), moves);
        let part = &moves[1..];
        assert_eq!(shorten(&problem, part, &watch), part);
        let off = [Move::Up; 3];
        assert_eq!(shorten(&problem, &off, &watch), off);
    }
}

#[test]
fn more_nodes_never_give_a_longer_path_and_threads_do_not_change_it() {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankLast,
        Size::square(7).expect("7x7"),
    ));
    let problem = problem(&mut Scramble::new(9), &goal);
    let moves = construct(&problem).expect("it is solvable");
    let pool = |threads| {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        builder.build().expect("threads can be started")
    };
    let (one, three) = (pool(1), pool(3));
    let mut last = moves.len();
    for nodes in [1_000, 100_000, 1_000_000, 3_000_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let run = || shorten(&problem, &moves, &Watch::start(&limits, &()));
        let shorter = one.install(run);
        assert_eq!(three.install(run), shorter);
        assert!(shorter.len() <= last);
        last = shorter.len();
    }
    assert!(last < moves.len());
}

#[test]
fn a_time_limit_ends_shortening() {
    // Whatever the machine's speed: the time is over before it begins.
    let limits = Limits {
        time: Some(std::time::Duration::ZERO),
        ..Limits::default()
    };
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankLast,
        Size::square(16).expect("16x16"),
    ));
    let problem = problem(&mut Scramble::new(2), &goal);
    let moves = construct(&problem).expect("it is solvable");
    let watch = Watch::start(&limits, &());
    let shorter = shorten(&problem, &moves, &watch);
    assert_eq!(replay(&problem, &shorter), Ok(()));
    assert!(watch.note(0) < 1_000_000, "one batch of windows at most");
}

/// Without the search that goes on from the estimates and would hide them.
fn estimate_only(problem: &Problem) -> usize {
    let limits = Limits {
        nodes: Some(0),
        ..Limits::default()
    };
    lower_bound(problem, &Watch::start(&limits, &())) as usize
}

#[test]
fn the_lower_bound_is_at_most_the_optimum_on_every_board_of_3x3_and_has_its_parity() {
    every_eight(8, |problem, distance| {
        let bound = estimate_only(&problem);
        assert!(bound <= distance && bound % 2 == distance % 2);
    });
}

/// Boards with their optimal lengths, the last column.
fn known(file: &str, size: Size) -> Vec<(Grid, usize)> {
    let path = format!("{}/puzzles/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the file is there");
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    let board = |line: &str| {
        let numbers: Vec<u16> = line
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        let labels = &numbers[numbers.len() - 1 - size.cells()..numbers.len() - 1];
        let length = numbers[numbers.len() - 1];
        (Grid::new(size, labels), length.into())
    };
    lines.map(board).collect()
}

fn at_most_the_known(file: &str, side: usize, every: usize) {
    let size = Size::square(side).expect("a square");
    let goal = Arc::new(Goal::named(NamedGoal::BlankFirst, size));
    let boards = known(file, size);
    assert!(boards.len() >= 50);
    for (grid, length) in boards.into_iter().step_by(every) {
        let problem = Problem::new(grid, goal.clone()).expect("a board");
        let estimate = estimate_only(&problem);
        let bound = lower_bound(&problem, &Watch::start(&Limits::default(), &())) as usize;
        assert!(
            estimate < bound && bound <= length,
            "{estimate} < {bound} <= {length}"
        );
    }
}

#[test]
fn the_lower_bound_is_at_most_the_known_optimum_of_15_and_24_puzzles() {
    at_most_the_known("fifteen/korf-100.txt", 4, 24);
    at_most_the_known("twenty-four/korf-felner-50.txt", 5, 20);
}

#[test]
fn the_lower_bound_of_a_small_board_is_its_optimum() {
    let mut count = 0;
    every_eight(0, |problem, distance| {
        count += 1;
        if count % 4_001 == 0 {
            let bound = lower_bound(&problem, &Watch::start(&Limits::default(), &()));
            assert_eq!(bound as usize, distance);
        }
    });
}

#[test]
fn every_size_has_a_lower_bound_below_what_construction_finds() {
    let limits = Limits {
        nodes: Some(0),
        ..Limits::default()
    };
    for size in Size::all() {
        let mut scramble = Scramble::new(8);
        for goal in goals(size, &mut scramble) {
            let problem = problem(&mut scramble, &goal);
            let moves = construct(&problem).expect("it is solvable").len();
            let bound = lower_bound(&problem, &Watch::start(&limits, &())) as usize;
            assert!(
                bound <= moves && bound % 2 == moves % 2,
                "{size}: {bound}, {moves}"
            );
        }
    }
}
