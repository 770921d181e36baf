//! `slide solve --all`, `--count` and `--first-lex`: every shortest solution, counted another way.

mod common;
mod corpus;

use std::{
    collections::{BTreeSet, HashMap},
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use common::{Ran, repository, run, words};
use corpus::fifteen_puzzles;
use slide::{
    Goal, Grid, Move, NamedGoal, Problem, Size,
    format::Convention,
    report::{AllShortest, Record, Spelling, Style, Verdict},
    search::{Cancel, Limits, Observer, Wanted},
    solver::{Choice, PathFinder, Plan, Tables},
};

/// Each way to write a direction with what it does to the blank's row and column, in the order of letters.
const STEPS: [(char, isize, isize); 4] = [('d', 1, 0), ('l', 0, -1), ('r', 0, 1), ('u', -1, 0)];

type Cells = Vec<u8>;

/// The boards a move away, with the letters of the moves; by nothing of ours.
fn neighbours(cells: &Cells, cols: usize) -> Vec<(char, Cells)> {
    let rows = (cells.len() / cols) as isize;
    let blank = cells.iter().position(|&cell| cell == 0).expect("a blank");
    let (row, col) = ((blank / cols) as isize, (blank % cols) as isize);
    let step = |&(letter, down, right): &(char, isize, isize)| {
        let (row, col) = (row + down, col + right);
        let inside = (0..rows).contains(&row) && (0..cols as isize).contains(&col);
        inside.then(|| {
            let mut next = cells.clone();
            next.swap(blank, row as usize * cols + col as usize);
            (letter, next)
        })
    };
    STEPS.iter().filter_map(step).collect()
}

/// Breadth first from one board: how far every board up to a depth is, and on how many shortest ways.
fn ways_from(start: &Cells, cols: usize, deepest: u32) -> HashMap<Cells, (u32, u64)> {
    let mut found = HashMap::from([(start.clone(), (0, 1))]);
    let mut level = vec![start.clone()];
    for depth in 1..=deepest {
        let mut next = Vec::new();
        for board in &level {
            let ways = found[board].1;
            for (_, neighbour) in neighbours(board, cols) {
                let known = found.entry(neighbour.clone()).or_insert_with(|| {
                    next.push(neighbour);
                    (depth, 0)
                });
                if known.0 == depth {
                    known.1 += ways;
                }
            }
        }
        level = next;
    }
    found
}

fn line(cells: &[u8]) -> String {
    let words: Vec<String> = cells.iter().map(u8::to_string).collect();
    words.join(" ") + "\n"
}

fn solve(arguments: &str, input: &str) -> Ran {
    let ran = run(&words(&format!("solve {arguments}")), input);
    assert_eq!(
        (ran.stderr.as_str(), ran.code),
        ("", Some(0)),
        "{arguments}"
    );
    ran
}

#[test]
fn the_number_of_shortest_solutions_is_that_of_breadth_first_search_back_from_the_goal() {
    let goal: Cells = vec![1, 2, 3, 4, 5, 6, 7, 8, 0];
    let all = ways_from(&goal, 3, 31);
    assert_eq!(all.len(), 181_440);
    let mut boards: Vec<&Cells> = all.keys().collect();
    boards.sort();
    let hard = |board: &&&Cells| all[**board].0 >= 30;
    let chosen: Vec<&Cells> = boards
        .iter()
        .filter(hard)
        .chain(boards.iter().step_by(101))
        .copied()
        .collect();
    let input: String = chosen.iter().map(|board| line(board)).collect();
    let expected: String = chosen
        .iter()
        .map(|board| format!("{}\n", all[*board].1))
        .collect();
    assert_eq!(solve("--count", &input).stdout, expected);
}

#[test]
fn every_solution_of_the_two_hardest_eight_puzzles_is_listed_once_in_order_and_valid() {
    let path = repository("puzzles/eight/hardest-31.txt");
    let path = path.to_str().expect("UTF-8");
    let text = solve(&format!("--all {path}"), "").stdout;
    let mut lines = text.lines();
    for board in ["6 4 7 8 5 x 3 2 1", "8 6 7 2 5 4 3 x 1"] {
        let count: usize = lines.next().expect("a number").parse().expect("a number");
        let solutions: Vec<&str> = lines.by_ref().take(count).collect();
        assert_eq!(solutions.len(), count);
        assert!(solutions.is_sorted());
        assert_eq!(solutions.iter().collect::<BTreeSet<_>>().len(), count);
        let pairs: String = solutions
            .iter()
            .map(|moves| format!("{board} {moves}\n"))
            .collect();
        let verified = run(&["verify"], pairs);
        assert_eq!(verified.stdout, "valid 31\n".repeat(count));
        // The first by its letters, and the engine's own among them.
        let own = solve("", &format!("{board}\n")).stdout;
        assert!(solutions.contains(&own.trim()));
        let first = solve("--first-lex", &format!("{board}\n")).stdout;
        assert_eq!(first.trim(), solutions[0]);
        // By the letters that are printed.
        let tiles = solve("--first-lex --moves tile", &format!("{board}\n")).stdout;
        let turned = |moves: &str| -> String {
            let turn = |c| match c {
                'u' => 'D',
                'd' => 'U',
                'l' => 'R',
                _ => 'L',
            };
            moves.chars().map(turn).collect()
        };
        let least = solutions
            .iter()
            .map(|moves| turned(moves))
            .min()
            .expect("some");
        assert_eq!(tiles.trim(), least);
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn the_first_by_letters_is_found_for_every_kind_of_board() {
    // 2×3: for each board the least of all shortest letter strings, by going downhill.
    let goal: Cells = vec![1, 2, 3, 4, 5, 0];
    let all = ways_from(&goal, 3, 21);
    assert_eq!(all.len(), 360);
    let mut boards: Vec<&Cells> = all.keys().collect();
    boards.sort();
    let input: String = boards.iter().map(|board| line(board)).collect();
    let expected: String = boards
        .iter()
        .map(|board| {
            let mut board = (*board).clone();
            let mut letters = String::new();
            while all[&board].0 > 0 {
                let nearer = |(_, next): &(char, Cells)| all[next].0 < all[&board].0;
                let (letter, next) = neighbours(&board, 3)
                    .into_iter()
                    .find(nearer)
                    .expect("a way");
                letters.push(letter);
                board = next;
            }
            letters + "\n"
        })
        .collect();
    assert_eq!(solve("-s 2x3 --first-lex", &input).stdout, expected);
    assert_eq!(
        solve("-s 2x3 --first-lex -a a-star", &input).stdout,
        expected
    );
}

#[test]
fn larger_boards_are_counted_too() {
    // Every board 12 moves from a 4×4 and a 5×5 goal, counted on the way out.
    for side in [4, 5] {
        let cells = side * side;
        let mut goal: Cells = (1..cells as u8).collect();
        goal.push(0);
        let deepest = if side == 4 { 13 } else { 10 };
        let all = ways_from(&goal, side, deepest);
        let mut boards: Vec<&Cells> = all
            .keys()
            .filter(|board| all[*board].0 == deepest)
            .collect();
        boards.sort();
        let chosen: Vec<&Cells> = boards.into_iter().step_by(7).collect();
        let input: String = chosen.iter().map(|board| line(board)).collect();
        let expected: String = chosen
            .iter()
            .map(|board| format!("{}\n", all[*board].1))
            .collect();
        assert_eq!(
            solve(&format!("--count -s {side}"), &input).stdout,
            expected
        );
    }
}

#[test]
fn the_solutions_of_a_hard_board_are_those_of_its_nearer_neighbours() {
    // Korf's second and third; tables are built for the third.
    for (length, board) in [
        (55, [13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6]),
        (59, [14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15]),
    ] {
        let board: Cells = board.to_vec();
        let goal = "-s 4 -g blank-first";
        let around = neighbours(&board, 4);
        let input: String = around.iter().map(|(_, next)| line(next)).collect();
        let ran = solve(&format!("{goal} --count -o json"), &input);
        let nearer: u64 = ran
            .stdout
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
            .filter(|object| object["length"] == length - 1)
            .map(|object| object["solutions"].as_u64().expect("a number"))
            .sum();
        let text = solve(&format!("{goal} --all"), &line(&board)).stdout;
        let solutions: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(text.lines().next(), Some(nearer.to_string().as_str()));
        assert_eq!(solutions.len() as u64, nearer);
        assert!(solutions.is_sorted() && nearer > 10);
        let pair = |moves: &&str| format!("{} {moves}\n", line(&board).trim());
        let pairs: String = solutions.iter().map(pair).collect();
        let verified = run(&words(&format!("verify {goal}")), pairs);
        assert_eq!(
            verified.stdout,
            format!("valid {length}\n").repeat(solutions.len())
        );
        let first = solve(&format!("{goal} --first-lex"), &line(&board)).stdout;
        assert_eq!(first.trim(), solutions[0]);
    }
}

#[test]
fn solved_and_unsolvable_boards_have_one_and_no_solution() {
    let ran = run(
        &words("solve --all"),
        "1 2 3 4 5 6 7 8 x\n2 1 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 x 8\n",
    );
    assert_eq!(ran.stdout, "1\n\nunsolvable\n1\nr\n");
    assert_eq!(ran.code, Some(0));
    let ran = run(
        &words("solve --count"),
        "1 2 3 4 5 6 7 8 x\n2 1 3 4 5 6 7 8 x\n",
    );
    assert_eq!(ran.stdout, "1\nunsolvable\n");
}

#[test]
fn all_solutions_come_as_words_tiles_or_json_too() {
    let board = "1 2 3 4 5 x 7 8 6\n";
    assert_eq!(solve("--all -o words", board).stdout, "1\ndown\n");
    assert_eq!(solve("--all -o tiles", board).stdout, "1\n6\n");
    let json = solve("--all -o json", "6 4 7 8 5 x 3 2 1\n").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let all = json["all"].as_array().expect("a list");
    assert_eq!(json["solutions"].as_u64(), Some(all.len() as u64));
    assert_eq!(json["moves"], all[0]);
    let json = solve("--count -o json", "6 4 7 8 5 x 3 2 1\n").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(json["solutions"].as_u64() > Some(1) && json["all"].is_null());
    for style in ["length", "boards", "princeton", "42", "hackerrank"] {
        let ran = run(&words(&format!("solve --all -o {style}")), board);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)));
        assert_eq!(
            ran.stderr,
            "slide: --all and --count go with --output moves, words, tiles or json\n"
        );
    }
    let ran = run(&words("solve --all --first-lex"), board);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)));
}

