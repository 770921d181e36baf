//! The tables that come with the program.

use std::sync::OnceLock;

use super::{Steps, read};
use crate::puzzle::Size;

/// The files in `data/`, by their size; how each was trained: `docs/algorithms/large-boards.md`.
const FILES: [(usize, &[u8]); 3] = [
    (5, include_bytes!("data/5x5.rank")),
    (6, include_bytes!("data/6x6.rank")),
    (7, include_bytes!("data/7x7.rank")),
];

/// The learned ranking of a size, if one comes with the program.
///
/// It is unpacked at its first use, in ten milliseconds (5×5) to two tenths of a second (7×7), and kept.
pub fn shipped(size: Size) -> Option<&'static Steps> {
    static STEPS: [OnceLock<Steps>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    let square = |&(side, _): &(usize, _)| (side, side) == (size.rows(), size.cols());
    let place = FILES.iter().position(square)?;
    let steps = || Steps::new(&read(FILES[place].1).expect("a test reads every file shipped"));
    Some(STEPS[place].get_or_init(steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_sound_and_of_the_size_it_is_listed_for() {
        for (side, bytes) in FILES {
            assert_eq!(read(bytes).expect("a sound file").side(), side);
            let size = Size::square(side).expect("a size that is compiled");
            assert_eq!(shipped(size).map(Steps::side), Some(side));
        }
        assert!(shipped(Size::new(2, 3).expect("2x3")).is_none());
    }
}
