//! Limits of time and Ctrl-C end every command at once, whatever it is at.
//!
//! A machine that others use too may leave a process waiting for longer than the law allows. So each law is given ten
//! trials, and each trial more time than the one before: what never looks at the clock fails all the same.

#![cfg(target_os = "linux")]

mod common;
#[path = "common/terminal.rs"]
mod terminal;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use common::{Ran, empty_folder, hears_interrupts, run, signal, slide, words};
use terminal::start;

/// One of those that need 80 moves; with Manhattan distance nobody has waited for the end.
const HARD: &str = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1\n";
const EASY: &str = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n";

/// Tries until `took` is within `law`, with more patience each time.
fn soon(what: &str, law: Duration, mut took: impl FnMut() -> Duration) {
    let mut all = Vec::new();
    for trial in 1..=10 {
        let time = took();
        if time <= law * trial {
            return;
        }
        all.push(time);
    }
    panic!("{what} took {all:?}, and {law:?} are allowed");
}

// Limits of time.

const LIMIT: Duration = Duration::from_millis(100);
/// By how much a search may exceed it.
const LATE: Duration = Duration::from_millis(100);

#[test]
fn a_time_limit_holds_for_every_engine_and_size() {
    let engines = [
        "-a auto",
        "-a a-star",
        "-a bfs",
        "-a table",
        "-a ida-star -e manhattan",
        "-a ida-star -e linear-conflict",
        "-a ida-star -e walking-distance",
        "-a ida-star -e pattern-db",
        "-q fast",
        "-q good",
        "-q optimal",
    ];
    let mut held = 0;
    for size in ["3", "3x4", "4", "3x6", "5", "6", "8", "10", "16"] {
        let board = run(
            &words(&format!("generate -s {size} --seed 7 --format line")),
            "",
        );
        for engine in engines {
            let jobs = [1, 2, 8][held % 3];
            let arguments = format!(
                "solve -s {size} {engine} -j {jobs} --time-limit {}ms -o json",
                LIMIT.as_millis()
            );
            let solve = || {
                let line = run(&words(&arguments), &board.stdout).stdout;
                serde_json::from_str::<serde_json::Value>(&line).expect("JSON")
            };
            if solve()["generated"].is_null() {
                // The engine takes no board of this size.
                continue;
            }
            soon(&arguments, LATE, || {
                let seconds = solve()["seconds"].as_f64().expect("a time");
                Duration::from_secs_f64(seconds).saturating_sub(LIMIT)
            });
            held += 1;
        }
    }
    assert!(held > 50, "{held}");
}

#[test]
fn boards_that_wait_for_the_same_tables_do_not_wait_one_after_the_other() {
    // Eight threads want tables that take longer than there is time; who waited for another has waited.
    let board = run(&words("generate -s 6 --seed 7 --format line --count 8"), "").stdout;
    let arguments = "solve -s 6 -e pattern-db -j 8 --time-limit 100ms -o json";
    soon(arguments, 2 * LATE, || {
        let lines = run(&words(arguments), &board).stdout;
        assert_eq!(lines.lines().count(), 8);
        let seconds = lines.lines().map(|line| {
            let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
            object["seconds"].as_f64().expect("a time")
        });
        let longest = seconds.fold(0.0, f64::max);
        Duration::from_secs_f64(longest).saturating_sub(LIMIT)
    });
}

// Interrupts.

const PROMPT: Duration = Duration::from_millis(200);

