//! The binary's answers before a referee who shares nothing with it but the rules: no code here comes from the
//! library.

mod common;
mod referee;

use common::{Ran, run, words};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use referee::{
    ByPosition, Claim, Distances, LETTERS, Position, Truth, arrangements, distances,
    from_both_ends, lines, shortest_ways,
};

const NAMED: [&str; 3] = ["blank-last", "blank-first", "snail"];

fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Any arrangement, each as likely as any other.
fn shuffled(rows: usize, columns: usize, random: &mut ChaCha8Rng) -> Position {
    let mut cells: Vec<u8> = (0..(rows * columns) as u8).collect();
    cells.shuffle(random);
    Position::new(rows, columns, &cells)
}

/// A position so many steps from another one, none of them straight back.
fn walked(from: Position, steps: u32, random: &mut ChaCha8Rng) -> Position {
    let (mut at, mut before) = (from, from);
    for _ in 0..steps {
        let ways: Vec<Position> = at.neighbours().filter(|next| *next != before).collect();
        (before, at) = (at, ways[random.random_range(0..ways.len())]);
    }
    at
}

/// Asks the program about all of these in one process, and has every claim judged.
#[track_caller]
fn judged(
    arguments: &str,
    starts: &[Position],
    goal: &Position,
    truth: impl Fn(&Position) -> Truth,
) -> Ran {
    let size = goal.size();
    let goal_text = goal.to_string();
    let mut all = vec![
        "solve", "--output", "json", "--format", "line", "--size", &size, "--goal", &goal_text,
    ];
    all.extend(words(arguments));
    let ran = run(&all, lines(starts));
    let mut claims = ran.stdout.lines();
    for start in starts {
        let line = claims
            .next()
            .unwrap_or_else(|| panic!("{arguments}: {start}: no answer; {}", ran.stderr));
        if let Err(objection) = Claim::read(line).judge(start, goal, truth(start)) {
            panic!("{arguments}: {objection}");
        }
    }
    assert_eq!(claims.next(), None, "{arguments}: more answers than boards");
    ran
}

/// Every board has a solution proven to be the shortest.
#[track_caller]
fn all_optimal(ran: &Ran) -> Vec<u32> {
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let claims = ran.stdout.lines().map(Claim::read);
    let length = |claim: Claim| {
        assert_eq!(claim.optimal, Some(true), "{claim:?}");
        claim.length.expect("what is optimal has a length")
    };
    claims.map(length).collect()
}

fn known(home: &Distances) -> impl Fn(&Position) -> Truth {
    |start| {
        home.get(start)
            .map_or(Truth::Unsolvable, |&length| Truth::exactly(length))
    }
}

#[test]
fn no_line_here_names_the_library() {
    for text in [
        include_str!("independent.rs"),
        include_str!("referee/mod.rs"),
        include_str!("common/mod.rs"),
    ] {
        let library = ["slide", "::"].concat();
        assert!(!text.contains(&library));
    }
}

#[test]
fn the_referee_knows_what_is_known_of_small_boards() {
    let home = distances(Position::goal("blank-first", 3, 3), u32::MAX);
    let at = |distance| home.values().filter(|&&other| other == distance).count();
    assert_eq!((home.len(), at(31), at(24)), (181_440, 2, 24_047));
    let boards = arrangements(3, 3);
    assert_eq!(boards.len(), 362_880);
    let goal = Position::goal("blank-first", 3, 3);
    for board in &boards {
        assert_eq!(board.reaches(&goal), home.contains_key(board), "{board}");
    }
    assert_eq!(
        Position::goal("snail", 3, 3).to_string(),
        "1 2 3 8 0 4 7 6 5"
    );
}

/// All arrangements of a board for the named goals and random ones, and their lengths by breadth-first search.
fn every_arrangement(rows: usize, columns: usize, random_goals: usize) {
    let boards = arrangements(rows, columns);
    let mut random = random(1);
    let named = NAMED.map(|name| Position::goal(name, rows, columns));
    let others = (0..random_goals).map(|_| shuffled(rows, columns, &mut random));
    for goal in named.into_iter().chain(others) {
        let home = distances(goal, u32::MAX);
        assert_eq!(home.len() * 2, boards.len());
        let ran = judged("", &boards, &goal, known(&home));
        assert_eq!(ran.code, Some(0));
    }
}

