//! `slide solve`.

mod args;
mod wish;

use std::{
    io,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use rayon::{ThreadPool, ThreadPoolBuilder};
use slide::{
    Grid, Size,
    batch::{Batch, Job},
    format::Fault,
    report::{AllShortest, Record, Summary, Verdict},
    search::{Checkpoint, Effort, Known, Limits, Outcome, ShortestPaths},
    solver::Request,
};

use super::{
    ANSWERED, FAULT, INTERRUPTED, OPEN,
    in_order::threads,
    input::{Input, Item, Tally},
    interrupt::cancel_on_interrupt,
    output::Printer,
    paths::Paths,
    pieces,
    progress::Progress,
    sources::Sources,
    targets::Targets,
    tell,
    words::why,
};
pub(super) use args::{Output, SolveArguments};
use wish::Wish;

/// Solves what the arguments name and gives the exit code.
pub(super) fn solve(arguments: Box<SolveArguments>) -> anyhow::Result<u8> {
    let mut sources = Sources::default();
    if pieces::begin(&arguments.files, &mut sources) {
        return pieces::search(&arguments, sources);
    }
    let wish = Wish::read(&arguments)?;
    let limits = Limits {
        time: arguments.time_limit,
        nodes: arguments.node_limit,
        memory: Some(arguments.memory_limit.as_u64()),
        cancel: cancel_on_interrupt()?,
    };
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads(arguments.jobs))
        .build()
        .context("cannot start threads")?;
    let tally = Arc::new(Tally::default());
    let progress = Progress::new(arguments.progress, arguments.verbose, tally.clone());
    let mut run = Run {
        pool: &pool,
        input: Input::open(&arguments.files, sources, wish.reading, tally),
        output: Printer::new(wish.style, wish.spelling),
        targets: Targets::new(wish.goal, wish.choice),
        paths: wish.paths,
        limits,
        progress: &progress,
        summary: Summary::default(),
        code: ANSWERED,
        interrupted: None,
        explained: 0,
        verbose: arguments.verbose,
        stats: arguments.stats,
        best_effort: arguments.best_effort,
    };
    let end = match &arguments.checkpoint {
        Some(checkpoint) => run.only(checkpoint, arguments.checkpoint_every),
        None => run.all(),
    };
    progress.finish();
    end?;
    run.epilogue();
    Ok(if run.limits.cancel.is_cancelled() {
        INTERRUPTED
    } else {
        run.code
    })
}

/// A piece of the input on its way to the output.
struct Row {
    file: usize,
    line: u64,
    id: Option<Box<str>>,
    size: Option<Size>,
    what: What,
}

enum What {
    /// The next job of the chunk.
    Job,
    /// No board: the file ends here.
    Unread(io::Error),
    Invalid(Fault),
    Refused(String),
}

struct Run<'a> {
    pool: &'a ThreadPool,
    input: Input,
    output: Printer,
    targets: Targets,
    paths: Paths,
    limits: Limits,
    progress: &'a Progress,
    summary: Summary,
    code: u8,
    /// When the first answer after an interrupt was ready.
    interrupted: Option<Instant>,
    /// Unsolvable boards that stderr has explained.
    explained: u64,
    verbose: bool,
    /// Whether a summary is wanted.
    stats: bool,
    best_effort: bool,
}

/// Unsolvable boards explained on stderr unless all are asked for.
const EXPLANATIONS: u64 = 5;

/// What is solved when an interrupt comes is printed, as far as that takes no longer than this: a path of a 16×16 board, each
/// board of it drawn, has four megabytes.
const GRACE: Duration = Duration::from_millis(50);

/// Boards are solved in chunks of what has been read, small enough to be answered in about this time.
const CHUNK_TIME: Duration = Duration::from_millis(100);
const LARGEST_CHUNK: usize = 8192;

