//! What became of a piece.

use serde::Serialize;

use crate::cli::{ANSWERED, FAULT, OPEN, output::print_bytes};

/// What became of a piece; `docs/formats.md` describes the fields.
#[derive(Default, Serialize)]
pub(super) struct Answer {
    pub(super) schema: u32,
    pub(super) piece: Option<u64>,
    pub(super) status: &'static str,
    pub(super) bound: Option<u32>,
    pub(super) length: Option<usize>,
    pub(super) moves: Option<String>,
    pub(super) expanded: Option<u64>,
    pub(super) generated: Option<u64>,
    pub(super) seconds: Option<f64>,
    pub(super) message: Option<String>,
}

impl Answer {
    /// The exit code it asks for.
    pub(super) fn code(&self) -> u8 {
        match self.status {
            "unknown" => OPEN,
            "invalid" => FAULT,
            _ => ANSWERED,
        }
    }

    pub(super) fn print(&self, json: bool) -> anyhow::Result<()> {
        let line = match (json, &self.moves) {
            (true, _) => serde_json::to_string(self)?,
            (false, Some(moves)) => moves.clone(),
            (false, None) => self.status.into(),
        };
        print_bytes(format!("{line}\n").as_bytes())
    }
}
