//! The laws of the 5×5 engine, against engines that share no code with it.

use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use slide::{
    Board, Cell, Goal, Grid, Move, Problem, Scramble, Size,
    heuristic::LinearConflict,
    pdb::{Indexes, Partition, Table},
    search::{
        Answer, Cancel, Effort, Known, Limits, Outcome, Stop, TwentyFourTables, Watch, ida_star,
        twenty_four,
    },
};

/// Tables that are built in a moment: two partitions, of four and of three tiles a pattern.
fn tables(blank: Cell, longest: u32) -> TwentyFourTables {
    let size = Size::square(5).expect("5x5");
    let partitions =
        [4, 3].map(|most| Partition::automatic(size, blank, most).expect("5x5 is small enough"));
    let indexes = Indexes::new();
    let tables: Vec<Arc<Table>> = Partition::tables_of(&partitions)
        .iter()
        .map(|pattern| Arc::new(Table::build(pattern, &indexes)))
        .collect();
    TwentyFourTables::new(&partitions, &tables, longest).expect("all tables are there")
}

/// A board so many random moves from the goal with its blank at `blank`.
fn walk(blank: Cell, moves: usize, seed: u64) -> Board<5> {
    let size = Size::square(5).expect("5x5");
    let goal = Goal::new(Grid::new(size, labels(blank))).expect("an arrangement");
    let goal = Arc::new(goal);
    let start = Scramble::new(seed).walk(&goal, moves);
    Problem::new(start, goal).expect("the same tiles").board()
}

fn labels(blank: Cell) -> Vec<u16> {
    let mut labels: Vec<u16> = (1..25).collect();
    labels.insert(blank.index(), 0);
    labels
}

fn solve(board: &Board<5>, tables: &TwentyFourTables, effort: Effort) -> Answer {
    let limits = Limits::default();
    twenty_four(
        board,
        tables,
        Known::default(),
        effort,
        &Watch::start(&limits, &()),
    )
}

fn moves(answer: &Answer) -> &[Move] {
    match &answer.outcome {
        Outcome::Solved(solution) if solution.is_optimal() => &solution.moves,
        other => panic!("not solved: {other:?}"),
    }
}

#[test]
fn it_finds_the_first_shortest_path_as_a_plain_search_does_for_any_goal() {
    for blank in [0, 7, 24].map(Cell::new) {
        let tables = tables(blank, 11);
        let plain = LinearConflict::<5, 5>::new(blank);
        for (seed, length) in [0, 1, 2, 12, 30, 40, 44, 50, 54, 60]
            .into_iter()
            .enumerate()
        {
            let board = walk(blank, length, seed as u64);
            let limits = Limits::default();
            let watch = Watch::start(&limits, &());
            let expected = ida_star(
                &board,
                blank,
                &plain,
                Known::default(),
                Effort::ALONE,
                &watch,
            );
            let answer = solve(&board, &tables, Effort::ALONE);
            assert_eq!(
                moves(&answer),
                moves(&expected),
                "{blank:?}, {length} moves"
            );
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_answer_and_the_same_counts() {
    let blank = Cell::new(0);
    let tables = tables(blank, 11);
    let mut shared = 0;
    for seed in 0..8 {
        let board = walk(blank, 72, 100 + seed);
        let alone = solve(&board, &tables, Effort::ALONE);
        shared += u32::from(alone.stats.generated > 1_000_000);
        for threads in [2, 3] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.expect("threads can be had");
            let together = pool.install(|| solve(&board, &tables, Effort::TOGETHER));
            assert_eq!(moves(&together), moves(&alone));
            assert_eq!(together.stats.generated, alone.stats.generated);
            assert_eq!(together.stats.expanded, alone.stats.expanded);
            assert_eq!(together.stats.iterations, alone.stats.iterations);
        }
    }
    assert!(shared > 0, "no board was large enough to be shared");
}

#[test]
fn the_machine_of_duplicate_moves_saves_nodes_and_changes_no_path() {
    let blank = Cell::new(24);
    let (short, long) = (tables(blank, 2), tables(blank, 12));
    let (mut with, mut without) = (0, 0);
    for seed in 0..6 {
        let board = walk(blank, 60, 200 + seed);
        let (short, long) = (
            solve(&board, &short, Effort::ALONE),
            solve(&board, &long, Effort::ALONE),
        );
        assert_eq!(moves(&short), moves(&long));
        without += short.stats.generated;
        with += long.stats.generated;
    }
    assert!(with * 10 < without * 9, "{with} of {without}");
}

#[test]
fn limits_end_a_search_with_a_bound_that_holds() {
    let blank = Cell::new(0);
    let tables = tables(blank, 11);
    let board = walk(blank, 72, 300);
    let length = moves(&solve(&board, &tables, Effort::ALONE)).len() as u32;
    let run = |limits: &Limits| {
        let watch = Watch::start(limits, &());
        twenty_four(&board, &tables, Known::default(), Effort::ALONE, &watch).outcome
    };
    let limited = run(&Limits {
        nodes: Some(2_000),
        ..Limits::default()
    });
    match limited {
        Outcome::Unknown { bound, stop, .. } => {
            assert_eq!(stop, Stop::Nodes);
            assert!(bound <= length && bound % 2 == length % 2);
        }
        other => panic!("{length} moves in two thousand nodes: {other:?}"),
    }
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = run(&Limits {
        cancel,
        ..Limits::default()
    });
    assert!(matches!(
        cancelled,
        Outcome::Unknown {
            stop: Stop::Cancelled,
            ..
        }
    ));
}
