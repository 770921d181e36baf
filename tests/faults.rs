//! What can go wrong around a process, done to the real binary: disks that are full or cannot be written, folders that
//! vanish, processes killed at any time. Answers are right all the same, files whole or not there.

#![cfg(target_os = "linux")]

mod common;

use std::{
    fs,
    io::Write,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use common::{Ran, empty_folder, run, slide, words};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A board that needs tables, and its length: Korf's fifth.
const BOARD: &str = "4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0\n";
const LENGTH: &str = "56\n";
const SOLVE: &str = "solve --goal blank-first --tables small -o length";
const BUILD: &str = "tables build small --goal blank-first";

fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("faults-{name}"))
}

fn with_cache(cache: &Path, arguments: &str) -> Command {
    let mut command = slide(&words(arguments));
    command.env("SLIDE_CACHE_DIR", cache);
    command
}

fn ran(cache: &Path, arguments: &str) -> Ran {
    with_cache(cache, arguments)
        .stdin(Stdio::null())
        .output()
        .expect("slide runs")
        .into()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

/// A command line of a shell in which `$SLIDE` is the binary, `$D` the folder and `$BOARD` a board's file.
fn shell(folder: &Path, script: &str) -> Ran {
    let board = folder.with_extension("board");
    fs::write(&board, BOARD).expect("written");
    let output = Command::new("sh")
        .args(["-c", script])
        .env("SLIDE", env!("CARGO_BIN_EXE_slide"))
        .env("D", folder)
        .env("BOARD", board)
        .env("SLIDE_CACHE_DIR", folder)
        .output();
    output.expect("there is a shell").into()
}

// Output.

/// Every command that prints answers, with an input it prints for.
const PRINTS: [(&str, &str); 21] = [
    ("solve", "1 2 3 4 5 6 7 x 8"),
    ("solve -o json", "1 2 3 4 5 6 7 x 8"),
    ("solve --all", "1 2 3 4 5 6 7 x 8"),
    ("solve -a bfs -o 42", "1 2 3 4 5 6 7 x 8"),
    ("generate --seed 1", ""),
    ("generate --seed 1 --length 5 --count 9", ""),
    ("generate --hardest", ""),
    ("show", "1 2 3 4 5 6 7 x 8"),
    ("show --solution", "1 2 3 4 5 6 7 x 8"),
    ("show --svg -", "1 2 3 4 5 6 7 x 8"),
    ("show --gif -", "1 2 3 4 5 6 7 x 8"),
    ("show --solution --gif -", "1 2 3 4 x 5 7 8 6"),
    ("verify", "1 2 3 4 5 6 7 x 8 r"),
    ("verify -o json", "1 2 3 4 5 6 7 x 8 r"),
    ("split --depth 2 1,2,3,4,x,5,7,8,6", ""),
    ("tables list", ""),
    ("tables path", ""),
    ("tables verify", ""),
    ("completions zsh", ""),
    ("man solve", ""),
    ("bench engines", ""),
];

#[test]
fn no_command_takes_a_full_disk_for_a_success_or_a_reader_who_left_for_an_error() {
    let cache = folder("full-stdout");
    let built = ran(&cache, "tables build small --size 3");
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    for (arguments, input) in PRINTS {
        let ran = |target: &str| {
            let script = format!("echo '{input}' | $SLIDE {arguments} {target}");
            shell(&cache, &script)
        };
        let full = ran("> /dev/full");
        assert_eq!(full.code, Some(2), "{arguments}: {}", full.stderr);
        let said =
            "slide: cannot write to standard output: No space left on device (os error 28)\n";
        assert!(full.stderr.ends_with(said), "{arguments}: {}", full.stderr);
        let left = ran("| true; exit 0");
        assert!(
            !left.stderr.contains("panicked"),
            "{arguments}: {}",
            left.stderr
        );
        assert!(
            !left.stderr.contains("cannot write"),
            "{arguments}: {}",
            left.stderr
        );
        let closed = ran(">&-");
        assert_eq!(
            (closed.stderr.as_str(), closed.code),
            ("slide: standard output is closed\n", Some(2)),
            "{arguments}"
        );
    }
    for arguments in ["--help", "--version", "train --help"] {
        let closed = shell(&cache, &format!("$SLIDE {arguments} >&-"));
        assert_eq!(closed.stderr, "slide: standard output is closed\n");
        assert_eq!(closed.code, Some(2), "{arguments}");
    }
}

#[test]
fn a_standard_output_that_is_thrown_away_on_purpose_is_no_error() {
    // Shells open it for writing, Python and daemons for reading too, which is how Rust opens it in place of a closed
    // one.
    for target in [
        "> /dev/null",
        "1<> /dev/null",
        "< /dev/null 1<> /dev/null 2<> /dev/null",
        "<&- 1<> /dev/null",
    ] {
        let solved = shell(&folder("null"), &format!("$SLIDE {SOLVE} $BOARD {target}"));
        assert_eq!(
            (solved.stderr.as_str(), solved.code),
            ("", Some(0)),
            "{target}"
        );
    }
}

#[test]
fn the_last_byte_of_every_picture_and_answer_counts() {
    // A disk that is full but for all bytes less one: what is before may fit a buffer, its end may not be lost.
    let folder = folder("last-byte");
    // The seconds in JSON are not as long in every run.
    let same = |(arguments, _): &&(&str, &str)| !arguments.contains("json");
    for (arguments, input) in PRINTS.iter().filter(same) {
        let script = format!("echo '{input}' | $SLIDE {arguments} > $D/whole; wc -c < $D/whole");
        let size: u64 = match shell(&folder, &script).stdout.trim().parse() {
            // Nothing is too long for the file, whose limit is counted in half kilobytes.
            Ok(size @ 1..=0x8000) => size,
            _ => continue,
        };
        let padding = 0x8000 - size + 1;
        let limited = format!(
            "head -c {padding} /dev/zero > $D/full; trap '' XFSZ; ulimit -f 64;
             echo '{input}' | $SLIDE {arguments} >> $D/full"
        );
        let ran = shell(&folder, &limited);
        let said = "slide: cannot write to standard output: File too large (os error 27)\n";
        assert!(ran.stderr.ends_with(said), "{arguments}: {}", ran.stderr);
        assert_eq!(ran.code, Some(2), "{arguments}");
        // One byte less before it, and all fits.
        let fits = limited.replace(&padding.to_string(), &(padding - 1).to_string());
        assert_eq!(shell(&folder, &fits).code, Some(0), "{arguments}");
    }
}

// The cache.

/// Tables cannot be written: building them says so and leaves nothing, and boards are solved all the same.
fn costs_no_answer(folder: &Path, prepare: &str, why: &str) {
    let built = shell(
        folder,
        &format!("{prepare} $SLIDE {BUILD}; echo $?; ls -A $D"),
    );
    assert_eq!(built.stdout, "2\n", "nothing is left: {}", built.stderr);
    assert!(built.stderr.contains("cannot write"), "{}", built.stderr);
    assert!(built.stderr.contains(why), "{}", built.stderr);
    let solved = shell(folder, &format!("{prepare} $SLIDE {SOLVE} $BOARD; echo $?"));
    assert_eq!(solved.stdout, format!("{LENGTH}0\n"), "{}", solved.stderr);
    assert!(!solved.stderr.contains("panicked"), "{}", solved.stderr);
}

#[test]
fn a_file_that_grows_too_large_costs_no_answer() {
    // A write error for everybody, root or not: files of half a kilobyte at most.
    for (name, limited) in [
        ("limited", "ulimit -f 1;"),
        ("limited-quietly", "trap '' XFSZ; ulimit -f 1;"),
    ] {
        costs_no_answer(&folder(name), limited, "File too large");
    }
}

/// Whether we may mount, in a name space that ends with its process.
fn may_mount() -> bool {
    let tried = Command::new("unshare").args(["-m", "true"]).output();
    tried.is_ok_and(|output| output.status.success())
}

#[test]
fn a_full_disk_costs_no_answer() {
    if !may_mount() {
        println!("not root, or no name spaces: left out");
        return;
    }
    // One of the three tables fits, the others do not.
    let script = |size: &str, command: &str| {
        format!(
            "exec unshare -m sh -c 'mount -t tmpfs -o size={size} none $D && {{ {command}; echo $?; ls -A $D; }}'"
        )
    };
    let folder = folder("full");
    let built = shell(&folder, &script("2m", &format!("$SLIDE {BUILD}")));
    let lines: Vec<&str> = built.stdout.lines().collect();
    assert_eq!(lines[0], "2", "{}", built.stderr);
    assert!(
        lines.iter().all(|line| !line.ends_with(".tmp")),
        "{lines:?}"
    );
    assert!(
        built.stderr.contains("No space left on device"),
        "{}",
        built.stderr
    );
    let solved = shell(&folder, &script("4k", &format!("$SLIDE {SOLVE} $BOARD")));
    assert_eq!(solved.stdout, format!("{LENGTH}0\n"), "{}", solved.stderr);
    let searched = "$SLIDE solve --goal blank-first --checkpoint $D/c $BOARD || { code=$?; ls -A $D; (exit $code); }";
    let searched = shell(
        &folder,
        &script("4k", &format!("head -c 4096 /dev/zero > $D/f; {searched}")),
    );
    assert!(
        searched.stdout.starts_with("f\n2\n"),
        "{} {}",
        searched.stdout,
        searched.stderr
    );
    assert!(
        searched.stderr.contains("No space left on device"),
        "{}",
        searched.stderr
    );
}

#[test]
fn a_folder_that_cannot_be_written_costs_no_answer() {
    let folder = folder("read-only");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("changed");
    if fs::write(folder.join("probe"), "").is_err() {
        costs_no_answer(&folder, "", "Permission denied");
        return;
    }
    // Root writes everywhere but where nothing can be written.
    fs::remove_file(folder.join("probe")).expect("removed");
    if may_mount() {
        let script = |command: &str| {
            format!("exec unshare -m sh -c 'mount -t tmpfs -o ro none $D && {command}; echo $?'")
        };
        let built = shell(&folder, &script(&format!("$SLIDE {BUILD}")));
        assert_eq!(built.stdout, "2\n", "{}", built.stderr);
        assert!(
            built.stderr.contains("Read-only file system"),
            "{}",
            built.stderr
        );
        let solved = shell(&folder, &script(&format!("$SLIDE {SOLVE} $BOARD")));
        assert_eq!(solved.stdout, format!("{LENGTH}0\n"), "{}", solved.stderr);
    }
}

#[test]
fn a_folder_that_is_missing_is_made_and_one_that_cannot_be_is_named() {
    let cache = folder("missing").join("a").join("b");
    let built = ran(&cache, "tables build small --size 3");
    assert_eq!(built.code, Some(0), "{}", built.stderr);
    assert!(!files(&cache).is_empty());
    let nowhere = Path::new("/proc/nowhere");
    let built = ran(nowhere, "tables build small --size 3");
    assert_eq!(built.code, Some(2));
    assert!(built.stderr.contains("/proc/nowhere"), "{}", built.stderr);
}

/// Waits for the end, doing something meanwhile.
fn until_end(mut child: Child, mut meanwhile: impl FnMut()) -> Ran {
    while child.try_wait().expect("a child of ours").is_none() {
        meanwhile();
        thread::sleep(Duration::from_millis(1));
    }
    child.wait_with_output().expect("it has ended").into()
}

#[test]
fn a_folder_removed_while_tables_are_built_and_read_costs_no_answer() {
    let cache = folder("removed");
    for round in 0..6 {
        let arguments = [BUILD, SOLVE][round % 2];
        let mut child = with_cache(&cache, arguments).spawn().expect("slide starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        stdin
            .write_all(BOARD.as_bytes())
            .expect("slide listens or the pipe holds it");
        drop(stdin);
        let ran = until_end(child, || drop(fs::remove_dir_all(&cache)));
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
        if arguments == SOLVE {
            assert_eq!(
                (ran.stdout.as_str(), ran.code),
                (LENGTH, Some(0)),
                "{}",
                ran.stderr
            );
        } else {
            assert!(
                [Some(0), Some(2)].contains(&ran.code),
                "{:?} {}",
                ran.code,
                ran.stderr
            );
        }
    }
}

#[test]
fn two_and_eight_processes_build_the_same_tables_while_others_read_them() {
    for processes in [2, 8] {
        let cache = folder(&format!("race-{processes}"));
        let start = |_| with_cache(&cache, BUILD).spawn().expect("slide starts");
        let builders: Vec<Child> = (0..processes).map(start).collect();
        // Whatever is there at any time is whole.
        for _ in 0..5 {
            let verified = ran(&cache, "tables verify");
            assert_eq!(verified.code, Some(0), "{}", verified.stdout);
        }
        for builder in builders {
            let built = Ran::from(builder.wait_with_output().expect("slide ends"));
            assert_eq!(built.code, Some(0), "{}", built.stderr);
        }
        assert_eq!(files(&cache).len(), 3, "{:?}", files(&cache));
        assert_eq!(ran(&cache, "tables verify").code, Some(0));
    }
}

#[test]
fn a_process_killed_while_it_builds_leaves_whole_tables_or_none() {
    let cache = folder("killed");
    let started = Instant::now();
    assert_eq!(ran(&cache, BUILD).code, Some(0));
    let whole = started.elapsed();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..12 {
        assert_eq!(ran(&cache, "tables clear").code, Some(0));
        assert_eq!(
            files(&cache),
            Vec::<PathBuf>::new(),
            "what was half written goes too"
        );
        let mut child = with_cache(&cache, BUILD).spawn().expect("slide starts");
        thread::sleep(whole.mul_f64(random.random_range(0.0..1.1)));
        child.kill().expect("a child of ours");
        child.wait().expect("a child of ours");
        let verified = ran(&cache, "tables verify");
        assert_eq!(verified.code, Some(0), "{}", verified.stdout);
    }
    assert_eq!(
        ran(&cache, BUILD).code,
        Some(0),
        "the next one builds what is missing"
    );
    assert_eq!(ran(&cache, "tables verify").stdout.lines().count(), 3);
}

#[test]
fn an_interrupt_leaves_no_half_written_file() {
    for (name, arguments) in [
        ("tables", "tables build large --goal blank-first"),
        ("search", ""),
    ] {
        let cache = folder(&format!("interrupted-{name}"));
        let mut child = if arguments.is_empty() {
            let search = format!(
                "solve --goal blank-first -e manhattan --checkpoint {} --checkpoint-every 5ms",
                cache.join("c").display()
            );
            with_cache(&cache, &search).spawn()
        } else {
            with_cache(&cache, arguments).spawn()
        }
        .expect("slide starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        // Korf's 88th: hours with Manhattan distance.
        let _ = stdin.write_all(b"15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4\n");
        drop(stdin);
        thread::sleep(Duration::from_millis(400));
        let kill = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(kill.expect("there is `kill`").success());
        let ran = Ran::from(child.wait_with_output().expect("slide ends"));
        assert_eq!(ran.code, Some(130), "{name}: {}", ran.stderr);
        let half = files(&cache)
            .into_iter()
            .filter(|file| file.extension().is_some_and(|kind| kind == "tmp"));
        assert_eq!(half.collect::<Vec<_>>(), Vec::<PathBuf>::new(), "{name}");
    }
}

// Checkpoints.

#[test]
fn a_checkpoint_whose_folder_is_removed_costs_the_checkpoint_and_not_the_search() {
    let folder = folder("checkpoint-removed");
    let file = folder.join("c");
    let arguments = format!(
        "solve --goal blank-first -o length --checkpoint {} --checkpoint-every 1ms",
        file.display()
    );
    let mut child = slide(&words(&arguments)).spawn().expect("slide starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(BOARD.as_bytes()).expect("slide listens");
    drop(stdin);
    let ran = until_end(child, || {
        if file.exists() {
            let _ = fs::remove_dir_all(&folder);
        }
    });
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        (LENGTH, Some(0)),
        "{}",
        ran.stderr
    );
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
}

#[test]
fn a_checkpoint_cut_or_altered_anywhere_is_refused_and_kept() {
    let folder = folder("checkpoint-damaged");
    let file = folder.join("c");
    let arguments = format!(
        "solve --goal blank-first -o length --checkpoint {}",
        file.display()
    );
    let solved = run(&words(&arguments), BOARD);
    assert_eq!(
        (solved.stdout.as_str(), solved.code),
        (LENGTH, Some(0)),
        "{}",
        solved.stderr
    );
    let sound = fs::read(&file).expect("it was written");
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for round in 0..60 {
        let mut damaged = sound.clone();
        let place = random.random_range(0..sound.len());
        match round % 3 {
            0 => damaged.truncate(place),
            1 => damaged[place] ^= 1 << random.random_range(0..8),
            _ => damaged.insert(place, random.random()),
        }
        if damaged == sound {
            continue;
        }
        fs::write(&file, &damaged).expect("written");
        let ran = run(&words(&arguments), BOARD);
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("", Some(2)),
            "{}",
            ran.stderr
        );
        assert!(
            ran.stderr
                .starts_with(&format!("slide: {}: ", file.display())),
            "{}",
            ran.stderr
        );
        assert_eq!(
            fs::read(&file).expect("it is there"),
            damaged,
            "it is not written over"
        );
    }
}
