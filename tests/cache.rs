//! Pattern databases on disk, through the real binary: whatever happens to the files, every board is solved.

mod common;

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Mutex,
};

use common::{Ran, empty_folder, slide};
use slide::{
    Cell, Size,
    pdb::{Cache, Listener, small},
};

/// A board that needs tables, and its length: Korf's fifth.
const BOARD: &str = "4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0";
const LENGTH: &str = "56\n";

fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("cache-{name}"))
}

fn with_cache(cache: &Path, arguments: &str) -> Command {
    let mut command = slide(&arguments.split_whitespace().collect::<Vec<_>>());
    command.env("SLIDE_CACHE_DIR", cache);
    command
}

fn run(cache: &Path, arguments: &str) -> Ran {
    with_cache(cache, arguments)
        .output()
        .expect("slide runs")
        .into()
}

/// Solves the board with small tables.
fn solve(cache: &Path) -> Ran {
    let board = cache.with_extension("board");
    fs::write(&board, BOARD).expect("the board can be written");
    let arguments = format!(
        "solve --goal blank-first --tables small -v -o length {}",
        board.display()
    );
    run(cache, &arguments)
}

fn files(cache: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(cache).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

fn built(name: &str) -> PathBuf {
    let cache = folder(name);
    let ran = run(&cache, "tables build small --goal blank-first");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    cache
}

#[test]
fn tables_are_built_listed_verified_and_cleared() {
    let cache = built("life");
    assert_eq!(files(&cache).len(), 3, "6-6-3: a table each");
    let listed = run(&cache, "tables list");
    assert_eq!((listed.code, listed.stdout.lines().count()), (Some(0), 3));
    assert!(
        listed.stdout.contains("4x4 boards, 6 tiles, 1.5 MiB"),
        "{}",
        listed.stdout
    );
    let verified = run(&cache, "tables verify");
    assert_eq!(verified.code, Some(0));
    assert!(
        verified
            .stdout
            .lines()
            .all(|line| line.ends_with("  sound")),
        "{}",
        verified.stdout
    );
    let path = run(&cache, "tables path");
    assert_eq!(path.stdout, format!("{}\n", cache.display()));
    fs::write(cache.join("notes.txt"), "mine").expect("a file of the user");
    let cleared = run(&cache, "tables clear");
    assert_eq!((cleared.code, cleared.stdout.as_str()), (Some(0), ""));
    assert_eq!(
        files(&cache),
        [cache.join("notes.txt")],
        "only tables are removed"
    );
    assert_eq!(run(&cache, "tables list").stdout, "");
}

#[test]
fn what_a_killed_process_left_half_written_is_cleared_too() {
    let cache = folder("killed");
    for name in ["4x4-0-7e.pdb.4711-0.tmp", "4x4-0-7e.tmp", "letter.1-0.tmp"] {
        fs::write(cache.join(name), "half").expect("a file");
    }
    let cleared = run(&cache, "tables clear");
    assert_eq!(
        (cleared.code, cleared.stderr.as_str()),
        (Some(0), "slide: removed 1 files, 4 B\n")
    );
    let mine = ["4x4-0-7e.tmp", "letter.1-0.tmp"].map(|name| cache.join(name));
    assert_eq!(files(&cache), mine, "only what slide wrote is removed");
}

#[test]
fn a_cache_that_is_no_folder_is_named() {
    let cache = folder("file").join("file");
    fs::write(&cache, "").expect("a file");
    for action in ["list", "verify", "clear"] {
        let ran = run(&cache, &format!("tables {action}"));
        let named = format!("slide: {}: ", cache.display());
        assert!(ran.stderr.starts_with(&named), "{action}: {}", ran.stderr);
        assert_eq!(ran.code, Some(2), "{action}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_folder_is_printed_byte_by_byte() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let mut command = slide(&["tables", "path"]);
    command.env("SLIDE_CACHE_DIR", OsStr::from_bytes(b"/no/\xFF"));
    let stdout = command.output().expect("slide runs").stdout;
    assert_eq!(stdout, b"/no/\xFF\n");
}

#[test]
fn small_tables_made_for_a_board_are_not_written() {
    let cache = folder("unwritten");
    let ran = solve(&cache);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), LENGTH));
    assert!(
        ran.stderr.contains("pattern-db 6-6-3 ready in"),
        "{}",
        ran.stderr
    );
    assert_eq!(files(&cache), Vec::<PathBuf>::new());
}

