//! `slide generate`: that boards are what was asked for, says another engine.

mod common;

#[path = "common/terminal.rs"]
mod terminal;

use std::{
    collections::{BTreeMap, BTreeSet},
    process::{Command, Stdio},
};

use common::{Ran, repository, run, slide, words};
use slide::{
    Size,
    format::{Layout, Reader, Reading},
};
use terminal::start;

fn generate(arguments: &str) -> Ran {
    run(&words(&format!("generate {arguments}")), "")
}

/// The boards of a run that must succeed and say nothing but the seed.
#[track_caller]
fn boards(arguments: &str) -> String {
    let ran = generate(arguments);
    assert_eq!(ran.code, Some(0), "{arguments}: {}", ran.stderr);
    let mut lines = ran.stderr.lines();
    assert!(
        lines.all(|line| line.starts_with("slide: seed ")),
        "{}",
        ran.stderr
    );
    ran.stdout
}

/// The lengths of the boards by an engine of the caller's choice.
#[track_caller]
fn lengths(boards: &str, arguments: &str) -> Vec<u32> {
    let ran = run(&words(&format!("solve -o length {arguments}")), boards);
    assert_eq!(
        (ran.stderr.as_str(), ran.code),
        ("", Some(0)),
        "{arguments}"
    );
    let length = |line: &str| line.parse().expect("every board is solvable");
    ran.stdout.lines().map(length).collect()
}

#[track_caller]
fn refuses(arguments: &str, stderr: &str) {
    let ran = generate(arguments);
    let last = ran
        .stderr
        .lines()
        .find(|line| !line.starts_with("slide: seed"));
    assert_eq!(
        (ran.stdout.as_str(), last, ran.code),
        ("", Some(stderr), Some(2))
    );
}

#[test]
fn a_seed_gives_the_same_boards_everywhere() {
    // Printed once and for all: another platform or release must print them too.
    assert_eq!(boards("--seed 1 --count 3"), GOLDEN_EIGHT);
    assert_eq!(boards("--seed 1 --size 4"), GOLDEN_FIFTEEN);
    // Neither threads nor tables matter.
    for more in ["-j 1", "-j 3 --tables none", "--tables small"] {
        assert_eq!(
            boards(&format!("--seed 1 --size 4 --length 40 {more}")),
            GOLDEN_FORTY
        );
    }
}

const GOLDEN_EIGHT: &str = "4 5 3 8 1 7 x 2 6\n5 x 8 6 4 3 7 2 1\n1 x 6 7 3 2 8 5 4\n";
const GOLDEN_FIFTEEN: &str = "4 11 3 14 15 12 x 1 10 6 9 13 7 5 8 2\n";
const GOLDEN_FORTY: &str = "4 6 12 11 10 x 1 3 7 15 2 14 5 9 13 8\n";

#[test]
fn the_seed_used_is_told_and_gives_the_boards_again() {
    let first = generate("--size 4 --count 2");
    let seed = first
        .stderr
        .trim()
        .strip_prefix("slide: seed ")
        .expect("the seed is told");
    let again = generate(&format!("--size 4 --count 2 --seed {seed}"));
    assert_eq!(
        (&again.stdout, &again.stderr),
        (&first.stdout, &first.stderr)
    );
    let other = generate("--size 4 --count 2");
    assert_ne!(other.stdout, first.stdout, "two runs in a 10^26th of cases");
}

/// Every one of `kinds` boards comes up about equally often among `count`: within six standard deviations,
/// which a fair source misses once in a million years of test runs. The seed is fixed besides.
#[track_caller]
fn is_uniform(text: &str, kinds: usize, count: usize) {
    let mut times: BTreeMap<&str, f64> = BTreeMap::new();
    text.lines()
        .for_each(|board| *times.entry(board).or_default() += 1.0);
    assert_eq!((times.len(), text.lines().count()), (kinds, count));
    let mean = count as f64 / kinds as f64;
    for (board, times) in times {
        assert!(
            (times - mean).abs() < 6.0 * mean.sqrt(),
            "{board} came {times} times of {mean}"
        );
    }
}

