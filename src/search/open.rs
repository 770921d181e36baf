//! The queue of A*: boards waiting to be expanded.

/// A queue by total length f = g + h, the smallest first; among equals the largest g, the nearest to
/// the goal; among those the last pushed, so that the order is the same on every run.
///
/// Both keys are small whole numbers, so each pair has a bucket of its own and nothing is compared.
#[derive(Clone, Debug)]
pub(super) struct Open<T> {
    /// Buckets by f, then g.
    levels: Vec<Vec<Vec<T>>>,
    f: usize,
}

impl<T> Open<T> {
    pub(super) fn new() -> Open<T> {
        Open {
            levels: Vec::new(),
            f: 0,
        }
    }

    /// Adds a board `g` moves from the start with a total of `f`, which must not be below that of the
    /// last board popped.
    pub(super) fn push(&mut self, f: u32, g: u32, item: T) {
        let (f, g) = (f as usize, g as usize);
        debug_assert!(f >= self.f, "a consistent heuristic lets no total fall");
        while self.levels.len() <= f {
            self.levels.push(Vec::new());
        }
        let level = &mut self.levels[f];
        while level.len() <= g {
            level.push(Vec::new());
        }
        level[g].push(item);
    }

    /// Takes the first board, with its f and g.
    pub(super) fn pop(&mut self) -> Option<(u32, u32, T)> {
        while let Some(level) = self.levels.get_mut(self.f) {
            while let Some(bucket) = level.last_mut() {
                if let Some(item) = bucket.pop() {
                    return Some((self.f as u32, level.len() as u32 - 1, item));
                }
                level.pop();
            }
            *level = Vec::new();
            self.f += 1;
        }
        None
    }

    /// Bytes that the buckets take.
    pub(super) fn memory(&self) -> u64 {
        let boards: usize = self.levels.iter().flatten().map(Vec::capacity).sum();
        (boards * size_of::<T>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_total_comes_first_then_the_deepest_then_the_latest() {
        let mut open = Open::new();
        for (f, g, name) in [
            (7, 2, 'e'),
            (5, 1, 'd'),
            (5, 3, 'b'),
            (5, 3, 'a'),
            (5, 2, 'c'),
        ] {
            open.push(f, g, name);
        }
        assert_eq!(open.pop(), Some((5, 3, 'a')));
        assert_eq!(open.pop(), Some((5, 3, 'b')));
        open.push(5, 4, 'x');
        assert_eq!(open.pop(), Some((5, 4, 'x')));
        assert_eq!(open.pop(), Some((5, 2, 'c')));
        assert_eq!(open.pop(), Some((5, 1, 'd')));
        assert_eq!(open.pop(), Some((7, 2, 'e')));
        assert_eq!(open.pop(), None);
    }
}
