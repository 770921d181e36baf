//! The terminal as a whole screen, and back to what it was.

mod paint;
mod place;
#[cfg(test)]
#[path = "../../../tests/common/pty.rs"]
mod pty;

use std::{
    env,
    fs::File,
    io::{self, IsTerminal, Stdout, stdout},
    mem::ManuallyDrop,
    panic,
    sync::{
        Arc, Once,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::Context;
use crossterm::{
    cursor,
    event::{
        self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEventKind, KeyModifiers,
    },
    execute, queue, style,
    terminal::{
        self, BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate,
        EnterAlternateScreen, LeaveAlternateScreen,
    },
};
use ratatui::{Frame, Terminal, backend::CrosstermBackend, layout::Rect};
use signal_hook::{
    consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP},
    flag,
    low_level::raise,
};

use paint::paint;
pub(super) use place::{Around, cell_at, draw};

/// A screen of our own, without line editing and echo; what was there before comes back when this is dropped,
/// when a thread panics, and while the process is suspended.
pub(super) struct Screen {
    /// Never dropped: it would complain of a terminal that is gone by a macro that panics if stderr is gone too, and what
    /// it would put right [`give_back`] does.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    interrupted: Arc<AtomicBool>,
    /// The process was stopped, and whoever had the terminal meanwhile may have changed it.
    continued: Arc<AtomicBool>,
    mouse: bool,
}

/// What came of waiting.
pub(super) enum Happened {
    /// A key was pressed.
    Key(KeyCode),
    /// The left button of the mouse was pressed at this column and line.
    Click(u16, u16),
    /// The time is up, or something happened that only needs a new drawing.
    Nothing,
    /// The user, or whoever sent a signal, wants an end.
    Interrupted,
}

/// Whether the terminal is in our hands.
static TAKEN: AtomicBool = AtomicBool::new(false);

impl Screen {
    /// Waiting is cut into pieces of this length, between which signals are looked for.
    const NAP: Duration = Duration::from_millis(50);

    /// Whether there is a terminal to draw on and one to read keys from.
    ///
    /// They need not be stdin: a board may come from there.
    pub(super) fn is_available() -> bool {
        let keyboard = || io::stdin().is_terminal() || File::open("/dev/tty").is_ok();
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        stdout().is_terminal() && !dumb && keyboard()
    }

    /// Takes the terminal.
    pub(super) fn open(mouse: bool, coloured: bool) -> anyhow::Result<Screen> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let continued = Arc::new(AtomicBool::new(false));
        let ends = [SIGHUP, SIGINT, SIGQUIT, SIGTERM].map(|signal| (signal, &interrupted));
        for (signal, flag) in ends.into_iter().chain([(SIGCONT, &continued)]) {
            flag::register(signal, flag.clone()).context("cannot watch for signals")?;
        }
        give_back_on_panic();
        // Otherwise crossterm asks NO_COLOR again, which the arguments may overrule.
        style::force_color_output(coloured);
        take(mouse).context("cannot use the terminal")?;
        match Terminal::new(CrosstermBackend::new(stdout())) {
            Ok(terminal) => Ok(Screen {
                terminal: ManuallyDrop::new(terminal),
                interrupted,
                continued,
                mouse,
            }),
            Err(error) => {
                give_back();
                Err(error).context("cannot use the terminal")
            }
        }
    }

    /// Draws anew; only what has changed is sent, and shown all at once where the terminal can.
    pub(super) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> anyhow::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)
            .and_then(|()| self.terminal.draw(render).map(drop))
            .and_then(|()| execute!(stdout(), EndSynchronizedUpdate))
            .context("cannot draw on the terminal")
    }

    /// All there is to draw on.
    pub(super) fn area(&self) -> anyhow::Result<Rect> {
        let size = self.terminal.size().context("cannot use the terminal")?;
        Ok(Rect::from(size))
    }

    /// Waits until something happens, at most for `patience`.
    pub(super) fn wait(&mut self, patience: Duration) -> anyhow::Result<Happened> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Ok(Happened::Interrupted);
        }
        if self.continued.swap(false, Ordering::Relaxed) {
            give_back();
            self.take_again()?;
            return Ok(Happened::Nothing);
        }
        if !event::poll(patience.min(Screen::NAP)).context("cannot read from the terminal")? {
            return Ok(Happened::Nothing);
        }
        Ok(
            match event::read().context("cannot read from the terminal")? {
                Event::Key(key) if key.kind == KeyEventKind::Release => Happened::Nothing,
                Event::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                    match key.code {
                        KeyCode::Char('c') => Happened::Interrupted,
                        KeyCode::Char('z') => {
                            self.suspend()?;
                            Happened::Nothing
                        }
                        _ => Happened::Nothing,
                    }
                }
                Event::Key(key) => Happened::Key(key.code),
                Event::Mouse(mouse) => match mouse.kind {
                    event::MouseEventKind::Down(event::MouseButton::Left) => {
                        Happened::Click(mouse.column, mouse.row)
                    }
                    _ => Happened::Nothing,
                },
                _ => Happened::Nothing,
            },
        )
    }

    /// Lets the shell have the terminal until it wakes us.
    ///
    /// By a signal that nobody catches: where no shell could wake us, the system lets it pass.
    fn suspend(&mut self) -> anyhow::Result<()> {
        give_back();
        raise(SIGTSTP).context("cannot suspend")?;
        self.continued.store(false, Ordering::Relaxed);
        self.take_again()
    }

    /// Takes the terminal after others had it; the next drawing is a whole one.
    ///
    /// [`Terminal::clear`] would ask the terminal for the cursor's place, which not every one answers.
    fn take_again(&mut self) -> anyhow::Result<()> {
        let anew = || {
            take(self.mouse)?;
            Terminal::new(CrosstermBackend::new(stdout()))
        };
        self.terminal = ManuallyDrop::new(anew().context("cannot use the terminal")?);
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take(mouse: bool) -> io::Result<()> {
    TAKEN.store(true, Ordering::Relaxed);
    let taken = terminal::enable_raw_mode()
        // Not every terminal has another screen, that would be empty.
        .and_then(|()| {
            let empty = Clear(ClearType::All);
            execute!(stdout(), EnterAlternateScreen, empty, cursor::Hide)
        })
        .and_then(|()| match mouse {
            true => execute!(stdout(), EnableMouseCapture),
            false => Ok(()),
        });
    if taken.is_err() {
        give_back();
    }
    taken
}

/// Undoes [`take`], once. What fails is passed over: the terminal may be gone.
fn give_back() {
    if TAKEN.swap(false, Ordering::Relaxed) {
        let _ = execute!(
            stdout(),
            EndSynchronizedUpdate,
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = terminal::disable_raw_mode();
    }
}

/// Lets the message of a panic find the terminal as it was.
fn give_back_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            before(panic);
        }));
    });
}

