//! What nobody should give to `slide`, given to the real binary: it answers what it can, says what it cannot, and
//! ends with 0 or 2, never by a panic or a signal.

mod common;

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Output, Stdio},
    thread,
};

#[cfg(target_os = "linux")]
use common::peak;
use common::{empty_folder, run, slide, words};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const GOOD: &str = "2 3 4 1 5 x 7 6 8\n";
const ANSWER: &str = "ullddrurdllurrdlurd\n";

fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("hostile-{name}"))
}

/// It ended by itself, with 0 or 2; what it printed may be in any encoding.
#[track_caller]
fn civil(output: &Output, what: &str) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    let code = output.status.code();
    assert!(
        [Some(0), Some(2)].contains(&code),
        "{what}: {:?}\n{stderr}",
        output.status
    );
    assert!(!stderr.contains("panicked"), "{what}: {stderr}");
    (stdout, stderr)
}

/// A process with files as they stand in a folder.
fn solve_files(folder: &Path, options: &str, files: &[String]) -> Output {
    let mut command = slide(&["solve"]);
    command
        .current_dir(folder)
        .args(words(options))
        .args(files)
        .stdin(Stdio::null());
    command.output().expect("slide ends")
}

// Mutations.

/// Pieces that mean something to some layout, and some that mean nothing to any.
const PIECES: [&str; 40] = [
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    " ",
    "\t",
    "0",
    "x",
    "1",
    "9",
    "16",
    "17",
    "-1",
    "1e3",
    "65535",
    "65536",
    "4294967296",
    "99999999999999999999999999",
    "y",
    "#",
    "/",
    "//",
    "[",
    "[[",
    "]",
    "]]",
    "(",
    "}",
    "\0",
    "\u{FEFF}",
    "é",
    "\u{A0}",
    "\u{200B}",
    ",",
    ",,",
    "2\n",
    "3\n",
    "1 2 3\n",
    "{\"",
    "\u{1F600}",
];

/// Damages a text in a few places.
fn mutate(text: &mut Vec<u8>, random: &mut ChaCha8Rng) {
    for _ in 0..random.random_range(1..6) {
        let at = random.random_range(0..=text.len());
        let end = text.len().min(at + random.random_range(0..6));
        let piece = PIECES[random.random_range(0..PIECES.len())]
            .as_bytes()
            .to_vec();
        match random.random_range(0..10) {
            0 => drop(text.splice(at..end, [random.random()])),
            1 => drop(text.drain(at..end)),
            2 => text.truncate(at),
            3 => {
                let again = text[at..end].repeat(random.random_range(2..50));
                text.splice(at..end, again);
            }
            4 => {
                let noise: Vec<u8> = (0..random.random_range(1..20))
                    .map(|_| random.random())
                    .collect();
                text.splice(at..at, noise);
            }
            5 => text[at..end].reverse(),
            6 if at < text.len() => text[at] ^= 1 << random.random_range(0..8),
            _ => drop(text.splice(at..end, piece)),
        }
    }
}

/// Good files, one a layout.
fn good_files() -> Vec<String> {
    let rows = "1 2 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 6\n7 0 8\n";
    vec![
        GOOD.repeat(3),
        rows.into(),
        format!("2\n{rows}"),
        format!("3\n{}", rows.replace("\n\n", "\n3\n")),
        "3\n0\n3\n8\n4\n1\n7\n2\n6\n5\n".into(),
        "123456780\n1234 5678x\n".into(),
        "1 1 2 3 4 5 6 7 8 x\n2 2 3 4 1 5 x 7 6 8 # c\n".into(),
        "1 2 3 4 5\n6 7 8 0 1 2 3\n4 5 6 7 8 0\n".into(),
        "8 2 0/4 6 1/3 7 5\n1 2/3 0\n".into(),
        "[[1,2,3],\n [4,0,5]]\n[[1,2],[3,0]] [3,2,1,0]\n".into(),
        "5 1 2 4 9 6 3 8 13 15 10 11 14 x 7 12\n".into(),
        "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 0 24\n".into(),
    ]
}

