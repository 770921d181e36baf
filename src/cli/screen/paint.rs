//! Pictures on the screen.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Style},
};
use slide::draw::Picture;

/// Paints a picture at the corner of an area, cut to it.
pub(super) fn paint(picture: &Picture, coloured: bool, area: Rect, buffer: &mut Buffer) {
    for (line, y) in picture.lines().iter().zip(area.top()..area.bottom()) {
        let mut x = area.left();
        for span in line {
            let style = match span.ground.filter(|_| coloured) {
                Some(ground) => Style::new()
                    .fg(Color::Indexed(16))
                    .bg(Color::Indexed(ground.index())),
                None => Style::new(),
            };
            let room = area.right().saturating_sub(x);
            (x, _) = buffer.set_stringn(x, y, &span.text, room.into(), style);
        }
    }
}
