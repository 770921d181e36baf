//! Lines of a text, none of which takes all memory.

use std::io::{self, BufRead, Read};

/// A line without its end.
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    /// Whether that is all of it.
    pub(super) whole: bool,
}

/// Reads the next line and keeps as many bytes of it as are asked for at most; there is none at the end.
pub(super) fn read_line(input: &mut impl BufRead, most: usize) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let read = input
        .by_ref()
        .take(most as u64 + 1)
        .read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
    let whole = ended || read <= most;
    if !whole {
        bytes.truncate(most);
        input.skip_until(b'\n')?;
    }
    Ok(Some(Line { bytes, whole }))
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
                let mut input = io::BufReader::with_capacity(buffer, text.as_bytes());
                let mut read = vec![];
                while let Some(line) = read_line(&mut input, 3).expect("memory can be read") {
                    let text = String::from_utf8(line.bytes).expect("letters");
                    read.push((text, line.whole));
                }
                let read: Vec<_> = read
                    .iter()
                    .map(|(text, whole)| (text.as_str(), *whole))
                    .collect();
                assert_eq!(read, lines, "{text:?}");
            }
        }
    }
}
