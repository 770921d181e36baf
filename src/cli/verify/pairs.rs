//! Boards and the moves that are said to solve them, from two files or one.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    sync::mpsc::{Receiver, sync_channel},
    thread,
};

use anyhow::{Context, bail};
use slide::{
    Grid,
    format::{Fault, Reader, Reading},
};

use crate::cli::{lines, sources::Sources};

/// A board with what is said to solve it.
pub(super) struct Pair {
    /// The line of the board, from 1.
    pub(super) line: u64,
    /// The board, or what is wrong and in which line and column.
    pub(super) board: Result<Grid, (u64, u64, String)>,
    /// None if the input ends before.
    pub(super) moves: Option<Moves>,
}

/// Moves as written.
pub(super) struct Moves {
    pub(super) line: u64,
    /// The characters before them in their line.
    pub(super) before: u64,
    pub(super) text: String,
    /// Whether their line is short enough to be judged.
    pub(super) whole: bool,
}

/// What is read.
pub(super) enum Found {
    Pair(Pair),
    /// The line of a solution that no board is left for.
    Surplus(u64),
}

/// How many pairs the reading thread may be ahead: their moves may have megabytes.
const AHEAD: usize = 16;

/// Where pairs come from.
pub(super) enum Pairs {
    /// Boards in one file, in any layout; solutions in another, a line each.
    Apart {
        boards: Box<Reader<Text>>,
        solutions: Lines,
    },
    /// Each board with its solution after it.
    Together { lines: Lines, reading: Reading },
}

impl Pairs {
    pub(super) fn apart(
        boards: &Path,
        solutions: &Path,
        reading: Reading,
    ) -> anyhow::Result<Pairs> {
        Ok(Pairs::Apart {
            boards: Box::new(Reader::new(open(boards)?, reading)),
            solutions: Lines::new(open(solutions)?),
        })
    }

    pub(super) fn together(file: &Path, reading: Reading) -> anyhow::Result<Pairs> {
        let lines = Lines::new(open(file)?);
        Ok(Pairs::Together { lines, reading })
    }

    /// Reads all in a thread of its own, so that who waits for input still hears of interrupts.
    pub(super) fn read(mut self) -> Receiver<anyhow::Result<Found>> {
        let (sender, pairs) = sync_channel(AHEAD);
        thread::spawn(move || {
            loop {
                let found = match self.next() {
                    Ok(Some(pair)) => Ok(Found::Pair(pair)),
                    Ok(None) => match self.surplus() {
                        Ok(None) => return,
                        end => end.map(|line| Found::Surplus(line.unwrap_or_default())),
                    },
                    Err(error) => Err(error),
                };
                let more = matches!(found, Ok(Found::Pair(_)));
                // Nobody may listen any more.
                if sender.send(found).is_err() || !more {
                    return;
                }
            }
        });
        pairs
    }

    /// The next pair.
    fn next(&mut self) -> anyhow::Result<Option<Pair>> {
        match self {
            Pairs::Apart { boards, solutions } => {
                let Some(entry) = boards.next().transpose()? else {
                    return Ok(None);
                };
                let board = entry.board.map_err(|fault| located(&fault, 0));
                Ok(Some(Pair {
                    line: entry.line,
                    board,
                    moves: solutions.solution()?,
                }))
            }
            Pairs::Together { lines, reading } => lines.pair(*reading),
        }
    }

    /// The line of a solution that no board is left for.
    fn surplus(&mut self) -> anyhow::Result<Option<u64>> {
        let Pairs::Apart { solutions, .. } = self else {
            return Ok(None);
        };
        while let Some(moves) = solutions.solution()? {
            if !moves.text.trim().is_empty() {
                return Ok(Some(moves.line));
            }
        }
        Ok(None)
    }
}

/// A text that another thread may read.
type Text = Box<dyn BufRead + Send>;

fn open(file: &Path) -> anyhow::Result<Text> {
    if file.is_dir() {
        bail!("{}: is a directory", file.display());
    }
    let source = Sources::default().open(file);
    let source = source.with_context(|| file.display().to_string())?;
    Ok(Box::new(BufReader::new(source)))
}

