//! Files that nobody ever finds half written, or written by two at a time.

mod owned;
mod place;
mod whole;

pub use owned::Denied;
pub(crate) use owned::OwnedFile;
pub use place::place;
pub(crate) use whole::finished_name;
pub use whole::{try_writing, write_whole};
