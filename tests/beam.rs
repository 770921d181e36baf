//! Beams and the rankings they follow, on boards small enough to know the truth.

use std::sync::Arc;

use slide::{
    Board, Cell, Goal, Grid, Move, Problem, Scramble, Size,
    ranking::{Steps, read, write},
    search::{Limits, SolutionTable, Stop, Watch, WideningEnd, widening_beam},
    train::{Round, Training},
};

/// The ranking before anything is learned.
fn steps(side: usize) -> Steps {
    Steps::new(&Training::new(side, 0, None).table())
}

/// Problems whose goal has its blank on `blank`.
fn problems(side: usize, blank: usize, number: usize) -> impl Iterator<Item = Problem> {
    let size = Size::square(side).expect("a square");
    let mut labels: Vec<u16> = (1..size.cells() as u16).collect();
    labels.insert(blank, 0);
    let goal = Arc::new(Goal::new(Grid::new(size, labels)).expect("a goal"));
    let mut scramble = Scramble::new(blank as u64);
    (0..number).map(move |_| {
        let start = scramble.solvable(&goal);
        Problem::new(start, goal.clone()).expect("the goal's size")
    })
}

fn replay<const N: usize>(problem: &Problem, moves: &[Move]) {
    let mut board = problem.board::<N, N>();
    for &m in moves {
        board.apply(m);
    }
    assert_eq!(board, Board::goal(problem.goal().blank()));
}

fn run(problem: &Problem, steps: &Steps, widths: (usize, usize), limits: &Limits) -> WideningEnd {
    let watch = Watch::start(limits, &());
    let mut last = None;
    let end = widening_beam(
        problem,
        steps,
        widths.0..=widths.1,
        None,
        &watch,
        &mut |moves, _| {
            assert!(
                last.is_none_or(|last| moves.len() < last),
                "each is shorter"
            );
            last = Some(moves.len());
        },
    );
    assert_eq!(
        end.moves.as_ref().map(Vec::len),
        last,
        "the last is the answer"
    );
    end
}

#[test]
fn on_the_eight_puzzle_every_goal_is_reached_never_too_soon_and_proofs_are_right() {
    let steps = steps(3);
    let mut proven = 0;
    for blank in 0..9 {
        let table = SolutionTable::<3, 3>::build(Cell::new(blank)).expect("3x3 has a table");
        for problem in problems(3, blank, 200) {
            let best = table.distance(&problem.board()).expect("solvable");
            for widths in [(1, 1), (8, 8), (100, 100), (16, 1 << 17)] {
                let end = run(&problem, &steps, widths, &Limits::default());
                let Some(moves) = end.moves else {
                    assert!(widths.1 < 100, "only the narrowest may lose the way");
                    continue;
                };
                replay::<3>(&problem, &moves);
                assert!(
                    moves.len() >= best as usize && (moves.len() - best as usize).is_multiple_of(2)
                );
                if end.proven {
                    assert_eq!(moves.len(), best as usize);
                    proven += 1;
                }
                if widths.1 == 1 << 17 {
                    assert!(end.proven, "more boards than there are leave none out");
                }
            }
        }
    }
    assert!(proven >= 9 * 200);
}

#[test]
fn what_is_to_be_beaten_is_beaten_or_proven() {
    let steps = steps(3);
    let table = SolutionTable::<3, 3>::build(Cell::new(0)).expect("3x3 has a table");
    for problem in problems(3, 0, 100) {
        let best = table.distance(&problem.board()).expect("solvable");
        for (bar, beaten) in [(best, false), (best + 2, true), (0, false)] {
            let (limits, widths) = (Limits::default(), 1 << 17..=1 << 17);
            let watch = Watch::start(&limits, &());
            let end = widening_beam(&problem, &steps, widths, Some(bar), &watch, &mut |_, _| ());
            assert!(end.proven);
            assert_eq!(
                end.moves.map(|moves| moves.len() as u32),
                beaten.then_some(best)
            );
        }
    }
}

#[test]
fn the_same_boards_are_kept_with_any_number_of_threads_and_by_limits_of_nodes() {
    let steps = steps(4);
    let pool = |threads| {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        builder.build().expect("threads are to be had")
    };
    for problem in problems(4, 15, 3) {
        let limits = Limits {
            nodes: Some(2_000_000),
            ..Limits::default()
        };
        let ends = [1, 2, 3].map(|threads| {
            pool(threads).install(|| run(&problem, &steps, (500, 1 << 20), &limits))
        });
        assert!(ends[0].stop == Some(Stop::Nodes) && ends[0].moves.is_some());
        assert_eq!(ends[0], ends[1]);
        assert_eq!(ends[0], ends[2]);
        replay::<4>(&problem, ends[0].moves.as_deref().unwrap_or_default());
    }
}

#[test]
fn memory_and_time_end_a_search_with_what_it_has() {
    let steps = steps(4);
    let problem = problems(4, 0, 1).next().expect("one");
    let limits = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    let end = run(&problem, &steps, (50, 1 << 24), &limits);
    assert!(matches!(end.stop, Some(Stop::Memory { .. })) && end.moves.is_some());
    let limits = Limits::default();
    limits.cancel.cancel();
    let end = run(&problem, &steps, (50, 1 << 24), &limits);
    assert_eq!((end.stop, end.moves), (Some(Stop::Cancelled), None));
}

#[test]
fn training_gives_the_same_table_again_and_goes_on_where_it_stopped_and_helps() {
    let round = Round {
        boards: 60,
        width: 20,
        rate: 0.05,
        passes: 1,
        keep: 0.25,
    };
    let (limits, rounds) = (Limits::default(), 3);
    let watch = Watch::start(&limits, &());
    let train = |threads, interrupted: bool| {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        builder.build().expect("threads are to be had").install(|| {
            let mut training = Training::new(3, 7, None);
            let mut errors = Vec::new();
            for _ in 0..rounds {
                errors.push(training.train(round, &watch).expect("no limit").errors);
                if interrupted {
                    training = Training::from_bytes(&training.to_bytes()).expect("its own bytes");
                }
            }
            assert!(errors[0].1 < errors[0].0, "{errors:?}");
            (write(&training.table()), training.to_bytes())
        })
    };
    let (table, state) = train(1, false);
    assert_eq!((&table, &state), (&train(2, true).0, &train(2, true).1));
    assert!(read(&table).is_ok());
    for k in [0, 9, 12, 13, 17, 25, 40, state.len() - 1] {
        let mut damaged = state.clone();
        damaged[k] ^= 1;
        assert!(Training::from_bytes(&damaged).is_none(), "byte {k}");
    }
    assert!(Training::from_bytes(&state[..state.len() - 4]).is_none());
    let grown = Training::from_bytes(&state).expect("its own bytes");
    assert_eq!(Training::new(4, 7, Some(&grown)).table().side(), 4);
    let mut kept = grown.clone();
    let all = Round { keep: 1.0, ..round };
    kept.train(all, &watch).expect("no limit");
    assert_eq!(write(&kept.table()), table);
}
