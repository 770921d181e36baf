//! The styles of `slide solve` that courses and judges want, byte by byte.

mod common;

use common::{run, words};

/// Two moves away: right, then down.
const NEAR: &str = "1 2 3 4 x 5 7 8 6\n";

#[track_caller]
fn answers(arguments: &str, input: &str, expected: &str) {
    let ran = run(&words(&format!("solve {arguments}")), input);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.code),
        (expected, "", Some(0)),
        "solve {arguments}"
    );
}

#[test]
fn moves_are_words_of_the_blank_or_the_tile_or_the_tiles_moved() {
    answers("-o words", NEAR, "right down\n");
    answers("-o words --moves tile", NEAR, "left up\n");
    answers("-o tiles", NEAR, "5 6\n");
    answers(
        "-o words --compress",
        "x 1 2 4 5 3 7 8 6\n",
        "right2 down2\n",
    );
    answers("-o tiles", "x 1 2 4 5 3 7 8 6\n", "1 2 3 6\n");
    for style in ["words", "tiles"] {
        let ran = run(
            &words(&format!("solve -o {style}")),
            "1 2 3 4 5 6 7 8 x\n2 1 3 4 5 6 7 8 x\n",
        );
        assert_eq!((ran.stdout.as_str(), ran.code), ("\nunsolvable\n", Some(0)));
    }
    // By the labels of the board as it was read, whatever the goal.
    answers("-o tiles -g snail", "1 2 3 x 8 4 7 6 5\n", "8\n");
    // Words are read back.
    let solved = run(&words("solve -o words"), "2 3 4 1 5 x 7 6 8\n").stdout;
    let verified = run(&["verify"], format!("2 3 4 1 5 x 7 6 8 {solved}"));
    assert_eq!(verified.stdout, "valid 19\n");
}

#[test]
fn princeton_gets_the_number_of_moves_and_the_boards() {
    let boards = "Minimum number of moves = 2\n\n\
        3\n 1  2  3 \n 4  0  5 \n 7  8  6 \n\n\
        3\n 1  2  3 \n 4  5  0 \n 7  8  6 \n\n\
        3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n\n";
    let input = "3\n 1  2  3\n 4  0  5\n 7  8  6\n";
    answers("--format princeton", input, boards);
    answers("--output princeton", input, boards);
    answers("--output princeton", NEAR, boards);
    answers("--format princeton -o moves", input, "rd\n");
    let ran = run(
        &words("solve --format princeton"),
        "3\n1 2 3\n4 5 6\n8 7 0\n",
    );
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("No solution possible\n", Some(0))
    );
}

#[test]
fn the_school_42_gets_both_complexities_the_number_of_moves_and_the_boards() {
    let input = "# This puzzle is solvable\n3\n1 2 3\n8 0 4 # glued\n7 6 5\n";
    let boards = "1 2 3\n8 x 4\n7 6 5\n\n";
    let with = |selected, memory| {
        format!("states selected: {selected}\nstates in memory: {memory}\nmoves: 0\n\n{boards}")
    };
    answers("-g snail -o 42 -a a-star", input, &with(0, 1));
    let ran = run(
        &words("solve -o 42 -a a-star -e manhattan"),
        "2 3 4 1 5 x 7 6 8\n",
    );
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let number = |line: &str, name: &str| -> u64 {
        line.strip_prefix(name)
            .expect(name)
            .parse()
            .expect("a number")
    };
    let (selected, memory) = (
        number(lines[0], "states selected: "),
        number(lines[1], "states in memory: "),
    );
    assert!(0 < selected && selected < memory && memory < 181_440);
    assert_eq!((lines[2], lines[3]), ("moves: 19", ""));
    assert_eq!(lines.len(), 4 + 20 * 4);
    // Every algorithm says what it keeps: all it met, a path, or a table.
    let memory = |algorithm| {
        let ran = run(
            &words(&format!("solve -o 42 -a {algorithm}")),
            "2 3 4 1 5 x 7 6 8\n",
        );
        number(
            ran.stdout.lines().nth(1).expect("a line"),
            "states in memory: ",
        )
    };
    assert_eq!((memory("ida-star"), memory("table")), (20, 181_440));
    assert!(memory("bfs") > memory("a-star"));
}

#[test]
fn hackerrank_gets_the_number_of_moves_and_a_word_a_line() {
    let input = "3\n1\n0\n2\n3\n4\n5\n6\n7\n8\n";
    answers("--format hackerrank --goal blank-first", input, "1\nLEFT\n");
    answers("-o hackerrank", NEAR, "2\nRIGHT\nDOWN\n");
    answers(
        "--format hackerrank --goal blank-first -o length",
        input,
        "1\n",
    );
}
