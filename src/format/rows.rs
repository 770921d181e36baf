//! The layouts with one row a line: rows, and with a number before them princeton and hiho.

use std::io::{self, BufRead};

use super::{
    detect::sizes_of,
    fault::{End, Expected, Kind, Why},
    layout::Layout,
    lines::{Line, Value},
    reader::{Announced, Entry, Reader},
};
use crate::puzzle::Size;

/// Rows after an empty line inside a board, kept in case the board ended there.
struct Mark {
    end: (u64, u64),
    cells: usize,
    lines: Vec<Line>,
}

impl<I: BufRead> Reader<I> {
    /// The next board of rows; of any size that fits if none is `expected`.
    ///
    /// A bad board ends after its number of rows or at an empty line, whichever comes first. An empty
    /// line inside a board is overlooked if the board turns out well and taken for its end if not.
    /// Where a board may be `headed`, a number by itself ends the one before.
    pub(super) fn rows(
        &mut self,
        expected: Option<Expected>,
        headed: bool,
    ) -> io::Result<Option<Entry>> {
        let Some(mut line) = self.lines.take()? else {
            return Ok(None);
        };
        self.block.begin(&line);
        let cols = expected.map_or(line.tokens().len(), |e| e.size.cols());
        let (mut rows, mut gaps) = (0, 0);
        let mut mark: Option<Mark> = None;
        loop {
            let found = line.tokens().len();
            let cells = expected.map(|e| e.size.cells());
            self.block.add(&line, found, cells.map(|c| c - 1));
            if rows == 0 && cells == Some(found) {
                rows = expected.map_or(1, |e| e.size.rows());
            } else if rows == 0 && expected.is_none() && self.is_whole_line(found)? {
                self.lines.recycle(line);
                return Ok(Some(self.counted(true)));
            } else {
                rows += 1;
                if found != cols && line.fault.is_none() {
                    let expected = cols;
                    self.block
                        .blame(line.place(), Kind::Row { found, expected });
                }
            }
            match &mut mark {
                Some(mark) => mark.lines.push(line),
                None => self.lines.recycle(line),
            }
            let complete = match expected {
                Some(expected) => rows == expected.size.rows(),
                None => self.block.is_complete(rows, cols),
            };
            if complete || (mark.is_some() && self.block.is_bad()) {
                break;
            }
            let end = match self.lines.take()? {
                None => End::Input,
                Some(next) if headed && next.single().is_some() => {
                    self.lines.give_back(next);
                    End::NextHeader
                }
                Some(next) if next.gap && !self.spaced => {
                    if self.block.is_bad() || (expected.is_none() && self.block.is_legal()) {
                        self.lines.give_back(next);
                        End::EmptyLine
                    } else {
                        gaps += 1;
                        mark.get_or_insert_with(|| Mark {
                            end: self.block.end(),
                            cells: self.block.cells(),
                            lines: Vec::new(),
                        });
                        line = next;
                        continue;
                    }
                }
                Some(next) => {
                    line = next;
                    continue;
                }
            };
            if expected.is_some() || !self.block.is_legal() {
                let size = Size::square(cols).unwrap_or(super::detect::default_size());
                let why = Why::Default;
                self.block
                    .cut(end, expected.unwrap_or(Expected { size, why }));
            }
            break;
        }
        let size = match expected {
            Some(expected) => Ok(expected.size),
            None => Size::new(rows, cols),
        };
        let size = size.unwrap_or_else(|error| {
            let place = self.block.place();
            self.block.blame(place, Kind::NoSize(error));
            super::detect::default_size()
        });
        let mut entry = self.finish(size, self.layout != Some(Layout::Princeton));
        if entry.board.is_ok() {
            self.spaced |= gaps > 0 && gaps + 1 == rows;
        } else if let Some(mark) = mark {
            let why = Why::Default;
            let expected = expected.unwrap_or(Expected { size, why });
            entry.board = Err(mark.fault(expected));
            for line in mark.lines.into_iter().rev() {
                self.lines.give_back(line);
            }
        }
        Ok(Some(entry))
    }

    /// Whether the line just added is a board by itself and not the top row of one.
    fn is_whole_line(&mut self, cells: usize) -> io::Result<bool> {
        if sizes_of(cells).len() != 1 || !self.block.is_legal() {
            return Ok(false);
        }
        let next = self.lines.peek(0)?;
        Ok(next.is_none_or(|next| {
            let old = |t: &&super::lines::Token| {
                matches!(t.value, Value::Label(l) if usize::from(l) < cells)
            };
            next.tokens().iter().filter(old).count() * 2 >= next.tokens().len()
        }))
    }

