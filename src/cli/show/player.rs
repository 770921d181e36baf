//! A path that is played: where it is, and what keys do to it.

use std::time::Duration;

use crossterm::event::KeyCode;

/// A place on a path of boards that moves on by itself.
///
/// Times are those since the playing began, so that nothing here looks at a clock.
pub(super) struct Player {
    at: usize,
    last: usize,
    playing: bool,
    step: Duration,
    due: Duration,
}

impl Player {
    const FASTEST: Duration = Duration::from_millis(20);
    const SLOWEST: Duration = Duration::from_secs(10);

    /// At the first board of a path whose last one is `last`, to go on each `step`.
    pub(super) fn new(last: usize, step: Duration) -> Player {
        Player {
            at: 0,
            last,
            playing: last > 0,
            step,
            due: step,
        }
    }

    /// The board to show.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The number of the last board.
    pub(super) fn last(&self) -> usize {
        self.last
    }

    /// Whether it goes on by itself.
    pub(super) fn is_playing(&self) -> bool {
        self.playing
    }

    /// Moves a second.
    pub(super) fn speed(&self) -> f64 {
        self.step.as_secs_f64().recip()
    }

    /// How long nothing will happen by itself.
    pub(super) fn rest(&self, now: Duration) -> Option<Duration> {
        self.playing.then(|| self.due.saturating_sub(now))
    }

    /// Goes on if it is time to, by one board however late it is.
    pub(super) fn tick(&mut self, now: Duration) {
        if self.playing && now >= self.due {
            self.at += 1;
            self.playing = self.at < self.last;
            self.due = now + self.step;
        }
    }

    /// Does what a key stands for; `false` if that is to end.
    pub(super) fn press(&mut self, key: KeyCode, now: Duration) -> bool {
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Char(' ') if self.at == self.last => self.go(0, self.last > 0),
            KeyCode::Char(' ') => self.playing = !self.playing,
            KeyCode::Right | KeyCode::Char('l') => self.go((self.at + 1).min(self.last), false),
            KeyCode::Left | KeyCode::Char('h') => self.go(self.at.saturating_sub(1), false),
            KeyCode::Home | KeyCode::Char('g') => self.go(0, false),
            KeyCode::End | KeyCode::Char('G') => self.go(self.last, false),
            KeyCode::Up | KeyCode::Char('+' | '=' | 'k') => {
                self.step = (self.step * 2 / 3).max(Player::FASTEST);
            }
            KeyCode::Down | KeyCode::Char('-' | 'j') => {
                self.step = (self.step * 3 / 2).min(Player::SLOWEST);
            }
            _ => return true,
        }
        self.due = now + self.step;
        true
    }

    fn go(&mut self, at: usize, playing: bool) {
        (self.at, self.playing) = (at, playing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Duration = Duration::from_millis(100);

    #[test]
    fn it_goes_on_when_it_is_time_and_stops_at_the_end() {
        let mut player = Player::new(2, STEP);
        player.tick(STEP / 2);
        assert_eq!((player.at(), player.rest(STEP / 2)), (0, Some(STEP / 2)));
        player.tick(STEP);
        assert_eq!((player.at(), player.is_playing()), (1, true));
        player.tick(STEP * 50);
        assert_eq!((player.at(), player.is_playing()), (2, false));
        player.tick(STEP * 99);
        assert_eq!((player.at(), player.rest(STEP * 99)), (2, None));
    }

    #[test]
    fn keys_pause_step_turn_back_and_quit() {
        let mut player = Player::new(3, STEP);
        let mut press = |key| {
            let goes_on = player.press(key, STEP);
            (player.at(), player.is_playing(), goes_on)
        };
        assert_eq!(press(KeyCode::Char(' ')), (0, false, true));
        assert_eq!(press(KeyCode::Right), (1, false, true));
        assert_eq!(press(KeyCode::Char('l')), (2, false, true));
        assert_eq!(press(KeyCode::Left), (1, false, true));
        assert_eq!(press(KeyCode::End), (3, false, true));
        assert_eq!(press(KeyCode::Right), (3, false, true));
        assert_eq!(press(KeyCode::Char(' ')), (0, true, true));
        assert_eq!(press(KeyCode::Left), (0, false, true));
        assert_eq!(press(KeyCode::Char('x')), (0, false, true));
        assert_eq!(press(KeyCode::Char('q')), (0, false, false));
    }

    #[test]
    fn speed_has_its_limits_and_a_path_of_nothing_stays_where_it_is() {
        let mut player = Player::new(0, STEP);
        for _ in 0..50 {
            player.press(KeyCode::Char('+'), STEP);
        }
        assert_eq!(player.speed(), 50.0);
        for _ in 0..50 {
            player.press(KeyCode::Char('-'), STEP);
        }
        assert_eq!(player.speed(), 0.1);
        player.press(KeyCode::Char(' '), STEP);
        player.tick(STEP * 1000);
        assert_eq!((player.at(), player.is_playing()), (0, false));
    }
}
