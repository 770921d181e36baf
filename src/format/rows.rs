//! The layouts with one row a line: rows, and with a number before them princeton and hiho.

use std::io::{self, BufRead};

use super::{
    detect::{default_size, sizes_of},
    fault::{End, Expected, Fault, Kind, Why},
    layout::Layout,
    lines::Line,
    reader::{Announced, Entry, Reader},
    tokens::{Token, Value},
};
use crate::puzzle::Size;

/// A board of rows in the making.
struct Rows {
    /// The size it must have, if that is known.
    expected: Option<Expected>,
    cols: usize,
    rows: usize,
    /// Empty lines between its rows.
    gaps: usize,
    mark: Option<Mark>,
}

/// Where the first empty line inside a board is, and the rows after it: the board may have ended there.
struct Mark {
    end: (u64, u64),
    cells: usize,
    lines: Vec<Line>,
}

impl Rows {
    fn expected_or_square(&self) -> Expected {
        let size = Size::square(self.cols).unwrap_or(default_size());
        let why = Why::Default;
        self.expected.unwrap_or(Expected { size, why })
    }
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
        let mut at = Rows {
            expected,
            cols: expected.map_or(line.tokens().len(), |e| e.size.cols()),
            rows: 0,
            gaps: 0,
            mark: None,
        };
        loop {
            let found = line.tokens().len();
            self.add_row(line, &mut at);
            if expected.is_none() && at.rows == 1 && self.is_whole_line(found)? {
                return Ok(Some(self.counted(true)));
            }
            if expected.is_none()
                && at.rows == 1
                && at.cols > Size::MAX_SIDE
                && let Err(error) = Size::square(at.cols)
            {
                // At once: what might still be a board is kept, with its empty lines, until it is whole.
                let place = self.block.place();
                self.block.blame(place, Kind::NoSize(error));
            }
            let complete = match expected {
                Some(expected) => at.rows == expected.size.rows(),
                None => self.block.is_complete(at.rows, at.cols),
            };
            if complete || (at.mark.is_some() && self.block.is_bad()) {
                break;
            }
            match self.next_row(&mut at, headed)? {
                Ok(next) => line = next,
                Err(end) => {
                    if expected.is_some() || !self.block.is_legal() {
                        self.block.cut(end, at.expected_or_square());
                    }
                    break;
                }
            }
        }
        Ok(Some(self.end_rows(at)))
    }

    fn add_row(&mut self, line: Line, at: &mut Rows) {
        let found = line.tokens().len();
        let size = at.expected.map(|e| e.size);
        self.block.add(&line, found, size.map(|s| s.cells() - 1));
        match size {
            // All cells on one line.
            Some(size) if at.rows == 0 && size.cells() == found => at.rows = size.rows(),
            _ => {
                at.rows += 1;
                if found != at.cols && line.fault.is_none() {
                    let (expected, of) = (at.cols, at.expected);
                    let kind = Kind::Row {
                        found,
                        expected,
                        of,
                    };
                    self.block.blame(line.place(), kind);
                }
            }
        }
        match &mut at.mark {
            Some(mark) => mark.lines.push(line),
            None => self.lines.recycle(line),
        }
    }

    /// The line of the next row, or what ends the board before it.
    fn next_row(&mut self, at: &mut Rows, headed: bool) -> io::Result<Result<Line, End>> {
        let Some(next) = self.lines.take()? else {
            return Ok(Err(End::Input));
        };
        let gap = next.gap && !self.spaced;
        let whole = at.expected.is_none() && self.block.is_legal();
        let end = if headed && next.single().is_some() {
            End::NextHeader
        } else if (gap && (whole || self.block.is_bad()))
            || (whole && repeats(&next, self.block.cells()))
        {
            End::EmptyLine
        } else {
            if gap {
                at.gaps += 1;
                at.mark.get_or_insert_with(|| Mark {
                    end: self.block.end(),
                    cells: self.block.cells(),
                    lines: Vec::new(),
                });
            }
            return Ok(Ok(next));
        };
        self.lines.give_back(next);
        Ok(Err(end))
    }

    fn end_rows(&mut self, at: Rows) -> Entry {
        let size = match at.expected {
            Some(expected) => expected.size,
            None => Size::new(at.rows, at.cols).unwrap_or_else(|error| {
                let place = self.block.place();
                self.block.blame(place, Kind::NoSize(error));
                default_size()
            }),
        };
        let mut entry = self.finish(size, self.layout != Some(Layout::Princeton));
        if entry.board.is_ok() {
            self.spaced |= at.gaps > 0 && at.gaps + 1 == at.rows;
        } else if let Some(mark) = at.mark.as_ref() {
            let (line, column) = mark.end;
            let kind = Kind::Short {
                end: End::EmptyLine,
                found: mark.cells,
                expected: at.expected_or_square(),
            };
            entry.board = Err(Fault::new(line, column, kind));
        }
        if entry.board.is_err() {
            let kept = at
                .mark
                .into_iter()
                .flat_map(|mark| mark.lines.into_iter().rev());
            kept.for_each(|line| self.lines.give_back(line));
        }
        entry
    }

    /// Whether the line just added is a board by itself and not the top row of one.
    fn is_whole_line(&mut self, cells: usize) -> io::Result<bool> {
        if sizes_of(cells).len() != 1 || !self.block.is_legal() {
            return Ok(false);
        }
        let next = self.lines.peek(0)?;
        Ok(next.is_none_or(|next| repeats(next, cells)))
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
        while self.announced.as_ref().is_none_or(|a| a.read >= a.boards) {
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

/// Whether a line begins another board after one of `cells`: most of its labels are on that one.
fn repeats(next: &Line, cells: usize) -> bool {
    let old = |t: &&Token| matches!(t.value, Value::Label(l) if usize::from(l) < cells);
    next.tokens().iter().filter(old).count() * 2 > next.tokens().len()
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
