//! The files under `puzzles/` are what their headers say.

mod common;
mod corpus;

use std::{collections::BTreeMap, fs, path::Path};

use common::{Ran, repository, slide, words};
use corpus::lengths;
use serde_json::Value;

/// Every puzzle file with its text, by its path in the repository.
fn files() -> BTreeMap<String, String> {
    fn visit(folder: &Path, files: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                visit(&path, files);
                continue;
            }
            let text = fs::read_to_string(&path).expect("puzzles are UTF-8");
            let name = path
                .strip_prefix(repository(""))
                .expect("it is ours")
                .to_str();
            files.insert(name.expect("our names are UTF-8").into(), text);
        }
    }
    let mut files = BTreeMap::new();
    visit(&repository("puzzles"), &mut files);
    assert!(files.len() >= 7);
    files
}

/// Runs the command that the header of a file gives, from the top of the repository.
fn run_as_its_header_says(text: &str, more: &str) -> Ran {
    let header = text.lines().take_while(|line| line.starts_with('#'));
    let command = header
        .filter_map(|line| line.strip_prefix("#   slide "))
        .next()
        .expect("the header has a line `#   slide solve …`");
    let mut arguments = words(command);
    arguments.extend(words(more));
    let output = slide(&arguments)
        .current_dir(repository(""))
        .output()
        .expect("slide starts");
    output.into()
}

fn objects(ran: &Ran) -> Vec<Value> {
    let object = |line: &str| serde_json::from_str(line).expect("an object a line");
    ran.stdout.lines().map(object).collect()
}

#[test]
fn every_header_names_the_goal_the_layout_and_the_command_to_solve_it() {
    for (name, text) in files() {
        let header: Vec<&str> = text
            .lines()
            .take_while(|line| line.starts_with('#'))
            .collect();
        for word in ["# Goal: ", "# Layout: ", "#   slide solve "] {
            assert!(
                header.iter().any(|line| line.starts_with(word)),
                "{name}: {word}"
            );
        }
        assert!(
            header
                .last()
                .is_some_and(|command| command.ends_with(&name)),
            "{name}"
        );
    }
}

#[test]
fn the_eight_puzzles_have_the_lengths_behind_them() {
    for (name, text) in files() {
        if !name.starts_with("puzzles/eight/") {
            continue;
        }
        let known: Vec<String> = match name.as_str() {
            "puzzles/eight/hdu-1043.txt" => vec!["19".into()],
            // With --format hiho the answers are in the judge's words.
            "puzzles/eight/hiho-1312.txt" => ["0", "No Solution!", "20", "No Solution!", "31"]
                .map(String::from)
                .into(),
            _ => lengths(&text),
        };
        let more = if name.contains("hiho") {
            ""
        } else {
            "--output length"
        };
        let ran = run_as_its_header_says(&text, more);
        let printed: Vec<&str> = ran.stdout.lines().collect();
        assert_eq!(printed, known, "{name}: {}", ran.stderr);
        assert_eq!(ran.code, Some(0), "{name}");
    }
}

#[test]
fn the_fifteen_and_twenty_four_puzzles_can_be_read_and_solved_in_principle() {
    let mut seen = 0;
    for (name, text) in files() {
        let boards = match name.as_str() {
            "puzzles/fifteen/korf-100.txt" => 100,
            "puzzles/fifteen/hardest-17.txt" => 17,
            "puzzles/twenty-four/korf-felner-50.txt" => 50,
            _ if name.starts_with("puzzles/eight/") || name.contains("deepcubea") => continue,
            _ => panic!("{name}: say here how many boards it has"),
        };
        seen += 1;
        let known = lengths(&text);
        // One node is enough to see whether a board is valid and solvable, and its estimate.
        let ran = run_as_its_header_says(&text, "--output json --node-limit 1");
        let answers = objects(&ran);
        assert_eq!(
            (answers.len(), known.len()),
            (boards, boards),
            "{name}: {}",
            ran.stderr
        );
        assert_eq!(ran.code, Some(1), "{name}: all are left open");
        for (answer, known) in answers.iter().zip(&known) {
            let known: u64 = known.parse().expect("a length");
            let bound = answer["lower_bound"].as_u64().expect("a bound");
            assert_eq!(answer["status"], "unknown", "{name}: {answer}");
            assert!(bound <= known && bound % 2 == known % 2, "{name}: {answer}");
            let id = answer["id"].as_str().and_then(|id| id.parse().ok());
            assert_eq!(id, answer["index"].as_u64(), "{name}: numbered from 1");
        }
    }
    assert_eq!(seen, 3);
}

#[test]
fn the_fifteen_puzzles_that_are_solved_within_some_nodes_have_the_lengths_behind_them() {
    let name = "puzzles/fifteen/korf-100.txt";
    let text = &files()[name];
    let ran = run_as_its_header_says(text, "--output json --node-limit 1000000");
    let (answers, known) = (objects(&ran), lengths(text));
    let mut solved = 0;
    for (answer, known) in answers.iter().zip(known) {
        let known: u64 = known.parse().expect("a length");
        if answer["status"] == "solved" {
            solved += 1;
            assert_eq!(answer["length"].as_u64(), Some(known), "{answer}");
            assert_eq!(answer["optimal"], true);
        } else {
            assert!(answer["lower_bound"].as_u64() <= Some(known), "{answer}");
        }
    }
    assert!(solved >= 10, "{solved} of 100");
}

#[test]
fn the_boards_of_deepcubea_can_be_read_and_their_lengths_are_no_less_than_what_is_proven() {
    let mut seen = 0;
    for (name, text) in files() {
        if !name.contains("deepcubea") {
            continue;
        }
        seen += 1;
        let known = lengths(&text);
        let ran = run_as_its_header_says(&text, "--quality fast --output json");
        let answers = objects(&ran);
        assert_eq!(
            (answers.len(), known.len()),
            (100, 100),
            "{name}: {}",
            ran.stderr
        );
        assert_eq!(ran.code, Some(0), "{name}");
        for (answer, known) in answers.iter().zip(&known) {
            let known: u64 = known.parse().expect("a length");
            let bound = answer["lower_bound"].as_u64().expect("a bound");
            assert_eq!(answer["status"], "solved", "{name}: {answer}");
            assert!(bound <= known && bound % 2 == known % 2, "{name}: {answer}");
        }
    }
    assert_eq!(seen, 2);
}
