//! Colours of tiles.

use crate::puzzle::Goal;

/// A bright, saturated colour out of the 6×6×6 cube that all terminals of 256 colours share.
///
/// Black text can be read on each of them, so there is no second colour to choose. Terminals, SVG and GIF
/// show the same ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colour {
    /// Red, green and blue as levels of the cube, from 0 to 5.
    levels: [u8; 3],
}

/// Hues once around the wheel: six edges of the cube with four levels each.
const HUES: usize = 24;
/// Hues from red to magenta. The rest are too near to red again.
const USED: usize = 21;

impl Colour {
    /// The number among a terminal's 256 colours.
    pub const fn index(self) -> u8 {
        let [red, green, blue] = self.levels;
        16 + 36 * red + 6 * green + blue
    }

    /// Red, green and blue from 0 to 255.
    pub const fn rgb(self) -> [u8; 3] {
        const VALUES: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let [red, green, blue] = self.levels;
        [
            VALUES[red as usize],
            VALUES[green as usize],
            VALUES[blue as usize],
        ]
    }

    /// The colour of the tiles at home in `row`, of `rows`: from red at the top by yellow, green and blue
    /// to magenta.
    const fn of_row(row: usize, rows: usize) -> Colour {
        Colour::of_hue(row * USED / rows)
    }

    /// The hue of this number; 0 is red, 8 green, 16 blue.
    const fn of_hue(hue: usize) -> Colour {
        let (edge, step) = (hue / 4 % 6, (hue % 4) as u8);
        let (rising, falling) = (1 + step, 5 - step);
        let levels = match edge {
            0 => [5, rising, 1],
            1 => [falling, 5, 1],
            2 => [1, 5, rising],
            3 => [1, falling, 5],
            4 => [rising, 1, 5],
            _ => [5, 1, falling],
        };
        Colour { levels }
    }

    /// Every colour there is, by hue.
    pub(super) fn all() -> impl Iterator<Item = Colour> {
        (0..HUES).map(Colour::of_hue)
    }
}

/// The colour of each tile of a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Colours {
    /// By label; the blank has none.
    by_label: Box<[Option<Colour>]>,
}

impl Colours {
    /// Colours tiles by the row that they belong in.
    pub fn by_home_row(goal: &Goal) -> Colours {
        let size = goal.size();
        let mut by_label = vec![None; size.cells()].into_boxed_slice();
        for (cell, &label) in goal.grid().labels().iter().enumerate() {
            if label != 0 {
                by_label[usize::from(label)] =
                    Some(Colour::of_row(cell / size.cols(), size.rows()));
            }
        }
        Colours { by_label }
    }

    /// The colour of the tile with this label; none for the blank and for labels that the goal lacks.
    pub fn of(&self, label: u16) -> Option<Colour> {
        self.by_label.get(usize::from(label)).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::puzzle::{NamedGoal, Size};

    #[test]
    fn every_row_of_every_size_has_a_colour_of_its_own() {
        for size in Size::all() {
            let colours = Colours::by_home_row(&Goal::named(NamedGoal::BlankLast, size));
            assert_eq!(colours.of(0), None);
            let of_row = |row: usize| colours.of((row * size.cols() + 1) as u16);
            let distinct: HashSet<_> = (0..size.rows()).map(of_row).collect();
            assert_eq!(distinct.len(), size.rows(), "{size}");
            for label in 1..size.cells() as u16 {
                assert_eq!(
                    colours.of(label),
                    of_row((usize::from(label) - 1) / size.cols())
                );
            }
        }
    }

    #[test]
    fn home_is_where_the_goal_says() {
        let colours = Colours::by_home_row(&Goal::named(
            NamedGoal::Snail,
            Size::square(3).expect("3x3 exists"),
        ));
        // 1 2 3 / 8 x 4 / 7 6 5
        assert_eq!(colours.of(8), colours.of(4));
        assert_eq!(colours.of(7), colours.of(5));
        assert_ne!(colours.of(7), colours.of(8));
    }

    /// Contrast as the Web Content Accessibility Guidelines define it; 4.5 is what they ask of text.
    #[test]
    fn black_text_can_be_read_on_every_colour() {
        let linear = |value: u8| {
            let share = f64::from(value) / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        };
        for colour in Colour::all() {
            let [red, green, blue] = colour.rgb().map(linear);
            let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            assert!((luminance + 0.05) / 0.05 >= 4.5, "{colour:?}");
        }
    }

    #[test]
    fn indices_are_those_of_the_cube() {
        let all: Vec<_> = Colour::all().map(Colour::index).collect();
        assert_eq!((all[0], all[8], all[16]), (203, 83, 63));
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), HUES);
    }
}
