//! Text to boards and moves and back: what is read as what, and the exact text and place of each fault.

use std::io::{self, BufRead, Read};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use slide::format::{
    Convention, Layout, Reader, Reading, parse_board, parse_moves, write_board, write_moves,
};
use slide::{Grid, Move, Size};

/// The entries of a text, one a line: `LINE [ID] SIZE labels` or `LINE ROW:COLUMN fault`.
fn read(text: impl AsRef<[u8]>, options: &str) -> Vec<String> {
    let mut reading = Reading::default();
    for option in options.split_whitespace() {
        match option.parse() {
            Ok(layout) => reading.layout = Some(layout),
            Err(_) => reading.size = Some(option.parse().expect(option)),
        }
    }
    Reader::new(text.as_ref(), reading)
        .map(|entry| {
            let entry = entry.expect("memory can be read");
            let id = entry.id.map_or(String::new(), |id| format!("[{id}] "));
            match entry.board {
                Ok(grid) => {
                    let labels: Vec<_> = grid.labels().iter().map(u16::to_string).collect();
                    format!("{} {id}{} {}", entry.line, grid.size(), labels.join(" "))
                }
                Err(f) => format!("{} {id}{}:{} {f}", entry.line, f.line, f.column),
            }
        })
        .collect()
}

#[track_caller]
fn expect(text: impl AsRef<[u8]>, options: &str, entries: &[&str]) {
    let text = text.as_ref();
    assert_eq!(
        read(text, options),
        entries,
        "{} with `{options}`",
        String::from_utf8_lossy(text)
    );
}

#[test]
fn rows_that_are_too_long_for_any_board_end_at_the_next_empty_line() {
    // As many rows as columns would make it whole, and all of them would be kept.
    let row = "1 ".repeat(400);
    let text = format!("{row}\n\n{row}\n{row}\n\n1 2\n3 0\n");
    let entries = read(&text, "rows");
    assert_eq!(entries.len(), 3, "{entries:?}");
    assert!(entries[0].starts_with("1 1:1 "), "{entries:?}");
    assert!(entries[1].starts_with("3 3:1 "), "{entries:?}");
    assert_eq!(entries[2], "6 2x2 1 2 3 0");
}

