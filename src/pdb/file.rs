//! Tables on disk: one file a table, written as a whole or not at all, read only if sound.
//!
//! ```text
//! byte  0  "slidepdb"                       24  kind of entries, 1: bit 1 of the cost, one bit an entry
//!       8  version, 1                       25  zeros
//!      12  rows, columns, goal blank        32  bytes that follow the header
//!      15  largest cost                     40  checksum of these
//!      16  cells of the pattern, bit c      48  zeros
//!          for cell c                       56  checksum of bytes 0 to 55
//!      64  the entries, as Table::bits
//! ```
//! Numbers are little-endian. Checksums are XXH3 (64 bits); that of the entries is taken over the sums of
//! its pieces of 1 MiB, so that all threads check at once: it is as fast as the memory.

use std::{
    fmt,
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::{Indexes, Listener, Pattern, Table, memory::Memory};
use crate::files::write_whole;

const LABEL: &[u8; 8] = b"slidepdb";
const VERSION: u32 = 1;
const ONE_BIT: u8 = 1;
const HEADER: usize = 64;
const PIECE: usize = 1 << 20;

/// Bytes that are synced at a time: all at once can take seconds in which nobody listens.
const SYNCED: usize = 1 << 24;

/// Why a file gave no table.
#[derive(Debug)]
pub enum FileError {
    /// The system could not read it.
    Io(io::Error),
    /// It does not begin like a table.
    Foreign,
    /// It was written in another version of the format.
    Version(u32),
    /// It is sound, but the table of another pattern.
    Other,
    /// It has another length than its table.
    Length {
        /// Bytes that a file of this table has.
        expected: u64,
        /// Bytes that the file has.
        found: u64,
    },
    /// A checksum is wrong.
    Damaged,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Io(error) => error.fmt(f),
            FileError::Foreign => f.write_str("not a pattern database"),
            FileError::Version(version) => write!(
                f,
                "a pattern database of version {version}, expected version {VERSION}"
            ),
            FileError::Other => f.write_str("the pattern database of other tiles"),
            FileError::Length { expected, found } => {
                write!(f, "{found} bytes long, expected {expected}")
            }
            FileError::Damaged => f.write_str("a damaged pattern database: the checksum is wrong"),
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FileError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError::Io(error)
    }
}

/// The name of a pattern's file: size, goal blank and cells of the pattern, as `4x4-0-fffe.pdb`.
pub fn file_name(pattern: &Pattern) -> String {
    let (size, blank) = (pattern.size(), pattern.blank().index());
    format!("{size}-{blank}-{:x}.pdb", pattern.cells())
}

/// Writes a table to `path`, as a whole or not at all.
///
/// # Errors
/// What the system says; nothing is left behind then.
pub fn save(table: &Table, path: &Path) -> io::Result<()> {
    save_for(table, path, &())
}

/// The same for a listener, who may stop it: then the error is [`STOPPED`].
pub(super) fn save_for(table: &Table, path: &Path, listener: &dyn Listener) -> io::Result<()> {
    write_whole(path, |file| {
        file.write_all(&header(
            table.pattern(),
            table.deepest(),
            table.bits().len(),
            checksum(table.bits()),
        ))?;
        for piece in table.bits().chunks(SYNCED) {
            if listener.stops() {
                return Err(STOPPED.into());
            }
            file.write_all(piece)?;
            file.sync_data()?;
        }
        Ok(())
    })
}

/// Reads the table of `pattern` from `path`.
///
/// All threads of the current rayon pool read and check. A memory map, checked in the same way, was ready in
/// a third of the time (7-8 on 4×4: tens of milliseconds saved), but it may change after the check, its
/// reading is `unsafe`, and it gets no huge pages.
///
/// # Examples
/// ```
/// use slide::{Cell, Size, pdb::{Indexes, Partition, Table, file_name, load, save, small}};
///
/// let pattern = Partition::tables_of(&small(Size::square(3)?, Cell::new(8)))[0];
/// let indexes = Indexes::new();
/// let path = std::env::temp_dir().join(file_name(&pattern));
/// save(&Table::build(&pattern, &indexes), &path)?;
/// let table = load(&path, &pattern, &indexes)?;
/// assert_eq!(*table.pattern(), pattern);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is wrong with the file, in the order of [`FileError`]; a file with any fault is refused.
pub fn load(path: &Path, pattern: &Pattern, indexes: &Indexes) -> Result<Table, FileError> {
    let loaded = load_for(path, pattern, indexes, &());
    loaded.expect("nobody stops it")
}

