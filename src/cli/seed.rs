//! Chance that nobody chose.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A number that is another one each time: what seeds the standard library's hashing.
pub(super) fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
