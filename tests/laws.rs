//! What must hold of every heuristic on every board: laws, tried on all boards where all can be visited.

use slide::{
    Board, Cell, Move, Scramble, Size, Tile, classic_rule,
    heuristic::{
        Change, Heuristic, LinearConflict, LinearConflictChange, Manhattan, ManhattanChange,
        WalkingDistance, WalkingDistanceChange,
    },
    is_solvable,
    search::SolutionTable,
};

/// Visits every board that can reach the goal with its true distance.
fn for_every_board<const R: usize, const C: usize>(
    goal: Cell,
    mut visit: impl FnMut(&Board<R, C>, u32),
) {
    let table = SolutionTable::<R, C>::build(goal).expect("the board is small");
    for board in table.boards() {
        let distance = table.distance(&board).expect("the table holds it");
        visit(&board, distance);
    }
}

fn obeys_the_laws<const R: usize, const C: usize>(goal: Cell, heuristic: &impl Heuristic<R, C>) {
    for_every_board::<R, C>(goal, |board, distance| {
        let state = heuristic.init(board);
        let estimate = heuristic.estimate(&state);
        assert!(
            estimate <= distance,
            "admissible: {estimate} for a board {distance} moves away: {board:?}"
        );
        assert_eq!(
            estimate % 2,
            distance % 2,
            "the parity of the distance: {board:?}"
        );
        if distance == 0 {
            assert_eq!(estimate, 0, "nothing left at the goal");
        }
        for m in board.moves() {
            let mut after = *board;
            let slide = after.apply(m);
            let advanced = heuristic.estimate(&heuristic.advance(state, &after, slide));
            let fresh = heuristic.estimate(&heuristic.init(&after));
            assert_eq!(
                advanced, fresh,
                "incremental = recomputed after {m}: {board:?}"
            );
            assert_eq!(
                advanced.abs_diff(estimate),
                1,
                "consistent: a move changes it by one: {board:?}"
            );
        }
    });
}

fn all_heuristics_obey<const R: usize, const C: usize>(goals: impl IntoIterator<Item = usize>) {
    for goal in goals.into_iter().map(Cell::new) {
        obeys_the_laws::<R, C>(goal, &Manhattan::new(goal));
        obeys_the_laws::<R, C>(goal, &LinearConflict::new(goal));
        obeys_the_laws::<R, C>(
            goal,
            &WalkingDistance::new(goal).expect("the board is small"),
        );
    }
}

#[test]
fn every_heuristic_obeys_the_laws_on_every_board_of_two_rows_and_every_goal() {
    all_heuristics_obey::<2, 2>(0..4);
    all_heuristics_obey::<2, 3>(0..6);
    all_heuristics_obey::<3, 2>(0..6);
    all_heuristics_obey::<2, 4>(0..8);
    all_heuristics_obey::<4, 2>(0..8);
}

#[test]
fn every_heuristic_obeys_the_laws_on_every_board_of_the_eight_puzzle_and_every_goal() {
    all_heuristics_obey::<3, 3>(0..9);
}

/// A random walk of `moves` moves from the goal, each board visited with the move that comes next.
fn walk<const R: usize, const C: usize>(
    goal: Cell,
    seed: u64,
    moves: usize,
    mut visit: impl FnMut(&Board<R, C>, Move),
) {
    let mut board = Board::goal(goal);
    let mut scramble = Scramble::new(seed);
    for _ in 0..moves {
        let choices: Vec<Move> = board.moves().collect();
        let m = choices[scramble.seed() as usize % choices.len()];
        visit(&board, m);
        board.apply(m);
    }
}

fn stays_true_on_a_walk<const R: usize, const C: usize>(
    goal: Cell,
    heuristic: &impl Heuristic<R, C>,
) {
    let mut state = heuristic.init(&Board::goal(goal));
    walk::<R, C>(goal, 5, 3000, |board, m| {
        assert_eq!(
            heuristic.estimate(&state),
            heuristic.estimate(&heuristic.init(board))
        );
        let mut after = *board;
        let slide = after.apply(m);
        let next = heuristic.advance(state, &after, slide);
        assert_eq!(
            heuristic
                .estimate(&next)
                .abs_diff(heuristic.estimate(&state)),
            1
        );
        state = next;
    });
}

#[test]
fn heuristics_of_large_boards_stay_equal_to_themselves_recomputed() {
    stays_true_on_a_walk::<16, 16>(Cell::new(255), &Manhattan::new(Cell::new(255)));
    stays_true_on_a_walk::<16, 16>(Cell::new(100), &LinearConflict::new(Cell::new(100)));
    stays_true_on_a_walk::<7, 7>(Cell::new(0), &LinearConflict::new(Cell::new(0)));
    stays_true_on_a_walk::<4, 6>(Cell::new(23), &LinearConflict::new(Cell::new(23)));
    stays_true_on_a_walk::<5, 3>(
        Cell::new(7),
        &WalkingDistance::new(Cell::new(7)).expect("5x3 fits"),
    );
    stays_true_on_a_walk::<2, 6>(
        Cell::new(4),
        &WalkingDistance::new(Cell::new(4)).expect("2x6 fits"),
    );
}

