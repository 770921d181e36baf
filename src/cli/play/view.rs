//! The game on the screen.

use std::time::Duration;

use ratatui::{buffer::Buffer, layout::Rect};
use slide::{
    Cell, Size,
    draw::{Frame, Picture},
};

use super::session::Session;
use crate::cli::{screen::paint, words::clock};

const KEYS: [&str; 7] = [
    "arrows/hjkl move",
    "u undo",
    "i hint",
    "g solve",
    "s scramble",
    "r restart",
    "q quit",
];

/// Between things that stand side by side.
const GAP: &str = "   ";

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
    fn of(session: &Session, area: Rect, now: Duration) -> Option<Place> {
        let size = session.game().board().size();
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let head = wrapped(state(session, now).iter().map(String::as_str), GAP, width);
        let message = session.message(now);
        // Never empty: the board stays where it is when there is something to say.
        let message = wrapped(message.split(' '), " ", width);
        let keys = wrapped(KEYS, GAP, width);
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

/// Draws a session.
pub(super) fn draw(
    session: &Session,
    coloured: bool,
    now: Duration,
    area: Rect,
    buffer: &mut Buffer,
) {
    let mut line = |text: &str, y: usize| {
        let y = area.top().saturating_add(y as u16);
        if y < area.bottom() {
            buffer.set_stringn(
                area.left(),
                y,
                text,
                area.width.into(),
                ratatui::style::Style::new(),
            );
        }
    };
    let board = session.game().board();
    let Some(place) = Place::of(session, area, now) else {
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
    let picture = Picture::of_board(board, session.colours(), place.frame);
    paint(&picture, coloured, room, buffer);
}

/// The cell at a column and a line of the screen.
pub(super) fn cell_at(
    session: &Session,
    now: Duration,
    area: Rect,
    column: u16,
    line: u16,
) -> Option<Cell> {
    let place = Place::of(session, area, now)?;
    let column = usize::from(column.checked_sub(area.x)?);
    let line = usize::from(line.checked_sub(area.y)?).checked_sub(place.board_line())?;
    place
        .frame
        .cell_at(session.game().board().size(), column, line)
}

fn state(session: &Session, now: Duration) -> Vec<String> {
    let game = session.game();
    let state = [
        format!("moves {}", game.moves()),
        format!("time {}", clock(game.time(now))),
    ];
    let seed = session.seed().map(|seed| format!("seed {seed}"));
    state.into_iter().chain(seed).collect()
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use slide::{Goal, Grid, NamedGoal, Scramble, format::Convention};

    use super::*;
    use crate::cli::play::session::{Action, Rules};

    fn session(size: Size) -> Session {
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
        let rules = Rules {
            arrows: Convention::Tile,
            step: Duration::ZERO,
        };
        let mut start: Grid = goal.grid().clone();
        start.apply(slide::Move::Up);
        Session::with_board(start, goal, rules, Scramble::new(1))
    }

    fn screen(session: &Session, width: u16, height: u16) -> Vec<String> {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        draw(session, false, Duration::ZERO, area, &mut buffer);
        let row = |y| {
            (0..width)
                .map(|x| buffer[(x, y)].symbol())
                .collect::<String>()
        };
        (0..height).map(|y| row(y).trim_end().to_string()).collect()
    }

    #[test]
    fn nothing_is_drawn_outside_of_any_screen_and_no_size_makes_it_fail() {
        for size in Size::all() {
            let mut session = session(size);
            session.act(Action::Hint, Duration::ZERO);
            for width in (0..100).step_by(7) {
                for height in 0..30 {
                    screen(&session, width, height);
                }
            }
        }
    }

    #[test]
    fn the_board_is_the_last_thing_to_go() {
        let session = session(Size::square(3).expect("3x3 exists"));
        let board = [" 1 2 3", " 4 5 ·", " 7 8 6"];
        assert_eq!(screen(&session, 6, 3), board);
        assert_eq!(
            screen(&session, 20, 5),
            [&["moves 0"], &board[..], &[""]].concat()
        );
        assert_eq!(
            screen(&session, 30, 2),
            ["too small: 6 columns and 3", "lines are needed"]
        );
        assert_eq!(
            screen(&session, 80, 24)[..3],
            [
                "moves 0   time 0:00.0",
                "┌─────┬─────┬─────┐",
                "│     │     │     │"
            ]
        );
        assert_eq!(screen(&session, 80, 24)[15], KEYS.join(GAP));
    }

    #[test]
    fn a_click_finds_the_tile_that_is_drawn_there() {
        let session = session(Size::square(4).expect("4x4 exists"));
        for (width, height) in [(80, 24), (40, 16), (22, 12), (12, 4)] {
            let lines = screen(&session, width, height);
            let area = Rect::new(0, 0, width, height);
            let mut seen = 0;
            for (y, line) in lines.iter().enumerate() {
                let at = |x: usize| cell_at(&session, Duration::ZERO, area, x as u16, y as u16);
                let chars: Vec<char> = line.chars().collect();
                for x in 0..chars.len() {
                    // The last digit of a number inside the board.
                    let ends = chars[x].is_ascii_digit()
                        && !chars.get(x + 1).is_some_and(char::is_ascii_digit);
                    let Some(cell) = at(x).filter(|_| ends) else {
                        continue;
                    };
                    let digits: String = chars[..=x]
                        .iter()
                        .rev()
                        .take_while(|c| c.is_ascii_digit())
                        .collect();
                    let number: u16 = digits
                        .chars()
                        .rev()
                        .collect::<String>()
                        .parse()
                        .expect("digits");
                    assert_eq!(session.game().board().labels()[cell.index()], number);
                    seen += 1;
                }
            }
            assert_eq!(seen, 15, "{width}x{height}");
        }
    }
}
