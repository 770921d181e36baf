//! Boards as lines of text, with colours or without.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};

use super::{Colour, Colours, Frame, frame::digits};
use crate::puzzle::Grid;

/// A piece of a line; with a colour it is black text on that ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The text.
    pub text: String,
    /// The ground it stands on.
    pub ground: Option<Colour>,
}

/// Spans side by side.
pub type Line = Vec<Span>;

/// Lines of text, all equally wide.
///
/// # Examples
/// ```
/// use slide::{Goal, Grid, NamedGoal, Size, draw::{Colours, Frame, Picture}};
///
/// let goal = Goal::named(NamedGoal::BlankLast, Size::new(2, 3)?);
/// let board = Grid::new(goal.size(), [1, 2, 3, 4, 0, 5]);
/// let picture = Picture::of_board(&board, &Colours::by_home_row(&goal), Frame::Boxed);
/// assert_eq!(picture.text(false), "\
/// ┌───┬───┬───┐
/// │ 1 │ 2 │ 3 │
/// ├───┼───┼───┤
/// │ 4 │   │ 5 │
/// └───┴───┴───┘
/// ");
/// # Ok::<(), slide::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    lines: Vec<Line>,
    columns: usize,
}

impl Picture {
    /// A board in a frame.
    pub fn of_board(grid: &Grid, colours: &Colours, frame: Frame) -> Picture {
        let size = grid.size();
        let mut lines = Vec::with_capacity(frame.lines(size));
        for (row, labels) in grid.labels().chunks(size.cols()).enumerate() {
            if frame != Frame::Bare {
                let corners = if row == 0 { "┌┬┐" } else { "├┼┤" };
                lines.push(vec![plain(rule(grid, frame, corners))]);
            }
            lines.extend((0..frame.inner_lines()).map(|line| {
                let middle = line == frame.inner_lines() / 2;
                row_line(grid, labels, colours, frame, middle)
            }));
        }
        if frame != Frame::Bare {
            lines.push(vec![plain(rule(grid, frame, "└┴┘"))]);
        }
        Picture {
            lines,
            columns: frame.columns(size),
        }
    }

    /// The picture with a line of text above it, cut to its width.
    pub fn under(mut self, caption: &str) -> Picture {
        let caption: String = caption.chars().take(self.columns).collect();
        let columns = self.columns;
        self.lines
            .insert(0, vec![plain(format!("{caption:<columns$}"))]);
        self
    }

    /// Pictures of one height side by side, two columns apart.
    pub fn beside(pictures: &[Picture]) -> Picture {
        let height = pictures.iter().map(|picture| picture.lines.len()).max();
        let lines = (0..height.unwrap_or(0)).map(|line| {
            let mut joined = Line::new();
            for picture in pictures {
                if !joined.is_empty() {
                    joined.push(plain(" ".repeat(Picture::GAP)));
                }
                joined.extend(picture.lines.get(line).into_iter().flatten().cloned());
            }
            joined
        });
        Picture {
            lines: lines.collect(),
            columns: Picture::columns_beside(pictures.len(), |i| pictures[i].columns),
        }
    }

    /// Columns between pictures side by side.
    const GAP: usize = 2;

    /// How many pictures of `columns` fit side by side into `width`; at least one.
    pub fn how_many_beside(columns: usize, width: usize) -> usize {
        ((width + Picture::GAP) / (columns + Picture::GAP)).max(1)
    }

    fn columns_beside(pictures: usize, columns: impl Fn(usize) -> usize) -> usize {
        let gaps = pictures.saturating_sub(1) * Picture::GAP;
        (0..pictures).map(columns).sum::<usize>() + gaps
    }

    /// The lines from top to bottom.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Columns of every line.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The lines with their ends; `coloured` with the codes of a terminal that has 256 colours.
    ///
    /// White space at the end of a line is left out unless it is coloured.
    pub fn text(&self, coloured: bool) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let mut end = text.len();
            for span in line {
                match span.ground.filter(|_| coloured) {
                    Some(ground) => {
                        let style = on(ground);
                        write!(text, "{style}{}{style:#}", span.text).expect("a String takes all");
                        end = text.len();
                    }
                    None => {
                        text += &span.text;
                        end = end.max(text.trim_end_matches(' ').len());
                    }
                }
            }
            text.truncate(end);
            text.push('\n');
        }
        text
    }
}

/// Black on a colour.
fn on(ground: Colour) -> Style {
    const BLACK: Ansi256Color = Ansi256Color(16);
    BLACK.on(Ansi256Color(ground.index()))
}

fn plain(text: String) -> Span {
    Span { text, ground: None }
}

