//! The command line as people and programs meet it: what goes where, and how it ends.

mod common;

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::PathBuf,
    process::{Child, ChildStdout, Command, Output, Stdio},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use common::{Ran, repository, run, slide, words};
use serde_json::Value;
use slide::{Goal, NamedGoal, Scramble, Size};

const SOLVED: &str = "1 2 3 4 5 6 7 8 x\n";
/// The judges' sample, 19 moves away.
const SAMPLE: &str = "2 3 4 1 5 x 7 6 8\n";
const UNSOLVABLE: &str = "2 1 3 4 5 6 7 8 x\n";
/// One move away: the blank goes right.
const NEAR: &str = "1 2 3 4 5 6 7 x 8\n";
/// The first of the hardest 15-puzzles: 80 moves, which Manhattan distance needs days for.
const HARDEST: &str = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1\n";

/// Far longer than anything here takes: only what never ends is to fail by it.
const PATIENCE: Duration = Duration::from_secs(60);

fn solve(arguments: &str, input: &str) -> Ran {
    run(&words(&format!("solve {arguments}")), input)
}

/// What a run must print to stdout when nothing is to be said on stderr.
fn answers(arguments: &str, input: &str, expected: &str) {
    let ran = solve(arguments, input);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str()),
        (expected, ""),
        "solve {arguments}"
    );
    assert_eq!(ran.code, Some(0), "solve {arguments}");
}

/// What a run must say on stderr when it refuses to begin.
fn refuses(arguments: &[&str], stderr: &str) {
    let ran = run(arguments, SAMPLE);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str()),
        ("", stderr),
        "{arguments:?}"
    );
    assert_eq!(ran.code, Some(2), "{arguments:?}");
}

/// A file of this test's own, gone with its folder when the next run begins.
fn file(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the folder for tests can be written");
    path
}

fn text(path: &std::path::Path) -> &str {
    path.to_str().expect("our paths are UTF-8")
}

