//! How long a process takes by its own doing.
//!
//! A machine that others use too may leave a process waiting for a processor for longer than any law allows; Linux
//! counts that wait for each thread. What is left of the time on the wall is spent toiling, sleeping, or waiting for
//! what the process could have done without.

use std::{
    collections::HashMap,
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use super::common::signal;

/// Watches a process that is not waited for as yet.
pub struct Stopwatch {
    process: u32,
    started: Instant,
    /// Its processor time when the watch was started.
    spent: Duration,
    /// How long each thread had waited for a processor when it was first seen, and when it was last.
    waited: HashMap<String, (Duration, Duration)>,
}

/// What a watch has measured.
pub struct Measured {
    /// On the wall.
    pub wall: Duration,
    /// By the process's own doing.
    pub own: Duration,
}

impl Stopwatch {
    /// How often it looks.
    const TICK: Duration = Duration::from_millis(2);
    /// A process that takes longer is ended.
    const PATIENCE: Duration = Duration::from_secs(60);

    pub fn start(process: u32) -> Stopwatch {
        let mut watch = Stopwatch {
            process,
            started: Instant::now(),
            spent: spent_by(process),
            waited: HashMap::new(),
        };
        watch.look();
        // What a thread had waited before does not count; what one waits that is started later does.
        for (begun, last) in watch.waited.values_mut() {
            *begun = *last;
        }
        watch
    }

    fn look(&mut self) {
        let threads = fs::read_dir(format!("/proc/{}/task", self.process));
        for thread in threads.into_iter().flatten().flatten() {
            let path = thread.path();
            if let Some(waited) = waited(&path.join("schedstat")) {
                let name = path.to_string_lossy().into_owned();
                self.waited.entry(name).or_default().1 = waited;
            }
        }
    }

    /// Watches until the process has ended, which is still to be waited for.
    pub fn until_end(mut self) -> Measured {
        // When it was last seen alive: we may have to wait for a processor too.
        let mut wall = Duration::ZERO;
        while is_alive(self.process) {
            wall = self.started.elapsed();
            if wall > Stopwatch::PATIENCE {
                signal(self.process, "-KILL");
            }
            self.look();
            thread::sleep(Stopwatch::TICK);
        }
        self.look();
        let waited = self.waited.values().map(|(begun, last)| *last - *begun);
        // Threads that toil wait each for itself, and together for longer than the time there was.
        let toiled = spent_by(self.process).saturating_sub(self.spent).min(wall);
        Measured {
            wall,
            own: wall.saturating_sub(waited.sum()).max(toiled),
        }
    }
}

/// Whether a process has not ended.
fn is_alive(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = stat
        .rsplit(") ")
        .next()
        .and_then(|rest| rest.chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}

/// How long a thread has waited for a processor.
fn waited(schedstat: &Path) -> Option<Duration> {
    let text = fs::read_to_string(schedstat).ok()?;
    let nanoseconds = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// The processor time of a process until now.
pub fn spent_by(process: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let rest = stat.rsplit(") ").next().unwrap_or_default();
    let fields = [11, 12].map(|field| rest.split(' ').nth(field)?.parse::<u64>().ok());
    // Linux counts in hundredths of a second here.
    Duration::from_millis(10 * fields.into_iter().flatten().sum::<u64>())
}
