//! `slide verify` against every convention, layout and way to be wrong.

mod common;

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::Command,
};

use common::{Ran, repository, run, slide, words};
use serde_json::Value;

/// A file of this test's own.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("verify-{name}"));
    fs::write(&path, text).expect("the folder for tests can be written");
    path
}

fn verify(arguments: &str, input: &str) -> Ran {
    run(&words(&format!("verify {arguments}")), input)
}

/// What one stream gives: stdout, stderr and the exit code.
#[track_caller]
fn expect(arguments: &str, input: &str, stdout: &str, stderr: &str, code: i32) {
    let ran = verify(arguments, input);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.code),
        (stdout, stderr, Some(code)),
        "verify {arguments}"
    );
}

/// Four moves away: the blank goes right twice, then down twice.
const FAR: &str = "x 1 2 4 5 3 7 8 6";

#[test]
fn every_way_to_write_a_solution_is_understood_under_both_conventions() {
    for text in [
        "rrdd",
        "RRDD",
        "r r d d",
        "r,r,d,d",
        "r2d2",
        "R2 D2",
        "right right down down",
        "right2 DOWN2",
        "rright d\tdown",
    ] {
        expect("", &format!("{FAR} {text}\n"), "valid 4\n", "", 0);
        expect(
            "--moves blank",
            &format!("{FAR}\n{text}\n"),
            "valid 4\n",
            "",
            0,
        );
    }
    for text in ["LLUU", "lluu", "L2U2", "left2 up2", "Left left Up UP"] {
        expect(
            "--moves tile",
            &format!("{FAR} {text}\n"),
            "valid 4\n",
            "",
            0,
        );
    }
}

#[test]
fn a_path_that_is_valid_only_under_the_other_convention_gets_a_hint() {
    expect(
        "",
        &format!("{FAR} LLUU\n"),
        "wrong at move 1\n",
        "<stdin>:1:19: move 1 (left) takes the blank off the board; valid with --moves tile\n",
        1,
    );
    expect(
        "--moves tile",
        &format!("{FAR}\nrrdd\n"),
        "wrong at move 1\n",
        "<stdin>:2:1: move 1 (left) takes the blank off the board; valid with --moves blank\n",
        1,
    );
}

#[test]
fn where_it_first_goes_wrong_is_told_by_move_line_and_column() {
    expect(
        "",
        &format!("{FAR}\n  r2 d, r1 down # no\n"),
        "wrong at move 4\n",
        "<stdin>:2:9: move 4 (right) takes the blank off the board\n",
        1,
    );
    expect(
        "",
        &format!("{FAR} rrd\n"),
        "wrong at the end\n",
        "<stdin>:1:22: the moves do not end at the goal: 1 tile is not in place\n",
        1,
    );
    expect(
        "",
        &format!("{FAR} rrddl\n"),
        "wrong at the end\n",
        "<stdin>:1:24: the moves do not end at the goal: 1 tile is not in place (the goal was reached after move 4)\n",
        1,
    );
}

#[test]
fn what_cannot_be_read_costs_itself_and_the_exit_code_is_two() {
    let input =
        "1 2 3 4 5 6 7 8 8 r\n1 2 3 4 5 6 7 x 8 rq\n1 2 3 4 5 6 7 x 8 r\n1 2 3 4 5 6 x 7 8 r\n";
    let ran = verify("", input);
    assert_eq!(ran.stdout, "invalid\ninvalid\nvalid 1\nwrong at the end\n");
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert!(
        lines[0].starts_with("<stdin>:1:17: found tile 8 a second time"),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].starts_with("<stdin>:2:20: found `q`, expected moves"),
        "{}",
        lines[1]
    );
    assert_eq!((lines.len(), ran.code), (3, Some(2)));
    let ran = verify("", "rr\n");
    assert_eq!((ran.stdout.as_str(), ran.code), ("invalid\n", Some(2)));
    assert!(
        ran.stderr
            .contains("found moves, expected a board before them"),
        "{}",
        ran.stderr
    );
    let ran = verify("", "1 2 3 4 5 6 7 x 8\n");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)));
    assert_eq!(
        ran.stderr,
        "slide: <stdin>:1: found a board without moves\n"
    );
    let ran = verify("", "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 x\nr\n");
    assert_eq!((ran.stdout.as_str(), ran.code), ("invalid\n", Some(2)));
    assert!(
        ran.stderr
            .contains(":2:1: found a second board, expected the moves"),
        "{}",
        ran.stderr
    );
}

