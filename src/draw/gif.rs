//! Boards and paths as GIF.

use std::{
    borrow::Cow,
    io::{self, Write},
    time::Duration,
};

use ::gif::{Encoder, EncodingError, Frame, Repeat};

use super::{
    Colour, Colours, Film, digits,
    film::{Glide, gliding},
    frame,
};
use crate::puzzle::{Cell, Grid, Size};

/// Writes a board as a GIF; with moves, one in which they are played, one each `step`, for ever.
///
/// After the first frame, which is the whole board, only the two cells of a move are drawn. A tile is at rest
/// in the last frame of its move.
///
/// # Errors
/// If `out` fails.
pub fn write_gif(out: impl Write, film: &Film, step: Duration) -> io::Result<()> {
    write(out, film, step).map_err(|error| match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    })
}

fn write(out: impl Write, film: &Film, step: Duration) -> Result<(), EncodingError> {
    let painter = Painter::new(film.start().size(), film.colours());
    let size = painter.size;
    let [width, height] = [size.cols(), size.rows()].map(|cells| cells * painter.pitch + GAP);
    let mut gif = Encoder::new(out, width as u16, height as u16, &palette())?;
    let glides = film.glides();
    if !glides.is_empty() {
        gif.set_repeat(Repeat::Infinite)?;
    }
    let mut first = painter.board(film.start()).frame(0, 0);
    first.delay = hundredths(Film::BEFORE);
    gif.write_frame(&first)?;
    // Shown for less than two hundredths of a second, a frame is slowed down to ten by most programs.
    let stills = (hundredths(gliding(step)) / 2).clamp(1, MOST_STILLS);
    let moving = hundredths(gliding(step)) / stills;
    let at_rest = hundredths(step)
        .saturating_sub(moving * (stills - 1))
        .max(2);
    for (index, glide) in glides.iter().enumerate() {
        for still in 1..=stills {
            let mut frame = painter.glide(glide, still, stills);
            frame.delay = match still == stills {
                false => moving,
                true if index + 1 == glides.len() => hundredths(Film::AFTER),
                true => at_rest,
            };
            gif.write_frame(&frame)?;
        }
    }
    Ok(())
}

/// Frames of a move, if there is time for so many.
const MOST_STILLS: u16 = 4;

/// The unit of time of a GIF; a frame stays for eleven minutes at most.
fn hundredths(time: Duration) -> u16 {
    u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX)
}

/// Pixels between two tiles and around all.
const GAP: usize = 4;

/// Numbers of colours: the ground and the digits, then the tiles'.
const GROUND: u8 = 0;
const INK: u8 = 1;
const TILES: u8 = 2;

fn palette() -> Vec<u8> {
    let others = [[0x30; 3], [0; 3]];
    let tiles = Colour::all().map(Colour::rgb);
    others.into_iter().chain(tiles).flatten().collect()
}

/// How boards of one size are painted.
struct Painter<'a> {
    size: Size,
    colours: &'a Colours,
    /// Pixels from a cell to the next.
    pitch: usize,
    /// Pixels of a dot of a digit.
    dot: usize,
}

impl Painter<'_> {
    fn new(size: Size, colours: &Colours) -> Painter<'_> {
        let pitch = (640 / size.rows().max(size.cols())).clamp(40, 80);
        let tile = pitch - GAP;
        let dots = frame::digits(size) * (digits::WIDTH + 1) - 1;
        Painter {
            size,
            colours,
            pitch,
            dot: ((tile - 2) / dots).min(tile / 2 / digits::HEIGHT),
        }
    }

    fn board(&self, grid: &Grid) -> Canvas {
        let [width, height] = [self.size.cols(), self.size.rows()].map(|c| c * self.pitch + GAP);
        let mut canvas = Canvas::new(width, height);
        for (cell, &label) in grid.labels().iter().enumerate() {
            let (x, y) = self.place(Cell::new(cell));
            self.tile(&mut canvas, x, y, label);
        }
        canvas
    }

    /// The two cells of a move when its tile has come `still` of `stills` parts of its way.
    fn glide(&self, glide: &Glide, still: u16, stills: u16) -> Frame<'static> {
        let (from, to) = (self.place(glide.from), self.place(glide.to));
        let (left, top) = (from.0.min(to.0), from.1.min(to.1));
        let tile = self.pitch - GAP;
        let mut canvas = Canvas::new(from.0.abs_diff(to.0) + tile, from.1.abs_diff(to.1) + tile);
        let (still, stills) = (usize::from(still), usize::from(stills));
        let between = |from: usize, to: usize| (from * (stills - still) + to * still) / stills;
        self.tile(
            &mut canvas,
            between(from.0, to.0) - left,
            between(from.1, to.1) - top,
            glide.label,
        );
        canvas.frame(left, top)
    }

    /// The corner of a cell's tile.
    fn place(&self, cell: Cell) -> (usize, usize) {
        let at = |index: usize| GAP + index * self.pitch;
        let cols = self.size.cols();
        (at(cell.col(cols)), at(cell.row(cols)))
    }

    fn tile(&self, canvas: &mut Canvas, x: usize, y: usize, label: u16) {
        let Some(colour) = self.colours.of(label) else {
            return;
        };
        let hue = Colour::all().position(|c| c == colour);
        let hue = hue.expect("the list has every colour") as u8;
        let tile = self.pitch - GAP;
        canvas.fill(x, y, tile, tile, TILES + hue);
        let text = label.to_string();
        let width = (text.len() * (digits::WIDTH + 1) - 1) * self.dot;
        let height = digits::HEIGHT * self.dot;
        let (left, top) = (x + (tile - width) / 2, y + (tile - height) / 2);
        for (nth, digit) in text.bytes().map(|byte| byte - b'0').enumerate() {
            let left = left + nth * (digits::WIDTH + 1) * self.dot;
            for (dot_y, dot_x) in
                (0..digits::HEIGHT).flat_map(|y| (0..digits::WIDTH).map(move |x| (y, x)))
            {
                if digits::has_dot(digit, dot_x, dot_y) {
                    let (x, y) = (left + dot_x * self.dot, top + dot_y * self.dot);
                    canvas.fill(x, y, self.dot, self.dot, INK);
                }
            }
        }
    }
}

/// Pixels, a number of a colour each.
struct Canvas {
    width: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas {
            width,
            pixels: vec![GROUND; width * height],
        }
    }

    fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: u8) {
        for line in self.pixels.chunks_mut(self.width).skip(y).take(height) {
            line[x..x + width].fill(colour);
        }
    }

    /// The pixels as a frame whose corner is here.
    fn frame(self, left: usize, top: usize) -> Frame<'static> {
        Frame {
            left: left as u16,
            top: top as u16,
            width: self.width as u16,
            height: (self.pixels.len() / self.width) as u16,
            buffer: Cow::Owned(self.pixels),
            ..Frame::default()
        }
    }
}