const OPTIONS: [&str; 10] = [
    "",
    "-o json",
    "-o length -j 1",
    "-o boards",
    "-o words --moves tile --compress",
    "-o princeton",
    "-o 42 -a a-star",
    "-o hackerrank",
    "--goal snail -o tiles",
    "-v --stats",
];

/// A board with an answer that no other of the files has, damaged or not: one of the two that need 31 moves, or for
/// the snail, to which they cannot be brought, one like it.
fn unlike(options: &str) -> &'static str {
    match options.contains("snail") {
        true => "8 6 7 2 5 4 1 x 3\n",
        false => "8 6 7 2 5 4 3 x 1\n",
    }
}

/// What is told of the file `good`: of objects its own moves, of all else whatever there is.
fn told_of_good(stdout: &str) -> String {
    let lines = stdout.split_inclusive('\n').filter_map(|line| {
        let Ok(object) = serde_json::from_str::<serde_json::Value>(line) else {
            return Some(line.to_string());
        };
        if !object.is_object() {
            return Some(line.to_string());
        }
        (object["file"] == "good").then(|| format!("{}\n", object["moves"]))
    });
    lines.collect()
}

/// How often a text of whole lines stands in another.
fn times(text: &str, lines: &str) -> usize {
    let ends = text.match_indices('\n').map(|(end, _)| end + 1);
    let starts = std::iter::once(0).chain(ends);
    starts
        .filter(|&start| text[start..].starts_with(lines))
        .count()
}

#[test]
fn sixteen_thousand_damaged_files_end_in_an_answer_or_a_fault_and_spare_the_files_between_them() {
    const PROCESSES: usize = 320;
    const FILES: usize = 50;
    let folder = folder("files");
    let answers = OPTIONS.map(|options| {
        let good = unlike(options);
        fs::write(folder.join("good"), good).expect("written");
        let output = solve_files(&folder, options, &["good".into()]);
        let (stdout, stderr) = civil(&output, options);
        assert_eq!(output.status.code(), Some(0), "{options}: {stderr}");
        let answer = told_of_good(&stdout);
        assert!(!answer.trim().is_empty(), "{options}");
        (good, answer)
    });
    let good = good_files();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut faults = 0;
    for process in 0..PROCESSES {
        let mut files = vec![];
        for number in 0..FILES {
            let mut text = good[random.random_range(0..good.len())]
                .clone()
                .into_bytes();
            mutate(&mut text, &mut random);
            let name = format!("bad-{number}");
            fs::write(folder.join(&name), text).expect("written");
            files.push(name);
            if number % 10 == 9 {
                files.push("good".into());
            }
        }
        // Whatever a damaged board has become, it is not searched for ever.
        let options = format!("{} --node-limit 1000000", OPTIONS[process % OPTIONS.len()]);
        let (good, answer) = &answers[process % OPTIONS.len()];
        fs::write(folder.join("good"), good).expect("written");
        let output = solve_files(&folder, &options, &files);
        let what = format!("process {process}: {options}");
        let (stdout, stderr) = civil(&output, &what);
        faults += stderr
            .lines()
            .filter(|line| line.starts_with("bad-"))
            .count();
        let sound = times(&told_of_good(&stdout), answer);
        assert!(
            sound >= FILES / 10,
            "{what}: {sound} answers to the files that are good\n{stderr}"
        );
    }
    assert!(
        faults > PROCESSES * FILES / 4,
        "{faults} faults: hardly anything was damaged"
    );
}

/// The number of lines that have begun by the end of a text, as `docs/formats.md` counts them.
fn line_ends(text: &[u8]) -> u64 {
    let ends = |(index, &byte): (usize, &u8)| match byte {
        b'\n' => index == 0 || text[index - 1] != b'\r',
        byte => byte == b'\r',
    };
    text.iter().enumerate().filter(|&at| ends(at)).count() as u64
}