/// Waits until it hears interrupts, and then a little, to have it in the midst of its work.
fn at_work(child: &mut Child, little: Duration) {
    while !hears_interrupts(child.id()) {
        let ended = child.try_wait().expect("a child of ours");
        assert_eq!(ended, None, "it never listened");
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(little);
}

/// The moments at which the trials of a command are interrupted.
fn moments() -> impl Iterator<Item = Duration> {
    [120, 30, 300]
        .into_iter()
        .cycle()
        .map(Duration::from_millis)
}

/// Interrupts a command, fed with `input`, at several moments; gives what the last trial printed.
fn interrupted(arguments: &str, input: &str, folder: &Path) -> Ran {
    let mut moments = moments();
    let mut ran = None;
    soon(arguments, PROMPT, || {
        let mut command = slide(&words(arguments));
        command.current_dir(folder).env("SLIDE_CACHE_DIR", folder);
        let mut child = command.spawn().expect("slide starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        stdin.write_all(input.as_bytes()).expect("a pipe holds it");
        at_work(&mut child, moments.next().expect("they do not end"));
        let sent = Instant::now();
        signal(child.id(), "-INT");
        let ended = Ran::from(child.wait_with_output().expect("it ends"));
        let took = sent.elapsed();
        drop(stdin);
        assert_eq!(ended.code, Some(130), "{arguments}: {}", ended.stderr);
        assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
        let left = fs::read_dir(folder).expect("the folder is there");
        let left = left.map(|entry| entry.expect("an entry").path());
        let half: Vec<PathBuf> = left
            .filter(|path| path.extension().is_some_and(|kind| kind == "tmp"))
            .collect();
        assert_eq!(half, Vec::<PathBuf>::new(), "{arguments}");
        ran = Some(ended);
        took
    });
    ran.expect("there was a trial")
}

#[test]
fn an_interrupt_ends_solve_at_once_in_every_output_after_what_was_solved() {
    let folder = empty_folder("prompt-solve");
    for output in [
        "moves",
        "words",
        "tiles",
        "length",
        "boards",
        "json",
        "princeton",
        "42",
        "hackerrank",
    ] {
        let alone = run(&words(&format!("solve -e manhattan -o {output}")), EASY).stdout;
        let arguments = format!("solve -e manhattan -o {output} --progress always");
        let ran = interrupted(&arguments, &format!("{EASY}{HARD}{EASY}"), &folder);
        let end = alone.len() - if output == "json" { 60 } else { 0 };
        // The times in JSON are others.
        let same = |text: &str| text.split("\"expanded\"").next().map(str::to_string);
        assert_eq!(
            same(ran.stdout.get(..end).unwrap_or_default()),
            same(&alone[..end]),
            "{output}: {}",
            ran.stdout
        );
    }
}

#[test]
fn an_interrupt_ends_every_kind_of_search_at_once() {
    let folder = empty_folder("prompt-searches");
    let board = |arguments: &str| run(&words(&format!("generate {arguments}")), "").stdout;
    let five = board("-s 5 --seed 7 --format line");
    let six = board("-s 6 --seed 7 --format line");
    let sixteen = board("-s 16 --seed 7 --format line");
    let twelve = "0 10 11 9 8 7 6 5 4 3 2 1\n".to_string();
    fs::write(folder.join("five.txt"), &five).expect("written");
    let long = run(&words("solve -q fast"), HARD).stdout;
    let solved = format!("{} {long}", HARD.trim());
    for (arguments, input) in [
        ("solve -s 3x4 -a bfs", &twelve),
        ("solve -s 3x4 -a a-star -e manhattan", &twelve),
        ("solve -s 5 -j 8", &five),
        ("solve -s 5 -q good", &five),
        ("solve -s 6 -e pattern-db", &six),
        ("solve -s 6 -q good -j 2", &six),
        ("solve -s 16 -q good", &sixteen),
        ("solve -s 16 -q optimal", &sixteen),
        ("solve --all -e manhattan", &HARD.to_string()),
        ("solve --count --tables none", &HARD.to_string()),
        (
            "solve --checkpoint c --checkpoint-every 5ms -e manhattan",
            &HARD.to_string(),
        ),
        ("verify --optimal -e manhattan", &solved),
        ("show --solution five.txt", &String::new()),
        ("show --solution --svg x.svg five.txt", &String::new()),
        ("show --solution --gif x.gif five.txt", &String::new()),
    ] {
        interrupted(arguments, input, &folder);
        let _ = fs::remove_file(folder.join("c"));
        assert!(!folder.join("x.svg").exists() && !folder.join("x.gif").exists());
    }
}

#[test]
fn an_interrupt_ends_generate_train_bench_and_the_building_of_tables_at_once() {
    let folder = empty_folder("prompt-others");
    for arguments in [
        "generate -s 4 --length 79 --seed 1 --tables none",
        "generate -s 5 --length 100 --count 1000 --seed 1 -j 8",
        "generate -s 4 --lengths --count 100000 --seed 1",
        "generate -s 3x4 --hardest",
        "generate -s 3x4 --length 40 --count 1000 --seed 1",
        "generate --count 1000000000000",
        "train -s 4 --rounds 1000 --boards 100 --width 20 --passes 100 --state s --out o",
        "tables build large",
        "tables build large -s 5",
        "bench engines",
        "bench tables",
        "bench levers",
        "bench large",
        "bench korf -e manhattan",
        "bench twenty-four",
    ] {
        interrupted(arguments, "", &folder);
        let _ = fs::remove_file(folder.join("s"));
    }
}

#[test]
fn what_has_no_end_of_its_own_on_ctrl_c_has_the_systems() {
    // `split` keeps nothing that would have to be put in order.
    let mut command = slide(&words("split --depth 22 --bound 100 -s 16"));
    let board = run(&words("generate -s 16 --seed 7 --format line"), "").stdout;
    command.arg(board.trim()).stdout(Stdio::null());
    soon("split", PROMPT, || {
        let mut child = command.spawn().expect("slide starts");
        thread::sleep(Duration::from_millis(100));
        assert!(!hears_interrupts(child.id()));
        let sent = Instant::now();
        signal(child.id(), "-INT");
        child.wait().expect("it ends");
        sent.elapsed()
    });
}

#[test]
fn an_interrupt_while_it_waits_for_input_or_for_a_reader_ends_it_at_once() {
    for arguments in ["solve", "verify", "show"] {
        soon(arguments, PROMPT, || {
            let mut child = slide(&words(arguments)).spawn().expect("slide starts");
            let stdin = child.stdin.take();
            // `solve` looks at the first bytes of its input before it hears anything.
            let mut stdin = stdin.expect("stdin is piped");
            stdin.write_all(b"1 2 3 4 5 6 7 x 8").expect("it is open");
            at_work(&mut child, Duration::from_millis(20));
            let sent = Instant::now();
            signal(child.id(), "-INT");
            let code = child.wait().expect("it ends").code();
            assert_eq!(code, Some(130), "{arguments}");
            sent.elapsed()
        });
    }
}

#[test]
fn an_interrupt_gives_the_terminal_back_at_once() {
    let folder = empty_folder("prompt-terminal");
    let hard = folder.join("hard.txt");
    fs::write(&hard, HARD).expect("written");
    let near = folder.join("near.txt");
    fs::write(&near, "2 3 4 1 5 x 7 6 8\n").expect("written");
    let five = folder.join("five.txt");
    let board = run(&words("generate -s 5 --seed 7 --format line"), "").stdout;
    fs::write(&five, board).expect("written");
    let paths = [&hard, &near, &five, &folder].map(|path| path.to_str().expect("UTF-8"));
    let [hard, near, five, cache] = paths;
    for (arguments, seen) in [
        (format!("show --animate --solution --speed 0.1 {near}"), "┌"),
        (format!("show --animate --solution {five}"), " nodes, "),
        ("play --size 5 --seed 1".to_string(), "┌"),
        (format!("solve -e manhattan {hard}"), " nodes, "),
        (format!("tables --cache-dir {cache} build large -s 5"), "%"),
    ] {
        soon(&arguments, PROMPT, || {
            let mut pty = start(&words(&arguments), (24, 120));
            pty.see(seen);
            if arguments.starts_with("play") {
                // It thinks.
                pty.press("g");
            }
            let sent = Instant::now();
            pty.press("\x03");
            let (code, _) = pty.end();
            assert_eq!(code, 130, "{arguments}");
            sent.elapsed()
        });
    }
}