#[test]
fn claims_that_there_is_no_solution_are_checked() {
    let solvable = "1 2 3 4 5 6 7 x 8";
    let unsolvable = "2 1 3 4 5 6 7 8 x";
    expect(
        "",
        &format!("{unsolvable} unsolvable\n"),
        "valid unsolvable\n",
        "",
        0,
    );
    expect(
        "",
        &format!("{unsolvable}\nNo Solution!\n"),
        "valid unsolvable\n",
        "",
        0,
    );
    expect(
        "",
        &format!("{solvable}\nunsolvable\n"),
        "wrong at the end\n",
        "<stdin>:2:1: the board can be solved\n",
        1,
    );
    expect("", &format!("{solvable} unknown\n"), "unchecked\n", "", 0);
    expect("", "1 2 3 4 5 6 7 8 x solved\n", "valid 0\n", "", 0);
}

#[test]
fn boards_of_any_layout_stand_before_their_moves_in_one_stream() {
    for (arguments, board) in [
        ("", "x 1 2 4 5 3 7 8 6"),
        ("", "x12453786"),
        ("", "7 x 1 2 4 5 3 7 8 6"),
        ("", "0 1 2/4 5 3/7 8 6"),
        ("", "[[0,1,2],[4,5,3],[7,8,6]]"),
        ("", "x 1 2\n4 5 3\n7 8 6"),
        ("", "3\nx 1 2\n4 5 3\n7 8 6"),
        ("--format stream", "x 1\n2 4 5 3\n7 8 6"),
        ("--format hackerrank", "3\n0\n1\n2\n4\n5\n3\n7\n8\n6"),
    ] {
        for join in [" ", "\n"] {
            let twice = format!("{board}{join}rrdd\n\n# between\n{board}{join}rrd3\n");
            let ran = verify(arguments, &twice);
            assert_eq!(
                (ran.stdout.as_str(), ran.code),
                ("valid 4\nwrong at move 5\n", Some(1)),
                "{twice}{}",
                ran.stderr
            );
        }
    }
}

#[test]
fn boards_and_solutions_may_be_two_files_or_a_file_and_a_pipe() {
    let boards = file(
        "boards.txt",
        "# three\nx 1 2 4 5 3 7 8 6\n1 2 3 4 5 6 7 8 x\n\n2 1 3 4 5 6 7 8 x\n",
    );
    let solutions = file("solutions.txt", "# theirs\nr2d2\n\nunsolvable\n\n\n");
    let (boards, solutions) = (
        boards.to_str().expect("UTF-8"),
        solutions.to_str().expect("UTF-8"),
    );
    let all = "valid 4\nvalid 0\nvalid unsolvable\n";
    expect(&format!("{boards} {solutions}"), "", all, "", 0);
    expect(&format!("{boards} -"), "rrdd\n\nunsolvable", all, "", 0);
    let text = fs::read_to_string(boards).expect("it is there");
    expect(&format!("- {solutions}"), &text, all, "", 0);
    expect(
        &format!("{boards} -"),
        "rrdd\n",
        "valid 4\n",
        &format!("slide: {boards}:3: found a board without moves\n"),
        2,
    );
    expect(
        &format!("{boards} -"),
        "rrdd\n\nunsolvable\nr\n",
        all,
        "slide: <stdin>:4: found moves, but no board is left\n",
        2,
    );
    expect(
        &format!("{boards} {boards}"),
        "",
        "",
        &format!("slide: boards and solutions are both {boards}\n"),
        2,
    );
    let ran = verify("no-such-file", "");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)));
}

#[test]
fn what_solve_prints_is_valid_in_every_spelling() {
    let path = repository("puzzles/eight/random-300.txt");
    let path = path.to_str().expect("UTF-8");
    for spelling in ["", "--compress", "--moves tile", "--moves tile --compress"] {
        let answers = run(&words(&format!("solve {spelling} {path}")), "").stdout;
        let moves = if spelling.contains("tile") {
            "--moves tile"
        } else {
            ""
        };
        let ran = verify(&format!("{moves} {path} -"), &answers);
        assert_eq!(ran.stderr, "");
        assert_eq!(ran.code, Some(0));
        assert_eq!(ran.stdout.matches("valid ").count(), 300);
        // Under the other convention none is, and all are hinted at.
        let other = if moves.is_empty() { "--moves tile" } else { "" };
        let ran = verify(&format!("{other} {path} -"), &answers);
        assert_eq!(ran.code, Some(1));
        let hints = ran.stderr.matches("; valid with --moves ").count();
        assert_eq!(hints, ran.stdout.matches("wrong").count());
    }
}

