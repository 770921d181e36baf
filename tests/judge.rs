//! The judges' files, byte for byte: `tests/judge/NAME.in` gives `tests/judge/NAME.out`.

mod common;

use std::fs;

use common::{repository, run, words};

fn judged(name: &str, arguments: &str) {
    let read = |end: &str| {
        fs::read_to_string(repository(&format!("tests/judge/{name}.{end}")))
            .expect("the file is there")
    };
    let ran = run(&words(arguments), read("in"));
    assert_eq!(ran.stdout, read("out"), "{name}: {}", ran.stderr);
    assert_eq!(
        ran.code,
        Some(0),
        "{name}: a judge takes any other code for a crash"
    );
}

#[test]
fn hdu_1043_gets_a_line_a_board() {
    judged("hdu-1043", "solve");
}

#[test]
fn poj_1077_gets_one_line() {
    judged("poj-1077", "solve");
}

#[test]
fn hiho_1312_gets_lengths() {
    judged("hiho-1312", "solve --format hiho");
}
