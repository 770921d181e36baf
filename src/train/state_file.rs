//! The file that a training is kept in.

use std::{
    fmt,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use super::Training;
use crate::pdb::write_whole;

/// A file with a training, written as a whole or not at all, and locked as long as this lives where the system can lock
/// files that others may read. A link is followed.
#[derive(Debug)]
pub struct StateFile {
    path: PathBuf,
    _lock: Option<File>,
}

/// Why a file cannot keep a training.
#[derive(Debug)]
pub enum StateError {
    /// The system could not read it.
    Io(io::Error),
    /// It is no file that could be read and replaced: a folder, a pipe, a device.
    NoFile,
    /// Another process has it.
    Busy,
    /// It is something else, cut off or altered.
    Foreign,
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Io(error) => error.fmt(f),
            StateError::NoFile => f.write_str("not a regular file"),
            StateError::Busy => f.write_str("in use by another process"),
            StateError::Foreign => f.write_str("not a training, or damaged"),
        }
    }
}

impl std::error::Error for StateError {}

impl From<io::Error> for StateError {
    fn from(error: io::Error) -> StateError {
        StateError::Io(error)
    }
}

impl StateFile {
    /// The file at `path` and the training in it, if it is there.
    ///
    /// # Errors
    /// If it cannot be read or replaced, is no training, or another process has it.
    pub fn open(path: &Path) -> Result<(StateFile, Option<Training>), StateError> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        loop {
            let (file, training) = match read(&path) {
                Ok(read) => read,
                Err(StateError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok((StateFile { path, _lock: None }, None));
                }
                Err(error) => return Err(error),
            };
            if lock(&file)? && !is_still(&file, &path) {
                // It was replaced before it was locked.
                continue;
            }
            let state = StateFile {
                path,
                _lock: Some(file),
            };
            return Ok((state, Some(training)));
        }
    }

    /// Writes a training in place of the one before.
    ///
    /// # Errors
    /// What the system says; the file is as it was then.
    pub fn write(&mut self, training: &Training) -> io::Result<()> {
        let mut locked = None;
        write_whole(&self.path, |file| {
            // Before it gets its name: nobody comes between.
            if lock(file).is_ok_and(|locked| locked) {
                locked = Some(file.try_clone()?);
            }
            file.write_all(&training.to_bytes())
        })?;
        self._lock = locked;
        Ok(())
    }
}

impl Training {
    /// The training in a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no training.
    pub fn read(path: &Path) -> Result<Training, StateError> {
        Ok(read(path)?.1)
    }
}

/// No training has as many bytes.
const LARGEST: u64 = 1 << 28;

fn read(path: &Path) -> Result<(File, Training), StateError> {
    // Asked before it is opened: a pipe would wait for a writer, a device have no end.
    if !fs::metadata(path)?.is_file() {
        return Err(StateError::NoFile);
    }
    let file = File::open(path)?;
    let mut bytes = Vec::new();
    (&file).take(LARGEST).read_to_end(&mut bytes)?;
    let training = Training::from_bytes(&bytes).ok_or(StateError::Foreign)?;
    Ok((file, training))
}

/// Locks a file, which others may read and replace nevertheless; whether the system can.
#[cfg(unix)]
fn lock(file: &File) -> Result<bool, StateError> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(fs::TryLockError::WouldBlock) => Err(StateError::Busy),
        Err(fs::TryLockError::Error(_)) => Ok(false),
    }
}

/// Not where a lock keeps others from reading.
#[cfg(not(unix))]
fn lock(_: &File) -> Result<bool, StateError> {
    Ok(false)
}

/// Whether the path leads to this file.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    let both = file.metadata().and_then(|a| Ok((a, fs::metadata(path)?)));
    both.is_ok_and(|(a, b)| same(a, b))
}

/// Nothing is locked there.
#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}
