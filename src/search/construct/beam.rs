//! The beam: a few boards, a task each, kept abreast by the number of tiles built.

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
};

use super::{
    ground::Ground,
    node::Node,
    relaxed::FAR,
    shape::{Phase, Shape},
    stage::{Stage, pull, pulls},
    task::{Offer, Task, offers},
};
use crate::{
    puzzle::{Cell, Move, Tile},
    search::{Watch, scatter::scatter},
};

/// What a move of the task is worth in the ranking of boards at work on it; see [`PULLS`](super::stage::PULLS).
pub(super) const STEP: i32 = 36;
/// What a move made counts when boards are chosen for their next tasks.
const MADE: i32 = 16;
/// What a move estimated counts then. So little, because the task that is cheapest now leaves dear ones.
const AHEAD: i32 = 12;
/// Tasks tried for one board.
const OFFERS: usize = 3;
/// Layers looked at after the first board has ended its task.
const PATIENCE: u32 = 8;

/// A beam over boards of one ground.
pub(super) struct Beam<'a> {
    ground: &'a Ground,
    phases: &'a [Phase],
    /// Boards in a layer.
    width: usize,
    watch: &'a Watch<'a>,
    /// Every move made with the place of the one before it; place 0 is the start.
    trail: Vec<(u32, Move)>,
    generated: u64,
}

/// A board that has built all there is to build, and the way to it.
pub(super) struct Built {
    pub(super) tiles: [Tile; 256],
    pub(super) moves: Vec<Move>,
}

/// A board chosen for a task.
struct Chosen<'a> {
    node: &'a Node,
    offer: Offer,
    value: i32,
}

impl Chosen<'_> {
    /// What boards must share to share a stage.
    fn key(&self) -> (Task, Shape) {
        (self.offer.task, self.node.shape)
    }
}

struct Child {
    value: i32,
    hash: u64,
    parent: usize,
    made: Move,
    to: Cell,
    distance: u16,
}

impl<'a> Beam<'a> {
    pub(super) fn new(
        ground: &'a Ground,
        phases: &'a [Phase],
        width: usize,
        watch: &'a Watch<'a>,
    ) -> Self {
        Beam {
            ground,
            phases,
            width: width.max(1),
            watch,
            trail: vec![(0, Move::Up)],
            generated: 0,
        }
    }

    /// Builds all `total` cells that the phases name; gives boards that have, the shortest way first.
    ///
    /// Once the watch says stop, the beam is one board wide: it ends soon, and never without a board.
    pub(super) fn run(&mut self, tiles: &[Tile], total: usize) -> Vec<Built> {
        let mut pools: Vec<Vec<Node>> = (0..total + 2).map(|_| Vec::new()).collect();
        pools[0].push(Node::root(tiles, self.ground));
        for built in 0..total {
            let pool = std::mem::take(&mut pools[built]);
            let generated = std::mem::take(&mut self.generated);
            if self.watch.check(generated).is_err() {
                self.width = 1;
            }
            let chosen = self.choose(&pool);
            if chosen.is_empty() {
                continue;
            }
            let (stages, starts) = self.stages(&chosen);
            for (node, more) in self.work(&stages, starts) {
                pools[built + more].push(node);
            }
        }
        let mut last = std::mem::take(&mut pools[total]);
        last.sort_by_key(|node| (node.depth, node.hash));
        let built = |node: Node| Built {
            tiles: node.tiles,
            moves: self.way(node.trail),
        };
        last.into_iter().map(built).collect()
    }