/// Waits for a child to end, at most [`PATIENCE`].
fn ended(mut child: Child) -> Ran {
    let started = Instant::now();
    while child.try_wait().expect("a child of ours").is_none() {
        if started.elapsed() > PATIENCE {
            child.kill().expect("a child of ours");
            panic!("it did not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output: Output = child.wait_with_output().expect("it has ended");
    output.into()
}

/// A child with its streams in hand.
struct Talk {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Talk {
    fn begin(arguments: &[&str]) -> Talk {
        let mut child = slide(arguments).spawn().expect("slide starts");
        let answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
        Talk { child, answers }
    }

    fn say(&mut self, text: &str) {
        let stdin = self.child.stdin.as_mut().expect("stdin is open");
        stdin.write_all(text.as_bytes()).expect("slide listens");
        stdin.flush().expect("a pipe needs no flush");
    }

    /// The next line; hangs, as the test then would, if slide waits for more.
    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.answers
            .read_line(&mut line)
            .expect("slide prints UTF-8");
        line
    }

    /// Closes stdin and gives what came after the lines heard, and how it ended.
    fn end(mut self) -> Ran {
        drop(self.child.stdin.take());
        self.wait()
    }

    fn wait(mut self) -> Ran {
        let rest = thread::spawn(move || {
            let mut rest = String::new();
            self.answers
                .read_to_string(&mut rest)
                .expect("slide prints UTF-8");
            rest
        });
        let ran = ended(self.child);
        Ran {
            stdout: rest.join().expect("it was read"),
            ..ran
        }
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill")
            .args([name, &pid])
            .status()
            .expect("there is `kill`");
        assert!(sent.success());
    }
}

// What is printed.

#[test]
fn the_best_solution_known_stands_for_unknown_only_where_it_is_asked_for() {
    let arguments = "--node-limit 1000 --size 4";
    let ran = solve(arguments, HARDEST);
    assert_eq!((ran.stdout.as_str(), ran.code), ("unknown\n", Some(1)));
    let ran = solve(&format!("{arguments} --best-effort"), HARDEST);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout.trim().len() >= 80, "{}", ran.stdout);
    assert!(ran.stderr.contains("no solution is shorter than"));
    assert!(
        ran.stderr
            .contains(&format!("one of {} is known", ran.stdout.trim().len()))
    );
    let verified = run(
        &["verify", "--size", "4"],
        format!("{} {}", HARDEST.trim(), ran.stdout),
    );
    assert_eq!(verified.code, Some(0), "{}", verified.stdout);
}

#[test]
fn no_solution_that_may_not_be_the_shortest_stands_there_without_a_word() {
    let boards = HARDEST.repeat(8);
    let ran = solve("--node-limit 1000 --size 4 --best-effort", &boards);
    assert_eq!(ran.stdout.lines().count(), 8);
    let explained = ran.stderr.matches("no solution is shorter than").count();
    assert_eq!(explained, 8, "{}", ran.stderr);
    let ran = solve(
        "--node-limit 1000 --size 4 --best-effort -o princeton",
        HARDEST,
    );
    assert!(
        ran.stdout.starts_with("Number of moves = "),
        "{}",
        ran.stdout
    );
    let ran = solve("--quality fast --size 6 -o princeton", &scrambled());
    assert!(
        ran.stdout.starts_with("Number of moves = "),
        "{}",
        ran.stdout
    );
}

fn scrambled() -> String {
    run(&["generate", "-s", "6", "--seed", "1", "-c", "1"], "").stdout
}

#[test]
fn moves_are_printed_a_line_a_board_and_nothing_else() {
    let ran = solve("", &[SAMPLE, SOLVED, UNSOLVABLE, NEAR].concat());
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines[0].len(), 19);
    assert!(lines[0].bytes().all(|letter| b"udlr".contains(&letter)));
    assert_eq!(&lines[1..], ["", "unsolvable", "r"]);
    assert_eq!(
        ran.stderr,
        "<stdin>:3: unsolvable for the goal blank-last, solvable for snail\n"
    );
    assert_eq!(ran.code, Some(0));
}

#[test]
fn every_style_prints_what_the_documentation_shows() {
    let boards = [NEAR, SOLVED].concat();
    answers("", &boards, "r\n\n");
    answers("--output moves", &boards, "r\n\n");
    answers("--output length", &boards, "1\n0\n");
    answers(
        "--output boards",
        &boards,
        "1 2 3\n4 5 6\n7 x 8\n\n1 2 3\n4 5 6\n7 8 x\n\n1 2 3\n4 5 6\n7 8 x\n\n",
    );
    answers("-o length -s 3", &boards, "1\n0\n");
}

#[test]
fn moves_are_named_for_the_blank_or_the_tile_and_compressed_on_demand() {
    let far = "x 1 2 4 5 3 7 8 6\n";
    answers("", far, "rrdd\n");
    answers("--moves blank", far, "rrdd\n");
    answers("--moves tile", far, "LLUU\n");
    answers("--compress", far, "r2d2\n");
    answers("--compress --moves tile", far, "L2U2\n");
    let json = solve("--compress --moves tile -o json", far).stdout;
    assert!(json.contains(r#""moves":"L2U2""#), "{json}");
}

#[test]
fn a_judges_format_chooses_lengths_but_a_style_named_prevails() {
    let boards = "2\n1 2 3\n4 5 6\n7 x 8\n2 1 3\n4 5 6\n7 8 x\n";
    let ran = solve("--format hiho", boards);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("1\nNo Solution!\n", Some(0))
    );
    let ran = solve("--format hiho --output moves", boards);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("r\nunsolvable\n", Some(0))
    );
    let ran = solve("--format hiho --output length", boards);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("1\nunsolvable\n", Some(0))
    );
}

#[test]
fn every_layout_can_be_forced() {
    for (name, board) in [
        ("line", "1 2 3 4 5 6 7 x 8\n"),
        ("stream", "1 2\n3 4 5 6\n7 x 8\n"),
        ("digits", "1234567x8\n"),
        ("rows", "1 2 3\n4 5 6\n7 x 8\n"),
        ("princeton", "3\n1 2 3\n4 5 6\n7 0 8\n"),
        ("hiho", "1\n1 2 3\n4 5 6\n7 0 8\n"),
        ("hackerrank", "3\n1\n2\n3\n4\n5\n6\n7\n0\n8\n"),
        ("korf", "77 1 2 3 4 5 6 7 0 8\n"),
        ("slash", "1 2 3/4 5 6/7 0 8\n"),
        ("list", "[[1,2,3],[4,5,6],[7,0,8]]\n"),
    ] {
        answers(&format!("--format {name} --output moves"), board, "r\n");
        answers(&format!("-f {name} -o moves"), board, "r\n");
    }
}

#[test]
fn goals_are_named_or_written_out() {
    let boards = "x 1 2 3 4 5 6 7 8\n";
    answers("--goal blank-first", boards, "\n");
    answers("-g snail -o length", "1 2 3 x 8 4 7 6 5\n", "1\n");
    let written = run(
        &["solve", "--goal", "1 2 3 8 x 4 7 6 5"],
        "1 2 3 x 8 4 7 6 5\n",
    );
    assert_eq!((written.stdout.as_str(), written.code), ("r\n", Some(0)));
    let digits = run(&["solve", "--goal", "123804765"], "1 2 3 x 8 4 7 6 5\n");
    assert_eq!((digits.stdout.as_str(), digits.code), ("r\n", Some(0)));
    // A goal written out says the size, too.
    let rectangle = run(&["solve", "--goal", "[[5,4,3],[2,1,0]]"], "5 4 3 2 0 1\n");
    assert_eq!(
        (rectangle.stdout.as_str(), rectangle.code),
        ("r\n", Some(0))
    );
    let sized = run(
        &["solve", "--size", "2x3", "--goal", "5 4 3 2 1 x"],
        "5 4 3 2 0 1\n",
    );
    assert_eq!((sized.stdout.as_str(), sized.code), ("r\n", Some(0)));
}

