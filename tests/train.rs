//! `slide train`: goes on where it was, to the same end, and destroys nothing.

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
};

use common::{Ran, empty_folder, run, words};

fn folder(name: &str) -> PathBuf {
    empty_folder(&format!("train-{name}"))
}

/// A round of 3×3 takes some milliseconds.
fn train(folder: &Path, more: &str) -> Ran {
    let path = |name: &str| folder.join(name).display().to_string();
    let line = format!(
        "train --size 3 --boards 40 --width 30 --state {} --out {} {more}",
        path("state"),
        path("out")
    );
    run(&words(&line), "")
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).expect("it was written")
}

fn refused(ran: &Ran, why: &str) {
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(2), ""),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
}

#[test]
fn a_training_that_was_interrupted_ends_at_the_rounds_asked_for_and_with_the_same_bytes() {
    let (one, two) = (folder("whole"), folder("halves"));
    assert_eq!(train(&one, "--rounds 3").code, Some(0));
    // As far as it had come.
    assert_eq!(train(&two, "--rounds 1").code, Some(0));
    let on = train(&two, "--rounds 3 --jobs 1");
    assert!(
        on.stderr.contains("round 2") && on.stderr.contains("round 3"),
        "{}",
        on.stderr
    );
    assert!(!on.stderr.contains("round 4"), "{}", on.stderr);
    for name in ["state", "out"] {
        assert!(bytes(&one, name) == bytes(&two, name), "{name}");
    }
    // Nothing is left to do but the ranking, if it is lost.
    let (state, out) = (bytes(&one, "state"), bytes(&one, "out"));
    fs::remove_file(one.join("out")).expect("it is there");
    let again = train(&one, "--rounds 3");
    assert_eq!(again.code, Some(0));
    assert!(
        again.stderr.contains("3 rounds already"),
        "{}",
        again.stderr
    );
    assert!(state == bytes(&one, "state") && out == bytes(&one, "out"));
}

#[test]
fn another_seed_and_a_missing_training_to_start_from_are_refused_beside_a_state_file() {
    let folder = folder("seed");
    assert_eq!(train(&folder, "--rounds 1 --seed 7").code, Some(0));
    let state = bytes(&folder, "state");
    refused(&train(&folder, "--rounds 2"), "its seed is 7");
    refused(&train(&folder, "--rounds 2 --seed 8"), "its seed is 7");
    let from = folder.join("missing");
    let from = format!("--rounds 2 --seed 7 --from {}", from.display());
    refused(&train(&folder, &from), "missing");
    assert!(state == bytes(&folder, "state"));
}

#[test]
fn a_ranking_never_takes_the_place_of_a_training() {
    let folder = folder("same");
    assert_eq!(train(&folder, "--rounds 1").code, Some(0));
    let state = bytes(&folder, "state");
    let path = |name: &str| folder.join(name).display().to_string();
    let with = |state: &str, more: &str, out: &str| {
        let line =
            format!("train --size 3 --boards 40 --width 30 --state {state} --out {out} {more}");
        run(&words(&line), "")
    };
    refused(&with(&path("state"), "", &path("state")), "would replace");
    refused(&with(&path("new"), "", &path("new")), "would replace");
    refused(&with(&path("new"), "", &path("./new")), "would replace");
    let from = format!("--from {}", path("state"));
    refused(&with(&path("new"), &from, &path("state")), "would replace");
    assert!(state == bytes(&folder, "state"));
    assert!(!folder.join("new").exists());
}

#[test]
fn what_cannot_be_written_is_found_before_the_first_round() {
    let folder = folder("unwritable");
    let path = |name: &str| folder.join(name).display().to_string();
    for (state, out) in [("state", "no/out"), ("no/state", "out")] {
        let line = format!(
            "train --size 3 --boards 40 --width 30 --state {} --out {}",
            path(state),
            path(out)
        );
        let ran = run(&words(&line), "");
        refused(&ran, "no/");
        assert!(!ran.stderr.contains("round"), "{}", ran.stderr);
    }
    assert!(fs::read_dir(&folder).expect("it is there").next().is_none());
}

