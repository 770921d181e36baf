use slide::{
    NamedGoal, Problem, Size,
    search::{Limits, Stop},
    solver::Plan,
};

use super::*;

const NOW: Duration = Duration::from_secs(1);
const STEP: Duration = Duration::from_millis(200);

fn goal() -> Arc<Goal> {
    let size = Size::square(3).expect("3x3 exists");
    Arc::new(Goal::named(NamedGoal::BlankLast, size))
}

fn session(labels: [u16; 9]) -> Session {
    let rules = Rules {
        arrows: Convention::Blank,
        step: STEP,
    };
    let start = Grid::new(goal().size(), labels);
    Session::with_board(start, goal(), rules, Scramble::new(1))
}

fn solved(board: &Grid) -> Outcome {
    let plan = Plan::auto(goal().size(), goal().blank());
    let problem = Problem::new(board.clone(), goal()).expect("a board");
    plan.solve(&problem, &Limits::default(), &()).outcome
}

/// Answers what the session asks, once.
fn answer(session: &mut Session) {
    let board = session.question().expect("a question").clone();
    let outcome = solved(&board);
    session.learn(board, outcome, NOW);
}

/// Two moves from the goal: right, right.
const NEAR: [u16; 9] = [1, 2, 3, 4, 5, 6, 0, 7, 8];

#[test]
fn a_hint_names_the_next_move_and_what_remains() {
    let mut session = session(NEAR);
    assert_eq!(session.question(), None);
    session.act(Action::Hint, NOW);
    assert!(session.message(NOW).starts_with("thinking"));
    answer(&mut session);
    assert_eq!(
        session.message(NOW),
        "hint: tile 7 → · 2 moves to go (optimal)"
    );
    // On the way that is known no more thinking is needed.
    session.act(Action::Arrow(Move::Right), NOW);
    assert_eq!(session.message(NOW), "");
    session.act(Action::Hint, NOW);
    assert_eq!(session.question(), None);
    assert_eq!(
        session.message(NOW),
        "hint: tile 8 → · 1 move to go (optimal)"
    );
}

#[test]
fn a_hint_survives_moves_on_its_way_made_while_it_thinks() {
    let mut session = session(NEAR);
    session.act(Action::Hint, NOW);
    session.act(Action::Arrow(Move::Right), NOW);
    assert_eq!(session.question().map(Grid::labels), Some(NEAR.as_slice()));
    answer(&mut session);
    assert_eq!(
        session.message(NOW),
        "hint: tile 8 → · 1 move to go (optimal)"
    );
}

#[test]
fn an_answer_for_a_board_that_was_left_another_way_is_dropped_and_asked_anew() {
    let mut session = session(NEAR);
    session.act(Action::Hint, NOW);
    session.act(Action::Arrow(Move::Up), NOW);
    answer(&mut session);
    let board = session.game().board().clone();
    assert_eq!(session.question(), Some(&board));
    answer(&mut session);
    assert_eq!(
        session.message(NOW),
        "hint: tile 4 ↓ · 3 moves to go (optimal)"
    );
}

#[test]
fn an_answer_nobody_waits_for_any_more_is_passed_over() {
    let mut session = session(NEAR);
    session.act(Action::Hint, NOW);
    let asked = session.question().expect("a question").clone();
    session.act(Action::Scramble, NOW);
    session.learn(asked.clone(), solved(&asked), NOW);
    assert_eq!(
        (session.message(NOW).as_str(), session.question()),
        ("", None)
    );
}

#[test]
fn without_an_answer_the_bound_is_told_and_a_way_that_may_be_long_is_said_to_be_so() {
    let mut session = session(NEAR);
    session.act(Action::Hint, NOW);
    let asked = session.question().expect("a question").clone();
    session.learn(asked.clone(), Outcome::open(2, Stop::Time), NOW);
    assert_eq!(
        session.message(NOW),
        "no way found in time; 2 moves to go at least"
    );
    assert_eq!(session.question(), None);

    session.act(Action::Hint, NOW);
    let best = Some(vec![Move::Up, Move::Down, Move::Right, Move::Right]);
    let (bound, stop) = (2, Stop::Time);
    session.learn(asked, Outcome::Unknown { bound, stop, best }, NOW);
    assert_eq!(
        session.message(NOW),
        "hint: tile 4 ↑ · 4 moves to go (perhaps there is a shorter way)"
    );
}

#[test]
fn the_program_solves_from_here_until_a_key_stops_it() {
    let mut session = session([1, 2, 3, 0, 5, 6, 4, 7, 8]);
    session.act(Action::Solve, NOW);
    answer(&mut session);
    session.tick(NOW);
    assert_eq!((session.game().moves(), session.rest(NOW)), (1, Some(STEP)));
    session.tick(NOW + STEP / 2);
    assert_eq!(session.game().moves(), 1);
    session.act(Action::Solve, NOW + STEP / 2);
    session.tick(NOW + STEP);
    assert_eq!(
        (session.game().moves(), session.message(NOW).as_str()),
        (1, "stopped")
    );
    session.act(Action::Solve, NOW + STEP);
    session.tick(NOW + STEP);
    session.tick(NOW + STEP * 2);
    assert!(session.game().is_solved());
    assert_eq!(
        session.message(NOW),
        "solved in 3 moves, 3 of them by the program, 0:00.4 · nobody can do better"
    );
}

#[test]
fn the_result_compares_the_moves_made_with_the_optimum() {
    let mut session = session(NEAR);
    for m in [Move::Up, Move::Down, Move::Right, Move::Right] {
        session.act(Action::Arrow(m), NOW);
    }
    assert_eq!(
        session.message(NOW),
        "solved in 4 moves, 0:00.0 · looking for the optimum …"
    );
    answer(&mut session);
    assert_eq!(
        session.message(NOW),
        "solved in 4 moves, 0:00.0 · the optimum is 2"
    );
    assert_eq!(session.question(), None);

    session.act(Action::Restart, NOW);
    assert_eq!(session.game().board().labels(), NEAR);
    session.act(Action::Click(Cell::new(8)), NOW);
    assert_eq!(
        session.message(NOW),
        "solved in 2 moves, 0:00.0 · nobody can do better"
    );
}

#[test]
fn a_scramble_tells_the_seed_that_gives_its_board_again() {
    let rules = Rules {
        arrows: Convention::Tile,
        step: STEP,
    };
    let mut session = Session::with_seed(7, goal(), rules, Scramble::new(3));
    for _ in 0..10 {
        let seed = session.seed().expect("a seed");
        let again = Session::with_seed(seed, goal(), rules, Scramble::new(4));
        let start = session.game().start().clone();
        assert_eq!(again.game().start(), &start);
        session.act(Action::Scramble, NOW);
        assert!(session.seed() != Some(seed) && *session.game().start() != start);
        session.act(Action::Restart, NOW);
    }
}

#[test]
fn arrows_move_the_tile_or_the_blank() {
    let mut session = session(NEAR);
    session.rules.arrows = Convention::Tile;
    session.act(Action::Arrow(Move::Left), NOW);
    assert_eq!(session.game().board().labels(), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    session.act(Action::Hint, NOW);
    answer(&mut session);
    assert_eq!(
        session.message(NOW),
        "hint: tile 8 ← · 1 move to go (optimal)"
    );
}