#[test]
fn the_layouts_of_the_field_are_recognised() {
    // One board a line.
    expect(
        "2  3  4  1  5  x  7  6  8 ",
        "",
        &["1 3x3 2 3 4 1 5 0 7 6 8"],
    );
    expect(
        "1 2 3 4 5 6 7 8 x\n8 7 6 5 4 3 2 1 x\n",
        "",
        &["1 3x3 1 2 3 4 5 6 7 8 0", "2 3x3 8 7 6 5 4 3 2 1 0"],
    );
    let fifteen = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0";
    expect(fifteen, "", &[&format!("1 4x4 {fifteen}")]);
    expect("1 2 3 0\n3 2 1 0", "", &["1 2x2 1 2 3 0", "2 2x2 3 2 1 0"]);
    // Cells over several lines.
    expect(
        "1 2 3 4 5\n6 7 8 0\n0 1\n2 3 4 5 6 7 8",
        "",
        &["1 3x3 1 2 3 4 5 6 7 8 0", "3 3x3 0 1 2 3 4 5 6 7 8"],
    );
    expect(
        "1\n2\n3\n4\n5\n6\n7\n8\n0\n",
        "",
        &["1 3x3 1 2 3 4 5 6 7 8 0"],
    );
    // Digits.
    expect("2341 5x768\n", "", &["1 3x3 2 3 4 1 5 0 7 6 8"]);
    expect("283104765\n", "", &["1 3x3 2 8 3 1 0 4 7 6 5"]);
    expect("283 104 765\n", "3", &["1 3x3 2 8 3 1 0 4 7 6 5"]);
    expect("1230", "", &["1 2x2 1 2 3 0"]);
    // Rows.
    let two = "1 2 3\n4 5 6\n7 x 8\n1 2 3\n4 5 6\n7 8 x\n";
    let boards = ["1 3x3 1 2 3 4 5 6 7 0 8", "4 3x3 1 2 3 4 5 6 7 8 0"];
    expect(two, "", &boards);
    expect(two, "3", &boards);
    expect(
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n",
        "",
        &[&format!("1 4x4 {fifteen}")],
    );
    expect(
        "1 2 3\n4 0 5\n\n1 2 3\n4 5 0\n",
        "",
        &["1 2x3 1 2 3 4 0 5", "4 2x3 1 2 3 4 5 0"],
    );
    expect("1 2\n3 4\n5 0\n", "", &["1 3x2 1 2 3 4 5 0"]);
    expect(
        "1 2 3 4\n5 6 7 0\n0 2 3 4\n5 6 7 1\n",
        "",
        &["1 2x4 1 2 3 4 5 6 7 0", "3 2x4 0 2 3 4 5 6 7 1"],
    );
    // A side, or a number of boards, before the grid.
    expect(
        "3\n 0  1  3\n 4  2  5\n 7  8  6\n2\n1 2\n3 0\n",
        "",
        &["1 3x3 0 1 3 4 2 5 7 8 6", "5 2x2 1 2 3 0"],
    );
    expect(
        "# This puzzle is solvable\n3#side\n3 2 6#c\n1 4 0#c\n8 7 5\n",
        "",
        &["2 3x3 3 2 6 1 4 0 8 7 5"],
    );
    let t = |t: &str| format!("{t}\n\n1 2 3\n4 5 6\n7 x 8\n\n1 2 3\n4 5 6\n7 8 x\n");
    let boards = ["3 3x3 1 2 3 4 5 6 7 0 8", "7 3x3 1 2 3 4 5 6 7 8 0"];
    expect(t("2"), "", &boards);
    expect(t("2"), "3", &boards);
    expect("1\n1 2 3\n4 5 6\n7 x 8\n", "", &["2 3x3 1 2 3 4 5 6 7 0 8"]);
    expect(
        "2\n\n1 2 3 4 5 6 7 8 x\n\n1 2 3 4 5 6 7 x 8\n",
        "",
        &["3 3x3 1 2 3 4 5 6 7 8 0", "5 3x3 1 2 3 4 5 6 7 0 8"],
    );
    expect(
        "2\n2\n1 2\n3 0\n3\n1 2 3\n4 5 6\n7 8 0\n",
        "",
        &["2 2x2 1 2 3 0", "5 3x3 1 2 3 4 5 6 7 8 0"],
    );
    // A side, then one cell a line.
    expect(
        "3\n0\n3\n8\n4\n1\n7\n2\n6\n5\n",
        "",
        &["1 3x3 0 3 8 4 1 7 2 6 5"],
    );
    // A name, then the board.
    expect(
        "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 # 57",
        "",
        &["1 [1] 4x4 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"],
    );
    expect(
        "a1 1 2 3 0 4 5 6 7 8",
        "",
        &["1 [a1] 3x3 1 2 3 0 4 5 6 7 8"],
    );
    // Rows split by strokes, and lists.
    expect("8 2 0/4 6 1/3 7 5", "", &["1 3x3 8 2 0 4 6 1 3 7 5"]);
    expect("1 2 3 / 4 5 _", "", &["1 2x3 1 2 3 4 5 0"]);
    expect("[[1,2,3],[4,0,5]]", "", &["1 2x3 1 2 3 4 0 5"]);
    expect(
        "[[1 2 3]\n [4 5 6]\n [7 8 0]]\n[(1, 2), (3, 0)]\n[1,2,3,0] {3,2,1,0}",
        "",
        &[
            "1 3x3 1 2 3 4 5 6 7 8 0",
            "4 2x2 1 2 3 0",
            "5 2x2 1 2 3 0",
            "5 2x2 3 2 1 0",
        ],
    );
}

