//! What the machine of duplicate moves would save on the 4×4 board, whose engine does without it.

use slide::{
    Board, Move, Problem,
    heuristic::Heuristic,
    pdb::Additive,
    search::{Cancel, DuplicateMoves},
};

/// Plain iterative deepening with the machine: slow, and for counting only.
pub(super) struct Pruned<'a> {
    pub(super) heuristic: &'a Additive<8>,
    pub(super) machine: &'a DuplicateMoves,
    pub(super) cancel: &'a Cancel,
    /// Nodes generated; a child that the machine forbids is not one.
    pub(super) generated: u64,
}

type State = <Additive<8> as Heuristic<4, 4>>::State;

impl Pruned<'_> {
    /// Solves a problem and gives the length; none after a cancel.
    pub(super) fn solve(&mut self, problem: &Problem) -> Option<u32> {
        let board = problem.board::<4, 4>();
        let goal = Board::goal(problem.goal().blank());
        let state = self.heuristic.init(&board);
        let mut bound = self.estimate(&state);
        while board != goal && !self.below(&board, &goal, state, (DuplicateMoves::START, 0), bound)
        {
            bound += 2;
        }
        (!self.cancel.is_cancelled()).then_some(bound)
    }

    fn estimate(&self, state: &State) -> u32 {
        Heuristic::<4, 4>::estimate(self.heuristic, state)
    }

    fn below(
        &mut self,
        board: &Board<4>,
        goal: &Board<4>,
        state: State,
        (at, made): (u32, u32),
        bound: u32,
    ) -> bool {
        if self.cancel.is_cancelled() {
            // As if the goal were found, which ends it.
            return true;
        }
        Move::ALL
            .into_iter()
            .filter(|&m| board.moves().contains(m))
            .any(|m| {
                let Some(at) = self.machine.next(at, m) else {
                    return false;
                };
                self.generated += 1;
                let mut after = *board;
                let slide = after.apply(m);
                let state = self.heuristic.advance(state, &after, slide);
                made + 1 + self.estimate(&state) <= bound
                    && (after == *goal || self.below(&after, goal, state, (at, made + 1), bound))
            })
    }
}
