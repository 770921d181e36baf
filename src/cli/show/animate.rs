//! A path played in the terminal.

use std::time::{Duration, Instant};

use ratatui::{layout::Rect, text::Line};
use slide::draw::{Frame, Picture};

use super::{player::Player, scene::Scene};
use crate::cli::{
    ANSWERED, INTERRUPTED,
    screen::{Happened, Screen, paint},
};

const KEYS: &str = "space pause · ←→ step · ↑↓ speed · q quit";

/// Plays a scene, a move each `step`, until the user has enough of it.
pub(super) fn animate(scene: &Scene, step: Duration, coloured: bool) -> anyhow::Result<u8> {
    let mut screen = Screen::open(false, coloured)?;
    let started = Instant::now();
    let mut player = Player::new(scene.film.boards().len() - 1, step);
    loop {
        player.tick(started.elapsed());
        screen.draw(|frame| draw(scene, &player, coloured, frame))?;
        let patience = player.rest(started.elapsed()).unwrap_or(Duration::MAX);
        match screen.wait(patience)? {
            Happened::Key(key) if !player.press(key, started.elapsed()) => return Ok(ANSWERED),
            Happened::Interrupted => return Ok(INTERRUPTED),
            Happened::Key(_) | Happened::Click(..) | Happened::Nothing => {}
        }
    }
}

fn draw(scene: &Scene, player: &Player, coloured: bool, frame: &mut ratatui::Frame<'_>) {
    let area = frame.area();
    let board = &scene.film.boards()[player.at()];
    let (columns, lines) = (
        area.width.into(),
        usize::from(area.height.saturating_sub(2)),
    );
    let state = match (player.is_playing(), player.at() == player.last()) {
        (true, _) => format!("{:.1} moves a second", player.speed()),
        (false, true) => scene.verdict.clone().unwrap_or_default(),
        (false, false) => "paused".into(),
    };
    let caption = &scene.captions[player.at()];
    let mut line = |text: String, y: u16| {
        let row = Rect::new(area.x, y, area.width, 1).intersection(area);
        frame.render_widget(Line::raw(text), row);
    };
    line(
        format!("{caption} of {}  {state}", player.last()),
        area.top(),
    );
    line(KEYS.into(), area.bottom().saturating_sub(1));
    match Frame::fitting(&Frame::ALL, board.size(), columns, lines) {
        Some(size) => {
            let picture = Picture::of_board(board, scene.film.colours(), size);
            let below = Rect::new(area.x, area.y + 1, area.width, area.height - 2);
            paint(&picture, coloured, below, frame.buffer_mut());
        }
        None => line("the terminal is too small".into(), area.top() + 1),
    }
}