#[test]
fn every_arrangement_of_3x3_gets_a_shortest_solution_or_none_for_every_kind_of_goal() {
    every_arrangement(3, 3, 1);
}

#[test]
fn every_arrangement_of_the_smaller_boards_gets_a_shortest_solution_or_none() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        every_arrangement(rows, columns, 3);
    }
}

#[test]
fn all_shortest_solutions_are_as_many_as_the_referee_counts_and_each_is_one() {
    let mut random = random(2);
    for (rows, columns, name) in [(3, 3, "blank-last"), (3, 3, "snail"), (2, 4, "blank-first")] {
        let goal = Position::goal(name, rows, columns);
        let home = distances(goal, u32::MAX);
        let ways = shortest_ways(&home);
        let boards: Vec<Position> = (0..300)
            .map(|_| shuffled(rows, columns, &mut random))
            .collect();
        let counted = judged("--count", &boards, &goal, known(&home));
        let listed = judged("--all", &boards, &goal, known(&home));
        let first = judged("--first-lex", &boards, &goal, known(&home));
        let claims = |ran: &Ran| ran.stdout.lines().map(str::to_string).collect::<Vec<_>>();
        let (counted, listed, first) = (claims(&counted), claims(&listed), claims(&first));
        for (index, board) in boards.iter().enumerate() {
            let number = ways.get(board).copied();
            assert_eq!(Claim::read(&counted[index]).solutions, number, "{board}");
            let claim = Claim::read(&listed[index]);
            assert_eq!(claim.solutions, number, "{board}");
            let Some(length) = home.get(board) else {
                continue;
            };
            let all = claim.all.expect("they are listed");
            assert_eq!(Some(all.len() as u128), number, "{board}");
            assert!(
                all.is_sorted_by(|one, next| one < next),
                "{board}: in order, none twice"
            );
            for moves in &all {
                assert_eq!(
                    (board.replay(moves), moves.len()),
                    (Ok(goal), *length as usize)
                );
            }
            assert_eq!(
                Claim::read(&first[index]).moves,
                Some(all[0].as_str()),
                "{board}"
            );
        }
    }
}

/// The named goals, and one that nobody would think of.
fn goals(rows: usize, columns: usize) -> Vec<Position> {
    let named = NAMED.map(|name| Position::goal(name, rows, columns));
    named
        .into_iter()
        .chain([shuffled(rows, columns, &mut random(3))])
        .collect()
}

/// What the walk and the referee's searches tell of boards that lie so many steps from the goal at most.
struct Walks {
    home: Distances,
    radius: u32,
    depth: u32,
}

impl Walks {
    fn new(goal: Position, radius: u32, depth: u32) -> Walks {
        let home = distances(goal, radius);
        Walks {
            home,
            radius,
            depth,
        }
    }

    fn truth(&self, start: &Position, steps: u32) -> Truth {
        match from_both_ends(*start, &self.home, self.radius, self.depth) {
            Some(length) => {
                assert!(length <= steps, "the walk is a solution");
                Truth::exactly(length)
            }
            None => Truth::Between(self.radius + self.depth + 1, steps),
        }
    }
}

/// Boards by walks of 1 to `longest` steps, and what is known of them.
fn walks(
    goal: Position,
    count: u32,
    longest: u32,
    (radius, depth): (u32, u32),
    random: &mut ChaCha8Rng,
) -> (Vec<Position>, ByPosition<Truth>) {
    let known = Walks::new(goal, radius, depth);
    let steps = (0..count).map(|index| 1 + index * longest / count);
    let boards: Vec<(Position, u32)> = steps
        .map(|steps| (walked(goal, steps, random), steps))
        .collect();
    let truths = boards
        .iter()
        .map(|(board, steps)| (*board, known.truth(board, *steps)))
        .collect();
    (boards.into_iter().map(|(board, _)| board).collect(), truths)
}