#[test]
fn an_unsolvable_board_is_told_the_goals_it_would_be_solvable_for() {
    let ran = solve("--size 4", "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n");
    assert_eq!(ran.stdout, "unsolvable\n");
    assert_eq!(
        ran.stderr,
        "<stdin>:1: unsolvable for the goal blank-last, solvable for blank-first\n"
    );
    assert_eq!(ran.code, Some(0));
    let many = solve("", &UNSOLVABLE.repeat(8));
    assert_eq!(many.stdout, "unsolvable\n".repeat(8));
    let lines: Vec<&str> = many.stderr.lines().collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(
        lines[5],
        "slide: 3 more boards without a solution (--verbose lists them)"
    );
    let all = solve("--verbose", &UNSOLVABLE.repeat(8));
    let lines: Vec<&str> = all.stderr.lines().collect();
    assert_eq!(lines.len(), 9);
    assert!(lines[0].starts_with("slide: 3x3 boards, goal blank-last: table, ready in "));
    assert_eq!(
        lines[8],
        "<stdin>:8: unsolvable for the goal blank-last, solvable for snail"
    );
}

#[test]
fn a_large_unsolvable_board_is_answered_without_a_search() {
    let goal = NamedGoal::BlankLast.grid(Size::square(16).expect("16"));
    let mut labels = goal.labels().to_vec();
    labels.swap(0, 1);
    let line: Vec<String> = labels.iter().map(u16::to_string).collect();
    let ran = solve("--size 16 -o json", &(line.join(" ") + "\n"));
    let json: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(json["status"], "unsolvable");
    assert_eq!(json["generated"], 0);
    assert_eq!(ran.code, Some(0));
}

#[test]
fn a_large_solvable_board_is_left_open_at_the_time_limit_with_a_bound() {
    let goal = Arc::new(Goal::named(
        NamedGoal::BlankLast,
        Size::square(16).expect("16"),
    ));
    let board = Scramble::new(1).solvable(&goal);
    let line: Vec<String> = board.labels().iter().map(u16::to_string).collect();
    let line = line.join(" ") + "\n";
    let child = slide(&words(
        "solve --size 16 --quality optimal --time-limit 200ms -o json",
    ));
    let started = Instant::now();
    let ran = spawn_with(child, line.as_bytes());
    assert!(started.elapsed() < Duration::from_secs(20));
    let json: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(json["status"], "unknown");
    assert_eq!(json["message"], "the time limit was reached");
    let (bound, estimate) = (json["lower_bound"].as_u64(), json["estimate"].as_u64());
    assert!(estimate > Some(1000) && bound >= estimate);
    assert_eq!(ran.code, Some(1));
}

fn spawn_with(mut command: Command, input: &[u8]) -> Ran {
    let mut child = command.spawn().expect("slide starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // slide may end before it has read all.
    let _ = stdin.write_all(input);
    drop(stdin);
    ended(child)
}

// JSON.

/// The objects of a run, with `seconds`, which no two runs share, checked and taken out.
fn objects(stdout: &str) -> Vec<Value> {
    stdout
        .lines()
        .map(|line| {
            let mut object: Value = serde_json::from_str(line).expect("an object a line");
            let fields = object.as_object_mut().expect("an object");
            let seconds = fields
                .remove("seconds")
                .expect("every object has all fields");
            assert!(seconds.is_null() || seconds.as_f64() >= Some(0.0));
            object
        })
        .collect()
}

#[test]
fn json_has_every_field_for_every_kind_of_board() {
    let input = "# a comment\n1 2 3 4 5 6 7 x 8\n2 1 3 4 5 6 7 8 x\n\n1 2 3 4 5 6 7 8 8\n";
    let ran = solve("-o json --algorithm ida-star --heuristic manhattan", input);
    let object = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(
        objects(&ran.stdout),
        [
            object(
                r#"{"schema":1,"solutions":null,"all":null,"index":1,"file":"<stdin>","line":2,"id":null,"size":"3x3","goal":"blank-last",
                "status":"solved","length":1,"moves":"r","optimal":true,"lower_bound":1,"estimate":1,
                "expanded":1,"generated":3,"iterations":1,"message":null}"#
            ),
            object(
                r#"{"schema":1,"solutions":null,"all":null,"index":2,"file":"<stdin>","line":3,"id":null,"size":"3x3","goal":"blank-last",
                "status":"unsolvable","length":null,"moves":null,"optimal":null,"lower_bound":null,
                "estimate":null,"expanded":0,"generated":0,"iterations":0,
                "message":"solvable for snail"}"#
            ),
            object(
                r#"{"schema":1,"solutions":null,"all":null,"index":3,"file":"<stdin>","line":5,"id":null,"size":null,"goal":null,
                "status":"invalid","length":null,"moves":null,"optimal":null,"lower_bound":null,
                "estimate":null,"expanded":null,"generated":null,"iterations":null,
                "message":"found tile 8 a second time, expected each once (the blank is missing)"}"#
            ),
        ]
    );
    assert_eq!(ran.code, Some(2));
}

