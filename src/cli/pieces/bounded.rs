//! The end of a search at its bound.

use slide::search::{Cancel, Observer};

use crate::cli::progress::Progress;

/// Ends the search of a piece when it is through with the piece's bound.
pub(super) struct Bounded<'a> {
    pub(super) most: u32,
    pub(super) cancel: Cancel,
    pub(super) user: Cancel,
    pub(super) progress: &'a Progress,
}

impl Observer for Bounded<'_> {
    fn bound(&self, bound: u32) {
        self.progress.bound(bound);
        if bound > self.most {
            self.cancel.cancel();
        }
    }

    fn generated(&self, more: u64) {
        self.progress.generated(more);
        if self.user.is_cancelled() {
            self.cancel.cancel();
        }
    }

    fn building(&self, name: &str, share: f64) {
        self.progress.building(name, share);
        if self.user.is_cancelled() {
            self.cancel.cancel();
        }
    }

    fn detail(&self, detail: &str) {
        self.progress.detail(detail);
    }

    fn notice(&self, notice: &str) {
        self.progress.notice(notice);
    }
}
