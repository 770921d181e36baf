//! Where a search reports how far it is.

/// Hears of a search's progress, from any of its threads; all methods may do nothing, as `()` does.
pub trait Observer: Sync {
    /// A pass with this bound begins: no solution is shorter.
    fn bound(&self, bound: u32) {
        let _ = bound;
    }

    /// So many more nodes were generated.
    fn generated(&self, more: u64) {
        let _ = more;
    }
}

impl Observer for () {}
