//! Additive pattern databases made ready for the 5×5 engine: several partitions at once.
//!
//! The estimate is the largest of several *views*, each a partition's sum of costs, read for the board or
//! for its reflection. Views share patterns: what is looked up and carried along a path is a *track*, a
//! set of tiles whose cost several views may count. Fourteen views of seven partitions have 28 tracks,
//! and a tile is in seven of them.

use std::sync::Arc;

use super::lookup::{CELLS, Hops, Lookup, Place, Placements, hops};
use crate::{
    pdb::{Lens, Partition, Table},
    puzzle::{Board, Cell, Size},
    search::DuplicateMoves,
};

/// Partitions of the 5×5 board with their tables, and the machine of duplicate moves, made ready for
/// [`twenty_four`](super::twenty_four()).
pub struct TwentyFourTables {
    goal_blank: Cell,
    tracks: Vec<Track>,
    views: usize,
    machine: DuplicateMoves,
    lanes: usize,
}

/// A pattern as read for the board or for its reflection.
struct Track {
    lens: Lens,
    /// The cells where its tiles belong.
    homes: u64,
    /// What each move of the board does in the table, by the blank's cell.
    hops: Hops,
    placements: Arc<Placements>,
    /// The table with four bits an entry.
    wide: Option<Box<[u8]>>,
    /// The views that count it, a byte each, one or zero.
    views: u128,
}

impl TwentyFourTables {
    /// The most views.
    pub const MAX_VIEWS: usize = 16;
    /// The most tracks.
    pub(super) const MAX_TRACKS: usize = 32;

    /// The tables of `partitions`, partitions of one goal of the 5×5 board, the strongest first; and the
    /// machine of duplicate moves of up to `longest` moves.
    ///
    /// Views after the sixteenth and those that would need more than 32 tracks are left out.
    /// `None` for other boards, without any view, or if one of [`Partition::tables`] is not among `tables`.
    pub fn new(
        partitions: &[Partition],
        tables: &[Arc<Table>],
        longest: u32,
    ) -> Option<TwentyFourTables> {
        let goal_blank = partitions.first()?.blank();
        let square = Size::square(5).ok()?;
        let mut known: Vec<Arc<Placements>> = Vec::new();
        let mut ready = TwentyFourTables {
            goal_blank,
            tracks: Vec::new(),
            views: 0,
            machine: DuplicateMoves::up_to(longest),
            lanes: 16,
        };
        for partition in partitions {
            if partition.size() != square || partition.blank() != goal_blank {
                return None;
            }
            for lenses in Lens::of(partition, tables)? {
                ready.add_view(lenses, &mut known);
            }
        }
        (ready.views > 0).then_some(ready)
    }

    /// The same with so many subtrees a thread that take turns while memory answers, in place of sixteen; 0
    /// is one recursive search, which waits. For measurements: nodes and paths do not depend on it.
    #[must_use]
    pub fn with_lanes(self, lanes: usize) -> TwentyFourTables {
        TwentyFourTables { lanes, ..self }
    }

    /// The same with four bits an entry in place of one, as tables have that hold costs and not their
    /// second bits. For measurements.
    #[must_use]
    pub fn with_wide_entries(mut self) -> TwentyFourTables {
        for track in &mut self.tracks {
            track.wide = Some(widened(track.lens.table.bits()));
        }
        self
    }

    fn add_view(&mut self, lenses: Vec<Lens>, known: &mut Vec<Arc<Placements>>) {
        let homes = |lens: &Lens| {
            let home = |&c: &usize| lens.is_home(Cell::new(c));
            (0..CELLS)
                .filter(home)
                .fold(0u64, |homes, c| homes | 1 << c)
        };
        let mut tracks = Vec::new();
        let mut fresh = Vec::new();
        for lens in lenses {
            let homes = homes(&lens);
            if let Some(track) = self.tracks.iter().position(|t| t.homes == homes) {
                tracks.push(track);
            } else {
                tracks.push(self.tracks.len() + fresh.len());
                fresh.push((lens, homes));
            }
        }
        if self.views == Self::MAX_VIEWS || self.tracks.len() + fresh.len() > Self::MAX_TRACKS {
            return;
        }
        for (lens, homes) in fresh {
            let index = lens.table.index();
            let placements = known.iter().find(|p| p.tiles == index.tiles()).cloned();
            let placements = placements.unwrap_or_else(|| {
                known.push(Arc::new(Placements::new(index)));
                known[known.len() - 1].clone()
            });
            self.tracks.push(Track {
                hops: hops(&lens),
                homes,
                placements,
                wide: None,
                views: 0,
                lens,
            });
        }
        for track in tracks {
            self.tracks[track].views |= 1 << (8 * self.views);
        }
        self.views += 1;
    }

    /// Where the blank belongs.
    pub fn goal_blank(&self) -> Cell {
        self.goal_blank
    }

    /// The number of views.
    pub fn views(&self) -> usize {
        self.views
    }

    /// The number of tracks.
    pub fn tracks(&self) -> usize {
        self.tracks.len()
    }

    /// How many subtrees a thread searches in turns.
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    /// The machine of duplicate moves.
    pub(super) fn machine(&self) -> &DuplicateMoves {
        &self.machine
    }

    /// The tracks that each tile is in, as bits.
    pub(super) fn owners(&self) -> [u32; CELLS] {
        let goal = Board::<5>::goal(self.goal_blank);
        let mut owners = [0; CELLS];
        for (cell, tile) in goal.tiles().iter().enumerate() {
            owners[tile.index()] = self.those(|track| track.homes >> cell & 1 != 0);
        }
        owners
    }

    /// The tracks of each view, as bits.
    pub(super) fn sharers(&self) -> [u32; TwentyFourTables::MAX_VIEWS] {
        std::array::from_fn(|view| self.those(|track| track.views >> (8 * view) & 1 != 0))
    }

    fn those(&self, which: impl Fn(&Track) -> bool) -> u32 {
        let tracks = self.tracks.iter().enumerate();
        tracks
            .filter(|(_, track)| which(track))
            .fold(0, |set, (i, _)| set | 1 << i)
    }

    /// The places of a board's tracks, and the sum of the costs of each view.
    pub(super) fn places<const T: usize>(
        &self,
        board: &Board<5>,
    ) -> ([Place; T], [u8; TwentyFourTables::MAX_VIEWS]) {
        let mut places = [Place::default(); T];
        let mut sums = 0u128;
        for (track, place) in self.tracks.iter().zip(&mut places) {
            let start = track.lens.place(board.tiles(), self.goal_blank);
            sums += track.views * u128::from(start.cost);
            *place = start.into();
        }
        (places, sums.to_le_bytes())
    }

    /// What to look up for each track; the last track again for those that there are not.
    pub(super) fn lookups<const T: usize>(&self) -> [Lookup<'_>; T] {
        std::array::from_fn(|t| {
            let track = &self.tracks[t.min(self.tracks.len() - 1)];
            Lookup::new(
                &track.lens.table,
                &track.hops,
                &track.placements,
                track.wide.as_deref(),
                track.views,
            )
        })
    }
}

/// Every bit as the lowest of four.
fn widened(bits: &[u8]) -> Box<[u8]> {
    let half = |byte: u8, first: u8| (byte >> first & 1) | (byte >> (first + 1) & 1) << 4;
    let wide = |&byte: &u8| [0, 2, 4, 6].map(|first| half(byte, first));
    bits.iter().flat_map(wide).collect()
}
