//! A folder of tables, so that each is built once.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use rayon::ThreadPoolBuilder;

use crate::{
    files::{finished_name, try_writing},
    puzzle::{Cell, Size},
};

use super::{
    FileError, Indexes, Listener, Partition, Pattern, Table,
    file::{STOPPED, file_name, load_for, save_for},
};

/// Where tables are kept between runs, or nowhere.
///
/// # Examples
/// Tables built and kept in a folder, and a plan that loads them from there:
/// ```
/// use std::sync::Arc;
/// use slide::{Goal, Grid, NamedGoal, Problem, Size};
/// use slide::{pdb::{Cache, small}, search::{Limits, Outcome}, solver::{Choice, NamedHeuristic, Plan}};
///
/// let goal = Arc::new(Goal::named(NamedGoal::BlankLast, Size::square(3)?));
/// let partitions = small(goal.size(), goal.blank());
/// let cache = Cache::at(std::env::temp_dir().join("slide-example-of-a-cache"));
/// cache.tables(&partitions, true, &()).expect("nobody stops it");
/// assert!(cache.holds(&partitions));
///
/// let choice = Choice { heuristic: NamedHeuristic::PatternDb, cache: cache.clone(), ..Choice::default() };
/// let plan = Plan::new(goal.size(), goal.blank(), &choice)?;
/// let start = Grid::new(goal.size(), [6, 4, 7, 8, 5, 0, 3, 2, 1]);
/// let answer = plan.solve(&Problem::new(start, goal)?, &Limits::default(), &());
/// let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
/// assert_eq!(solution.moves.len(), 31);
/// # std::fs::remove_dir_all(cache.folder().expect("it has one"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// No cache: tables live as long as the process.
    pub fn nowhere() -> Cache {
        Cache::default()
    }

    /// A cache in `folder`, which is made when the first table is saved.
    pub fn at(folder: impl Into<PathBuf>) -> Cache {
        Cache {
            folder: Some(folder.into()),
        }
    }

    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Where the table of a pattern is, or would be.
    pub fn path(&self, pattern: &Pattern) -> Option<PathBuf> {
        self.folder
            .as_ref()
            .map(|folder| folder.join(file_name(pattern)))
    }

    /// Whether there is a file for every table of these partitions; whether they are sound is not asked.
    pub fn holds(&self, partitions: &[Partition]) -> bool {
        let exists = |pattern: &Pattern| self.path(pattern).is_some_and(|path| path.exists());
        Partition::tables_of(partitions).iter().all(exists)
    }

    /// The files in the folder whose names are those of tables, with the patterns they are named for;
    /// whether they are sound is for [`load`](super::load) to say.
    ///
    /// # Errors
    /// If the folder cannot be read; one that does not exist is empty.
    pub fn files(&self) -> io::Result<Vec<(PathBuf, Pattern)>> {
        self.entries(named_pattern)
    }

    /// Files that are being written, or that a process killed in the writing has left behind.
    ///
    /// # Errors
    /// As [`Cache::files`].
    pub fn unfinished(&self) -> io::Result<Vec<PathBuf>> {
        let table = |name: &str| named_pattern(finished_name(name)?);
        Ok(self
            .entries(table)?
            .into_iter()
            .map(|(path, _)| path)
            .collect())
    }

    /// What is in the folder under a name that is `read`, in the order of the names.
    fn entries(
        &self,
        read: impl Fn(&str) -> Option<Pattern>,
    ) -> io::Result<Vec<(PathBuf, Pattern)>> {
        let Some(folder) = &self.folder else {
            return Ok(vec![]);
        };
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            if let Some(pattern) = name.and_then(&read)
                && path.is_file()
            {
                files.push((path, pattern));
            }
        }
        files.sort();
        Ok(files)
    }

    /// The tables of these partitions, loaded where there is a sound file, else built, and saved if `keep`;
    /// none if the listener stops it.
    ///
    /// Works on threads of its own: a thread of a rayon pool that waited here by taking up other work
    /// could come to need the same tables and wait for itself.
    pub fn tables(
        &self,
        partitions: &[Partition],
        keep: bool,
        listener: &dyn Listener,
    ) -> Option<Vec<Arc<Table>>> {
        let work = || {
            let indexes = Indexes::new();
            let mut keep = keep;
            let patterns = Partition::tables_of(partitions);
            let all = patterns.iter().map(Pattern::arrangements).sum();
            let mut before = 0;
            let table = |pattern: &Pattern| {
                let share = Share {
                    listener,
                    before,
                    mine: pattern.arrangements(),
                    all,
                };
                before += share.mine;
                self.table(pattern, &indexes, &mut keep, &share)
                    .map(Arc::new)
            };
            patterns.iter().map(table).collect()
        };
        let threads = rayon::current_num_threads();
        let work = || match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(work),
            // No more threads to be had: the global pool's, or this one, will do.
            Err(_) => work(),
        };
        thread::scope(|scope| scope.spawn(work).join()).expect("building a table does not panic")
    }

    fn table(
        &self,
        pattern: &Pattern,
        indexes: &Indexes,
        keep: &mut bool,
        listener: &dyn Listener,
    ) -> Option<Table> {
        if listener.stops() {
            return None;
        }
        let Some(path) = self.path(pattern) else {
            return Table::build_for(pattern, indexes, listener);
        };
        match load_for(&path, pattern, indexes, listener)? {
            Ok(table) => return Some(table),
            Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => listener.refused(&path, &error),
        }
        // Said once: the next table would meet the same.
        let heed = |keep: &mut bool, error: io::Error| {
            *keep = false;
            listener.not_saved(&path, &error);
        };
        if *keep {
            // Tried before: it may be for the file's sake alone that a table is built.
            let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
            let tried = folder.and_then(|()| try_writing(&path));
            tried.unwrap_or_else(|error| heed(keep, error));
        }
        if listener.stops() {
            return None;
        }
        let table = Table::build_for(pattern, indexes, listener)?;
        if *keep {
            match save_for(&table, &path, listener) {
                Err(error) if error.kind() == STOPPED => return None,
                saved => saved.unwrap_or_else(|error| heed(keep, error)),
            }
        }
        Some(table)
    }
}

/// Hears of one table of several and tells of all.
struct Share<'a> {
    listener: &'a dyn Listener,
    /// Arrangements of the tables before, of this one, and of all.
    before: u64,
    mine: u64,
    all: u64,
}

impl Listener for Share<'_> {
    fn building(&self, found: u64, all: u64) {
        let here = self.mine as f64 * (found as f64 / all as f64);
        self.listener.building(self.before + here as u64, self.all);
    }

    fn refused(&self, path: &Path, error: &FileError) {
        self.listener.refused(path, error);
    }

    fn not_saved(&self, path: &Path, error: &io::Error) {
        self.listener.not_saved(path, error);
    }

    fn stops(&self) -> bool {
        self.listener.stops()
    }
}

/// The inverse of [`file_name`].
fn named_pattern(name: &str) -> Option<Pattern> {
    let (size, rest) = name.strip_suffix(".pdb")?.split_once('-')?;
    let (blank, cells) = rest.split_once('-')?;
    let (size, blank): (Size, usize) = (size.parse().ok()?, blank.parse().ok()?);
    let cells = u64::from_str_radix(cells, 16).ok()?;
    let pattern = Pattern::new(size, Cell::new(blank.min(size.cells() - 1)), cells)?;
    (file_name(&pattern) == name).then_some(pattern)
}
