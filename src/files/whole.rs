//! Files that are written as a whole or not at all.

use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions},
    io,
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
};

use super::place::folder;

/// How the names of files end that [`write_whole`] has not finished.
const UNFINISHED: &str = ".tmp";

/// Writes a file beside `path` under a name of its own, syncs it and renames it: whoever opens `path`, at
/// any time and after any crash, finds the whole file, the one before it, or none. The permissions stay.
///
/// # Errors
/// What the system says; nothing is left behind then.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let write = |file: &mut File| {
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        write(file)
    };
    write_beside(path, write, |temporary| fs::rename(temporary, path))
}

/// Like [`write_whole`], but only if nothing is at `path` by then, where the system can tell: some cannot give a file a
/// second name.
///
/// # Errors
/// What the system says, [`io::ErrorKind::AlreadyExists`] if something is there; nothing is left behind then.
pub(super) fn write_new(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    write_beside(path, write, |temporary| {
        match fs::hard_link(temporary, path) {
            Ok(()) => fs::remove_file(temporary),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // Who has it by now has removed what others had begun.
            Err(_) if !temporary.exists() => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(temporary, path),
        }
    })
}

/// Whether files can be written beside `path`: an empty one is, and removed.
///
/// # Errors
/// What the system says.
pub fn try_writing(path: &Path) -> io::Result<()> {
    write_beside(path, |_| Ok(()), |temporary| fs::remove_file(temporary))
}

/// Writes a file beside `path`, syncs it and has it named.
fn write_beside(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
    name_it: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{process}-{number}{UNFINISHED}"));
    let temporary = path.with_file_name(name);
    let write = || {
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary)?;
        write(&mut file)?;
        file.sync_all()?;
        name_it(&temporary)
    };
    write().inspect_err(|_| {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    })
}

/// Removes what processes that were killed in the writing of `path` have left; one that writes it now fails.
pub(super) fn remove_unfinished(path: &Path) {
    let is_its = |entry: &fs::DirEntry| {
        let (name, its) = (entry.file_name(), path.file_name());
        its.is_some() && name.to_str().and_then(finished_name).map(OsStr::new) == its
    };
    let entries = fs::read_dir(folder(path));
    for entry in entries.into_iter().flatten().flatten() {
        if is_its(&entry) {
            // What cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The name that an unfinished file of [`write_whole`] was to get; none for the names of other files.
pub(crate) fn finished_name(name: &str) -> Option<&str> {
    let (name, unique) = name.strip_suffix(UNFINISHED)?.rsplit_once('.')?;
    // Anything else is somebody's own.
    let (process, number) = unique.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (is_number(process) && is_number(number)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_as_we_give_them_are_those_of_unfinished_files() {
        assert_eq!(finished_name("ck.123-4.tmp"), Some("ck"));
        assert_eq!(finished_name("a.b.123-4.tmp"), Some("a.b"));
        for own in [
            "ck.notes.tmp",
            "ck.2024.tmp",
            "ck.2024-11-30.tmp",
            "ck.-.tmp",
            "ck.1-.tmp",
            "ck.tmp",
            "ck",
        ] {
            assert_eq!(finished_name(own), None, "{own}");
        }
    }

    #[test]
    fn a_new_file_whose_beginning_another_has_removed_is_the_others() {
        let path = std::env::temp_dir().join(format!("slide-whole-{}", std::process::id()));
        let begun = |_: &mut File| {
            remove_unfinished(&path);
            Ok(())
        };
        let refused = write_new(&path, begun).map_err(|error| error.kind());
        assert_eq!(refused, Err(io::ErrorKind::AlreadyExists));
        assert!(!path.exists());
    }
}
