//! A folder of tables, so that each is built once.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use rayon::ThreadPoolBuilder;

use super::{FileError, Layouts, Partition, Pattern, Table, file_name, load, save};

/// Where tables are kept between runs, or nowhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// What went wrong with a cache; whoever needed the table got it all the same.
#[derive(Debug)]
pub enum Notice {
    /// A file was no sound table; it is built anew.
    Refused(PathBuf, FileError),
    /// A table could not be written; it stays in memory.
    NotSaved(PathBuf, io::Error),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Refused(path, error) => {
                write!(f, "{}: {error}; building it anew", path.display())
            }
            Notice::NotSaved(path, error) => {
                write!(f, "{}: {error}; working without a cache", path.display())
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

    /// The tables of a partition, loaded where there is a sound file, else built, and saved if `keep`.
    ///
    /// Works on threads of its own: a thread of a rayon pool that waited here by taking up other work
    /// could come to need the same tables and wait for itself.
    pub fn tables(
        &self,
        partition: &Partition,
        keep: bool,
        tell: &mut (dyn FnMut(Notice) + Send),
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
        tell: &mut (dyn FnMut(Notice) + Send),
    ) -> Table {
        let Some(path) = self.path(pattern) else {
            return Table::build(pattern, layouts);
        };
        match load(&path, pattern, layouts) {
            Ok(table) => return table,
            Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => tell(Notice::Refused(path.clone(), error)),
        }
        let table = Table::build(pattern, layouts);
        if *keep {
            let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
            if let Err(error) = folder.and_then(|()| save(&table, &path)) {
                // Said once: the next table would meet the same.
                *keep = false;
                tell(Notice::NotSaved(path, error));
            }
        }
        table
    }
}
