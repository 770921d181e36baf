//! Where input comes from: files and standard input, whose beginning may be looked at before they are read.

use std::{
    fs::File,
    io::{self, Cursor, IsTerminal, Read},
    path::{Path, PathBuf},
};

use slide::format::parse_board;

use super::tell;

/// A text that another thread may read.
pub(super) type Source = Box<dyn Read + Send>;

/// How many bytes are looked at before what a text begins with is taken for something else.
const FAR: usize = 1 << 14;

/// Opens files and standard input.
#[derive(Default)]
pub(super) struct Sources {
    /// What was opened to look at its beginning, and that beginning: a pipe has no other.
    seen: Option<(PathBuf, Vec<u8>, Source)>,
}

impl Sources {
    /// Whether a file begins with `sign`; waits for as many bytes as it takes to know, but for nobody who types.
    ///
    /// Empty lines, comments and lines that begin like no text are passed over: they say nothing of what follows. What
    /// cannot be read is reported by whoever opens it. The first read alone does not tell: GNU parallel sends one byte and
    /// then the rest.
    pub(super) fn begins_with(&mut self, file: &Path, sign: &[u8]) -> bool {
        if is_typed(file) {
            return false;
        }
        let Ok(mut source) = self.open(file) else {
            return false;
        };
        let mut head = Vec::new();
        let mut line = 0;
        let mut begins = None;
        while begins.is_none() && head.len() < FAR {
            let mut byte = [0];
            match source.read(&mut byte) {
                Ok(1) => head.push(byte[0]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Ok(_) | Err(_) => break,
            }
            begins = beginning(&head[line..], sign);
            if byte == *b"\n" {
                line = head.len();
            }
        }
        self.seen = Some((file.into(), head, source));
        begins == Some(true)
    }

    /// A file from its beginning; standard input, once read, from where it is.
    ///
    /// Who typed a board in place of a file's name is told where boards go.
    pub(super) fn open(&mut self, file: &Path) -> io::Result<Source> {
        if let Some((_, head, source)) = self.seen.take_if(|(seen, ..)| seen == file) {
            return Ok(Box::new(Cursor::new(head).chain(source)));
        }
        if is_standard(file) {
            return Ok(Box::new(io::stdin()));
        }
        let opened = File::open(file).map_err(|error| {
            let is_board = |name: &str| parse_board(name, None).is_ok();
            if error.kind() != io::ErrorKind::NotFound || !file.to_str().is_some_and(is_board) {
                return error;
            }
            let advice = "a board itself is read from standard input: echo BOARD | slide …";
            io::Error::new(error.kind(), format!("{error}; {advice}"))
        });
        Ok(Box::new(opened?))
    }
}

/// Whether a line that goes on like this begins with `sign`, as soon as that is certain; a line that says nothing leaves
/// it open.
fn beginning(line: &[u8], sign: &[u8]) -> Option<bool> {
    let line = line.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(line);
    let line = line.trim_ascii_start();
    line.first()
        .filter(|&&byte| byte != b'#' && byte.is_ascii())?;
    match line.starts_with(sign) {
        false if sign.starts_with(line) => None,
        known => Some(known),
    }
}

/// Whether a file is standard input, `-`.
pub(super) fn is_standard(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// What a file is called in messages.
pub(super) fn name(file: &Path) -> String {
    if is_standard(file) {
        "<stdin>".into()
    } else {
        file.display().to_string()
    }
}

/// Tells a person at the terminal that it is they who are waited for.
pub(super) fn invite<'a>(mut files: impl Iterator<Item = &'a Path>) {
    if files.any(is_typed) {
        tell("slide: reading boards from the terminal, one a line; Ctrl-D ends");
    }
}

/// Whether a person types what is to be read.
fn is_typed(file: &Path) -> bool {
    is_standard(file) && io::stdin().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_like_a_sign_or_otherwise_or_says_nothing() {
        for (line, begins) in [
            ("", None),
            ("{", None),
            ("{\"", Some(true)),
            ("  {\"schema\"", Some(true)),
            ("{1", Some(false)),
            ("1", Some(false)),
            (" \t\r\n", None),
            ("# {\"", None),
            ("\u{FEFF}", None),
            ("\u{FEFF}{\"", Some(true)),
            ("\u{FEFF}1", Some(false)),
            ("é {\"", None),
        ] {
            assert_eq!(beginning(line.as_bytes(), b"{\""), begins, "{line:?}");
        }
        assert_eq!(beginning(b"\xff\xfe{\"", b"{\""), None);
    }
}
