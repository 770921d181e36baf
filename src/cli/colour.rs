//! Whether answers are coloured.

use std::io;

use anstream::AutoStream;
use clap::ColorChoice;

/// Whether stdout is to have colours: as told, or if it is a terminal and neither `NO_COLOR` nor
/// `TERM=dumb` is set.
pub(super) fn wants_colour(choice: ColorChoice) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    }
}
