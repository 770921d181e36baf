//! One cell's part of a layer of a beam: the boards whose blank arrives there.

use super::{
    Stop, Watch,
    beam::{Edge, Map},
};
use crate::{puzzle::Move, ranking};

/// A board of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const CELLS: usize> {
    pub(super) hash: u64,
    pub(super) value: i32,
    pub(super) manhattan: u16,
    /// The moves by which it was reached from the layer before, bit `m` for move `m`: their inverses lead back.
    pub(super) came: u8,
    pub(super) tiles: [u8; CELLS],
}

/// A child that is not made yet.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    hash: u64,
    value: i32,
    /// Its parent's place in the group of the cell that the blank comes from.
    parent: u32,
    manhattan: u16,
    came: u8,
    /// By which of the edges into its blank's cell.
    edge: u8,
}

/// The goal, found as a child.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) from: usize,
    pub(super) parent: u32,
    pub(super) by: Move,
}

/// The working memory of one cell.
pub(super) struct Room<const CELLS: usize> {
    candidates: Vec<Candidate>,
    /// Open addressing: the upper half of the hash, and below it the candidate's place plus one.
    slots: Vec<u64>,
    counts: Vec<u32>,
    found: Option<Found>,
    generated: u64,
    limit: i32,
    ties: usize,
    nodes: Vec<Node<CELLS>>,
    links: Vec<u32>,
}

impl<const CELLS: usize> Room<CELLS> {
    /// Classes of values by which candidates are counted, of 1/8 move each; the last has all that is above.
    pub(super) const CLASSES: usize = 4096;
    const WIDTH: i32 = ranking::PairTable::MOVE / 8;

    pub(super) fn new() -> Self {
        Room {
            candidates: Vec::new(),
            slots: Vec::new(),
            counts: Vec::new(),
            found: None,
            generated: 0,
            limit: 0,
            ties: 0,
            nodes: Vec::new(),
            links: Vec::new(),
        }
    }

    fn class(value: i32) -> usize {
        (value.max(0) / Self::WIDTH).min(Self::CLASSES as i32 - 1) as usize
    }

    /// Makes the children whose blank arrives on `cell` and may be at most `left` moves from the goal; and counts
    /// their values, if asked to.
    pub(super) fn arrive<const STRIDE: usize>(
        &mut self,
        map: &Map<'_, CELLS, STRIDE>,
        cell: usize,
        groups: &[Vec<Node<CELLS>>],
        left: u32,
        counted: bool,
        watch: &Watch,
    ) -> Result<(), Stop> {
        self.candidates.clear();
        self.found = None;
        let edges = &map.into[cell];
        let most: usize = edges.iter().map(|edge| groups[edge.from].len()).sum();
        self.counts.clear();
        if most == 0 {
            return Ok(());
        }
        self.slots.clear();
        self.slots.resize((2 * most).next_power_of_two(), 0);
        let mask = self.slots.len() - 1;
        for (number, edge) in edges.iter().enumerate() {
            let back = 1 << edge.by.inverse() as u8;
            for (chunk, nodes) in groups[edge.from]
                .chunks(Watch::INTERVAL as usize)
                .enumerate()
            {
                if nodes.len() == Watch::INTERVAL as usize {
                    watch.check(std::mem::take(&mut self.generated))?;
                }
                for (index, node) in nodes.iter().enumerate() {
                    if node.came & back != 0 {
                        continue;
                    }
                    self.generated += 1;
                    let tile = usize::from(node.tiles[cell]);
                    let far = &map.far[tile];
                    let manhattan =
                        node.manhattan + u16::from(far[edge.from]) - u16::from(far[cell]);
                    if u32::from(manhattan) > left {
                        continue;
                    }
                    let keys = &map.keys[tile];
                    let hash = node.hash ^ keys[cell] ^ keys[edge.from];
                    let tag = hash & !u64::from(u32::MAX);
                    let mut slot = hash as usize & mask;
                    let known = loop {
                        let entry = self.slots[slot];
                        if entry == 0 {
                            break None;
                        }
                        let known = (entry as u32 - 1) as usize;
                        if entry & !u64::from(u32::MAX) == tag
                            && self.candidates[known].hash == hash
                        {
                            break Some(known);
                        }
                        slot = (slot + 1) & mask;
                    };
                    if let Some(known) = known {
                        self.candidates[known].came |= 1 << edge.by as u8;
                        continue;
                    }
                    let change = ranking::change(edge.rows, tile, &node.tiles);
                    self.candidates.push(Candidate {
                        hash,
                        value: node.value + if edge.negative { -change } else { change },
                        parent: (chunk * Watch::INTERVAL as usize + index) as u32,
                        manhattan,
                        came: 1 << edge.by as u8,
                        edge: number as u8,
                    });
                    self.slots[slot] = tag | self.candidates.len() as u64;
                }
            }
        }
        // In a small layer going through the classes costs more than it saves.
        if counted {
            self.counts.resize(Self::CLASSES, 0);
            for candidate in &self.candidates {
                self.counts[Self::class(candidate.value)] += 1;
            }
        }
        if cell == map.goal_blank {
            self.find(map, groups);
        }
        Ok(())
    }

