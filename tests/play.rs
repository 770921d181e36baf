//! `slide play` in a terminal: keys go in, screens are read back.

mod common;

#[path = "common/boxes.rs"]
mod boxes;
#[path = "common/terminal.rs"]
mod terminal;

use std::{fs, io::Read, path::PathBuf, sync::Arc};

use boxes::boards;
use common::run;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use slide::{Goal, NamedGoal, Scramble, Size};
use terminal::{Pty, start};

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";

/// Two moves of the blank from the goal: right, right.
const NEAR: &str = "1 2 3 4 5 6 x 7 8\n";
/// The judges' sample, 19 moves away.
const SAMPLE: &str = "2 3 4 1 5 x 7 6 8\n";

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the folder for tests can be written");
    path
}

/// A game on a board of ours.
fn play(name: &str, board: &str, arguments: &[&str]) -> Pty {
    let path = file(name, board);
    let path = path.to_str().expect("our paths are UTF-8");
    let pty = start(&[&["play", path], arguments].concat(), (24, 80));
    pty.see("moves 0 ");
    pty
}

/// Waits until so many moves are made, and gives the labels in reading order.
fn after(pty: &Pty, moves: usize) -> Vec<u16> {
    let screen = pty.see(&format!("moves {moves} "));
    boards(&screen).concat().concat()
}

/// Ends the game; gives what is printed afterwards.
fn quit(mut pty: Pty) -> String {
    pty.press("q");
    let (code, screen) = pty.end();
    assert_eq!(code, 0);
    screen.trim().to_string()
}

#[test]
fn without_a_terminal_it_says_so() {
    let ran = run(&["play"], "");
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(2), "", "slide: play needs a terminal\n")
    );
}

#[test]
fn arrows_and_letters_move_the_tile_their_way() {
    let mut pty = play("arrows.txt", "1 2 3 4 x 5 7 8 6\n", &[]);
    for (moves, keys, board) in [
        (1, UP, [1, 2, 3, 4, 8, 5, 7, 0, 6]),
        (2, DOWN, [1, 2, 3, 4, 0, 5, 7, 8, 6]),
        (3, RIGHT, [1, 2, 3, 0, 4, 5, 7, 8, 6]),
        (4, LEFT, [1, 2, 3, 4, 0, 5, 7, 8, 6]),
        (5, "k", [1, 2, 3, 4, 8, 5, 7, 0, 6]),
        (6, "j", [1, 2, 3, 4, 0, 5, 7, 8, 6]),
        (7, "l", [1, 2, 3, 0, 4, 5, 7, 8, 6]),
        (8, "h", [1, 2, 3, 4, 0, 5, 7, 8, 6]),
    ] {
        pty.press(keys);
        assert_eq!(after(&pty, moves), board, "{keys:?}");
    }
    assert_eq!(quit(pty), "");
}

#[test]
fn arrows_move_the_blank_if_asked() {
    let mut pty = play("blank.txt", "1 2 3 4 x 5 7 8 6\n", &["--moves", "blank"]);
    pty.press(UP);
    assert_eq!(after(&pty, 1), [1, 0, 3, 4, 2, 5, 7, 8, 6]);
    pty.press("l");
    assert_eq!(after(&pty, 2), [1, 3, 0, 4, 2, 5, 7, 8, 6]);
    quit(pty);
}

#[test]
fn a_click_moves_a_tile_or_all_between_it_and_the_blank() {
    let mut pty = play("click.txt", NEAR, &[]);
    let at = |screen: &str, tile: &str| {
        let found = screen.lines().enumerate().skip(1).find_map(|(y, line)| {
            let column = line.find(tile)?;
            Some((line[..column].chars().count(), y))
        });
        found.expect("the tile is on the screen")
    };
    let (column, line) = at(&pty.see("moves 0 "), "4");
    pty.click(column, line);
    assert_eq!(after(&pty, 1), [1, 2, 3, 0, 5, 6, 4, 7, 8]);
    // Neither in its row nor in its column; then two tiles at once.
    let screen = pty.see("moves 1 ");
    let (column, line) = at(&screen, "2");
    pty.click(column, line);
    let (column, line) = at(&screen, "6");
    pty.click(column, line);
    assert_eq!(after(&pty, 3), [1, 2, 3, 5, 6, 0, 4, 7, 8]);
    quit(pty);
}