#[test]
fn every_solvable_board_is_as_likely_as_any_and_so_is_every_unsolvable_one() {
    for goal in ["blank-last", "blank-first", "snail"] {
        for kind in ["", "--unsolvable"] {
            let seed = goal.len() + kind.len();
            let run = |size, count| {
                boards(&format!(
                    "--seed {seed} -s {size} -g {goal} -c {count} {kind}"
                ))
            };
            is_uniform(&run("2x2", 12_000), 12, 12_000);
            is_uniform(&run("2x3", 72_000), 360, 72_000);
            is_uniform(&run("3x2", 72_000), 360, 72_000);
        }
    }
    let solvable = boards("-s 2x3 -c 100");
    let unsolvable = boards("-s 2x3 -c 100 --unsolvable");
    lengths(&solvable, "-s 2x3");
    let ran = run(&words("solve -s 2x3"), unsolvable);
    assert_eq!(ran.stdout, "unsolvable\n".repeat(100));
}

#[test]
fn of_a_length_every_board_is_as_likely_as_any_where_boards_are_counted() {
    // 2×3 has 39 boards at distance 13 and 12 + 16 + 23 at 8 to 10.
    is_uniform(&boards("--seed 5 -s 2x3 --length 13 -c 7800"), 39, 7800);
    is_uniform(
        &boards("--seed 5 -s 2x3 --length 8..10 -c 8800"),
        12 + 16 + 23,
        8800,
    );
    // 4×4 has 107 at distance 6.
    is_uniform(&boards("--seed 5 -s 4 --length 6 -c 21400"), 107, 21_400);
}

#[test]
fn all_boards_of_a_length_can_be_had_once_each_and_no_more() {
    for (arguments, all) in [
        ("-s 2x2", 12),
        ("-s 2x3", 360),
        ("-s 2x3 --unsolvable", 360),
        ("-s 2x3 --length 20..21", 7),
        ("-s 3 --length 30", 221),
        ("-s 5 --length 4", 26),
    ] {
        let text = boards(&format!("{arguments} --distinct -c {all}"));
        assert_eq!(
            text.lines().collect::<BTreeSet<_>>().len(),
            all,
            "{arguments}"
        );
        refuses(
            &format!("{arguments} --distinct -c {}", all + 1),
            &format!("slide: there are only {all} such boards"),
        );
    }
    // Of a walk nobody knows how many there are; the search for more ends.
    let ran = generate("--moves 2 --distinct -c 5 --seed 1");
    assert_eq!((ran.stdout.lines().count(), ran.code), (4, Some(1)));
    assert!(ran.stderr.contains("4 different boards"), "{}", ran.stderr);
}

#[test]
fn every_length_of_the_eight_puzzle_is_what_breadth_first_search_finds() {
    for goal in ["blank-last", "snail"] {
        for length in 0..=30 {
            let text = boards(&format!("--length {length} -c 3 -g {goal}"));
            assert_eq!(lengths(&text, &format!("-a bfs -g {goal}")), [length; 3]);
        }
    }
    refuses(
        "--length 32",
        "slide: no 3x3 board needs more than 31 moves",
    );
    refuses(
        "-g snail --length 31",
        "slide: no 3x3 board needs more than 30 moves",
    );
}

#[test]
fn lengths_of_the_fifteen_puzzle_are_what_another_engine_finds() {
    // Near the goal all are counted, farther out random boards are followed home, beyond what random
    // boards need the hardest are walked away from.
    for (wanted, count) in [("17", 3), ("33", 3), ("52", 2), ("60", 1), ("64", 1)] {
        for goal in ["blank-last", "blank-first"] {
            let text = boards(&format!(
                "--seed 3 -s 4 -g {goal} --length {wanted} -c {count}"
            ));
            let length: u32 = wanted.parse().expect("a number");
            let found = lengths(
                &text,
                &format!("-s 4 -g {goal} -a ida-star -e pattern-db --tables small"),
            );
            assert_eq!(found, vec![length; count], "{goal}");
        }
    }
    refuses(
        "-s 4 --length 81",
        "slide: no 4x4 board needs more than 80 moves",
    );
}

