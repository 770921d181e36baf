//! Board sizes: which exist, how they are written, and the way from a run-time size to a compiled one.

use std::{fmt, str::FromStr};

/// The shape of a board, in cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    rows: u8,
    cols: u8,
}

/// A size that no board of ours has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeError {
    given: String,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "size {}: expected a square from 2 to 16 (`4`, `4x4`) or a rectangle with sides from 2 to 6 (`2x3`: 2 rows of 3)",
            self.given
        )
    }
}

impl std::error::Error for SizeError {}

/// Work that is written once for every compiled size; see [`Size::dispatch`].
pub trait ForSize {
    /// What the work gives.
    type Output;
    /// The work on a board of `R` rows and `C` columns.
    fn run<const R: usize, const C: usize>(self) -> Self::Output;
}

/// The one list of compiled sizes: the supported sizes are those named here.
macro_rules! dispatch {
    ($size:expr, $work:expr, $($r:literal x $($c:literal)*;)*) => {
        match ($size.rows, $size.cols) {
            $($( ($r, $c) => $work.run::<$r, $c>(), )*)*
            _ => unreachable!("Size::new lets only listed sizes through"),
        }
    };
}

impl Size {
    /// The longest side of a square board.
    pub const MAX_SIDE: usize = 16;
    /// The longest side of a board that is no square.
    pub const MAX_RECTANGLE_SIDE: usize = 6;

    /// A board of `rows` × `cols`.
    ///
    /// # Errors
    /// If there is no such board: squares have sides from 2 to 16, rectangles from 2 to 6.
    pub fn new(rows: usize, cols: usize) -> Result<Size, SizeError> {
        let longest = if rows == cols {
            Size::MAX_SIDE
        } else {
            Size::MAX_RECTANGLE_SIDE
        };
        if (2..=longest).contains(&rows) && (2..=longest).contains(&cols) {
            Ok(Size {
                rows: rows as u8,
                cols: cols as u8,
            })
        } else {
            Err(SizeError {
                given: format!("{rows}x{cols}"),
            })
        }
    }

    /// A board of `side` × `side`.
    ///
    /// # Errors
    /// If `side` is not from 2 to 16.
    pub fn square(side: usize) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// The size of `Board<R, C>`.
    ///
    /// # Panics
    /// If there is no such board.
    pub fn of<const R: usize, const C: usize>() -> Size {
        Size::new(R, C).expect("only listed sizes are compiled")
    }

    /// Every size there is, squares first.
    pub fn all() -> impl Iterator<Item = Size> {
        let squares = (2..=Size::MAX_SIDE).map(|n| (n, n));
        let sides = 2..=Size::MAX_RECTANGLE_SIDE;
        let rectangles = sides
            .clone()
            .flat_map(move |r| sides.clone().map(move |c| (r, c)));
        squares
            .chain(rectangles.filter(|(r, c)| r != c))
            .map(|(r, c)| Size {
                rows: r as u8,
                cols: c as u8,
            })
    }

    /// The number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// The number of cells, the blank's included.
    pub const fn cells(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Runs `work` with this size as constants: the only way from a run-time size to `Board<R, C>`.
    pub fn dispatch<W: ForSize>(self, work: W) -> W::Output {
        dispatch!(self, work,
            2 x 2 3 4 5 6;
            3 x 2 3 4 5 6;
            4 x 2 3 4 5 6;
            5 x 2 3 4 5 6;
            6 x 2 3 4 5 6;
            7 x 7; 8 x 8; 9 x 9; 10 x 10; 11 x 11;
            12 x 12; 13 x 13; 14 x 14; 15 x 15; 16 x 16;
        )
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    /// Reads `4` (a square) or `2x3` (rows × columns).
    fn from_str(text: &str) -> Result<Size, SizeError> {
        let bad = || SizeError {
            given: format!("`{text}`"),
        };
        let side = |s: &str| s.parse::<usize>().map_err(|_| bad());
        let (rows, cols) = match text.split_once(['x', 'X', '×']) {
            Some((r, c)) => (side(r)?, side(c)?),
            None => (side(text)?, side(text)?),
        };
        Size::new(rows, cols).map_err(|_| bad())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;
    impl ForSize for Name {
        type Output = (usize, usize);
        fn run<const R: usize, const C: usize>(self) -> (usize, usize) {
            (R, C)
        }
    }

    #[test]
    fn every_size_reaches_its_own_constants() {
        assert_eq!(Size::all().count(), 35);
        for size in Size::all() {
            assert_eq!(size.dispatch(Name), (size.rows(), size.cols()));
            assert_eq!(size.to_string().parse(), Ok(size));
        }
    }

    #[test]
    fn other_sizes_are_refused_with_the_range() {
        for text in [
            "0",
            "1",
            "17",
            "1x2",
            "2x7",
            "7x8",
            "1000000000",
            "",
            "x",
            "3x",
            "-3",
            "3x3x3",
        ] {
            let error = text.parse::<Size>().expect_err(text).to_string();
            assert!(
                error.starts_with(&format!("size `{text}`: expected a square from 2 to 16")),
                "{error}"
            );
        }
    }
}
