//! Boards out of lines.

use std::io::{self, BufRead};

use super::{
    detect::{default_size, detect},
    fault::{End, Expected, Fault, Kind, Why},
    layout::Layout,
    lines::{Line, Lines},
    outline::arrangement,
    tokens::{Token, Value},
};
use crate::puzzle::{Grid, Size};

/// What the caller knows about a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The layout; `None` to recognise it.
    pub layout: Option<Layout>,
    /// The size of every board; `None` to take it from the text where it is certain there, else 3×3.
    pub size: Option<Size>,
}

/// One board of a text, or what stands in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line of the board's first token, from 1.
    pub line: u64,
    /// The board's name, in layouts that have one.
    pub id: Option<Box<str>>,
    /// The board, checked to be an arrangement of its tiles.
    pub board: Result<Grid, Fault>,
}

/// Reads boards one by one, each as soon as its last cell is there.
///
/// A board that is wrong gives one entry with a fault, and reading goes on with the next; see
/// `docs/formats.md` for where that is. Memory is bounded by the largest board and the longest line,
/// whatever the input. After an I/O error there are no more entries.
///
/// # Examples
/// ```
/// use slide::format::{Reader, Reading};
///
/// let text = "2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 7 8 9\n";
/// let boards: Vec<_> = Reader::new(text.as_bytes(), Reading::default())
///     .map(|entry| entry.expect("memory cannot fail").board)
///     .collect();
/// assert_eq!(boards[0].as_ref().map(|grid| grid.labels()[5]), Ok(0));
/// assert!(boards[1].is_err());
/// ```
pub struct Reader<I> {
    pub(super) lines: Lines<I>,
    pub(super) layout: Option<Layout>,
    pub(super) given: Option<Size>,
    /// The size that the text has shown.
    pub(super) known: Option<(Size, u64)>,
    pub(super) block: Block,
    /// Rows layouts: empty lines stand between all rows, not between boards.
    pub(super) spaced: bool,
    pub(super) announced: Option<Announced>,
    /// The caller named the layout.
    pub(super) forced: bool,
    done: bool,
}

/// The number of boards that a line announced, or (princeton) may have.
pub(super) struct Announced {
    pub boards: u64,
    pub by: u64,
    pub read: u64,
}

impl<I: BufRead> Reader<I> {
    /// Reads `input` as told.
    pub fn new(input: I, reading: Reading) -> Reader<I> {
        Reader {
            lines: Lines::new(input),
            layout: reading.layout,
            given: reading.size,
            known: None,
            block: Block::default(),
            spaced: false,
            announced: None,
            forced: reading.layout.is_some(),
            done: false,
        }
    }

    /// The layout, once it is known.
    pub fn layout(&self) -> Option<Layout> {
        self.layout
    }

    fn entry(&mut self) -> io::Result<Option<Entry>> {
        let layout = match self.layout {
            Some(layout) => layout,
            None => match detect(&mut self.lines, self.given)? {
                None => return Ok(None),
                Some(Ok(layout)) => *self.layout.insert(layout),
                Some(Err(fault)) => {
                    let line = self.lines.take()?.expect("the line that was looked at");
                    let entry = Entry {
                        line: line.number,
                        id: None,
                        board: Err(fault),
                    };
                    self.lines.recycle(line);
                    return Ok(Some(entry));
                }
            },
        };
        match layout {
            Layout::Line | Layout::Digits | Layout::Korf | Layout::Slash => self.one_line(layout),
            Layout::Rows => self.rows(self.expected(), false),
            Layout::Princeton => self.princeton(),
            Layout::Hiho => self.hiho(),
            Layout::Stream => self.stream(),
            Layout::Hackerrank => self.hackerrank(),
            Layout::List => self.list(),
        }
    }

    /// The size that boards must have, as far as anybody said.
    pub(super) fn expected(&self) -> Option<Expected> {
        match (self.given, self.known) {
            (Some(size), _) => Some(Expected {
                size,
                why: Why::Given,
            }),
            (None, Some((size, line))) => Some(Expected {
                size,
                why: Why::Line(line),
            }),
            (None, None) => None,
        }
    }

    /// The size that boards must have if the text says nothing.
    pub(super) fn expected_or_default(&self) -> Expected {
        self.expected().unwrap_or(Expected {
            size: default_size(),
            why: Why::Default,
        })
    }

    /// Ends the board in `block`: it has `size`, which later boards must have too if `lasting`.
    pub(super) fn finish(&mut self, size: Size, lasting: bool) -> Entry {
        let board = self.block.board(size);
        if lasting && board.is_ok() && self.known.is_none() {
            self.known = Some((size, self.block.line));
        }
        self.block.entry(board)
    }

    /// Makes an entry bad whose own words at `place` contradict the size that was given.
    pub(super) fn contradict(&self, entry: &mut Entry, (line, column): (u64, u64), found: Size) {
        let expected = self.expected_or_default();
        if self.given.is_some_and(|size| size != found) {
            let kind = Kind::Contradiction { found, expected };
            entry.board = Err(Fault::new(line, column, kind));
        }
    }
}

impl<I: BufRead> Iterator for Reader<I> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        if self.done {
            return None;
        }
        let entry = self.entry().transpose();
        self.done = !matches!(entry, Some(Ok(_)));
        entry
    }
}

