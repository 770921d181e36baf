//! Scenes as text.

use slide::draw::{Frame, Picture};

use super::scene::Scene;

/// A board; or, of a path, the boards side by side as far as `width` goes and what the path is worth.
///
/// Boards are in boxes if one of them fits.
pub(super) fn text(scene: &Scene, id: Option<&str>, width: usize, coloured: bool) -> String {
    let boards = scene.film.boards();
    let size = boards[0].size();
    let frame = Frame::fitting(&[Frame::Boxed], size, width, usize::MAX).unwrap_or(Frame::Bare);
    let pictures = boards
        .iter()
        .map(|board| Picture::of_board(board, scene.film.colours(), frame));
    let mut text = id.map_or(String::new(), |id| format!("{id}\n"));
    let Some(verdict) = &scene.verdict else {
        pictures.for_each(|picture| text += &picture.text(coloured));
        return text;
    };
    let pictures: Vec<_> = pictures
        .zip(&scene.captions)
        .map(|(picture, caption)| picture.under(caption))
        .collect();
    for row in pictures.chunks(Picture::how_many_beside(frame.columns(size), width)) {
        text += &Picture::beside(row).text(coloured);
        text.push('\n');
    }
    text + verdict + "\n"
}
