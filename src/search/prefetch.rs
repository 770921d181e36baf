//! Asking memory early.

/// Asks for the cache line of `slice[index]` without waiting; does nothing on machines where we know no way.
#[inline(always)]
pub(super) fn prefetch<E>(slice: &[E], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = slice.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch is a hint for an address; it reads nothing and cannot fault, whatever the
        // address is. Gain: see `docs/algorithms/twenty-four.md`.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
