//! `slide generate`.

mod args;
mod kind;
mod sheet;

use std::{
    iter,
    ops::ControlFlow,
    sync::{Arc, atomic::Ordering},
    time::Instant,
};

use anyhow::bail;
use slide::{
    Goal, Scramble, Size,
    generate::{NoBoard, hardest},
    pdb::Cache,
    search::{Limits, Stop},
    solver::{Algorithm, Plan},
};

use super::{
    ANSWERED, INTERRUPTED, OPEN,
    in_order::{in_order, threads},
    input::Tally,
    interrupt::cancel_on_interrupt,
    output::print_bytes,
    progress::Progress,
    seed::any_seed,
    tell,
};
pub(super) use args::GenerateArguments;
use kind::Kind;
use sheet::Sheet;

pub(super) fn generate(arguments: &GenerateArguments) -> anyhow::Result<u8> {
    let (wish, size) = arguments.target.read()?;
    let size = size.map_or_else(|| Size::square(3), Ok)?;
    let goal = wish.for_size(size);
    if !arguments.format.holds(size) {
        bail!("format {} cannot hold {size} boards", arguments.format);
    }
    let choice = arguments.guide.choice(Algorithm::Auto);
    choice.check()?;
    let tally = Tally::default();
    tally
        .boards
        .store(arguments.count.unwrap_or(1), Ordering::Release);
    tally.all.store(true, Ordering::Release);
    let run = Run {
        arguments,
        plan: Arc::new(Plan::new(size, goal.blank(), &choice)?),
        cache: choice.cache,
        limits: Limits {
            cancel: cancel_on_interrupt()?,
            ..Limits::default()
        },
        deadline: arguments
            .time_limit
            .and_then(|time| Instant::now().checked_add(time)),
        progress: Progress::new(arguments.progress, false, Arc::new(tally)),
        goal,
    };
    let code = if arguments.kind.hardest {
        run.hardest()
    } else {
        run.random()
    };
    run.progress.finish();
    code
}

struct Run<'a> {
    arguments: &'a GenerateArguments,
    goal: Arc<Goal>,
    plan: Arc<Plan>,
    cache: Cache,
    limits: Limits,
    deadline: Option<Instant>,
    progress: Progress,
}

