//! Files that one process has for itself.

use std::{
    fs::{self, File, Metadata, TryLockError},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::write_whole;

/// A file that is replaced as a whole, and locked as long as this lives where the system can lock files that others may
/// read nevertheless. A link is followed.
#[derive(Debug)]
pub(crate) struct OwnedFile {
    path: PathBuf,
    _lock: Option<File>,
}

/// Why a file cannot be had.
pub(crate) enum Denied {
    /// The system could not read it.
    Io(io::Error),
    /// It is no file that could be read and replaced: a folder, a pipe, a device.
    NoFile,
    /// Another process has it.
    Busy,
}

impl From<io::Error> for Denied {
    fn from(error: io::Error) -> Denied {
        Denied::Io(error)
    }
}

impl OwnedFile {
    /// The file at `path` and what is in it, at most so many bytes; nothing if it is not there.
    pub(crate) fn open(path: &Path, most: u64) -> Result<(OwnedFile, Option<Vec<u8>>), Denied> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| missing(path));
        loop {
            // Asked before it is opened: a pipe would wait for a writer, a device have no end.
            match fs::metadata(&path) {
                Ok(file) if !file.is_file() => return Err(Denied::NoFile),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok((OwnedFile { path, _lock: None }, None));
                }
                found => found?,
            };
            let file = File::open(&path)?;
            let locked = lock(&file)?;
            if locked && !is_still(&file, &path) {
                // It was replaced before it was locked.
                continue;
            }
            let mut bytes = Vec::new();
            (&file).take(most).read_to_end(&mut bytes)?;
            let _lock = locked.then_some(file);
            return Ok((OwnedFile { path, _lock }, Some(bytes)));
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes it anew; it is as it was if that fails.
    pub(crate) fn replace(
        &mut self,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut locked = None;
        write_whole(&self.path, |file| {
            // Before it gets its name: nobody comes between.
            if lock(file).is_ok_and(|locked| locked) {
                locked = Some(file.try_clone()?);
            }
            write(file)
        })?;
        self._lock = locked;
        Ok(())
    }
}

/// Where a file that is not there would be, if the path is a link to it.
fn missing(path: &Path) -> PathBuf {
    match (fs::read_link(path), path.parent()) {
        (Ok(target), Some(folder)) => folder.join(target),
        _ => path.into(),
    }
}

/// Whether the system can lock the file; only where a lock keeps nobody from reading.
fn lock(file: &File) -> Result<bool, Denied> {
    if !cfg!(unix) {
        return Ok(false);
    }
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Err(Denied::Busy),
        Err(TryLockError::Error(_)) => Ok(false),
    }
}

/// Whether the path leads to this file.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: Metadata, b: Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    let both = file.metadata().and_then(|a| Ok((a, fs::metadata(path)?)));
    both.is_ok_and(|(a, b)| same(a, b))
}

/// Nothing is locked there.
#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}