/// A border line with these three corners: left, between, right.
fn rule(grid: &Grid, frame: Frame, corners: &str) -> String {
    let inner = "─".repeat(frame.inner_columns(grid.size()));
    let mut corners = corners.chars();
    let mut next = || corners.next().expect("three corners");
    let (left, between, right) = (next(), next().to_string(), next());
    let row = vec![inner; grid.size().cols()].join(&between);
    format!("{left}{row}{right}")
}

/// One line of a row of cells; the labels stand in the middle one.
fn row_line(grid: &Grid, labels: &[u16], colours: &Colours, frame: Frame, middle: bool) -> Line {
    let width = frame.inner_columns(grid.size());
    let wall = || (frame != Frame::Bare).then(|| plain("│".into()));
    let mut line: Line = wall().into_iter().collect();
    for &label in labels {
        let name = match (middle, label) {
            (false, _) => String::new(),
            (true, 0) if frame == Frame::Bare => "·".into(),
            (true, 0) => String::new(),
            (true, _) => label.to_string(),
        };
        let right = match frame {
            Frame::Bare => 0,
            Frame::Boxed => 1,
            Frame::Roomy => 2,
        };
        let field = digits(grid.size());
        let left = width - field - right;
        line.push(Span {
            text: format!("{:left$}{name:>field$}{:right$}", "", ""),
            ground: colours.of(label),
        });
        line.extend(wall());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Goal, NamedGoal, Size};

    fn solved(size: Size, frame: Frame) -> Picture {
        let goal = Goal::named(NamedGoal::BlankLast, size);
        Picture::of_board(goal.grid(), &Colours::by_home_row(&goal), frame)
    }

    /// The text that a picture has on a cell: what is drawn where the frame says the cell is.
    #[test]
    fn every_tile_of_every_size_and_frame_stands_where_a_click_would_find_it() {
        for size in Size::all() {
            for frame in Frame::ALL {
                let picture = solved(size, frame);
                assert_eq!(picture.lines().len(), frame.lines(size));
                let mut found = vec![String::new(); size.cells()];
                for (y, line) in picture.lines().iter().enumerate() {
                    let text: Vec<char> = line.iter().flat_map(|span| span.text.chars()).collect();
                    assert_eq!(text.len(), frame.columns(size), "{size} {frame:?}");
                    for (x, char) in text.into_iter().enumerate() {
                        match frame.cell_at(size, x, y) {
                            Some(cell) => found[cell.index()].push(char),
                            None => assert!("─│┌┬┐├┼┤└┴┘".contains(char), "{char:?}"),
                        }
                    }
                    assert_eq!(frame.cell_at(size, frame.columns(size), y), None);
                }
                assert_eq!(frame.cell_at(size, 1, frame.lines(size)), None);
                let blank = if frame == Frame::Bare { "·" } else { "" };
                for (cell, text) in found.iter().enumerate() {
                    let label = (cell + 1).to_string();
                    let expected = if cell + 1 == size.cells() {
                        blank
                    } else {
                        &label
                    };
                    assert_eq!(text.trim(), expected, "{size} {frame:?}");
                }
            }
        }
    }

    #[test]
    fn colours_are_on_tiles_only_and_change_no_letter() {
        let picture = solved(Size::square(2).expect("2x2 exists"), Frame::Boxed);
        let coloured = picture.text(true);
        assert_eq!(coloured.matches("\x1b[48;5;").count(), 3, "{coloured:?}");
        let mut letters = String::new();
        let mut in_code = false;
        for char in coloured.chars() {
            match char {
                '\x1b' => in_code = true,
                'm' if in_code => in_code = false,
                _ if !in_code => letters.push(char),
                _ => {}
            }
        }
        assert_eq!(letters, picture.text(false));
    }

    #[test]
    fn pictures_beside_each_other_end_where_the_width_says() {
        let picture = solved(Size::square(3).expect("3x3 exists"), Frame::Boxed);
        for width in 0..100 {
            let count = Picture::how_many_beside(picture.columns(), width);
            let joined = Picture::beside(&vec![picture.clone(); count]);
            assert!(joined.columns() <= width || count == 1);
            assert!(joined.columns() + Picture::GAP + picture.columns() > width);
            for line in joined.lines() {
                let columns: usize = line.iter().map(|span| span.text.chars().count()).sum();
                assert_eq!(columns, joined.columns());
            }
        }
    }

    #[test]
    fn captions_are_cut_and_leave_no_white_space() {
        let picture = solved(Size::square(2).expect("2x2 exists"), Frame::Boxed);
        let text = picture.clone().under("a long caption").text(false);
        assert!(text.starts_with("a long ca\n┌"), "{text}");
        assert!(picture.under("x").text(false).starts_with("x\n"));
    }
}