#[test]
fn undo_takes_back_and_restart_begins_again() {
    let mut pty = play("undo.txt", SAMPLE, &[]);
    pty.press(&[DOWN, "u", DOWN, RIGHT].concat());
    assert_eq!(after(&pty, 2), [2, 0, 3, 1, 5, 4, 7, 6, 8]);
    pty.press("u");
    assert_eq!(after(&pty, 1), [2, 3, 0, 1, 5, 4, 7, 6, 8]);
    pty.press(RIGHT);
    after(&pty, 2);
    pty.press("r");
    assert_eq!(after(&pty, 0), [2, 3, 4, 1, 5, 0, 7, 6, 8]);
    pty.press("u");
    pty.press(DOWN);
    after(&pty, 1);
    quit(pty);
}

#[test]
fn the_result_is_told_with_the_optimum_and_stays_when_the_game_is_left() {
    let mut pty = play("result.txt", NEAR, &[]);
    pty.press(&[DOWN, UP, LEFT].concat());
    after(&pty, 3);
    pty.press(LEFT);
    let screen = pty.see("the optimum is 2");
    assert!(screen.contains("solved in 4 moves, 0:"), "{screen}");
    // It is over: nothing moves any more.
    pty.press(&[RIGHT, "u"].concat());
    let end = quit(pty);
    assert!(end.starts_with("solved in 4 moves, 0:"), "{end}");
    assert!(end.ends_with("the optimum is 2"), "{end}");
}

#[test]
fn hints_lead_to_the_goal_by_a_shortest_way() {
    let mut pty = play("hints.txt", SAMPLE, &[]);
    for made in 0..19 {
        pty.press("i");
        let left = match 19 - made {
            1 => "1 move to go (optimal)".to_string(),
            left => format!("{left} moves to go (optimal)"),
        };
        let screen = pty.see(&left);
        let hint = screen.lines().find(|line| line.starts_with("hint: tile "));
        let arrow = hint.expect("a hint").split(' ').nth(3).expect("an arrow");
        let key = match arrow {
            "↑" => UP,
            "↓" => DOWN,
            "→" => RIGHT,
            "←" => LEFT,
            other => panic!("no arrow: {other}"),
        };
        pty.press(key);
        pty.see(&format!("moves {} ", made + 1));
    }
    let screen = pty.see("nobody can do better");
    assert!(
        screen.contains("solved in 19 moves with 19 hints"),
        "{screen}"
    );
    quit(pty);
}

#[test]
fn a_hint_survives_a_move_on_its_way_made_while_it_thinks() {
    // The first of Korf's: 57 moves, and long enough to think of for a key to come between.
    let korf = "14 13 15 7 11 12 9 5 6 x 2 1 4 8 10 3\n";
    let goal = ["--goal", "blank-first"];
    let solved = run(&[&["solve", "--moves", "tile"], &goal[..]].concat(), korf);
    let first = match &solved.stdout[..1] {
        "U" => UP,
        "D" => DOWN,
        "R" => RIGHT,
        _ => LEFT,
    };
    let mut pty = play("survives.txt", korf, &goal);
    pty.press("i");
    pty.press(first);
    let answered = pty.wait("a hint, or an answer before the move", |screen| {
        let contents = screen.contents();
        match contents.contains("56 moves to go (optimal)") {
            true => Some(true),
            false => {
                (contents.contains("moves 1 ") && !contents.contains("thinking")).then_some(false)
            }
        }
    });
    if !answered {
        // The machine was faster than the key: the way is known, and the hint is there at once.
        pty.press("i");
        pty.see("56 moves to go (optimal)");
    }
    quit(pty);
}

#[test]
fn a_hint_that_takes_too_long_says_what_it_knows() {
    let size = ["--size", "16", "--seed", "1", "--time-limit", "50ms"];
    let mut pty = start(&[&["play"], &size[..]].concat(), (40, 100));
    pty.see("moves 0 ");
    pty.press("i");
    pty.see("moves to go");
    quit(pty);
}

#[test]
fn the_program_solves_from_where_the_player_is() {
    let mut pty = play("solve.txt", SAMPLE, &["--speed", "50"]);
    pty.press(DOWN);
    after(&pty, 1);
    pty.press("g");
    let screen = pty.see("nobody can do better");
    assert!(
        screen.contains("solved in 19 moves, 18 of them by the program"),
        "{screen}"
    );
    assert_eq!(boards(&screen), [[[1, 2, 3], [4, 5, 6], [7, 8, 0]]]);
    quit(pty);
}

