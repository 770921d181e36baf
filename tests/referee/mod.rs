//! A referee who knows the rules of the puzzle and nothing of the program: positions as text and as cells, the
//! moves by row and column, plain breadth-first search, and what a line of JSON claims.

use std::{
    collections::{HashMap, HashSet},
    fmt::{self, Write},
    hash::{BuildHasherDefault, Hasher},
};

use serde::Deserialize;

/// The most cells of a board that is refereed.
const MOST: usize = 64;

/// Where the tiles are, row by row; 0 is the blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    rows: u8,
    columns: u8,
    cells: [u8; MOST],
}

/// The ways the blank can go, as they are printed.
pub const LETTERS: [char; 4] = ['d', 'l', 'r', 'u'];

impl Position {
    /// The position with these cells.
    pub fn new(rows: usize, columns: usize, cells: &[u8]) -> Position {
        assert_eq!(cells.len(), rows * columns);
        let mut all = [0; MOST];
        all[..cells.len()].copy_from_slice(cells);
        Position {
            rows: rows as u8,
            columns: columns as u8,
            cells: all,
        }
    }

    /// The goal of this name.
    pub fn goal(name: &str, rows: usize, columns: usize) -> Position {
        let cells = rows * columns;
        let mut board = vec![0; cells];
        match name {
            "blank-last" => (0..cells - 1).for_each(|cell| board[cell] = cell as u8 + 1),
            "blank-first" => (1..cells).for_each(|cell| board[cell] = cell as u8),
            "snail" => {
                let (mut row, mut column, mut down, mut right) = (0_isize, 0_isize, 0, 1);
                for tile in 1..cells {
                    board[row as usize * columns + column as usize] = tile as u8;
                    let (r, c) = (row + down, column + right);
                    let inside =
                        (0..rows as isize).contains(&r) && (0..columns as isize).contains(&c);
                    if !inside || board[r as usize * columns + c as usize] != 0 {
                        (down, right) = (right, -down);
                    }
                    (row, column) = (row + down, column + right);
                }
            }
            other => panic!("{other} is no goal"),
        }
        Position::new(rows, columns, &board)
    }

    /// As `--size` takes it.
    pub fn size(&self) -> String {
        format!("{}x{}", self.rows, self.columns)
    }

    pub fn cells(&self) -> &[u8] {
        &self.cells[..usize::from(self.rows) * usize::from(self.columns)]
    }

    /// The position after the blank has gone that way, if it can.
    pub fn after(&self, letter: char) -> Option<Position> {
        let columns = usize::from(self.columns);
        let blank = self.cells().iter().position(|&tile| tile == 0)?;
        let (row, column) = (blank / columns, blank % columns);
        let other = match letter {
            'u' if row > 0 => blank - columns,
            'd' if row + 1 < usize::from(self.rows) => blank + columns,
            'l' if column > 0 => blank - 1,
            'r' if column + 1 < columns => blank + 1,
            _ => return None,
        };
        let mut after = *self;
        after.cells.swap(blank, other);
        Some(after)
    }

    pub fn neighbours(&self) -> impl Iterator<Item = Position> {
        LETTERS.into_iter().filter_map(|letter| self.after(letter))
    }

    /// Whether moves lead from here to `goal`: each swaps two cells and takes the blank to a cell of the other
    /// colour of a chessboard, and that is all that stands in the way. Checked by searches where they can be made.
    pub fn reaches(&self, goal: &Position) -> bool {
        let columns = usize::from(self.columns);
        let to: Vec<usize> = self
            .cells()
            .iter()
            .map(|tile| {
                let home = goal.cells().iter().position(|other| other == tile);
                home.expect("the same tiles")
            })
            .collect();
        let mut seen = vec![false; to.len()];
        let mut swaps = 0;
        for start in 0..to.len() {
            let mut cell = start;
            while !std::mem::replace(&mut seen[cell], true) {
                cell = to[cell];
                swaps += usize::from(!seen[cell]);
            }
        }
        let colour = |position: &Position| {
            let blank = position.cells().iter().position(|&tile| tile == 0);
            let blank = blank.expect("a position has a blank");
            blank / columns + blank % columns
        };
        (swaps + colour(self) + colour(goal)).is_multiple_of(2)
    }

    /// The position at the end of these moves, or the first that cannot be made.
    pub fn replay(&self, moves: &str) -> Result<Position, String> {
        let mut at = *self;
        for (index, letter) in moves.chars().enumerate() {
            at = at
                .after(letter)
                .ok_or_else(|| format!("move {index}, {letter}, cannot be made"))?;
        }
        Ok(at)
    }
}

impl fmt::Display for Position {
    /// One line: the cells with a space between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cells = self.cells().iter();
        write!(f, "{}", cells.next().expect("a board has cells"))?;
        cells.try_for_each(|tile| write!(f, " {tile}"))
    }
}

/// These positions, a line each.
pub fn lines<'a>(positions: impl IntoIterator<Item = &'a Position>) -> String {
    let mut text = String::new();
    for position in positions {
        writeln!(text, "{position}").expect("a string takes all");
    }
    text
}