#[test]
fn ten_thousand_boards_of_3x4_have_one_length_by_engines_that_share_no_heuristic() {
    let mut random = random(4);
    let goals = goals(3, 4);
    for goal in &goals {
        let boards: Vec<Position> = (0..10_000 / goals.len())
            .map(|_| shuffled(3, 4, &mut random))
            .collect();
        let any = |board: &Position| match board.reaches(goal) {
            true => Truth::Between(0, u32::MAX),
            false => Truth::Unsolvable,
        };
        let lengths = |arguments: &str| {
            let ran = judged(arguments, &boards, goal, any);
            let claims = ran.stdout.lines().map(Claim::read);
            claims
                .map(|claim| claim.length.zip(claim.lower_bound))
                .collect::<Vec<_>>()
        };
        let patterns = lengths("-a ida-star -e pattern-db");
        assert!(patterns == lengths(""));
        // Where the limit stops it, the referee has its bound stand against the length that the other found.
        let found = |pattern: &Option<(u32, u32)>| match *pattern {
            Some((length, _)) => Truth::exactly(length),
            None => Truth::Unsolvable,
        };
        let found: ByPosition<Truth> = boards
            .iter()
            .copied()
            .zip(patterns.iter().map(found))
            .collect();
        let walking = judged(
            "-a ida-star -e walking-distance --node-limit 6000",
            &boards,
            goal,
            |board| found[board],
        );
        let solved = walking.stdout.matches("\"solved\"").count();
        assert!(solved > boards.len() / 8, "only {solved} with so few nodes");
        let short = Walks::new(*goal, 18, 16);
        let solvable = boards
            .iter()
            .zip(&patterns)
            .filter(|(board, _)| board.reaches(goal));
        for (board, length) in solvable.take(15) {
            let (length, _) = length.expect("it has a solution");
            let truth = short.truth(board, length);
            assert!(
                length > 34 || truth == Truth::exactly(length),
                "{board}: {length}, {truth:?}"
            );
        }
    }
}

#[test]
fn a_thousand_boards_of_4x4_have_one_length_by_engines_that_share_no_heuristic() {
    let mut random = random(5);
    for goal in goals(4, 4) {
        let (boards, truths) = walks(goal, 250, 54, (14, 10), &mut random);
        let lengths = |arguments: &str| {
            all_optimal(&judged(arguments, &boards, &goal, |board| truths[board]))
        };
        let patterns = lengths("-a ida-star -e pattern-db --tables small");
        assert_eq!(patterns, lengths("-a ida-star -e manhattan"));
        assert_eq!(patterns, lengths(""));
        assert!(
            patterns.iter().any(|&length| length > 30),
            "some are not quite easy"
        );
    }
}

#[test]
fn five_hundred_walks_on_5x5_and_6x6_are_answered_with_no_more_moves_than_the_walk() {
    let mut random = random(6);
    for (side, longest) in [(5, 50), (6, 40)] {
        for goal in goals(side, side) {
            let (boards, truths) = walks(goal, 63, longest, (11, 9), &mut random);
            let ran = judged("--quality optimal", &boards, &goal, |board| truths[board]);
            all_optimal(&ran);
        }
    }
}

/// Ways to ask for solutions that need not be the shortest, and for those that must be, with limits that let them or
/// do not.
const WAYS: [&str; 20] = [
    "",
    "--quality fast",
    "--quality good --time-limit 10ms",
    "--quality good --node-limit 300",
    "--quality optimal --time-limit 1ms --best-effort",
    "--best-effort --node-limit 1",
    "--best-effort --node-limit 20",
    "--best-effort --node-limit 1000",
    "--best-effort --memory-limit 1kB",
    "-a bfs --best-effort --node-limit 500",
    "-a bfs --memory-limit 100kB --best-effort",
    "-a a-star -e manhattan",
    "-a a-star -e linear-conflict --node-limit 300 --best-effort",
    "-a a-star -e walking-distance --memory-limit 100kB --best-effort",
    "-a ida-star -e manhattan",
    "-a ida-star -e manhattan --node-limit 500 --best-effort",
    "-a ida-star -e walking-distance",
    "--tables none",
    "-j 1",
    "-j 3 --count",
];

