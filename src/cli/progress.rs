//! Progress on stderr.

use std::{
    env,
    io::{self, IsTerminal},
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use slide::search::Observer;

use super::{args::When, input::Tally, narrow_terminal, tell};

/// A bar on a terminal, a line every second elsewhere, or nothing; the code path is the same.
///
/// Nothing is shown before [`Progress::PATIENCE`] has passed.
pub(super) struct Progress {
    bar: ProgressBar,
    kind: Kind,
    verbose: bool,
    started: Instant,
    /// Milliseconds from the start to the next refresh.
    due: AtomicU64,
    nodes: AtomicU64,
    bound: AtomicU32,
    /// The length of the best solution known; 0 if there is none.
    best: AtomicU32,
    /// Thousandths of the pass that are searched, and the milliseconds at which it began.
    searched: AtomicU32,
    /// Those that were searched when it began: an earlier process may have done some.
    found_searched: AtomicU32,
    pass_began: AtomicU64,
    read: Arc<Tally>,
    answered: AtomicU64,
}

/// In place of a share that nobody has told.
const UNTOLD: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Hidden,
    Bar,
    Lines,
}

impl Progress {
    const PATIENCE: Duration = Duration::from_millis(500);

    /// Progress of a run whose input is counted in `read`; details are for the `verbose` only.
    pub(super) fn new(when: When, verbose: bool, read: Arc<Tally>) -> Progress {
        let dumb = || env::var_os("TERM").is_some_and(|term| term == "dumb");
        let kind = match (when, io::stderr().is_terminal() && !dumb()) {
            (When::Never, _) | (When::Auto, false) => Kind::Hidden,
            (_, true) => Kind::Bar,
            (When::Always, false) => Kind::Lines,
        };
        Progress {
            bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
            kind,
            verbose,
            started: Instant::now(),
            due: AtomicU64::new(Progress::PATIENCE.as_millis() as u64),
            nodes: AtomicU64::new(0),
            bound: AtomicU32::new(0),
            best: AtomicU32::new(0),
            searched: AtomicU32::new(0),
            found_searched: AtomicU32::new(UNTOLD),
            pass_began: AtomicU64::new(0),
            read,
            answered: AtomicU64::new(0),
        }
    }

    /// One more board was answered.
    pub(super) fn answered(&self) {
        self.answered.fetch_add(1, Ordering::Release);
        // The next board's are told anew.
        self.best.store(0, Ordering::Relaxed);
        self.bound.store(0, Ordering::Relaxed);
        self.refresh();
    }

    /// Prints a line on stderr, above the bar if there is one.
    pub(super) fn say(&self, line: &str) {
        self.bar.suspend(|| tell(line));
    }

