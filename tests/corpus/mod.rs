//! Boards with known lengths, and a replay that shares no code with the library's.

#![allow(dead_code, reason = "not every test file needs all")]

use std::fs;

use slide::{
    Grid, Move, Size,
    format::{Reader, Reading},
};

/// The boards of a file under `puzzles/fifteen`, with the length that a comment gives each.
pub fn fifteen_puzzles(name: &str) -> Vec<(Grid, usize)> {
    let path = format!("{}/puzzles/fifteen/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("the file is there");
    let reading = Reading {
        layout: None,
        size: Size::square(4).ok(),
    };
    let boards = Reader::new(text.as_bytes(), reading)
        .map(|entry| entry.expect("memory can be read").board)
        .map(|board| board.expect("the file has good boards only"));
    boards
        .zip(lengths(&text))
        .map(|(board, length)| (board, length.parse().expect("a number")))
        .collect()
}

/// What the comments behind boards say.
pub fn lengths(text: &str) -> Vec<String> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('#'))
        .map(|(_, length)| length.trim().to_string())
        .collect()
}

/// Makes the moves by row and column, letter by letter, and gives the labels at the end.
pub fn independent_replay(start: &Grid, moves: &[Move]) -> Vec<u16> {
    let cols = start.size().cols();
    let mut rows: Vec<Vec<u16>> = start.labels().chunks(cols).map(<[u16]>::to_vec).collect();
    let height = rows.len();
    let mut at = (0, 0);
    for (r, row) in rows.iter().enumerate() {
        if let Some(c) = row.iter().position(|&label| label == 0) {
            at = (r, c);
        }
    }
    for m in moves {
        let (r, c) = at;
        let to = match m.letter() {
            b'u' => (r.checked_sub(1).expect("the blank stays on the board"), c),
            b'd' => (r + 1, c),
            b'l' => (r, c.checked_sub(1).expect("the blank stays on the board")),
            b'r' => (r, c + 1),
            other => panic!("{other} is no letter of a move"),
        };
        assert!(to.0 < height && to.1 < cols, "the blank stays on the board");
        rows[r][c] = rows[to.0][to.1];
        rows[to.0][to.1] = 0;
        at = to;
    }
    rows.concat()
}
