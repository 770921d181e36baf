//! How rankings are learned: boards are solved with the ranking there is, and the next is fitted to the solutions.

mod state_file;

use std::{ops::RangeInclusive, sync::Arc};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use crate::{
    puzzle::{Cell, Goal, Grid, Move, NamedGoal, Problem, Scramble, Size, Tile},
    ranking::{Fit, PairTable, Samples, Steps},
    search::{Beam, Stop, Watch},
};

pub use state_file::{StateError, StateFile};

/// The sides of the boards that tables are learned for.
pub const SIDES: RangeInclusive<usize> = 3..=8;

const LABEL: &[u8; 8] = b"slidelrn";
const VERSION: u32 = 1;
const HEADER: usize = 32;

/// What one round of training is to do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// Random boards to solve.
    pub boards: usize,
    /// The width of the beams that solve them.
    pub width: usize,
    /// How large the steps of the fit are; 0.02 is good.
    pub rate: f32,
    /// How often the fit goes through the samples.
    pub passes: u32,
    /// How much of the ranking before the round is kept, from 0 to 1: 0 when there is little to lose, a half once
    /// a fit forgets as much as it learns. The beams of 6×6 need it (`docs/algorithms/large-boards.md`).
    pub keep: f32,
}

/// What a round came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RoundEnd {
    /// How many boards were solved.
    pub solved: usize,
    /// The mean length of their solutions.
    pub length: f64,
    /// How many samples they gave.
    pub samples: usize,
    /// The root of the mean square error on boards kept from the fit, before it and after it, in moves.
    pub errors: (f32, f32),
}

/// A ranking in training.
#[derive(Clone, Debug)]
pub struct Training {
    fit: Fit,
    seed: u64,
    round: u32,
}

/// The samples of one board.
#[derive(Default)]
struct Lesson {
    length: Option<usize>,
    samples: Samples,
}

impl Training {
    /// Starts on boards of `side` × `side` from what was shared on smaller ones, or from nothing.
    ///
    /// The same seed and the same rounds give the same table, with any number of threads.
    pub fn new(side: usize, seed: u64, smaller: Option<&Training>) -> Training {
        let fit = smaller.map_or_else(|| Fit::new(side), |smaller| smaller.fit.grown(side));
        Training {
            fit,
            seed,
            round: 0,
        }
    }

    /// The side of its boards.
    pub fn side(&self) -> usize {
        self.fit.side()
    }

    /// The seed of its boards.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The rounds that were made.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The training as bytes, to go on with later.
    ///
    /// ```text
    /// byte  0  "slidelrn"      16  seed
    ///       8  version, 1      24  checksum of the weights and of bytes 0 to 23
    ///      12  side            32  the weights, 32-bit floats
    ///      13  round, 24 bits
    /// ```
    /// Numbers are little-endian, the checksum is XXH3 (64 bits).
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = header(self.fit.side(), self.round, self.seed).to_vec();
        bytes.extend(self.fit.weights().flat_map(f32::to_le_bytes));
        let sum = checksum(&bytes);
        bytes[24..HEADER].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The training that [`Training::to_bytes`] gave these bytes for; none if anything is wrong with them.
    pub fn from_bytes(bytes: &[u8]) -> Option<Training> {
        let (head, weights) = bytes.split_at_checked(HEADER)?;
        let side = usize::from(head[12]);
        if !SIDES.contains(&side) {
            return None;
        }
        let round = u32::from_le_bytes([head[13], head[14], head[15], 0]);
        let seed = u64::from_le_bytes(std::array::from_fn(|i| head[16 + i]));
        let sum = u64::from_le_bytes(std::array::from_fn(|i| head[24 + i]));
        if head[..24] != header(side, round, seed)[..24] || sum != checksum(bytes) {
            return None;
        }
        let (weights, rest) = weights.as_chunks::<4>();
        let weights: Vec<f32> = weights.iter().map(|&w| f32::from_le_bytes(w)).collect();
        let mut fit = Fit::new(side);
        (rest.is_empty() && fit.set_weights(&weights)).then_some(Training { fit, seed, round })
    }

    /// The table as it is.
    pub fn table(&self) -> PairTable {
        self.fit.table()
    }

    /// Makes a round.
    ///
    /// # Errors
    /// What stopped it; the training is as it was then.
    pub fn train(&mut self, round: Round, watch: &Watch) -> Result<RoundEnd, Stop> {
        match self.fit.side() {
            3 => self.train_on::<9, 16>(round, watch),
            4 => self.train_on::<16, 16>(round, watch),
            5 => self.train_on::<25, 32>(round, watch),
            6 => self.train_on::<36, 64>(round, watch),
            7 => self.train_on::<49, 64>(round, watch),
            8 => self.train_on::<64, 64>(round, watch),
            _ => unreachable!("Training::new lets only these through"),
        }
    }