/// Spoils the first file of a built cache and expects a complaint that names it, the right answer all the
/// same, and that building mends it.
fn is_named_and_mended(name: &str, spoil: impl FnOnce(&Path)) {
    let cache = built(name);
    let file = files(&cache).remove(0);
    let sound = fs::read(&file).expect("a table");
    spoil(&file);
    let ran = solve(&cache);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(0), LENGTH),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains(&format!("{}: ", file.display())),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("building it anew"), "{}", ran.stderr);
    assert_eq!(run(&cache, "tables verify").code, Some(2));
    assert_eq!(
        run(&cache, "tables build small --goal blank-first").code,
        Some(0)
    );
    assert_eq!(fs::read(&file).expect("a table"), sound);
    assert_eq!(run(&cache, "tables verify").code, Some(0));
}

#[test]
fn a_truncated_file_is_named_and_mended() {
    is_named_and_mended("truncated", |file| {
        let bytes = fs::read(file).expect("a table");
        fs::write(file, &bytes[..bytes.len() / 2]).expect("written");
    });
}

#[test]
fn a_flipped_bit_is_named_and_mended() {
    is_named_and_mended("flipped", |file| {
        let mut bytes = fs::read(file).expect("a table");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(file, bytes).expect("written");
    });
}

#[test]
fn a_foreign_file_is_named_and_mended() {
    is_named_and_mended("foreign", |file| {
        fs::write(file, "not a table").expect("written")
    });
}

#[test]
fn the_table_of_another_pattern_is_named_and_mended() {
    is_named_and_mended("other", |file| {
        let other = files(file.parent().expect("a folder")).remove(1);
        fs::copy(other, file).expect("copied");
    });
}

#[test]
fn a_cache_that_cannot_be_made_costs_no_answer() {
    let cache = folder("blocked");
    fs::remove_dir(&cache).expect("removed");
    fs::write(&cache, "a file where the folder should be").expect("written");
    let ran = solve(&cache);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(0), LENGTH),
        "{}",
        ran.stderr
    );
    let built = run(&cache, "tables build small");
    assert_eq!(built.code, Some(2));
    assert!(built.stderr.contains("cannot write"), "{}", built.stderr);
    fs::remove_file(&cache).expect("removed");
}

#[test]
fn without_a_home_boards_are_solved_and_tables_say_what_is_missing() {
    let mut command = slide(&["tables", "path"]);
    command
        .env_remove("SLIDE_CACHE_DIR")
        .env_remove("XDG_CACHE_HOME")
        .env("HOME", "");
    let ran = Ran::from(command.output().expect("slide runs"));
    // Where the system knows a home without HOME, that is used.
    match ran.code {
        Some(2) => assert!(ran.stderr.contains("--cache-dir"), "{}", ran.stderr),
        code => assert_eq!(code, Some(0), "{}", ran.stderr),
    }
}

#[test]
fn processes_that_build_the_same_tables_at_once_do_no_harm() {
    let cache = folder("race");
    let start = |_| {
        with_cache(&cache, "tables build small --goal blank-first")
            .spawn()
            .expect("slide starts")
    };
    let children: Vec<_> = (0..4).map(start).collect();
    for child in children {
        let ran = Ran::from(child.wait_with_output().expect("slide ends"));
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    }
    assert_eq!(files(&cache).len(), 3, "no temporary file is left");
    assert_eq!(run(&cache, "tables verify").code, Some(0));
}

/// Hears how far the building is; says stop if `stopped`.
#[derive(Default)]
struct Ear {
    shares: Mutex<Vec<f64>>,
    /// How many shares had been told each time that a table was not saved.
    unsaved: Mutex<Vec<usize>>,
    stopped: bool,
}

impl Listener for Ear {
    fn building(&self, found: u64, all: u64) {
        let mut shares = self.shares.lock().expect("nobody panics");
        shares.push(found as f64 / all as f64);
    }

    fn not_saved(&self, _: &Path, _: &io::Error) {
        let built = self.shares.lock().expect("nobody panics").len();
        self.unsaved.lock().expect("nobody panics").push(built);
    }

    fn stops(&self) -> bool {
        self.stopped
    }
}

#[test]
fn what_cannot_be_kept_is_said_once_and_before_anything_is_built() {
    let cache = folder("unkept");
    fs::write(cache.join("file"), "").expect("written");
    let partitions = small(Size::square(4).expect("4x4"), Cell::new(0));
    let ear = Ear::default();
    let tables = Cache::at(cache.join("file").join("below")).tables(&partitions, true, &ear);
    assert_eq!(tables.expect("nobody stops it").len(), 3);
    assert_eq!(ear.unsaved.into_inner().expect("nobody panics"), [0]);
}

#[test]
fn progress_of_several_tables_goes_once_from_nothing_to_all() {
    let partitions = small(Size::square(4).expect("4x4"), Cell::new(0));
    let ear = Ear::default();
    Cache::nowhere()
        .tables(&partitions, false, &ear)
        .expect("nobody stops it");
    let shares = ear.shares.into_inner().expect("nobody panics");
    assert!(shares.is_sorted(), "{shares:?}");
    assert!(
        shares[0] < 0.1
            && shares
                .last()
                .is_some_and(|&last| last > 0.99 && last <= 1.0)
    );
}

