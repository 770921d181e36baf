//! One test a bug, named for what went wrong.

mod common;

use std::{
    io::{BufRead, BufReader, Write},
    process::Command,
    sync::Arc,
};

use common::{Ran, run, slide, words};
use slide::{Goal, NamedGoal, Scramble, Size};

/// The command line of a shell, with `$SLIDE` the binary under test.
fn shell(script: &str) -> Ran {
    let output = Command::new("sh")
        .args(["-c", script])
        .env("SLIDE", env!("CARGO_BIN_EXE_slide"))
        .output();
    output.expect("there is a shell").into()
}

#[test]
fn a_bench_whose_reader_left_panicked() {
    let mut child = slide(&["bench"]).spawn().expect("slide starts");
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is piped"));
    lines.read_line(&mut String::new()).expect("the header");
    drop(lines);
    let ran = Ran::from(child.wait_with_output().expect("slide ends"));
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
}

#[test]
fn an_interrupted_bench_ended_as_an_error() {
    let arguments = words("bench korf --heuristic manhattan --instances 88");
    let mut child = slide(&arguments).spawn().expect("slide starts");
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is piped"));
    lines.read_line(&mut String::new()).expect("the header");
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("there is `kill`").success());
    let ran = Ran::from(child.wait_with_output().expect("slide ends"));
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(130)));
}

#[test]
fn help_on_a_full_disk_was_a_success() {
    for arguments in [
        "--help",
        "-h",
        "--version",
        "help",
        "solve --help",
        "tables build -h",
    ] {
        let ran = shell(&format!("$SLIDE {arguments} > /dev/full"));
        assert_eq!(
            (ran.stderr.as_str(), ran.code),
            (
                "slide: cannot write to standard output: No space left on device (os error 28)\n",
                Some(2)
            ),
            "{arguments}"
        );
        assert_eq!(shell(&format!("$SLIDE {arguments} | true")).stderr, "");
        assert_eq!(run(&words(arguments), "").code, Some(0), "{arguments}");
    }
}

#[test]
fn training_took_a_rate_that_is_no_number() {
    for rate in ["nan", "inf", "-1", "1e9", "x"] {
        let line = format!("train --size 3 --state no/state --out no/out --rate={rate}");
        let ran = run(&words(&line), "");
        assert!(
            ran.stderr.contains("expected a number from 0 to 1"),
            "{}",
            ran.stderr
        );
        assert_eq!(ran.code, Some(2));
    }
}

#[test]
fn a_range_of_instances_from_high_to_low_measured_nothing_and_was_no_error() {
    let ran = run(&words("bench korf --instances 1,9..5"), "");
    assert_eq!(
        ran.stderr,
        "slide: instances `9..5`: expected the smaller number first\n"
    );
    assert_eq!(ran.code, Some(2));
}

#[test]
fn a_board_too_large_to_solve_held_up_the_answers_before_it() {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankLast,
        Size::square(16).expect("16"),
    ));
    let board = Scramble::new(1).solvable(&goal);
    let labels: Vec<String> = board.labels().iter().map(u16::to_string).collect();
    let mut child = slide(&words("solve --format line"))
        .spawn()
        .expect("slide starts");
    let stdin = child.stdin.as_mut().expect("stdin is piped");
    // One write, so that both boards are read at once.
    let both = format!("1 2 3 4 5 6 7 x 8\n{}\n", labels.join(" "));
    stdin.write_all(both.as_bytes()).expect("slide listens");
    let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut line = String::new();
    answers.read_line(&mut line).expect("an answer");
    assert_eq!(line, "r\n");
    child.kill().expect("a child of ours");
    child.wait().expect("a child of ours");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_under_stderr_cost_the_answers() {
    let ran = shell("echo 2 1 3 4 5 6 7 8 x | $SLIDE solve --stats --verbose 2>/dev/full");
    assert_eq!((ran.stdout.as_str(), ran.code), ("unsolvable\n", Some(0)));
}

#[test]
fn a_reader_of_stderr_who_left_cost_the_answers() {
    // The first message is read, the others find the pipe closed.
    let script = "(yes 2 1 3 4 5 6 7 8 x | head -20000 | $SLIDE solve --verbose 2>&1 >&3 3>&- | head -1 >/dev/null) 3>&1";
    let ran = shell(script);
    assert_eq!(ran.stderr, "");
    assert_eq!(ran.stdout, "unsolvable\n".repeat(20_000));
}

#[test]
fn a_hard_board_with_less_time_than_its_tables_take_waited_for_them() {
    // Korf and Felner's first 24-puzzle.
    let board = "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13\n";
    let ran = run(
        &words("solve --goal blank-first --time-limit 100ms --verbose"),
        board,
    );
    assert_eq!((ran.stdout.as_str(), ran.code), ("unknown\n", Some(1)));
    assert!(!ran.stderr.contains("6-6-6-6 ready"), "{}", ran.stderr);
}

#[test]
fn a_5x5_board_of_some_seconds_waited_for_tables() {
    // 54 moves, five million nodes.
    let board = "17 11 8 3 5 1 12 6 4 10 22 7 21 9 15 16 13 18 19 20 2 23 14 24 0\n";
    let ran = run(&words("solve --output length --verbose"), board);
    assert_eq!((ran.stdout.as_str(), ran.code), ("54\n", Some(0)));
    assert!(!ran.stderr.contains("6-6-6-6 ready"), "{}", ran.stderr);
}

#[test]
#[cfg(target_os = "linux")]
fn an_empty_name_of_the_cache_was_an_error_of_usage() {
    let ran = shell("HOME=/no XDG_CACHE_HOME= SLIDE_CACHE_DIR= $SLIDE tables path");
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str()),
        ("/no/.cache/slide\n", "")
    );
}
