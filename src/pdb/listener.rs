//! Who hears how tables are made ready.

use std::{io, path::Path};

use super::FileError;

/// Hears what happens while tables are made ready, from any thread; `()` hears nothing and stops nothing.
pub trait Listener: Sync {
    /// Tables are being built: about so many entries of so many in all of them are found.
    fn building(&self, found: u64, all: u64) {
        let _ = (found, all);
    }

    /// A file was no sound table; the table is built anew.
    fn refused(&self, path: &Path, error: &FileError) {
        let _ = (path, error);
    }

    /// A table could not be written; it stays in memory, and no further one is written.
    fn not_saved(&self, path: &Path, error: &io::Error) {
        let _ = (path, error);
    }

    /// Whether to stop; asked a thousand times a second while a table is built, and before each is loaded.
    fn stops(&self) -> bool {
        false
    }
}

impl Listener for () {}
