//! The game on the screen.

use std::time::Duration;

use ratatui::{buffer::Buffer, layout::Rect};
use slide::Cell;

use super::session::Session;
use crate::cli::{
    screen::{self, Around},
    words::clock,
};

const KEYS: [&str; 7] = [
    "arrows/hjkl move",
    "u undo",
    "i hint",
    "g solve",
    "s scramble",
    "r restart",
    "q quit",
];

/// Draws a session.
pub(super) fn draw(
    session: &Session,
    coloured: bool,
    now: Duration,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (board, colours) = (session.game().board(), session.colours());
    screen::draw(
        board,
        colours,
        &around(session, now),
        coloured,
        area,
        buffer,
    );
}

/// The cell at a column and a line of the screen.
pub(super) fn cell_at(
    session: &Session,
    now: Duration,
    area: Rect,
    column: u16,
    line: u16,
) -> Option<Cell> {
    let size = session.game().board().size();
    screen::cell_at(size, &around(session, now), area, column, line)
}

fn around(session: &Session, now: Duration) -> Around {
    let game = session.game();
    let state = [
        format!("moves {}", game.moves()),
        format!("time {}", clock(game.time(now))),
    ];
    let seed = session.seed().map(|seed| format!("seed {seed}"));
    Around {
        head: state.into_iter().chain(seed).collect(),
        message: session.message(now),
        keys: &KEYS,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use slide::{Goal, Grid, NamedGoal, Scramble, Size, format::Convention};

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
        assert_eq!(screen(&session, 80, 24)[15], KEYS.join("   "));
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