    /// Looks for the goal among the candidates.
    fn find<const STRIDE: usize>(
        &mut self,
        map: &Map<'_, CELLS, STRIDE>,
        groups: &[Vec<Node<CELLS>>],
    ) {
        let mask = self.slots.len() - 1;
        let mut slot = map.goal_hash as usize & mask;
        while self.slots[slot] != 0 {
            let candidate = &self.candidates[(self.slots[slot] as u32 - 1) as usize];
            let edge = &map.into[map.goal_blank][usize::from(candidate.edge)];
            // By the tiles, not the hash: a solution must be one.
            if candidate.hash == map.goal_hash
                && Self::child(candidate, edge, map.goal_blank, groups).tiles == map.goal
            {
                self.found = Some(Found {
                    from: edge.from,
                    parent: candidate.parent,
                    by: edge.by,
                });
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Makes a candidate.
    fn child<const STRIDE: usize>(
        candidate: &Candidate,
        edge: &Edge<'_, CELLS, STRIDE>,
        cell: usize,
        groups: &[Vec<Node<CELLS>>],
    ) -> Node<CELLS> {
        let mut tiles = groups[edge.from][candidate.parent as usize].tiles;
        tiles[edge.from] = tiles[cell];
        tiles[cell] = 0;
        Node {
            hash: candidate.hash,
            value: candidate.value,
            manhattan: candidate.manhattan,
            came: candidate.came,
            tiles,
        }
    }

    /// Makes the candidates that stay; `starts` are the places of the groups in their layer.
    pub(super) fn settle<const STRIDE: usize>(
        &mut self,
        map: &Map<'_, CELLS, STRIDE>,
        cell: usize,
        groups: &[Vec<Node<CELLS>>],
        starts: &[usize],
    ) {
        self.nodes.clear();
        self.links.clear();
        let mut ties = self.ties;
        for candidate in &self.candidates {
            if candidate.value >= self.limit {
                if candidate.value > self.limit || ties == 0 {
                    continue;
                }
                ties -= 1;
            }
            let edge = &map.into[cell][usize::from(candidate.edge)];
            self.nodes.push(Self::child(candidate, edge, cell, groups));
            let parent = starts[edge.from] as u32 + candidate.parent;
            self.links.push(parent << 2 | edge.by as u32);
        }
    }

    /// How many candidates there are.
    pub(super) fn candidates(&self) -> usize {
        self.candidates.len()
    }

    /// How many candidates are of a class.
    pub(super) fn count(&self, class: usize) -> usize {
        self.counts.get(class).map_or(0, |&count| count as usize)
    }

    /// Adds the values of a class, or of all, to `values`.
    pub(super) fn values_in(&self, class: Option<usize>, values: &mut Vec<i32>) {
        let all = self.candidates.iter().map(|candidate| candidate.value);
        values.extend(all.filter(|&value| class.is_none_or(|class| Self::class(value) == class)));
    }

    /// How many candidates have this value.
    pub(super) fn ties(&self, value: i32) -> usize {
        let all = self.candidates.iter();
        all.filter(|candidate| candidate.value == value).count()
    }

    /// Sets what stays: all candidates below `limit`, and the first `ties` of those at it.
    pub(super) fn keep_below(&mut self, limit: i32, ties: usize) {
        (self.limit, self.ties) = (limit, ties);
    }

    /// The goal, if it is one of the children.
    pub(super) fn found(&self) -> Option<Found> {
        self.found
    }

    /// The links of the nodes that [`Room::settle`] made.
    pub(super) fn links(&self) -> &[u32] {
        &self.links
    }

    /// Exchanges the nodes made for the group that they replace.
    pub(super) fn swap(&mut self, group: &mut Vec<Node<CELLS>>) {
        std::mem::swap(&mut self.nodes, group);
    }

    /// Children made and not yet told of.
    pub(super) fn take_generated(&mut self) -> u64 {
        std::mem::take(&mut self.generated)
    }

    /// The bytes taken, and those that `most` children more would take at worst.
    pub(super) fn bytes(&self, most: usize) -> usize {
        let candidates = self.candidates.capacity().max(most);
        let slots = self.slots.capacity().max((2 * most).next_power_of_two());
        candidates * size_of::<Candidate>()
            + slots * size_of::<u64>()
            + self.nodes.capacity() * size_of::<Node<CELLS>>()
            + self.links.capacity() * size_of::<u32>()
    }
}