#[test]
fn json_names_the_file_the_board_and_the_goal_and_gives_a_bound_where_a_limit_was_reached() {
    let path = file("hardest.txt", format!("17 {HARDEST}"));
    let ran = solve(
        &format!(
            "--node-limit 1000 --heuristic manhattan -o json --size 4 {}",
            text(&path)
        ),
        "",
    );
    let objects = objects(&ran.stdout);
    let json = &objects[0];
    assert_eq!(json["file"], text(&path));
    assert_eq!(json["id"], "17");
    assert_eq!(json["size"], "4x4");
    assert_eq!(json["status"], "unknown");
    assert_eq!(json["message"], "the node limit was reached");
    // A solution is known all the same, longer than what is proven; this board needs 80 moves.
    assert!(json["length"].as_u64() >= Some(80));
    assert_eq!(json["optimal"], false);
    assert!(json["lower_bound"].as_u64() >= json["estimate"].as_u64());
    assert!(json["lower_bound"].as_u64() <= Some(80));
    assert!(json["generated"].as_u64() >= Some(1000));
    assert!(json["iterations"].as_u64() >= Some(1));
    assert_eq!(ran.code, Some(1));
    let written = run(
        &["solve", "-o", "json", "--goal", "2 1 3 4 5 6 7 8 x"],
        UNSOLVABLE,
    );
    assert!(
        written.stdout.contains(r#""goal":"2 1 3 4 5 6 7 8 x""#),
        "{}",
        written.stdout
    );
}

// Bad input.

#[test]
fn a_bad_board_costs_only_itself_and_says_where() {
    let path = file(
        "bad.txt",
        "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 9 x\n1 2 3 4 5 6 7 8 q\nx 1 2 4 5 3 7 8 6\n",
    );
    let ran = solve(text(&path), "");
    assert_eq!(ran.stdout, "r\ninvalid\ninvalid\nrrdd\n");
    let name = text(&path);
    assert_eq!(
        ran.stderr,
        format!(
            "{name}:2:15: found tile 9, expected 1 to 8 and one blank (if 9 is meant as the blank, write it as 0 or x)\n\
             {name}:3:17: found `q`, expected a tile from 1 to 8 or a blank (0 x _ - . *)\n"
        )
    );
    assert_eq!(ran.code, Some(2));
}

#[test]
fn several_files_and_standard_input_are_read_in_order_and_a_missing_one_costs_only_itself() {
    let (first, second) = (file("first.txt", NEAR), file("second.txt", UNSOLVABLE));
    let folder = env!("CARGO_TARGET_TMPDIR");
    let ran = solve(
        &format!(
            "{} - /no/such/file {folder} {}",
            text(&first),
            text(&second)
        ),
        SOLVED,
    );
    assert_eq!(ran.stdout, "r\n\nunsolvable\n");
    assert_eq!(
        ran.stderr,
        format!(
            "slide: /no/such/file: No such file or directory (os error 2)\n\
             slide: {folder}: Is a directory (os error 21)\n\
             {}:1: unsolvable for the goal blank-last, solvable for snail\n",
            text(&second)
        )
    );
    assert_eq!(ran.code, Some(2));
}

#[test]
fn a_goal_that_is_nearly_right_gets_a_suggestion() {
    for (typed, meant) in [
        ("snial", "; a similar one exists: snail"),
        ("blank_first", "; a similar one exists: blank-first"),
        ("home", ""),
    ] {
        let ran = run(&["solve", "--goal", typed], "");
        let expected = format!(
            "slide: goal `{typed}`: expected blank-last, blank-first, snail or a board written out{meant}\n"
        );
        assert_eq!((ran.stderr, ran.code), (expected, Some(2)));
    }
}

#[test]
fn who_names_a_board_as_a_file_is_told_where_boards_go() {
    for command in ["solve", "show", "verify"] {
        let ran = run(&[command, "2 3 4 1 5 x 7 6 8"], "");
        assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)));
        assert!(
            ran.stderr.contains("No such file")
                && ran
                    .stderr
                    .contains("a board itself is read from standard input"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn no_input_is_no_board_and_no_fault() {
    answers("", "", "");
    answers("", "# nothing\n\n", "");
    answers("-", "", "");
    answers("- -", NEAR, "r\n");
}

#[test]
fn bytes_that_are_no_text_are_a_fault_and_not_a_crash() {
    for bytes in [
        &b"\xff\xfe1\x00"[..],
        b"1 2 \xff 3\n",
        b"\0\0\0\n",
        &[b'1'; 200_000],
    ] {
        let ran = run(&["solve"], bytes);
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.starts_with("<stdin>:1:"), "{}", ran.stderr);
        assert!(
            ran.stdout.lines().all(|line| line == "invalid"),
            "{}",
            ran.stdout
        );
    }
}

#[test]
#[cfg(unix)]
fn a_file_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"b\xf6se.txt");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, NEAR).expect("the folder for tests can be written");
    let output = slide(&["solve", "-o", "json"])
        .arg(&path)
        .output()
        .expect("slide starts");
    let ran = Ran::from(output);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("b\u{fffd}se.txt"), "{}", ran.stdout);
}

