//! Which strings of moves have the same effect as a better one.

use std::collections::{HashMap, HashSet};

use super::scatter::scatter;
use crate::puzzle::{Move, Size, Symmetry};

/// The moves of a string, two bits each, the first highest, after a leading one: as numbers, strings
/// are ordered by length and then by search order.
pub(super) type Text = u32;

/// The string without moves.
const EMPTY: Text = 1;

fn length(text: Text) -> u32 {
    text.ilog2() / 2
}

/// The moves of a string in order.
pub(super) fn moves(text: Text) -> impl Iterator<Item = Move> {
    let length = length(text);
    (0..length).map(move |i| Move::ALL[(text >> (2 * (length - 1 - i)) & 3) as usize])
}

/// The eight reflections and rotations, as they turn moves.
fn symmetries() -> impl Iterator<Item = Symmetry> {
    Symmetry::all(Size::square(2).expect("2x2 is a size"))
}

/// The string seen through a symmetry.
fn image(text: Text, symmetry: Symmetry) -> Text {
    moves(text).fold(EMPTY, |image, m| image << 2 | symmetry.turn(m) as u32)
}

/// Rows down and columns to the right that a move leads.
fn vector(m: Move) -> (isize, isize) {
    match m {
        Move::Up => (-1, 0),
        Move::Left => (0, -1),
        Move::Right => (0, 1),
        Move::Down => (1, 0),
    }
}

/// A board large enough to have no edges; tiles are called by the cells they started on.
struct Open {
    side: usize,
    blank: usize,
    tiles: Vec<u16>,
    /// What a tile and a cell add to each of [`Open::hashes`], by their numbers.
    weights: Vec<([u64; 8], [u64; 8])>,
    /// A number for the board seen through each symmetry: equal for equal boards, and hardly ever else.
    hashes: [u64; 8],
}

impl Open {
    /// A board on which `longest` moves from the middle meet no edge.
    fn new(longest: u32) -> Open {
        let reach = longest as isize;
        let side = 2 * reach + 1;
        let turned: Vec<_> = symmetries()
            .map(|s| (vector(s.turn(Move::Down)), vector(s.turn(Move::Right))))
            .collect();
        let weights = (0..side * side).map(|cell| {
            let (row, col) = (cell / side - reach, cell % side - reach);
            let seen = |i: usize| {
                let (down, right) = turned[i];
                let row_seen = row * down.0 + col * right.0 + reach;
                let col_seen = row * down.1 + col * right.1 + reach;
                (row_seen * side + col_seen) as u64
            };
            (
                std::array::from_fn(|i| scatter(2 * seen(i))),
                std::array::from_fn(|i| scatter(2 * seen(i) + 1)),
            )
        });
        Open {
            side: side as usize,
            blank: (side * side / 2) as usize,
            tiles: (0..(side * side) as u16).collect(),
            weights: weights.collect(),
            hashes: [0; 8],
        }
    }

    fn go(&mut self, m: Move) {
        let (down, right) = vector(m);
        let target = self
            .blank
            .wrapping_add_signed(down * self.side as isize + right);
        let (tile, blank) = (self.tiles[target], self.tiles[self.blank]);
        let (tile, blank) = (
            &self.weights[tile as usize].0,
            &self.weights[blank as usize].0,
        );
        let (to, from) = (&self.weights[target].1, &self.weights[self.blank].1);
        for (i, hash) in self.hashes.iter_mut().enumerate() {
            let change = blank[i].wrapping_sub(tile[i]);
            *hash = hash.wrapping_add(change.wrapping_mul(to[i].wrapping_sub(from[i])));
        }
        self.tiles.swap(target, self.blank);
        self.blank = target;
    }

    /// Whether two strings from here lead to the same board.
    fn is_same(&mut self, one: Text, other: Text) -> bool {
        let mut after = |text: Text| {
            moves(text).for_each(|m| self.go(m));
            let tiles = self.tiles.clone();
            let back: Vec<Move> = moves(text).map(Move::inverse).collect();
            back.into_iter().rev().for_each(|m| self.go(m));
            tiles
        };
        after(one) == after(other)
    }

