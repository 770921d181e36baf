//! Boards near the goal, of any size: all of them, depth by depth.

use std::{collections::HashSet, ops::RangeInclusive};

use crate::puzzle::{Cell, Goal, MoveSet, Scramble, Size, Tile};

/// A board's tiles in reading order.
type Tiles = Box<[Tile]>;

/// The boards at the depths asked for.
pub(super) struct Near {
    boards: Vec<(Tiles, u32)>,
}

/// The most bytes of one depth's boards; on 4×4 that is depth 17.
const MOST: usize = 4 << 20;

impl Near {
    /// `None` if there are too many boards as near as that.
    pub(super) fn new(goal: &Goal, lengths: &RangeInclusive<u32>) -> Option<Near> {
        let (size, &deepest) = (goal.size(), lengths.end());
        let mut boards = Vec::new();
        let (mut before, mut level) = (HashSet::new(), HashSet::from([in_order(goal)]));
        for depth in 0..=deepest {
            // Two depths on there are more than twice as many: too many are not begun.
            let doublings = (deepest - depth) / 2;
            if level.len() * size.cells() > MOST >> doublings.min(63) {
                return None;
            }
            if lengths.contains(&depth) {
                let mut sorted: Vec<Tiles> = level.iter().cloned().collect();
                // In an order that does not depend on how sets are kept.
                sorted.sort_unstable();
                boards.extend(sorted.into_iter().map(|tiles| (tiles, depth)));
            }
            // A move leads from one depth to the next or back to the one before.
            let mut next = HashSet::new();
            if depth < deepest {
                for tiles in &level {
                    next.extend(neighbours(tiles, size).filter(|tiles| !before.contains(tiles)));
                }
            }
            (before, level) = (level, next);
        }
        Some(Near { boards })
    }

    pub(super) fn count(&self) -> u64 {
        self.boards.len() as u64
    }

    /// Each board with the same chance.
    pub(super) fn draw(&self, random: &mut Scramble) -> (Vec<Tile>, u32) {
        let (tiles, depth) = &self.boards[random.below(self.count()) as usize];
        (tiles.to_vec(), *depth)
    }
}

/// The goal itself, tiles renamed.
fn in_order(goal: &Goal) -> Tiles {
    let cells = (0..goal.size().cells()).map(Cell::new);
    cells.map(|cell| cell.owner(goal.blank())).collect()
}

fn neighbours(tiles: &Tiles, size: Size) -> impl Iterator<Item = Tiles> {
    let blank = tiles.iter().position(|tile| tile.is_blank());
    let blank = Cell::new(blank.expect("a board has a blank"));
    let legal = MoveSet::legal(blank, size.rows(), size.cols());
    legal.map(move |m| {
        let next = m.target(blank, size.rows(), size.cols());
        let mut tiles = tiles.clone();
        tiles.swap(blank.index(), next.expect("the move is legal").index());
        tiles
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::NamedGoal;

    #[test]
    fn there_are_as_many_boards_at_each_depth_as_are_known() {
        for (side, counts) in [
            (
                4,
                &[1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938][..],
            ),
            (5, &[1, 2, 4, 10, 26, 64, 159, 366, 862, 1904]),
            (6, &[1, 2, 4, 10, 26, 66, 171, 440, 1112]),
        ] {
            let goal = Goal::named(NamedGoal::BlankLast, Size::square(side).expect("a size"));
            for (depth, &count) in (0..).zip(counts) {
                let near = Near::new(&goal, &(depth..=depth)).expect("few boards");
                assert_eq!(near.count(), count, "{side}x{side}, depth {depth}");
            }
            assert!(Near::new(&goal, &(0..=50)).is_none());
            assert!(Near::new(&goal, &(30..=30)).is_none());
        }
    }
}
