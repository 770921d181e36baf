//! Any text as moves: a list of moves that is written is read back, and a fault has its place in the text.
//!
//! The first byte chooses the convention; the rest is the text. A count in it may ask for a million moves; what is
//! longer than the longest solution of any board is read, and written no more: with sanitizers that takes seconds.

#![no_main]

use libfuzzer_sys::fuzz_target;
use slide::format::{Convention, parse_moves, write_moves};

/// Some more moves than a solution of 16×16 has.
const LONG: usize = 20_000;

fuzz_target!(|data: &[u8]| {
    let Some((first, text)) = data.split_first() else {
        return;
    };
    let Ok(text) = str::from_utf8(text) else {
        return;
    };
    let convention = [Convention::Blank, Convention::Tile][usize::from(first % 2)];
    match parse_moves(text, convention) {
        Ok(moves) if moves.len() > LONG => {}
        Ok(moves) => {
            for compress in [false, true] {
                let mut written = Vec::new();
                write_moves(&mut written, &moves, convention, compress);
                let written = String::from_utf8(written).expect("letters and digits");
                assert_eq!(parse_moves(&written, convention).as_ref(), Ok(&moves));
            }
        }
        Err(fault) => {
            let lines = text.split(['\n', '\r']).count() as u64;
            assert!((1..=lines).contains(&fault.line), "{fault:?}");
            assert!((1..=text.chars().count() as u64 + 1).contains(&fault.column));
        }
    }
});