    /// The next board with its side N on a line before it.
    pub(super) fn princeton(&mut self) -> io::Result<Option<Entry>> {
        let Some(head) = self.lines.take()? else {
            return Ok(None);
        };
        let announced = self.announced.as_ref().map_or(0, |a| a.boards);
        if head.single().is_none() && announced > 1 && !self.forced {
            // The number before the first board was no side but the number of boards.
            self.layout = Some(Layout::Hiho);
            self.lines.give_back(head);
            return self.hiho();
        }
        self.block.begin(&head);
        let Some(expected) = side(&head) else {
            return self.no_header(head, "the side N of a board, from 2 to 16");
        };
        let boards = match self.announced {
            None => expected.size.rows() as u64,
            Some(_) => 0,
        };
        let by = head.number;
        self.announced = Some(Announced {
            boards,
            by,
            read: 1,
        });
        self.headed(head, expected)
    }

    /// The next of the boards that a number announced.
    pub(super) fn hiho(&mut self) -> io::Result<Option<Entry>> {
        let open = self.announced.as_ref().filter(|a| a.read < a.boards);
        if open.is_none() {
            let Some(head) = self.lines.take()? else {
                return Ok(None);
            };
            self.block.begin(&head);
            let Some(boards) = count(&head) else {
                if let Some(&Announced { boards, by, read }) = self.announced.as_ref() {
                    let expected = boards;
                    let more = true;
                    let kind = Kind::Boards {
                        more,
                        expected,
                        read,
                        by,
                    };
                    self.block.blame(head.place(), kind);
                }
                return self.no_header(head, "the number of boards");
            };
            let by = head.number;
            self.announced = Some(Announced {
                boards,
                by,
                read: 0,
            });
            self.lines.recycle(head);
            if boards == 0 {
                return self.hiho();
            }
        }
        let announced = self.announced.as_mut().expect("a number was read");
        let Some(next) = self.lines.peek(0)? else {
            let (by, read, expected) = (announced.by, announced.read, announced.boards);
            announced.boards = read;
            let more = false;
            let kind = Kind::Boards {
                more,
                expected,
                read,
                by,
            };
            let place = self.block.end();
            self.block.blame(place, kind);
            return Ok(Some(self.block.bad()));
        };
        announced.read += 1;
        if next.single().is_none() {
            return self.rows(self.expected(), true);
        }
        // UVa 10181: each of the boards has its side before it.
        let head = self.lines.take()?.expect("the line that was looked at");
        self.block.begin(&head);
        match side(&head) {
            Some(expected) => self.headed(head, expected),
            None => self.no_header(head, "the side N of a board, from 2 to 16"),
        }
    }

    /// The rows after a line that says the side.
    fn headed(&mut self, head: Line, expected: Expected) -> io::Result<Option<Entry>> {
        let place = head.place();
        self.lines.recycle(head);
        let end = match self.lines.peek(0)? {
            None => Some(End::Input),
            Some(next) => next.single().map(|_| End::NextHeader),
        };
        let mut entry = match end {
            Some(end) => {
                self.block.cut(end, expected);
                self.block.bad()
            }
            None => self.rows(Some(expected), true)?.expect("there is a line"),
        };
        entry.line = place.0;
        self.contradict(&mut entry, place, expected.size);
        Ok(Some(entry))
    }

    /// A fault for what stands in a header's place; all lines up to the next number by itself go with it.
    fn no_header(&mut self, head: Line, expected: &'static str) -> io::Result<Option<Entry>> {
        self.block.add(&head, 0, None);
        if let Some(&token) = head.tokens().first() {
            let found = head.shown(token);
            self.block
                .blame(head.place(), Kind::Sign { found, expected });
        }
        self.lines.recycle(head);
        while let Some(line) = self.lines.take()? {
            if line.single().is_some() {
                self.lines.give_back(line);
                break;
            }
            self.lines.recycle(line);
        }
        Ok(Some(self.block.bad()))
    }
}

impl Mark {
    fn fault(&self, expected: Expected) -> super::Fault {
        let (line, column) = self.end;
        let found = self.cells;
        let end = End::EmptyLine;
        super::Fault::new(
            line,
            column,
            Kind::Short {
                end,
                found,
                expected,
            },
        )
    }
}

/// The size that a side N in a line of its own says.
fn side(head: &Line) -> Option<Expected> {
    let Value::Label(side) = head.single()?.value else {
        return None;
    };
    let size = Size::square(side.into()).ok()?;
    let why = Why::Line(head.number);
    Some(Expected { size, why })
}

/// The number in a line of its own.
fn count(head: &Line) -> Option<u64> {
    str::from_utf8(head.text(head.single()?)).ok()?.parse().ok()
}
