//! Limits of time and Ctrl-C end every command at once, whatever it is at.
//!
//! A machine that others use too may leave a process waiting for longer than the law allows. So what counts is the
//! time that it takes by its own doing; and a law is given some trials, each with more time than the one before. What
//! never looks at the clock fails all the same, be it that it toils or that it sleeps.

#![cfg(target_os = "linux")]

mod common;
#[path = "common/stopwatch.rs"]
mod stopwatch;
#[path = "common/terminal.rs"]
mod terminal;

use std::{
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
    thread,
    time::Duration,
};

use common::{empty_folder, hears_interrupts, run, signal, slide, words};
use stopwatch::{Measured, Stopwatch, spent_by};
use terminal::start;

/// One of those that need 80 moves; with Manhattan distance nobody has waited for the end.
const HARD: &str = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1\n";
const EASY: &str = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n";

/// Only one test of this file has children at a time, or they would wait for each other.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A board, or more, by the arguments of `generate`.
fn board(arguments: &str) -> String {
    let ran = run(
        &words(&format!("generate {arguments} --seed 7 --format line")),
        "",
    );
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    ran.stdout
}

/// Tries until `took` is within `law`, with more patience each time.
fn soon(what: &str, law: Duration, mut took: impl FnMut() -> Duration) {
    let mut all = Vec::new();
    for trial in 1..=3 {
        let time = took();
        if time <= law.mul_f64(f64::from(trial) * slowness()) {
            return;
        }
        all.push(time);
    }
    let what = what.chars().take(80).collect::<String>();
    panic!("{what} took {all:?}, and {law:?} are allowed");
}

/// How much slower than the machine that the laws were made on this one is, 1 at the least.
fn slowness() -> f64 {
    static SLOWNESS: OnceLock<f64> = OnceLock::new();
    *SLOWNESS.get_or_init(|| {
        let search = || {
            let arguments = "solve -e manhattan --node-limit 10000000 -j 1";
            let (measured, ran) = watched(slide(&words(arguments)), HARD);
            assert_eq!(ran, "unknown\n");
            measured.own
        };
        let best = search().min(search());
        (best.as_secs_f64() / THERE).max(1.0)
    })
}

/// The seconds that ten million nodes took there.
const THERE: f64 = 0.35;

/// Runs a command with this input to its end; gives how long it took and what it printed on stdout.
fn watched(mut command: Command, input: &str) -> (Measured, String) {
    let mut child = command.spawn().expect("it starts");
    let watch = Stopwatch::start(child.id());
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(input.as_bytes()).expect("a pipe holds it");
    drop(stdin);
    let mut stdout = child.stdout.take().expect("stdout is piped");
    let printed = thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text)
    });
    let measured = watch.until_end();
    child.wait().expect("it has ended");
    let printed = printed.join().expect("no panic").expect("UTF-8");
    (measured, printed)
}

#[test]
fn a_process_answers_for_its_sleep_but_not_for_having_to_wait_for_a_processor() {
    let _alone = alone();
    let shell = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command
    };
    let (sleeper, _) = watched(shell("sleep 1"), "");
    assert!(
        sleeper.own > Duration::from_millis(900),
        "{:?}",
        sleeper.own
    );
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let spinner = || shell("while :; do :; done").spawn().expect("there is `sh`");
    let mut spinners: Vec<Child> = (0..4 * cores).map(|_| spinner()).collect();
    let (toiler, _) = watched(
        shell("i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done"),
        "",
    );
    let (sleeper, _) = watched(shell("sleep 1"), "");
    for spinner in &mut spinners {
        spinner.kill().expect("a child of ours");
        spinner.wait().expect("a child of ours");
    }
    assert!(toiler.own > Duration::ZERO);
    assert!(
        toiler.own < toiler.wall / 2,
        "{:?} of {:?}",
        toiler.own,
        toiler.wall
    );
    assert!(
        sleeper.own > Duration::from_millis(900),
        "{:?}",
        sleeper.own
    );
}

