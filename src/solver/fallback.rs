//! Boards that are mostly solved optimally within the limits, with a good solution for those that are not.

use std::time::{Duration, Instant};

use super::{Request, Solver, fast::constructed, scouts::shorter};
use crate::{
    puzzle::Move,
    search::{
        Answer, Checkpoint, Effort, Incumbent, Known, Limits, Outcome, Stats, Stop, Watch, shorten,
    },
};

/// What is solved before a pass after one of as many nodes needs nothing to fall back on: it takes about as long as
/// construction.
const EASY: u64 = (1 << 12) - 1;
/// This part of the limits is kept for making the solution shorter that is at hand.
const KEPT: u32 = 8;
/// Nodes for that before the search; the rest is left until the search has failed.
const BEFORE: u64 = 1 << 18;

/// Solves with an optimal engine, which is given a constructed solution unless the board is easy.
///
/// If a limit ends the search, the solution it knows is made shorter in the time that was kept. Each part of a limit of
/// nodes depends on the limit alone and grows with it, so more nodes never give a longer solution.
pub(super) fn optimal_or_good(engine: &dyn Solver, request: &Request<'_>) -> Answer {
    let started = Instant::now();
    let mut proven = request.known.proven;
    let (mut stats, mut estimate) = (Stats::default(), None);
    // What goes on from an earlier search is not easy.
    if proven == 0 && request.known.checkpoint.is_none() {
        let answer = engine.solve(&Request {
            effort: Effort::ALONE.at_most(EASY),
            ..*request
        });
        match answer.outcome {
            Outcome::Unknown {
                bound,
                stop: Stop::Large,
                ..
            } if request.effort.give_up > EASY => proven = bound,
            _ => return answer,
        }
        (stats, estimate) = (answer.stats, Some(answer.estimate));
    }
    let easy = stats.generated;
    let limits = request.limits;
    let kept = Limits {
        time: limits.time.map(|time| time / KEPT),
        nodes: limits.nodes.map(|nodes| nodes / u64::from(KEPT)),
        ..limits.clone()
    };
    let before = kept.nodes.unwrap_or(u64::MAX).min(BEFORE);
    let mut best = constructed(request, started.elapsed());
    // A search that may give way to another is to do so soon.
    if request.effort.give_up == u64::MAX {
        best = shortened(request, best, (&kept, before), &mut stats);
    }
    request.observer.best(best.len() as u32);
    let written = request.known.checkpoint.and_then(Checkpoint::best);
    let incumbent = Incumbent::new(shorter(written, Some(best)), None);
    let left = |limit: Duration, kept| limit.saturating_sub(kept).saturating_sub(started.elapsed());
    let mut answer = engine.solve(&Request {
        limits: &Limits {
            time: limits
                .time
                .zip(kept.time)
                .map(|(all, kept)| left(all, kept)),
            nodes: limits
                .nodes
                .zip(kept.nodes)
                .map(|(all, kept)| (all - kept).saturating_sub(easy)),
            ..limits.clone()
        },
        known: Known {
            proven,
            incumbent: request.known.incumbent.or(Some(&incumbent)),
            ..request.known
        },
        ..*request
    });
    if let Outcome::Unknown {
        stop,
        best: Some(best),
        ..
    } = &mut answer.outcome
        && *stop != Stop::Large
    {
        let kept = Limits {
            time: limits.after(started.elapsed()).time,
            ..kept
        };
        let after = kept.nodes.map_or(u64::MAX, |nodes| nodes - before);
        *best = shortened(request, std::mem::take(best), (&kept, after), &mut stats);
    }
    answer.stats += stats;
    answer.stats.elapsed = started.elapsed();
    answer.estimate = estimate.unwrap_or(answer.estimate);
    answer
}

/// A path made shorter within limits of time and nodes.
fn shortened(
    request: &Request<'_>,
    moves: Vec<Move>,
    (limits, nodes): (&Limits, u64),
    stats: &mut Stats,
) -> Vec<Move> {
    let limits = Limits {
        nodes: Some(nodes),
        ..limits.clone()
    };
    let watch = Watch::start(&limits, request.observer);
    if watch.check(0).is_err() {
        return moves;
    }
    let moves = shorten(request.problem, &moves, &watch);
    stats.generated += watch.generated();
    moves
}
