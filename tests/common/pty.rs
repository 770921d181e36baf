//! Runs a program in a terminal of our own making, and reads the screen.

use std::{
    io::{Read, Write},
    num::NonZeroU16,
    sync::{Arc, Condvar, Mutex, MutexGuard},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, PtyPair, PtySize, native_pty_system};
use vt100::{MouseProtocolMode, Parser, Screen};

/// Far longer than anything here takes: only what never happens is to fail by it.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program in a terminal.
pub struct Pty {
    pair: PtyPair,
    reader: JoinHandle<()>,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    screen: Arc<(Mutex<Parser>, Condvar)>,
    /// The settings of the terminal before anybody touched it, as text.
    settings: String,
}

impl Pty {
    /// Starts a command in a terminal of so many lines and columns.
    pub fn run(mut command: CommandBuilder, (lines, columns): (u16, u16)) -> Pty {
        command.env("TERM", "xterm-256color");
        let pair = native_pty_system()
            .openpty(size(lines, columns))
            .expect("a terminal can be made");
        let settings = settings(&pair);
        let child = pair.slave.spawn_command(command).expect("it starts");
        let keyboard = pair.master.take_writer().expect("nobody took it before");
        let mut output = pair.master.try_clone_reader().expect("it can be read");
        let parser = Parser::new(count(lines), count(columns), 0);
        let screen = Arc::new((Mutex::new(parser), Condvar::new()));
        let shared = screen.clone();
        let reader = thread::spawn(move || {
            let (mut bytes, mut held) = ([0; 4096], vec![]);
            let process = |bytes: &[u8]| {
                let mut parser = shared.0.lock().expect("no test panics with the lock");
                parser.process(bytes);
                shared.1.notify_all();
            };
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                held.extend_from_slice(&bytes[..read]);
                process(&held.drain(..whole(&held)).collect::<Vec<_>>());
            }
            process(&held);
        });
        Pty {
            pair,
            reader,
            child,
            keyboard,
            screen,
            settings,
        }
    }

    /// Waits until the terminal is as other programs expect it, and gives what it shows.
    #[allow(dead_code, reason = "not every test file needs it")]
    pub fn given_back(&self) -> String {
        self.wait("the terminal as it was", |screen| {
            is_as_before(screen).then(|| screen.contents())
        })
    }

    /// Types, as a terminal would send it.
    pub fn press(&mut self, keys: &str) {
        self.keyboard
            .write_all(keys.as_bytes())
            .and_then(|()| self.keyboard.flush())
            .expect("the terminal takes keys");
    }

    /// Presses and releases the left button of the mouse at a column and a line, from 0.
    #[allow(dead_code, reason = "not every test file needs it")]
    pub fn click(&mut self, column: usize, line: usize) {
        let (x, y) = (column + 1, line + 1);
        self.press(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
    }

    /// Waits for a screen that passes, and gives what is made of it.
    pub fn wait<T>(&self, what: &str, test: impl Fn(&Screen) -> Option<T>) -> T {
        let started = Instant::now();
        let mut parser = self.lock();
        loop {
            if let Some(found) = test(parser.screen()) {
                return found;
            }
            let left = PATIENCE.saturating_sub(started.elapsed());
            if left.is_zero() {
                let contents = parser.screen().contents();
                drop(parser);
                panic!("never saw {what}; the screen:\n{contents}");
            }
            let (next, _) = self.screen.1.wait_timeout(parser, left).expect("as above");
            parser = next;
        }
    }

    /// Waits until a text is on the screen; gives the whole screen.
    pub fn see(&self, text: &str) -> String {
        self.wait(text, |screen| {
            let contents = screen.contents();
            contents.contains(text).then_some(contents)
        })
    }

    /// Shows what another program would write on this terminal.
    #[allow(dead_code, reason = "not every test file needs it")]
    pub fn scribble(&self, text: &str) {
        self.lock().process(text.as_bytes());
    }

    #[allow(dead_code, reason = "not every test file needs it")]
    pub fn resize(&self, lines: u16, columns: u16) {
        let mut parser = self.lock();
        parser.set_size(count(lines), count(columns));
        // Under the lock, so that nothing drawn for the new size is read by the old one.
        self.pair
            .master
            .resize(size(lines, columns))
            .expect("a terminal can be resized");
    }

    /// The number of the process.
    #[allow(dead_code, reason = "not every test file needs it")]
    pub fn id(&self) -> u32 {
        self.child.process_id().expect("it has one")
    }

    #[allow(dead_code, reason = "not every test file needs it")]
    pub fn signal(&self, name: &str) {
        let pid = self.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([name, &pid])
            .status();
        assert!(sent.expect("there is `kill`").success());
    }

    /// Waits for the end; the terminal must be as it was. Gives the exit code and what the screen shows.
    pub fn end(mut self) -> (u32, String) {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child of ours") {
                break status;
            }
            if started.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!(
                    "it did not end; the screen:\n{}",
                    self.lock().screen().contents()
                );
            }
            thread::sleep(Duration::from_millis(5));
        };
        let now = settings(&self.pair);
        assert_eq!(now, self.settings, "the terminal's settings");
        // With the last one that could write gone, the reader comes to an end when it has read all.
        drop(self.pair.slave);
        self.reader.join().expect("it only reads");
        let parser = self.screen.0.lock().expect("no test panics with the lock");
        let screen = parser.screen();
        assert!(is_as_before(screen));
        (status.exit_code(), screen.contents())
    }

    fn lock(&self) -> MutexGuard<'_, Parser> {
        self.screen.0.lock().expect("no test panics with the lock")
    }
}

/// Whether nobody has the screen, the cursor or the mouse.
fn is_as_before(screen: &Screen) -> bool {
    let mouse = screen.mouse_protocol_mode() != MouseProtocolMode::None;
    !(screen.alternate_screen() || screen.hide_cursor() || mouse)
}

/// How many of these bytes are drawings that are complete, so that no test sees half of one.
fn whole(bytes: &[u8]) -> usize {
    const BEGIN: &[u8] = b"\x1b[?2026h";
    const END: &[u8] = b"\x1b[?2026l";
    let last = |mark: &[u8]| bytes.windows(mark.len()).rposition(|part| part == mark);
    if let Some(begin) = last(BEGIN).filter(|&begin| last(END) < Some(begin)) {
        return begin;
    }
    // The rest of a mark may be yet to come.
    let cut = (1..BEGIN.len()).find(|&length| bytes.ends_with(&BEGIN[..length]));
    bytes.len() - cut.unwrap_or(0)
}

fn settings(pair: &PtyPair) -> String {
    let settings = pair.master.get_termios().expect("a terminal has settings");
    format!("{settings:?}")
}

fn size(lines: u16, columns: u16) -> PtySize {
    PtySize {
        rows: lines,
        cols: columns,
        ..PtySize::default()
    }
}

fn count(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a terminal has lines and columns")
}
