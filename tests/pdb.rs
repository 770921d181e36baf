//! The laws of pattern databases, each against a plain search that shares no code with them.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use slide::{
    Board, Cell, ForSize, Move, MoveSet, Size, Tile,
    heuristic::Heuristic,
    pdb::{Additive, Layouts, Partition, Pattern, Table},
};

/// The slow twin of a table: costs of one pattern by 0-1 breadth-first search over the cells of its tiles
/// and the blank, a move of any other tile being free.
///
/// A state lists the cell of each tile of the pattern (by goal cell), then the blank's.
fn slow_costs(pattern: &Pattern) -> HashMap<Vec<u8>, u8> {
    let (rows, cols) = (pattern.size().rows(), pattern.size().cols());
    let mut goal: Vec<u8> = (0..pattern.size().cells() as u8)
        .filter(|c| pattern.cells() >> c & 1 != 0)
        .collect();
    goal.push(pattern.blank().index() as u8);
    let mut costs = HashMap::new();
    let mut queue = VecDeque::from([(goal, 0)]);
    while let Some((state, cost)) = queue.pop_front() {
        if costs.contains_key(&state) {
            continue;
        }
        costs.insert(state.clone(), cost);
        let blank = Cell::new(state[state.len() - 1].into());
        for m in MoveSet::legal(blank, rows, cols) {
            let target = m.target(blank, rows, cols).expect("a legal move").index() as u8;
            let mut next = state.clone();
            let last = next.len() - 1;
            next[last] = target;
            match state[..last].iter().position(|&cell| cell == target) {
                Some(tile) => {
                    next[tile] = blank.index() as u8;
                    queue.push_back((next, cost + 1));
                }
                None => queue.push_front((next, cost)),
            }
        }
    }
    costs
}

/// Every entry of the table of `pattern` against the slow twin, cold and after every move.
fn check_table(pattern: &Pattern, layouts: &Layouts) {
    let table = Table::build(pattern, layouts);
    let slow = slow_costs(pattern);
    let (rows, cols) = (pattern.size().rows(), pattern.size().cols());
    assert_eq!(slow.values().max(), Some(&table.deepest()));
    for (state, &cost) in &slow {
        let cells: Vec<Cell> = state.iter().map(|&c| Cell::new(c.into())).collect();
        let (&blank, tiles) = cells.split_last().expect("a state ends with the blank");
        let walk = table.walk(tiles, blank);
        assert_eq!(walk.cost, cost, "{pattern:?} {state:?}");
        for m in MoveSet::legal(blank, rows, cols) {
            let target = m.target(blank, rows, cols).expect("a legal move");
            let Some(tile) = tiles.iter().position(|&c| c == target) else {
                continue;
            };
            let mut next = state.clone();
            (next[tile], next[tiles.len()]) = (blank.index() as u8, target.index() as u8);
            let stepped = table.step(walk, target, blank);
            assert_eq!(stepped.cost, slow[&next], "{pattern:?} {state:?} {m}");
            let mut moved = tiles.to_vec();
            moved[tile] = blank;
            assert_eq!(stepped, table.walk(&moved, target));
        }
    }
}

#[test]
fn every_entry_of_every_pattern_of_2x3_is_that_of_a_plain_search() {
    let layouts = Layouts::new();
    let size = Size::new(2, 3).expect("2x3");
    for blank in (0..6).map(Cell::new) {
        for cells in 0..64 {
            if let Some(pattern) = Pattern::new(size, blank, cells) {
                check_table(&pattern, &layouts);
            }
        }
    }
}

#[test]
fn entries_of_larger_boards_are_those_of_a_plain_search() {
    let layouts = Layouts::new();
    for (rows, cols, blank, cells) in [
        (2, 2, 3, 0b111),
        (3, 3, 0, 0b1_1010_1010),
        (3, 3, 4, 0b1_1100_0011),
        (3, 3, 5, 0b1_1101_1111),
        (2, 4, 2, 0b1101_1010),
        (4, 2, 7, 0b0011_0111),
        (3, 4, 5, 0b1100_0011_0000),
        (4, 3, 11, 0b0110_0110),
        (4, 4, 0, 0b1010_0000_0010),
        (4, 4, 5, 0b11_0000_0001_0000),
        (5, 4, 0, 0b110_0000_0000_0010),
        (5, 5, 0, 0b1_1000_0000_0000_0000_0000_0000),
        (5, 5, 12, 0b1_0000_0000_0010_0000_0000_0001),
        (6, 6, 35, 0b100_0001),
    ] {
        let size = Size::new(rows, cols).expect("a size");
        let pattern = Pattern::new(size, Cell::new(blank), cells).expect("a pattern");
        check_table(&pattern, &layouts);
    }
}

