//! Every shortest solution, or the first by its letters.

use std::collections::HashMap;

use clap::Args;
use slide::{
    Move, Problem, Size,
    format::Convention,
    search::{Answer, Limits, Observer, Outcome, ShortestPaths, Wanted},
    solver::{Choice, PathFinder},
};

#[derive(Args, Debug)]
pub(super) struct PathArguments {
    /// Every shortest solution: how many there are, then a line each, in the order of their letters
    #[arg(long)]
    all: bool,

    /// Only how many shortest solutions there are
    #[arg(long)]
    count: bool,

    /// Of all shortest solutions the first by its letters: d before l before r before u
    ///
    /// By the letters that are printed: with `--moves tile` by those of the tile's moves. Without it the
    /// engine's own is printed.
    #[arg(long, conflicts_with_all = ["all", "count"])]
    first_lex: bool,
}

impl PathArguments {
    /// Whether any but the engine's own solution is asked for.
    pub(super) fn is_asked(&self) -> bool {
        self.all || self.count || self.first_lex
    }
}

/// Which shortest solutions are asked for besides the engine's own.
pub(super) struct Paths {
    wanted: Option<Wanted>,
    /// Whether all are to be printed, or only their number.
    pub(super) listed: bool,
    order: [Move; 4],
    choice: Choice,
    finders: HashMap<Size, PathFinder>,
}

impl Paths {
    pub(super) fn new(arguments: &PathArguments, convention: Convention, choice: Choice) -> Paths {
        let wanted = if arguments.all || arguments.count {
            Some(Wanted::All)
        } else {
            arguments.first_lex.then_some(Wanted::First)
        };
        let mut order = Move::ALL;
        order.sort_by_key(|&m| convention.turn(m).letter());
        Paths {
            wanted,
            listed: arguments.all && !arguments.count,
            order,
            choice,
            finders: HashMap::new(),
        }
    }

    /// Whether all are asked for.
    pub(super) fn all(&self) -> bool {
        self.wanted == Some(Wanted::All)
    }

    /// Looks for what is asked for besides `answer`, and puts the first of it in the answer's place; a board
    /// whose search is stopped here is left open.
    pub(super) fn extend(
        &mut self,
        problem: &Problem,
        answer: &mut Answer,
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Option<ShortestPaths> {
        let wanted = self.wanted?;
        let Outcome::Solved(solution) = &mut answer.outcome else {
            return None;
        };
        if !solution.is_optimal() {
            observer.notice("a solution that may not be shortest has no others like it");
            return None;
        }
        let (size, blank) = (problem.size(), problem.goal().blank());
        let finder = self
            .finders
            .entry(size)
            .or_insert_with(|| PathFinder::new(size, blank, &self.choice));
        let limits = limits.after(answer.stats.elapsed);
        let length = solution.bound;
        match finder.find(problem, length, wanted, self.order, &limits, observer) {
            Ok((paths, stats)) => {
                answer.stats += stats;
                if let Some(first) = paths.iter().next() {
                    solution.moves = first;
                }
                self.all().then_some(paths)
            }
            Err(stop) => {
                answer.outcome = Outcome::open(length, stop);
                None
            }
        }
    }
}