/// All arrangements of a board, from the first to the last in the order of their cells.
pub fn arrangements(rows: usize, columns: usize) -> Vec<Position> {
    let mut cells: Vec<u8> = (0..(rows * columns) as u8).collect();
    let mut all = vec![];
    loop {
        all.push(Position::new(rows, columns, &cells));
        let Some(rise) = cells.windows(2).rposition(|pair| pair[0] < pair[1]) else {
            return all;
        };
        let larger = cells.iter().rposition(|&tile| tile > cells[rise]);
        cells.swap(rise, larger.expect("the next one is larger"));
        cells[rise + 1..].reverse();
    }
}

/// Hashes a position word by word: millions are looked up, and none of them is out to harm us.
#[derive(Default)]
pub struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            let mixed = (self.0 ^ u64::from_le_bytes(padded)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            self.0 = mixed ^ (mixed >> 32);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What is known of positions.
pub type ByPosition<T> = HashMap<Position, T, BuildHasherDefault<Mixed>>;

/// How many moves positions are away from one of them.
pub type Distances = ByPosition<u32>;

/// Breadth-first search from a position, to a depth.
pub fn distances(from: Position, depth: u32) -> Distances {
    let mut known = Distances::from_iter([(from, 0)]);
    let mut frontier = vec![from];
    for distance in 1..=depth {
        let mut next = vec![];
        for position in frontier.iter().flat_map(Position::neighbours) {
            known.entry(position).or_insert_with(|| {
                next.push(position);
                distance
            });
        }
        frontier = next;
        if frontier.is_empty() {
            break;
        }
    }
    known
}

/// How many shortest ways lead home from each position.
pub fn shortest_ways(home: &Distances) -> ByPosition<u128> {
    let mut by_distance: Vec<&Position> = home.keys().collect();
    by_distance.sort_by_key(|position| home[position]);
    let mut ways = ByPosition::default();
    for &position in by_distance {
        let distance = home[&position];
        let sum = position
            .neighbours()
            .filter(|next| home.get(next).is_some_and(|&other| other + 1 == distance))
            .map(|next| ways[&next])
            .sum();
        ways.insert(position, if distance == 0 { 1 } else { sum });
    }
    ways
}

/// What is known of a board without the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Unsolvable,
    /// It has a solution, and the shortest has a length in this range.
    Between(u32, u32),
}

impl Truth {
    pub fn exactly(length: u32) -> Truth {
        Truth::Between(length, length)
    }
}

/// The length of a shortest solution if it has at most `radius + depth` moves: search from both ends, `home` being
/// all positions up to `radius` from the goal.
pub fn from_both_ends(start: Position, home: &Distances, radius: u32, depth: u32) -> Option<u32> {
    let mut seen: HashSet<Position, BuildHasherDefault<Mixed>> = HashSet::from_iter([start]);
    let mut frontier = vec![start];
    for made in 0..=depth {
        // The first to be met lie on the rim, unless the start is inside.
        let met = frontier.iter().filter_map(|position| home.get(position));
        if let Some(&nearest) = met.min() {
            assert!(made == 0 || nearest == radius);
            return Some(made + nearest);
        }
        let mut next = vec![];
        for position in frontier.iter().flat_map(Position::neighbours) {
            if seen.insert(position) {
                next.push(position);
            }
        }
        frontier = next;
    }
    None
}

/// What the program claims of a board: a line of `--output json`.
#[derive(Deserialize, Debug)]
pub struct Claim<'a> {
    pub status: &'a str,
    pub length: Option<u32>,
    pub moves: Option<&'a str>,
    pub optimal: Option<bool>,
    pub lower_bound: Option<u32>,
    pub solutions: Option<u128>,
    pub all: Option<Vec<String>>,
}

impl Claim<'_> {
    pub fn read(line: &str) -> Claim<'_> {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Judges the claim; an error says which part of it is false.
    pub fn judge(&self, start: &Position, goal: &Position, truth: Truth) -> Result<(), String> {
        let demand = |holds: bool, what: &str| {
            let refused = || format!("{what}: {start}, truly {truth:?}, claimed {self:?}");
            holds.then_some(()).ok_or_else(refused)
        };
        let Truth::Between(least, most) = truth else {
            return demand(self.status == "unsolvable", "it has no solution");
        };
        demand(
            ["solved", "unknown"].contains(&self.status),
            "it has a solution",
        )?;
        let solved = self.status == "solved";
        let Some(bound) = self.lower_bound else {
            // An engine that does not take the size knows nothing.
            let nothing = !solved && (self.length, self.moves, self.optimal) == (None, None, None);
            return demand(nothing, "there is no lower bound");
        };
        demand(bound <= most, "there is a shorter solution than the bound")?;
        let Some((moves, length)) = self.moves.zip(self.length) else {
            return demand(!solved, "there are no moves");
        };
        let end = start.replay(moves);
        demand(end == Ok(*goal), "the moves do not solve it")?;
        demand(
            length as usize == moves.len(),
            "it is not the number of moves",
        )?;
        demand(length >= least, "the referee is wrong")?;
        demand(bound <= length, "the bound is above the solution")?;
        let optimal = self.optimal == Some(true);
        demand(
            self.optimal.is_some(),
            "it does not say whether it is optimal",
        )?;
        demand(
            !optimal || length <= most,
            "it is called optimal and is not",
        )?;
        demand(
            optimal == (solved && bound == length),
            "bound and optimal do not agree",
        )
    }
}