/// Takes what is written, and interrupts when it has so many bytes.
struct Impatient<'a> {
    text: Vec<u8>,
    patience: usize,
    cancel: &'a Cancel,
}

impl Write for Impatient<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        if self.text.len() >= self.patience {
            self.cancel.cancel();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn each_solution_goes_out_before_the_next_is_made_and_an_interrupt_ends_the_list() {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankLast,
        Size::square(3).expect("3x3"),
    ));
    let start = Grid::new(goal.size(), [8, 6, 7, 2, 5, 4, 3, 0, 1]);
    let problem = Problem::new(start, goal.clone()).expect("an arrangement");
    let limits = Limits::default();
    let answer = Plan::auto(goal.size(), goal.blank()).solve(&problem, &limits, &());
    let (paths, _) = PathFinder::new(goal.size(), goal.blank(), &Choice::default())
        .find(&problem, 31, Wanted::All, Move::ALL, &limits, &())
        .expect("nothing stops it");
    let spelling = Spelling {
        convention: Convention::Blank,
        compress: false,
    };
    let write = |style, patience| {
        let cancel = Cancel::new();
        let record = Record {
            index: 1,
            file: "file",
            line: 1,
            id: None,
            size: Some(goal.size()),
            verdict: Verdict::Answered(&problem, &answer),
            all: Some(AllShortest {
                paths: &paths,
                listed: true,
                cancel: &cancel,
            }),
            best_effort: false,
        };
        let mut out = Impatient {
            text: Vec::new(),
            patience,
            cancel: &cancel,
        };
        record
            .write(style, spelling, &mut out)
            .expect("it takes all");
        String::from_utf8(out.text).expect("UTF-8")
    };
    let lines = write(Style::Moves, usize::MAX);
    let all: Vec<&str> = lines.lines().skip(1).collect();
    assert!(all.len() > 30 && all.len() as u128 == paths.count());
    // In moves, words and tiles a solution is a line, in JSON a string.
    for style in [Style::Moves, Style::Words, Style::Tiles] {
        let whole = write(style, usize::MAX);
        let longest = whole.lines().map(str::len).max().expect("a line") + 1;
        for patience in [1, whole.len() / 3, whole.len() / 2] {
            let text = write(style, patience);
            assert!(whole.starts_with(&text) && text.ends_with('\n'));
            assert!(text.len() < patience + longest, "{style:?}");
        }
    }
    let whole = write(Style::Json, usize::MAX);
    let list = whole.find("\"all\":[").expect("the list");
    for wanted in [1, 2, 20] {
        let text = write(Style::Json, list + 10 + 34 * wanted);
        let object: serde_json::Value = serde_json::from_str(&text).expect("it is closed");
        let listed = object["all"].as_array().expect("a list");
        let listed: Vec<&str> = listed.iter().filter_map(|path| path.as_str()).collect();
        assert!((wanted..wanted + 2).contains(&listed.len()), "{text}");
        assert_eq!(listed, all[..listed.len()]);
        assert_eq!(object["solutions"].as_u64(), Some(all.len() as u64));
    }
    let text = write(Style::Json, 0);
    let object: serde_json::Value = serde_json::from_str(&text).expect("it is closed");
    assert_eq!(object["all"], serde_json::json!([]));
}