#[test]
fn four_thousand_damaged_lines_leave_every_other_line_its_answer() {
    const LINES: usize = 50;
    let layouts = [
        ("line", "2 3 4 1 5 x 7 6 8", "2 3 4 1 5 x 7 6 8"),
        ("digits", "23415x768", "2341 5x7 68"),
        ("korf", "a 2 3 4 1 5 x 7 6 8", "17 2 3 4 1 5 x 7 6 8"),
        ("slash", "2 3 4/1 5 x/7 6 8", "2 3 4 / 1 5 0 / 7 6 8"),
    ];
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for round in 0..80 {
        let (layout, good, other) = layouts[round % layouts.len()];
        let (mut text, mut expected) = (vec![], vec![]);
        for number in 0..2 * LINES {
            let mut line = [good, other][random.random_range(0..2)].as_bytes().to_vec();
            // A first line may say something about the whole file.
            if number % 2 == 1 {
                mutate(&mut line, &mut random);
                // Half of a pair of line ends would make one of the next.
                line.push(b'.');
            } else {
                expected.push(line_ends(&text) + 1);
            }
            text.extend(line);
            text.push(b'\n');
        }
        let arguments = ["solve", "-o", "json", "--size", "3", "--format", layout];
        let mut child = slide(&arguments).spawn().expect("slide starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let feed = thread::spawn(move || stdin.write_all(&text));
        let output = child.wait_with_output().expect("slide ends");
        feed.join()
            .expect("no panic")
            .expect("slide reads to the end");
        let (stdout, stderr) = civil(&output, layout);
        let answered: Vec<u64> = stdout
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
            .filter(|answer| answer["moves"] == ANSWER.trim())
            .map(|answer| answer["line"].as_u64().expect("a number"))
            .collect();
        for line in expected {
            assert!(
                answered.contains(&line),
                "{layout}, round {round}, line {line}: {stderr}"
            );
        }
    }
}

#[test]
fn damaged_solutions_are_judged_to_their_end() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let pieces = [
        "u",
        "R2",
        "up",
        "down ",
        "99999999999",
        "r1000000",
        "l0",
        "#",
        "solved",
        "unsolvable",
        "x",
        "\n",
    ];
    for _ in 0..20 {
        let mut text = vec![];
        for _ in 0..100 {
            let mut line = format!("{} {ANSWER}", GOOD.trim()).into_bytes();
            for _ in 0..random.random_range(0..3) {
                let at = random.random_range(18..line.len());
                let piece = pieces[random.random_range(0..pieces.len())];
                line.splice(at..at, piece.bytes());
            }
            if random.random_range(0..4) == 0 {
                mutate(&mut line, &mut random);
            }
            text.extend(line);
        }
        let ran = run(&words("verify --size 3 --format line"), &text);
        assert!(
            matches!(ran.code, Some(0..=2)),
            "{:?} {}",
            ran.code,
            ran.stderr
        );
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
        assert!(ran.stdout.contains("valid 19\n"), "{}", ran.stdout);
    }
}

#[test]
fn damaged_arguments_are_refused_or_understood() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let options = [
        ("--goal", "1 2 3 8 x 4 7 6 5"),
        ("--size", "3x3"),
        ("--time-limit", "10s"),
        ("--memory-limit", "4GiB"),
        ("--node-limit", "1000"),
        ("--jobs", "2"),
        ("--heuristic", "manhattan"),
    ];
    for round in 0..140 {
        let (option, value) = options[round % options.len()];
        let mut value = value.as_bytes().to_vec();
        mutate(&mut value, &mut random);
        // No argument has a NUL in it.
        value.retain(|&byte| byte != 0);
        let value = String::from_utf8_lossy(&value).into_owned();
        let ran = run(&["solve", &format!("{option}={value}")], GOOD);
        assert!(
            matches!(ran.code, Some(0..=2)),
            "{option}={value:?}: {:?} {}",
            ran.code,
            ran.stderr
        );
        assert!(
            !ran.stderr.contains("panicked"),
            "{option}={value:?}: {}",
            ran.stderr
        );
    }
}

