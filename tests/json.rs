//! JSON as a contract: what is documented is printed, and a program can hold a conversation in it.

mod common;

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use common::{repository, run, words};
use serde_json::Value;

fn objects(text: &str) -> Vec<Value> {
    let object = |line: &str| serde_json::from_str(line).expect("an object a line");
    text.lines().map(object).collect()
}

/// The fields in the first table after a heading of docs/formats.md whose head is `column`.
fn documented(heading: &str, column: &str) -> Vec<String> {
    let text = fs::read_to_string(repository("docs/formats.md")).expect("it is there");
    let section = text.split(heading).nth(1).expect("the heading is there");
    let head = format!("| {column} |");
    let table = section.lines().skip_while(|line| !line.starts_with(&head));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    let names = rows.flat_map(|line| line.split('|').nth(1).expect("a cell").split(','));
    let mut names: Vec<String> = names
        .map(|name| name.trim().trim_matches('`').into())
        .collect();
    assert!(names.len() > 3, "{heading}");
    names.sort();
    names
}

#[track_caller]
fn has_exactly(object: &Value, fields: &[String]) {
    let mut keys: Vec<&String> = object.as_object().expect("an object").keys().collect();
    keys.sort();
    assert_eq!(keys, fields.iter().collect::<Vec<_>>(), "{object}");
    assert_eq!(object["schema"], 1);
}

#[test]
fn every_object_of_solve_has_the_documented_fields_and_no_other() {
    let fields = documented("\n### JSON\n", "field");
    let boards = "2 3 4 1 5 x 7 6 8\n2 1 3 4 5 6 7 8 x\n1 2 3\n";
    for arguments in [
        "",
        "--all",
        "--count",
        "--first-lex",
        "--compress --moves tile",
        "-a a-star",
    ] {
        let ran = run(&words(&format!("solve -o json {arguments}")), boards);
        let objects = objects(&ran.stdout);
        let status: Vec<_> = objects
            .iter()
            .map(|object| object["status"].as_str())
            .collect();
        assert_eq!(
            status,
            [Some("solved"), Some("unsolvable"), Some("invalid")]
        );
        objects
            .iter()
            .for_each(|object| has_exactly(object, &fields));
    }
    let hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1\n";
    let ran = run(
        &words("solve -o json -s 4 --node-limit 100 --tables none"),
        hard,
    );
    let object = &objects(&ran.stdout)[0];
    assert_eq!(object["status"], "unknown");
    has_exactly(object, &fields);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let refused = run(&words("solve -o json -s 4 -a table"), hard);
    has_exactly(&objects(&refused.stdout)[0], &fields);
}

#[test]
fn pieces_and_their_answers_have_the_documented_fields_and_no_other() {
    let pieces = run(
        &[
            "split",
            "--depth",
            "2",
            "--bound",
            "19",
            "2 3 4 1 5 x 7 6 8",
        ],
        "",
    )
    .stdout;
    let heading = "\n## Pieces of a search";
    let fields = documented(heading, "field");
    objects(&pieces)
        .iter()
        .for_each(|object| has_exactly(object, &fields));
    let input = format!("{pieces}{{\"schema\":1}}\n");
    let answers = run(&words("solve -o json"), input).stdout;
    let fields = documented(heading, "answer");
    let answers = objects(&answers);
    answers
        .iter()
        .for_each(|object| has_exactly(object, &fields));
    assert_eq!(answers.last().expect("some")["status"], "invalid");
}

#[test]
fn the_types_of_all_fields_are_those_a_program_may_count_on() {
    let ran = run(
        &words("solve -o json --all -f korf"),
        "seven 6 4 7 8 5 x 3 2 1\n",
    );
    let object = &objects(&ran.stdout)[0];
    for name in [
        "schema",
        "index",
        "line",
        "length",
        "lower_bound",
        "solutions",
        "estimate",
        "expanded",
        "generated",
        "iterations",
    ] {
        assert!(object[name].is_u64(), "{name}");
    }
    for name in ["file", "id", "size", "goal", "status", "moves"] {
        assert!(object[name].is_string(), "{name}");
    }
    assert!(
        object["optimal"].is_boolean() && object["seconds"].is_f64() && object["message"].is_null()
    );
    assert!(
        object["all"]
            .as_array()
            .expect("a list")
            .iter()
            .all(Value::is_string)
    );
}

/// A program that may be missing on the machine.
fn there_is(program: &str) -> bool {
    let found = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    found.is_ok_and(|status| status.success())
}

#[test]
fn the_python_example_talks_to_one_process_board_by_board() {
    let script = repository("docs/coprocess.py");
    let lines = fs::read_to_string(&script)
        .expect("it is there")
        .lines()
        .count();
    assert!(lines <= 15, "an example of {lines} lines");
    if !there_is("python3") {
        return;
    }
    let folder = Path::new(env!("CARGO_BIN_EXE_slide"))
        .parent()
        .expect("a folder");
    let path = std::env::var("PATH").expect("a path");
    let output = Command::new("python3")
        .arg(script)
        .env("PATH", format!("{}:{path}", folder.display()))
        .env("SLIDE_CACHE_DIR", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("python3 starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<Vec<&str>> = text.lines().map(words).collect();
    assert_eq!(
        lines.len(),
        3,
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(
        (lines[0][0], lines[0][1], lines[0][2].len()),
        ("solved", "19", 19)
    );
    assert_eq!(lines[1], ["unsolvable", "None", "None"]);
    assert_eq!(lines[2], ["solved", "0"]);
}

#[test]
fn a_limit_leaves_both_bounds_however_small_it_is() {
    let board = "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13\n";
    for limit in ["--time-limit 0s", "--time-limit 1ns", "--node-limit 1"] {
        let line = format!("solve -s 5 -g blank-first -o json --tables none {limit}");
        let ran = run(&words(&line), board);
        let json = objects(&ran.stdout).swap_remove(0);
        let (least, known) = (json["lower_bound"].as_u64(), json["length"].as_u64());
        assert_eq!(json["status"], "unknown", "{limit}");
        assert!(
            least.is_some_and(|least| least > 0) && known >= least,
            "{limit}: {json}"
        );
    }
}