/// Interrupts a child and gives how long it takes to end by its own doing.
///
/// Prints the time on the wall, as a row of the table in `docs/reliability.md` (`-- --nocapture`).
fn interrupt(what: &str, child: &mut Child) -> (Duration, Option<i32>) {
    signal(child.id(), "-INT");
    let Measured { wall, own } = Stopwatch::start(child.id()).until_end();
    let what = what.chars().take(80).collect::<String>();
    println!("| `{what}` | {} |", wall.as_millis());
    (own, child.wait().expect("it has ended").code())
}

// Limits of time.

const LIMIT: Duration = Duration::from_millis(100);
/// By how much a search may exceed it.
const LATE: Duration = Duration::from_millis(100);

/// By how much a run exceeds the limit.
struct Late {
    /// The board that takes longest, as far as the process had a processor.
    board: Duration,
    /// The process, on the wall, from its start to its end.
    process: Duration,
}

/// Runs `solve` with the limit; there is nothing if nothing was searched.
fn over(arguments: &str, board: &str, jobs: usize) -> Option<Late> {
    let arguments = format!(
        "solve {arguments} -j {jobs} --time-limit {}ms -o json",
        LIMIT.as_millis()
    );
    let (Measured { wall, own }, lines) = watched(slide(&words(&arguments)), board);
    let seconds = lines.lines().map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        object["seconds"].as_f64()
    });
    let longest = seconds.reduce(|a, b| Some(a?.max(b?))).flatten()?;
    assert_eq!(lines.lines().count(), board.lines().count(), "{arguments}");
    let late = Duration::from_secs_f64(longest).saturating_sub(LIMIT);
    Some(Late {
        board: late.saturating_sub(wall.saturating_sub(own)),
        process: wall.saturating_sub(LIMIT),
    })
}