    /// Calls `visit` with strings that undo no move at once and go on from `text`, and with their hashes:
    /// one of all images of each, the one that begins with up and goes left before right.
    fn walk(&mut self, text: Text, longest: u32, visit: &mut impl FnMut(Text, &[u64; 8])) {
        visit(text, &self.hashes);
        if length(text) == longest {
            return;
        }
        let free: &[Move] = match text {
            EMPTY => &[Move::Up],
            _ if moves(text).all(Move::is_vertical) => &[Move::Up, Move::Left],
            _ => &Move::ALL,
        };
        for &m in free {
            if text == EMPTY || text & 3 != m.inverse() as u32 {
                self.go(m);
                self.walk(text << 2 | m as u32, longest, visit);
                self.go(m.inverse());
            }
        }
    }
}

/// The strings that reach a board which another string reaches too, with the board's hash; and a few more.
///
/// There are millions of strings and few of these. A first walk marks the hashes met once and those met
/// again in two sets of bits, a second one collects the strings of the latter. What is true of a string is
/// true of its images, so one of eight is walked and the smallest of the eight hashes is marked; if two
/// of the eight are equal, the board is shared by two images.
fn shared(longest: u32) -> Vec<(u64, Text)> {
    // About fifty bits a string.
    let bits = (2 * longest).saturating_sub(2).max(6);
    let mut marks = vec![(0u64, 0u64); 1 << (bits - 6)];
    let place = |hashes: &[u64; 8]| {
        let least = hashes.iter().min().expect("eight hashes");
        let bit = least.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits);
        (bit as usize / 64, 1u64 << (bit % 64))
    };
    let mut open = Open::new(longest);
    open.walk(EMPTY, longest, &mut |_, hashes| {
        let (word, bit) = place(hashes);
        let (once, again) = &mut marks[word];
        *again |= *once & bit;
        *once |= bit;
    });
    let mut found = Vec::new();
    open.walk(EMPTY, longest, &mut |text, hashes| {
        let (word, bit) = place(hashes);
        let symmetric = (1..8).any(|i| hashes[..i].contains(&hashes[i]));
        if symmetric || marks[word].1 & bit != 0 {
            let images = symmetries().map(|s| image(text, s));
            found.extend(hashes.iter().copied().zip(images));
        }
    });
    found
}

/// The rectangle of cells that the blank goes over, relative to its start.
#[derive(Clone, Copy)]
struct Room {
    top: i8,
    bottom: i8,
    left: i8,
    right: i8,
}

impl Room {
    fn of(text: Text) -> Room {
        let (mut row, mut col) = (0i8, 0i8);
        let start = Room {
            top: 0,
            bottom: 0,
            left: 0,
            right: 0,
        };
        moves(text).fold(start, |room, m| {
            match m {
                Move::Up => row -= 1,
                Move::Left => col -= 1,
                Move::Right => col += 1,
                Move::Down => row += 1,
            }
            Room {
                top: room.top.min(row),
                bottom: room.bottom.max(row),
                left: room.left.min(col),
                right: room.right.max(col),
            }
        })
    }

    fn is_inside(self, other: Room) -> bool {
        self.top >= other.top
            && self.bottom <= other.bottom
            && self.left >= other.left
            && self.right <= other.right
    }
}

/// The forbidden strings of up to `longest` moves that contain no shorter one, the shortest first.
pub(super) fn forbidden(longest: u32) -> Vec<Text> {
    let mut list: Vec<Text> = Move::ALL
        .map(|m| EMPTY << 4 | (m as u32) << 2 | m.inverse() as u32)
        .into();
    list.retain(|_| longest >= 2);
    let mut found = shared(longest);
    found.sort_unstable();
    found.dedup();
    let mut shared: Vec<(Text, u64)> = found
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|same| same.len() > 1)
        .flat_map(|same| same.iter().map(|&(hash, text)| (text, hash)))
        .collect();
    shared.sort_unstable();
    let mut open = Open::new(longest);
    // Strings that are forbidden or contain one that is: all of them share their board with the
    // string that comes of replacing it, so none is missed here.
    let mut given_up: HashSet<Text> = list.iter().copied().collect();
    let mut kept: HashMap<u64, Vec<(Text, Room)>> = HashMap::new();
    for (text, hash) in shared {
        let bits = 2 * length(text).saturating_sub(1);
        let without_first = text & ((1 << bits) - 1) | 1 << bits;
        if given_up.contains(&without_first) || given_up.contains(&(text >> 2)) {
            given_up.insert(text);
            continue;
        }
        let room = Room::of(text);
        let kept = kept.entry(hash).or_default();
        let mut others = kept.iter().filter(|(_, other)| other.is_inside(room));
        if others.any(|&(other, _)| open.is_same(text, other)) {
            given_up.insert(text);
            list.push(text);
        } else {
            kept.push((text, room));
        }
    }
    list
}
