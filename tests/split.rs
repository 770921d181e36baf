//! A search cut into pieces finds what the whole finds.

mod common;

use std::{collections::BTreeSet, io::Write, process::Stdio, thread, time::Duration};

use common::{Ran, repository, run, slide, words};
use serde_json::Value;

fn split(arguments: &str, board: &str) -> String {
    let mut all = vec!["split"];
    all.extend(words(arguments));
    all.push(board);
    let ran = run(&all, "");
    assert_eq!(ran.code, Some(0), "{arguments}");
    // It is said where there are no pieces, and nothing else.
    let said = ran.stderr.starts_with("slide: no pieces, ");
    assert_eq!(said, ran.stdout.is_empty(), "{arguments}: {}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), usize::from(said), "{arguments}");
    ran.stdout
}

/// Answers of `slide solve` to pieces.
fn answers(arguments: &str, pieces: &str) -> Vec<String> {
    let ran = run(&words(&format!("solve {arguments}")), pieces);
    assert_eq!(
        (ran.stderr.as_str(), ran.code),
        ("", Some(0)),
        "{arguments}"
    );
    assert_eq!(ran.stdout.lines().count(), pieces.lines().count());
    ran.stdout.lines().map(String::from).collect()
}

/// The shortest solution by raising the bound until a piece has one.
fn by_pieces(board: &str, split_by: &str, solve_by: &str) -> (u64, String) {
    let first: Value =
        serde_json::from_str(split("--depth 0", board).lines().next().expect("a piece"))
            .expect("JSON");
    let mut bound = first["bound"].as_u64().expect("a number");
    loop {
        let pieces = split(&format!("{split_by} --bound {bound}"), board);
        let answers = answers(solve_by, &pieces);
        if let Some(solution) = answers.iter().find(|answer| *answer != "none") {
            return (bound, solution.clone());
        }
        bound += 2;
    }
}

#[test]
fn the_first_bound_with_a_solution_is_the_optimal_length_and_the_solution_is_valid() {
    let path = repository("puzzles/eight/hardest-31.txt");
    let text = std::fs::read_to_string(path).expect("it is there");
    let hardest = text.lines().filter(|line| !line.starts_with('#'));
    let mut boards: Vec<&str> = hardest
        .map(|line| line.split('#').next().expect("a line").trim())
        .collect();
    boards.push("2 3 4 1 5 x 7 6 8");
    for board in boards {
        let (optimal, _) = (
            run(&["solve", "-o", "length"], format!("{board}\n")).stdout,
            (),
        );
        for (split_by, solve_by) in [
            ("--depth 0", ""),
            ("--depth 3", "-a ida-star -e manhattan"),
            ("--depth 8", "-a ida-star --jobs 3"),
            ("--depth 5", "-a a-star"),
            ("--depth 5", "-a bfs"),
        ] {
            let (bound, solution) = by_pieces(board, split_by, solve_by);
            assert_eq!(bound.to_string(), optimal.trim(), "{split_by} {solve_by}");
            let verified = run(&["verify"], format!("{board} {solution}\n"));
            assert_eq!(verified.stdout, format!("valid {bound}\n"));
        }
    }
}

#[test]
fn a_fifteen_puzzle_in_pieces_has_the_length_of_the_whole_with_and_without_tables() {
    let board = "5 1 2 4 9 6 3 8 13 15 10 11 14 x 7 12";
    for solve_by in ["--tables none", "--tables small", "-e manhattan"] {
        let (bound, solution) = by_pieces(board, "--depth 6", solve_by);
        assert_eq!((bound, solution.len()), (14, 14));
    }
    let korf = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let pieces = |bound| {
        split(
            &format!("--depth 9 --goal blank-first --bound {bound}"),
            korf,
        )
    };
    // 57 moves: with less no piece has a solution, at 57 some have, all of that length.
    assert!(
        answers("--tables small", &pieces(55))
            .iter()
            .all(|answer| answer == "none")
    );
    let found = answers("--tables small", &pieces(57));
    let found: BTreeSet<&String> = found.iter().filter(|answer| *answer != "none").collect();
    assert!(!found.is_empty());
    for solution in found {
        let ran = run(
            &words("verify --goal blank-first"),
            format!("{korf} {solution}\n"),
        );
        assert_eq!(ran.stdout, "valid 57\n");
    }
}

#[test]
fn pieces_are_different_boards_at_one_depth_reached_by_their_prefixes() {
    let board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x";
    // Far from its goal no bound of 100 leaves anything out: as many boards as are known at each depth.
    let far = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    for (depth, count) in [(0, 1), (1, 2), (2, 4), (3, 10), (4, 24), (8, 446)] {
        let text = split(&format!("--depth {depth} --bound 100"), far);
        let mut boards = BTreeSet::new();
        for (number, line) in (1..).zip(text.lines()) {
            let piece: Value = serde_json::from_str(line).expect("JSON");
            let field = |name: &str| piece[name].as_u64();
            assert_eq!(
                (field("piece"), field("pieces"), field("bound")),
                (Some(number), Some(count), Some(100))
            );
            assert_eq!(piece["prefix"].as_str().map(str::len), Some(depth));
            boards.insert(piece["board"].as_str().expect("text").to_string());
        }
        assert_eq!(boards.len() as u64, count);
    }
    // A solved board is its only piece.
    let text = split("--depth 7", board);
    assert_eq!(text.lines().count(), 1);
    assert_eq!(answers("", &text), [""]);
    // So is one nearer than the depth.
    let text = split("--depth 7", "1 2 3 4 5 6 7 x 8");
    assert_eq!(answers("", &text), ["r"]);
}

#[test]
fn no_beams_run_ahead_of_a_piece() {
    // 5×5, where a whole board sends them before its first large pass, unless a heuristic is named.
    let board = "23 1 12 6 16 2 20 10 21 18 14 13 17 19 22 0 15 24 3 7 4 8 5 9 11";
    let generated = |arguments: &str, input: &str| {
        let ran = run(&words(&format!("solve -o json {arguments}")), input);
        let line: Value = serde_json::from_str(&ran.stdout).expect("JSON");
        (line["status"].to_string(), line["generated"].as_u64())
    };
    let whole = |more| {
        let arguments = "--goal blank-first --tables none --node-limit 3000000";
        let (_, nodes) = generated(&format!("{arguments} {more}"), board);
        nodes
    };
    assert_ne!(whole(""), whole("-e linear-conflict"));
    let pieces = split("--depth 1 --goal blank-first --bound 93", board);
    let piece = pieces.lines().next().expect("a piece");
    let quiet = generated("--tables none -e linear-conflict", piece);
    assert_eq!(generated("--tables none", piece), quiet);
    assert_eq!(quiet.0, "\"none\"");
    assert!(
        quiet.1 < Some(1 << 18),
        "{quiet:?}: beams would take as many"
    );
}

#[test]
fn pieces_are_known_after_lines_that_say_nothing_and_all_others_are_answered_around_a_bad_line() {
    let pieces = split("--depth 3 --bound 19", "2 3 4 1 5 x 7 6 8");
    let plain = answers("", &pieces);
    for before in ["\n\r\n  \n", "# pieces\n", "\u{FEFF}", "\u{FEFF}\n# é\n \t"] {
        let ran = run(&words("solve"), format!("{before}{pieces}"));
        let lines: Vec<&str> = ran.stdout.lines().collect();
        assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)), "{before:?}");
        assert_eq!(lines, plain, "{before:?}");
    }
    for bad in [&b"\xff\xfe\x00\n"[..], "ä{\"\n".as_bytes(), b"\x80"] {
        for at in [0, 1] {
            let (first, rest) = pieces.split_once('\n').expect("more than one");
            let first = format!("{first}\n");
            let mut input = [first.as_bytes(), bad, rest.as_bytes()].concat();
            if at == 0 {
                input = [bad, pieces.as_bytes()].concat();
            }
            let ran = run(&words("solve"), input);
            assert_eq!(ran.code, Some(2), "{bad:?}: {}", ran.stderr);
            let complaint = format!("<stdin>:{}: not a line of `slide split`", at + 1);
            assert!(ran.stderr.contains(&complaint), "{bad:?}: {}", ran.stderr);
            let mut lines: Vec<&str> = ran.stdout.lines().collect();
            let invalid = lines.remove(at);
            assert_eq!(invalid, "invalid");
            // Where the bad line has no end, the piece behind it is a part of it.
            let lost = usize::from(!bad.ends_with(b"\n"));
            assert_eq!(lines[at..], plain[at + lost..], "{bad:?}");
        }
    }
}

