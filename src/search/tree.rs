//! What an engine gives the driver of iterative deepening: a tree of moves, whole or in pieces.

use super::{Dive, dive::Count, frontier::Frontier};
use crate::puzzle::Move;

/// A tree of moves below a start.
pub(super) trait Tree: Sync {
    /// A board with all that its subtree depends on, the move that led to it included.
    type Node: Clone + Send + Sync;

    /// The start and its estimate.
    fn root(&self) -> (Self::Node, u32);

    /// The goal test.
    fn is_goal(&self, node: &Self::Node) -> bool;

    /// A number for the board of a node, the same for no other board below the same start; none if the
    /// tree does not tell boards apart.
    fn identity(&self, node: &Self::Node) -> Option<u128> {
        let _ = node;
        None
    }

    /// Gives the children of `node` in search order, with the change of the estimate of each; the move
    /// that would undo the last one is left out.
    fn children(&self, node: &Self::Node) -> Vec<(Move, Self::Node, i32)>;

    /// Searches the subtree below `node`, which is not the goal, depth-first.
    ///
    /// `slack` is what is left of the bound after the node's f: a child whose f is higher by more is cut.
    /// Gives `true` when the search is over: a solution was found (its moves below `node` were given to
    /// [`Dive::found`] *last move first*), or `dive` wants to stop.
    fn search(&self, node: &Self::Node, slack: i32, dive: &mut Dive<'_>) -> bool;
}

/// A tree behind one type for all engines, so that their driver is compiled once.
pub(super) trait Start: Sync {
    /// The estimate of the start.
    fn estimate(&self) -> u32;

    /// Whether the start is the goal.
    fn is_goal(&self) -> bool;

    /// Cuts the top of a pass into at least `want` pieces, if it has as many, in depth-first order, and
    /// counts its nodes.
    fn cut(&self, slack: i32, want: usize) -> (Box<dyn Pieces + '_>, Count);

    /// Whether [`Start::frontier`] gives one.
    fn has_frontier(&self) -> bool;

    /// What a board of it takes.
    fn frontier_bytes(&self) -> usize;

    /// The same breadth-first: see [`Frontier`]. None if the tree does not tell boards apart.
    fn frontier(&self, slack: i32, want: usize) -> Option<Box<dyn Pieces + '_>>;
}

/// Subtrees of a pass, in the order in which they are searched.
pub(super) trait Pieces: Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// The moves from the start to the top of a piece.
    fn path(&self, piece: usize) -> &[Move];

    /// What the nodes above the pieces had cost when a search of one piece after the other got to this one.
    fn before(&self, piece: usize) -> Count;

    /// What is left of the bound after the f of a piece's top.
    fn slack(&self, piece: usize) -> i32;

    /// Whether the top of a piece is the goal.
    fn is_goal(&self, piece: usize) -> bool;

    /// Searches a piece, as [`Tree::search`] does.
    fn search(&self, piece: usize, dive: &mut Dive<'_>) -> bool;
}

/// A tree with its start.
pub(super) struct Rooted<'a, T: Tree> {
    tree: &'a T,
    root: T::Node,
    estimate: u32,
}

impl<'a, T: Tree> Rooted<'a, T> {
    pub(super) fn new(tree: &'a T) -> Self {
        let (root, estimate) = tree.root();
        Rooted {
            tree,
            root,
            estimate,
        }
    }
}

impl<T: Tree> Start for Rooted<'_, T> {
    fn estimate(&self) -> u32 {
        self.estimate
    }

    fn is_goal(&self) -> bool {
        self.tree.is_goal(&self.root)
    }

    fn cut(&self, slack: i32, want: usize) -> (Box<dyn Pieces + '_>, Count) {
        let mut depth = want.ilog2();
        loop {
            let mut cut = Cut {
                tree: self.tree,
                pieces: Vec::new(),
                path: Vec::new(),
                count: Count::default(),
            };
            cut.descend(&self.root, slack, depth);
            if cut.pieces.len() >= want || depth >= 2 * want.ilog2() {
                let count = cut.count;
                return (Box::new(cut), count);
            }
            depth += 1;
        }
    }

    fn has_frontier(&self) -> bool {
        self.tree.identity(&self.root).is_some()
    }

    fn frontier_bytes(&self) -> usize {
        Frontier::<T>::BOARD
    }

    fn frontier(&self, slack: i32, want: usize) -> Option<Box<dyn Pieces + '_>> {
        let frontier = Frontier::new(self.tree, &self.root, slack, want)?;
        Some(Box::new(frontier))
    }
}

/// The top of a pass, cut into pieces in depth-first order.
struct Cut<'a, T: Tree> {
    tree: &'a T,
    pieces: Vec<Piece<T::Node>>,
    /// The moves to the node that is being cut.
    path: Vec<Move>,
    count: Count,
}

struct Piece<N> {
    node: N,
    slack: i32,
    path: Vec<Move>,
    before: Count,
}

impl<T: Tree> Cut<'_, T> {
    fn descend(&mut self, node: &T::Node, slack: i32, depth: u32) {
        if depth == 0 || (!self.path.is_empty() && self.tree.is_goal(node)) {
            let (node, path, before) = (node.clone(), self.path.clone(), self.count);
            self.pieces.push(Piece {
                node,
                slack,
                path,
                before,
            });
            return;
        }
        self.count.expanded += 1;
        for (m, child, change) in self.tree.children(node) {
            self.count.generated += 1;
            let slack = slack - 1 - change;
            if slack >= 0 {
                self.path.push(m);
                self.descend(&child, slack, depth - 1);
                self.path.pop();
            }
        }
    }
}

impl<T: Tree> Pieces for Cut<'_, T> {
    fn len(&self) -> usize {
        self.pieces.len()
    }

    fn path(&self, piece: usize) -> &[Move] {
        &self.pieces[piece].path
    }

    fn before(&self, piece: usize) -> Count {
        self.pieces[piece].before
    }

    fn slack(&self, piece: usize) -> i32 {
        self.pieces[piece].slack
    }

    fn is_goal(&self, piece: usize) -> bool {
        self.tree.is_goal(&self.pieces[piece].node)
    }

    fn search(&self, piece: usize, dive: &mut Dive<'_>) -> bool {
        let Piece { node, slack, .. } = &self.pieces[piece];
        self.tree.search(node, *slack, dive)
    }
}
