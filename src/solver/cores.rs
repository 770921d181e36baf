//! Boards larger than any ranking: all but a core is built, and beams solve the core.

use rayon::prelude::*;

use crate::{
    puzzle::{Move, Problem},
    ranking::{PairTable, Steps, View},
    search::{Limits, Reduction, Watch, reduce, widening_beam},
};

/// The ways to build all but a core of one problem, from the start and from the goal.
pub(super) struct Cores<'a> {
    problem: &'a Problem,
    reversed: Problem,
    /// That of the core.
    side: usize,
    steps: &'a Steps,
}

/// A way to build all but a core.
struct Built {
    reduction: Reduction,
    /// Whether it leads from the goal to the start.
    reversed: bool,
    /// About how long the solution will be, in units of [`PairTable::MOVE`].
    length: i64,
}

impl<'a> Cores<'a> {
    /// The width of the first beams.
    pub(super) const FIRST_WIDTH: usize = 1 << 6;
    /// From some hundreds on, width gains less than chance gives and takes.
    pub(super) const WIDEST: usize = 1 << 16;
    /// So many of the most promising ways to build are finished.
    const FINISHED: usize = 4;
    /// Windows get this part of a round's time.
    pub(super) const WINDOWS: f64 = 0.3;
    /// How much longer than a round the next one may take.
    pub(super) const DEARER: f64 = 1.35;

    pub(super) fn new(problem: &'a Problem, side: usize, steps: &'a Steps) -> Cores<'a> {
        Cores {
            problem,
            reversed: problem.reversed(),
            side,
            steps,
        }
    }

    /// The width of the round after one: many rounds gain more than wide ones.
    pub(super) fn wider(width: usize) -> usize {
        width + width / 4
    }

    /// A round: a solution of fewer than `below` moves, if one is found before a limit is reached.
    ///
    /// Parts that a limit cuts off are of no account, so that more nodes never give less. Each has its part of the nodes
    /// that are left, whatever the others do: any number of threads gives the same solution.
    pub(super) fn solve(&self, width: usize, below: usize, watch: &Watch<'_>) -> Option<Vec<Move>> {
        let part = watch.rest(2);
        let (forward, backward) = rayon::join(
            || self.built(false, width, &part),
            || self.built(true, width, &part),
        );
        watch.note(forward.1 + backward.1);
        let mut built = forward.0;
        built.extend(backward.0);
        built.sort_by_key(|built| built.length);
        built.truncate(Self::FINISHED);
        let part = watch.rest(built.len().max(1) as u64);
        let finish = |built: Built| self.finished(built, width, below, &part);
        let finished: Vec<_> = built.into_par_iter().map(finish).collect();
        watch.note(finished.iter().map(|(_, nodes)| nodes).sum());
        let solutions = finished.into_iter().filter_map(|(moves, _)| moves);
        solutions.min_by_key(Vec::len)
    }

    /// The ways to build that one beam finds, and the nodes it took; none if it was cut off.
    fn built(&self, reversed: bool, width: usize, limits: &Limits) -> (Vec<Built>, u64) {
        let problem = match reversed {
            true => &self.reversed,
            false => self.problem,
        };
        let watch = Watch::start(limits, &());
        let reductions = reduce(problem, self.side, width, &watch);
        if watch.check(0).is_err() {
            return (Vec::new(), watch.generated());
        }
        let view = View::new(reductions[0].core.size(), reductions[0].core.goal().blank());
        let built = |reduction: Reduction| {
            let moves = reduction.moves.len() as i64;
            let core = self.steps.value(&view.board(reduction.core.tiles()));
            Built {
                length: i64::from(PairTable::MOVE) * moves + i64::from(core),
                reduction,
                reversed,
            }
        };
        let built = reductions.into_iter().map(built).collect();
        (built, watch.generated())
    }

    /// The solution that beams over the core come to, if it has fewer than `below` moves, and their nodes.
    fn finished(
        &self,
        built: Built,
        width: usize,
        below: usize,
        limits: &Limits,
    ) -> (Option<Vec<Move>>, u64) {
        let Reduction { mut moves, core } = built.reduction;
        let watch = Watch::start(limits, &());
        let below = below.saturating_sub(moves.len()) as u32;
        let end = widening_beam(
            &core,
            self.steps,
            width..=width,
            Some(below),
            &watch,
            &mut |_, _| {},
        );
        let solution = end.moves.map(|rest| {
            moves.extend(rest);
            if built.reversed {
                moves.reverse();
                moves.iter_mut().for_each(|m| *m = m.inverse());
            }
            moves
        });
        (solution, watch.generated())
    }
}