#[test]
fn a_side_that_no_later_board_repeats_was_the_number_of_boards() {
    let grid = "1 2 3\n4 5 6\n7 8 0\n";
    let boards = [
        "1 3x3 1 2 3 4 5 6 7 8 0",
        "5 3x3 1 2 3 4 5 6 7 8 0",
        "8 3x3 1 2 3 4 5 6 7 8 0",
    ];
    expect(format!("3\n{grid}{grid}{grid}"), "", &boards);
    expect(
        format!("3\n{grid}{grid}{grid}{grid}{grid}"),
        "",
        &[
            boards[0],
            boards[1],
            boards[2],
            "11 11:1 found one more board, expected 3 in all (line 1 says so)",
        ],
    );
    expect(
        format!("3\n{grid}{grid}"),
        "",
        &[
            boards[0],
            boards[1],
            "5 7:6 found the end of the input after 2 boards, expected 3 (line 1 says so)",
        ],
    );
}

#[test]
fn every_way_to_write_the_same_board_is_survived() {
    let wanted = ["1 3x3 1 2 3 4 0 5 6 7 8"];
    for blank in ["x", "X", "0", "00", "_", "-", ".", "*"] {
        expect(format!("1 2 3 4 {blank} 5 6 7 8"), "", &wanted);
    }
    for text in [
        "\u{FEFF}1 2 3 4 0 5 6 7 8\n",
        "1 2 3 4 0 5 6 7 8\r\n",
        "1 2 3 4 0 5 6 7 8\r",
        "1\t2\t3\t4\t0\t5\t6\t7\t8",
        "1\u{A0}2\u{A0}3 4 0 5 6 7 8",
        "1,2,3,4,0,5,6,7,8",
        "1, 2, 3,, 4, 0, 5, 6, 7, 8,",
        "01 02 03 04 00 05 06 07 08",
        "   1 2 3 4 0 5 6 7 8   # a comment",
        "1 2 3 4 0 5 6 7 8#glued \u{e9}",
    ] {
        expect(text, "", &wanted);
    }
    expect(b"1 2 3 4 0 5 6 7 8 # caf\xE9", "", &wanted);
    let after = ["3 3x3 1 2 3 4 0 5 6 7 8"];
    expect("\n  \t\n1 2 3 4 0 5 6 7 8\n\n\n", "", &after);
    expect("# a\n\r\n1 2 3 4 0 5 6 7 8", "", &after);
    expect("\r\r1 2 3 4 0 5 6 7 8", "", &after);
    expect(
        "1 2 3\n\n4 5 6\n# half\n\n7 8 0\n",
        "",
        &["1 3x3 1 2 3 4 5 6 7 8 0"],
    );
    expect("", "", &[]);
    expect("\n# nothing\n", "", &[]);
}

#[test]
fn two_readings_are_a_fault_that_names_the_option() {
    expect(
        "1 2 3 4 5 6 7 8 9 10 11 0",
        "",
        &["1 1:1 found 12 cells, expected --size 2x6, 3x4, 4x3 or 6x2 to tell which board that is"],
    );
    expect(
        "1 2 3 4 5 6 7 8 9 10 11 0",
        "3x4",
        &["1 3x4 1 2 3 4 5 6 7 8 9 10 11 0"],
    );
    // The next line has only one reading.
    expect(
        "9 1 2 3 4 5 6 7 8 0\n10 1 2 3 4 5 6 7 8 0",
        "",
        &[
            "1 1:1 found 10 cells (a board, or an id and a board), expected --size 2x5, 5x2 or 3x3 to tell which board that is",
            "2 [10] 3x3 1 2 3 4 5 6 7 8 0",
        ],
    );
    expect("9 1 2 3 4 5 6 7 8 0", "3", &["1 [9] 3x3 1 2 3 4 5 6 7 8 0"]);
    expect("9 1 2 3 4 5 6 7 8 0", "2x5", &["1 2x5 9 1 2 3 4 5 6 7 8 0"]);
    expect(
        "9 1 2 3 4 5 6 7 8 0",
        "korf",
        &["1 [9] 3x3 1 2 3 4 5 6 7 8 0"],
    );
    expect(
        "12345x",
        "",
        &["1 1:1 found 6 cells, expected --size 2x3 or 3x2 to tell which board that is"],
    );
}

