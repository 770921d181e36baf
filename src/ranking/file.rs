//! Pair tables as bytes: the files in `data/`, and what `slide train` writes.
//!
//! ```text
//! byte  0  "slideran"                       16  bytes that follow the header
//!       8  version, 1                           24  checksum of these
//!      12  side of the board                    32  checksum of bytes 0 to 31
//!      13  zeros                                40  the weights
//! ```
//! Numbers are little-endian, weights are 16 bits, checksums are XXH3 (64 bits).

use std::{
    fmt,
    io::{self, Write},
    path::Path,
};

use xxhash_rust::xxh3::xxh3_64;

use super::PairTable;
use crate::files::write_whole;

const LABEL: &[u8; 8] = b"slideran";
const VERSION: u32 = 1;
const HEADER: usize = 40;

/// Why bytes are no ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RankingError {
    /// They do not begin like one.
    Foreign,
    /// They are of another version of the format.
    Version(u32),
    /// There are more or fewer of them than the header says, or than the size needs.
    Length,
    /// A checksum is wrong.
    Damaged,
}

impl fmt::Display for RankingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RankingError::Foreign => f.write_str("not a ranking"),
            RankingError::Version(version) => {
                write!(
                    f,
                    "a ranking of version {version}, expected version {VERSION}"
                )
            }
            RankingError::Length => f.write_str("a ranking of the wrong length"),
            RankingError::Damaged => f.write_str("a damaged ranking: the checksum is wrong"),
        }
    }
}

impl std::error::Error for RankingError {}

/// The bytes of a table.
pub fn write(table: &PairTable) -> Vec<u8> {
    let weights: Vec<u8> = table
        .weights()
        .iter()
        .flat_map(|w| w.to_le_bytes())
        .collect();
    let mut bytes = header(table.side() as u8, &weights).to_vec();
    bytes.extend(weights);
    bytes
}

/// Writes a table to `path`, as a whole or not at all.
///
/// # Errors
/// What the system says; nothing is left behind then.
pub fn save(table: &PairTable, path: &Path) -> io::Result<()> {
    write_whole(path, |file| file.write_all(&write(table)))
}

/// The table that [`write()`] gave these bytes for.
///
/// # Errors
/// Whatever is wrong with them.
pub fn read(bytes: &[u8]) -> Result<PairTable, RankingError> {
    if !bytes.starts_with(LABEL) {
        return Err(RankingError::Foreign);
    }
    let Some((head, weights)) = bytes.split_at_checked(HEADER) else {
        return Err(RankingError::Length);
    };
    let version = u32::from_le_bytes(std::array::from_fn(|i| head[8 + i]));
    if version != VERSION {
        return Err(RankingError::Version(version));
    }
    let side = usize::from(head[12]);
    if !(2..=16).contains(&side) || weights.len() != 2 * PairTable::len_of(side) {
        return Err(RankingError::Length);
    }
    let weights = weights.as_chunks::<2>().0.iter();
    let weights: Box<[i16]> = weights.map(|&w| i16::from_le_bytes(w)).collect();
    let bounded = weights
        .iter()
        .all(|w| w.unsigned_abs() <= PairTable::LARGEST as u16);
    if !bounded || head != header(head[12], &bytes[HEADER..]) {
        return Err(RankingError::Damaged);
    }
    Ok(PairTable::new(side, weights))
}

fn header(side: u8, weights: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, LABEL);
    put(8, &VERSION.to_le_bytes());
    put(12, &[side]);
    put(16, &(weights.len() as u64).to_le_bytes());
    put(24, &xxh3_64(weights).to_le_bytes());
    let sum = xxh3_64(&header[..32]);
    header[32..].copy_from_slice(&sum.to_le_bytes());
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_every_cut_and_flip_is_refused() {
        let weights = (0..PairTable::len_of(2)).map(|k| k as f32 / 7.0 - 3.0);
        let table = PairTable::rounded(2, weights);
        let bytes = write(&table);
        assert_eq!(read(&bytes), Ok(table));
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "cut to {length}");
        }
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&flipped).is_err(), "bit {bit}");
        }
        assert!(read(&[bytes, vec![0]].concat()).is_err());
    }
}