// Contradictions.

#[test]
fn what_contradicts_itself_is_refused_before_anything_is_read() {
    refuses(
        &["solve", "--size", "4", "--goal", "1 2 3 8 x 4 7 6 5"],
        "slide: goal `1 2 3 8 x 4 7 6 5`, column 1: found 9 cells, expected 16 (--size 4x4)\n",
    );
    refuses(
        &["solve", "--goal", "last"],
        "slide: goal `last`: expected blank-last, blank-first, snail or a board written out\n",
    );
    refuses(
        &["solve", "--goal", "1 2 3 4 5 6 7 8 8"],
        "slide: goal `1 2 3 4 5 6 7 8 8`, column 17: found tile 8 a second time, expected each once (the blank is missing)\n",
    );
}

#[test]
fn an_engine_that_cannot_take_a_board_leaves_it_unknown_and_says_what_can() {
    let sixteen = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n";
    let twenty_five = {
        let labels: Vec<String> = (1..25).map(|label| label.to_string()).collect();
        labels.join(" ") + " x\n"
    };
    let cases = [
        (
            "--algorithm table",
            sixteen,
            "algorithm table takes boards of at most 10 cells, this one is 4x4; try ida-star",
        ),
        (
            "-a bfs",
            sixteen,
            "algorithm bfs takes boards of at most 12 cells, this one is 4x4; try ida-star",
        ),
        (
            "--algorithm a-star",
            sixteen,
            "algorithm a-star takes boards of at most 12 cells, this one is 4x4; try ida-star",
        ),
        (
            "--heuristic walking-distance",
            &twenty_five,
            "heuristic walking-distance takes boards up to 4x4, 2x5, 3x5 and 2x6 (either way up), this one is 5x5; try linear-conflict",
        ),
    ];
    for (arguments, board, why) in cases {
        let ran = solve(arguments, board);
        assert_eq!(ran.stdout, "unknown\n", "{arguments}");
        assert_eq!(ran.stderr, format!("<stdin>:1: {why}\n"), "{arguments}");
        assert_eq!(ran.code, Some(2), "{arguments}");
    }
}

#[test]
fn choices_that_contradict_each_other_are_an_error_before_any_board_is_read() {
    let cases = [
        (
            "-a table -e manhattan",
            "algorithm table takes no heuristic, but manhattan was asked for",
        ),
        (
            "-a a-star -e pattern-db",
            "algorithm a-star does not take heuristic pattern-db; try linear-conflict, or ida-star",
        ),
        (
            "-e pattern-db --tables none",
            "heuristic pattern-db was asked for, but tables none too",
        ),
    ];
    for (arguments, why) in cases {
        for board in [NEAR, ""] {
            let ran = solve(arguments, board);
            assert_eq!(ran.stdout, "", "{arguments}");
            assert_eq!(ran.stderr, format!("slide: {why}\n"), "{arguments}");
            assert_eq!(ran.code, Some(2), "{arguments}");
        }
    }
}