    /// The best tasks for the best boards of a pool.
    fn choose<'p>(&self, pool: &'p [Node]) -> Vec<Chosen<'p>> {
        let mut known: Vec<(Shape, [i32; 256])> = Vec::new();
        let mut chosen = Vec::new();
        for node in pool {
            let at = known.iter().position(|(shape, _)| *shape == node.shape);
            let at = at.unwrap_or_else(|| {
                known.push((node.shape, pulls(self.ground, self.phases, node.shape)));
                known.len() - 1
            });
            let base = MADE * node.depth as i32 + pull(self.ground, &node.tiles, &known[at].1);
            let mut offers = offers(self.ground, self.phases, node);
            offers.sort_by_key(|offer| offer.estimate);
            chosen.extend(offers.into_iter().take(OFFERS).map(|offer| Chosen {
                node,
                offer,
                value: base + AHEAD * offer.estimate,
            }));
        }
        chosen.sort_by_key(|c| (c.value, c.node.hash));
        chosen.dedup_by_key(|c| (c.node.hash, c.key()));
        chosen.truncate(self.width.div_ceil(3));
        chosen
    }

    /// The stages that the chosen boards need, and the boards set to work, the one with most moves first.
    fn stages(&self, chosen: &[Chosen<'_>]) -> (Vec<Stage>, Vec<Node>) {
        let mut keys: Vec<(Task, Shape)> = Vec::new();
        let (mut stages, mut starts) = (Vec::new(), Vec::new());
        for first in chosen {
            if keys.contains(&first.key()) {
                continue;
            }
            let same: Vec<&Node> = chosen
                .iter()
                .filter(|c| c.key() == first.key())
                .map(|c| c.node)
                .collect();
            let ahead = (first.offer.task, first.offer.after);
            let stage = Stage::new(self.ground, self.phases, ahead, &same);
            for node in same {
                let mut node = node.clone();
                stage.begin(self.ground, &mut node, stages.len() as u16);
                starts.push(node);
            }
            keys.push(first.key());
            stages.push(stage);
        }
        starts.sort_by_key(|node| std::cmp::Reverse(node.depth));
        (stages, starts)
    }

    /// Lets boards work at their stages, layer by layer; gives those that end theirs and by how many tiles
    /// each has grown.
    fn work(&mut self, stages: &[Stage], mut starts: Vec<Node>) -> Vec<(Node, usize)> {
        let spare = starts[starts.len() - 1].clone();
        let goes =
            |node: &Node| u32::from(stage_of(stages, node).distance(node.watched, node.blank));
        // What takes thrice the moves of the longest task has lost its way.
        let lost = starts
            .iter()
            .map(|n| n.depth + 3 * goes(n))
            .max()
            .unwrap_or(0)
            + 30;
        let mut seen = Seen::default();
        let (mut layer, mut next) = (Vec::<Node>::new(), Vec::new());
        let mut children = Vec::new();
        let mut ended = Vec::new();
        let mut stop = lost;
        let mut depth = spare.depth;
        while depth < stop && !(layer.is_empty() && starts.is_empty()) {
            while starts.last().is_some_and(|node| node.depth <= depth) {
                let mut node = starts.pop().expect("there is one");
                if goes(&node) == 0 {
                    let more = stage_of(stages, &node).end(&mut node);
                    ended.push((node, more));
                    stop = stop.min(depth + PATIENCE);
                } else if seen.insert(key(&node, node.hash)) {
                    layer.push(node);
                }
            }
            self.expand(stages, &layer, &mut children);
            for child in children.drain(..) {
                if next.len() == self.width {
                    break;
                }
                let parent = &layer[child.parent];
                if !seen.insert(key(parent, child.hash)) {
                    continue;
                }
                let mut node = self.step(stages, parent, child.made, child.to);
                if child.distance == 0 {
                    let more = stage_of(stages, &node).end(&mut node);
                    ended.push((node, more));
                    stop = stop.min(depth + 1 + PATIENCE);
                } else {
                    next.push(node);
                }
            }
            layer.clear();
            std::mem::swap(&mut layer, &mut next);
            if ended.len() > 2 * self.width {
                break;
            }
            depth += 1;
        }
        if ended.is_empty() {
            ended.push(self.straight(stages, spare));
        }
        ended
    }

    /// The children of a layer, the best first.
    fn expand(&mut self, stages: &[Stage], layer: &[Node], children: &mut Vec<Child>) {
        children.clear();
        for (parent, node) in layer.iter().enumerate() {
            let stage = stage_of(stages, node);
            for (made, to) in self.ground.moves(node.blank) {
                if node.last == Some(made.inverse()) || !stage.free[to.index()] {
                    continue;
                }
                self.generated += 1;
                let distance = stage.distance(node.watched_after(to), to);
                if distance == FAR {
                    continue;
                }
                let pull = stage.pull_after(self.ground, node, to);
                children.push(Child {
                    value: STEP * i32::from(distance) + pull,
                    hash: node.hash_after(to),
                    parent,
                    made,
                    to,
                    distance,
                });
            }
        }
        children.sort_unstable_by_key(|child| (child.value, child.hash));
    }

    /// The board after a move, which is added to the trail.
    fn step(&mut self, stages: &[Stage], parent: &Node, made: Move, to: Cell) -> Node {
        let mut node = parent.clone();
        node.pull = stage_of(stages, parent).pull_after(self.ground, parent, to);
        node.apply(made, to);
        self.trail.push((parent.trail, made));
        node.trail = (self.trail.len() - 1) as u32;
        node
    }

    /// Ends a board's stage by the shortest way, whatever becomes of the other tiles.
    fn straight(&mut self, stages: &[Stage], mut node: Node) -> (Node, usize) {
        let stage = stage_of(stages, &node);
        let mut left = stage.distance(node.watched, node.blank);
        while left > 0 {
            let nearer = self.ground.moves(node.blank).find(|&(_, to)| {
                stage.free[to.index()] && stage.distance(node.watched_after(to), to) < left
            });
            let (made, to) = nearer.expect("exact distances fall along a shortest way");
            node = self.step(stages, &node, made, to);
            left = stage.distance(node.watched, node.blank);
        }
        let more = stage.end(&mut node);
        (node, more)
    }

    fn way(&self, mut at: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while at != 0 {
            let (before, made) = self.trail[at as usize];
            moves.push(made);
            at = before;
        }
        moves.reverse();
        moves
    }
}

fn stage_of<'s>(stages: &'s [Stage], node: &Node) -> &'s Stage {
    &stages[usize::from(node.stage)]
}

/// A board's hash together with its stage.
fn key(node: &Node, hash: u64) -> u64 {
    hash ^ scatter(1 << 16 | u64::from(node.stage))
}

/// Keys that are hashes already.
type Seen = HashSet<u64, BuildHasherDefault<AsItIs>>;

#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes
            .iter()
            .fold(self.0, |hash, &b| scatter(hash ^ u64::from(b)));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
