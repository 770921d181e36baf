//! Boards as text.

use std::io::Write;

use super::Layout;
use crate::puzzle::Grid;

/// Appends a board, line ends included; in layouts with a number or a name before it, as the only one.
///
/// Reading gives the same board back, with `--size` where the layout does not say the shape. A layout
/// that cannot hold the size (see [`Layout::holds`]) is replaced by [`Layout::Line`].
pub fn write_board(out: &mut Vec<u8>, grid: &Grid, layout: Layout) {
    let size = grid.size();
    let layout = Some(layout).filter(|l| l.holds(size));
    match layout.unwrap_or(Layout::Line) {
        Layout::Line => cells(out, grid, ["", " ", " ", "\n"], "x"),
        Layout::Stream | Layout::Rows => cells(out, grid, ["", " ", "\n", "\n"], "x"),
        Layout::Digits => cells(out, grid, ["", "", "", "\n"], "x"),
        Layout::Hiho => cells(out, grid, ["1\n", " ", "\n", "\n"], "0"),
        Layout::Korf => cells(out, grid, ["1 ", " ", " ", "\n"], "0"),
        Layout::Slash => cells(out, grid, ["", " ", "/", "\n"], "0"),
        Layout::List => cells(out, grid, ["[[", ",", "],[", "]]\n"], "0"),
        Layout::Princeton | Layout::Hackerrank => {
            push(out, size.rows());
            let row_end = if layout == Some(Layout::Princeton) {
                " "
            } else {
                "\n"
            };
            cells(out, grid, ["\n", row_end, "\n", "\n"], "0");
        }
    }
}

/// Appends the cells with what stands before all, between two, between rows and after all.
fn cells(out: &mut Vec<u8>, grid: &Grid, [before, gap, row_gap, after]: [&str; 4], blank: &str) {
    out.extend_from_slice(before.as_bytes());
    for (i, &label) in grid.labels().iter().enumerate() {
        if i > 0 {
            let gap = if i % grid.size().cols() == 0 {
                row_gap
            } else {
                gap
            };
            out.extend_from_slice(gap.as_bytes());
        }
        match label {
            0 => out.extend_from_slice(blank.as_bytes()),
            _ => push(out, label.into()),
        }
    }
    out.extend_from_slice(after.as_bytes());
}

fn push(out: &mut Vec<u8>, number: usize) {
    write!(out, "{number}").expect("a Vec takes all");
}