    fn train_on<const CELLS: usize, const STRIDE: usize>(
        &mut self,
        round: Round,
        watch: &Watch,
    ) -> Result<RoundEnd, Stop> {
        let seed = Scramble::new(self.seed ^ u64::from(self.round) << 32).seed();
        let lessons = self.lessons::<CELLS, STRIDE>(round, seed, watch)?;
        let (mut samples, mut kept) = (Samples::default(), Samples::default());
        for (k, lesson) in lessons.iter().enumerate() {
            if k % 32 == 0 {
                kept.append(&lesson.samples);
            } else {
                samples.append(&lesson.samples);
            }
        }
        let error_before = self.fit.error(&kept);
        let before = self.fit.clone();
        for pass in 0..round.passes {
            let rate = round.rate / (1 + pass) as f32;
            let learned = self
                .fit
                .learn(&samples, rate, seed ^ u64::from(pass), || watch.check(0));
            if let Err(stop) = learned {
                self.fit = before;
                return Err(stop);
            }
        }
        self.fit.keep(round.keep, &before);
        self.round += 1;
        let lengths: Vec<usize> = lessons.iter().filter_map(|l| l.length).collect();
        Ok(RoundEnd {
            solved: lengths.len(),
            length: lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64,
            samples: samples.len(),
            errors: (error_before, self.fit.error(&kept)),
        })
    }

    /// Solves the boards of a round, each with one from its beam.
    fn lessons<const CELLS: usize, const STRIDE: usize>(
        &self,
        round: Round,
        seed: u64,
        watch: &Watch,
    ) -> Result<Vec<Lesson>, Stop> {
        let steps = Steps::new(&self.fit.table());
        let size = Size::square(self.fit.side()).expect("a size that tables are learned for");
        let goal = Arc::new(Goal::named(NamedGoal::BlankFirst, size));
        let home = Problem::new(goal.grid().clone(), goal.clone()).expect("a goal is a start");
        let from = |start| Problem::new(start, goal.clone()).expect("a board of the goal's size");
        (0..round.boards)
            .into_par_iter()
            .map_init(
                || Beam::<CELLS, STRIDE>::new(&home, &steps),
                |beam, k| {
                    let mut random = Scramble::new(seed.wrapping_add(k as u64));
                    let problem = from(random.solvable(&goal));
                    let mut choice = ChaCha8Rng::seed_from_u64(random.seed());
                    let mut lesson = Lesson::default();
                    lesson.length = lesson.learn(beam, &problem, round.width, watch)?;
                    if lesson.length.is_none_or(|length| length == 0) {
                        return Ok(lesson);
                    }
                    // What a beam holds besides the solution is what it must learn to tell from it.
                    let layers: Vec<usize> = beam.layers().collect();
                    let layer = choice.random_range(0..layers.len());
                    let index = choice.random_range(0..layers[layer]);
                    let mut board = tiles::<CELLS>(problem.tiles());
                    walk(&mut board, &beam.path(layer, index));
                    let second = from(Grid::new(size, board.map(u16::from)));
                    lesson.learn(beam, &second, round.width, watch)?;
                    Ok(lesson)
                },
            )
            .collect()
    }
}

impl Lesson {
    /// Solves a problem in both directions and takes the boards along the shorter solution as samples; gives its
    /// length. The beam is left as the search from the start has left it.
    ///
    /// Tried and lost: parts of solutions that end or begin with the blank in a corner, as solutions to a goal of
    /// their own. They are ten times as many, but not like the boards of searches: the error on these grew from
    /// 3.9 to 5.1 moves.
    fn learn<const CELLS: usize, const STRIDE: usize>(
        &mut self,
        beam: &mut Beam<CELLS, STRIDE>,
        problem: &Problem,
        width: usize,
        watch: &Watch,
    ) -> Result<Option<usize>, Stop> {
        beam.aim(&problem.reversed());
        let backward = beam.run(width, None, 0, None, watch)?.moves;
        beam.aim(problem);
        let forward = beam.run(width, None, 0, None, watch)?.moves;
        let backward = backward.map(|moves| moves.iter().rev().map(|m| m.inverse()).collect());
        let ways: Vec<Vec<Move>> = [forward, backward].into_iter().flatten().collect();
        let shortest = ways.iter().map(Vec::len).min();
        for moves in ways.iter().filter(|moves| Some(moves.len()) == shortest) {
            let mut board = tiles::<CELLS>(problem.tiles());
            for (k, &m) in moves.iter().enumerate() {
                self.samples.push(&board, (moves.len() - k) as u16);
                walk(&mut board, &[m]);
            }
            self.samples.push(&board, 0);
        }
        Ok(shortest)
    }
}

fn header(side: usize, round: u32, seed: u64) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, LABEL);
    put(8, &VERSION.to_le_bytes());
    put(12, &[side as u8]);
    put(13, &round.to_le_bytes()[..3]);
    put(16, &seed.to_le_bytes());
    header
}

/// Of all bytes but those of the checksum itself.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Xxh3::new();
    sum.update(&bytes[..24]);
    sum.update(&bytes[HEADER..]);
    sum.digest()
}

/// The board of a problem whose goal is `0 1 2 …`: there, tiles have the names of their cells.
fn tiles<const CELLS: usize>(tiles: &[Tile]) -> [u8; CELLS] {
    std::array::from_fn(|cell| tiles[cell].index() as u8)
}

fn blank<const CELLS: usize>(board: &[u8; CELLS]) -> usize {
    let blank = board.iter().position(|&tile| tile == 0);
    blank.expect("a board has a blank")
}

fn walk<const CELLS: usize>(board: &mut [u8; CELLS], moves: &[Move]) {
    let side = CELLS.isqrt();
    for m in moves {
        let from = blank(board);
        let to = m.target(Cell::new(from), side, side);
        board.swap(from, to.expect("moves of a solution are legal").index());
    }
}
