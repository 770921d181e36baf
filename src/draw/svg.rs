//! Boards and paths as SVG.

use std::time::Duration;

use ::svg::{
    Document,
    node::element::{AnimateTransform, Group, Rectangle, Text, Title},
};

use super::{Film, film::gliding};
use crate::puzzle::{Cell, Size};

/// From a cell to the next, in units of the picture.
const PITCH: usize = 80;
/// Between two tiles and around all.
const GAP: usize = 4;
const TILE: usize = PITCH - GAP;

/// A board as an SVG document; with moves, one in which they are played, one each `step`, for ever.
///
/// Each tile is a group with its number as `id`, at home or not; what cannot animate shows the start.
pub fn svg(film: &Film, step: Duration) -> String {
    let size = film.start().size();
    let (width, height) = (size.cols() * PITCH + GAP, size.rows() * PITCH + GAP);
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .set("font-family", "sans-serif")
        .set("font-weight", "bold")
        .set("font-size", font_size(size))
        .set("text-anchor", "middle")
        .add(Title::new(title(film)))
        .add(
            Rectangle::new()
                .set("width", width)
                .set("height", height)
                .set("rx", 2 * GAP)
                .set("fill", "#303030"),
        );
    let tracks = Tracks::of(film, step);
    for (cell, &label) in film.start().labels().iter().enumerate() {
        if label != 0 {
            document = document.add(tile(film, &tracks, Cell::new(cell), label));
        }
    }
    document.to_string() + "\n"
}

/// What a reader hears who does not see the picture.
fn title(film: &Film) -> String {
    let rows = film.start().labels().chunks(film.start().size().cols());
    let rows = rows.map(|row| {
        let names = row.iter().map(|&label| match label {
            0 => "x".into(),
            _ => label.to_string(),
        });
        names.collect::<Vec<_>>().join(" ")
    });
    let board = rows.collect::<Vec<_>>().join(" / ");
    match film.glides().len() {
        0 => board,
        1 => format!("{board}, one move"),
        moves => format!("{board}, {moves} moves"),
    }
}

fn tile(film: &Film, tracks: &Tracks, cell: Cell, label: u16) -> Group {
    let [red, green, blue] = film
        .colours()
        .of(label)
        .map_or([255; 3], |colour| colour.rgb());
    let size = film.start().size();
    let (x, y) = place(cell, size);
    let square = Rectangle::new()
        .set("width", TILE)
        .set("height", TILE)
        .set("rx", 2 * GAP)
        .set("fill", format!("#{red:02x}{green:02x}{blue:02x}"));
    // Not `dominant-baseline`, which some programs ignore: digits are about 0.72 of their size high.
    let base = (TILE as f64 + 0.72 * font_size(size) as f64) / 2.0;
    let number = Text::new(label.to_string())
        .set("x", TILE / 2)
        .set("y", format!("{base:.1}"));
    let group = Group::new()
        .set("id", format!("tile{label}"))
        .set("transform", format!("translate({x} {y})"))
        .add(square)
        .add(number);
    match tracks.of_tile(label, size, cell) {
        Some(track) => group.add(track),
        None => group,
    }
}

fn font_size(size: Size) -> usize {
    if size.cells() > 100 { 32 } else { 40 }
}

/// The corner of a cell's tile.
fn place(cell: Cell, size: Size) -> (usize, usize) {
    let at = |index: usize| GAP + index * PITCH;
    (at(cell.col(size.cols())), at(cell.row(size.cols())))
}

/// When each tile is where.
struct Tracks {
    /// By label: when a glide starts and ends, in seconds, and the cell it ends at.
    glides: Vec<Vec<(f64, f64, Cell)>>,
    seconds: f64,
}

impl Tracks {
    fn of(film: &Film, step: Duration) -> Tracks {
        let mut glides = vec![vec![]; film.start().size().cells()];
        let start_of =
            |index: usize| Film::BEFORE.as_secs_f64() + step.as_secs_f64() * index as f64;
        for (index, glide) in film.glides().iter().enumerate() {
            let start = start_of(index);
            let end = start + gliding(step).as_secs_f64();
            glides[usize::from(glide.label)].push((start, end, glide.to));
        }
        Tracks {
            glides,
            seconds: start_of(film.glides().len()) + Film::AFTER.as_secs_f64(),
        }
    }

    /// The animation of a tile that starts at `cell`, if it moves at all.
    fn of_tile(&self, label: u16, size: Size, cell: Cell) -> Option<AnimateTransform> {
        let glides = &self.glides[usize::from(label)];
        if glides.is_empty() {
            return None;
        }
        let point = |cell| {
            let (x, y) = place(cell, size);
            format!("{x} {y}")
        };
        let (mut times, mut points) = (vec!["0".to_string()], vec![point(cell)]);
        let mut key = |seconds: f64, cell: Cell| {
            times.push(format!("{:.6}", seconds / self.seconds));
            points.push(point(cell));
        };
        let mut at = cell;
        for &(start, end, to) in glides {
            key(start, at);
            key(end, to);
            at = to;
        }
        times.push("1".into());
        points.push(point(at));
        Some(
            AnimateTransform::new()
                .set("attributeName", "transform")
                .set("type", "translate")
                .set("dur", format!("{:.3}s", self.seconds))
                .set("repeatCount", "indefinite")
                .set("keyTimes", times.join(";"))
                .set("values", points.join(";")),
        )
    }
}
