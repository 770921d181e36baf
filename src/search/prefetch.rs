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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_index_is_read_or_followed_by_a_fault() {
        let slice = [1u8, 2, 3];
        for index in [0, 2, 3, 1 << 20, usize::MAX / 2, usize::MAX] {
            prefetch(&slice, index);
            prefetch::<u64>(&[], index);
        }
    }
}
