//! Any bytes as a learned ranking: refused, or one that is written as it was read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use slide::ranking::{read, write};

fuzz_target!(|data: &[u8]| {
    if let Ok(table) = read(data) {
        assert_eq!(write(&table), data);
    }
});