#[test]
fn lengths_in_a_range_are_spread_over_it() {
    for (arguments, size) in [
        ("-s 4 --length 20..40", "4"),
        ("-s 5 --length 20..32", "5"),
        ("--length 5..9", "3"),
    ] {
        let text = boards(&format!("--seed 2 {arguments} -c 12 --lengths"));
        let found = lengths(
            &text,
            &format!("-s {size} -a ida-star -e manhattan --tables none"),
        );
        let comments = text
            .lines()
            .map(|line| line.split("# ").nth(1).expect("a comment"));
        assert!(
            comments
                .map(|c| c.parse::<u32>().expect("a length"))
                .eq(found.iter().copied())
        );
        let range = arguments.split_whitespace().last().expect("a range");
        let (first, last) = range.split_once("..").expect("a range");
        let (first, last) = (first.parse().expect("a"), last.parse().expect("b"));
        assert!(
            found.iter().all(|length| (first..=last).contains(length)),
            "{found:?}"
        );
        assert!(found.iter().collect::<BTreeSet<_>>().len() > 2, "{found:?}");
    }
}

#[test]
fn rectangles_and_large_boards_have_lengths_too() {
    for (size, length) in [
        ("2x4", 36),
        ("4x2", 20),
        ("3x4", 14),
        ("3x5", 30),
        ("4x5", 35),
        ("6", 24),
        ("16", 9),
    ] {
        let text = boards(&format!("--seed 4 -s {size} --length {length} -c 2"));
        assert_eq!(
            lengths(
                &text,
                &format!("-s {size} -a ida-star -e linear-conflict --tables none")
            ),
            [length; 2]
        );
    }
}

#[test]
fn a_walk_of_k_moves_is_at_most_k_moves_away_and_of_the_same_parity() {
    for k in [0, 1, 2, 7, 20] {
        let text = boards(&format!("--seed {k} --moves {k} -c 50"));
        for length in lengths(&text, "") {
            assert!(length <= k && length % 2 == k % 2, "{length} of {k}");
            // Without undoing there is no way back in so few moves.
            assert!(k > 7 || length == k, "{length} of {k}");
        }
    }
}

#[test]
fn the_hardest_are_computed_or_known() {
    let file = |name: &str| std::fs::read_to_string(repository(name)).expect("it is there");
    let cells = |text: &str| -> BTreeSet<String> {
        let bare = |line: &str| line.split('#').next().expect("a line").replace('x', "0");
        let words = |line: String| {
            line.split_whitespace()
                .map(String::from)
                .collect::<Vec<_>>()
        };
        text.lines()
            .map(|line| words(bare(line)).join(" "))
            .filter(|line| !line.is_empty())
            .collect()
    };
    let eight = boards("--hardest --lengths");
    assert!(eight.lines().all(|line| line.ends_with(" # 31")), "{eight}");
    assert_eq!(cells(&eight), cells(&file("puzzles/eight/hardest-31.txt")));
    let fifteen = boards("-s 4 --hardest --format korf");
    assert_eq!(
        cells(&fifteen),
        cells(&file("puzzles/fifteen/hardest-17.txt"))
    );
    // Two random ones, which a seed gives again.
    let two = boards("-s 4 --hardest -c 2 --seed 1");
    assert_eq!(two, boards("-s 4 --hardest -c 2 --seed 1"));
    assert_eq!(cells(&two).len(), 2);
    assert!(
        cells(&two).iter().all(|board| fifteen.contains(board)),
        "{two}"
    );
    let first = boards("-s 4 -g blank-first --hardest -c 17");
    let ran = run(&words("solve -s 4 -g blank-first --time-limit 1ms"), first);
    assert!(!ran.stdout.contains("unsolvable"));
    for (size, length, count) in [("2x3", "21", 1), ("2x4", "36", 1), ("2x2", "6", 1)] {
        let text = boards(&format!("-s {size} --hardest --lengths"));
        assert_eq!(text.lines().count(), count, "{text}");
        assert!(
            text.lines()
                .all(|line| line.ends_with(&format!(" # {length}"))),
            "{text}"
        );
    }
    refuses(
        "-s 5 --hardest",
        "slide: nobody knows the hardest 5x5 boards for the goal blank-last",
    );
    refuses("--hardest -c 3", "slide: there are only 2 hardest boards");
}

