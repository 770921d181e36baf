//! Solutions at once.

use std::time::Duration;

use super::{Request, Solver};
use crate::{
    puzzle::Move,
    search::{Answer, Cancel, Effort, Limits, Outcome, Solution, Watch, construct_within},
};

/// A constructed solution, at once.
pub(super) struct Fast {
    /// Estimates, and solves what is easy.
    pub(super) quick: Box<dyn Solver>,
}

impl Solver for Fast {
    fn solve(&self, request: &Request<'_>) -> Answer {
        let watch = Watch::start(request.limits, request.observer);
        let brief = Effort::ALONE.at_most(1);
        let mut answer = self.quick.solve(&Request {
            effort: brief,
            ..*request
        });
        if let Outcome::Unknown { bound, .. } = answer.outcome {
            let moves = constructed(request, watch.elapsed());
            answer.outcome = Outcome::Solved(Solution { moves, bound });
        }
        answer.stats.elapsed = watch.elapsed();
        answer
    }
}

/// Construction may go on for so long after a limit or an interrupt: enough for boards of up to a hundred cells or so,
/// and far below what is noticed.
const GRACE: Duration = Duration::from_millis(20);

/// A solution at once; what cannot be built in good order before a limit of time, or soon after, is built in the first
/// way that comes.
pub(super) fn constructed(request: &Request<'_>, spent: Duration) -> Vec<Move> {
    let left = request.limits.after(spent);
    let limits = match left.cancel.is_cancelled() {
        true => Limits {
            time: Some(GRACE),
            cancel: Cancel::new(),
            ..left
        },
        false => Limits {
            time: left.time.map(|time| time.max(GRACE)),
            ..left
        },
    };
    let limits = Limits {
        nodes: None,
        ..limits
    };
    construct_within(request.problem, &Watch::start(&limits, &()))
        .expect("solvers are given what can be solved")
}