const ENGINES: [&str; 11] = [
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
const JOBS: [usize; 3] = [1, 2, 8];

/// Prints the table of `docs/reliability.md`: by how much the whole process is late on the wall.
#[test]
fn a_time_limit_holds_for_every_engine_size_and_number_of_threads() {
    let _alone = alone();
    let sizes = ["3", "3x4", "4", "3x6", "5", "6", "8", "10", "16"];
    let boards = sizes.map(|size| board(&format!("-s {size}")));
    let mut held = 0;
    println!("| engine | {} |", sizes.join(" | "));
    println!("|---{}|", "|---".repeat(sizes.len()));
    for engine in ENGINES {
        let mut cells = Vec::new();
        for (size, board) in sizes.iter().zip(&boards) {
            let arguments = format!("-s {size} {engine}");
            let late = JOBS.map(|jobs| {
                let mut shown = None;
                soon(&arguments, LATE, || {
                    let late = over(&arguments, board, jobs);
                    // Not every engine takes boards of every size.
                    shown = late.as_ref().map(|late| late.process.as_millis());
                    late.map_or(Duration::ZERO, |late| late.board)
                });
                held += usize::from(shown.is_some());
                shown.map_or("–".to_string(), |late| late.to_string())
            });
            cells.push(late.join(" "));
        }
        println!("| `{engine}` | {} |", cells.join(" | "));
    }
    assert!(held > 150, "{held}");
}

#[test]
fn boards_that_wait_for_the_same_tables_do_not_wait_one_after_the_other() {
    let _alone = alone();
    // Eight threads want tables that take longer than there is time; who waited for another has waited.
    let board = board("-s 6 --count 8");
    let arguments = "-s 6 -e pattern-db";
    soon(arguments, 2 * LATE, || {
        over(arguments, &board, 8).expect("they are searched").board
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

/// Interrupts a command, fed with `input`, once it has printed as many lines as `first` has, at several moments.
fn interrupted(arguments: &str, input: &str, first: &str, folder: &Path) {
    interrupted_at(moments(), arguments, input, first, folder);
}

fn interrupted_at(
    mut moments: impl Iterator<Item = Duration>,
    arguments: &str,
    input: &str,
    first: &str,
    folder: &Path,
) {
    soon(arguments, PROMPT, || {
        let mut command = slide(&words(arguments));
        command.current_dir(folder).env("SLIDE_CACHE_DIR", folder);
        let mut child = command.spawn().expect("slide starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut stderr = child.stderr.take().expect("stderr is piped");
        let complaints = thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).expect("UTF-8");
            text
        });
        stdin.write_all(input.as_bytes()).expect("a pipe holds it");
        for line in first.lines() {
            let mut printed = String::new();
            stdout.read_line(&mut printed).expect("UTF-8");
            // What comes after in JSON takes its time.
            let timeless = |line: &str| line.split("\"seconds\"").next().map(str::to_string);
            assert_eq!(timeless(printed.trim_end_matches('\n')), timeless(line));
        }
        let rest = thread::spawn(move || io::copy(&mut stdout, &mut io::sink()));
        at_work(&mut child, moments.next().expect("they do not end"));
        let (took, code) = interrupt(arguments, &mut child);
        drop(stdin);
        let complaints = complaints.join().expect("no panic");
        rest.join().expect("no panic").expect("a pipe can be read");
        assert_eq!(code, Some(130), "{arguments}: {complaints}");
        assert!(!complaints.contains("panicked"), "{complaints}");
        let left = fs::read_dir(folder).expect("the folder is there");
        let left = left.map(|entry| entry.expect("an entry").path());
        let half: Vec<PathBuf> = left
            .filter(|path| path.extension().is_some_and(|kind| kind == "tmp"))
            .collect();
        assert_eq!(half, Vec::<PathBuf>::new(), "{arguments}");
        took
    });
}

#[test]
fn an_interrupt_ends_solve_at_once_in_every_output_after_what_was_solved() {
    let _alone = alone();
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
        let first = run(&words(&format!("solve -e manhattan -o {output}")), EASY).stdout;
        let arguments = format!("solve -e manhattan -o {output} --progress always");
        interrupted(&arguments, &format!("{EASY}{HARD}{EASY}"), &first, &folder);
    }
}

#[test]
fn an_interrupt_ends_every_kind_of_search_at_once() {
    let _alone = alone();
    let folder = empty_folder("prompt-searches");
    let (five, six, sixteen) = (board("-s 5"), board("-s 6"), board("-s 16"));
    let twelve = "0 10 11 9 8 7 6 5 4 3 2 1\n".to_string();
    fs::write(folder.join("five.txt"), &five).expect("written");
    fs::write(folder.join("many.txt"), board("-s 16 --count 300")).expect("written");
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
        ("solve -q fast -o boards -j 8 many.txt", &String::new()),
        ("solve -q fast -o json many.txt", &String::new()),
        ("show --solution many.txt", &String::new()),
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
        interrupted(arguments, input, "", &folder);
        let _ = fs::remove_file(folder.join("c"));
        assert!(!folder.join("x.svg").exists() && !folder.join("x.gif").exists());
    }
}

#[test]
fn an_interrupt_ends_generate_train_bench_and_the_building_of_tables_at_once() {
    let _alone = alone();
    let folder = empty_folder("prompt-others");
    for arguments in [
        "generate -s 4 --length 79 --seed 1 --tables none",
        "generate -s 5 --length 100 --count 1000 --seed 1 -j 8",
        "generate -s 4 --lengths --count 100000 --seed 1",
        "generate -s 3x4 --hardest",
        "generate -s 3x4 --length 40 --count 1000 --seed 1",
        "generate --count 1000000000000",
        "generate --count 1000000000000 --format hiho",
        "generate --size 4 --count 1000000000000 --distinct",
        "generate --size 16 --moves 10000000 --count 1000",
        "train -s 7 --rounds 9 --state s --out o",
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
        interrupted(arguments, "", "", &folder);
        let _ = fs::remove_file(folder.join("s"));
    }
}

#[test]
fn what_has_no_end_of_its_own_on_ctrl_c_has_the_systems() {
    let _alone = alone();
    // `split` keeps nothing that would have to be put in order.
    let mut command = slide(&words("split --depth 22 --bound 100 -s 16"));
    command.arg(board("-s 16").trim()).stdout(Stdio::null());
    soon("split", PROMPT, || {
        let mut child = command.spawn().expect("slide starts");
        thread::sleep(Duration::from_millis(100));
        assert!(!hears_interrupts(child.id()));
        interrupt("split", &mut child).0
    });
}

