//! Where a search reports how far it is.

/// Hears of a search's progress, from any of its threads; all methods may do nothing, as `()` does.
pub trait Observer: Sync {
    /// A pass with this bound begins: no solution is shorter.
    fn bound(&self, bound: u32) {
        let _ = bound;
    }

    /// A solution of this length is known, which need not be the shortest.
    fn best(&self, length: u32) {
        let _ = length;
    }

    /// So much of the pass is searched, from 0 to 1, by its pieces; told of large passes only.
    fn searched(&self, share: f64) {
        let _ = share;
    }

    /// Tables of this name are being built; so much of the work is done, from 0 to 1.
    fn building(&self, name: &str, share: f64) {
        let _ = (name, share);
    }

    /// Something that a curious user likes to know: which tables were made ready, and in what time.
    fn detail(&self, detail: &str) {
        let _ = detail;
    }

    /// Something that every user should know, in words; the search goes on.
    fn notice(&self, notice: &str) {
        let _ = notice;
    }

    /// So many more nodes were generated.
    fn generated(&self, more: u64) {
        let _ = more;
    }
}

impl Observer for () {}