#[test]
fn a_key_stops_the_program() {
    let mut pty = play("stop.txt", SAMPLE, &["--speed", "0.1"]);
    pty.press("g");
    pty.see("moves 1 ");
    pty.press("g");
    pty.see("stopped");
    pty.press("r");
    assert_eq!(after(&pty, 0), [2, 3, 4, 1, 5, 0, 7, 6, 8]);
    quit(pty);
}

#[test]
fn a_seed_gives_its_board_and_scrambles_tell_theirs() {
    let size = Size::square(3).expect("3x3 exists");
    let goal = Arc::new(Goal::named(NamedGoal::Snail, size));
    let board = |seed| Scramble::new(seed).solvable(&goal);
    let arguments = ["play", "--size", "3", "--goal", "snail", "--seed", "7"];
    let mut pty = start(&arguments, (24, 80));
    let screen = pty.see("seed 7");
    assert_eq!(boards(&screen).concat().concat(), board(7).labels());
    pty.press("s");
    let (seed, screen) = pty.wait("another seed", |screen| {
        let contents = screen.contents();
        let seed = contents
            .lines()
            .next()?
            .split("seed ")
            .nth(1)?
            .trim()
            .parse::<u64>()
            .ok()?;
        (seed != 7).then_some((seed, contents))
    });
    assert_eq!(boards(&screen).concat().concat(), board(seed).labels());
    quit(pty);
}

#[test]
fn a_random_game_is_a_fifteen_puzzle_and_another_one_each_time() {
    let random = || {
        let pty = start(&["play"], (24, 80));
        let board = boards(&pty.see("seed ")).concat().concat();
        quit(pty);
        board
    };
    let (one, other) = (random(), random());
    assert_eq!((one.len(), other.len()), (16, 16));
    assert_ne!(one, other);
}