#[test]
fn an_interrupt_while_it_waits_for_input_ends_it_at_once() {
    let _alone = alone();
    let begun = "1 2 3 4 5 6 7 x 8";
    let board = "2 3 4 1 5 x 7 6 8";
    let piece = run(&["split", "--depth", "0", "--bound", "19", board], "").stdout;
    for (arguments, input) in [
        ("solve", begun),
        ("verify", begun),
        ("show", begun),
        ("solve", "{\""),
        ("solve -j 1", piece.as_str()),
        ("solve -o json -j 8", &format!("{piece}{piece}{{")),
    ] {
        soon(arguments, PROMPT, || {
            let mut child = slide(&words(arguments)).spawn().expect("slide starts");
            let stdin = child.stdin.take();
            // `solve` looks at the first bytes of its input before it hears anything.
            let mut stdin = stdin.expect("stdin is piped");
            stdin.write_all(input.as_bytes()).expect("it is open");
            let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
            for _ in input.lines().filter(|line| line.ends_with('}')) {
                let mut answer = String::new();
                stdout.read_line(&mut answer).expect("UTF-8");
                assert!(answer.contains("urd"), "{answer}");
            }
            at_work(&mut child, Duration::from_millis(20));
            let waits = format!("{arguments}, waiting for input");
            let (took, code) = interrupt(&waits, &mut child);
            assert_eq!(code, Some(130), "{arguments}");
            took
        });
    }
}

#[test]
fn an_interrupt_while_it_waits_for_a_reader_ends_it_at_once() {
    let _alone = alone();
    let folder = empty_folder("prompt-readers");
    // The reader of a pipe that is full shows its first page and waits for a key.
    fs::write(folder.join("many"), "6 4 7 8 5 x 3 2 1\n".repeat(3_000)).expect("written");
    fs::write(folder.join("long"), board("-s 16")).expect("written");
    // These are all for stderr, which nobody reads either.
    fs::write(folder.join("bad"), "1 2 3 4 5 6 7 8 8\n".repeat(50_000)).expect("written");
    let wrong = "1 2 3 4 5 6 7 x 8 u\n".repeat(50_000);
    fs::write(folder.join("wrong"), wrong).expect("written");
    let piece = "{\"piece\":1}\n".repeat(50_000);
    fs::write(folder.join("pieces"), piece).expect("written");
    for (arguments, reads_answers) in [
        ("generate --count 1000000", false),
        ("solve many", false),
        ("solve --all -j 2 many", false),
        ("solve -o json -j 8 many", false),
        ("show --solution many", false),
        ("show --solution --time-limit 100ms --gif - long", false),
        ("solve bad", true),
        ("solve -v bad", false),
        ("show bad", true),
        ("verify wrong", true),
        ("verify wrong", false),
        ("solve pieces", true),
    ] {
        soon(arguments, PROMPT, || {
            let mut command = slide(&words(arguments));
            command.current_dir(&folder).stdin(Stdio::null());
            if reads_answers {
                command.stdout(Stdio::null());
            }
            let mut child = command.spawn().expect("slide starts");
            // A pipe holds 64 KiB; it is full when the process no longer toils.
            at_work(&mut child, Duration::from_millis(20));
            let mut before = Duration::MAX;
            while before != spent_by(child.id()) {
                before = spent_by(child.id());
                thread::sleep(Duration::from_millis(300));
            }
            let stopped = format!("{arguments}, read no more");
            let (took, code) = interrupt(&stopped, &mut child);
            assert_eq!(code, Some(130), "{arguments}");
            took
        });
    }
}