// Inputs by name.

#[test]
fn inputs_of_one_byte_are_read_each() {
    let folder = folder("bytes");
    let names: Vec<String> = (0..=255).map(|byte| format!("byte-{byte:02x}")).collect();
    for (byte, name) in (0..=255_u8).zip(&names) {
        fs::write(folder.join(name), [byte]).expect("written");
    }
    let output = solve_files(&folder, "", &names);
    let (stdout, stderr) = civil(&output, "bytes");
    assert!(stdout.lines().all(|line| line == "invalid"), "{stdout}");
    let faulty = |byte: u8| stderr.contains(&format!("byte-{byte:02x}:1:"));
    for byte in 0..=255_u8 {
        let silent = b"\t\n\x0B\x0C\r ,#".contains(&byte);
        assert_eq!(faulty(byte), !silent, "{byte:02x}: {stderr}");
    }
}

#[test]
fn a_number_of_ten_thousand_digits_is_a_fault_of_its_line() {
    let number = "7".repeat(10_000);
    let text = format!("{number}\n{GOOD}1 2 3 4 5 6 7 8 {number}\n{GOOD}");
    let ran = run(&[&["solve"][..], &words("--format line")].concat(), &text);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        (
            format!("invalid\n{ANSWER}invalid\n{ANSWER}").as_str(),
            Some(2)
        )
    );
    assert!(ran.stderr.len() < 1000, "{}", ran.stderr);
    for option in [
        "--goal",
        "--size",
        "--node-limit",
        "--jobs",
        "--time-limit",
        "--memory-limit",
    ] {
        let ran = run(&["solve", option, &number], GOOD);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)), "{option}");
    }
}

#[test]
fn sizes_that_no_board_has_are_named_and_cost_nothing() {
    for size in [
        "0",
        "1",
        "17",
        "1000000000",
        "0x0",
        "1x9",
        "1000000000x1000000000",
        "-3",
        "3x",
        "x",
    ] {
        let ran = run(&["solve", &format!("--size={size}")], GOOD);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)), "{size}");
        let ran = run(&["generate", &format!("--size={size}")], "");
        assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)), "{size}");
        for layout in ["princeton", "hiho", "hackerrank"] {
            if (layout, size) == ("hiho", "1") {
                // That there is one board, as there is.
                continue;
            }
            let ran = run(&["solve", "--format", layout], format!("{size}\n{GOOD}"));
            assert_eq!(ran.code, Some(2), "{layout} {size}: {}", ran.stderr);
            assert!(
                ran.stderr.starts_with("<stdin>:"),
                "{layout} {size}: {}",
                ran.stderr
            );
        }
    }
}

#[test]
fn texts_in_utf_16_are_named_as_such() {
    for (mark, pad_first) in [([0xFF, 0xFE], false), ([0xFE, 0xFF], true)] {
        let mut text = mark.to_vec();
        for byte in GOOD.repeat(3).bytes() {
            text.extend(if pad_first { [0, byte] } else { [byte, 0] });
        }
        let ran = run(&["solve"], &text);
        assert_eq!((ran.stdout.as_str(), ran.code), ("invalid\n", Some(2)));
        assert!(ran.stderr.contains("UTF-16"), "{}", ran.stderr);
    }
}

