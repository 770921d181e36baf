//! The layouts whose line ends mean nothing: stream and, with the side before it, hackerrank.

use std::io::{self, BufRead};

use super::{
    fault::{End, Expected, Kind, Why},
    reader::{Entry, Reader},
    tokens::Value,
};
use crate::puzzle::Size;

impl<I: BufRead> Reader<I> {
    /// The next cells that make a board.
    pub(super) fn stream(&mut self) -> io::Result<Option<Entry>> {
        let Some(line) = self.lines.peek(0)? else {
            return Ok(None);
        };
        self.block.begin(line);
        self.fill(self.expected_or_default()).map(Some)
    }

    /// The next board after its side k.
    pub(super) fn hackerrank(&mut self) -> io::Result<Option<Entry>> {
        let Some(mut head) = self.lines.take()? else {
            return Ok(None);
        };
        self.block.begin(&head);
        self.block.add(&head, 0, None);
        let place = head.place();
        let side = head.tokens().first().and_then(|token| match token.value {
            Value::Label(side) => Size::square(side.into()).ok(),
            _ => None,
        });
        let Some(size) = side else {
            if let Some(&token) = head.tokens().first() {
                let found = head.shown(token);
                let expected = "the side k of a board, from 2 to 16";
                self.block.blame(place, Kind::Sign { found, expected });
            }
            self.lines.recycle(head);
            self.skip_to_gap()?;
            return Ok(Some(self.block.bad()));
        };
        let why = Why::Line(head.number);
        head.consume(1);
        if head.tokens().is_empty() {
            self.lines.recycle(head);
        } else {
            self.lines.give_back(head);
        }
        let mut entry = self.fill(Expected { size, why })?;
        self.contradict(&mut entry, place, size);
        Ok(Some(entry))
    }

    /// Takes cells until the board in `block` has all it should have.
    ///
    /// A bad board ends there too, or at an empty line before; then the rest of its last line is
    /// dropped, so that the next board starts with a line.
    fn fill(&mut self, expected: Expected) -> io::Result<Entry> {
        let cells = expected.size.cells();
        loop {
            let Some(mut line) = self.lines.take()? else {
                self.block.cut(End::Input, expected);
                return Ok(self.block.bad());
            };
            if line.gap && self.block.is_bad() {
                self.lines.give_back(line);
                return Ok(self.block.bad());
            }
            let count = line.tokens().len().min(cells - self.block.cells());
            self.block.add(&line, count, Some(cells - 1));
            line.consume(count);
            let complete = self.block.cells() == cells;
            let entry = complete.then(|| self.finish(expected.size, false));
            let good = entry.as_ref().is_some_and(|e| e.board.is_ok());
            if good && !line.tokens().is_empty() {
                self.lines.give_back(line);
            } else {
                self.lines.recycle(line);
            }
            if let Some(entry) = entry {
                return Ok(entry);
            }
        }
    }

    fn skip_to_gap(&mut self) -> io::Result<()> {
        while let Some(line) = self.lines.take()? {
            if line.gap {
                self.lines.give_back(line);
                break;
            }
            self.lines.recycle(line);
        }
        Ok(())
    }
}
