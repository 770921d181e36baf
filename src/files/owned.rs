//! Files that one process has for itself.

use std::{
    fmt,
    fs::{self, File, Metadata, TryLockError},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{
    place,
    whole::{remove_unfinished, write_new, write_whole},
};

/// A file that is replaced as a whole, and locked as long as this lives where the system can lock files that others may
/// read nevertheless. A link is followed.
#[derive(Debug)]
pub(crate) struct OwnedFile {
    path: PathBuf,
    written: Written,
    _lock: Option<File>,
}

/// Who has written a file last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Written {
    /// Nobody: it is not there.
    ByNobody,
    /// An earlier process.
    Before,
    /// This one.
    Here,
}

/// Why a file cannot be had.
#[derive(Debug)]
pub enum Denied {
    /// The system could not read or write it.
    Io(io::Error),
    /// It is no file that could be read and replaced: a folder, a pipe, a device.
    NoFile,
    /// Another process has it.
    Busy,
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Denied::Io(error) => error.fmt(f),
            Denied::NoFile => f.write_str("not a regular file"),
            Denied::Busy => f.write_str(BUSY),
        }
    }
}

impl std::error::Error for Denied {}

const BUSY: &str = "in use by another process";

impl From<io::Error> for Denied {
    fn from(error: io::Error) -> Denied {
        Denied::Io(error)
    }
}

impl OwnedFile {
    /// The file at `path` and what is in it, at most so many bytes; nothing if it is not there.
    pub(crate) fn open(path: &Path, most: u64) -> Result<(OwnedFile, Option<Vec<u8>>), Denied> {
        let path = place(path);
        loop {
            // Asked before it is opened: a pipe would wait for a writer, a device have no end.
            match fs::metadata(&path) {
                Ok(file) if !file.is_file() => return Err(Denied::NoFile),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let (written, _lock) = (Written::ByNobody, None);
                    let file = OwnedFile {
                        path,
                        written,
                        _lock,
                    };
                    return Ok((file, None));
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
            let (written, _lock) = (Written::Before, locked.then_some(file));
            let file = OwnedFile {
                path,
                written,
                _lock,
            };
            return Ok((file, Some(bytes)));
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes it anew; it is as it was if that fails, as it does if it was not there and another process wrote it first.
    pub(crate) fn replace(
        &mut self,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut locked = None;
        let write = |file: &mut File| {
            // Before it gets its name: nobody comes between.
            if lock(file).is_ok_and(|locked| locked) {
                locked = Some(file.try_clone()?);
            }
            write(file)
        };
        match self.written {
            Written::ByNobody => write_new(&self.path, write).map_err(written_by_another)?,
            Written::Before | Written::Here => write_whole(&self.path, write)?,
        }
        self._lock = locked;
        if self.written != Written::Here {
            // It is ours now, and whoever wrote it before is gone.
            remove_unfinished(&self.path);
            self.written = Written::Here;
        }
        Ok(())
    }
}

/// What is said of a file that was not there a moment ago.
fn written_by_another(error: io::Error) -> io::Error {
    match error.kind() {
        kind @ io::ErrorKind::AlreadyExists => io::Error::new(kind, BUSY),
        _ => error,
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn of_two_that_find_no_file_one_writes_it_and_the_other_is_refused() {
        let folder = std::env::temp_dir().join(format!("slide-owned-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder can be made");
        let path = folder.join("state");
        let [left, anothers] = ["state.12-3.tmp", "states.12-3.tmp"].map(|name| folder.join(name));
        fs::write(&left, "half").expect("it can be written");
        fs::write(&anothers, "half").expect("it can be written");
        let open = || OwnedFile::open(&path, 100).expect("it can be had");
        let ((mut first, none), (mut second, nor)) = (open(), open());
        assert_eq!((none, nor), (None, None));
        let write = |file: &mut OwnedFile, text: &'static [u8]| {
            let written = file.replace(|file| file.write_all(text));
            written.map_err(|error| error.to_string())
        };
        assert_eq!(write(&mut first, b"first"), Ok(()));
        let refused = write(&mut second, b"second");
        assert_eq!(refused, Err("in use by another process".to_string()));
        assert_eq!(write(&mut first, b"again"), Ok(()));
        assert_eq!(fs::read(&path).expect("it is there"), b"again");
        assert!(!left.exists() && anothers.exists());
        let files = fs::read_dir(&folder).expect("it is there").count();
        assert_eq!(files, 2, "nothing is left of the second writing");
        fs::remove_dir_all(&folder).expect("it can be removed");
    }
}
