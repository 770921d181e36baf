//! A board on the screen with what is written around it.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};
use slide::{
    Cell, Grid, Size,
    draw::{Colours, Frame, Picture},
};

use super::paint;

/// Between things that stand side by side.
const GAP: &str = "   ";

/// What is written around a board, as far as there is room.
pub(in crate::cli) struct Around {
    /// Above it: things side by side, of which the first is the last to go.
    pub(in crate::cli) head: Vec<String>,
    /// Below it. There is a line for it even if it is empty: the board stays where it is when there is
    /// something to say.
    pub(in crate::cli) message: String,
    /// Keys and what they do; the first to go.
    pub(in crate::cli) keys: &'static [&'static str],
}

/// Where things are on a screen of some size.
struct Place {
    frame: Frame,
    notes: Notes,
}

/// Lines above the board and below it.
struct Notes {
    head: Vec<String>,
    foot: Vec<String>,
}

impl Place {
    /// The largest board with as much around it as there is room for; none if the smallest has no room.
    fn of(size: Size, around: &Around, area: Rect) -> Option<Place> {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let head = wrapped(around.head.iter().map(String::as_str), GAP, width);
        let message = wrapped(around.message.split(' '), " ", width);
        let keys = wrapped(around.keys.iter().copied(), GAP, width);
        let first = |lines: &[String]| lines[..1].to_vec();
        let all = || Notes {
            head: head.clone(),
            foot: [message.clone(), keys.clone()].concat(),
        };
        let without_keys = || Notes {
            head: first(&head),
            foot: message.clone(),
        };
        let least = || Notes {
            head: first(&head),
            foot: first(&message),
        };
        let none = || Notes {
            head: vec![],
            foot: vec![],
        };
        let choices = [
            (Frame::Roomy, all()),
            (Frame::Boxed, all()),
            (Frame::Boxed, without_keys()),
            (Frame::Boxed, least()),
            (Frame::Bare, all()),
            (Frame::Bare, without_keys()),
            (Frame::Bare, least()),
            (Frame::Bare, none()),
        ];
        let fits = |frame: Frame, notes: &Notes| {
            let lines = notes.head.len() + frame.lines(size) + notes.foot.len();
            frame.columns(size) <= width && lines <= height
        };
        choices
            .into_iter()
            .find(|(frame, notes)| fits(*frame, notes))
            .map(|(frame, notes)| Place { frame, notes })
    }

    fn board_line(&self) -> usize {
        self.notes.head.len()
    }
}

/// Draws a board and what is around it.
pub(in crate::cli) fn draw(
    board: &Grid,
    colours: &Colours,
    around: &Around,
    coloured: bool,
    area: Rect,
    buffer: &mut Buffer,
) {
    let mut line = |text: &str, y: usize| {
        let y = area.top().saturating_add(y as u16);
        if y < area.bottom() {
            buffer.set_stringn(area.left(), y, text, area.width.into(), Style::new());
        }
    };
    let Some(place) = Place::of(board.size(), around, area) else {
        let words = too_small(board.size());
        for (y, text) in wrapped(words.split(' '), " ", area.width.into())
            .iter()
            .enumerate()
        {
            line(text, y);
        }
        return;
    };
    for (y, text) in place.notes.head.iter().enumerate() {
        line(text, y);
    }
    let below = place.board_line() + place.frame.lines(board.size());
    for (y, text) in place.notes.foot.iter().enumerate() {
        line(text, below + y);
    }
    let top = place.board_line() as u16;
    let room = Rect::new(area.x, area.y + top, area.width, area.height - top);
    let picture = Picture::of_board(board, colours, place.frame);
    paint(&picture, coloured, room, buffer);
}

/// The cell at a column and a line of the screen.
pub(in crate::cli) fn cell_at(
    size: Size,
    around: &Around,
    area: Rect,
    column: u16,
    line: u16,
) -> Option<Cell> {
    let place = Place::of(size, around, area)?;
    let column = usize::from(column.checked_sub(area.x)?);
    let line = usize::from(line.checked_sub(area.y)?).checked_sub(place.board_line())?;
    place.frame.cell_at(size, column, line)
}

fn too_small(size: Size) -> String {
    let (columns, lines) = (Frame::Bare.columns(size), Frame::Bare.lines(size));
    format!("too small: {columns} columns and {lines} lines are needed")
}

/// Words in lines of a width; one that is longer is left to be cut. There is one line at least.
fn wrapped<'w>(words: impl IntoIterator<Item = &'w str>, gap: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            *line += word;
        } else if line.chars().count() + gap.len() + word.chars().count() <= width {
            *line += gap;
            *line += word;
        } else {
            lines.push(word.into());
        }
    }
    lines
}
