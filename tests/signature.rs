//! The signature of the program: what `slide bench` counts changes only on purpose.

mod common;

use common::{run, words};

/// A row of the table: boards, engine, number of boards, moves, expanded and generated nodes.
type Row = (&'static str, &'static str, u64, u64, u64, u64);

/// Change it only together with what you say of the change in `docs/benchmarks.md`.
#[rustfmt::skip]
const ENGINES: [Row; 14] = [
    ("3x3", "table", 300, 5_116, 0, 0),
    ("3x3", "bfs", 300, 5_116, 18_140_054, 30_964_409),
    ("3x3", "a-star with manhattan", 300, 5_116, 157_916, 263_621),
    ("3x3", "ida-star with manhattan", 300, 5_116, 396_379, 656_813),
    ("3x3", "a-star with linear-conflict", 300, 5_116, 79_335, 132_987),
    ("3x3", "ida-star with linear-conflict", 300, 5_116, 196_010, 324_991),
    ("3x3", "a-star with walking-distance", 300, 5_116, 75_273, 134_543),
    ("3x3", "ida-star with walking-distance", 300, 5_116, 166_606, 299_122),
    ("3x4", "a-star with walking-distance", 4, 138, 38_706, 76_175),
    ("3x4", "ida-star with walking-distance", 4, 138, 131_024, 262_712),
    ("4x4", "ida-star with manhattan", 6, 269, 3_572_467, 7_149_067),
    ("4x4", "ida-star with linear-conflict", 6, 269, 727_867, 1_461_008),
    ("4x4", "ida-star with walking-distance", 6, 269, 697_035, 1_526_293),
    ("5x5", "ida-star with linear-conflict", 4, 192, 2_244_150, 5_242_490),
];
const SIGNATURE: u64 = 48_494_231;

/// The numbers of a row of `slide bench` that do not depend on the clock.
fn counts(line: &str) -> (String, String, [u64; 4]) {
    let columns = words(line);
    let (title, rest) = columns.split_first().expect("a row has a title");
    // The engine is some words, then come four counts and three times.
    let (engine, numbers) = rest.split_at(rest.len() - 7);
    let number = |i: usize| numbers[i].parse().expect("a count");
    (
        title.to_string(),
        engine.join(" "),
        [0, 1, 2, 3].map(number),
    )
}

#[test]
fn the_bench_generates_exactly_the_nodes_it_always_did() {
    let ran = run(&["bench"], "");
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let [header, rows @ .., signature] = lines.as_slice() else {
        panic!("a header, rows and the signature: {}", ran.stdout);
    };
    assert!(header.starts_with("boards   engine "));
    let rows: Vec<_> = rows.iter().map(|row| counts(row)).collect();
    let known = ENGINES.map(|(title, engine, count, moves, expanded, generated)| {
        (
            title.to_string(),
            engine.to_string(),
            [count, moves, expanded, generated],
        )
    });
    assert_eq!(rows, known);
    assert_eq!(
        *signature,
        format!("signature: {SIGNATURE} nodes generated")
    );
    let sum: u64 = ENGINES.iter().map(|row| row.5).sum();
    assert_eq!(sum, SIGNATURE);
}

#[test]
fn the_signature_does_not_depend_on_the_number_of_threads() {
    let ran = run(&["bench", "--jobs", "2"], "");
    let last = ran.stdout.lines().last();
    assert_eq!(
        last,
        Some(format!("signature: {SIGNATURE} nodes generated").as_str())
    );
}

#[test]
fn manhattan_distance_generates_what_korf_published_less_the_starts() {
    // Korf (1985), boards 12, 31, 42, 48, 55 and 79; he counted the start of each, we do not.
    let published = [546_344, 2_351_811, 877_823, 1_905_023, 927_212, 540_860];
    let ours = published.iter().map(|nodes| nodes - 1).sum::<u64>();
    let row = ENGINES
        .iter()
        .find(|row| (row.0, row.1) == ("4x4", "ida-star with manhattan"));
    assert_eq!(row.map(|row| row.5), Some(ours));
}

#[test]
fn korfs_boards_can_be_measured_one_by_one() {
    let ran = run(
        &words("bench korf --heuristic manhattan --instances 79,12"),
        "",
    );
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ran.stdout);
    for (line, nodes) in lines[1..3].iter().zip(["540859", "546343"]) {
        assert!(words(line).contains(&nodes), "{line}");
    }
    assert!(lines[3].starts_with("1087202 nodes generated, "));
}