#[test]
fn a_bad_board_costs_only_itself() {
    let good = "1 2 3 4 5 6 7 8 x";
    let bad = |line: &str, fault: &str| {
        expect(
            format!("{good}\n{line}\n{good}"),
            "",
            &["1 3x3 1 2 3 4 5 6 7 8 0", fault, "3 3x3 1 2 3 4 5 6 7 8 0"],
        );
    };
    bad(
        "1 2 3 4 5 6 7 8 12a",
        "2 2:17 found `12a`, expected a tile from 1 to 8 or a blank (0 x _ - . *)",
    );
    bad(
        "1 2 3 4 5 6 7 8 9",
        "2 2:17 found tile 9, expected 1 to 8 and one blank (if 9 is meant as the blank, write it as 0 or x)",
    );
    bad(
        "1 2 3 4 5 6 7 8 8",
        "2 2:17 found tile 8 a second time, expected each once (the blank is missing)",
    );
    bad("1 2 3", "2 2:1 found 3 cells, expected 9 (3x3 by line 1)");
    bad(
        "  1 2 3 4 5 6 7 8 0 9",
        "2 2:3 found 10 cells, expected 9 (3x3 by line 1)",
    );
    bad(
        &format!("é 1 2 3 4 5 6 7 {}", "9".repeat(10_000)),
        "2 2:1 found `é`, expected a tile from 1 to 8 or a blank (0 x _ - . *)",
    );
    bad(
        &format!("1\u{A0}2 3 4 5 6 7 8 {}", "9".repeat(10_000)),
        "2 2:17 found `9999999999999999…`, expected a tile from 1 to 8 or a blank (0 x _ - . *)",
    );
    bad(
        &"1 ".repeat(40_000),
        "2 2:1 found a line of more than 65536 bytes, expected a board",
    );
    bad("1 2 \0", "2 2:5 found a NUL byte, expected text");
    bad(
        "-1 2 3 4 5 6 7 8 x",
        "2 2:1 found `-1`, expected a tile from 1 to 8 or a blank (0 x _ - . *)",
    );
    // Another square is no fault where no size was given.
    bad("1 2 3 0", "2 2x2 1 2 3 0");
    expect(
        b"1 2 3 4 5 6 7 8 x\n1 \xC3\xA9 \xFF\n",
        "",
        &[
            "1 3x3 1 2 3 4 5 6 7 8 0",
            "2 2:5 found the byte 0xff, expected UTF-8 text",
        ],
    );
    expect(
        b"\xFF\xFE1\0 \0\n\x002\0",
        "",
        &["1 1:1 found UTF-16 text, expected UTF-8"],
    );
    // A title decides nothing.
    expect(
        format!("My boards\n{good}"),
        "",
        &[
            "1 1:1 found `My`, expected a tile from 1 to 8 or a blank (0 x _ - . *)",
            "2 3x3 1 2 3 4 5 6 7 8 0",
        ],
    );
}

