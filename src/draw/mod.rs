//! Boards as pictures: boxes of text for a terminal, SVG, GIF.
//!
//! Everything here is a function of a board or a path; what is shown where, and when, is the caller's.
//! A tile has the colour of its home row, as people who solve for speed have it.

mod colour;
mod digits;
mod film;
mod frame;
mod gif;
mod picture;
mod svg;

pub use colour::{Colour, Colours};
pub use film::Film;
pub use frame::Frame;
pub use gif::write_gif;
pub use picture::{Line, Picture, Span};
pub use svg::svg;
