//! Boards as lists in brackets, over any number of lines.

use std::io::{self, BufRead};

use super::{
    fault::Kind,
    lines::Line,
    reader::{Entry, Reader},
    tokens::{Token, Value},
};

/// Where in the brackets of a board we are.
#[derive(Default)]
struct Nesting {
    depth: usize,
    /// Cells in the outer brackets.
    flat: usize,
    /// Rows closed.
    rows: usize,
    /// Cells of the first row.
    cols: usize,
    /// Cells of the row that is open.
    row: usize,
}

impl<I: BufRead> Reader<I> {
    /// The next list: rows of one length, or the cells of a board in one row.
    ///
    /// A bad list ends where its brackets are closed, at an empty line or before a line that begins
    /// with two opening brackets.
    pub(super) fn list(&mut self) -> io::Result<Option<Entry>> {
        let Some(mut line) = self.lines.take()? else {
            return Ok(None);
        };
        self.block.begin(&line);
        let mut nesting = Nesting::default();
        loop {
            self.block.add(&line, 0, None);
            if let Some(used) = self.nest(&line, &mut nesting) {
                line.consume(used);
                if line.tokens().is_empty() {
                    self.lines.recycle(line);
                } else {
                    self.lines.give_back(line);
                }
                return Ok(Some(self.end_list(&nesting)));
            }
            self.lines.recycle(line);
            let Some(next) = self.lines.take()? else {
                break;
            };
            let opens = |t: &Token| t.value == Value::Open;
            let new = next.tokens().len() > 1 && next.tokens()[..2].iter().all(opens);
            if new || (next.gap && self.block.is_bad()) {
                self.lines.give_back(next);
                break;
            }
            line = next;
        }
        let place = self.block.end();
        self.block.blame(place, Kind::Unclosed);
        Ok(Some(self.block.bad()))
    }

    /// Takes a line's tokens; the number that was used if the board ends among them.
    fn nest(&mut self, line: &Line, nesting: &mut Nesting) -> Option<usize> {
        let at = nesting;
        for (i, &token) in line.tokens().iter().enumerate() {
            let place = (line.number, token.column.into());
            let sign = |expected| Kind::Sign {
                found: line.shown(token),
                expected,
            };
            match token.value {
                Value::Open => {
                    at.depth += 1;
                    at.row = 0;
                    if at.depth > 2 {
                        self.block.blame(place, sign("a tile, a blank or `]`"));
                    }
                }
                _ if at.depth == 0 => {
                    self.block.blame(place, sign("`[`"));
                    return Some(line.tokens().len());
                }
                Value::Close => {
                    at.depth -= 1;
                    match at.depth {
                        0 => return Some(i + 1),
                        1 => {
                            at.rows += 1;
                            if at.rows == 1 {
                                at.cols = at.row;
                            } else if at.row != at.cols {
                                let (found, expected) = (at.row, at.cols);
                                self.block.blame(
                                    place,
                                    Kind::Row {
                                        found,
                                        expected,
                                        of: None,
                                    },
                                );
                            }
                        }
                        _ => {}
                    }
                }
                Value::Slash => self.block.blame(place, sign("a tile, a blank or `]`")),
                Value::Label(_) | Value::Word => {
                    self.block.add_token(line, token, None);
                    at.row += 1;
                    at.flat += usize::from(at.depth == 1);
                }
            }
        }
        None
    }

    fn end_list(&mut self, at: &Nesting) -> Entry {
        if at.rows == 0 {
            return self.counted(false);
        }
        if at.flat > 0 {
            let (found, expected) = (at.flat, at.cols);
            let place = self.block.end();
            self.block.blame(
                place,
                Kind::Row {
                    found,
                    expected,
                    of: None,
                },
            );
        }
        self.shaped(at.rows, at.cols)
    }
}
