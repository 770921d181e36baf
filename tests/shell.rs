//! `slide` among other commands: completions, manual pages, help, and what a typo gets.

mod common;

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use common::{run, words};

const COMMANDS: [&str; 11] = [
    "solve",
    "show",
    "play",
    "train",
    "generate",
    "verify",
    "split",
    "tables",
    "bench",
    "completions",
    "man",
];

fn there_is(program: &str) -> bool {
    let found = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    found.is_ok_and(|status| status.success())
}

/// The completions of a shell in a file of its own.
fn script(shell: &str) -> PathBuf {
    let ran = run(&["completions", shell], "");
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)), "{shell}");
    for name in COMMANDS {
        assert!(ran.stdout.contains(name), "{shell}: {name}");
    }
    assert!(ran.stdout.contains("first-lex"), "{shell}");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("completions.{shell}"));
    fs::write(&path, ran.stdout).expect("the folder for tests can be written");
    path
}

/// What a shell says to a script, if there is such a shell.
fn said(shell: &str, arguments: &[&str], script: String) -> Option<String> {
    if !there_is(shell) {
        return None;
    }
    let output = Command::new(shell)
        .args(arguments)
        .arg("-c")
        .arg(script)
        .output();
    let output = output.expect("the shell starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && stderr.is_empty(),
        "{shell}: {stderr}"
    );
    Some(String::from_utf8_lossy(&output.stdout).into())
}

#[test]
fn completions_load_and_complete_in_bash() {
    let path = script("bash");
    let complete = |typed: &str| {
        let words: Vec<&str> = typed.split(' ').collect();
        let last = words.len() - 1;
        format!(
            "source {}; COMP_WORDS=({}); COMP_CWORD={last}; _slide slide '{}' '{}'; echo \"${{COMPREPLY[@]}}\"",
            path.display(),
            typed,
            words[last],
            words[last - 1]
        )
    };
    let bash = |typed| said("bash", &["--norc"], complete(typed));
    if let Some(text) = bash("slide so") {
        assert_eq!(text.trim(), "solve");
    }
    if let Some(text) = bash("slide solve --first") {
        assert_eq!(text.trim(), "--first-lex");
    }
    if let Some(text) = bash("slide man tab") {
        assert_eq!(text.trim(), "tables");
    }
    if let Some(text) = bash("slide solve --output hack") {
        assert_eq!(text.trim(), "hackerrank");
    }
}

#[test]
fn completions_load_in_zsh_and_complete_in_fish() {
    let path = script("zsh");
    let load = format!(
        "autoload -Uz compinit; compinit -u -D; source {}; echo $+functions[_slide]",
        path.display()
    );
    if let Some(text) = said("zsh", &["-f"], load) {
        assert_eq!(text.trim(), "1");
    }
    let path = script("fish");
    let complete = format!("source {}; complete -C 'slide gen'", path.display());
    if let Some(text) = said("fish", &["--no-config"], complete) {
        assert!(text.starts_with("generate"), "{text}");
    }
    for other in ["elvish", "powershell"] {
        script(other);
    }
}

#[test]
fn there_is_a_manual_page_for_slide_and_each_command() {
    let page = run(&["man"], "").stdout;
    assert!(
        page.contains(".TH slide 1") && page.contains("slide\\-solve"),
        "{page}"
    );
    for name in COMMANDS {
        let ran = run(&["man", name], "");
        assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
        assert!(
            ran.stdout.contains(&format!(".TH slide-{name} 1")),
            "{}",
            ran.stdout
        );
        // Examples are in it, as in the help.
        let examples = ran
            .stdout
            .split(".SH EXAMPLES\n.nf\n")
            .nth(1)
            .expect("a section");
        assert!(examples.contains(&format!("slide {name}")), "{examples}");
        // The foot names the program and its version, the head the page.
        let head = format!(
            "\n.TH slide-{name} 1  \"slide {}",
            env!("CARGO_PKG_VERSION")
        );
        assert!(ran.stdout.contains(&head), "{}", ran.stdout);
    }
}

#[test]
fn every_page_that_a_page_names_can_be_printed() {
    let mut pages = vec![vec![]];
    let mut seen = 0;
    while let Some(path) = pages.pop() {
        let name = [&["slide"][..], &path].concat().join("-");
        let ran = run(&[&["man"][..], &path].concat(), "");
        assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)), "{name}");
        assert!(ran.stdout.contains(&format!("\n.TH {name} 1 ")), "{name}");
        seen += 1;
        let named = ran.stdout.lines().filter_map(|line| {
            let line = line.replace("\\-", "-");
            let below = line.strip_prefix(&format!("{name}-"))?;
            Some(below.strip_suffix("(1)")?.to_string())
        });
        for below in named.collect::<Vec<_>>() {
            let below: &'static str = below.leak();
            pages.push([&path[..], &[below]].concat());
        }
    }
    // slide, its commands and those of `tables`.
    assert_eq!(seen, 1 + COMMANDS.len() + 5);
    let ran = run(&["man", "solve", "list"], "");
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.code),
        ("", "slide: `slide solve` has no command list\n", Some(2))
    );
}