#[test]
fn flags_that_make_no_sense_are_refused_with_a_hint() {
    for (arguments, hint) in [
        ("solve --size 17", "expected a square from 2 to 16"),
        ("solve --size 1x2", "expected a square from 2 to 16"),
        ("solve --size 7x8", "a rectangle with sides from 2 to 6"),
        (
            "solve --format grid",
            "[possible values: line, stream, digits, rows,",
        ),
        (
            "solve --output tree",
            "[possible values: moves, words, tiles, length, boards, json, princeton, 42, hackerrank]",
        ),
        ("solve --moves king", "[possible values: blank, tile]"),
        (
            "solve --algorithm astar",
            "a similar value exists: 'a-star'",
        ),
        (
            "solve --heuristic manhatten",
            "a similar value exists: 'manhattan'",
        ),
        ("solve --time-limit soon", "--time-limit <TIME>"),
        ("solve --node-limit 0", "0 is not in 1.."),
        ("solve --node-limit -1", "unexpected argument '-1'"),
        ("solve --memory-limit much", "--memory-limit <SIZE>"),
        ("solve --jobs 0", "0 is not in 1..=1024"),
        ("solve --jobs 1025", "1025 is not in 1..=1024"),
        (
            "solve --progress loud",
            "[possible values: auto, always, never]",
        ),
        ("solve --goal", "a value is required"),
        ("solve --nothing", "unexpected argument '--nothing'"),
        (
            "bench sleep",
            "[possible values: engines, korf, hardest, random, twenty-four, large, levers, tables]",
        ),
        (
            "bench korf --instances 0",
            "instance `0`: expected a number from 1 to 100",
        ),
        (
            "bench korf --instances 5..101",
            "instance `101`: expected a number from 1 to 100",
        ),
        (
            "bench levers --time-limit 1s",
            "--set, --quality and --time-limit are for `bench large`",
        ),
        ("bench korf -q fast", "are for `bench large`"),
        ("dance", "unrecognized subcommand 'dance'"),
    ] {
        let ran = run(&words(arguments), "");
        assert_eq!(ran.code, Some(2), "{arguments}: {}", ran.stderr);
        assert!(ran.stderr.contains(hint), "{arguments}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{arguments}");
    }
}

// Limits and engines from the command line.

#[test]
fn every_algorithm_and_heuristic_can_be_asked_for_and_gives_the_same_length() {
    let pairs = [
        "auto auto",
        "table auto",
        "bfs auto",
        "a-star auto",
        "a-star manhattan",
        "a-star linear-conflict",
        "a-star walking-distance",
        "ida-star auto",
        "ida-star manhattan",
        "ida-star linear-conflict",
        "ida-star walking-distance",
    ];
    for pair in pairs {
        let (algorithm, heuristic) = pair.split_once(' ').expect("two words");
        answers(
            &format!("-o length -a {algorithm} -e {heuristic}"),
            SAMPLE,
            "19\n",
        );
        answers(
            &format!("-o length --algorithm {algorithm} --heuristic {heuristic} --jobs 2"),
            SAMPLE,
            "19\n",
        );
    }
}

#[test]
fn a_limit_leaves_a_board_open_and_the_exit_code_says_so() {
    let boards = [HARDEST, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n"].concat();
    for (limit, why) in [
        ("--time-limit 10ms", "the time limit was reached"),
        ("--node-limit 100000", "the node limit was reached"),
    ] {
        let ran = solve(&format!("{limit} --heuristic manhattan"), &boards);
        assert_eq!(ran.stdout, "unknown\nr\n", "{limit}");
        assert!(
            ran.stderr.starts_with(&format!(
                "<stdin>:1: unknown: {why}; no solution is shorter than "
            )),
            "{}",
            ran.stderr
        );
        assert_eq!(ran.code, Some(1), "{limit}");
    }
    let far = "x 10 11 9 8 7 6 5 4 3 2 1\n";
    for algorithm in ["bfs", "a-star"] {
        let ran = solve(
            &format!("--size 3x4 -a {algorithm} --memory-limit 1MB"),
            far,
        );
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("unknown\n", Some(1)),
            "{algorithm}"
        );
        assert!(
            ran.stderr.starts_with("<stdin>:1: unknown: the memory limit was reached (229 MiB would have been needed); no solution is shorter than "),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn a_fault_outweighs_an_open_board_in_the_exit_code() {
    for boards in [[HARDEST, "nonsense\n"], ["nonsense\n", HARDEST]] {
        let ran = solve("--node-limit 1 --size 4", &boards.concat());
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    }
}

// The same for everybody.

/// Boards of 3×3 and 4×4, good and bad, easy and hard, in one file.
fn mixed() -> String {
    let goal = |side| {
        Arc::new(Goal::named(
            NamedGoal::BlankFirst,
            Size::square(side).expect("a side"),
        ))
    };
    let (eight, fifteen) = (goal(3), goal(4));
    let mut scramble = Scramble::new(9);
    let mut text = String::new();
    let korf = fs::read_to_string(repository("puzzles/fifteen/korf-100.txt")).expect("it is there");
    let korf: Vec<&str> = korf.lines().filter(|line| !line.starts_with('#')).collect();
    for number in [79, 28, 12, 45, 42, 31] {
        let board = korf[number - 1].split_whitespace().skip(1).take(16);
        text += &(board.collect::<Vec<_>>().join(" ") + "\n");
        for _ in 0..10 {
            for grid in [
                scramble.arrangement(eight.size()),
                scramble.walk(&fifteen, 24),
                scramble.arrangement(eight.size()),
            ] {
                let labels: Vec<String> = grid.labels().iter().map(u16::to_string).collect();
                text += &(labels.join(" ") + "\n");
            }
        }
        text += "1 2 3 4 5 6 7 8 8 # bad\n";
    }
    text
}

#[test]
fn the_bytes_printed_do_not_depend_on_the_number_of_threads() {
    let input = mixed();
    for style in ["moves", "length", "json"] {
        for more in [
            "",
            "--heuristic manhattan",
            "--heuristic manhattan --node-limit 700000",
        ] {
            let printed = [1, 2, 8].map(|jobs| {
                let ran = solve(
                    &format!("--goal blank-first -o {style} --jobs {jobs} {more}"),
                    &input,
                );
                assert_eq!(ran.stdout.lines().count(), 6 * 32, "{}", ran.stderr);
                assert_eq!(ran.code, Some(2));
                match style {
                    "json" => (objects(&ran.stdout), String::new(), ran.stderr),
                    _ => (Vec::new(), ran.stdout, ran.stderr),
                }
            });
            assert!(
                printed[0] == printed[1] && printed[0] == printed[2],
                "{style} {more}"
            );
        }
    }
}

// Streams.

#[test]
fn a_board_is_answered_before_the_next_is_asked() {
    let mut talk = Talk::begin(&["solve"]);
    for _ in 0..3 {
        talk.say(NEAR);
        assert_eq!(talk.hear(), "r\n");
        talk.say("x 1 2 4 5 3 7 8 6\n");
        assert_eq!(talk.hear(), "rrdd\n");
        talk.say("1 2 3\n");
        assert_eq!(talk.hear(), "invalid\n");
    }
    let ran = talk.end();
    assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)));
}

