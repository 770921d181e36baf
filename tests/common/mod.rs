//! Runs the real binary.

use std::{
    io::Write,
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
};

/// The binary under test with these arguments, its streams piped.
pub fn slide(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slide"));
    command
        .args(arguments)
        // Tables that happen to be in the user's cache must not change what is tested.
        .env("SLIDE_CACHE_DIR", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// An empty folder of this name, no other test's.
#[allow(dead_code, reason = "not every test file needs it")]
pub fn empty_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// What a run printed and how it ended.
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub code: Option<i32>,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("slide prints UTF-8");
        Ran {
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            code: output.status.code(),
        }
    }
}

/// Runs `slide` with these arguments and this standard input to its end.
#[allow(dead_code, reason = "not every test file needs it")]
pub fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = slide(arguments).spawn().expect("slide starts");
    feed(&mut child, input.as_ref());
    child.wait_with_output().expect("slide ends").into()
}

/// Writes the input from another thread, so that neither side waits for the other for ever.
#[allow(dead_code, reason = "not every test file needs it")]
fn feed(child: &mut Child, input: &[u8]) {
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_vec();
    std::thread::spawn(move || {
        // slide may end before it has read all; that is for the test to judge.
        let _ = stdin.write_all(&input);
    });
}

/// The most memory that a process has had until now, in KiB.
#[allow(dead_code, reason = "not every test file needs it")]
#[cfg(target_os = "linux")]
pub fn peak(process: u32) -> u64 {
    let number = status(process, "VmHWM:").expect("it is there");
    let number = number.split_whitespace().next().expect("a number");
    number.parse().expect("a number")
}

/// Whether a process has a way of its own to end on Ctrl-C; `false` also where it is gone.
#[allow(dead_code, reason = "not every test file needs it")]
#[cfg(target_os = "linux")]
pub fn hears_interrupts(process: u32) -> bool {
    let caught = status(process, "SigCgt:").unwrap_or_default();
    // Signal 2 is bit 1.
    u64::from_str_radix(&caught, 16).is_ok_and(|caught| caught & 2 != 0)
}

/// What Linux says of a process in the line that begins so.
#[cfg(target_os = "linux")]
fn status(process: u32, name: &str) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().to_string())
}

/// Sends a signal to a process.
#[allow(dead_code, reason = "not every test file needs it")]
pub fn signal(process: u32, name: &str) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.expect("there is `kill`").success());
}

/// Splits a command line as typed, without quotes.
#[allow(dead_code, reason = "not every test file needs it")]
pub fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// A file of this repository.
#[allow(dead_code, reason = "not every test file needs it")]
pub fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}
