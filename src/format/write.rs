//! Boards as text.

use std::io::Write;

use super::Layout;
use crate::puzzle::Grid;

/// Appends a board, line ends included; in layouts with a number or a name before it, as the only one.
///
/// Reading gives the same board back, with `--size` where the layout does not say the shape. A layout
/// that cannot hold the size (see [`Layout::holds`]) is replaced by [`Layout::Line`].
pub fn write_board(out: &mut Vec<u8>, grid: &Grid, layout: Layout) {
    BoardWriter::new(layout, 1).write(out, grid, "");
}

/// Writes boards of one size one after the other, so that reading gives them back.
///
/// # Examples
/// ```
/// use slide::{NamedGoal, Size, format::{BoardWriter, Layout}};
///
/// let goal = NamedGoal::BlankLast.grid(Size::square(2)?);
/// let (mut writer, mut text) = (BoardWriter::new(Layout::Hiho, 2), Vec::new());
/// writer.write(&mut text, &goal, "");
/// writer.write(&mut text, &goal, "solved");
/// assert_eq!(text, b"2\n1 2\n3 0\n1 2\n3 0 # solved\n");
/// # Ok::<(), slide::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardWriter {
    layout: Layout,
    boards: u64,
    written: u64,
}

impl BoardWriter {
    /// The writer of so many boards: [`Layout::Hiho`] announces their number, the others do not need it.
    pub fn new(layout: Layout, boards: u64) -> BoardWriter {
        BoardWriter {
            layout,
            boards,
            written: 0,
        }
    }

    /// Appends the next board, line ends included, with a comment after it unless that is empty.
    ///
    /// A layout that cannot hold the size (see [`Layout::holds`]) is replaced by [`Layout::Line`].
    pub fn write(&mut self, out: &mut Vec<u8>, grid: &Grid, comment: &str) {
        let size = grid.size();
        self.written += 1;
        let (first, number) = (self.written == 1, self.written);
        match Some(self.layout).filter(|l| l.holds(size)) {
            Some(Layout::Line) | None => cells(out, grid, ["", " ", " ", ""], "x"),
            Some(Layout::Stream) => cells(out, grid, ["", " ", "\n", ""], "x"),
            Some(Layout::Rows) => {
                let gap = if first { "" } else { "\n" };
                cells(out, grid, [gap, " ", "\n", ""], "x");
            }
            Some(Layout::Digits) => cells(out, grid, ["", "", "", ""], "x"),
            Some(Layout::Hiho) => {
                let head = format!("{}\n", self.boards);
                let head = if first { &head } else { "" };
                cells(out, grid, [head, " ", "\n", ""], "0");
            }
            Some(Layout::Korf) => cells(out, grid, [&format!("{number} "), " ", " ", ""], "0"),
            Some(Layout::Slash) => cells(out, grid, ["", " ", "/", ""], "0"),
            Some(Layout::List) => cells(out, grid, ["[[", ",", "],[", "]]"], "0"),
            Some(layout @ (Layout::Princeton | Layout::Hackerrank)) => {
                let gap = if layout == Layout::Princeton {
                    " "
                } else {
                    "\n"
                };
                let head = format!("{}\n", size.rows());
                cells(out, grid, [&head, gap, "\n", ""], "0");
            }
        }
        if !comment.is_empty() {
            out.extend_from_slice(b" # ");
            out.extend_from_slice(comment.as_bytes());
        }
        out.push(b'\n');
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
