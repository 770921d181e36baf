//! The file that a training is kept in.

use std::{
    fmt,
    io::{self, Write},
    path::Path,
};

use super::Training;
use crate::files::{Denied, OwnedFile};

/// A file with a training, written as a whole or not at all, and locked as long as this lives where the system can lock
/// files. A link is followed.
#[derive(Debug)]
pub struct StateFile(OwnedFile);

/// Why a file cannot keep a training.
#[derive(Debug)]
pub enum StateError {
    /// The file cannot be had.
    Denied(Denied),
    /// It is something else, cut off or altered.
    Foreign,
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Denied(why) => why.fmt(f),
            StateError::Foreign => f.write_str("not a training, or damaged"),
        }
    }
}

impl std::error::Error for StateError {}

impl From<Denied> for StateError {
    fn from(why: Denied) -> StateError {
        StateError::Denied(why)
    }
}

/// No training has as many bytes.
const LARGEST: u64 = 1 << 28;

impl StateFile {
    /// The file at `path` and the training in it, if it is there.
    ///
    /// # Errors
    /// If it cannot be read or replaced, is no training, or another process has it.
    pub fn open(path: &Path) -> Result<(StateFile, Option<Training>), StateError> {
        let (file, bytes) = OwnedFile::open(path, LARGEST)?;
        let read = |bytes: Vec<u8>| Training::from_bytes(&bytes).ok_or(StateError::Foreign);
        Ok((StateFile(file), bytes.map(read).transpose()?))
    }

    /// Writes a training in place of the one before.
    ///
    /// # Errors
    /// What the system says; the file is as it was then.
    pub fn write(&mut self, training: &Training) -> io::Result<()> {
        self.0.replace(|file| file.write_all(&training.to_bytes()))
    }
}

impl Training {
    /// The training in a file.
    ///
    /// # Errors
    /// If it cannot be read, is no training, or another process has it.
    pub fn read(path: &Path) -> Result<Training, StateError> {
        let (_, training) = StateFile::open(path)?;
        let missing = || Denied::Io(io::ErrorKind::NotFound.into());
        training.ok_or_else(|| missing().into())
    }
}
