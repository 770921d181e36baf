//! The 5×5 engine as one recursive search that waits for every look-up.
//!
//! The slow twin of the [lanes](super::lanes): the same nodes and the same path. What the lanes
//! gain is measured against it (`slide bench levers`).

use super::{Node, Views};
use crate::{puzzle::Move, search::Dive};

/// Searches below `node`, as [`Tree::search`](crate::search::Tree::search); its slack is that of the bound.
pub(super) fn search<const T: usize>(
    views: &Views<'_, T>,
    node: &Node<T>,
    dive: &mut Dive<'_>,
) -> bool {
    if !dive.expand() {
        return true;
    }
    for m in 0..4 {
        let Some((target, state)) = views.free(node.blank, node.state, m) else {
            continue;
        };
        dive.generated += 1;
        if let Some(child) = views.child(node, m, target, state)
            && (child.misplaced == 0 || search(views, &child, dive))
        {
            dive.found(Move::ALL[m]);
            return true;
        }
    }
    false
}
