//! One JSON object a line.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::{AllShortest, Record, Spelling, Verdict};
use crate::{format::write_moves, puzzle::Move, search::Outcome};

/// The version of the objects that are printed and read, their field `schema`: it goes up when a field goes or
/// changes its meaning; fields may be added at any time.
pub const SCHEMA: u32 = 1;

/// The object's fields, in the order they are written; absent values are `null`.
#[derive(Default, Serialize)]
struct Fields<'a> {
    schema: u32,
    index: u64,
    file: &'a str,
    line: u64,
    id: Option<&'a str>,
    size: Option<String>,
    goal: Option<String>,
    status: &'static str,
    length: Option<usize>,
    moves: Option<String>,
    optimal: Option<bool>,
    lower_bound: Option<u32>,
    solutions: Option<u128>,
    all: Option<List<'a>>,
    estimate: Option<u32>,
    expanded: Option<u64>,
    generated: Option<u64>,
    iterations: Option<u32>,
    seconds: Option<f64>,
    message: Option<String>,
}

impl Fields<'_> {
    fn path(&mut self, path: &[Move], spelling: Spelling) {
        self.length = Some(path.len());
        self.moves = Some(spelt(path, spelling));
    }
}

/// Written one by one: nobody has memory for millions.
struct List<'a> {
    all: AllShortest<'a>,
    spelling: Spelling,
}

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let paths = self.all.list();
        serializer.collect_seq(paths.map(|path| spelt(&path, self.spelling)))
    }
}

fn spelt(path: &[Move], spelling: Spelling) -> String {
    let mut moves = Vec::new();
    write_moves(&mut moves, path, spelling.convention, spelling.compress);
    String::from_utf8(moves).expect("moves are letters and digits")
}

pub(super) fn write(
    record: &Record<'_>,
    spelling: Spelling,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut fields = Fields {
        schema: SCHEMA,
        index: record.index,
        file: record.file,
        line: record.line,
        id: record.id,
        size: record.size.map(|size| size.to_string()),
        status: record.verdict.status(),
        ..Fields::default()
    };
    if let Some(all) = record.all {
        fields.solutions = Some(all.paths.count());
        fields.all = all.listed.then_some(List { all, spelling });
    }
    match record.verdict {
        Verdict::Invalid(message) | Verdict::Refused(message) => {
            fields.message = Some(message.into())
        }
        Verdict::Answered(problem, answer) => {
            fields.goal = Some(problem.goal().to_string());
            fields.expanded = Some(answer.stats.expanded);
            fields.generated = Some(answer.stats.generated);
            fields.iterations = Some(answer.stats.iterations);
            fields.seconds = Some(answer.stats.elapsed.as_secs_f64());
            match &answer.outcome {
                Outcome::Solved(solution) => {
                    fields.path(&solution.moves, spelling);
                    fields.optimal = Some(solution.is_optimal());
                    fields.lower_bound = Some(solution.bound);
                    fields.estimate = Some(answer.estimate);
                }
                Outcome::Unknown { bound, stop, best } => {
                    if let Some(best) = best {
                        fields.path(best, spelling);
                        fields.optimal = Some(false);
                    }
                    fields.lower_bound = Some(*bound);
                    fields.estimate = Some(answer.estimate);
                    fields.message = Some(stop.to_string());
                }
                Outcome::Unsolvable => {
                    let goals: Vec<_> = problem.solvable_goals().map(|goal| goal.name()).collect();
                    fields.message = Some(match goals.is_empty() {
                        true => "solvable for none of the common goals".into(),
                        false => format!("solvable for {}", goals.join(", ")),
                    });
                }
            }
        }
    }
    serde_json::to_writer(&mut *out, &fields)?;
    out.write_all(b"\n")
}
