//! Where links lead.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// As many links in a row as Linux follows.
const LINKS: usize = 40;

/// Where a file is, or would be if it is not there: what is written or replaced there keeps the links that lead to it.
pub fn place(path: &Path) -> PathBuf {
    let mut place = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&place) else {
            break;
        };
        place = folder(&place).join(target);
    }
    let whole = || {
        Some(
            fs::canonicalize(folder(&place))
                .ok()?
                .join(place.file_name()?),
        )
    };
    fs::canonicalize(path).ok().or_else(whole).unwrap_or(place)
}

/// The folder that a file is in.
pub(super) fn folder(path: &Path) -> &Path {
    let named = path.parent().filter(|folder| *folder != Path::new(""));
    named.unwrap_or(Path::new("."))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_followed_to_files_that_are_there_and_to_those_to_come() {
        let top = std::env::temp_dir().join(format!("slide-place-{}", std::process::id()));
        fs::create_dir_all(top.join("below")).expect("a folder can be made");
        let top = fs::canonicalize(top).expect("it is there");
        let link = |to: &str, name: &str| symlink(to, top.join(name)).expect("links can be made");
        link("below/file", "first");
        link("first", "second");
        link("loop", "loop");
        for there in [false, true] {
            if there {
                fs::write(top.join("below/file"), "").expect("it can be written");
            }
            for name in ["below/file", "below/../below/file", "first", "second"] {
                assert_eq!(place(&top.join(name)), top.join("below/file"), "{name}");
            }
        }
        assert_eq!(place(&top.join("loop")), top.join("loop"));
        assert_eq!(place(&top.join("no/where")), top.join("no/where"));
        assert_eq!(place(Path::new("")), Path::new(""));
        fs::remove_dir_all(&top).expect("it can be removed");
    }
}
