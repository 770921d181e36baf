//! Many problems on all threads, answered in the order they came in.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
    mpsc::{Sender, channel},
};

use rayon::ThreadPool;

use crate::{
    puzzle::Problem,
    search::{Answer, Effort, Known, Limits, Observer, Outcome, SideBySide, Stats, Stop},
    solver::{Plan, Request},
};

/// A problem with the plan that is to solve it.
pub struct Job {
    /// What to solve.
    pub problem: Problem,
    /// How; of the problem's size and goal.
    pub plan: Arc<Plan>,
}

/// What each problem of a batch may use, and whom to tell.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, NamedGoal, Problem, Scramble, Size};
/// use slide::{batch::{Batch, Job}, search::{Limits, Outcome}, solver::Plan};
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
/// let plan = Arc::new(Plan::auto(goal.size(), goal.blank()));
/// let mut scramble = Scramble::new(1);
/// let job = |_| Job {
///     problem: Problem::new(scramble.solvable(&goal), goal.clone()).expect("they are of one size"),
///     plan: plan.clone(),
/// };
/// let jobs: Vec<Job> = (0..100).map(job).collect();
/// let pool = rayon::ThreadPoolBuilder::new().build()?;
/// let batch = Batch { pool: &pool, limits: &Limits::default(), observer: &() };
/// let mut solved = 0;
/// batch.solve(&jobs, |index, answer, _ready| {
///     assert_eq!(index, solved);
///     solved += usize::from(matches!(answer.outcome, Outcome::Solved(_)));
///     Ok::<(), std::convert::Infallible>(())
/// })?;
/// assert_eq!(solved, 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Batch<'a> {
    /// The threads that solve.
    pub pool: &'a ThreadPool,
    /// The limits of each problem; time spent waiting for another one does not count.
    pub limits: &'a Limits,
    /// Hears of every problem's nodes and tables, and of bounds and solutions as long as a single problem is being
    /// solved: of several at a time it could not tell whose they are.
    pub observer: &'a dyn Observer,
}

/// How far an answer is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It is to be given out.
    Ready,
    /// The problem is hard and goes on later.
    Hard,
    /// A cancel came before the problem was begun.
    Unbegun,
}

impl State {
    fn of(answer: &Answer) -> State {
        match answer.outcome {
            Outcome::Unknown {
                stop: Stop::Large, ..
            } => State::Hard,
            Outcome::Unknown {
                stop: Stop::Cancelled,
                ..
            } if answer.stats.generated == 0 => State::Unbegun,
            _ => State::Ready,
        }
    }
}

impl Batch<'_> {
    /// Solves the problems and gives each answer to `emit`, in order and as soon as those before it are
    /// given, with the index of its job and whether the next answer is ready.
    ///
    /// First every problem is tried briefly, one a thread. What is then left is hard; those are solved one
    /// after another, each by all threads, when their turn to be printed comes. So neither many easy
    /// boards nor one hard board leaves a thread idle, and the answers, their node counts included, do not
    /// depend on the number of threads. With a limit on nodes each problem stays on one thread, since what
    /// many threads have generated when the limit is reached depends on chance.
    ///
    /// After a cancel, problems not begun get no answer, and those left hard none but the bound proven briefly. To be
    /// called from a thread outside the pool.
    ///
    /// # Errors
    /// The first error of `emit`; no further answer is given, and what still runs is cancelled through the
    /// limits' switch.
    pub fn solve<E>(
        &self,
        jobs: &[Job],
        mut emit: impl FnMut(usize, Answer, bool) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut tried: Vec<Option<Answer>> = jobs.iter().map(|_| None).collect();
        let state =
            |tried: &[Option<Answer>], index: usize| tried.get(index)?.as_ref().map(State::of);
        let mut given = 0;
        self.pool.in_place_scope(|scope| {
            let (sender, answers) = channel();
            let next = Arc::new(AtomicUsize::new(0));
            for _ in 0..self.pool.current_num_threads().min(jobs.len()) {
                let (sender, next) = (sender.clone(), next.clone());
                scope.spawn(move |_| self.attempts(jobs, &next, &sender));
            }
            drop(sender);
            for (first, share) in answers {
                for (place, answer) in tried[first..].iter_mut().zip(share) {
                    *place = Some(answer);
                }
                while state(&tried, given) == Some(State::Ready) {
                    let ready = state(&tried, given + 1) == Some(State::Ready);
                    if let Some(answer) = tried[given].take()
                        && let Err(error) = emit(given, answer, ready)
                    {
                        self.limits.cancel.cancel();
                        return Err(error);
                    }
                    given += 1;
                }
            }
            Ok(())
        })?;
        let begun =
            (0..jobs.len()).rfind(|&i| state(&tried, i).is_some_and(|s| s != State::Unbegun));
        for index in given..begun.map_or(given, |last| last + 1) {
            let Some(mut answer) = tried[index].take() else {
                continue;
            };
            if let Outcome::Unknown {
                stop: stop @ Stop::Large,
                bound,
                ..
            } = &mut answer.outcome
            {
                if self.limits.cancel.is_cancelled() {
                    *stop = Stop::Cancelled;
                } else {
                    let bound = *bound;
                    let go_on = || self.go_on(&jobs[index], bound, &answer);
                    answer = self.pool.install(go_on);
                }
            }
            emit(
                index,
                answer,
                state(&tried, index + 1) == Some(State::Ready),
            )?;
        }
        Ok(())
    }

    /// Tries problems until none is left, a few at a time: tiny ones must not be slowed by the telling.
    fn attempts(&self, jobs: &[Job], next: &AtomicUsize, answers: &Sender<(usize, Vec<Answer>)>) {
        let share = (jobs.len() / (64 * self.pool.current_num_threads())).clamp(1, 64);
        let side_by_side = SideBySide(self.observer);
        let observer = match jobs.len() {
            1 => self.observer,
            _ => &side_by_side,
        };
        loop {
            let first = next.fetch_add(share, Ordering::Relaxed);
            if first >= jobs.len() {
                return;
            }
            let share = jobs[first..].iter().take(share);
            let tried = share.map(|job| self.attempt(job, observer)).collect();
            // Nobody listens any more after an error of `emit`.
            if answers.send((first, tried)).is_err() {
                return;
            }
        }
    }

    fn attempt(&self, job: &Job, observer: &dyn Observer) -> Answer {
        if self.limits.cancel.is_cancelled() {
            // Not even the engines that answer at once are asked: a thousand answers take their time.
            return Answer {
                outcome: Outcome::open(0, Stop::Cancelled),
                estimate: 0,
                stats: Stats::default(),
            };
        }
        let brief = job.plan.shares() && self.limits.nodes.is_none();
        let effort = if brief { Effort::BRIEF } else { Effort::ALONE };
        job.plan
            .solve_as(&self.request(job, self.limits, observer, 0, effort))
    }

    /// Takes up a search where a brief one left it.
    fn go_on(&self, job: &Job, proven: u32, brief: &Answer) -> Answer {
        let limits = self.limits.after(brief.stats.elapsed);
        let mut answer =
            job.plan
                .solve_as(&self.request(job, &limits, self.observer, proven, Effort::TOGETHER));
        answer.stats += brief.stats;
        answer.estimate = brief.estimate;
        answer
    }

    fn request<'b>(
        &'b self,
        job: &'b Job,
        limits: &'b Limits,
        observer: &'b dyn Observer,
        proven: u32,
        effort: Effort,
    ) -> Request<'b> {
        Request {
            problem: &job.problem,
            limits,
            observer,
            known: Known::proven(proven),
            effort,
        }
    }
}
