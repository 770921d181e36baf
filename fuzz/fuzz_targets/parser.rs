//! Any bytes as boards: every entry is a board or a fault with its place, entries come in the order of their lines,
//! there are no more of them than the text can hold, and a board that is written is read back.
//!
//! The first byte chooses the layout, the second the size; the rest is the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use slide::{
    Grid, Size,
    format::{Layout, Reader, Reading, write_board},
};

fuzz_target!(|data: &[u8]| {
    let [layout, size, text @ ..] = data else {
        return;
    };
    let layouts = Layout::ALL;
    let reading = Reading {
        layout: layouts.get(usize::from(*layout) % (2 * layouts.len())).copied(),
        size: Size::all().nth(usize::from(*size) % 64),
    };
    // A board has four cells or more; a fault has a line, a bracket or the end of the text to itself.
    let ends = text.iter().filter(|byte| b"\r\n]})".contains(byte)).count();
    let most = ends + 1 + text.len() / 7 + 1;
    let mut count = 0;
    for entry in Reader::new(text, reading) {
        let entry = entry.expect("memory can be read");
        count += 1;
        assert!(count <= most, "{count} entries");
        match entry.board {
            Ok(grid) => check(&grid, reading.size),
            Err(fault) => {
                assert!(fault.line >= 1 && fault.column >= 1);
                assert!(fault.to_string().starts_with("found "));
            }
        }
    }
});

fn check(grid: &Grid, size: Option<Size>) {
    assert_eq!(grid.check(), Ok(()));
    assert!(size.is_none_or(|size| size == grid.size()));
    for layout in Layout::ALL {
        if !layout.holds(grid.size()) {
            continue;
        }
        let mut text = Vec::new();
        write_board(&mut text, grid, layout);
        let reading = Reading {
            layout: Some(layout),
            size: Some(grid.size()),
        };
        let mut entries = Reader::new(text.as_slice(), reading);
        let again = entries.next().expect("a board").expect("memory can be read");
        assert_eq!(again.board.as_ref(), Ok(grid), "{layout:?}");
        assert!(entries.next().is_none(), "{layout:?}");
    }
}