/// Distances of all boards from the goal with its blank at `blank`.
fn distances<const R: usize, const C: usize>(blank: Cell) -> HashMap<Board<R, C>, u32> {
    let mut all = HashMap::from([(Board::goal(blank), 0)]);
    let mut queue = VecDeque::from([Board::goal(blank)]);
    while let Some(board) = queue.pop_front() {
        for m in board.moves() {
            let mut next = board;
            next.apply(m);
            let distance = all[&board] + 1;
            all.entry(next).or_insert_with(|| {
                queue.push_back(next);
                distance
            });
        }
    }
    all
}

/// On every board: admissible, the sum of the slow twins, one move changes it by one, kept up = anew.
fn check_laws<const R: usize, const C: usize>(partitions: &[Partition]) {
    let all = distances::<R, C>(partitions[0].blank());
    for partition in partitions {
        let additive: Additive<16> = Additive::build(partition).expect("at most eight patterns");
        let slow: Vec<_> = partition
            .patterns()
            .iter()
            .map(|p| (p, slow_costs(p)))
            .collect();
        let sum_of = |board: &Board<R, C>| -> u32 {
            let cost = |(pattern, costs): &(&Pattern, HashMap<Vec<u8>, u8>)| {
                let tiles = (1..(R * C) as u8)
                    .map(Tile::new)
                    .filter(|&t| pattern.contains(t));
                let mut state: Vec<u8> = tiles
                    .map(|t| {
                        board
                            .tiles()
                            .iter()
                            .position(|&u| u == t)
                            .expect("every tile") as u8
                    })
                    .collect();
                state.push(board.blank().index() as u8);
                u32::from(costs[&state])
            };
            slow.iter().map(cost).sum()
        };
        let states: HashMap<_, _> = all.keys().map(|b| (b, additive.init(b))).collect();
        for (board, &distance) in &all {
            let state = states[board];
            let estimate = Heuristic::<R, C>::estimate(&additive, &state);
            assert!(estimate <= distance, "{partition}{board:?}");
            assert_eq!(estimate % 2, distance % 2);
            let sum = sum_of(board);
            match partition.reflection() {
                None => assert_eq!(estimate, sum, "{partition}{board:?}"),
                Some(symmetry) => {
                    let mut image = vec![Tile::BLANK; R * C];
                    let goal = Board::<R, C>::goal(partition.blank());
                    for cell in (0..R * C).map(Cell::new) {
                        let home = goal.tiles().iter().position(|&t| t == board.tile(cell));
                        let home = Cell::new(home.expect("every tile has its goal"));
                        image[symmetry.cell(cell).index()] = goal.tile(symmetry.cell(home));
                    }
                    let sum = sum.max(sum_of(&Board::from_tiles(&image)));
                    assert_eq!(estimate, sum, "{partition}{board:?}");
                }
            }
            for m in board.moves() {
                let mut after = *board;
                let slide = after.apply(m);
                let next = additive.advance(state, &after, slide);
                assert!(next == states[&after], "{partition}{board:?} {m}");
                assert_eq!(
                    Heuristic::<R, C>::estimate(&additive, &next).abs_diff(estimate),
                    1
                );
            }
        }
    }
}

#[test]
fn laws_hold_on_every_board_of_2x3_and_2x4_for_every_goal() {
    for blank in 0..6 {
        let automatic =
            |most| Partition::automatic(Size::new(2, 3).expect("2x3"), Cell::new(blank), most);
        check_laws::<2, 3>(&[1, 2, 3, 4, 5].map(|m| automatic(m).expect("it fits")));
    }
    for blank in 0..8 {
        let automatic =
            |most| Partition::automatic(Size::new(2, 4).expect("2x4"), Cell::new(blank), most);
        check_laws::<2, 4>(&[2, 3, 4].map(|m| automatic(m).expect("it fits")));
    }
}

#[test]
fn laws_hold_on_every_board_of_3x3_for_every_goal() {
    for blank in 0..9 {
        let size = Size::square(3).expect("3x3");
        let automatic = |most| Partition::automatic(size, Cell::new(blank), most).expect("it fits");
        // The goals in the other corners and on the other edges are images.
        let widths: &[usize] = if [0, 1, 4].contains(&blank) {
            &[2, 3, 4, 5]
        } else {
            &[3]
        };
        let partitions: Vec<Partition> = widths.iter().map(|&m| automatic(m)).collect();
        check_laws::<3, 3>(&partitions);
    }
}
