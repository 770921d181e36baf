//! Lines of pieces from files and standard input.

use std::{
    io::{BufRead, BufReader},
    iter,
    path::{Path, PathBuf},
};

use anyhow::Context;

use crate::cli::sources::{Sources, name};

/// Whether the input begins as a piece does, which no board does.
pub(in crate::cli) fn begin(files: &[PathBuf], sources: &mut Sources) -> bool {
    let first = files.first().map_or(Path::new("-"), PathBuf::as_path);
    sources.begins_with(first, b"{\"")
}

/// A line with where it stands.
pub(super) struct Line {
    pub(super) place: String,
    pub(super) text: String,
}

/// The lines of all files that are not empty.
pub(super) fn lines(
    files: &[PathBuf],
    mut sources: Sources,
) -> impl Iterator<Item = anyhow::Result<Line>> + Send + use<> {
    let files = match files {
        [] => vec![PathBuf::from("-")],
        files => files.to_vec(),
    };
    files.into_iter().flat_map(move |file| {
        let name = name(&file);
        let source = sources.open(&file).map(BufReader::new);
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