#[test]
fn boards_in_every_layout_are_read_again_with_their_comments() {
    for layout in Layout::ALL {
        for side in [2, 3, 4] {
            let size = Size::square(side).expect("a square");
            if !layout.holds(size) {
                refuses(
                    &format!("-s {side} -f {layout}"),
                    &format!("slide: format {layout} cannot hold {size} boards"),
                );
                continue;
            }
            let plain = boards(&format!("--seed 9 -s {side} --length 4..6 -c 5"));
            let text = boards(&format!(
                "--seed 9 -s {side} --length 4..6 -c 5 -f {layout} --lengths"
            ));
            let read = |text: &str, layout| -> Vec<_> {
                let size = Some(size);
                let entries = Reader::new(text.as_bytes(), Reading { layout, size });
                entries
                    .map(|entry| entry.expect("memory").board.expect("a board"))
                    .collect()
            };
            assert_eq!(read(&text, Some(layout)), read(&plain, None), "{text}");
            assert_eq!(text.matches('#').count(), 5, "{text}");
        }
    }
    // Recognised without being told, where the layout says its size.
    for layout in Layout::ALL {
        let side = if layout == Layout::Digits { 3 } else { 4 };
        let text = boards(&format!("--seed 9 -s {side} -c 3 -f {layout}"));
        let size = if layout == Layout::Stream { "-s 4" } else { "" };
        assert_eq!(lengths(&text, size).len(), 3, "{text}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    for arguments in [
        "--moves 3 --length 3",
        "--length 3 --hardest",
        "--hardest --unsolvable",
        "--unsolvable --lengths",
        "--count 0",
        "--length 5..4",
        "--length x",
        "--size 17",
    ] {
        let ran = generate(arguments);
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("", Some(2)),
            "{arguments}"
        );
        assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
    }
    let ran = run(&["generate", "--size", "3", "--goal", "1 2 3 4 5 x"], "");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)));
}

#[test]
fn lengths_beyond_any_computer_are_refused_and_those_that_take_long_are_announced() {
    for more in ["", "--distinct --count 3"] {
        let ran = generate(&format!("--size 8 --lengths {more}"));
        assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)));
        assert!(
            ran.stderr
                .starts_with("slide: the lengths of random 8x8 boards are beyond any computer; "),
            "{}",
            ran.stderr
        );
    }
    // Who sets a limit may let it try.
    let ran = generate("--size 8 --lengths --seed 1 --time-limit 50ms");
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.code),
        (
            "",
            "slide: seed 1\nslide: 0 boards found: the time limit was reached\n",
            Some(1)
        )
    );
    for arguments in [
        "--size 5 --lengths --tables none",
        "--size 8 --lengths --moves 300",
        "--size 6 --length 300",
    ] {
        let mut pty = start(&words(&format!("generate {arguments}")), (24, 120));
        pty.see("may take minutes to days each; --time-limit ends that");
        pty.see("seed");
        pty.press("\x03");
        assert_eq!(pty.end().0, 130, "{arguments}");
    }
    // Near the goal nothing is to be feared.
    boards("--size 8 --lengths --moves 30");
    boards("--size 8 --lengths --length 20");
}

