//! What a process may take, measured on the real binary: memory however long the input, memory up to the limit that is
//! set, a stack that no input deepens.

#![cfg(target_os = "linux")]

mod common;

use std::{
    io::{BufRead, BufReader, Read, Write},
    iter,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use common::{Ran, peak, signal, slide, words};
use slide::{Goal, NamedGoal, Scramble, Size};

const MIB: u64 = 1 << 10;

/// Random 8-puzzles that can be solved, a line each.
fn eights(count: usize) -> String {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankLast,
        Size::square(3).expect("3x3"),
    ));
    let mut scramble = Scramble::new(1);
    let line = |_| {
        let board = scramble.solvable(&goal);
        let labels: Vec<String> = board.labels().iter().map(u16::to_string).collect();
        labels.join(" ") + "\n"
    };
    (0..count).map(line).collect()
}

/// One of those that need 80 moves; with Manhattan distance nobody has waited for the end.
const HARD: &str = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1\n";

fn start(arguments: &str) -> Child {
    let mut command = slide(&words(arguments));
    command.stderr(Stdio::null());
    command.spawn().expect("slide starts")
}

/// Reads and counts lines from another thread: answers must be read, or nobody goes on.
fn counted(child: &mut Child) -> (Arc<AtomicUsize>, thread::JoinHandle<()>) {
    let stdout = child.stdout.take().expect("stdout is piped");
    let lines = Arc::new(AtomicUsize::new(0));
    let count = lines.clone();
    let reader = thread::spawn(move || {
        let (mut stdout, mut bytes) = (stdout, vec![0; 1 << 16]);
        while let Ok(read @ 1..) = stdout.read(&mut bytes) {
            let ends = bytes[..read].iter().filter(|&&b| b == b'\n').count();
            count.fetch_add(ends, Ordering::Relaxed);
        }
    });
    (lines, reader)
}

// Memory.

#[test]
fn a_million_boards_take_no_more_memory_than_a_hundred_thousand() {
    let boards = eights(10_000);
    for (arguments, times) in [
        ("solve -o length", 100),
        ("solve -o json", 30),
        ("solve --count", 20),
        ("solve -q fast -j 8", 20),
    ] {
        let mut child = start(arguments);
        let (lines, reader) = counted(&mut child);
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let mut feed = |times| {
            for _ in 0..times {
                stdin.write_all(boards.as_bytes()).expect("slide listens");
            }
            // What it reads ahead and what a pipe holds is all that it may not have answered.
            peak(child.id())
        };
        let first = feed(10);
        let all = feed(times - 10);
        drop(stdin);
        reader.join().expect("no panic");
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
        assert_eq!(lines.load(Ordering::Relaxed), times * 10_000, "{arguments}");
        assert!(
            all < 100 * MIB && all < first + 16 * MIB,
            "{arguments}: {first} KiB after a hundred thousand, {all} KiB after all"
        );
    }
}

