//! The layouts with one board a line: line, korf, digits and slash.

use std::io::{self, BufRead};

use super::{
    detect::sizes_of,
    fault::Kind,
    layout::Layout,
    lines::Line,
    reader::{Entry, Reader},
    tokens::{Value, label_of},
};
use crate::puzzle::Size;

impl<I: BufRead> Reader<I> {
    /// The next line's board.
    pub(super) fn one_line(&mut self, layout: Layout) -> io::Result<Option<Entry>> {
        let Some(mut line) = self.lines.take()? else {
            return Ok(None);
        };
        self.block.begin(&line);
        let entry = if line.fault.is_some() {
            self.block.add(&line, 0, None);
            self.block.bad()
        } else {
            match layout {
                Layout::Slash => self.slash(&line),
                Layout::Digits => {
                    self.add_digits(&line);
                    self.counted(false)
                }
                Layout::Korf => {
                    let id = line.tokens()[0];
                    let id = String::from_utf8_lossy(line.text(id)).into();
                    line.consume(1);
                    self.add_line(&line);
                    self.block.id = Some(id);
                    self.counted(true)
                }
                _ => {
                    self.add_line(&line);
                    self.counted(true)
                }
            }
        };
        self.lines.recycle(line);
        Ok(Some(entry))
    }

    fn add_line(&mut self, line: &Line) {
        let count = line.tokens().len();
        let size = self.expected().map(|e| e.size.cells()).or(Some(count));
        let fits = size.filter(|&cells| cells == count && cells > 3);
        self.block.add(line, count, fits.map(|cells| cells - 1));
    }

    fn add_digits(&mut self, line: &Line) {
        for &token in line.tokens() {
            let text = String::from_utf8_lossy(line.text(token));
            for (i, character) in text.chars().enumerate() {
                let column = token.column + i as u32;
                let label = u8::try_from(character).ok().and_then(label_of);
                if label.is_none() {
                    let found = character.to_string().into();
                    let largest = self.expected().map(|e| e.size.cells() - 1);
                    let place = (line.number, column.into());
                    self.block.blame(place, Kind::Token { found, largest });
                }
                self.block.push(label.unwrap_or(0), line.number, column);
            }
        }
    }

    /// Ends a board whose size its number of cells says.
    ///
    /// Where no size was given a board may have another size than those before it, if it is a square:
    /// rectangles share their number of cells with others.
    pub(super) fn counted(&mut self, lasting: bool) -> Entry {
        let found = self.block.cells();
        let place = self.block.place();
        let known = self.expected().map(|e| e.size);
        if let Some(size) = known.filter(|s| s.cells() == found) {
            return self.finish(size, lasting);
        }
        let sizes = sizes_of(found);
        let size = match sizes.as_slice() {
            &[size] if known.is_none() => size,
            &[size] if self.given.is_none() && self.block.is_legal() => size,
            [_, _, ..] if known.is_none() => {
                let id = false;
                self.block
                    .blame(place, Kind::Undecided { found, sizes, id });
                return self.block.bad();
            }
            _ => {
                let expected = self.expected_or_default();
                self.block.blame(place, Kind::Cells { found, expected });
                return self.block.bad();
            }
        };
        self.finish(size, lasting)
    }

    fn slash(&mut self, line: &Line) -> Entry {
        let tokens = line.tokens();
        let mut rows = 0;
        let mut cols = None;
        for row in tokens.split(|t| t.value == Value::Slash) {
            rows += 1;
            let found = row.len();
            let expected = *cols.get_or_insert(found);
            if found != expected {
                let place = row
                    .first()
                    .map_or(line.end(), |t| (line.number, t.column.into()));
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
        for &token in tokens.iter().filter(|t| t.value != Value::Slash) {
            self.block.add_token(line, token, None);
        }
        self.shaped(rows, cols.unwrap_or(0))
    }

    /// Ends a board of so many rows and columns.
    pub(super) fn shaped(&mut self, rows: usize, cols: usize) -> Entry {
        let place = self.block.place();
        match (Size::new(rows, cols), self.given) {
            _ if self.block.is_bad() => self.block.bad(),
            (Err(error), _) => {
                self.block.blame(place, Kind::NoSize(error));
                self.block.bad()
            }
            (Ok(found), Some(size)) if found != size => {
                let expected = self.expected_or_default();
                self.block
                    .blame(place, Kind::Contradiction { found, expected });
                self.block.bad()
            }
            (Ok(size), _) => self.finish(size, false),
        }
    }
}
