//! The partitions that have a name.

use super::Partition;
use crate::puzzle::{Cell, Size, Symmetry};

/// Each drawn for the goal with its blank first.
///
/// Shape and place matter: the partitions of 4×4 into connected patterns of these sizes differ by a
/// factor of ten in nodes, and the same shapes turned to another corner by three. The pictures of 5-5-5
/// and 6-6-3 are the best of all of their kind on Korf's boards, that of 7-8 the best of four; see
/// `docs/algorithms/pattern-databases.md`.
const NAMED: [(&str, &str); 11] = [
    (
        "5-5-5",
        "
         . A A A
         A A C C
         B B C C
         B B B C",
    ),
    (
        "6-6-3",
        "
         . A A A
         A A A C
         B B B C
         B B B C",
    ),
    (
        "7-8",
        "
         . A A A
         A A A A
         B B B B
         B B B B",
    ),
    (
        "P0",
        "
         . A B B B
         A A B B B
         A A A C C
         D D D C C
         D D D C C",
    ),
    (
        "P1",
        "
         . A A B B
         A A B B B
         A A B C C
         D D D C C
         D D D C C",
    ),
    (
        "P2",
        "
         . A B B B
         A A B B B
         A A A C C
         C C C C D
         D D D D D",
    ),
    (
        "P3",
        "
         . A A B B
         A A B B B
         A A B C C
         C C C C D
         D D D D D",
    ),
    (
        "P4",
        "
         . A B B B
         A A B B B
         A C C D D
         A C C D D
         A C C D D",
    ),
    (
        "P5",
        "
         . A A B B
         A A C C B
         A A C C B
         D D D C B
         D D D C B",
    ),
    (
        "P6",
        "
         . A B B B
         A A B B B
         A C C C D
         A C C C D
         A D D D D",
    ),
    (
        "7-7-7-3",
        "
         . A B B B
         A A B B B
         C C C B D
         C C D D D
         C C D D D",
    ),
];

impl Partition {
    /// The partition of this name for the goal of a size with its blank at `blank`.
    ///
    /// `None` if there is none: names belong to one size and to goals with the blank in a corner.
    pub fn named(name: &str, size: Size, blank: Cell) -> Option<Partition> {
        let to_blank = Symmetry::all(size).find(|s| s.cell(Cell::new(0)) == blank)?;
        Partition::all_named()
            .find(|(named, partition)| *named == name && partition.size() == size)
            .map(|(_, partition)| partition.image(to_blank))
    }

    /// The names and the partitions for the goal with its blank first: 4×4 by the number of tiles of
    /// each pattern, 5×5 as P0 to P6 after Clausecker (2019), and 7-7-7-3.
    pub fn all_named() -> impl Iterator<Item = (&'static str, Partition)> {
        NAMED.into_iter().map(|(name, picture)| {
            let lines = picture.replace("  ", "\n");
            (
                name,
                lines.parse().expect("the pictures above are partitions"),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_partitions_hold_every_tile_once_and_draw_themselves() {
        for (name, partition) in Partition::all_named() {
            let sum: u64 = partition.patterns().iter().map(|p| p.cells()).sum();
            assert_eq!(sum, (1 << partition.size().cells()) - 2, "{name}");
            assert_eq!(partition.to_string().parse(), Ok(partition));
        }
        let tiles: usize = Partition::all_named()
            .filter(|(name, _)| name.starts_with('P'))
            .map(|(_, p)| {
                assert!(p.patterns().iter().all(|p| p.tiles() == 6));
                p.patterns().len()
            })
            .sum();
        assert_eq!(tiles, 28);
    }
}