#[test]
fn a_move_changed_anywhere_is_found_out_as_an_independent_replay_finds_it() {
    // Every single change of every move of one solution.
    let answer = run(&["solve"], "2 3 4 1 5 x 7 6 8\n").stdout;
    let answer = answer.trim();
    for index in 0..answer.len() {
        for letter in "udlr".chars() {
            let mut changed: Vec<char> = answer.chars().collect();
            changed[index] = letter;
            let changed: String = changed.into_iter().collect();
            let expected = replayed(&changed);
            let ran = verify("", &format!("2 3 4 1 5 x 7 6 8 {changed}\n"));
            assert_eq!(ran.stdout.trim(), expected, "{changed}");
            assert_eq!(ran.code, Some(i32::from(!expected.starts_with("valid"))));
        }
    }
}

/// The verdict on moves for the judges' sample, by nothing of ours.
fn replayed(moves: &str) -> String {
    let mut cells = [2, 3, 4, 1, 5, 0, 7, 6, 8];
    let mut blank = 5usize;
    for (index, letter) in moves.chars().enumerate() {
        let (row, col) = (blank / 3, blank % 3);
        let next = match letter {
            'u' if row > 0 => blank - 3,
            'd' if row < 2 => blank + 3,
            'l' if col > 0 => blank - 1,
            'r' if col < 2 => blank + 1,
            _ => return format!("wrong at move {}", index + 1),
        };
        cells.swap(blank, next);
        blank = next;
    }
    if cells == [1, 2, 3, 4, 5, 6, 7, 8, 0] {
        format!("valid {}", moves.len())
    } else {
        "wrong at the end".into()
    }
}

#[test]
fn optimal_tells_how_short_it_could_be() {
    let input = format!("{FAR} rrdd\n{FAR} rlrrdd\n");
    expect(
        "--optimal",
        &input,
        "valid 4 optimal 4\nvalid 6 optimal 4\n",
        "",
        0,
    );
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let solvable = format!("{hard} unknown\n{hard} u\n");
    let ran = verify("--optimal --size 4", &solvable);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("unchecked\nwrong at move 1\n", Some(1))
    );
    // Other goals and sizes.
    expect(
        "--optimal -g snail",
        "1 2 3 x 8 4 7 6 5 r\n",
        "valid 1 optimal 1\n",
        "",
        0,
    );
    expect(
        "--optimal -s 2x3",
        "1 2 3 4 x 5 r\n",
        "valid 1 optimal 1\n",
        "",
        0,
    );
}

#[test]
fn json_has_every_field_that_is_documented() {
    let input = format!(
        "{FAR} rlrrdd\n{FAR} LLUU\n2 1 3 4 5 6 7 8 x unsolvable\n1 1 r\n{FAR} rq\n{FAR} unknown\n"
    );
    let ran = verify("--optimal --output json", &input);
    let objects: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let documented = fs::read_to_string(repository("docs/formats.md")).expect("it is there");
    let section = documented
        .split("### JSON of `slide verify`")
        .nth(1)
        .expect("a section");
    let fields = fields_of(section);
    for object in &objects {
        let mut keys: Vec<&String> = object.as_object().expect("an object").keys().collect();
        let mut fields = fields.clone();
        keys.sort();
        fields.sort_unstable();
        assert_eq!(keys, fields);
    }
    let get = |index: usize, field: &str| objects[index][field].clone();
    assert_eq!(
        (get(0, "status"), get(0, "length"), get(0, "optimal_length")),
        ("valid".into(), 6.into(), 4.into())
    );
    assert_eq!(
        (get(1, "status"), get(1, "wrong_at"), get(1, "column")),
        ("wrong".into(), 1.into(), 19.into())
    );
    assert_eq!(get(1, "hint"), "valid with --moves tile");
    assert_eq!(
        (get(2, "status"), get(2, "message")),
        ("valid".into(), "unsolvable".into())
    );
    let status: Vec<Value> = (3..6).map(|index| get(index, "status")).collect();
    assert_eq!(status, ["invalid", "invalid", "unchecked"]);
    assert_eq!(
        (get(5, "index"), get(5, "line"), get(5, "moves_line")),
        (6.into(), 6.into(), 6.into())
    );
    assert_eq!(ran.code, Some(2));
}