#[test]
fn a_bad_board_of_several_lines_ends_at_its_last_row_or_an_empty_line() {
    let good = "1 2 3\n4 5 6\n7 8 0\n";
    let rest = |line: u64| format!("{line} 3x3 1 2 3 4 5 6 7 8 0");
    // Each row there, one wrong.
    expect(
        format!("1 2 3\n4 y 6 6\n7 8 0\n{good}"),
        "3",
        &[
            "1 2:3 found `y`, expected a tile from 1 to 8 or a blank (0 x _ - . *)",
            &rest(4),
        ],
    );
    expect(
        format!("{good}1 2 3\n4 5\n7 8 0\n{good}"),
        "",
        &[
            &rest(1),
            "4 5:1 found a row of 2 cells, expected 3 (3x3 by line 1)",
            &rest(7),
        ],
    );
    // A row missing before an empty line.
    expect(
        format!("{good}\n1 2 3\n4 5 6\n\n{good}"),
        "",
        &[
            &rest(1),
            "5 6:6 found an empty line after 6 cells, expected 9 (3x3 by line 1)",
            &rest(8),
        ],
    );
    // A row missing at the end.
    expect(
        "1 2 3\n4 5 6",
        "3",
        &["1 2:6 found the end of the input after 6 cells, expected 9 (--size 3x3)"],
    );
    // A row missing before the next header.
    expect(
        format!("3\n1 2 3\n4 5 6\n3\n{good}"),
        "",
        &[
            "1 3:6 found a number by itself after 6 cells, expected 9 (3x3 by line 1)",
            &rest(4),
        ],
    );
    expect(
        format!("3\n{good}x\n{good}3\n{good}"),
        "",
        &[
            &rest(1),
            "5 5:1 found `x`, expected the side N of a board, from 2 to 16",
            &rest(9),
        ],
    );
    expect(
        format!("2\n{good}\n1 2 3\n4 4 6\n7 8 0\n"),
        "",
        &[
            &rest(2),
            "6 7:3 found tile 4 a second time, expected each once (tile 5 is missing)",
        ],
    );
    expect(
        "2 5 6\n",
        "hiho",
        &["1 1:1 found `2`, expected the number of boards"],
    );
    expect("0\n".repeat(100_000), "hiho", &[]);
    // Empty lines between all rows, once a good board has shown it.
    expect(
        "1 2 3\n\n4 5 6\n\n7 8 0\n\n1 2 3\n\n4 4 6\n\n7 8 0\n\n1 2 3\n\n4 5 6\n\n7 8 0\n",
        "",
        &[
            &rest(1),
            "7 9:3 found tile 4 a second time, expected each once (tile 5 is missing)",
            &rest(13),
        ],
    );
    // One fault a board, whatever is in it.
    expect(
        "a b c d e f g h i 1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 8 0",
        "stream",
        &[
            "1 1:1 found `a`, expected a tile from 1 to 8 or a blank (0 x _ - . *)",
            "2 3x3 1 2 3 4 5 6 7 8 0",
        ],
    );
    expect(
        "17\n1\n2\n\n2\n1\n2\n3\n0",
        "hackerrank",
        &[
            "1 1:1 found `17`, expected the side k of a board, from 2 to 16",
            "5 2x2 1 2 3 0",
        ],
    );
    expect(
        "[[1,2],[3]]\n[[1,2],\n[[1,2],[3,0]]\n[1,2,3,0]]\n[[[1]]]\n[[1,2],[3,0],[4,5,6]]",
        "",
        &[
            "1 1:10 found a row of 1 cell, expected 2",
            "2 2:7 found the end of the board, expected `]`",
            "3 2x2 1 2 3 0",
            "4 2x2 1 2 3 0",
            "4 4:10 found `]`, expected `[`",
            "5 5:3 found `[`, expected a tile, a blank or `]`",
            "6 6:20 found a row of 3 cells, expected 2",
        ],
    );
    expect(
        "1 2/3 0\n1 2/3\n1 2 3 0 4 5 6/\n1 2 3 4 5 6 0/8 9 10 11 12 13 7",
        "",
        &[
            "1 2x2 1 2 3 0",
            "2 2:5 found a row of 1 cell, expected 2",
            "3 3:15 found a row of 0 cells, expected 7",
            "4 4:1 found size 2x7: expected a square from 2 to 16 (`4`, `4x4`) or a rectangle with sides from 2 to 6 (`2x3`: 2 rows of 3)",
        ],
    );
}

