//! Lines of a text, none of which takes all memory.

use std::io::{self, BufRead, Read};

/// Some editors begin a text with it.
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// The lines of a text, without the mark that it may begin with.
pub(super) struct Lines<R> {
    input: R,
    /// How many bytes of a line are kept.
    most: usize,
    number: u64,
}

/// A line without its end.
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    /// Whether that is all of it.
    pub(super) whole: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`, of each as many bytes as `most`.
    pub(super) fn new(input: R, most: usize) -> Lines<R> {
        Lines {
            input,
            most,
            number: 0,
        }
    }

    /// The number of the line read last, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Reads the next line; there is none at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let read = self
            .input
            .by_ref()
            .take(self.most as u64 + 1)
            .read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
        let whole = ended || read <= self.most;
        if !whole {
            bytes.truncate(self.most);
            self.input.skip_until(b'\n')?;
        }
        if self.number == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(Some(Line { bytes, whole }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_one_is_the_next() {
        for (text, lines) in [
            ("", vec![]),
            ("\n", vec![("", true)]),
            ("abc\nabcd\n", vec![("abc", true), ("abc", false)]),
            ("abcdefgh\nx", vec![("abc", false), ("x", true)]),
            ("abc", vec![("abc", true)]),
            ("abcd", vec![("abc", false)]),
            (
                "\n\nabcd\n\n",
                vec![("", true), ("", true), ("abc", false), ("", true)],
            ),
        ] {
            for buffer in 1..10 {
                let input = io::BufReader::with_capacity(buffer, text.as_bytes());
                let mut lines_read = Lines::new(input, 3);
                let mut read = vec![];
                while let Some(line) = lines_read.next().expect("memory can be read") {
                    let text = String::from_utf8(line.bytes).expect("letters");
                    read.push((text, line.whole));
                }
                let read: Vec<_> = read
                    .iter()
                    .map(|(text, whole)| (text.as_str(), *whole))
                    .collect();
                assert_eq!(read, lines, "{text:?}");
                assert_eq!(lines_read.number(), lines.len() as u64);
            }
        }
    }

    #[test]
    fn the_mark_that_a_text_begins_with_is_no_part_of_it_and_any_other_is() {
        let mut lines = Lines::new("\u{FEFF}a\n\u{FEFF}b\n".as_bytes(), 9);
        let mut next = || {
            lines
                .next()
                .expect("memory can be read")
                .map(|line| line.bytes)
        };
        assert_eq!(next(), Some(b"a".to_vec()));
        assert_eq!(next(), Some("\u{FEFF}b".into()));
        assert_eq!(next(), None);
    }
}