/// Writes a line, then others, round and round, until the pipe is full; gives how many of these were taken by then, and
/// the thread that goes on.
fn fed_until_full(
    mut stdin: ChildStdin,
    first: &str,
    lines: String,
) -> (usize, thread::JoinHandle<()>) {
    let first = first.to_string();
    let fed = Arc::new(AtomicUsize::new(0));
    let count = fed.clone();
    let feeder = thread::spawn(move || {
        let all = lines.lines().cycle().take(1_000_000);
        for line in iter::once(first.as_str()).chain(all) {
            if writeln!(stdin, "{line}").is_err() {
                return;
            }
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    let mut before = 0;
    loop {
        thread::sleep(Duration::from_millis(500));
        let now = fed.load(Ordering::Relaxed);
        if now == before && now > 0 {
            return (now, feeder);
        }
        before = now;
    }
}

#[test]
fn behind_a_board_that_never_ends_no_more_is_read_than_can_be_kept() {
    let boards = eights(10_000);
    for arguments in ["solve -e manhattan", "solve -e manhattan -o json -j 8"] {
        let mut child = start(arguments);
        let (lines, reader) = counted(&mut child);
        let stdin = child.stdin.take().expect("stdin is piped");
        let (fed, feeder) = fed_until_full(stdin, HARD.trim(), boards.clone());
        let most = peak(child.id());
        assert_eq!(lines.load(Ordering::Relaxed), 0, "answers come in order");
        signal(child.id(), "-INT");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        feeder.join().expect("no panic");
        reader.join().expect("no panic");
        assert!(fed < 100_000, "{fed} boards were read");
        assert!(most < 100 * MIB, "{arguments}: {most} KiB");
    }
}

#[test]
fn pieces_that_have_each_a_goal_of_its_own_take_no_memory_each() {
    let boards = eights(4_000);
    let mut boards = boards.lines();
    let piece = |(board, goal)| {
        format!(
            r#"{{"schema":1,"piece":1,"pieces":1,"size":"3x3","goal":"{goal}","bound":31,"prefix":"","board":"{board}"}}"#
        ) + "\n"
    };
    let pairs = iter::from_fn(|| boards.next().zip(boards.next()));
    let pieces: String = pairs.map(piece).collect();
    let mut child = start("solve");
    let (lines, reader) = counted(&mut child);
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(pieces.as_bytes()).expect("slide listens");
    let memory = peak(child.id());
    drop(stdin);
    reader.join().expect("no panic");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(lines.load(Ordering::Relaxed), 2_000);
    assert!(memory < 100 * MIB, "{memory} KiB");
}

#[test]
fn pieces_behind_one_that_never_ends_are_not_all_kept() {
    let split = slide(&words("split --depth 13 --bound 62"))
        .arg(HARD.trim())
        .output()
        .expect("slide runs");
    let easy = String::from_utf8(split.stdout).expect("UTF-8");
    assert!(easy.lines().count() > 10);
    let hard = easy.lines().next().expect("a piece");
    let hard = hard.replace("\"bound\":62", "\"bound\":78");
    let mut child = start("solve -e manhattan -j 2");
    let (lines, reader) = counted(&mut child);
    let stdin = child.stdin.take().expect("stdin is piped");
    let (fed, feeder) = fed_until_full(stdin, &hard, easy);
    assert_eq!(lines.load(Ordering::Relaxed), 0, "answers come in order");
    signal(child.id(), "-INT");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    feeder.join().expect("no panic");
    reader.join().expect("no panic");
    assert!(fed < 100_000, "{fed} pieces were read");
}

#[test]
fn a_memory_limit_ends_a_search_with_a_message_and_is_what_the_process_takes() {
    // One of those that need the most moves, 53.
    let board = "0 8 6 9 11 7 10 1 4 3 2 5\n";
    for (algorithm, limit) in [
        ("a-star -e manhattan", 230),
        ("a-star -e linear-conflict", 230),
        ("bfs", 260),
        ("bfs", 300),
        // Less than what the search begins with: nothing is taken at all.
        ("a-star", 100),
        ("bfs", 100),
    ] {
        let arguments = format!("solve -s 3x4 -a {algorithm} --memory-limit {limit}MiB -o json");
        let mut child = start(&arguments);
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        stdin.write_all(board.as_bytes()).expect("slide listens");
        stdin.flush().expect("a pipe needs no flush");
        let mut line = String::new();
        stdout.read_line(&mut line).expect("UTF-8");
        // It waits for the next board, so that it can be asked.
        let most = peak(child.id());
        drop(stdin);
        assert_eq!(child.wait().expect("it ends").code(), Some(1));
        let answer: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(answer["status"], "unknown", "{algorithm}: {line}");
        let message = answer["message"].as_str().expect("it says why");
        assert!(
            message.starts_with("the memory limit was reached ("),
            "{message}"
        );
        let allowed = if limit == 100 { 0 } else { limit };
        assert!(
            most <= (allowed + 50) * MIB,
            "{algorithm} at {limit} MiB: {most} KiB"
        );
    }
}

#[test]
fn beams_from_both_ends_and_tables_keep_to_a_memory_limit_together() {
    let goal = |size| {
        let size = Size::square(size).expect("a square");
        Arc::new(Goal::named(NamedGoal::BlankLast, size))
    };
    for side in [5, 6, 7] {
        let board = Scramble::new(1).solvable(&goal(side));
        let labels: Vec<String> = board.labels().iter().map(u16::to_string).collect();
        let arguments =
            format!("solve -s {side} -q good --memory-limit 60MiB --time-limit 2s -o json");
        let mut child = start(&arguments);
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        writeln!(stdin, "{}", labels.join(" ")).expect("slide listens");
        let mut line = String::new();
        stdout.read_line(&mut line).expect("UTF-8");
        let most = peak(child.id());
        drop(stdin);
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{line}");
        assert!(most <= (60 + 40) * MIB, "{side}x{side}: {most} KiB");
    }
}

// The stack.

/// Runs `slide` with a main thread and other threads of half a megabyte, a sixteenth and a quarter of the usual.
fn with_small_stacks(arguments: &str, input: &str) -> Ran {
    let script = "ulimit -s 512; exec \"$SLIDE\" \"$@\"";
    let mut command = Command::new("sh");
    command
        .args(["-c", script, "sh"])
        .args(words(arguments))
        .env("SLIDE", env!("CARGO_BIN_EXE_slide"))
        .env("SLIDE_CACHE_DIR", env!("CARGO_TARGET_TMPDIR"))
        .env("RUST_MIN_STACK", (1 << 19).to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("there is a shell");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let text = input.to_string();
    let feeder = thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    feeder.join().expect("no panic");
    output.into()
}

#[test]
fn no_input_goes_deeper_than_a_small_stack() {
    let sixteen = run_for("generate -s 16 --seed 1 --format line");
    let five = run_for("generate -s 5 --seed 1 --format line");
    let piece = format!(
        r#"{{"schema":1,"piece":1,"pieces":1,"size":"4x4","goal":"blank-last","bound":1000,"prefix":"","board":"{}"}}"#,
        HARD.trim()
    );
    let deeper = piece.replace("\"bound\":1000", "\"bound\":4294967295");
    let brackets = "[".repeat(1 << 20);
    let nested = format!("{}\n", piece.replace("\"\"", &"[".repeat(100_000)));
    let path = "lr".repeat(1 << 19);
    let solution = format!("1 2 3 4 5 6 7 x 8\n{path}\n");
    for (arguments, input) in [
        // Thousands of moves deep.
        (
            "solve -s 16 -e linear-conflict --node-limit 300000",
            &sixteen,
        ),
        ("solve -s 16 -q good --time-limit 2s", &sixteen),
        ("solve -s 16 -q fast -o boards", &sixteen),
        ("solve -s 5 -q optimal --node-limit 3000000", &five),
        ("solve -s 5 -q good --node-limit 3000000", &five),
        ("solve -e manhattan --node-limit 5000000 -j 8", &HARD.into()),
        (
            "solve -e linear-conflict --node-limit 3000000 -j 1",
            &HARD.into(),
        ),
        ("solve --count --node-limit 3000000", &HARD.into()),
        // As deep as a piece may ask, in threads of another kind.
        ("solve -e manhattan --node-limit 1000000", &piece),
        ("solve -e linear-conflict --node-limit 1000000", &deeper),
        ("solve --tables none --node-limit 1000000 -j 8", &piece),
        ("solve", &nested),
        ("solve", &brackets),
        ("solve --format list", &brackets),
        ("verify", &solution),
        ("show --animate", &solution),
        ("generate -s 16 --moves 1000000 --seed 1", &String::new()),
        (
            "split --depth 14 --bound 40 0,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1",
            &String::new(),
        ),
    ] {
        let ran = with_small_stacks(arguments, input);
        let start: String = ran.stderr.chars().take(300).collect();
        assert!(
            matches!(ran.code, Some(0..=2)),
            "{arguments}: {:?} {start}",
            ran.code
        );
        assert!(!ran.stderr.contains("panicked"), "{arguments}: {start}");
        assert!(!ran.stderr.contains("overflow"), "{arguments}: {start}");
    }
}

/// What a run prints.
fn run_for(arguments: &str) -> String {
    let ran = common::run(&words(arguments), "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    ran.stdout
}
