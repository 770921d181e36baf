//! Standard input, whose beginning may be looked at before it is read.

use std::{
    io::{self, Cursor, Read},
    mem,
};

/// Standard input with what was read of it to look at.
#[derive(Default)]
pub(super) struct StandardInput {
    head: Vec<u8>,
}

impl StandardInput {
    /// Whether it begins with `sign`; waits for as many bytes as it takes to know.
    ///
    /// The first read alone does not tell: GNU parallel sends one byte and then the rest.
    pub(super) fn begins_with(&mut self, sign: &[u8]) -> bool {
        let mut stdin = io::stdin().lock();
        while self.head.len() < sign.len() && sign.starts_with(&self.head) {
            let mut byte = [0];
            match stdin.read(&mut byte) {
                Ok(1) => self.head.push(byte[0]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // What cannot be read is reported by whoever reads it next.
                Ok(_) | Err(_) => break,
            }
        }
        self.head.starts_with(sign)
    }

    /// All of it, from its beginning the first time.
    pub(super) fn reader(&mut self) -> impl Read + Send + use<> {
        Cursor::new(mem::take(&mut self.head)).chain(io::stdin())
    }
}