#[test]
fn answers_keep_their_order_spelling_and_limits() {
    let pieces = split("--depth 4 --bound 19", "2 3 4 1 5 x 7 6 8");
    let plain = answers("", &pieces);
    assert_eq!(plain, answers("--jobs 1 -a ida-star -e manhattan", &pieces));
    let tile: Vec<String> = answers("--moves tile --compress", &pieces);
    for (plain, tile) in plain.iter().zip(&tile) {
        assert_eq!(plain == "none", tile == "none");
        if plain != "none" {
            let ran = run(
                &words("verify --moves tile"),
                format!("2 3 4 1 5 x 7 6 8 {tile}\n"),
            );
            assert_eq!(ran.stdout, "valid 19\n");
        }
    }
    let hard = split(
        "-s 4 --depth 2 --bound 80",
        "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1",
    );
    let ran = run(&words("solve --node-limit 1000 --tables none -j 2"), &hard);
    assert_eq!(
        (ran.stdout, ran.code),
        ("unknown\n".repeat(hard.lines().count()), Some(1))
    );
    assert!(
        ran.stderr
            .contains("slide: piece 1: the node limit was reached"),
        "{}",
        ran.stderr
    );
    let ran = run(&words("solve"), "{\"piece\":1}\n");
    assert_eq!((ran.stdout.as_str(), ran.code), ("invalid\n", Some(2)));
    assert!(
        ran.stderr
            .starts_with("slide: <stdin>:1: not a line of `slide split`"),
        "{}",
        ran.stderr
    );
    let ran = run(&words("solve"), format!("{pieces}2 3 4 1 5 x 7 6 8\n"));
    assert_eq!(
        (ran.stderr.lines().last(), ran.code),
        (
            Some(
                format!(
                    "slide: <stdin>:{}: not a line of `slide split`",
                    plain.len() + 1
                )
                .as_str()
            ),
            Some(2)
        )
    );
    for other in [
        "-o boards",
        "--all",
        "--count",
        "--first-lex",
        "-q fast",
        "--best-effort",
        "--checkpoint none.ck",
        "--stats",
        "--size 3",
        "--goal blank-last",
        "--format line",
    ] {
        let ran = run(&words(&format!("solve {other}")), &pieces);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(2)), "{other}");
        assert!(ran.stderr.starts_with("slide: pieces "), "{}", ran.stderr);
    }
    // The blank cannot have come up from below the lowest row.
    let piece =
        split("--depth 0", "1 2 3 4 5 6 7 8 x").replace("\"prefix\":\"\"", "\"prefix\":\"u\"");
    let ran = run(&words("solve"), &piece);
    assert_eq!((ran.stdout.as_str(), ran.code), ("invalid\n", Some(2)));
    assert!(ran.stderr.contains("prefix: "), "{}", ran.stderr);
    let ran = run(&["split", "--depth", "2", "2 1 3 4 5 6 7 8 x"], "");
    assert_eq!(
        (ran.stderr.as_str(), ran.code),
        (
            "slide: the board is unsolvable for the goal blank-last\n",
            Some(2)
        )
    );
}

