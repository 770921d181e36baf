//! Bytes → lines of located tokens.
//!
//! This is the only place that knows about line ends, encodings and comments. It holds one line at a time (more
//! only while a caller looks ahead) and never reads past the end of the line that was asked for, so a program that
//! writes a line and waits for its answer is served.

use std::{
    collections::VecDeque,
    io::{self, BufRead},
};

use super::{
    fault::{Fault, Kind},
    tokens::{self, Token},
};

/// The longest line that is read, in bytes before any comment; the widest board needs about 1100.
pub(super) const MAX_LINE: usize = 1 << 16;

/// A line that says something: tokens, or a fault instead of them.
#[derive(Default, Debug)]
pub(super) struct Line {
    /// From 1.
    pub number: u64,
    /// Whether an empty line (not one with a comment) comes before it.
    pub gap: bool,
    /// Why the line could not be split.
    pub fault: Option<Fault>,
    text: Vec<u8>,
    tokens: Vec<Token>,
    used: usize,
}

impl Line {
    /// The tokens that are not used up.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens[self.used..]
    }

    /// Uses up the first `count` tokens; what is left counts as a line of its own.
    pub fn consume(&mut self, count: usize) {
        self.used += count;
        self.gap = false;
    }

    /// The bytes of a token.
    pub fn text(&self, token: Token) -> &[u8] {
        &self.text[token.start as usize..token.end as usize]
    }

    /// A token for people: at most 16 characters of it.
    pub fn shown(&self, token: Token) -> Box<str> {
        shown(&String::from_utf8_lossy(self.text(token)))
    }

    /// Where the first token stands.
    pub fn place(&self) -> (u64, u64) {
        (
            self.number,
            self.tokens().first().map_or(1, |t| t.column.into()),
        )
    }

    /// The place behind the last token.
    pub fn end(&self) -> (u64, u64) {
        let column = self.tokens.last().map_or(1, |&t| {
            let characters = self.text(t).iter().filter(|&&b| b & 0xC0 != 0x80).count();
            u64::from(t.column) + characters as u64
        });
        (self.number, column)
    }

    /// The only token, if it is one.
    pub fn single(&self) -> Option<Token> {
        match self.tokens() {
            &[token] => Some(token),
            _ => None,
        }
    }
}

/// At most 16 characters of a text, without controls.
pub(super) fn shown(text: &str) -> Box<str> {
    let mut characters = text
        .chars()
        .map(|c| if c.is_control() { '\u{FFFD}' } else { c });
    let mut short: String = characters.by_ref().take(16).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short.into()
}

/// Splits an input into lines.
pub(super) struct Lines<I> {
    input: I,
    /// Lines begun.
    number: u64,
    /// The last line ended with a CR: an LF that follows belongs to it.
    after_cr: bool,
    ended: bool,
    ahead: VecDeque<Line>,
    spare: Vec<Line>,
}

impl<I: BufRead> Lines<I> {
    pub fn new(input: I) -> Self {
        Lines {
            input,
            number: 0,
            after_cr: false,
            ended: false,
            ahead: VecDeque::new(),
            spare: Vec::new(),
        }
    }

    /// The next line that says something.
    pub fn take(&mut self) -> io::Result<Option<Line>> {
        match self.ahead.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.read(),
        }
    }

    /// The line that comes after `skip` others, which stays to be taken.
    pub fn peek(&mut self, skip: usize) -> io::Result<Option<&Line>> {
        while self.ahead.len() <= skip {
            match self.read()? {
                Some(line) => self.ahead.push_back(line),
                None => return Ok(None),
            }
        }
        Ok(self.ahead.get(skip))
    }

    /// Takes a line back, to be the next.
    pub fn give_back(&mut self, line: Line) {
        self.ahead.push_front(line);
    }

    /// Takes a line that is done with, for its memory.
    pub fn recycle(&mut self, line: Line) {
        if self.spare.len() < 4 {
            self.spare.push(line);
        }
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut line = self.spare.pop().unwrap_or_default();
        line.gap = false;
        loop {
            let Some(overlong) = self.read_bytes(&mut line.text)? else {
                return Ok(None);
            };
            line.number = self.number;
            if line.number == 1 && line.text.starts_with("\u{FEFF}".as_bytes()) {
                line.text.drain(..3);
            }
            line.split(overlong);
            if line.fault.is_some() || !line.tokens.is_empty() {
                // Nothing after these marks can be read.
                self.ended |= line.number == 1 && is_utf16(&line.text);
                return Ok(Some(line));
            }
            line.gap |= !line.text.contains(&b'#');
        }
    }

    /// Reads a line without its end; `true` if it was longer than `text` may get.
    fn read_bytes(&mut self, text: &mut Vec<u8>) -> io::Result<Option<bool>> {
        text.clear();
        let (mut begun, mut overlong) = (false, false);
        while !self.ended {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if bytes.is_empty() {
                self.ended = true;
                break;
            }
            if !begun && self.after_cr {
                self.after_cr = false;
                if bytes[0] == b'\n' {
                    self.input.consume(1);
                    continue;
                }
            }
            begun = true;
            let end = bytes.iter().position(|&b| b == b'\n' || b == b'\r');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            let room = MAX_LINE - text.len();
            text.extend_from_slice(&part[..part.len().min(room)]);
            overlong |= part.len() > room;
            if let Some(end) = end {
                self.after_cr = bytes[end] == b'\r';
                self.input.consume(end + 1);
                break;
            }
            let all = bytes.len();
            self.input.consume(all);
        }
        if begun {
            self.number += 1;
        }
        Ok(begun.then_some(overlong))
    }
}

fn is_utf16(text: &[u8]) -> bool {
    text.starts_with(&[0xFF, 0xFE]) || text.starts_with(&[0xFE, 0xFF])
}

impl Line {
    /// Makes tokens, or a fault, of the text.
    fn split(&mut self, overlong: bool) {
        self.tokens.clear();
        self.used = 0;
        let comment = self.text.iter().position(|&b| b == b'#');
        let content = &self.text[..comment.unwrap_or(self.text.len())];
        let fault = if self.number == 1 && is_utf16(content) {
            Some((1, Kind::Utf16))
        } else if overlong && comment.is_none() {
            Some((1, Kind::LongLine(MAX_LINE)))
        } else {
            match str::from_utf8(content) {
                Ok(text) => tokens::split(text, &mut self.tokens)
                    .err()
                    .map(|column| (column, Kind::Byte(0))),
                Err(error) => {
                    let (good, bad) = content.split_at(error.valid_up_to());
                    let before = String::from_utf8_lossy(good).chars().count();
                    Some((before as u64 + 1, Kind::Byte(bad[0])))
                }
            }
        };
        self.fault = fault.map(|(column, kind)| Fault::new(self.number, column, kind));
    }
}