#[test]
fn a_round_that_solves_no_board_is_an_error_and_teaches_nothing() {
    let folder = folder("nothing");
    let path = |name: &str| folder.join(name).display().to_string();
    let line = format!(
        "train --size 5 --boards 2 --width 1 --state {} --out {}",
        path("state"),
        path("out")
    );
    let ran = run(&words(&line), "");
    refused(&ran, "none of 2 boards");
    assert!(!folder.join("out").exists());
}

#[cfg(unix)]
mod special_files {
    use std::{
        os::unix::fs::{FileTypeExt, symlink},
        process::Command,
    };

    use super::*;

    #[test]
    fn folders_pipes_and_devices_are_refused_and_stay_as_they_are() {
        let folder = folder("special");
        let path = |name: &str| folder.join(name).display().to_string();
        let made = |program: &str, arguments: &[&str]| {
            let status = Command::new(program).args(arguments).status();
            status.is_ok_and(|status| status.success())
        };
        fs::create_dir(folder.join("folder")).expect("made");
        assert!(made("mkfifo", &[&path("pipe")]));
        let mut names = vec!["folder", "pipe"];
        // Copies of the devices, which only root can make.
        if made("mknod", &[&path("zero"), "c", "1", "5"]) {
            names.push("zero");
        }
        if made("mknod", &[&path("full"), "c", "1", "7"]) {
            names.push("full");
        }
        for name in names {
            symlink(folder.join(name), folder.join("link")).expect("made");
            for special in [name, "link"] {
                for (state, out) in [(special, "out"), ("state", special)] {
                    let line = format!(
                        "train --size 3 --boards 40 --width 30 --rounds 1 --state {} --out {}",
                        path(state),
                        path(out)
                    );
                    refused(&run(&words(&line), ""), "not a regular file");
                }
            }
            fs::remove_file(folder.join("link")).expect("it is there");
            let kind = fs::metadata(folder.join(name))
                .expect("it is there")
                .file_type();
            assert!(
                kind.is_dir() || kind.is_fifo() || kind.is_char_device(),
                "{name}"
            );
            let from = format!("--from {}", path(name));
            refused(&train(&folder, &from), "not a regular file");
        }
        assert!(!folder.join("state").exists() && !folder.join("out").exists());
    }

    #[test]
    fn links_are_followed() {
        let folder = folder("links");
        for name in ["state", "out"] {
            let file = folder.join(format!("{name}-file"));
            fs::write(&file, "").expect("written");
            symlink(&file, folder.join(name)).expect("made");
        }
        // An empty file is no training.
        refused(&train(&folder, "--rounds 1"), "not a training");
        fs::remove_file(folder.join("state-file")).expect("it is there");
        fs::remove_file(folder.join("state")).expect("it is there");
        assert_eq!(train(&folder, "--rounds 1").code, Some(0));
        fs::rename(folder.join("state"), folder.join("state-file")).expect("moved");
        symlink(folder.join("state-file"), folder.join("state")).expect("made");
        let before = bytes(&folder, "state-file");
        assert_eq!(train(&folder, "--rounds 2").code, Some(0));
        assert!(before != bytes(&folder, "state-file"));
        for name in ["state", "out"] {
            let link = fs::symlink_metadata(folder.join(name)).expect("it is there");
            assert!(link.is_symlink(), "{name}");
        }
    }

    #[test]
    fn a_state_file_in_use_by_another_process_is_refused() {
        let folder = folder("busy");
        assert_eq!(train(&folder, "--rounds 1").code, Some(0));
        let file = fs::File::open(folder.join("state")).expect("it is there");
        file.lock().expect("nobody has it");
        refused(&train(&folder, "--rounds 2"), "in use by another process");
        drop(file);
        assert_eq!(train(&folder, "--rounds 2").code, Some(0));
    }
}