#[test]
fn whatever_is_called_optimal_is_and_every_bound_holds_however_it_is_asked_for() {
    let mut random = random(7);
    let sizes = [
        (3, 3, 40, (8, 23)),
        (2, 5, 30, (10, 12)),
        (4, 4, 34, (13, 10)),
        (4, 5, 26, (10, 8)),
        (5, 5, 24, (10, 8)),
        (6, 6, 20, (8, 7)),
        (7, 7, 16, (7, 7)),
    ];
    let (mut optimal, mut longer, mut open) = (0, 0, 0);
    for (rows, columns, longest, depths) in sizes {
        let small = rows * columns <= 16;
        let mut goals = vec![Position::goal("blank-last", rows, columns)];
        let mut ways = WAYS.to_vec();
        if small {
            goals.push(shuffled(rows, columns, &mut random));
            // The tables of larger boards take seconds.
            ways.push("-a ida-star -e pattern-db --tables small --node-limit 2000 --best-effort");
        }
        for goal in goals {
            let (boards, truths) = walks(goal, 25, longest, depths, &mut random);
            for way in &ways {
                let ran = judged(way, &boards, &goal, |board| truths[board]);
                for claim in ran.stdout.lines().map(Claim::read) {
                    optimal += usize::from(claim.optimal == Some(true));
                    longer += usize::from(claim.optimal == Some(false));
                    open += usize::from(claim.status == "unknown");
                }
            }
        }
    }
    assert!(
        optimal > 1000 && longer > 100 && open > 100,
        "{optimal} {longer} {open}"
    );
}

/// Boards whose shortest length a file of the repository knows, from the papers they come from.
fn published(file: &str, side: usize) -> Vec<(Position, u32)> {
    let text = std::fs::read_to_string(common::repository(file)).expect("a file of ours");
    let numbers = |text: &str| {
        text.split_whitespace()
            .map(|n| n.parse().expect("a number"))
            .collect::<Vec<u32>>()
    };
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (board, length) = line
                .split_once('#')
                .expect("the length is behind the board");
            let cells: Vec<u8> = numbers(board)[1..].iter().map(|&tile| tile as u8).collect();
            (Position::new(side, side, &cells), numbers(length)[0])
        })
        .collect()
}

#[test]
fn hard_boards_of_known_length_are_called_optimal_only_when_they_are() {
    let files = [
        ("puzzles/fifteen/korf-100.txt", 4, 60),
        ("puzzles/twenty-four/korf-felner-50.txt", 5, 20),
    ];
    let ways = [
        "--quality fast",
        "--quality good --time-limit 10ms",
        "--quality good --node-limit 2000",
        "--quality optimal --time-limit 10ms --best-effort",
        "--node-limit 20000 --best-effort",
        "-a ida-star -e manhattan --node-limit 20000 --best-effort",
        "-a ida-star -e walking-distance --time-limit 5ms --best-effort",
    ];
    for (file, side, count) in files {
        let mut known = published(file, side);
        known.truncate(count);
        let goal = Position::goal("blank-first", side, side);
        let boards: Vec<Position> = known.iter().map(|(board, _)| *board).collect();
        let lengths: Distances = known.into_iter().collect();
        for way in ways {
            judged(way, &boards, &goal, |board| Truth::exactly(lengths[board]));
        }
    }
}

#[test]
fn the_word_optimal_of_drawings_and_of_verified_solutions_is_true_as_well() {
    let goal = Position::goal("blank-last", 3, 3);
    let home = distances(goal, u32::MAX);
    let mut random = random(8);
    let boards: Vec<Position> = (0..40).map(|_| walked(goal, 60, &mut random)).collect();
    let mut text = String::new();
    for board in &boards {
        let shown = run(&["show", "--solution"], board.to_string());
        let said = shown.stdout.lines().last().expect("a last line");
        assert_eq!(said, format!("{} moves, optimal", home[board]), "{board}");
        // Some way home, seldom the shortest.
        let (mut at, mut way) = (*board, String::new());
        while at != goal {
            let ways = LETTERS.map(|letter| (letter, at.after(letter)));
            let mut ways: Vec<(char, Position)> = ways
                .into_iter()
                .filter_map(|(letter, next)| Some((letter, next?)))
                .collect();
            ways.sort_by_key(|(_, next)| home[next]);
            let closest = random.random_range(0..4) > 0;
            let (letter, next) = ways[if closest { 0 } else { ways.len() - 1 }];
            way.push(letter);
            at = next;
        }
        text += &format!("{board} {way}\n");
    }
    let verified = run(&["verify", "--optimal"], &text);
    for (index, said) in verified.stdout.lines().enumerate() {
        let (_, way) = text
            .lines()
            .nth(index)
            .expect("as many")
            .rsplit_once(' ')
            .expect("moves");
        let expected = format!("valid {} optimal {}", way.len(), home[&boards[index]]);
        assert_eq!(said, expected, "{}", boards[index]);
    }
    assert_eq!(
        (verified.stdout.lines().count(), verified.code),
        (boards.len(), Some(0))
    );
}
