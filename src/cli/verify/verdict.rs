//! What became of a solution, as a line or an object.

use serde::Serialize;
use slide::report::SCHEMA;

/// What became of one pair.
pub(super) enum Verdict {
    Valid {
        length: usize,
        optimal: Option<Optimal>,
    },
    /// Rightly called unsolvable.
    ValidUnsolvable,
    Wrong(Wrong),
    /// No board, or no moves; told on stderr.
    Invalid(String),
    /// Nothing is claimed: `unknown` or `invalid` stands in place of moves.
    Unchecked,
}

/// The optimal length, or why it is not known.
pub(super) type Optimal = Result<usize, String>;

pub(super) struct Wrong {
    /// The number of the move at fault, from 1; none if all can be made.
    pub(super) at: Option<usize>,
    pub(super) column: u64,
    pub(super) what: String,
    pub(super) hint: Option<&'static str>,
}

/// One object a line for `--output json`; `docs/formats.md` describes the fields.
#[derive(Default, Serialize)]
pub(super) struct Fields<'a> {
    pub(super) schema: u32,
    pub(super) index: u64,
    pub(super) file: &'a str,
    pub(super) line: u64,
    pub(super) moves_file: &'a str,
    pub(super) moves_line: u64,
    pub(super) size: Option<String>,
    pub(super) status: &'static str,
    pub(super) length: Option<usize>,
    pub(super) optimal_length: Option<usize>,
    pub(super) wrong_at: Option<usize>,
    pub(super) column: Option<u64>,
    pub(super) message: Option<&'a str>,
    pub(super) hint: Option<&'a str>,
}

impl Verdict {
    /// The verdict as one line.
    pub(super) fn text(&self) -> String {
        match self {
            Verdict::Valid { length, optimal } => match optimal {
                None => format!("valid {length}"),
                Some(Ok(optimal)) => format!("valid {length} optimal {optimal}"),
                Some(Err(_)) => format!("valid {length} optimal unknown"),
            },
            Verdict::ValidUnsolvable => "valid unsolvable".into(),
            Verdict::Wrong(Wrong { at: Some(at), .. }) => format!("wrong at move {at}"),
            Verdict::Wrong(_) => "wrong at the end".into(),
            Verdict::Invalid(_) => "invalid".into(),
            Verdict::Unchecked => "unchecked".into(),
        }
    }

    /// The fields that depend on the verdict.
    pub(super) fn fields(&self) -> Fields<'_> {
        let mut fields = Fields {
            schema: SCHEMA,
            status: "valid",
            ..Fields::default()
        };
        match self {
            Verdict::Valid { length, optimal } => {
                fields.length = Some(*length);
                match optimal {
                    Some(Ok(optimal)) => fields.optimal_length = Some(*optimal),
                    Some(Err(why)) => fields.message = Some(why),
                    None => {}
                }
            }
            Verdict::ValidUnsolvable => fields.message = Some("unsolvable"),
            Verdict::Wrong(wrong) => {
                fields.status = "wrong";
                fields.wrong_at = wrong.at;
                fields.column = Some(wrong.column);
                fields.message = Some(&wrong.what);
                fields.hint = wrong.hint;
            }
            Verdict::Invalid(what) => {
                fields.status = "invalid";
                fields.message = Some(what);
            }
            Verdict::Unchecked => fields.status = "unchecked",
        }
        fields
    }
}
