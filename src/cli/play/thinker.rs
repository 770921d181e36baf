//! A thread that solves boards while the player plays on.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use anyhow::bail;
use slide::{
    Goal, Grid, Problem,
    search::{Cancel, Limits, Outcome},
    solver::{Choice, Plan},
};

/// Solves one board after the other, and only what is still asked for.
///
/// Dropped, it waits for the thread, which may have a table half written.
pub(super) struct Thinker {
    /// None when it is dropped.
    questions: Option<Sender<(Grid, Cancel)>>,
    thread: Option<JoinHandle<()>>,
    answers: Receiver<(Grid, Outcome)>,
    /// What it thinks of, with the switch that stops it.
    at: Option<(Grid, Cancel)>,
}

impl Thinker {
    /// A thinker for the boards of one goal that gives up on one after `patience`.
    pub(super) fn new(goal: Arc<Goal>, choice: Choice, patience: Duration) -> Thinker {
        let (questions, asked) = channel();
        let (told, answers) = channel();
        let thread = thread::spawn(move || think(&goal, &choice, patience, &asked, &told));
        Thinker {
            questions: Some(questions),
            thread: Some(thread),
            answers,
            at: None,
        }
    }

    /// Thinks of this board from now on, or of nothing; goes on if it is the one it thinks of.
    pub(super) fn think_of(&mut self, board: Option<&Grid>) {
        if self.at.as_ref().map(|(board, _)| board) == board {
            return;
        }
        self.stop();
        if let Some(board) = board {
            let cancel = Cancel::new();
            self.at = Some((board.clone(), cancel.clone()));
            if let Some(questions) = &self.questions {
                // Nobody at the other end: `answer` will tell.
                let _ = questions.send((board.clone(), cancel));
            }
        }
    }

    /// What it has found, if it has.
    ///
    /// # Errors
    /// If the thread has ended, which only a bug can make it.
    pub(super) fn answer(&mut self) -> anyhow::Result<Option<(Grid, Outcome)>> {
        match self.answers.try_recv() {
            Ok(answer) => {
                if self
                    .at
                    .as_ref()
                    .is_some_and(|(board, _)| *board == answer.0)
                {
                    self.at = None;
                }
                Ok(Some(answer))
            }
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => bail!("the solver has failed"),
        }
    }

    fn stop(&mut self) {
        if let Some((_, cancel)) = self.at.take() {
            cancel.cancel();
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // A panic in there has been told by then.
            let _ = thread.join();
        }
    }
}

/// Answers until nobody asks any more. The tables are made when the first question comes.
fn think(
    goal: &Arc<Goal>,
    choice: &Choice,
    patience: Duration,
    asked: &Receiver<(Grid, Cancel)>,
    told: &Sender<(Grid, Outcome)>,
) {
    let mut plan = None;
    for (board, cancel) in asked {
        if cancel.is_cancelled() {
            continue;
        }
        let plan = plan.get_or_insert_with(|| {
            Plan::new(goal.size(), goal.blank(), choice).expect("there is an engine for every size")
        });
        let problem = Problem::new(board.clone(), goal.clone())
            .expect("a game has boards of its goal's size");
        let limits = Limits {
            time: Some(patience),
            cancel: cancel.clone(),
            ..Limits::default()
        };
        let outcome = plan.solve(&problem, &limits, &()).outcome;
        if !cancel.is_cancelled() && told.send((board, outcome)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use slide::{NamedGoal, Size};

    use super::*;

    fn next(thinker: &mut Thinker) -> (Grid, Outcome) {
        let started = Instant::now();
        loop {
            if let Some(answer) = thinker.answer().expect("it lives") {
                return answer;
            }
            assert!(started.elapsed() < Duration::from_secs(120), "no answer");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn once_it_is_dropped_nobody_thinks_any_more() {
        let size = Size::square(5).expect("5x5 exists");
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
        let hour = Duration::from_secs(3600);
        let mut hard: Vec<u16> = (0..25).rev().collect();
        hard.swap(23, 24);
        for wait in [0, 1, 100] {
            let mut thinker = Thinker::new(goal.clone(), Choice::default(), hour);
            thinker.think_of(Some(&Grid::new(size, hard.clone())));
            thread::sleep(Duration::from_millis(wait));
            drop(thinker);
            // The thread had one too.
            assert_eq!(Arc::strong_count(&goal), 1, "after {wait} ms");
        }
    }

    #[test]
    fn what_is_asked_last_is_answered_however_long_the_first_would_take() {
        let size = Size::square(5).expect("5x5 exists");
        let goal = Arc::new(Goal::named(NamedGoal::BlankLast, size));
        let hour = Duration::from_secs(3600);
        let mut thinker = Thinker::new(goal.clone(), Choice::default(), hour);
        let mut hard: Vec<u16> = (0..25).rev().collect();
        hard.swap(23, 24);
        let hard = Grid::new(size, hard);
        let mut easy = goal.grid().clone();
        easy.apply(slide::Move::Up);
        thinker.think_of(Some(&hard));
        thinker.think_of(Some(&easy));
        thinker.think_of(Some(&easy));
        let (board, outcome) = next(&mut thinker);
        assert_eq!(board, easy);
        assert!(matches!(outcome, Outcome::Solved(solution) if solution.moves.len() == 1));
        thinker.think_of(None);
        thinker.think_of(Some(&easy));
        assert_eq!(next(&mut thinker).0, easy);
    }
}