#[test]
fn a_split_without_pieces_says_why() {
    // 31 moves: with fewer no board so deep can be on the way.
    let ran = run(
        &[
            "split",
            "--depth",
            "25",
            "--bound",
            "27",
            "8 6 7 2 5 4 3 x 1",
        ],
        "",
    );
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str(), ran.code),
        (
            "",
            "slide: no pieces, for no solution has at most 27 moves: raise --bound\n",
            Some(0)
        )
    );
}

#[test]
fn a_split_that_would_take_too_much_memory_stops() {
    let board = run(&words("generate --size 10 --seed 1"), "").stdout;
    let arguments = words("split --size 10 --depth 40 --bound 9999 --memory-limit 30MB");
    let ran = run(&[&arguments[..], &[board.trim()]].concat(), "");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", Some(1)));
    assert!(
        ran.stderr
            .starts_with("slide: the memory limit was reached (")
            && ran.stderr.ends_with("; a smaller --depth takes less\n"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_bound_far_beyond_any_solution_is_no_harm() {
    for (size, arguments) in [
        (3, "-a ida-star"),
        (4, "-e manhattan"),
        (4, ""),
        (5, "--tables none"),
    ] {
        let board = run(
            &words(&format!("generate --seed 3 --moves 12 -s {size}")),
            "",
        )
        .stdout;
        for bound in ["100000", "4294967295", "4294967294"] {
            let pieces = split(&format!("--depth 0 --bound {bound}"), &board);
            let solution = &answers(arguments, &pieces)[0];
            let ran = run(
                &words(&format!("verify -s {size}")),
                format!("{} {solution}\n", board.trim()),
            );
            assert!(ran.stdout.starts_with("valid"), "{}", ran.stdout);
        }
    }
}

/// Input of which the first byte comes by itself, as GNU parallel sends it.
fn in_two_parts(input: &str) -> Ran {
    let mut child = slide(&["solve"]).spawn().expect("slide starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let (first, rest) = input.split_at(1);
    stdin.write_all(first.as_bytes()).expect("slide listens");
    // Long enough for slide to read it, mostly; if not, this shows nothing.
    thread::sleep(Duration::from_millis(200));
    stdin.write_all(rest.as_bytes()).expect("slide listens");
    drop(stdin);
    child.wait_with_output().expect("slide ends").into()
}

#[test]
fn pieces_are_recognised_and_boards_are_whole_though_the_first_byte_comes_alone() {
    let pieces = split("--depth 2 --bound 19", "2 3 4 1 5 x 7 6 8");
    let ran = in_two_parts(&pieces);
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
    assert_eq!(ran.stdout.lines().count(), pieces.lines().count());
    for board in ["2 3 4 1 5 x 7 6 8\n", "{{2,3,4},{1,5,0},{7,6,8}}\n"] {
        let ran = in_two_parts(board);
        assert_eq!(
            (ran.stdout.as_str(), ran.stderr.as_str()),
            ("ullddrurdllurrdlurd\n", "")
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn pieces_are_recognised_in_pipes_with_names_too() {
    let pieces = split("--depth 4 --bound 19", "2 3 4 1 5 x 7 6 8");
    let expected = answers("", &pieces);
    let mut command = slide(&words("solve /dev/stdin"));
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("slide runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(pieces.as_bytes()).expect("it reads");
    drop(stdin);
    let ran: Ran = child.wait_with_output().expect("it ends").into();
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines, expected);
}

#[test]
fn a_bad_line_costs_itself_and_every_good_piece_is_answered() {
    let piece = split("--depth 0 --bound 19", "2 3 4 1 5 x 7 6 8").into_bytes();
    let solved = answers("", std::str::from_utf8(&piece).expect("UTF-8"));
    let long = vec![b'9'; 20_000_000];
    for bad in [
        &b"{\"piece\":\"\xff\xfe\"}"[..],
        b"\xff",
        b"{\"piece\":1",
        b"{\"\0\":",
        &long,
        &[&b"{\"x\":"[..], &long].concat(),
    ] {
        let text = [&piece[..], bad, b"\n\n", &piece].concat();
        for jobs in ["-j 1", "-j 8"] {
            let ran = run(&words(&format!("solve {jobs}")), &text);
            let expected = format!("{0}\ninvalid\n{0}\n", solved[0]);
            assert_eq!((ran.stdout, ran.code), (expected, Some(2)));
            let place = "slide: <stdin>:2: not a line of `slide split`";
            assert!(ran.stderr.starts_with(place), "{}", ran.stderr);
            assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
        }
    }
    // A file that is not there costs itself too.
    let there = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("piece.jsonl");
    std::fs::write(&there, &piece).expect("written");
    let there = there.to_str().expect("UTF-8");
    let ran = run(&["solve", there, "/nowhere/at/all", there], "");
    assert_eq!(ran.stdout, format!("{0}\n{0}\n", solved[0]));
    assert!(
        ran.stderr.starts_with("slide: /nowhere/at/all: "),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn lines_without_end_take_no_memory() {
    let mut child = slide(&["solve"]).spawn().expect("slide starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(b"{\"piece\":").expect("it reads");
    for _ in 0..200 {
        stdin.write_all(&[b'1'; 1 << 20]).expect("it reads");
    }
    let peak = common::peak(child.id());
    assert!(peak < 64 * 1024, "{peak} KiB");
    drop(stdin);
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
}
