//! A path played in the terminal.

use std::time::{Duration, Instant};

use super::{player::Player, scene::Scene};
use crate::cli::{
    ANSWERED, INTERRUPTED,
    screen::{self, Around, Happened, Screen},
};

const KEYS: [&str; 4] = ["space pause", "←→ step", "↑↓ speed", "q quit"];

/// Plays a scene, a move each `step`, until the user has enough of it.
pub(super) fn animate(scene: &Scene, step: Duration, coloured: bool) -> anyhow::Result<u8> {
    let mut screen = Screen::open(false, coloured)?;
    let started = Instant::now();
    let mut player = Player::new(scene.film.boards().len() - 1, step);
    loop {
        player.tick(started.elapsed());
        screen.draw(|frame| {
            let (board, colours) = (&scene.film.boards()[player.at()], scene.film.colours());
            let (around, area) = (around(scene, &player), frame.area());
            screen::draw(board, colours, &around, coloured, area, frame.buffer_mut());
        })?;
        let patience = player.rest(started.elapsed()).unwrap_or(Duration::MAX);
        match screen.wait(patience)? {
            Happened::Key(key) if !player.press(key, started.elapsed()) => return Ok(ANSWERED),
            Happened::Interrupted => return Ok(INTERRUPTED),
            Happened::Key(_) | Happened::Click(..) | Happened::Nothing => {}
        }
    }
}

fn around(scene: &Scene, player: &Player) -> Around {
    let caption = &scene.captions[player.at()];
    let message = match (player.is_playing(), player.at() == player.last()) {
        (true, _) => format!("{:.1} moves a second", player.speed()),
        (false, true) => scene.verdict.clone().unwrap_or_default(),
        (false, false) => "paused".into(),
    };
    Around {
        head: vec![format!("{caption} of {}", player.last())],
        message,
        keys: &KEYS,
    }
}
