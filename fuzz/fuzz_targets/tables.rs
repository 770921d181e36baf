//! Any bytes as a table file: a file with wrong checksums is refused; one whose checksums are mended, so that
//! what lies behind them is reached, is refused or a table of the pattern asked for.
//!
//! The first byte says whether checksums are mended; the rest is the file, for the table in the corpus.

#![no_main]

use std::{fs, path::PathBuf, sync::LazyLock};

use libfuzzer_sys::fuzz_target;
use slide::{
    Cell, Size,
    pdb::{FileError, Indexes, Pattern, Table, load},
};
use xxhash_rust::xxh3::xxh3_64;

static PATTERN: LazyLock<Pattern> = LazyLock::new(|| {
    let size = Size::square(3).expect("3x3");
    Pattern::new(size, Cell::new(0), 0b110).expect("two tiles")
});
static SOUND: LazyLock<Table> = LazyLock::new(|| Table::build(&PATTERN, &Indexes::new()));
static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    folder.join(format!("slide-fuzz-table-{}", std::process::id()))
});

fuzz_target!(|data: &[u8]| {
    let Some((mend, bytes)) = data.split_first() else {
        return;
    };
    let mut bytes = bytes.to_vec();
    let mend = mend % 2 == 1 && bytes.len() >= 64;
    if mend {
        // As `pdb::file` describes it: one piece, its checksum, and that of the header.
        let sum = xxh3_64(&xxh3_64(&bytes[64..]).to_le_bytes());
        bytes[40..48].copy_from_slice(&sum.to_le_bytes());
        let sum = xxh3_64(&bytes[..56]);
        bytes[56..64].copy_from_slice(&sum.to_le_bytes());
    }
    fs::write(&*FILE, &bytes).expect("the folder can be written");
    match load(&FILE, &PATTERN, &Indexes::new()) {
        Ok(table) => {
            assert_eq!(table.pattern(), &*PATTERN);
            assert_eq!(table.bits().len(), SOUND.bits().len());
            assert!(mend || table.bits() == SOUND.bits(), "a damaged file was taken");
        }
        Err(FileError::Io(error)) => panic!("{error}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
