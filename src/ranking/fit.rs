//! Fitting the table of pairs to lengths of solutions.

use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{PairTable, numbering::Numbering, prior::prior, shared::Shared};

/// Boards and how many moves are left from them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Samples {
    tiles: Vec<u8>,
    left: Vec<u16>,
}

impl Samples {
    /// Adds a board, its tiles named for the cells they belong on, the blank, 0, on the first; and the length of a
    /// solution, the shortest that is known.
    pub fn push(&mut self, tiles: &[u8], left: u16) {
        self.tiles.extend_from_slice(tiles);
        self.left.push(left);
    }

    /// Adds all of `more`.
    pub fn append(&mut self, more: &Samples) {
        self.tiles.extend_from_slice(&more.tiles);
        self.left.extend_from_slice(&more.left);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.left.len()
    }

    fn get(&self, index: usize) -> (&[u8], f32) {
        let cells = self.tiles.len() / self.left.len();
        (
            &self.tiles[index * cells..][..cells],
            f32::from(self.left[index]),
        )
    }
}

/// A weight and the sum of the squares of its gradients.
#[derive(Clone, Copy, Default, Debug)]
struct Weight {
    value: f32,
    squares: f32,
}

/// Weights under training.
///
/// The value of a pair is the sum of a weight of its own and one it shares with the same pair anywhere on the
/// board. What is rarely seen lives off the shared part, which also starts the next larger size ([`Fit::grown`]).
/// Every weight has its own step, the smaller the more it has moved (AdaGrad: Duchi, Hazan and Singer, 2011).
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    side: usize,
    own: Vec<Weight>,
    shared: Vec<Weight>,
    /// The two weights of every pair of items.
    places: Vec<(u32, u32)>,
}

impl Fit {
    /// How much of an error the very first sample mends.
    const FIRST_SHARE: f32 = 0.2;
    /// Errors above this many moves count as this many.
    const CLIP: f32 = 8.0;

    /// Weights that nothing was learned for: the values are those of the prior.
    pub fn new(side: usize) -> Fit {
        let numbering = Numbering::new(side);
        let shared = Shared::new(side);
        let items = numbering.items();
        let mut own = vec![Weight::default(); numbering.len()];
        let mut places = vec![(0, 0); items * items];
        for i in 0..items {
            for j in 0..items {
                let number = numbering.of(i, j);
                if number != Numbering::NONE {
                    own[number as usize].value = prior(side, i, j);
                    places[i * items + j] = (number, shared.of(i, j) as u32);
                }
            }
        }
        Fit {
            side,
            own,
            shared: vec![Weight::default(); shared.len()],
            places,
        }
    }

    /// Weights for a larger board that start from what this one has shared.
    ///
    /// # Panics
    /// If `side` is smaller.
    pub fn grown(&self, side: usize) -> Fit {
        assert!(side >= self.side, "boards only grow");
        let mut grown = Fit::new(side);
        let numbers = Shared::new(self.side);
        for (number, weight) in self.shared.iter().enumerate() {
            grown.shared[numbers.grown(number, side)].value = weight.value;
        }
        grown
    }

    /// The rows, and the columns, of its boards.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The table as searches use it.
    pub fn table(&self) -> PairTable {
        let mut weights = vec![0.0; self.own.len()];
        let items = self.side.pow(4);
        for i in 0..items {
            for j in i..items {
                let (own, shared) = self.places[i * items + j];
                // What cannot be has the place (0, 0), which the very first item has for good.
                if (own, i) != (0, i) || (i, j) == (0, 0) {
                    weights[own as usize] =
                        self.own[own as usize].value + self.shared[shared as usize].value;
                }
            }
        }
        PairTable::rounded(self.side, weights.into_iter())
    }

    /// Goes through the samples once, in an order drawn from `seed`, with steps of `rate` at the beginning that
    /// fall to a tenth of it.
    ///
    /// Steps begin anew: what earlier rounds have seen was the way of a worse ranking.
    ///
    /// # Errors
    /// That of `going_on`, which is asked some thousand times a second; the weights are those of no whole pass then.
    pub fn learn<E>(
        &mut self,
        samples: &Samples,
        rate: f32,
        seed: u64,
        going_on: impl Fn() -> Result<(), E>,
    ) -> Result<(), E> {
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        let cells = self.side.pow(2);
        let weights = (cells * (cells + 1)) as f32;
        let initial = (weights * rate / Fit::FIRST_SHARE).powi(2);
        for weight in self.own.iter_mut().chain(&mut self.shared) {
            weight.squares = initial;
        }
        let mut pairs = Vec::new();
        for (k, &index) in order.iter().enumerate() {
            if k.is_multiple_of(256) {
                going_on()?;
            }
            let (tiles, left) = samples.get(index as usize);
            let error = self.value(tiles, &mut pairs) - left;
            let error = error.clamp(-Fit::CLIP, Fit::CLIP);
            let step = error * rate * (1.0 - 0.9 * k as f32 / order.len() as f32);
            let square = error * error;
            for &(own, shared) in &pairs {
                for weight in [
                    &mut self.own[own as usize],
                    &mut self.shared[shared as usize],
                ] {
                    weight.squares += square;
                    weight.value -= step / weight.squares.sqrt();
                }
            }
        }
        Ok(())
    }

    /// Goes back towards earlier weights: every weight becomes `share` of its value there and the rest of its own.
    ///
    /// # Panics
    /// If the earlier weights are those of another size.
    pub fn keep(&mut self, share: f32, earlier: &Fit) {
        assert_eq!(self.side, earlier.side, "weights of one size");
        let back = |weights: &mut [Weight], earlier: &[Weight]| {
            for (weight, earlier) in weights.iter_mut().zip(earlier) {
                weight.value += share * (earlier.value - weight.value);
            }
        };
        back(&mut self.own, &earlier.own);
        back(&mut self.shared, &earlier.shared);
    }

    /// The root of the mean square of the errors, in moves.
    pub fn error(&self, samples: &Samples) -> f32 {
        let mut pairs = Vec::new();
        let square = |index| {
            let (tiles, left) = samples.get(index);
            f64::from(self.value(tiles, &mut pairs) - left).powi(2)
        };
        let squares: f64 = (0..samples.len()).map(square).sum();
        (squares / samples.len().max(1) as f64).sqrt() as f32
    }

    /// The value of a board in moves, and the places of its weights.
    fn value(&self, tiles: &[u8], pairs: &mut Vec<(u32, u32)>) -> f32 {
        let cells = tiles.len();
        let items = cells * cells;
        pairs.clear();
        for (cell, &tile) in tiles.iter().enumerate() {
            let row = &self.places[(usize::from(tile) * cells + cell) * items..][..items];
            let rest = tiles.iter().enumerate().skip(cell);
            pairs.extend(rest.map(|(cell, &tile)| row[usize::from(tile) * cells + cell]));
        }
        let value = |&(own, shared): &(u32, u32)| {
            self.own[own as usize].value + self.shared[shared as usize].value
        };
        pairs.iter().map(value).sum()
    }

    /// The values of all weights, own and shared, for a file.
    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        self.own
            .iter()
            .chain(&self.shared)
            .map(|weight| weight.value)
    }

    /// Takes the values of all weights, as [`Fit::weights`] gave them; `false`, and no change, if their number is
    /// another.
    pub fn set_weights(&mut self, values: &[f32]) -> bool {
        let right = values.len() == self.own.len() + self.shared.len();
        if right {
            let weights = self.own.iter_mut().chain(&mut self.shared);
            weights.zip(values).for_each(|(w, &v)| w.value = v);
        }
        right
    }
}