/// A board in the making; its memory serves one board after another.
#[derive(Default)]
pub(super) struct Block {
    /// The line of the first token.
    pub line: u64,
    pub id: Option<Box<str>>,
    /// Cells so far; `labels` and `places` hold those that may be a board.
    cells: usize,
    labels: Vec<u16>,
    places: Vec<(u64, u32)>,
    /// The place of the first token.
    place: (u64, u64),
    /// The first thing that is wrong.
    fault: Option<Fault>,
    /// Behind the last token.
    end: (u64, u64),
}

/// More cells than any board has: what comes after them is not kept.
const MOST_CELLS: usize = Size::MAX_SIDE * Size::MAX_SIDE + 1;

impl Block {
    /// Begins a board on this line.
    pub fn begin(&mut self, line: &Line) {
        self.line = line.number;
        self.id = None;
        self.cells = 0;
        self.labels.clear();
        self.places.clear();
        self.fault = None;
        self.place = line.place();
        self.end = line.end();
    }

    /// The cells so far, those with a fault included.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The place of the first token.
    pub fn place(&self) -> (u64, u64) {
        self.place
    }

    /// The place behind the last token.
    pub fn end(&self) -> (u64, u64) {
        self.end
    }

    /// Whether nothing is wrong and the labels are an arrangement.
    pub fn is_legal(&self) -> bool {
        let labels = self.labels.iter().map(|&l| Some(l));
        self.fault.is_none() && self.cells == self.labels.len() && arrangement(labels)
    }

    /// Whether rows of a board of unknown height are all there.
    ///
    /// As many rows as columns are, unless the labels are those of a higher board.
    pub fn is_complete(&self, rows: usize, cols: usize) -> bool {
        let tallest = Size::MAX_RECTANGLE_SIDE;
        let square = cols * cols;
        let higher = |&l: &u16| (square..cols * tallest).contains(&usize::from(l));
        rows >= cols
            && (self.fault.is_some()
                || rows >= tallest
                || self.is_legal()
                || !self.labels.iter().any(higher))
    }

    pub fn is_bad(&self) -> bool {
        self.fault.is_some()
    }

    /// Notes what is wrong, if nothing was before.
    pub fn blame(&mut self, (line, column): (u64, u64), kind: Kind) {
        self.fault
            .get_or_insert_with(|| Fault::new(line, column, kind));
    }

    /// Notes that the board ends too early, behind its last token.
    pub fn cut(&mut self, end: End, expected: Expected) {
        let found = self.cells();
        self.blame(
            self.end,
            Kind::Short {
                end,
                found,
                expected,
            },
        );
    }

    /// Adds a line's first `count` tokens as cells of a board with tiles up to `largest`.
    pub fn add(&mut self, line: &Line, count: usize, largest: Option<usize>) {
        if let Some(fault) = &line.fault {
            self.fault.get_or_insert_with(|| fault.clone());
        }
        self.end = line.end();
        for &token in &line.tokens()[..count] {
            self.add_token(line, token, largest);
        }
    }

    /// Adds a token as a cell.
    pub fn add_token(&mut self, line: &Line, token: Token, largest: Option<usize>) {
        let label = match token.value {
            Value::Label(label) => label,
            _ => {
                let found = line.shown(token);
                let place = (line.number, token.column.into());
                self.blame(place, Kind::Token { found, largest });
                0
            }
        };
        self.push(label, line.number, token.column);
    }

    /// Adds a label as a cell.
    pub fn push(&mut self, label: u16, line: u64, column: u32) {
        self.cells += 1;
        if self.labels.len() < MOST_CELLS {
            self.labels.push(label);
            self.places.push((line, column));
        }
    }

    /// The labels as a board, or the first thing that is wrong.
    pub fn board(&mut self, size: Size) -> Result<Grid, Fault> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let grid = Grid::new(size, self.labels.as_slice());
        match grid.check() {
            Ok(()) => Ok(grid),
            Err(error) => {
                let (line, column) = self.places[error.cell()];
                Err(Fault::new(line, column.into(), Kind::Grid(error)))
            }
        }
    }

    /// The board's entry.
    pub fn entry(&mut self, board: Result<Grid, Fault>) -> Entry {
        Entry {
            line: self.line,
            id: self.id.take(),
            board,
        }
    }

    /// The entry of a board that has a fault.
    pub fn bad(&mut self) -> Entry {
        let fault = self.fault.take().expect("only bad boards end so");
        self.entry(Err(fault))
    }
}

/// The board in `text`, such as an argument `1 2 3 8 x 4 7 6 5`, in any layout.
///
/// # Errors
/// If there is no board, a second one, or one that is wrong.
pub fn parse_board(text: &str, size: Option<Size>) -> Result<Grid, Fault> {
    let mut entries = Reader::new(text.as_bytes(), Reading { layout: None, size })
        .map(|entry| entry.expect("memory can be read"));
    let Some(first) = entries.next() else {
        return Err(Fault::new(1, 1, Kind::NotOne { second: false }));
    };
    let board = first.board?;
    match entries.next() {
        None => Ok(board),
        Some(second) => Err(Fault::new(second.line, 1, Kind::NotOne { second: true })),
    }
}