/// The same for a listener, who may stop it: then there is nothing.
pub(super) fn load_for(
    path: &Path,
    pattern: &Pattern,
    indexes: &Indexes,
    listener: &dyn Listener,
) -> Option<Result<Table, FileError>> {
    let loaded = read(path, pattern, indexes, listener);
    // What is missing of a table that nobody waits for is no fault of the file.
    let stopped = matches!(&loaded, Err(FileError::Io(error)) if error.kind() == STOPPED);
    (!stopped).then_some(loaded)
}

/// The error of what the listener stopped; reads and writes that a signal interrupts are taken up again, so they do
/// not end in it.
pub(super) const STOPPED: io::ErrorKind = io::ErrorKind::Interrupted;

fn read(
    path: &Path,
    pattern: &Pattern,
    indexes: &Indexes,
    listener: &dyn Listener,
) -> Result<Table, FileError> {
    // Asked before it is opened: a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(FileError::Foreign);
    }
    let mut file = File::open(path)?;
    let found = file.metadata()?.len();
    let mut head = [0; HEADER];
    let length = found.min(HEADER as u64) as usize;
    file.read_exact(&mut head[..length])?;
    if !head.starts_with(LABEL) {
        return Err(FileError::Foreign);
    }
    let version = u32::from_le_bytes(field(&head, 8));
    if version != VERSION && length >= 12 {
        return Err(FileError::Version(version));
    }
    if length == HEADER && u64::from_le_bytes(field(&head, 56)) != xxh3_64(&head[..56]) {
        return Err(FileError::Damaged);
    }
    // Asked before the index is: that of a pattern on a large board takes seconds and much memory.
    if length == HEADER && head[12..24] != header(pattern, head[15], 0, 0)[12..24] {
        return Err(FileError::Other);
    }
    let index = indexes.of_for(pattern, listener);
    let index = index.ok_or_else(|| io::Error::from(STOPPED))?;
    let bytes = Table::bytes_of(&index);
    let (deepest, sum) = (head[15], u64::from_le_bytes(field(&head, 40)));
    if length == HEADER && head != header(pattern, deepest, bytes, sum) {
        return Err(FileError::Other);
    }
    let expected = (HEADER + bytes) as u64;
    if found != expected {
        return Err(FileError::Length { expected, found });
    }
    let mut bits = Memory::zeroed(bytes);
    let sums = bits
        .par_chunks_mut(PIECE)
        .enumerate()
        .map_init(
            || File::open(path),
            |file, (i, piece)| {
                if listener.stops() {
                    return Err(STOPPED.into());
                }
                let file = file
                    .as_mut()
                    .map_err(|error| io::Error::from(error.kind()))?;
                file.seek(SeekFrom::Start((HEADER + i * PIECE) as u64))?;
                file.read_exact(piece)?;
                Ok(xxh3_64(piece))
            },
        )
        .collect::<io::Result<Vec<u64>>>()?;
    if combine(&sums) != sum {
        return Err(FileError::Damaged);
    }
    Ok(Table::from_parts(pattern, index, bits, deepest))
}

fn field<const N: usize>(header: &[u8; HEADER], at: usize) -> [u8; N] {
    std::array::from_fn(|i| header[at + i])
}

fn header(pattern: &Pattern, deepest: u8, bytes: usize, sum: u64) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, LABEL);
    put(8, &VERSION.to_le_bytes());
    let (rows, cols) = (pattern.size().rows() as u8, pattern.size().cols() as u8);
    put(12, &[rows, cols, pattern.blank().index() as u8, deepest]);
    put(16, &pattern.cells().to_le_bytes());
    put(24, &[ONE_BIT]);
    put(32, &(bytes as u64).to_le_bytes());
    put(40, &sum.to_le_bytes());
    let sum = xxh3_64(&header[..56]);
    header[56..].copy_from_slice(&sum.to_le_bytes());
    header
}

fn checksum(bytes: &[u8]) -> u64 {
    let sums: Vec<u64> = bytes.par_chunks(PIECE).map(xxh3_64).collect();
    combine(&sums)
}

fn combine(sums: &[u64]) -> u64 {
    let bytes: Vec<u8> = sums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
    xxh3_64(&bytes)
}