#[test]
fn a_size_that_contradicts_the_text_is_named_beside_it() {
    expect(
        "1 2 3 4 5 6 7 8 0",
        "4",
        &["1 1:1 found 9 cells, expected 16 (--size 4x4)"],
    );
    expect(
        "2\n1 2\n3 0\n",
        "princeton 3",
        &["1 1:1 found a board of 2x2, expected 3x3 (--size 3x3)"],
    );
    expect(
        "2\n1\n2\n3\n0\n",
        "hackerrank 3",
        &["1 1:1 found a board of 2x2, expected 3x3 (--size 3x3)"],
    );
    expect(
        "[[1,2],[3,0]]",
        "2x3",
        &["1 1:1 found a board of 2x2, expected 2x3 (--size 2x3)"],
    );
    expect(
        "1 2/3 0",
        "3",
        &["1 1:1 found a board of 2x2, expected 3x3 (--size 3x3)"],
    );
    expect(
        "1 2 3 4\n5 6 7 0\n",
        "rows 3",
        &["1 1:1 found a row of 4 cells, expected 3 (--size 3x3)"],
    );
}

#[test]
fn one_board_is_read_from_an_argument() {
    let size = |n| Some(Size::square(n).expect("a size"));
    let goal = parse_board("1 2 3 8 x 4 7 6 5", None).expect("a board");
    assert_eq!(goal.labels(), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
    for text in [
        "123 8x4 765",
        "[[1,2,3],[8,0,4],[7,6,5]]",
        "1 2 3/8 0 4/7 6 5",
    ] {
        assert_eq!(parse_board(text, size(3)).as_ref(), Ok(&goal));
    }
    for (text, fault) in [
        ("", "1:1 found nothing, expected a board"),
        ("1 2 3 0\n3 2 1 0", "2:1 found a second board, expected one"),
        (
            "1 2",
            "1:4 found the end of the input after 2 cells, expected 4 (--size 2x2)",
        ),
    ] {
        let f = parse_board(text, size(2).filter(|_| text == "1 2")).expect_err(text);
        assert_eq!(format!("{}:{} {f}", f.line, f.column), fault);
    }
}

/// A board of this size that is in no special order.
fn shuffled(size: Size, random: &mut ChaCha8Rng) -> Grid {
    let mut labels: Vec<u16> = (0..size.cells() as u16).collect();
    for i in (1..labels.len()).rev() {
        labels.swap(i, random.random_range(0..=i));
    }
    Grid::new(size, labels)
}

#[test]
fn what_is_written_is_read_back() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for size in Size::all() {
        for layout in Layout::ALL {
            if !layout.holds(size) {
                continue;
            }
            let solved = Grid::new(
                size,
                (1..size.cells() as u16).chain([0]).collect::<Vec<_>>(),
            );
            for i in 0..20 {
                let grid = if i == 0 {
                    solved.clone()
                } else {
                    shuffled(size, &mut random)
                };
                let mut text = Vec::new();
                write_board(&mut text, &grid, layout);
                for forced in [Some(layout), None] {
                    let reading = Reading {
                        layout: forced,
                        size: Some(size),
                    };
                    let entries: Vec<_> = Reader::new(text.as_slice(), reading)
                        .map(|e| e.expect("memory can be read").board)
                        .collect();
                    let shown = String::from_utf8_lossy(&text);
                    assert_eq!(
                        entries,
                        [Ok(grid.clone())],
                        "{layout} {size} {forced:?} {shown}"
                    );
                }
            }
        }
    }
}

/// An input that gives one line at a time and counts the lines that were asked for.
struct LineByLine<'a> {
    lines: Vec<&'a [u8]>,
    asked: std::rc::Rc<std::cell::Cell<usize>>,
}

impl Read for LineByLine<'_> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("a BufRead is read through its buffer")
    }
}

impl BufRead for LineByLine<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.asked.set(self.asked.get().max(1));
        Ok(self.lines.first().copied().unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        if let Some(line) = self.lines.first_mut() {
            *line = &line[count..];
            if line.is_empty() {
                self.lines.remove(0);
                self.asked.set(self.asked.get() + 1);
            }
        }
    }
}