#[test]
fn help_begins_with_what_it_is_and_with_examples_and_is_short_or_long() {
    for name in COMMANDS {
        let short = run(&[name, "-h"], "").stdout;
        let long = run(&[name, "--help"], "").stdout;
        for text in [&short, &long] {
            let (examples, usage) = (text.find("Examples:\n"), text.find("\nUsage: slide "));
            assert!(examples > Some(0) && examples < usage, "{text}");
            assert!(text.find(&format!("  slide {name}")) < usage, "{text}");
            let wide = text[..usage.expect("it is there")]
                .lines()
                .find(|line| line.chars().count() > 80);
            assert_eq!(wide, None, "a terminal of 80 columns would break it");
        }
        assert!(short.len() <= long.len());
    }
    let solve = run(&["solve", "-h"], "").stdout.len();
    assert!(2 * solve < 3 * run(&["solve", "--help"], "").stdout.len());
}

#[test]
fn without_arguments_the_short_help_is_shown() {
    let nothing = run(&[], "");
    assert_eq!((nothing.stdout.as_str(), nothing.code), ("", Some(2)));
    assert_eq!(nothing.stderr, run(&["-h"], "").stdout);
    assert!(nothing.stderr.contains("Examples:") && nothing.stderr.contains("  solve "));
}

#[test]
fn typos_get_suggestions() {
    for (typed, meant) in [
        ("slove", "'solve'"),
        ("genrate", "'generate'"),
        ("solve --compres", "'--compress'"),
        ("solve --outptu json", "'--output'"),
        ("solve --goal blank-last --format princton", "'princeton'"),
        ("solve --algorithm astar", "'a-star'"),
        ("completions bassh", "'bash'"),
        ("man sovle", "'solve'"),
        ("man tables biuld", "'build'"),
    ] {
        let ran = run(&words(typed), "");
        assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)), "{typed}");
        assert!(
            ran.stderr.contains("a similar") && ran.stderr.contains(meant),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn errors_name_nothing_but_what_was_typed_and_what_is_missing() {
    for (typed, expected) in [
        (
            "solve --all --first-lex",
            "the argument '--all' cannot be used with '--first-lex'",
        ),
        (
            "play --seed 1 x.txt",
            "the argument '--seed <N>' cannot be used with '[FILE]'",
        ),
        (
            "solve --checkpoint-every 3s",
            "the following required arguments were not provided:\n  --checkpoint <FILE>\n\n\
             Usage: slide solve --checkpoint <FILE> --checkpoint-every <TIME> [FILES]...",
        ),
    ] {
        // A folder for tables is named in the environment of all that is tested.
        let ran = run(&words(typed), "");
        let whole = format!("error: {expected}\n\nFor more information, try '--help'.\n");
        assert_eq!((ran.stderr, ran.code), (whole, Some(2)));
    }
}

#[test]
fn the_version_is_that_of_the_package_and_may_name_the_commit() {
    for flag in ["--version", "-V"] {
        let text = run(&[flag], "").stdout;
        let rest = text
            .strip_prefix(concat!("slide ", env!("CARGO_PKG_VERSION")))
            .expect("the version");
        let rest = rest.trim_end();
        assert!(
            rest.is_empty() || rest.starts_with(" (") && rest.ends_with(')'),
            "{text}"
        );
    }
}

#[test]
fn usage_and_errors_say_slide_whatever_the_program_is_called() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("puzzle-by-another-name");
    let _ = fs::remove_file(&path);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_slide"), &path).expect("a link can be made");
    for (arguments, line) in [
        ("solve -h", "Usage: slide solve [OPTIONS] [FILES]..."),
        (
            "tables build -h",
            "Usage: slide tables build [OPTIONS] [WHICH]",
        ),
        ("split", "Usage: slide split --depth <D> <BOARD>"),
        (
            "solve no-such-file",
            "slide: no-such-file: No such file or directory (os error 2)",
        ),
    ] {
        let output = Command::new(&path).args(words(arguments)).output();
        let output = output.expect("it starts");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).expect("UTF-8");
        assert!(
            said.lines().any(|shown| shown == line),
            "{arguments}: {said}"
        );
        assert!(!said.contains("puzzle-by"), "{said}");
    }
}