fn located(fault: &Fault, lines_before: u64) -> (u64, u64, String) {
    (fault.line + lines_before, fault.column, fault.to_string())
}

/// The lines of a text without their comments.
pub(super) struct Lines(lines::Lines<Text>);

/// The longest line that is judged, in bytes; a million moves as words fit.
pub(super) const LONGEST: usize = 1 << 24;

/// The longest text of a board, in bytes: that of the largest, one number a line, has about 900.
const LARGEST: usize = 1 << 16;

/// A line without its comment and its end.
struct Line {
    text: String,
    commented: bool,
    whole: bool,
}

impl Lines {
    fn new(input: Text) -> Lines {
        Lines(lines::Lines::new(input, LONGEST))
    }

    fn next(&mut self) -> anyhow::Result<Option<Line>> {
        let Some(line) = self.0.next()? else {
            return Ok(None);
        };
        let text = String::from_utf8_lossy(&line.bytes);
        let before = text.split_once('#').map(|(before, _)| before);
        Ok(Some(Line {
            text: before.unwrap_or(&text).trim_end().into(),
            commented: before.is_some(),
            // A comment may be as long as it likes.
            whole: line.whole || before.is_some(),
        }))
    }

    /// The next line that is more than a comment.
    fn solution(&mut self) -> anyhow::Result<Option<Moves>> {
        while let Some(line) = self.next()? {
            if !(line.commented && line.text.is_empty()) {
                return Ok(Some(Moves {
                    line: self.0.number(),
                    before: 0,
                    text: line.text,
                    whole: line.whole,
                }));
            }
        }
        Ok(None)
    }

    /// The next board with its moves: they begin with the first letter that is no blank, on the board's
    /// last line or after it.
    fn pair(&mut self, reading: Reading) -> anyhow::Result<Option<Pair>> {
        let mut board = String::new();
        let mut line = 0;
        // Where there is more than any board has.
        let mut surplus = None;
        let judged = |board: &str, line, surplus: Option<u64>| match surplus {
            None => parse(board, reading, line),
            Some(line) => {
                let what = format!("found {LARGEST} bytes of a board, expected its moves before");
                Err((line, 1, what))
            }
        };
        loop {
            let Some(Line { text, whole, .. }) = self.next()? else {
                let end = Pair {
                    line,
                    board: judged(&board, line, surplus),
                    moves: None,
                };
                return Ok((line > 0).then_some(end));
            };
            let letter = |c: char| c.is_alphabetic() && !matches!(c, 'x' | 'X');
            let (cells, moves) = text.split_at(text.find(letter).unwrap_or(text.len()));
            if line == 0 && !text.is_empty() {
                line = self.0.number();
            }
            if line > 0 && board.len() + cells.len() < LARGEST {
                board += cells;
                board.push('\n');
            } else if !cells.trim().is_empty() {
                surplus.get_or_insert(self.0.number());
            }
            // What is cut off may have been moves.
            if !moves.is_empty() || !whole {
                let moves = Moves {
                    line: self.0.number(),
                    before: cells.chars().count() as u64,
                    text: moves.into(),
                    whole,
                };
                return Ok(Some(Pair {
                    line,
                    board: judged(&board, line, surplus),
                    moves: Some(moves),
                }));
            }
        }
    }
}

/// The one board in a text that begins on this line.
fn parse(text: &str, reading: Reading, line: u64) -> Result<Grid, (u64, u64, String)> {
    let mut entries =
        Reader::new(text.as_bytes(), reading).map(|entry| entry.expect("memory can be read"));
    let Some(first) = entries.next() else {
        return Err((line, 1, "found moves, expected a board before them".into()));
    };
    let board = first.board.map_err(|fault| located(&fault, line - 1))?;
    match entries.next() {
        None => Ok(board),
        Some(second) => {
            let what = "found a second board, expected the moves of the first";
            Err((second.line + line - 1, 1, what.into()))
        }
    }
}