#[test]
fn a_board_is_given_before_the_next_line_is_asked_for() {
    for (text, ends) in [
        (
            "1 2 3 4 5 6 7 8 0\n1 1 1\n1 2 3 4 5 6 7 8 x\n",
            vec![1, 2, 3],
        ),
        ("1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 0\n", vec![1, 2]),
        ("123456780\n123456708\n", vec![1, 2]),
        ("7 1 2 3 4 5 6 7 8 0\n8 1 2 3 4 5 6 7 8 0\n", vec![1, 2]),
        ("1 2 3\n4 5 6\n7 8 0\n1 2 3\n4 5 6\n7 8 0\n", vec![3, 6]),
        (
            "3\n1 2 3\n4 5 6\n7 8 0\n3\n1 2 3\n4 5 6\n7 8 0\n",
            vec![4, 8],
        ),
        ("2\n1 2 3\n4 5 6\n7 8 0\n1 2 3\n4 5 6\n7 8 0\n", vec![4, 7]),
        ("1 2 0/3 4 5\n1 2/0 3\n", vec![1, 2]),
        ("[[1,2],\n[3,0]]\n[[1,2],[3,0]]\n", vec![2, 3]),
    ] {
        let asked = std::rc::Rc::new(std::cell::Cell::new(0));
        let lines = text.split_inclusive('\n').map(str::as_bytes).collect();
        let input = LineByLine {
            lines,
            asked: asked.clone(),
        };
        let seen: Vec<_> = Reader::new(input, Reading::default())
            .map(|entry| entry.map(|_| asked.get() - 1).expect("memory can be read"))
            .collect();
        assert_eq!(seen, ends, "{text}");
    }
}

#[test]
fn an_input_error_is_passed_on_once() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let text = "1 2 3 4 5 6 7 8 0\n".as_bytes();
    let input = io::BufReader::new(text.chain(Broken));
    let kinds: Vec<_> = Reader::new(input, Reading::default())
        .map(|e| e.map_err(|e| e.kind()).is_ok())
        .collect();
    assert_eq!(kinds, [true, false]);
}

#[test]
fn twenty_thousand_damaged_texts_are_read_to_their_end() {
    let grids = "1 2 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 6\n7 0 8\n";
    let good = [
        "1 2 3 4 5 6 7 8 x\n2 3 4 1 5 x 7 6 8 # c\n1 2 3 4 5 6 7 8 0\n".to_string(),
        grids.to_string(),
        format!("2\n{grids}"),
        format!("3\n{}", grids.replace("\n\n", "\n3\n")),
        "3\n0\n3\n8\n4\n1\n7\n2\n6\n5\n2\n1\n2\n3\n0\n".to_string(),
        "123456780\n1234 5678x\n".to_string(),
        "1 1 2 3 4 5 6 7 8 x\n2 2 3 4 1 5 x 7 6 8 # c\n".to_string(),
        "1 2 3 4 5\n6 7 8 0 1 2 3\n4 5 6 7 8 0\n".to_string(),
        "8 2 0/4 6 1/3 7 5\n1 2/3 0\n".to_string(),
        "[[1,2,3],\n [4,0,5]]\n[[1,2],[3,0]] [3,2,1,0]\n".to_string(),
    ];
    let pieces = [
        "\n",
        "\n\n",
        "\r",
        " ",
        "0",
        "x",
        "1",
        "16",
        "99999999999999999999",
        "y",
        "#",
        "/",
        "[",
        "[[",
        "]",
        "]]",
        "\0",
        "\u{FEFF}",
        "é",
        "\u{A0}",
        ",",
        "2\n",
        "3\n",
        "1 2 3\n",
    ];
    let sizes = [
        None,
        Size::new(3, 3).ok(),
        Size::new(2, 3).ok(),
        Size::new(4, 4).ok(),
    ];
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut entries = 0;
    for round in 0..20_000 {
        let mut text = good[round % good.len()].clone().into_bytes();
        for _ in 0..random.random_range(1..6) {
            let at = random.random_range(0..=text.len());
            let end = text.len().min(at + random.random_range(0..4));
            let piece = pieces[random.random_range(0..pieces.len())];
            let by = match random.random_range(0..8) {
                0 => vec![random.random_range(0..=255)],
                1 => Vec::new(),
                2 => text[end..].to_vec(),
                _ => piece.into(),
            };
            text.splice(at..end, by);
        }
        let layouts = Layout::ALL.map(Some);
        let layout = layouts.get(random.random_range(0..2 * layouts.len()));
        let reading = Reading {
            layout: layout.copied().flatten(),
            size: sizes[random.random_range(0..sizes.len())],
        };
        // A board has four cells or more, a fault a line, a closing bracket or the end for itself.
        let ends = text.iter().filter(|b| b"\r\n]})".contains(b)).count();
        let most = ends + 1 + text.len() / 7 + 1;
        let mut last = 0;
        for entry in Reader::new(text.as_slice(), reading) {
            let entry = entry.expect("memory can be read");
            entries += 1;
            last += 1;
            assert!(
                last <= most,
                "{reading:?} {:?}",
                String::from_utf8_lossy(&text)
            );
            match entry.board {
                Ok(grid) => {
                    assert_eq!(grid.check(), Ok(()));
                    assert!(reading.size.is_none_or(|size| size == grid.size()));
                }
                Err(fault) => {
                    assert!(fault.line >= 1 && fault.column >= 1);
                    assert!(fault.to_string().starts_with("found "));
                }
            }
        }
    }
    assert!(
        entries > 30_000,
        "{entries} entries: the texts are hardly read"
    );
}

