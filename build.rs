//! Puts the commit into what `slide --version` prints, where there is one to be known.
//!
//! Of a build for release only: a commit changes nothing else in a program, and need not have it compiled anew.
//! `SLIDE_COMMIT` prevails over what git says; without either the version stands alone.

use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=SLIDE_COMMIT");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let commit = env::var("SLIDE_COMMIT")
        .ok()
        .filter(|commit| !commit.is_empty());
    let version = match commit.or_else(commit_of_git) {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo:rustc-env=SLIDE_VERSION={version}");
}

/// The commit that is checked out here, if this is a repository of its own.
fn commit_of_git() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let here = env::var("CARGO_MANIFEST_DIR").ok()?;
    if !Path::new(&here).join(".git").exists() {
        return None;
    }
    for changes in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", changes])?;
        println!("cargo:rerun-if-changed={path}");
    }
    git(&["log", "-1", "--format=%h %cs"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().into())
}