#[test]
fn tables_on_disk_are_not_loaded_for_who_says_stop() {
    let cache = Cache::at(built("stopped"));
    let partitions = small(Size::square(4).expect("4x4"), Cell::new(0));
    assert!(cache.holds(&partitions));
    let ear = Ear {
        stopped: true,
        ..Ear::default()
    };
    assert!(cache.tables(&partitions, false, &ear).is_none());
}

#[test]
fn a_limit_that_bars_tables_is_told_and_costs_no_answer() {
    let cache = folder("barred");
    let board = cache.with_extension("board");
    fs::write(&board, BOARD).expect("the board can be written");
    let solve = |arguments: &str| {
        let file = board.display();
        let ran = run(
            &cache,
            &format!("solve --goal blank-first -o length {arguments} {file}"),
        );
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(0), LENGTH),
            "{arguments}"
        );
        ran.stderr
    };
    // Tables of 3.2 MB, and half as much while the second is built.
    let barred =
        "slide: pattern-db 6-6-3 would take 5 MiB, more than the memory limit; going on without\n";
    let used = "pattern-db 6-6-3 ready";
    assert_eq!(solve("--memory-limit 4MB"), barred);
    assert!(solve("--memory-limit 5MB -v").contains(used));
    let built = run(&cache, "tables build small --goal blank-first");
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert!(solve("--memory-limit 4MB -v").contains(used), "from disk");
    assert!(
        solve("--memory-limit 3MB").ends_with("more than the memory limit; going on without\n")
    );

    let late = solve("--tables large --time-limit 10s");
    assert!(
        late.ends_with(
            "pattern-db 7-8 could take 21 s, longer than the time limit; going on without\n"
        ),
        "{late}"
    );
    assert_eq!(solve("--time-limit 10s"), "", "nobody asked for them");
}

#[test]
fn tables_that_do_not_exist_are_not_taken_for_used() {
    let cache = folder("none");
    let says = |arguments: &str, notice: &str| {
        let mut child = with_cache(&cache, arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("slide runs");
        let size: usize = if arguments.contains("--size 3") { 3 } else { 6 };
        let cells = size * size;
        // Two moves from the goal.
        let mut board: Vec<usize> = (1..cells).chain([0]).collect();
        board.swap(cells - 1, cells - 2);
        board.swap(cells - 2, cells - 3);
        let board: Vec<String> = board.iter().map(usize::to_string).collect();
        let mut stdin = child.stdin.take().expect("it is piped");
        writeln!(stdin, "{}", board.join(" ")).expect("it reads");
        drop(stdin);
        let ran: Ran = child.wait_with_output().expect("it ends").into();
        assert_eq!(
            (ran.code, ran.stderr.as_str()),
            (Some(0), notice),
            "{arguments}"
        );
    };
    let changes_nothing = "slide: 3x3: solved without tables, so --tables changes nothing\n";
    says("solve --size 3 --tables large", changes_nothing);
    says("solve --size 3 --tables small", changes_nothing);
    says("solve --size 3", "");
    says(
        "solve --size 6 --quality optimal --tables large",
        "slide: 6x6: there are no large tables for this size and goal; small ones are used\n",
    );
}

#[test]
fn what_is_no_file_is_no_table_whatever_its_name() {
    let cache = built("kinds");
    let table = files(&cache).pop().expect("three");
    fs::remove_file(&table).expect("it is there");
    fs::create_dir(&table).expect("its name is free");
    assert_eq!(run(&cache, "tables list").stdout.lines().count(), 2);
    assert_eq!(run(&cache, "tables verify").code, Some(0));
    let solved = solve(&cache);
    assert_eq!((solved.code, solved.stdout.as_str()), (Some(0), LENGTH));
    assert!(
        solved
            .stderr
            .contains("not a pattern database; building it anew"),
        "{}",
        solved.stderr
    );
    assert_eq!(run(&cache, "tables clear").code, Some(0));
    assert_eq!(files(&cache), [table]);
}

#[cfg(unix)]
#[test]
fn a_pipe_named_like_a_table_is_not_waited_for() {
    let cache = built("pipe");
    let table = files(&cache).pop().expect("three");
    fs::remove_file(&table).expect("it is there");
    let made = Command::new("mkfifo").arg(&table).status();
    assert!(made.is_ok_and(|made| made.success()));
    assert_eq!(run(&cache, "tables verify").code, Some(0));
    assert_eq!(solve(&cache).stdout, LENGTH);
}