#[test]
fn a_board_can_be_typed() {
    let mut pty = start(&["play", "-"], (24, 80));
    pty.see("reading boards from the terminal");
    pty.press("1 2 3 4 5 6 7 x 8\n\x04");
    assert_eq!(after(&pty, 0), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    pty.press(LEFT);
    pty.see("solved in 1 move");
    quit(pty);
}

#[test]
fn the_board_fits_the_terminal_or_says_what_it_needs() {
    let mut pty = play("fits.txt", SAMPLE, &[]);
    pty.see("┌─────┬─────┬─────┐");
    pty.resize(10, 40);
    pty.see("┌───┬───┬───┐");
    pty.resize(5, 40);
    pty.see(" 2 3 4");
    pty.resize(2, 40);
    pty.see("too small: 6 columns and 3 lines");
    pty.resize(24, 80);
    pty.see("┌─────┬─────┬─────┐");
    pty.press(DOWN);
    assert_eq!(after(&pty, 1), [2, 3, 0, 1, 5, 4, 7, 6, 8]);
    quit(pty);
}

#[test]
fn interrupts_leave_the_terminal_as_it_was() {
    for signal in ["-TERM", "-INT", "-HUP"] {
        let pty = play("signals.txt", SAMPLE, &[]);
        pty.signal(signal);
        assert_eq!(pty.end().0, 130, "{signal}");
    }
    let mut pty = play("signals.txt", SAMPLE, &[]);
    pty.press("\x03");
    assert_eq!(pty.end().0, 130);
    // While it thinks of a board that would take for ever.
    let mut pty = start(&["play", "--size", "10", "--time-limit", "1h"], (24, 80));
    pty.see("moves 0 ");
    pty.press("i");
    pty.wait("thoughts or what came of them", |screen| {
        let contents = screen.contents();
        (contents.contains("thinking") || contents.contains("to go")).then_some(())
    });
    pty.press("\x03");
    assert_eq!(pty.end().0, 130);
}

#[test]
fn a_suspended_game_gives_the_terminal_back_and_goes_on_where_it_was() {
    let path = file("suspended.txt", SAMPLE);
    let mut shell = CommandBuilder::new("sh");
    shell.args(["-i"]);
    shell.env("ENV", "/dev/null");
    shell.env("SLIDE_CACHE_DIR", env!("CARGO_TARGET_TMPDIR"));
    let mut pty = Pty::run(shell, (24, 80));
    let slide = env!("CARGO_BIN_EXE_slide");
    pty.press(&format!("'{slide}' play '{}'\n", path.display()));
    pty.see("moves 0 ");
    pty.press(DOWN);
    assert_eq!(after(&pty, 1), [2, 3, 0, 1, 5, 4, 7, 6, 8]);
    pty.press("\x1a");
    let shell = pty.see("Stopped");
    assert!(!shell.contains("moves 1 "), "{shell}");
    pty.given_back();
    // Lines are edited and shown again.
    pty.press("echo seen | tr s S\n");
    pty.see("Seen");
    pty.press("fg\n");
    assert_eq!(after(&pty, 1), [2, 3, 0, 1, 5, 4, 7, 6, 8]);
    pty.press(RIGHT);
    after(&pty, 2);
    pty.press("q");
    pty.given_back();
    pty.press("exit 3\n");
    assert_eq!(pty.end().0, 3);
}

#[test]
fn a_game_that_was_stopped_from_outside_draws_all_of_its_screen_again() {
    let mut pty = play("stopped.txt", SAMPLE, &[]);
    pty.signal("-STOP");
    pty.scribble("\x1b[?1049l\x1b[?25h\x1b[2Jsomebody else\r\n");
    pty.signal("-CONT");
    let screen = pty.wait("its screen", |screen| {
        let contents = screen.contents();
        (screen.alternate_screen() && contents.contains("moves 0 ")).then_some(contents)
    });
    assert_eq!(
        boards(&screen).concat().concat(),
        [2, 3, 4, 1, 5, 0, 7, 6, 8]
    );
    pty.press(DOWN);
    after(&pty, 1);
    assert!(quit(pty).contains("somebody else"));
}

#[test]
fn boards_that_cannot_be_played_are_refused() {
    for (board, complaint) in [
        (
            "2 1 3 4 5 6 7 8 x\n",
            ":1: unsolvable for the goal blank-last, solvable for snail",
        ),
        ("1 2 3 4 5 6 7 9 x\n", ":1:15: found tile 9"),
        (
            "1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 x 8\n",
            "play takes one board, but there are more",
        ),
        ("", "play takes one board, but there is none"),
    ] {
        let path = file("refused.txt", board);
        let path = path.to_str().expect("our paths are UTF-8");
        let pty = start(&["play", path], (24, 200));
        let (code, screen) = pty.end();
        assert_eq!(code, 2, "{screen}");
        assert!(screen.contains(complaint), "{screen}");
    }
    let (code, screen) = start(&["play", "--seed", "1", "x.txt"], (24, 80)).end();
    assert_eq!(code, 2);
    assert!(screen.contains("cannot be used with"), "{screen}");
}

#[test]
fn a_board_at_its_goal_is_no_game() {
    let mut pty = play("goal.txt", "1 2 3 4 5 6 7 8 x\n", &[]);
    pty.see("this is the goal");
    pty.press("s");
    pty.see("seed ");
    quit(pty);
}

#[test]
fn the_readme_shows_a_game_as_it_is() {
    let mut pty = start(&["play", "--size", "3", "--seed", "3"], (24, 80));
    pty.see("moves 0 ");
    pty.press(RIGHT);
    pty.see("moves 1 ");
    pty.press("i");
    let screen = pty.see("to go");
    // All but the first line, which has the time.
    let (_, shown) = screen.trim_end().split_once('\n').expect("lines");
    let readme = fs::read_to_string(common::repository("README.md")).expect("it is there");
    assert!(readme.contains(shown), "{shown}");
    quit(pty);
}

#[test]
fn a_terminal_that_is_closed_ends_it_without_a_panic() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = file("closed.txt", NEAR);
    for arguments in [["play"].as_slice(), &["show", "--animate"]] {
        let size = PtySize {
            rows: 24,
            cols: 80,
            ..PtySize::default()
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_slide"));
        command.args(arguments);
        command.arg(&path);
        command.env("TERM", "xterm-256color");
        command.cwd(&folder);
        let mut child = pair.slave.spawn_command(command).expect("it starts");
        drop(pair.slave);
        let mut output = pair.master.try_clone_reader().expect("it can be read");
        let mut seen = Vec::new();
        // From here on it has the terminal.
        while !seen.windows(8).any(|bytes| bytes == b"\x1b[?1049h") {
            let mut bytes = [0; 256];
            let read = output.read(&mut bytes).expect("it draws");
            seen.extend_from_slice(&bytes[..read]);
        }
        drop(output);
        drop(pair.master);
        let code = child.wait().expect("it ends").exit_code();
        assert!([0, 2, 129, 130].contains(&code), "{arguments:?}: {code}");
    }
}