#[cfg(test)]
mod tests {
    use portable_pty::CommandBuilder;

    use super::*;

    /// Tells this test that it runs in a terminal of its own and is to panic there.
    const PANICS: &str = "SLIDE_TEST_PANICS";

    #[test]
    fn a_panic_leaves_the_terminal_as_it_was_and_its_message_on_it() {
        if env::var_os(PANICS).is_some() {
            panic_on_a_screen();
        }
        let test =
            "cli::screen::tests::a_panic_leaves_the_terminal_as_it_was_and_its_message_on_it";
        let mut command = CommandBuilder::new(env::current_exe().expect("this test runs"));
        command.args(["--exact", test, "--nocapture"]);
        command.env(PANICS, "1");
        command.env("RUST_BACKTRACE", "0");
        let mut pty = pty::Pty::run(command, (24, 80));
        pty.see("drawn");
        pty.press(" ");
        let (code, screen) = pty.end();
        assert!(
            code != 0 && screen.contains("as it is meant to"),
            "{code}: {screen}"
        );
    }

    fn panic_on_a_screen() {
        let mut screen = Screen::open(true, true).expect("there is a terminal");
        screen
            .draw(|frame| frame.render_widget("drawn", frame.area()))
            .expect("there is a terminal");
        while !matches!(screen.wait(Screen::NAP), Ok(Happened::Key(_))) {}
        panic!("as it is meant to");
    }
}