impl Run<'_> {
    /// The limits of what is begun now.
    fn limits(&self) -> Limits {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        Limits {
            time: self.deadline.map(left),
            ..self.limits.clone()
        }
    }

    /// The seed asked for, or one of the system's, in either case told.
    fn seed(&self) -> u64 {
        let seed = self.arguments.seed.unwrap_or_else(any_seed);
        self.progress.say(&format!("slide: seed {seed}"));
        seed
    }

    fn hardest(&self) -> anyhow::Result<u8> {
        let Some(boards) = hardest(&self.goal, &self.limits(), &self.progress) else {
            let size = self.goal.size();
            bail!(
                "nobody knows the hardest {size} boards for the goal {}",
                self.goal
            )
        };
        let mut boards = match boards {
            Ok(boards) => boards,
            Err(why) => return self.ended(0, &why),
        };
        if let Some(count) = self.arguments.count {
            let all = boards.len() as u64;
            if count > all {
                bail!("there are only {all} hardest boards");
            }
            if count < all {
                let mut random = Scramble::new(self.seed());
                let chosen = |_| boards.swap_remove(random.below(boards.len() as u64) as usize);
                boards = (0..count).map(chosen).collect();
            }
        }
        let mut sheet = Sheet::new(self.arguments, boards.len() as u64, true);
        for board in boards {
            sheet.add(board.into());
        }
        sheet.finish().map(|()| ANSWERED)
    }

    fn random(&self) -> anyhow::Result<u8> {
        let kind = match self.kind() {
            Ok(kind) => kind,
            Err(NoBoard::Longest(longest)) => {
                let size = self.goal.size();
                bail!("no {size} board needs more than {longest} moves")
            }
            Err(why) => return self.ended(0, &why),
        };
        let count = self.arguments.count.unwrap_or(1);
        if let Some(all) = self.available(&kind)
            && self.arguments.distinct
            && count > all
        {
            let boards = match all {
                1 => "is only 1 such board".into(),
                _ => format!("are only {all} such boards"),
            };
            bail!("there {boards}");
        }
        self.warn(&kind)?;
        let seeds = Scramble::new(self.seed());
        let cheap = self.is_cheap(&kind);
        let certain = cheap && self.deadline.is_none() && !self.arguments.distinct;
        let sheet = Sheet::new(self.arguments, count, certain);
        if cheap {
            return self.alone(&kind, seeds, sheet);
        }
        self.together(&kind, seeds, sheet)
    }

    /// Makes boards on this thread and prints many at a time.
    fn alone(&self, kind: &Kind, mut seeds: Scramble, mut sheet: Sheet<'_>) -> anyhow::Result<u8> {
        while !sheet.is_full() && !sheet.is_stale() {
            let made = match self.stop() {
                Some(stop) => Err(NoBoard::Stopped(stop)),
                None => self.make(kind, seeds.seed()),
            };
            match made {
                Ok(made) => sheet.add(made),
                Err(why) => return self.short(sheet, &why),
            }
            self.progress.answered();
            if sheet.is_long() {
                self.progress.make_way(|| sheet.print())?;
            }
        }
        self.whole(sheet)
    }

    /// Makes boards on all threads and prints them in the order of their seeds, each as soon as it is there.
    fn together(
        &self,
        kind: &Kind,
        mut seeds: Scramble,
        mut sheet: Sheet<'_>,
    ) -> anyhow::Result<u8> {
        let end = in_order(
            threads(self.arguments.jobs),
            iter::repeat_with(|| seeds.seed()),
            |seed| self.make(kind, seed),
            |made| match made {
                Err(why) => ControlFlow::Break(Ok(Some(why))),
                Ok(made) => {
                    sheet.add(made);
                    self.progress.answered();
                    match self.progress.make_way(|| sheet.print()) {
                        Err(error) => ControlFlow::Break(Err(error)),
                        Ok(()) if sheet.is_full() || sheet.is_stale() => {
                            ControlFlow::Break(Ok(None))
                        }
                        Ok(()) => ControlFlow::Continue(()),
                    }
                }
            },
            // What other threads have begun is not needed.
            || self.limits.cancel.cancel(),
        );
        match end.expect("seeds do not end")? {
            Some(why) => self.short(sheet, &why),
            None => self.whole(sheet),
        }
    }

    /// What ends the run, where no search asks.
    fn stop(&self) -> Option<Stop> {
        if self.limits.cancel.is_cancelled() {
            return Some(Stop::Cancelled);
        }
        let over = |deadline| Instant::now() >= deadline;
        self.deadline.is_some_and(over).then_some(Stop::Time)
    }

    /// Prints what there is and says why there is no more.
    fn short(&self, sheet: Sheet<'_>, why: &NoBoard) -> anyhow::Result<u8> {
        let found = sheet.boards();
        sheet.finish()?;
        self.ended(found, why)
    }

    /// Prints the rest of what was asked for, or of all that there is.
    fn whole(&self, sheet: Sheet<'_>) -> anyhow::Result<u8> {
        let (full, found) = (sheet.is_full(), sheet.boards());
        sheet.finish()?;
        if full {
            return Ok(ANSWERED);
        }
        tell(format_args!(
            "slide: {found} different boards, then {} that had been there before",
            Sheet::REPEATS
        ));
        Ok(OPEN)
    }

    fn ended(&self, found: u64, why: &NoBoard) -> anyhow::Result<u8> {
        if *why == NoBoard::Stopped(Stop::Cancelled) {
            return Ok(INTERRUPTED);
        }
        tell(format_args!("slide: {found} boards found: {why}"));
        Ok(OPEN)
    }
}
