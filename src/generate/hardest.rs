//! The boards farthest from a goal, where they are known.

use super::{Measured, NoBoard, counted::distances};
use crate::{
    format::{Reader, Reading},
    puzzle::{Cell, Goal, Size, Symmetry, Tile},
    search::{Limits, Observer},
};

/// The seventeen hardest 15-puzzles, for the goal with its blank in the last cell.
const FIFTEEN: &str = include_str!("../../puzzles/fifteen/hardest-17.txt");

/// How many moves they need.
pub(super) const FIFTEEN_LENGTH: u32 = 80;

/// The boards that need the most moves to `goal`; `None` where nobody knows them.
///
/// Up to twelve cells they are computed. On 4×4 there are seventeen, of 80 moves, if the goal's blank is
/// in a corner (Brüngger and others 1999; Korf and Schultze 2005).
///
/// # Errors
/// If a limit is reached first.
///
/// # Examples
/// ```
/// use slide::{Goal, NamedGoal, Size, generate::hardest, search::Limits};
/// let goal = Goal::named(NamedGoal::BlankFirst, Size::square(4)?);
/// let boards = hardest(&goal, &Limits::default(), &()).expect("they are known")?;
/// assert_eq!((boards.len(), boards[0].length), (17, 80));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hardest(
    goal: &Goal,
    limits: &Limits,
    observer: &dyn Observer,
) -> Option<Result<Vec<Measured>, NoBoard>> {
    if let Some(boards) = fifteen(goal) {
        let measured = |tiles: Vec<Tile>| Measured {
            board: goal.written(&tiles),
            length: FIFTEEN_LENGTH,
        };
        return Some(Ok(boards.into_iter().map(measured).collect()));
    }
    let all = distances(goal, limits, observer)?;
    Some(all.map(|all| {
        let longest = all.by_rank().iter().max().copied().unwrap_or(0);
        let farthest = (0..).zip(all.by_rank()).filter(|&(_, &d)| d == longest);
        let measured = |(rank, _)| Measured {
            board: goal.written(&all.tiles(rank)),
            length: longest.into(),
        };
        farthest.map(measured).collect()
    }))
}

/// The hardest 15-puzzles, tiles renamed, if the goal's blank is in a corner.
pub(super) fn fifteen(goal: &Goal) -> Option<Vec<Vec<Tile>>> {
    let size = Size::square(4).expect("there are 4x4 boards");
    if goal.size() != size {
        return None;
    }
    let turn = Symmetry::all(size).find(|turn| turn.cell(LAST) == goal.blank())?;
    let reading = Reading {
        size: Some(size),
        ..Reading::default()
    };
    let boards = Reader::new(FIFTEEN.as_bytes(), reading).map(|entry| {
        let entry = entry.expect("memory can be read");
        let board = entry.board.expect("the file holds boards");
        let mut turned = vec![Tile::BLANK; size.cells()];
        for (cell, &label) in board.labels().iter().enumerate() {
            turned[turn.cell(Cell::new(cell)).index()] = renamed(label, turn, goal.blank());
        }
        turned
    });
    Some(boards.collect())
}

/// Where the blank of the file's goal belongs.
const LAST: Cell = Cell::new(15);

/// What a tile of the file is called once its home is turned.
fn renamed(label: u16, turn: Symmetry, blank: Cell) -> Tile {
    if label == 0 {
        return Tile::BLANK;
    }
    let home = turn.cell(Cell::new(usize::from(label) - 1));
    // Names go up with the cells, the blank's left out.
    let name = home.index() + usize::from(home < blank);
    Tile::new(name as u8)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::puzzle::NamedGoal;

    #[test]
    fn the_hardest_fifteen_puzzles_are_the_file_turned_for_each_corner_and_no_other_cell() {
        let size = Size::square(4).expect("4x4");
        let lists: Vec<usize> = (0..16)
            .map(|cell| {
                let mut labels: Vec<u16> = (1..16).collect();
                labels.insert(cell, 0);
                let goal = Goal::new(crate::puzzle::Grid::new(size, labels)).expect("a goal");
                fifteen(&goal).map_or(0, |boards| boards.len())
            })
            .collect();
        assert_eq!(lists, [17, 0, 0, 17, 0, 0, 0, 0, 0, 0, 0, 0, 17, 0, 0, 17]);

        let goal = Goal::named(NamedGoal::BlankLast, size);
        let boards: BTreeSet<_> = fifteen(&goal).expect("a corner").into_iter().collect();
        assert_eq!(boards.len(), 17);
        // Reflected through the diagonal they are the same seventeen.
        let diagonal = |s: &Symmetry| [0, 4].map(|c| s.cell(Cell::new(c)).index()) == [0, 1];
        let mirror = Symmetry::all(size).find(diagonal).expect("a square");
        let reflected = boards.iter().map(|tiles| {
            let mut turned = vec![Tile::BLANK; 16];
            for (cell, &tile) in tiles.iter().enumerate() {
                let name = renamed(tile.index() as u16, mirror, LAST);
                turned[mirror.cell(Cell::new(cell)).index()] = name;
            }
            turned
        });
        assert_eq!(reflected.collect::<BTreeSet<_>>(), boards);
    }
}
