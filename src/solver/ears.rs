//! Who tells the observer of a request how its tables are made ready.

use std::{io, path::Path, time::Instant};

use super::Request;
use crate::pdb::{FileError, Listener};

/// Hears for a request how its tables are made ready.
pub(super) struct Ears<'a> {
    pub(super) name: &'a str,
    pub(super) request: &'a Request<'a>,
    pub(super) deadline: Option<Instant>,
}

impl Listener for Ears<'_> {
    fn building(&self, found: u64, all: u64) {
        self.request
            .observer
            .building(self.name, found as f64 / all as f64);
    }

    fn refused(&self, path: &Path, error: &FileError) {
        self.request
            .observer
            .notice(&format!("{}: {error}; building it anew", path.display()));
    }

    fn not_saved(&self, path: &Path, error: &io::Error) {
        let path = path.display();
        self.request
            .observer
            .notice(&format!("cannot write {path}: {error}; going on without"));
    }

    fn stops(&self) -> bool {
        let late = |deadline| Instant::now() >= deadline;
        self.request.limits.cancel.is_cancelled() || self.deadline.is_some_and(late)
    }
}