impl Run<'_> {
    fn all(&mut self) -> anyhow::Result<()> {
        // Each thread has one, and few that an interrupt finds solved are not printed.
        let least = self.pool.current_num_threads().max(8);
        let mut most = least;
        loop {
            let items = self.input.take(most, &self.limits.cancel);
            if items.is_empty() || self.limits.cancel.is_cancelled() {
                return Ok(());
            }
            let started = Instant::now();
            self.chunk(items)?;
            most = match started.elapsed() {
                short if short < CHUNK_TIME / 2 => (most * 2).min(LARGEST_CHUNK),
                long if long > CHUNK_TIME * 2 => (most / 2).max(least),
                _ => most,
            };
        }
    }

    fn chunk(&mut self, items: Vec<Item>) -> anyhow::Result<()> {
        let mut jobs = Vec::with_capacity(items.len());
        let rows: Vec<Row> = items
            .into_iter()
            .map(|item| self.row(item, &mut jobs))
            .collect();
        let mut rows = rows.iter();
        let limits = self.limits.clone();
        let batch = Batch {
            pool: self.pool,
            limits: &limits,
            observer: self.progress,
        };
        batch.solve(&jobs, |index, mut answer, ready| {
            if let Some(row) = self.up_to_job(&mut rows)? {
                let problem = &jobs[index].problem;
                let paths = self
                    .paths
                    .extend(problem, &mut answer, &limits, self.progress);
                self.emit(row, Verdict::Answered(problem, &answer), paths.as_ref())?;
            }
            if ready { Ok(()) } else { self.flush() }
        })?;
        // No further than the first job that an interrupt left out.
        self.up_to_job(&mut rows)?;
        self.flush()
    }

    /// Solves the only board of the input, with a checkpoint.
    fn only(&mut self, path: &Path, every: Duration) -> anyhow::Result<()> {
        let mut items = Vec::new();
        loop {
            let more = self.input.take(2, &self.limits.cancel);
            if more.is_empty() {
                break;
            }
            items.extend(more);
            ensure!(
                items.len() == 1,
                "--checkpoint is for one board, and the input has more"
            );
        }
        let mut jobs = Vec::new();
        let rows: Vec<Row> = items
            .into_iter()
            .map(|item| self.row(item, &mut jobs))
            .collect();
        if let Some(row) = self.up_to_job(&mut rows.iter())?
            && !self.limits.cancel.is_cancelled()
        {
            let Job { problem, plan } = &jobs[0];
            let checkpoint = Checkpoint::open(path, problem, every)
                .with_context(|| path.display().to_string())?;
            let together = self.limits.nodes.is_none();
            let request = Request {
                problem,
                limits: &self.limits,
                observer: self.progress,
                known: Known {
                    checkpoint: Some(&checkpoint),
                    ..Known::default()
                },
                effort: Effort {
                    together,
                    ..Effort::ALONE
                },
            };
            let mut answer = self.pool.install(|| plan.solve_as(&request));
            let paths = self
                .paths
                .extend(problem, &mut answer, &self.limits, self.progress);
            self.emit(row, Verdict::Answered(problem, &answer), paths.as_ref())?;
        }
        self.flush()
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        self.progress.make_way(|| self.output.flush())
    }

    /// Makes an item a row, and a board a job.
    fn row(&mut self, item: Item, jobs: &mut Vec<Job>) -> Row {
        let mut row = Row {
            file: item.file,
            line: 0,
            id: None,
            size: None,
            what: What::Job,
        };
        match item.read {
            Err(error) => row.what = What::Unread(error),
            Ok(entry) => {
                (row.line, row.id) = (entry.line, entry.id);
                row.size = entry.board.as_ref().ok().map(Grid::size);
                row.what = match entry.board {
                    Err(fault) => What::Invalid(fault),
                    Ok(grid) => match self.targets.job(grid, self.progress) {
                        Ok(job) => {
                            jobs.push(job);
                            What::Job
                        }
                        Err(why) => What::Refused(why),
                    },
                };
            }
        }
        row
    }

    /// Complains of the rows that nothing is to be searched for, up to the next one with a job, which it
    /// gives.
    fn up_to_job<'r>(
        &mut self,
        rows: &mut impl Iterator<Item = &'r Row>,
    ) -> anyhow::Result<Option<&'r Row>> {
        for row in rows {
            let name = self.input.name(row.file);
            let complain = |text: String| self.progress.say(&text);
            match &row.what {
                What::Job => return Ok(Some(row)),
                What::Unread(error) => complain(format!("slide: {name}: {error}")),
                What::Invalid(fault) => {
                    complain(format!("{name}:{}:{}: {fault}", fault.line, fault.column));
                    self.emit(row, Verdict::Invalid(&fault.to_string()), None)?;
                }
                What::Refused(why) => {
                    complain(format!("{name}:{}: {why}", row.line));
                    self.emit(row, Verdict::Refused(why), None)?;
                }
            }
            self.code = FAULT;
        }
        Ok(None)
    }

    fn emit(
        &mut self,
        row: &Row,
        verdict: Verdict<'_>,
        paths: Option<&ShortestPaths>,
    ) -> anyhow::Result<()> {
        if self.limits.cancel.is_cancelled() {
            let since = self.interrupted.get_or_insert_with(Instant::now);
            // Of solutions listed the number would stand before none of them.
            if since.elapsed() > GRACE || paths.is_some() && self.paths.listed {
                return Ok(());
            }
        }
        let file = self.input.name(row.file);
        if let Verdict::Answered(problem, answer) = verdict {
            if matches!(answer.outcome, Outcome::Unknown { .. }) {
                self.code = self.code.max(OPEN);
            }
            if let Outcome::Solved(solution) = &answer.outcome {
                if (self.verbose || self.stats) && !solution.is_optimal() {
                    let (length, bound) = (solution.moves.len(), solution.bound);
                    self.progress.say(&format!(
                        "{file}:{}: {length} moves; at least {bound} are needed",
                        row.line
                    ));
                }
            } else {
                // A solution that need not be the shortest never stands there without a word.
                let shown = self.best_effort && answer.outcome.best().is_some();
                self.explained += u64::from(!shown);
                if shown || self.verbose || self.explained <= EXPLANATIONS {
                    self.progress
                        .say(&format!("{file}:{}: {}", row.line, why(problem, answer)));
                }
            }
        }
        self.summary.add(&verdict);
        let index = self.summary.boards;
        let record = Record {
            index,
            file,
            line: row.line,
            id: row.id.as_deref(),
            size: row.size,
            verdict,
            all: paths.map(|paths| AllShortest {
                paths,
                listed: self.paths.listed,
                cancel: &self.limits.cancel,
            }),
            best_effort: self.best_effort,
        };
        self.progress.make_way(|| self.output.write(&record))?;
        self.progress.answered();
        Ok(())
    }

    fn epilogue(&self) {
        if !self.verbose && self.explained > EXPLANATIONS {
            tell(format_args!(
                "slide: {} more boards without a solution (--verbose lists them)",
                self.explained - EXPLANATIONS
            ));
        }
        if self.stats {
            tell(self.summary.lines(self.progress.elapsed()));
        }
    }
}
