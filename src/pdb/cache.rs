//! A folder of tables, so that each is built once.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use rayon::ThreadPoolBuilder;

use crate::puzzle::{Cell, Size};

use super::{FileError, Layouts, Partition, Pattern, Table, file_name, load, save};

/// Where tables are kept between runs, or nowhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// What happens while tables are made ready.
#[derive(Debug)]
pub enum Event {
    /// A table is being built: so many entries of so many are found.
    Building(u64, u64),
    /// A file was no sound table; the table is built anew.
    Refused(PathBuf, FileError),
    /// A table could not be written; it stays in memory, and no further one is written.
    NotSaved(PathBuf, io::Error),
}

/// Hears of events.
pub type Tell<'a> = dyn FnMut(Event) + Send + 'a;

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Building(found, all) => write!(f, "building a table, {} %", found * 100 / all),
            Event::Refused(path, error) => {
                write!(f, "{}: {error}; building it anew", path.display())
            }
            Event::NotSaved(path, error) => {
                write!(
                    f,
                    "{}: cannot be written: {error}; going on without",
                    path.display()
                )
            }
        }
    }
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

    /// Whether there is a file for every table of a partition; whether they are sound is not asked.
    pub fn holds(&self, partition: &Partition) -> bool {
        let exists = |pattern: &Pattern| self.path(pattern).is_some_and(|path| path.exists());
        partition.tables().iter().all(exists)
    }

    /// The files in the folder whose names are those of tables, with the patterns they are named for;
    /// whether they are sound is for [`load`] to say.
    ///
    /// # Errors
    /// If the folder cannot be read; one that does not exist is empty.
    pub fn files(&self) -> io::Result<Vec<(PathBuf, Pattern)>> {
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
            if let Some(pattern) = name.and_then(named_pattern) {
                files.push((path, pattern));
            }
        }
        files.sort();
        Ok(files)
    }

    /// The tables of a partition, loaded where there is a sound file, else built, and saved if `keep`.
    ///
    /// Works on threads of its own: a thread of a rayon pool that waited here by taking up other work
    /// could come to need the same tables and wait for itself.
    pub fn tables(
        &self,
        partition: &Partition,
        keep: bool,
        tell: &mut Tell<'_>,
    ) -> Vec<Arc<Table>> {
        let mut work = || {
            let layouts = Layouts::new();
            let mut keep = keep;
            let table =
                |pattern: &Pattern| Arc::new(self.table(pattern, &layouts, &mut keep, tell));
            partition.tables().iter().map(table).collect()
        };
        let threads = rayon::current_num_threads();
        let work = move || match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(work),
            // No more threads to be had: the global pool's, or this one, will do.
            Err(_) => work(),
        };
        thread::scope(|scope| scope.spawn(work).join()).expect("building a table does not panic")
    }

    fn table(
        &self,
        pattern: &Pattern,
        layouts: &Layouts,
        keep: &mut bool,
        tell: &mut Tell<'_>,
    ) -> Table {
        let build = |tell: &mut Tell<'_>| {
            Table::build_telling(pattern, layouts, &mut |found, all| {
                tell(Event::Building(found, all))
            })
        };
        let Some(path) = self.path(pattern) else {
            return build(tell);
        };
        match load(&path, pattern, layouts) {
            Ok(table) => return table,
            Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => tell(Event::Refused(path.clone(), error)),
        }
        let table = build(tell);
        if *keep {
            let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
            if let Err(error) = folder.and_then(|()| save(&table, &path)) {
                // Said once: the next table would meet the same.
                *keep = false;
                tell(Event::NotSaved(path, error));
            }
        }
        table
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