#[test]
fn json_is_answered_before_the_next_is_asked() {
    let mut talk = Talk::begin(&["solve", "-o", "json"]);
    for index in 1..4 {
        talk.say(SAMPLE);
        let line = talk.hear();
        assert!(
            line.starts_with(&format!(r#"{{"schema":1,"index":{index},"#)),
            "{line}"
        );
    }
    assert_eq!(talk.end().code, Some(0));
}

#[test]
fn a_file_is_answered_while_the_next_one_is_still_open() {
    let first = file("while-open.txt", [NEAR, SOLVED].concat());
    let mut talk = Talk::begin(&["solve", text(&first), "-"]);
    assert_eq!(talk.hear(), "r\n");
    assert_eq!(talk.hear(), "\n");
    talk.say(SAMPLE);
    assert_eq!(talk.hear().len(), 20);
    let ran = talk.end();
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.code),
        ("", "", Some(0))
    );
}

#[test]
fn a_hard_board_holds_up_only_those_after_it() {
    let mut talk = Talk::begin(&words("solve --heuristic manhattan"));
    talk.say(&["1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n", HARDEST, NEAR].concat());
    assert_eq!(talk.hear(), "r\n");
    talk.signal("-INT");
    assert_eq!(talk.wait().code, Some(130));
}

#[test]
fn a_reader_who_leaves_early_ends_it_quietly() {
    let mut child = slide(&["solve"]).spawn().expect("slide starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // For ever, until slide is gone.
    let feed =
        thread::spawn(move || while stdin.write_all(SAMPLE.repeat(100).as_bytes()).is_ok() {});
    let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut line = String::new();
    answers.read_line(&mut line).expect("an answer");
    assert_eq!(line.len(), 20);
    drop(answers);
    let ran = ended(child);
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
    feed.join().expect("the pipe was closed");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let full = || {
        fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("Linux has it")
    };
    for arguments in ["solve", "solve -o json", "--help", "solve -h", "--version"] {
        let mut command = slide(&words(arguments));
        command.stdout(full());
        let ran = spawn_with(command, SAMPLE.as_bytes());
        assert_eq!(
            ran.stderr,
            "slide: cannot write to standard output: No space left on device (os error 28)\n"
        );
        assert_eq!(ran.code, Some(2));
    }
}

#[test]
fn a_closed_standard_input_is_an_empty_one() {
    let output = slide(&["solve"])
        .stdin(Stdio::null())
        .output()
        .expect("slide starts");
    let ran = Ran::from(output);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.code),
        ("", "", Some(0))
    );
}

// Interrupts.

#[test]
fn an_interrupt_ends_it_with_130_after_printing_what_was_solved() {
    for name in ["-INT", "-TERM"] {
        let mut talk = Talk::begin(&words("solve --heuristic manhattan --stats"));
        talk.say(NEAR);
        assert_eq!(talk.hear(), "r\n");
        talk.say(HARDEST);
        // Give it time to begin; if it has not, the board is left out instead of left open.
        thread::sleep(Duration::from_millis(300));
        talk.signal(name);
        let ran = talk.wait();
        assert!(
            ["", "unknown\n"].contains(&ran.stdout.as_str()),
            "{}",
            ran.stdout
        );
        assert!(
            ran.stderr.contains("1 solved"),
            "the summary comes all the same: {}",
            ran.stderr
        );
        assert_eq!(ran.code, Some(130), "{name}");
    }
}