#[test]
fn a_time_limit_leaves_the_boards_found_so_far() {
    let ran = generate("-s 6 --length 150 --time-limit 200ms --seed 1");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(1)));
    assert!(
        ran.stderr
            .ends_with("slide: 0 boards found: the time limit was reached\n"),
        "{}",
        ran.stderr
    );
}

#[test]
fn boards_without_end_obey_the_time_limit_and_interrupts() {
    let ran = generate("--count 1000000000000 --time-limit 20ms --seed 1");
    let found = ran.stdout.lines().count();
    let last = format!("slide: {found} boards found: the time limit was reached\n");
    assert!(ran.stderr.ends_with(&last), "{}", ran.stderr);
    assert!(found > 0 && ran.code == Some(1), "{found}");

    let mut endless = slide(&words("generate --count 1000000000000"));
    let mut child = endless.stdout(Stdio::null()).spawn().expect("it starts");
    let mut first = [0];
    let mut stderr = child.stderr.take().expect("stderr is piped");
    // By the time that it tells the seed it listens to signals.
    std::io::Read::read_exact(&mut stderr, &mut first).expect("the seed is told");
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("there is `kill`").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn hiho_announces_as_many_boards_as_there_are() {
    // However many were wanted: there are twelve boards of 2x2.
    for (arguments, code) in [
        ("--count 5 --size 2", 0),
        ("--count 12 --size 2 --distinct", 0),
        ("--count 1000000000000 --time-limit 20ms", 1),
        ("--count 100 --length 3..5", 0),
        ("--count 2 --size 4 --length 20 --distinct", 0),
        ("--size 2 --hardest", 0),
    ] {
        let ran = generate(&format!("{arguments} --seed 1 --format hiho"));
        let head = ran.stdout.lines().next().expect("a number");
        let reading = Reading {
            layout: Some(Layout::Hiho),
            size: None,
        };
        let boards = Reader::new(ran.stdout.as_bytes(), reading);
        let boards = boards.filter(|entry| entry.as_ref().is_ok_and(|e| e.board.is_ok()));
        assert_eq!(head, boards.count().to_string(), "{arguments}");
        assert_eq!(ran.code, Some(code), "{arguments}: {}", ran.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn boards_that_are_sure_to_be_there_are_not_kept() {
    use std::io::Read;
    let mut child = slide(&words("generate -s 4 --count 100000000 --format hiho"))
        .spawn()
        .expect("it starts");
    let mut stdout = child.stdout.take().expect("stdout is piped");
    let mut text = vec![0; 20_000_000];
    stdout.read_exact(&mut text).expect("there is more");
    let peak = common::peak(child.id());
    child.kill().expect("a child of ours");
    child.wait().expect("a child of ours");
    assert!(text.starts_with(b"100000000\n"));
    assert!(peak < 64 * 1024, "{peak} KiB");
}

#[test]
fn lengths_that_no_board_needs_take_no_longer_than_they_may() {
    let ran = generate("-s 16 --length 4294967295 --time-limit 100ms --seed 1");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(1)));
}

#[test]
fn a_long_search_shows_progress_and_ends_when_interrupted() {
    for (arguments, shown) in [
        ("--length 80 --tables none", " nodes, "),
        ("--size 5 --length 90 --tables none", " nodes, "),
        ("--count 3 --length 78 --tables none", "0/3 boards"),
    ] {
        let size = if arguments.contains("--size") {
            ""
        } else {
            "--size 4"
        };
        let mut pty = start(
            &words(&format!("generate --seed 1 {size} {arguments}")),
            (24, 120),
        );
        pty.see(shown);
        pty.press("\x03");
        let (code, screen) = pty.end();
        assert_eq!(code, 130, "{arguments}");
        assert!(!screen.contains(shown), "the bar is still there: {screen}");
    }
}
