//! Text ⇄ boards and moves, in every layout that people use for sliding-tile puzzles.
//!
//! `docs/formats.md` describes the layouts byte by byte and how they are told apart. What is read here is
//! checked to be an arrangement of tiles, nothing more: whether it can be solved is not a matter of text.

mod detect;
mod fault;
mod layout;
mod lines;
mod list;
mod moves;
mod one_line;
mod outline;
mod reader;
mod rows;
mod stream;
mod tokens;
mod write;

pub use fault::Fault;
pub use layout::Layout;
pub use moves::{Convention, move_place, parse_moves, write_moves};
pub use reader::{Entry, Reader, Reading, parse_board};
pub use write::{BoardWriter, write_board};
