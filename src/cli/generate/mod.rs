//! `slide generate`.

mod args;
mod sheet;

use std::{
    hash::{BuildHasher, RandomState},
    iter,
    ops::ControlFlow,
    sync::{Arc, atomic::Ordering},
    time::Instant,
};

use anyhow::bail;
use slide::{
    Goal, Grid, Problem, Scramble, Size,
    generate::{ByLength, NoBoard, hardest},
    pdb::Cache,
    search::{Limits, Outcome, Stop},
    solver::{Algorithm, Plan, Quality},
};

use super::{
    ANSWERED, INTERRUPTED, OPEN,
    in_order::{in_order, threads},
    input::Tally,
    interrupt::cancel_on_interrupt,
    output::print_bytes,
    progress::Progress,
    tell,
};
pub(super) use args::GenerateArguments;
use args::KindArguments;
use sheet::{Made, Sheet};

/// Boards of up to so many cells are solved in no time, larger ones if they are no further from the goal.
const SOON_SOLVED_CELLS: usize = 16;
const SOON_SOLVED_MOVES: u32 = 60;

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

/// How boards are made of seeds.
enum Kind {
    Solvable,
    Unsolvable,
    Walk(usize),
    ByLength(ByLength),
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
        // Every state has keys of its own.
        let seed = self.arguments.seed;
        let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
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
        let mut sheet = Sheet::new(self.arguments, boards.len() as u64);
        for board in boards {
            sheet.add(board.into());
        }
        sheet.finish().map(|()| ANSWERED)
    }

    fn random(&self) -> anyhow::Result<u8> {
        let KindArguments { moves, length, .. } = &self.arguments.kind;
        let kind = match (moves, length) {
            (Some(moves), _) => Kind::Walk(*moves as usize),
            (_, Some(lengths)) => {
                let (goal, plan, limits) = (self.goal.clone(), self.plan.clone(), self.limits());
                match ByLength::new(
                    goal,
                    lengths.clone(),
                    plan,
                    self.cache.clone(),
                    &limits,
                    &self.progress,
                ) {
                    Ok(source) => Kind::ByLength(source),
                    Err(NoBoard::Longest(longest)) => {
                        bail!(
                            "no {} board needs more than {longest} moves",
                            self.goal.size()
                        )
                    }
                    Err(why) => return self.ended(0, &why),
                }
            }
            _ if self.arguments.kind.unsolvable => Kind::Unsolvable,
            _ => Kind::Solvable,
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
        let sheet = Sheet::new(self.arguments, count);
        if self.is_cheap(&kind) {
            return self.alone(&kind, seeds, sheet);
        }
        self.together(&kind, seeds, sheet)
    }

    /// Refuses lengths that nobody can tell, and says of others beforehand how long they may take, unless there is
    /// a time limit.
    fn warn(&self, kind: &Kind) -> anyhow::Result<()> {
        let size = self.goal.size();
        if self.is_cheap(kind) || size.cells() <= SOON_SOLVED_CELLS || self.deadline.is_some() {
            return Ok(());
        }
        let KindArguments { moves, length, .. } = &self.arguments.kind;
        let far = match (moves, length) {
            (Some(moves), _) => *moves > SOON_SOLVED_MOVES,
            (_, Some(lengths)) => *lengths.end() > SOON_SOLVED_MOVES,
            _ if size.cells() > Quality::MOST_OPTIMAL => bail!(
                "the lengths of random {size} boards are beyond any computer; ask for boards nearer the goal \
                 (--length 30, --moves 40), or let it try for a --time-limit"
            ),
            _ => true,
        };
        if far {
            self.progress.say(&format!(
                "slide: lengths of {size} boards far from the goal may take minutes to days each; --time-limit ends that"
            ));
        }
        Ok(())
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

    /// How many boards there are, where that is known.
    fn available(&self, kind: &Kind) -> Option<u64> {
        match kind {
            Kind::ByLength(source) => source.count(),
            Kind::Walk(_) => None,
            // 20!/2 fits a word, 21!/2 does not.
            Kind::Solvable | Kind::Unsolvable => {
                let cells = self.goal.size().cells() as u64;
                (cells <= 20).then(|| (3..=cells).product())
            }
        }
    }

    /// Whether no board needs a search.
    fn is_cheap(&self, kind: &Kind) -> bool {
        match kind {
            Kind::ByLength(source) => source.count().is_some(),
            _ => !self.arguments.lengths,
        }
    }

    fn make(&self, kind: &Kind, seed: u64) -> Result<Made, NoBoard> {
        let mut random = Scramble::new(seed);
        let board = match kind {
            Kind::ByLength(source) => {
                return source
                    .draw(seed, &self.limits(), &self.progress)
                    .map(Made::from);
            }
            Kind::Solvable => random.solvable(&self.goal),
            Kind::Unsolvable => random.unsolvable(&self.goal),
            Kind::Walk(moves) => random.walk(&self.goal, *moves),
        };
        let length = match self.arguments.lengths {
            true => Some(self.length(&board)?),
            false => None,
        };
        Ok(Made { board, length })
    }

    fn length(&self, board: &Grid) -> Result<u32, NoBoard> {
        let problem = Problem::new(board.clone(), self.goal.clone()).expect("it was made for it");
        let answer = self.plan.solve(&problem, &self.limits(), &self.progress);
        match answer.outcome {
            Outcome::Solved(solution) => Ok(solution.moves.len() as u32),
            Outcome::Unknown { stop, .. } => Err(NoBoard::Stopped(stop)),
            Outcome::Unsolvable => unreachable!("lengths are asked of solvable boards only"),
        }
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
