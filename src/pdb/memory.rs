//! Memory for tables.

use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// Bytes at fixed places, zero at first, on huge pages where the system has them.
///
/// A look-up goes to a random place: with pages of 4 KiB nearly each one also misses the address cache.
pub(super) enum Memory {
    Pages(MmapMut),
    Heap(Box<[u8]>),
}

impl Memory {
    pub(super) fn zeroed(length: usize) -> Memory {
        // Small tables share the heap's pages; a refusal of the system is the allocator's to report.
        if length >= 1 << 21
            && let Ok(pages) = MmapMut::map_anon(length)
        {
            #[cfg(target_os = "linux")]
            // Advice: without it the table works just as well.
            let _ = pages.advise(memmap2::Advice::HugePage);
            return Memory::Pages(pages);
        }
        Memory::Heap(vec![0; length].into())
    }
}

impl Deref for Memory {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Memory::Pages(pages) => pages,
            Memory::Heap(bytes) => bytes,
        }
    }
}

impl DerefMut for Memory {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Memory::Pages(pages) => pages,
            Memory::Heap(bytes) => bytes,
        }
    }
}
