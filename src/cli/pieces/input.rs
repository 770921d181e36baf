//! Lines of pieces from files and standard input.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, IsTerminal, Read},
    iter,
    path::{Path, PathBuf},
};

use anyhow::Context;

use crate::cli::standard::StandardInput;

/// Whether the input begins as a piece does, which no board does.
///
/// What cannot be read is reported by whoever reads it next.
pub(in crate::cli) fn begin(files: &[PathBuf], standard: &mut StandardInput) -> bool {
    const SIGN: &[u8] = b"{\"";
    match files.first() {
        // Of a pipe with a name nothing would be left.
        Some(file) if !is_standard(file) => {
            let mut head = [0; SIGN.len()];
            file.is_file()
                && File::open(file).is_ok_and(|mut file| file.read_exact(&mut head).is_ok())
                && head == SIGN
        }
        _ => !io::stdin().is_terminal() && standard.begins_with(SIGN),
    }
}

fn is_standard(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// A line with where it stands.
pub(super) struct Line {
    pub(super) place: String,
    pub(super) text: String,
}

/// The lines of all files that are not empty.
pub(super) fn lines(
    files: &[PathBuf],
    mut standard: StandardInput,
) -> impl Iterator<Item = anyhow::Result<Line>> + Send + use<> {
    let files = match files {
        [] => vec![PathBuf::from("-")],
        files => files.to_vec(),
    };
    files.into_iter().flat_map(move |file| {
        let name = if is_standard(&file) {
            "<stdin>".into()
        } else {
            file.display().to_string()
        };
        let source: io::Result<Box<dyn BufRead + Send>> = if is_standard(&file) {
            Ok(Box::new(BufReader::new(standard.reader())))
        } else {
            File::open(&file).map(|file| Box::new(BufReader::new(file)) as Box<dyn BufRead + Send>)
        };
        let mut number = 0;
        let mut source = Some(source.with_context(|| name.clone()));
        iter::from_fn(move || {
            let mut text = String::new();
            let read = match source.as_mut()? {
                Ok(source) => source.read_line(&mut text).with_context(|| name.clone()),
                Err(_) => source.take()?.map(|_| 0),
            };
            number += 1;
            match read {
                Ok(0) => None,
                Ok(_) => Some(Ok(Line {
                    place: format!("{name}:{number}"),
                    text,
                })),
                Err(error) => {
                    source = None;
                    Some(Err(error))
                }
            }
        })
        .filter(|line| !matches!(line, Ok(line) if line.text.trim().is_empty()))
    })
}