#[test]
fn moves_are_written_in_either_convention() {
    use Move::{Down, Left, Right, Up};
    let moves = [Right, Right, Up, Left, Left, Left, Down];
    let written = |convention, compress| {
        let mut out = Vec::new();
        write_moves(&mut out, &moves, convention, compress);
        String::from_utf8(out).expect("letters")
    };
    assert_eq!(written(Convention::Blank, false), "rrullld");
    assert_eq!(written(Convention::Blank, true), "r2ul3d");
    assert_eq!(written(Convention::Tile, false), "LLDRRRU");
    assert_eq!(written(Convention::Tile, true), "L2DR3U");
    for convention in [Convention::Blank, Convention::Tile] {
        for compress in [false, true] {
            let text = written(convention, compress);
            assert_eq!(parse_moves(&text, convention).as_deref(), Ok(&moves[..]));
        }
    }
    for text in [
        "right right up LEFT3, d",
        "R2 u,l3\nDown",
        "rightrightuplll down",
    ] {
        let read = parse_moves(text, Convention::Blank);
        assert_eq!(read.as_deref(), Ok(&moves[..]), "{text}");
    }
    assert_eq!(parse_moves(" \n", Convention::Blank), Ok(Vec::new()));
}

#[test]
fn what_is_no_move_is_named_with_its_place() {
    for (text, fault) in [
        (
            "rr\n uq",
            "2:3 found `q`, expected moves (u d l r or up down left right, each with a count as in R2)",
        ),
        (
            "2r",
            "1:1 found `2r`, expected moves (u d l r or up down left right, each with a count as in R2)",
        ),
        (
            "é",
            "1:1 found `é`, expected moves (u d l r or up down left right, each with a count as in R2)",
        ),
        (
            "u r99999999999999999999999",
            "1:3 found more moves than 1048576, expected fewer",
        ),
    ] {
        let f = parse_moves(text, Convention::Blank).expect_err(text);
        assert_eq!(format!("{}:{} {f}", f.line, f.column), fault);
    }
}

#[test]
fn a_layout_is_known_by_its_name() {
    for layout in Layout::ALL {
        assert_eq!(layout.to_string().parse(), Ok(layout));
    }
    assert!("lines".parse::<Layout>().is_err());
}
