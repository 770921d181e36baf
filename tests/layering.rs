//! The arrows of `docs/architecture.md`: a module names only modules to its left.

use std::{fs, path::Path};

const ORDER: [&str; 13] = [
    "files",
    "puzzle",
    "format",
    "heuristic",
    "pdb",
    "ranking",
    "search",
    "train",
    "solver",
    "batch",
    "generate",
    "report",
    "draw",
];

fn sources(folder: &Path, visit: &mut impl FnMut(&str, &str)) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            sources(&path, visit);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).expect("a source is UTF-8");
            visit(
                path.strip_prefix(env!("CARGO_MANIFEST_DIR"))
                    .expect("ours")
                    .to_str()
                    .expect("UTF-8"),
                &text,
            );
        }
    }
}

/// What a code names right below `crate::`, by a path or in braces.
fn modules_named(code: &str) -> Vec<String> {
    let mut named = vec![];
    let word = |text: &str| -> String {
        let in_word = |c: &char| c.is_alphanumeric() || *c == '_';
        text.trim_start().chars().take_while(in_word).collect()
    };
    for (_, rest) in code
        .match_indices("crate::")
        .map(|(at, crate_)| code.split_at(at + crate_.len()))
    {
        let Some(list) = rest.trim_start().strip_prefix('{') else {
            named.push(word(rest));
            continue;
        };
        named.push(word(list));
        let mut depth = 1;
        for (at, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => named.push(word(&list[at + 1..])),
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    named.retain(|name| !name.is_empty());
    named
}

#[test]
fn every_module_that_is_named_is_seen_however_it_is_written() {
    for (code, names) in [
        ("use crate::pdb::Table;", vec!["pdb"]),
        ("use crate::{puzzle::Move, cli};", vec!["puzzle", "cli"]),
        (
            "use crate::{\n    puzzle::{Cell, search},\n    solver::{self, Plan},\n};",
            vec!["puzzle", "solver"],
        ),
        ("let a: crate::draw::Film = crate :: x;", vec!["draw"]),
        ("pub(crate) use x::{puzzle};", vec![]),
    ] {
        assert_eq!(modules_named(code), names, "{code}");
    }
}

/// Code that the compiler cannot vouch for.
#[test]
fn every_use_of_unsafe_is_listed_with_its_reason_in_the_page_on_reliability() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reliability.md"));
    let page = page.expect("the page is there");
    let mut blocks = 0;
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut |path, text| {
            let code = text.lines().filter_map(|line| line.split("//").next());
            let uses = |line: &&str| line.contains("unsafe ") || line.contains("unsafe(");
            let here = code.filter(uses).count();
            blocks += here;
            assert!(
                here == 0 || page.contains(&format!("`{path}`")),
                "{path} has {here} and is not listed"
            );
        },
    );
    assert!(
        page.contains(&format!("{blocks} uses of `unsafe`")),
        "there are {blocks}"
    );
}

#[test]
fn modules_name_only_modules_to_their_left_and_only_the_command_line_prints() {
    let mut seen = 0;
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut |path, text| {
            let module = path
                .trim_start_matches("src/")
                .split(['/', '.'])
                .next()
                .expect("a path has a first part");
            if ["cli", "main", "lib"].contains(&module) {
                return;
            }
            seen += 1;
            let place = ORDER.iter().position(|&m| m == module);
            let place =
                place.unwrap_or_else(|| panic!("{path}: `{module}` is not in the list of modules"));
            let code = text
                .lines()
                .map(|line| line.split("//").next().unwrap_or(""));
            let code: Vec<&str> = code.collect();
            for named in modules_named(&code.join("\n")) {
                let right = ORDER[place + 1..].contains(&named.as_str());
                assert!(!right, "{path}: `{module}` must not name `{named}`");
            }
            for line in code {
                for word in [
                    "println!",
                    "eprintln!",
                    "process::exit",
                    "clap::",
                    "anyhow::",
                    "indicatif::",
                    "ratatui::",
                    "crossterm::",
                ] {
                    assert!(
                        !line.contains(word),
                        "{path}: {word} belongs to cli: {line}"
                    );
                }
            }
        },
    );
    assert!(seen > 20, "the sources were found");
}
