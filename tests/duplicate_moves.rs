//! The laws of the machine that leaves out duplicate moves, against searches without it.

use std::collections::{HashMap, HashSet};

use slide::{Board, Cell, Move, search::DuplicateMoves};

/// The boards that are first met after each number of moves, with the first path to each in search order.
type Levels<const R: usize, const C: usize> = Vec<HashMap<Board<R, C>, Vec<Move>>>;

/// Breadth-first search by whole levels, each in the order of its paths; with a machine, a board is met
/// again in every state of the machine.
fn levels<const R: usize, const C: usize>(
    start: Board<R, C>,
    deepest: usize,
    machine: Option<&DuplicateMoves>,
) -> Levels<R, C> {
    let mut level = vec![(start, DuplicateMoves::START, Vec::new())];
    let mut met: HashSet<Board<R, C>> = HashSet::new();
    let mut levels = Vec::new();
    for _ in 0..=deepest {
        let mut fresh = HashMap::new();
        for (board, _, path) in &level {
            if !met.contains(board) {
                fresh.entry(*board).or_insert_with(|| path.clone());
            }
        }
        met.extend(fresh.keys());
        let mut next = Vec::new();
        let mut seen = HashSet::new();
        for (board, state, path) in &level {
            for m in board.moves() {
                let state = match machine {
                    Some(machine) => machine.next(*state, m),
                    None => Some(DuplicateMoves::START),
                };
                let mut child = *board;
                child.apply(m);
                // A path over a board met before is not the shortest to anything.
                if let Some(state) = state
                    && !met.contains(&child)
                    && seen.insert((child, state))
                {
                    next.push((child, state, [path.as_slice(), &[m]].concat()));
                }
            }
        }
        levels.push(fresh);
        level = next;
    }
    levels
}

fn check<const R: usize, const C: usize>(deepest: usize, longest: &[u32]) {
    let machines: Vec<_> = longest
        .iter()
        .map(|&longest| DuplicateMoves::up_to(longest))
        .collect();
    for blank in 0..R * C {
        let start = Board::<R, C>::goal(Cell::new(blank));
        let plain = levels(start, deepest, None);
        for (machine, longest) in machines.iter().zip(longest) {
            let pruned = levels(start, deepest, Some(machine));
            for (depth, (plain, pruned)) in plain.iter().zip(&pruned).enumerate() {
                assert!(
                    plain == pruned,
                    "{R}x{C}, blank on {blank}, depth {depth}, strings up to {longest}"
                );
            }
        }
    }
}

#[test]
fn every_board_is_reached_by_its_first_shortest_path_on_small_boards() {
    check::<2, 2>(7, &[2, 6, 12]);
    check::<2, 3>(21, &[2, 7, 10, 12]);
    check::<3, 2>(21, &[12]);
    check::<2, 4>(14, &[12]);
    check::<3, 3>(14, &[4, 12]);
}

#[test]
fn every_board_is_reached_by_its_first_shortest_path_on_larger_boards() {
    check::<3, 4>(13, &[12]);
    check::<4, 4>(12, &[12]);
}

#[test]
fn the_strings_are_as_many_as_in_the_literature() {
    let counts = |longest| {
        let machine = DuplicateMoves::up_to(longest);
        (machine.strings(), machine.states())
    };
    assert_eq!(counts(1), (0, 1));
    assert_eq!(counts(2), (4, 5));
    assert_eq!(counts(6), (8, 21));
    assert_eq!(counts(12), (2667, 9732));
}

#[test]
fn no_state_is_without_a_way_on_and_none_is_out_of_range() {
    let machine = DuplicateMoves::up_to(11);
    for state in 0..machine.states() as u32 {
        let next: Vec<u32> = Move::ALL
            .into_iter()
            .filter_map(|m| machine.next(state, m))
            .collect();
        assert!(!next.is_empty());
        assert!(next.iter().all(|&next| (next as usize) < machine.states()));
    }
}