/// The fields in the first table of a section, first column.
fn fields_of(section: &str) -> Vec<&str> {
    let table = section.lines().skip_while(|line| !line.starts_with("| `"));
    let rows = table.take_while(|line| line.starts_with("| `"));
    let names = rows.flat_map(|line| line.split('|').nth(1).expect("a cell").split(','));
    names.map(|name| name.trim().trim_matches('`')).collect()
}

#[test]
fn an_interrupt_ends_it_while_it_waits_for_input() {
    let mut child = slide(&["verify"]).spawn().expect("slide starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin
        .write_all(b"1 2 3 4 5 6 7 x 8 r\n")
        .expect("slide listens");
    let mut answer = String::new();
    let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
    answers.read_line(&mut answer).expect("slide prints UTF-8");
    assert_eq!(answer, "valid 1\n");
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("there is `kill`").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(stdin);
}

#[test]
fn a_folder_is_named_and_what_cannot_be_known_is_told() {
    let ran = verify(".", "");
    assert_eq!(
        (ran.stderr.as_str(), ran.code),
        ("slide: .: is a directory\n", Some(2))
    );
    expect(
        "",
        "1 2 3 4 5 6 8 7 x\nlr\n",
        "wrong at the end\n",
        "<stdin>:2:3: the moves do not end at the goal: 2 tiles are not in place; the board has no solution\n",
        1,
    );
    let far = "4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0\n";
    let solved = run(&words("solve --goal blank-first -q fast"), far).stdout;
    let ran = verify(
        "--goal blank-first --optimal --time-limit 0s",
        &format!("{far}{solved}"),
    );
    assert!(ran.stdout.ends_with("optimal unknown\n"), "{}", ran.stdout);
    assert_eq!(
        ran.stderr,
        "<stdin>:2:1: optimal length unknown: the time limit was reached\n"
    );
}

#[test]
fn a_line_too_long_to_judge_is_one_fault_and_the_next_solution_is_that_of_the_next_board() {
    let long = "u".repeat(20_000_000);
    let boards = file("long-boards.txt", "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 x 8\n");
    let boards = boards.to_str().expect("UTF-8");
    let ran = verify(&format!("{boards} -"), &format!("{long}\nr\n"));
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("invalid\nvalid 1\n", Some(2))
    );
    let fault = "<stdin>:1:1: a line of more than 16777216 bytes is not judged\n";
    assert_eq!(ran.stderr, fault);
    let near = "1 2 3 4 5 6 7 x 8 r\n";
    let ran = verify("", &format!("1 2 3 4 5 6 7 x 8 {long}\n{near}"));
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("invalid\nvalid 1\n", Some(2))
    );
    assert_eq!(ran.stderr, fault.replace("1:1:", "1:19:"));
    // A comment is no part of what is judged.
    let ran = verify("", &format!("1 2 3 4 5 6 7 x 8 r # {long}\n{near}"));
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("valid 1\nvalid 1\n", Some(0))
    );
}

#[cfg(target_os = "linux")]
#[test]
fn boards_without_moves_take_no_memory() {
    let mut child = slide(&["verify"]).spawn().expect("slide starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let many = "1 2 3 4 5 6 7 x 8\n".repeat(60_000);
    for _ in 0..100 {
        stdin.write_all(many.as_bytes()).expect("it reads");
    }
    let peak = common::peak(child.id());
    assert!(peak < 64 * 1024, "{peak} KiB");
    stdin
        .write_all(b"r\n1 2 3 4 5 6 7 x 8 r\n")
        .expect("it reads");
    drop(stdin);
    let ran = Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("invalid\nvalid 1\n", Some(2))
    );
    let fault = "1: found 65536 bytes of a board, expected its moves before\n";
    assert!(ran.stderr.ends_with(fault), "{}", ran.stderr);
}