#[test]
fn a_limit_leaves_a_board_open() {
    // Solved in no time by tables, but not all solutions of it are found so soon.
    let ran = run(
        &words("solve --count -s 5 --time-limit 300ms -o json"),
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 x\n24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 x\n",
    );
    let lines: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(
        (lines[0]["solutions"].as_u64(), &lines[1]["solutions"]),
        (Some(1), &serde_json::Value::Null)
    );
    assert_eq!(
        (lines[1]["status"].as_str(), ran.code),
        (Some("unknown"), Some(1))
    );
}

/// Knows whether anything was built.
#[derive(Default)]
struct Watchman(AtomicBool);

impl Observer for Watchman {
    fn building(&self, _: &str, _: f64) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn no_tables_are_made_ready_that_are_not_wanted_or_for_which_memory_has_no_room() {
    let (start, length) = fifteen_puzzles("korf-100.txt").swap_remove(0);
    let goal = Arc::new(Goal::named(NamedGoal::BlankFirst, start.size()));
    let problem = Problem::new(start, goal.clone()).expect("a board");
    let unwanted = Choice {
        tables: Tables::None,
        ..Choice::default()
    };
    let narrow = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    let found = [
        (unwanted, Limits::default()),
        (Choice::default(), narrow),
        (Choice::default(), Limits::default()),
    ]
    .map(|(choice, limits)| {
        let finder = PathFinder::new(goal.size(), goal.blank(), &choice);
        let (length, watchman) = (length as u32, Watchman::default());
        let found = finder.find(&problem, length, Wanted::All, Move::ALL, &limits, &watchman);
        let count = found.expect("nothing stops it").0.count();
        (count, watchman.0.into_inner())
    });
    let count = found[0].0;
    assert_eq!(found, [(count, false), (count, false), (count, true)]);
}