#[test]
fn an_interrupt_ends_drawing_at_once_and_leaves_the_picture_that_was_there() {
    let _alone = alone();
    let folder = empty_folder("prompt-drawing");
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("there is `mkfifo`").success());
    fs::write(folder.join("three"), EASY).expect("written");
    fs::write(
        folder.join("long"),
        run(&words("generate -s 16 --moves 0"), "").stdout,
    )
    .expect("written");
    let old = folder.join("old");
    fs::write(&old, "the old picture").expect("written");
    // As long as an argument may be.
    let path = "l15r15".repeat(20_000);
    for arguments in [
        format!("show --path {path} long"),
        format!("show --path {path} --svg old long"),
        format!("show --path {path} --gif old long"),
        format!("show --path {path} --gif - long"),
        "show --svg pipe three".into(),
        "show --gif pipe three".into(),
    ] {
        // Before it has all boards, and while it draws them.
        for moment in [10, 400].map(Duration::from_millis) {
            interrupted_at(std::iter::repeat(moment), &arguments, "", "", &folder);
        }
        let there = fs::read_to_string(&old).expect("it is there");
        assert_eq!(there, "the old picture");
    }
}

/// Starts a command that is given all of its input, for a reader of what it prints.
fn fed(arguments: &str, input: &str) -> (Child, ChildStdout) {
    let mut child = slide(&words(arguments)).spawn().expect("slide starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(input.as_bytes()).expect("a pipe holds it");
    let stdout = child.stdout.take().expect("stdout is piped");
    (child, stdout)
}

#[test]
fn an_interrupt_in_the_midst_of_all_solutions_leaves_whole_ones() {
    let _alone = alone();
    let board = "6 4 7 8 5 x 3 2 1\n";
    let boards = board.repeat(3_000);
    for output in ["moves", "words", "json"] {
        let arguments = format!("solve --all -o {output}");
        let whole = run(&words(&arguments), board).stdout;
        let cut = || {
            let (mut child, mut stdout) = fed(&arguments, &boards);
            let mut text = vec![0; whole.len() + whole.len() / 2];
            stdout.read_exact(&mut text).expect("there is more");
            signal(child.id(), "-INT");
            stdout.read_to_end(&mut text).expect("a pipe can be read");
            assert_eq!(child.wait().expect("it ends").code(), Some(130));
            String::from_utf8(text).expect("letters")
        };
        // If this process gets no time to read in, it is taken for a reader who has left.
        let mut trials = (0..5).map(|_| cut());
        let text = trials.find(|text| text.ends_with('\n'));
        let text = text.expect("whole lines");
        assert!(
            text.len() < whole.len() * 2_900,
            "{output}: all was printed"
        );
        if output != "json" {
            assert!(whole.repeat(3_000).starts_with(&text), "{output}");
            continue;
        }
        let all = |line: &str| {
            let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
            object["all"].as_array().expect("a list").clone()
        };
        let whole = all(&whole);
        for line in text.lines() {
            let listed = all(line);
            assert!(!listed.is_empty() && whole.starts_with(&listed), "{line}");
        }
    }
}

#[test]
fn an_interrupt_leaves_no_part_of_a_picture_on_stdout() {
    let _alone = alone();
    let five = board("-s 5");
    for kind in ["--gif", "--svg"] {
        let (mut child, mut stdout) = fed(&format!("show --solution {kind} -"), &five);
        at_work(&mut child, Duration::from_millis(100));
        signal(child.id(), "-INT");
        let mut picture = Vec::new();
        stdout.read_to_end(&mut picture).expect("it can be read");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        assert!(picture.is_empty(), "{kind}: {} bytes", picture.len());
    }
}

#[test]
fn an_interrupt_gives_the_terminal_back_at_once() {
    let _alone = alone();
    let folder = empty_folder("prompt-terminal");
    let hard = folder.join("hard.txt");
    fs::write(&hard, HARD).expect("written");
    let near = folder.join("near.txt");
    fs::write(&near, "2 3 4 1 5 x 7 6 8\n").expect("written");
    let five = folder.join("five.txt");
    fs::write(&five, board("-s 5")).expect("written");
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
            pty.press("\x03");
            let Measured { wall, own } = Stopwatch::start(pty.id()).until_end();
            println!("| `{arguments}` in a terminal | {} |", wall.as_millis());
            let (code, _) = pty.end();
            assert_eq!(code, 130, "{arguments}");
            own
        });
    }
}
