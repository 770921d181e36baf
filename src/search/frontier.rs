//! The top of a pass, breadth-first: no board twice, and the pieces with the most promise first.
//!
//! A depth-first search comes to a board on many paths and searches below it as often. As far as memory
//! goes, breadth-first search does not: a layer holds every board once, those in reach of fewer moves left
//! out, and each is the top of a *piece* that is then searched depth-first.
//!
//! A board that is reached on several paths of one length is kept with the first of them in the order up,
//! left, right, down. Let p be the first of the shortest solutions in that order: each beginning of p is the
//! first of the shortest paths to where it leads, otherwise an earlier one would give a solution before p.
//! So p is never given up, nor does the machine of [duplicate moves](super::DuplicateMoves) forbid it, and
//! a pass with a bound of its length finds it, or another one of that length in a piece before it.

use std::collections::HashSet;

use super::{Dive, dive::Count, tree::Pieces, tree::Tree};
use crate::puzzle::Move;

/// A layer of boards, each the top of a piece.
pub(super) struct Frontier<'a, T: Tree> {
    tree: &'a T,
    /// The moves that lead into each layer below the start.
    layers: Vec<Vec<Step>>,
    /// The boards of the last layer, most promising first.
    tops: Vec<Top<T::Node>>,
    paths: Vec<Box<[Move]>>,
    count: Count,
}

/// A move into a layer, from a board of the layer above.
struct Step {
    from: u32,
    m: Move,
}

struct Top<N> {
    node: N,
    /// What is left of the bound after its f.
    slack: i32,
    /// Its place in the layer.
    place: u32,
}

impl<'a, T: Tree> Frontier<'a, T> {
    /// The bytes that a board takes at most: in its layer and the next, in the sets of both, and with its path.
    pub(super) const BOARD: usize = 2 * size_of::<Top<T::Node>>() + 2 * 40 + 48;

    /// The first layer below `root` with at least `want` boards, or with the goal; none if the tree cannot
    /// tell boards apart.
    pub(super) fn new(tree: &'a T, root: &T::Node, slack: i32, want: usize) -> Option<Self> {
        let mut layer: HashSet<u128> = HashSet::from([tree.identity(root)?]);
        let mut above = HashSet::new();
        let mut frontier = Frontier {
            tree,
            layers: Vec::new(),
            tops: vec![Top {
                node: root.clone(),
                slack,
                place: 0,
            }],
            paths: Vec::new(),
            count: Count::default(),
        };
        while (1..want).contains(&frontier.tops.len())
            && !frontier.tops.iter().any(|top| tree.is_goal(&top.node))
        {
            let below = frontier.descend(&above);
            above = std::mem::replace(&mut layer, below);
        }
        frontier.tops.sort_by_key(|top| -top.slack);
        let path = |top: &Top<T::Node>| frontier.path_to(top.place);
        frontier.paths = frontier.tops.iter().map(path).collect();
        frontier.layers.clear();
        Some(frontier)
    }

    /// Goes on to the next layer, whose boards it gives; `above` are those of the layer before this one.
    fn descend(&mut self, above: &HashSet<u128>) -> HashSet<u128> {
        let mut seen = HashSet::with_capacity(2 * self.tops.len());
        let (mut steps, mut below) = (Vec::new(), Vec::new());
        for top in std::mem::take(&mut self.tops) {
            self.count.expanded += 1;
            for (m, node, change) in self.tree.children(&top.node) {
                self.count.generated += 1;
                let slack = top.slack - 1 - change;
                let fresh = slack >= 0
                    && self
                        .tree
                        .identity(&node)
                        .is_some_and(|board| !above.contains(&board) && seen.insert(board));
                if fresh {
                    let place = below.len() as u32;
                    below.push(Top { node, slack, place });
                    steps.push(Step { from: top.place, m });
                }
            }
        }
        self.layers.push(steps);
        self.tops = below;
        seen
    }

    fn path_to(&self, place: u32) -> Box<[Move]> {
        let mut place = place as usize;
        let mut path: Vec<Move> = Vec::with_capacity(self.layers.len());
        for layer in self.layers.iter().rev() {
            path.push(layer[place].m);
            place = layer[place].from as usize;
        }
        path.reverse();
        path.into()
    }
}

impl<T: Tree> Pieces for Frontier<'_, T> {
    fn len(&self) -> usize {
        self.tops.len()
    }

    fn path(&self, piece: usize) -> &[Move] {
        &self.paths[piece]
    }

    fn before(&self, _: usize) -> Count {
        self.count
    }

    fn slack(&self, piece: usize) -> i32 {
        self.tops[piece].slack
    }

    fn is_goal(&self, piece: usize) -> bool {
        self.tree.is_goal(&self.tops[piece].node)
    }

    fn search(&self, piece: usize, dive: &mut Dive<'_>) -> bool {
        let Top { node, slack, .. } = &self.tops[piece];
        self.tree.search(node, *slack, dive)
    }
}