/// The packed form of a heuristic against its twin, along walks from every goal.
fn changes_agree<T: Change>(goal: Cell, change: &T, twin: &impl Heuristic<4, 4>) {
    let (mut state, mut estimate) = change.init(&Board::goal(goal));
    walk::<4, 4>(goal, 7, 20_000, |board, m| {
        assert_eq!(estimate, twin.estimate(&twin.init(board)), "{board:?}");
        let to = board.blank().index();
        let mut after = *board;
        let tile = after.apply(m).tile.index();
        let (next, by) = match m {
            Move::Up => change.change::<{ Move::Up as usize }>(state, tile, to),
            Move::Left => change.change::<{ Move::Left as usize }>(state, tile, to),
            Move::Right => change.change::<{ Move::Right as usize }>(state, tile, to),
            Move::Down => change.change::<{ Move::Down as usize }>(state, tile, to),
        };
        assert_eq!(by.abs(), 1);
        state = next;
        estimate = estimate
            .checked_add_signed(by)
            .expect("an estimate is not negative");
    });
}

#[test]
fn the_packed_heuristics_of_the_fifteen_puzzle_agree_with_their_twins_for_every_goal() {
    for goal in (0..16).map(Cell::new) {
        changes_agree(goal, &ManhattanChange::new(goal), &Manhattan::new(goal));
        changes_agree(
            goal,
            &LinearConflictChange::new(goal),
            &LinearConflict::new(goal),
        );
        let twin = WalkingDistance::new(goal).expect("4x4 fits");
        changes_agree(goal, &WalkingDistanceChange::new(goal), &twin);
    }
}

#[test]
fn linear_conflict_counts_tiles_and_not_pairs() {
    let board = Board::<3>::from_tiles(&[3, 2, 1, 4, 5, 6, 7, 8, 0].map(Tile::new));
    let conflict = LinearConflict::new(Cell::new(8));
    assert_eq!(conflict.estimate(&conflict.init(&board)), 4 + 2 * 2);
}

#[test]
fn walking_distance_is_refused_where_its_tables_would_not_fit() {
    assert!(WalkingDistance::<5, 5>::new(Cell::new(0)).is_none());
    assert!(WalkingDistance::<4, 5>::new(Cell::new(0)).is_none());
    assert!(WalkingDistance::<6, 3>::new(Cell::new(0)).is_none());
    assert!(WalkingDistance::<3, 5>::new(Cell::new(0)).is_some());
}

/// Every arrangement of `0..n`, by Heap's algorithm.
fn arrangements(n: usize, visit: &mut impl FnMut(&[Tile])) {
    fn permute(tiles: &mut Vec<Tile>, k: usize, visit: &mut impl FnMut(&[Tile])) {
        if k <= 1 {
            return visit(tiles);
        }
        for i in 0..k {
            permute(tiles, k - 1, visit);
            tiles.swap(if k.is_multiple_of(2) { i } else { 0 }, k - 1);
        }
    }
    permute(&mut (0..n as u8).map(Tile::new).collect(), n, visit);
}

#[test]
fn a_board_is_solvable_exactly_if_the_goal_can_be_reached() {
    fn check<const R: usize, const C: usize>() {
        for goal in (0..R * C).map(Cell::new) {
            let table = SolutionTable::<R, C>::build(goal).expect("the board is small");
            let reached: std::collections::HashSet<Vec<Tile>> =
                table.boards().map(|board| board.tiles().to_vec()).collect();
            arrangements(R * C, &mut |tiles| {
                let expected = reached.contains(tiles);
                assert_eq!(
                    is_solvable(tiles, Size::of::<R, C>(), goal),
                    expected,
                    "{tiles:?} to {goal:?}"
                );
            });
        }
    }
    check::<2, 2>();
    check::<2, 3>();
    check::<3, 2>();
    check::<2, 4>();
    check::<4, 2>();
}

#[test]
fn the_parity_rule_is_the_textbook_rule_for_every_size_and_goal() {
    for size in Size::all() {
        let mut scramble = Scramble::new(size.cells() as u64);
        for goal in (0..size.cells()).map(Cell::new) {
            for _ in 0..20 {
                let grid = scramble.arrangement(size);
                let tiles: Vec<Tile> = grid
                    .labels()
                    .iter()
                    .map(|&label| Tile::new(label as u8))
                    .collect();
                assert_eq!(
                    is_solvable(&tiles, size, goal),
                    classic_rule(&tiles, size, goal),
                    "{grid}{goal:?}"
                );
            }
        }
    }
}