#[test]
fn files_that_cannot_be_read_cost_themselves_and_the_exit_code() {
    let folder = folder("unreadable");
    fs::write(folder.join("good"), GOOD).expect("written");
    fs::create_dir(folder.join("folder")).expect("made");
    fs::write(folder.join("locked"), GOOD).expect("written");
    let mut names = vec!["good", "missing", "good", "folder", "good/below", "good"];
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let locked = folder.join("locked");
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).expect("changed");
        // Root reads all.
        if fs::read(&locked).is_err() {
            names.push("locked");
        }
    }
    let files: Vec<String> = names.iter().map(|name| name.to_string()).collect();
    let output = solve_files(&folder, "", &files);
    let (stdout, stderr) = civil(&output, "unreadable");
    assert_eq!(stdout, ANSWER.repeat(3));
    assert_eq!(output.status.code(), Some(2));
    for name in names.iter().filter(|name| **name != "good") {
        let said = stderr
            .lines()
            .filter(|line| line.starts_with(&format!("slide: {name}: ")))
            .count();
        assert_eq!(said, 1, "{name:?}: {stderr}");
    }
    let all = ["show", "verify", "solve --checkpoint c"];
    for command in all {
        let output = slide(&words(command))
            .current_dir(&folder)
            .arg("missing")
            .output()
            .expect("slide ends");
        let (stdout, stderr) = civil(&output, command);
        assert_eq!(
            (stdout.as_str(), output.status.code()),
            ("", Some(2)),
            "{command}"
        );
        assert!(stderr.contains("missing"), "{command}: {stderr}");
    }
}

#[test]
fn a_pipe_that_closes_in_the_middle_of_a_board_is_the_end_of_it() {
    for text in [
        "2 3 4 1 5 x 7 6 8\n2 3",
        "2 3 4 1 5 x 7 6 8\n2 3 4 1 5 x 7 6 8",
    ] {
        let ran = run(&words("solve"), text);
        assert!(ran.stdout.starts_with(ANSWER));
        assert_eq!(ran.stdout.lines().count(), 2);
        assert_eq!(ran.code, Some(if text.len() < 30 { 2 } else { 0 }));
    }
}

// Memory.

/// Feeds so many times a text to `slide solve`, then an empty line and a good board, which must be answered; gives
/// the memory that took, in KiB.
#[cfg(target_os = "linux")]
fn fed(arguments: &str, text: &[u8], times: usize, good: &str) -> u64 {
    let mut child = slide(&words(arguments))
        .stderr(Stdio::null())
        .spawn()
        .expect("slide starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
    // Answers must be read meanwhile, or nobody goes on.
    let reader = thread::spawn(move || {
        let (mut line, mut last) = (String::new(), String::new());
        while answers.read_line(&mut line).expect("UTF-8") > 0 {
            last = std::mem::take(&mut line);
        }
        last
    });
    for _ in 0..times {
        stdin.write_all(text).expect("slide listens");
    }
    write!(stdin, "\n\n{good}").expect("slide listens");
    // It has read all by now but for what a pipe holds.
    let peak = peak(child.id());
    drop(stdin);
    let last = reader.join().expect("no panic");
    let code = child.wait().expect("slide ends").code();
    assert!([Some(0), Some(2)].contains(&code), "{code:?}");
    assert_eq!(last, ANSWER);
    peak
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_bounded_whatever_comes() {
    let line = "solve --format line --size 3";
    let list = "[[2,3,4],[1,5,0],[7,6,8]]";
    let rows = "2 3 4\n1 5 0\n7 6 8\n";
    let least = fed(line, b"", 0, GOOD);
    let megabyte = |piece: &[u8]| piece.repeat((1 << 20) / piece.len());
    for (what, arguments, piece, megabytes, good) in [
        ("a line of digits", line, &b"1"[..], 100, GOOD),
        ("a line of NULs", line, b"\0", 100, GOOD),
        ("a line of tokens", line, b"1 ", 20, GOOD),
        ("a comment", "solve", b"#", 100, GOOD),
        ("empty lines", "solve", b"\n", 10, GOOD),
        ("brackets", "solve --format list", b"[\n", 20, list),
        (
            "cells of a list",
            "solve --format list",
            b"[0,1\n",
            20,
            list,
        ),
        (
            "bad rows",
            "solve --format rows --size 3",
            b"1 2 y\n",
            8,
            rows,
        ),
        ("titles", "solve", b"a puzzle that is none\n", 8, GOOD),
    ] {
        let grown = fed(arguments, &megabyte(piece), megabytes, good).saturating_sub(least);
        assert!(
            grown < 64 << 10,
            "{what}: {grown} KiB more than nothing takes"
        );
    }
}
