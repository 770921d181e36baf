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

    /// What is known, in 75 columns: indicatif is told of three less than a terminal of 80 has, and the spinner
    /// takes two.
    fn line(&self) -> String {
        let elapsed = self.elapsed();
        let seconds = elapsed.as_secs_f64();
        let nodes = self.nodes.load(Ordering::Relaxed);
        let rate = nodes as f64 / seconds / 1e6;
        // In this order: no more can be answered by now than have been read a moment later.
        let answered = self.answered.load(Ordering::Acquire);
        let all = self.read.all.load(Ordering::Acquire);
        let read = self.read.boards.load(Ordering::Acquire);
        let pass = match (
            self.bound.load(Ordering::Relaxed),
            self.best.load(Ordering::Relaxed),
        ) {
            (0, _) => None,
            (bound, 0) => Some(format!("at least {bound} moves")),
            (bound, best) => Some(format!("{bound} to {best} moves")),
        };
        let pass = pass.map(|moves| moves + &self.share(elapsed) + ", ");
        let count = match nodes {
            0..1_000_000 => HumanCount(nodes).to_string(),
            1_000_000..1_000_000_000 => format!("{:.1} M", nodes as f64 / 1e6),
            _ => format!("{:.2} G", nodes as f64 / 1e9),
        };
        match pass {
            None if read > 1 => {
                let done = batch(answered, read, all, elapsed);
                format!("{done}, {rate:.1} M/s")
            }
            Some(pass) if read > 1 => {
                let done = boards(answered, read, all);
                format!("{done}, {pass}{count} nodes")
            }
            pass => {
                let pass = pass.unwrap_or_default();
                let decimals = usize::from(seconds < 1000.0);
                format!("{pass}{count} nodes, {rate:.1} M/s, {seconds:.decimals$} s")
            }
        }
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
            " ({:.1} %, {:#} left)",
            f64::from(searched) / 10.0,
            HumanDuration(left)
        )
    }
}

/// How many boards are `answered` of those `read` by now, which may be `all`.
fn boards(answered: u64, read: u64, all: bool) -> String {
    let of = if all {
        format!("/{}", HumanCount(read))
    } else {
        String::new()
    };
    format!("{}{of} boards", HumanCount(answered))
}

/// How far a batch is, with its speed and, if `all` is read, the time left.
fn batch(answered: u64, read: u64, all: bool, elapsed: Duration) -> String {
    let rate = answered as f64 / elapsed.as_secs_f64();
    let decimals = usize::from(rate < 10.0);
    let done = format!(
        "{}, {rate:.decimals$} a second",
        boards(answered, read, all)
    );
    if !all {
        return done;
    }
    const WIDTH: u64 = 10;
    let full = (answered * WIDTH / read) as usize;
    let bar = "█".repeat(full) + &"░".repeat(WIDTH as usize - full);
    let left = match answered {
        0 => String::new(),
        _ => {
            let left = elapsed.mul_f64((read - answered) as f64 / answered as f64);
            format!(", {:#} left", HumanDuration(left))
        }
    };
    format!("{bar} {done}{left}")
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Progress of a run that has read so many boards.
    fn progress(boards: u64, all: bool) -> Progress {
        let read = Tally::default();
        read.boards.store(boards, Ordering::Relaxed);
        read.all.store(all, Ordering::Relaxed);
        Progress::new(When::Never, false, Arc::new(read))
    }

    #[test]
    fn bounds_share_and_nodes_are_shown_as_they_are_told() {
        let progress = progress(1, true);
        progress.generated(999);
        assert!(progress.line().starts_with("999 nodes, "));
        progress.bound(90);
        assert!(progress.line().starts_with("at least 90 moves, "));
        progress.best(96);
        assert!(progress.line().starts_with("90 to 96 moves, "));
        progress.searched(0.25);
        // What was done when the pass began says nothing of the time that the rest will take.
        assert!(progress.line().starts_with("90 to 96 moves, "));
        progress.searched(0.5);
        let line = progress.line();
        assert!(line.starts_with("90 to 96 moves (50.0 %, "), "{line}");
        assert!(line.contains(" left), "), "{line}");
        // Beams between two passes tell that no share is known.
        progress.searched(0.0);
        assert!(progress.line().starts_with("90 to 96 moves, "));
        progress.bound(92);
        progress.searched(0.0);
        progress.searched(0.004);
        assert!(progress.line().starts_with("92 to 96 moves (0.4 %, "));
        // The next board begins with nothing.
        progress.answered();
        assert!(!progress.line().contains("moves"));
    }

    /// Nearly done with the largest of boards, after a day of the fastest engine.
    fn long(boards: u64, all: bool) -> Progress {
        let progress = Progress {
            started: Instant::now() - Duration::from_secs(99_999),
            ..progress(boards, all)
        };
        progress.bound(100);
        progress.pass_began.store(0, Ordering::Relaxed);
        progress.best(114);
        progress.searched(0.0);
        progress.searched(0.967);
        progress.generated(999_990_000_000);
        progress
    }

    #[test]
    fn the_longest_lines_fit_the_terminal() {
        let moves = "100 to 114 moves (96.7 %, 57m left)";
        for (boards, all, parts) in [
            (1, true, [moves, "999.99 G nodes, ", "99999 s"]),
            (
                9_999,
                true,
                ["9,998/9,999 boards, ", moves, "999.99 G nodes"],
            ),
            (9_999, false, ["9,998 boards, ", moves, "999.99 G nodes"]),
        ] {
            let long = long(boards, all);
            long.answered.store(boards - 1, Ordering::Relaxed);
            let line = long.line();
            for part in parts {
                assert!(line.contains(part), "{line}");
            }
            assert!(line.chars().count() <= 75, "{line}");
        }
        let million = long(1_000_000, true);
        million.answered.store(999_989, Ordering::Relaxed);
        million.answered();
        let line = million.line();
        assert!(line.starts_with("█████████░ 999,990/1,000,000 boards, 10.0 a second, "));
        assert!(line.chars().count() <= 75, "{line}");
    }

    #[test]
    fn a_batch_shows_how_many_boards_are_answered_and_left() {
        let progress = progress(1_000, true);
        for _ in 0..250 {
            progress.answered();
        }
        let line = progress.line();
        assert!(line.starts_with("██░░░░░░░░ 250/1,000 boards, "), "{line}");
        assert!(line.contains(" a second, "), "{line}");
        assert!(line.contains(" left, "), "{line}");
    }
}
