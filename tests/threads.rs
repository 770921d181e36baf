//! The same bytes for any number of threads, a hundred times over.

mod common;

use std::{fs, path::PathBuf};

use common::{empty_folder, run, words};

const JOBS: [usize; 3] = [1, 2, 8];

/// Boards of many sizes in many layouts, a file each.
fn mixed_batch() -> Vec<PathBuf> {
    let folder = empty_folder("threads");
    let kinds = [
        ("-s 3 --count 40", "line"),
        ("-s 3 --unsolvable --count 3", "list"),
        ("-s 4 --moves 30 --count 12", "korf"),
        ("-s 2x5 --count 6", "slash"),
        ("-s 3x4 --moves 40 --count 6", "rows"),
        ("-s 5 --moves 40 --count 6", "princeton"),
        ("-s 6 --moves 20 --count 4", "line"),
        ("-s 16 --moves 12 --count 2", "rows"),
        ("-s 3 --count 9", "hiho"),
        ("-s 2 --count 9", "digits"),
    ];
    let write = |(number, (kind, layout)): (usize, (&str, &str))| {
        let arguments = format!("generate {kind} --seed {number} --format {layout}");
        let boards = run(&words(&arguments), "");
        assert_eq!(boards.code, Some(0), "{arguments}: {}", boards.stderr);
        let path = folder.join(format!("{number}.{layout}"));
        fs::write(&path, boards.stdout).expect("written");
        path
    };
    let mut files: Vec<PathBuf> = kinds.into_iter().enumerate().map(write).collect();
    let faults = folder.join("faults");
    fs::write(&faults, "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 7 x\n1 2\n").expect("written");
    files.push(faults);
    files
}

/// What is printed, without the times in it.
fn bytes(arguments: &str, files: &[PathBuf], jobs: usize) -> (String, String, Option<i32>) {
    let arguments = format!("{arguments} --jobs {jobs}");
    let files = files.iter().map(|file| file.to_str().expect("UTF-8"));
    let arguments: Vec<&str> = words(&arguments).into_iter().chain(files).collect();
    let ran = run(&arguments, "");
    let timeless = |line: &str| match line.split_once("\"seconds\":") {
        Some((before, after)) => {
            let after = after.find(',').map_or("", |comma| &after[comma..]);
            format!("{before}{after}\n")
        }
        None => format!("{line}\n"),
    };
    let stdout = ran.stdout.lines().map(timeless).collect();
    (stdout, ran.stderr, ran.code)
}

/// Runs so many rounds for each number of threads; all must give what the first one gives.
fn same_bytes(arguments: &str, files: &[PathBuf], rounds: usize) -> usize {
    let first = bytes(arguments, files, 1);
    assert!(
        first.0.lines().count() >= files.len(),
        "{arguments}: {first:?}"
    );
    for round in 0..rounds {
        for jobs in JOBS {
            let again = bytes(arguments, files, jobs);
            assert_eq!(again, first, "{arguments} --jobs {jobs}, round {round}");
        }
    }
    rounds * JOBS.len()
}

#[test]
fn a_mixed_batch_has_the_same_bytes_a_hundred_times_in_every_output() {
    let files = mixed_batch();
    let mut runs = 0;
    for output in [
        "moves",
        "words",
        "tiles --compress",
        "length",
        "boards",
        "json",
        "princeton",
        "42",
        "hackerrank",
    ] {
        runs += same_bytes(
            &format!("solve -q optimal --tables none -o {output}"),
            &files,
            4,
        );
    }
    for paths in ["--count", "--all", "--all -o json", "--first-lex"] {
        // Sizes of which all shortest solutions are found at once.
        runs += same_bytes(&format!("solve --tables none {paths}"), &files[..4], 2);
    }
    assert!(runs >= 100, "{runs}");
}

#[test]
fn searches_that_threads_share_have_the_same_bytes_and_node_counts() {
    let folder = empty_folder("threads-shared");
    // Korf's 12th and 79th: half a million nodes with Manhattan distance.
    let four = folder.join("four");
    let boards = "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15\n";
    fs::write(&four, boards).expect("written");
    let six = folder.join("six");
    let boards = run(&words("generate -s 6 --seed 3 --count 2"), "").stdout;
    fs::write(&six, boards).expect("written");
    // A limit of nodes keeps a board on one thread; without one all threads are in the same pass.
    for (arguments, file, rounds) in [
        ("solve -g blank-first -e manhattan -o json", four, 3),
        ("solve -q good --node-limit 30000 -o json", six.clone(), 2),
        ("solve -q fast -o json", six, 2),
    ] {
        same_bytes(arguments, &[file], rounds);
    }
}
