//! Scenes as text.

use std::io::{self, Write};

use slide::{
    Grid,
    draw::{Frame, Picture},
};

use super::scene::Scene;

/// Writes a board; or, of a path, the boards side by side as far as `width` goes and what the path is worth.
///
/// Boards are in boxes if one of them fits.
///
/// # Errors
/// If `out` fails.
pub(super) fn write_text(
    out: &mut impl Write,
    scene: &Scene,
    id: Option<&str>,
    width: usize,
    coloured: bool,
) -> io::Result<()> {
    let boards = scene.film.boards();
    let size = boards[0].size();
    let frame = Frame::fitting(&[Frame::Boxed], size, width, usize::MAX).unwrap_or(Frame::Bare);
    let picture = |board: &Grid| Picture::of_board(board, scene.film.colours(), frame);
    if let Some(id) = id {
        writeln!(out, "{id}")?;
    }
    let Some(verdict) = &scene.verdict else {
        return boards
            .iter()
            .try_for_each(|board| out.write_all(picture(board).text(coloured).as_bytes()));
    };
    let beside = Picture::how_many_beside(frame.columns(size), width);
    for (boards, captions) in boards.chunks(beside).zip(scene.captions.chunks(beside)) {
        let under = |(board, caption): (_, &String)| picture(board).under(caption);
        let row: Vec<_> = boards.iter().zip(captions).map(under).collect();
        writeln!(out, "{}", Picture::beside(&row).text(coloured))?;
    }
    writeln!(out, "{verdict}")
}