#[test]
fn an_interrupt_ends_the_wait_for_input() {
    let mut talk = Talk::begin(&["solve"]);
    talk.say(NEAR);
    assert_eq!(talk.hear(), "r\n");
    talk.signal("-INT");
    let ran = talk.wait();
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.code),
        ("", "", Some(130))
    );
}

// For people.

#[test]
fn progress_goes_to_stderr_only_and_changes_no_answer() {
    let boards = HARDEST.repeat(2) + NEAR;
    let arguments = "--time-limit 800ms --jobs 1 --heuristic manhattan --progress";
    let ran = solve(&format!("{arguments} always"), &boards);
    assert_eq!(ran.stdout, "unknown\nunknown\nr\n");
    let lines = ran.stderr.lines().filter(|line| line.contains(" nodes"));
    assert!(
        lines.count() > 0,
        "it took longer than half a second: {}",
        ran.stderr
    );
    for quiet in ["auto", "never"] {
        let ran = solve(&format!("{arguments} {quiet}"), &boards);
        assert_eq!(ran.stdout, "unknown\nunknown\nr\n");
        assert!(
            ran.stderr.lines().all(|line| line.starts_with("<stdin>:")),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn a_summary_counts_everything_on_stderr() {
    let input = [SAMPLE, NEAR, UNSOLVABLE, "1 2 3\n"].concat();
    let ran = solve("--stats -a ida-star", &input);
    assert_eq!(ran.stdout.lines().count(), 4);
    let summary: Vec<&str> = ran.stderr.lines().rev().take(4).collect();
    assert_eq!(
        summary[3],
        "boards      4: 2 solved, 1 unsolvable, 0 unknown, 1 invalid"
    );
    assert_eq!(
        summary[2],
        "lengths     20 moves in all, mean 10.00, longest 19"
    );
    assert!(summary[1].starts_with("nodes       ") && summary[1].contains(" expanded, "));
    assert!(summary[0].starts_with("time        "));
}

#[test]
fn help_names_every_flag_and_the_exit_codes() {
    let help = run(&["solve", "--help"], "");
    assert_eq!((help.stderr.as_str(), help.code), ("", Some(0)));
    for flag in [
        "--size",
        "--goal",
        "--format",
        "--output",
        "--moves",
        "--compress",
        "--algorithm",
        "--heuristic",
        "--time-limit",
        "--node-limit",
        "--memory-limit",
        "--jobs",
        "--progress",
        "--stats",
        "--verbose",
        "--help",
        "[FILES]...",
        "Exit codes: 0 every board answered",
        "blank-first",
        "walking-distance",
        "hackerrank",
    ] {
        assert!(help.stdout.contains(flag), "{flag}");
    }
    assert!(
        help.stdout
            .starts_with("Solve boards read from files or standard input\n")
    );
    let short = run(&["solve", "-h"], "");
    assert!(short.stdout.len() < help.stdout.len());
    let all = run(&["--help"], "");
    assert!(
        all.stdout.contains("  solve ") && all.stdout.contains("  bench "),
        "{}",
        all.stdout
    );
    assert_eq!(all.code, Some(0));
    let version = run(&["--version"], "");
    // A commit may follow.
    let known = format!("slide {}", env!("CARGO_PKG_VERSION"));
    assert!(version.stdout.starts_with(&known), "{}", version.stdout);
    let nothing = run(&[], "");
    assert_eq!((nothing.stdout.as_str(), nothing.code), ("", Some(2)));
    let short = run(&["-h"], "");
    assert_eq!(
        nothing.stderr, short.stdout,
        "without a command it shows the help"
    );
}

#[test]
fn the_examples_of_the_help_do_what_they_say() {
    let help = run(&["solve", "--help"], "").stdout;
    for example in [
        "slide solve puzzles/eight/hdu-1043.txt ",
        "echo '1 2 3 4 8 x 7 6 5' | slide solve ",
    ] {
        assert!(help.contains(example), "{example}");
    }
    let output = slide(&["solve", "puzzles/eight/hdu-1043.txt"])
        .current_dir(repository(""))
        .output();
    let ran = Ran::from(output.expect("slide starts"));
    assert_eq!((ran.stdout.len(), ran.code), (20, Some(0)));
    let piped = run(&["solve"], "1 2 3 4 8 x 7 6 5\n");
    assert_eq!(piped.code, Some(0));
}
