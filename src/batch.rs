//! Many problems on all threads, answered in the order they came in.

use std::{sync::Arc, time::Duration};

use rayon::prelude::*;

use crate::{
    puzzle::Problem,
    search::{Answer, Effort, Limits, Observer, Outcome, Stop},
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
pub struct Batch<'a> {
    /// The limits of each problem; time spent waiting for another one does not count.
    pub limits: &'a Limits,
    /// Hears of every problem's progress.
    pub observer: &'a dyn Observer,
}

impl Batch<'_> {
    /// Solves the problems on the current rayon pool and gives each answer to `emit`, in order, with the
    /// index of its job and whether the next answer is ready.
    ///
    /// First every problem is tried briefly, one a thread. What is then left is hard; those are solved one
    /// after another, each by all threads, when their turn to be printed comes. So neither many easy
    /// boards nor one hard board leaves a thread idle, and the answers, their node counts included, do not
    /// depend on the number of threads. With a limit on nodes each problem stays on one thread, since what
    /// many threads have generated when the limit is reached depends on chance.
    ///
    /// After a cancel, problems not begun get no answer.
    ///
    /// # Errors
    /// The first error of `emit`; no further answer is given.
    pub fn solve<E: Send>(
        &self,
        jobs: &[Job],
        mut emit: impl FnMut(usize, Answer, bool) -> Result<(), E>,
    ) -> Result<(), E> {
        let tried: Vec<Answer> = jobs.par_iter().map(|job| self.attempt(job)).collect();
        let cancelled = |answer: &Answer| {
            matches!(
                answer.outcome,
                Outcome::Unknown {
                    stop: Stop::Cancelled,
                    ..
                }
            ) && answer.stats.generated == 0
        };
        let begun = tried
            .iter()
            .rposition(|answer| !cancelled(answer))
            .map_or(0, |last| last + 1);
        let is_ready = |answer: &Answer| {
            !matches!(
                answer.outcome,
                Outcome::Unknown {
                    stop: Stop::Large,
                    ..
                }
            )
        };
        let ready: Vec<bool> = tried.iter().map(is_ready).collect();
        for (index, (job, answer)) in jobs.iter().zip(tried).take(begun).enumerate() {
            let next = ready.get(index + 1).copied().unwrap_or(false);
            match answer.outcome {
                Outcome::Unknown {
                    stop: Stop::Large,
                    bound,
                } => emit(index, self.go_on(job, bound, &answer), next)?,
                _ => emit(index, answer, next)?,
            }
        }
        Ok(())
    }

    fn attempt(&self, job: &Job) -> Answer {
        let brief = job.plan.shares() && self.limits.nodes.is_none();
        let effort = if brief { Effort::BRIEF } else { Effort::ALONE };
        job.plan
            .solve_as(&self.request(job, self.limits, 0, effort))
    }

    /// Takes up a search where a brief one left it.
    fn go_on(&self, job: &Job, proven: u32, brief: &Answer) -> Answer {
        let spent = |time: Duration| time.saturating_sub(brief.stats.elapsed);
        let limits = Limits {
            time: self.limits.time.map(spent),
            ..self.limits.clone()
        };
        let mut answer = job
            .plan
            .solve_as(&self.request(job, &limits, proven, Effort::TOGETHER));
        answer.stats += brief.stats;
        answer.estimate = brief.estimate;
        answer
    }

    fn request<'b>(
        &'b self,
        job: &'b Job,
        limits: &'b Limits,
        proven: u32,
        effort: Effort,
    ) -> Request<'b> {
        Request {
            problem: &job.problem,
            limits,
            observer: self.observer,
            proven,
            effort,
        }
    }
}
