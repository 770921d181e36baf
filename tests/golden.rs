//! Golden numbers: the boards at each distance of a goal, counted by programs that were not ours.

use std::collections::HashSet;

use slide::{Board, Cell, search::SolutionTable};

/// Boards at distance 0, 1, 2, … of the goal, complete.
///
/// Source: independent enumerations; the 3×3 rows are A089473, A089474 and A089483 of the OEIS, which
/// has those of 4×4 as A089484.
const COMPLETE: [(&str, &[u64]); 5] = [
    ("2x2, blank last", &[1, 2, 2, 2, 2, 2, 1]),
    (
        "2x3, blank last",
        &[
            1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1,
        ],
    ),
    (
        "3x3, blank last",
        &[
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ],
    ),
    (
        "3x3, blank in the centre",
        &[
            1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736,
            11132, 12208, 18612, 18444, 24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
        ],
    ),
    (
        "3x3, blank in the middle of a side",
        &[
            1, 3, 5, 10, 14, 28, 42, 80, 108, 202, 278, 524, 726, 1348, 1804, 3283, 4193, 7322,
            8596, 13930, 14713, 21721, 19827, 25132, 18197, 18978, 9929, 7359, 2081, 878, 126, 2,
        ],
    ),
];

/// The first counts for boards with the blank in a corner, from the same source.
const FIRST_4X4: [u64; 18] = [
    1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821, 60842, 119_000,
    231_844,
];
const FIRST_5X5: [u64; 15] = [
    1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538, 10238, 24098, 53186, 123_435,
];
const FIRST_6X6: [u64; 14] = [
    1, 2, 4, 10, 26, 66, 171, 440, 1112, 2786, 6820, 16720, 41106, 100_856,
];

/// Breadth-first search with a hash set and nothing clever: the slow twin of everything over ranks.
fn count_plainly<const R: usize, const C: usize>(goal_blank: Cell, depths: usize) -> Vec<u64> {
    let mut before = HashSet::new();
    let mut level = HashSet::from([Board::<R, C>::goal(goal_blank)]);
    let mut counts = Vec::new();
    while !level.is_empty() && counts.len() < depths {
        counts.push(level.len() as u64);
        let mut next = HashSet::new();
        for board in &level {
            for m in board.moves() {
                let mut child = *board;
                child.apply(m);
                // Parity keeps a child out of its parent's level.
                if !before.contains(&child) {
                    next.insert(child);
                }
            }
        }
        before = std::mem::replace(&mut level, next);
    }
    counts
}

fn count_by_table<const R: usize, const C: usize>(goal_blank: usize) -> Vec<u64> {
    let table = SolutionTable::<R, C>::build(Cell::new(goal_blank)).expect("the board is small");
    table.count_by_distance()
}

#[test]
fn tables_hold_the_known_number_of_boards_at_every_distance() {
    let counted = [
        count_by_table::<2, 2>(3),
        count_by_table::<2, 3>(5),
        count_by_table::<3, 3>(8),
        count_by_table::<3, 3>(4),
        count_by_table::<3, 3>(1),
    ];
    for ((name, known), counted) in COMPLETE.iter().zip(counted) {
        assert_eq!(counted, *known, "{name}");
    }
}

#[test]
fn every_corner_of_a_board_is_as_good_as_another() {
    for corner in [0, 2, 6] {
        assert_eq!(count_by_table::<3, 3>(corner), COMPLETE[2].1);
    }
    assert_eq!(count_by_table::<3, 2>(5), COMPLETE[1].1);
}

#[test]
fn the_plain_search_counts_the_same_as_the_tables_for_every_goal() {
    for cell in 0..6 {
        let plain = count_plainly::<2, 3>(Cell::new(cell), usize::MAX);
        assert_eq!(plain, count_by_table::<2, 3>(cell));
        let plain = count_plainly::<3, 2>(Cell::new(cell), usize::MAX);
        assert_eq!(plain, count_by_table::<3, 2>(cell));
    }
    let plain = count_plainly::<2, 4>(Cell::new(2), usize::MAX);
    assert_eq!(plain, count_by_table::<2, 4>(2));
}

#[test]
fn the_known_numbers_of_boards_are_near_the_goals_of_4x4() {
    let counted = count_plainly::<4, 4>(Cell::new(15), FIRST_4X4.len());
    assert_eq!(counted, FIRST_4X4);
}

#[test]
fn the_known_numbers_of_boards_are_near_the_goals_of_5x5() {
    let counted = count_plainly::<5, 5>(Cell::new(0), FIRST_5X5.len());
    assert_eq!(counted, FIRST_5X5);
}

#[test]
fn the_known_numbers_of_boards_are_near_the_goals_of_6x6() {
    let counted = count_plainly::<6, 6>(Cell::new(35), FIRST_6X6.len());
    assert_eq!(counted, FIRST_6X6);
}