    /// Writes answers, with the bar out of their way: stdout and stderr may be one terminal.
    pub(super) fn make_way<T>(&self, write: impl FnOnce() -> T) -> T {
        match self.kind {
            Kind::Bar => self.bar.suspend(write),
            Kind::Lines | Kind::Hidden => write(),
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn refresh(&self) {
        if self.waits() {
            return self.finish();
        }
        self.show(|| self.line());
    }

    /// Whether all that was read is answered, and who writes the rest takes their time.
    fn waits(&self) -> bool {
        let answered = self.answered.load(Ordering::Acquire);
        let all = self.read.all.load(Ordering::Acquire);
        !all && answered > 0 && answered == self.read.boards.load(Ordering::Acquire)
    }

    /// Shows a line, if it is time for one.
    fn show(&self, line: impl FnOnce() -> String) {
        if self.kind == Kind::Hidden {
            return;
        }
        let now = self.elapsed().as_millis() as u64;
        let due = self.due.load(Ordering::Relaxed);
        let pause = if self.kind == Kind::Bar { 100 } else { 1000 };
        let mine = |due| {
            self.due
                .compare_exchange(due, now + pause, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        };
        if now < due || !mine(due) {
            return;
        }
        let line = line();
        if self.kind == Kind::Lines {
            return tell(line);
        }
        if self.bar.is_finished() {
            self.bar.reset();
        }
        if self.bar.is_hidden() {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}")
                .expect("the template is well formed");
            self.bar.set_style(style);
            self.bar.set_draw_target(narrow_terminal::stderr());
        }
        self.bar.set_message(line);
        self.bar.tick();
    }

    fn line(&self) -> String {
        let elapsed = self.elapsed();
        let seconds = elapsed.as_secs_f64();
        let nodes = self.nodes.load(Ordering::Relaxed);
        // In this order: no more can be answered by now than have been read a moment later.
        let answered = self.answered.load(Ordering::Acquire);
        let all = self.read.all.load(Ordering::Acquire);
        let mut line = match self.read.boards.load(Ordering::Acquire) {
            0 | 1 => String::new(),
            read => batch(answered, read, all, elapsed) + ", ",
        };
        let bound = self.bound.load(Ordering::Relaxed);
        if bound > 0 {
            line += &match self.best.load(Ordering::Relaxed) {
                0 => format!("at least {bound} moves"),
                best => format!("{bound} to {best} moves"),
            };
            line += &format!("{}, ", self.share(elapsed));
        }
        let rate = nodes as f64 / seconds / 1e6;
        // With the longest numbers that a day brings it still fits 80 columns.
        let nodes = match nodes {
            0..1_000_000 => HumanCount(nodes).to_string(),
            _ => format!("{:.1} M", nodes as f64 / 1e6),
        };
        line + &format!("{nodes} nodes, {rate:.1} M/s, {seconds:.1} s")
    }

    /// How much of the pass is searched and about how long the rest of it will take, if anybody told.
    fn share(&self, elapsed: Duration) -> String {
        let searched = self.searched.load(Ordering::Relaxed);
        let here = searched.saturating_sub(self.found_searched.load(Ordering::Relaxed));
        if here == 0 {
            return String::new();
        }
        let began = Duration::from_millis(self.pass_began.load(Ordering::Relaxed));
        let rest = f64::from(1000_u32.saturating_sub(searched)) / f64::from(here);
        let left = elapsed.saturating_sub(began).mul_f64(rest);
        format!(
            " ({:.1} %, {} left)",
            f64::from(searched) / 10.0,
            HumanDuration(left)
        )
    }
}

/// How far a batch is: `answered` of the boards `read` by now, which may be `all`.
fn batch(answered: u64, read: u64, all: bool, elapsed: Duration) -> String {
    let rate = answered as f64 / elapsed.as_secs_f64();
    if !all {
        return format!("{} boards, {rate:.0} a second", HumanCount(answered));
    }
    const WIDTH: u64 = 20;
    let full = (answered * WIDTH / read) as usize;
    let bar = "█".repeat(full) + &"░".repeat(WIDTH as usize - full);
    let left = match answered {
        0 => String::new(),
        _ => {
            let left = elapsed.mul_f64((read - answered) as f64 / answered as f64);
            format!(", {} left", HumanDuration(left))
        }
    };
    format!(
        "{bar} {}/{} boards, {rate:.0} a second{left}",
        HumanCount(answered),
        HumanCount(read)
    )
}

impl Observer for Progress {
    fn notice(&self, notice: &str) {
        self.say(&format!("slide: {notice}"));
    }

    fn building(&self, name: &str, share: f64) {
        self.show(|| format!("building {name}, {:.0} %", share * 100.0));
    }

    fn detail(&self, detail: &str) {
        if self.verbose {
            self.say(&format!("slide: {detail}"));
        }
    }

    fn bound(&self, bound: u32) {
        self.bound.store(bound, Ordering::Relaxed);
        self.searched.store(0, Ordering::Relaxed);
        self.found_searched.store(UNTOLD, Ordering::Relaxed);
        let now = self.elapsed().as_millis() as u64;
        self.pass_began.store(now, Ordering::Relaxed);
    }

    fn best(&self, length: u32) {
        self.best.store(length, Ordering::Relaxed);
    }

    fn searched(&self, share: f64) {
        let thousandths = (share * 1000.0) as u32;
        self.searched.store(thousandths, Ordering::Relaxed);
        let (told, untold) = (Ordering::Relaxed, UNTOLD);
        // The first to tell of a pass tells what was done before it.
        let _ = self
            .found_searched
            .compare_exchange(untold, thousandths, told, told);
    }

    fn generated(&self, more: u64) {
        self.nodes.fetch_add(more, Ordering::Relaxed);
        if more > 0 {
            self.refresh();
        }
    }
}
