//! Files that are written as a whole or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
};

/// How the names of files end that [`write_whole`] has not finished.
const UNFINISHED: &str = ".tmp";

/// Writes a file beside `path` under a name of its own, syncs it and renames it: whoever opens `path`, at
/// any time and after any crash, finds the whole file, the one before it, or none.
///
/// # Errors
/// What the system says; nothing is left behind then.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
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
        fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    })
}

/// The name that an unfinished file of [`write_whole`] was to get; none for the names of other files.
pub(crate) fn finished_name(name: &str) -> Option<&str> {
    let (name, _unique) = name.strip_suffix(UNFINISHED)?.rsplit_once('.')?;
    Some(name)
}
