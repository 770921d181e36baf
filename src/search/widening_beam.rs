//! Beams that grow: a solution at once, a better one for every doubling of the width.
//!
//! Of every width there are two, from the start to the goal and from the goal to the start: a ranking errs in one
//! direction where it does not in the other, so the shorter of two solutions is a better bargain than the
//! solution of a beam twice as wide (`docs/algorithms/large-boards.md`).

use super::{Beam, BeamEnd, Stop, Watch};
use crate::{
    puzzle::{Move, Problem},
    ranking::Steps,
};

/// What widening beams came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WideningEnd {
    /// The shortest solution found, if one is shorter than what was to be beaten.
    pub moves: Option<Vec<Move>>,
    /// Whether nothing shorter exists: the last beam left no board out.
    pub proven: bool,
    /// What ended the search, unless it is that the widest beam allowed was run, or the proof.
    pub stop: Option<Stop>,
}

/// Runs beams of the first of `widths`, twice as wide, and so on up to the last, each to beat the solutions before
/// it, the first to find fewer than `shorter_than` moves; `found` hears of every solution and of its beam's width.
///
/// The widths do not depend on the limits, so more time never gives a longer solution, and runs that end by
/// [`Limits::nodes`](super::Limits::nodes) give the same solution with any number of threads of the current
/// rayon pool.
///
/// # Panics
/// If the problem is not solvable, not a square, or of another size than the ranking.
///
/// # Complexity
/// About `2 × width × length` boards are made by a beam; memory is four bytes for each board kept, and some 200
/// bytes for each of a layer.
pub fn widening_beam(
    problem: &Problem,
    steps: &Steps,
    widths: std::ops::RangeInclusive<usize>,
    shorter_than: Option<u32>,
    watch: &Watch,
    found: &mut dyn FnMut(&[Move], usize),
) -> WideningEnd {
    let plan = Widths {
        widths,
        filling: false,
    };
    run(problem, steps, plan, shorter_than, watch, found)
}

/// Runs the two beams of about this width, made narrower or wider on the way so that they are done just before the
/// limit of time, to find fewer than `shorter_than` moves.
pub(crate) fn filling_beam(
    problem: &Problem,
    steps: &Steps,
    width: usize,
    shorter_than: u32,
    watch: &Watch,
) -> WideningEnd {
    let plan = Widths {
        widths: width..=width,
        filling: true,
    };
    run(
        problem,
        steps,
        plan,
        Some(shorter_than),
        watch,
        &mut |_, _| {},
    )
}

/// How wide beams are to be.
struct Widths {
    widths: std::ops::RangeInclusive<usize>,
    /// Whether to make them wider or narrower so that the time is filled.
    filling: bool,
}

fn run(
    problem: &Problem,
    steps: &Steps,
    widths: Widths,
    shorter_than: Option<u32>,
    watch: &Watch,
    found: &mut dyn FnMut(&[Move], usize),
) -> WideningEnd {
    assert!(
        problem.is_solvable(),
        "a beam for what has no solution never ends"
    );
    let widen = match problem.size().cells() {
        9 => widen::<9, 16>,
        16 => widen::<16, 16>,
        25 => widen::<25, 32>,
        36 => widen::<36, 64>,
        49 => widen::<49, 64>,
        64 => widen::<64, 64>,
        cells => unreachable!("there is no ranking for {cells} cells"),
    };
    widen(problem, steps, widths, shorter_than, watch, found)
}

fn widen<const CELLS: usize, const STRIDE: usize>(
    problem: &Problem,
    steps: &Steps,
    Widths { widths, filling }: Widths,
    mut shorter_than: Option<u32>,
    watch: &Watch,
    found: &mut dyn FnMut(&[Move], usize),
) -> WideningEnd {
    let mut forward = Beam::<CELLS, STRIDE>::new(problem, steps);
    let mut backward = Beam::<CELLS, STRIDE>::new(&problem.reversed(), steps);
    let mut end = WideningEnd {
        moves: None,
        proven: false,
        stop: None,
    };
    let mut width = (*widths.start()).max(1);
    while width <= *widths.end() {
        for reversed in [false, true] {
            let (beam, held, share) = match reversed {
                false => (&mut forward, backward.held(), 2),
                true => (&mut backward, forward.held(), 1),
            };
            let left = watch.left().filter(|_| filling);
            let within = left.map(|time| time / share);
            let run = beam.run(width, shorter_than, held, within, watch);
            let BeamEnd { moves, complete } = match run {
                Ok(end) => end,
                Err(stop) => {
                    end.stop = Some(stop);
                    return end;
                }
            };
            if let Some(mut moves) = moves {
                if reversed {
                    moves.reverse();
                    moves.iter_mut().for_each(|m| *m = m.inverse());
                }
                found(&moves, width);
                shorter_than = Some(moves.len() as u32);
                end.moves = Some(moves);
            }
            if complete {
                end.proven = true;
                return end;
            }
        }
        let Some(next) = width.checked_mul(2) else {
            break;
        };
        width = next;
    }
    end
}
