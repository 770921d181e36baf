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

/// Opens files and standard input.
#[derive(Default)]
pub(super) struct Sources {
    /// What was opened to look at its beginning, and that beginning: a pipe has no other.
    seen: Option<(PathBuf, Vec<u8>, Source)>,
}

impl Sources {
    /// Whether a file begins with `sign`; waits for as many bytes as it takes to know, but for nobody who types.
    ///
    /// What cannot be read is reported by whoever opens it. The first read alone does not tell: GNU parallel sends one
    /// byte and then the rest.
    pub(super) fn begins_with(&mut self, file: &Path, sign: &[u8]) -> bool {
        if is_typed(file) {
            return false;
        }
        let Ok(mut source) = self.open(file) else {
            return false;
        };
        let mut head = Vec::new();
        while head.len() < sign.len() && sign.starts_with(&head) {
            let mut byte = [0];
            match source.read(&mut byte) {
                Ok(1) => head.push(byte[0]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => break,
            }
        }
        let begins = head.starts_with(sign);
        self.seen = Some((file.into(), head, source));
        begins
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
