//! `slide verify`.

mod args;
mod pairs;
mod verdict;

use std::path::PathBuf;

use anyhow::bail;
use slide::{
    Problem, Size,
    batch::Job,
    format::{Convention, move_place, parse_moves},
    search::{Limits, Outcome},
    solver::{Algorithm, ReplayError, replay},
};

use super::{
    ANSWERED, FAULT, INTERRUPTED, OPEN,
    interrupt::{cancel_on_interrupt, receive},
    output::print,
    progress::Progress,
    sources::{invite, name},
    targets::Targets,
};
pub(super) use args::VerifyArguments;
use args::VerifyOutput;
use pairs::{Found, LONGEST, Moves, Pair, Pairs};
use verdict::{Fields, Optimal, Verdict, Wrong};

/// Every solution is valid.
const VALID: u8 = ANSWERED;
/// A solution is wrong.
const WRONG: u8 = OPEN;

pub(super) fn verify(arguments: &VerifyArguments) -> anyhow::Result<u8> {
    let (goal, reading) = arguments.board.read()?;
    let choice = arguments.guide.choice(Algorithm::Auto);
    choice.check()?;
    let standard = PathBuf::from("-");
    let boards = arguments.boards.as_ref().unwrap_or(&standard);
    let solutions = arguments.solutions.as_ref().unwrap_or(boards);
    invite([boards, solutions].into_iter().map(PathBuf::as_path));
    let pairs = match &arguments.solutions {
        Some(solutions) if solutions == boards => {
            bail!("boards and solutions are both {}", boards.display())
        }
        Some(solutions) => Pairs::apart(boards, solutions, reading)?,
        None => Pairs::together(boards, reading)?,
    };
    let progress = Progress::new(arguments.progress, false, Default::default());
    let mut run = Run {
        arguments,
        names: [name(boards), name(solutions)],
        convention: arguments.moves.into(),
        targets: Targets::new(goal, choice),
        limits: Limits {
            time: arguments.time_limit,
            cancel: cancel_on_interrupt()?,
            ..Limits::default()
        },
        progress: &progress,
        index: 0,
        code: VALID,
    };
    let end = run.all(pairs);
    progress.finish();
    end?;
    Ok(if run.limits.cancel.is_cancelled() {
        INTERRUPTED
    } else {
        run.code
    })
}

struct Run<'a> {
    arguments: &'a VerifyArguments,
    /// Of the boards' file and of the solutions'.
    names: [String; 2],
    convention: Convention,
    targets: Targets,
    limits: Limits,
    progress: &'a Progress,
    index: u64,
    code: u8,
}

impl Run<'_> {
    fn all(&mut self, pairs: Pairs) -> anyhow::Result<()> {
        let pairs = pairs.read();
        while let Some(found) = receive(&pairs, &self.limits.cancel) {
            let Pair { line, board, moves } = match found? {
                Found::Pair(pair) => pair,
                Found::Surplus(line) => bail!(
                    "{}:{line}: found moves, but no board is left",
                    self.names[1]
                ),
            };
            self.index += 1;
            let Some(moves) = moves else {
                bail!("{}:{line}: found a board without moves", self.names[0]);
            };
            let (size, verdict) = match board {
                Err((line, column, what)) => {
                    self.say(0, line, column, &what);
                    (None, Verdict::Invalid(what))
                }
                Ok(grid) => {
                    let size = grid.size();
                    let verdict = match self.targets.job(grid, self.progress) {
                        Ok(job) => self.judge(&job, &moves),
                        Err(why) => {
                            self.say(0, line, 1, &why);
                            Verdict::Invalid(why)
                        }
                    };
                    (Some(size), verdict)
                }
            };
            self.code = self.code.max(match verdict {
                Verdict::Invalid(_) => FAULT,
                Verdict::Wrong(_) => WRONG,
                _ => VALID,
            });
            self.print(line, size, &moves, &verdict)?;
        }
        Ok(())
    }

    fn say(&self, file: usize, line: u64, column: u64, what: &str) {
        let name = &self.names[file];
        self.progress
            .say(&format!("{name}:{line}:{column}: {what}"));
    }

    fn judge(&self, job: &Job, moves: &Moves) -> Verdict {
        let problem = &job.problem;
        let column = moves.before + 1;
        if !moves.whole {
            let what = format!("a line of more than {LONGEST} bytes is not judged");
            self.say(1, moves.line, column, &what);
            return Verdict::Invalid(what);
        }
        match moves.text.trim() {
            "unsolvable" | "No Solution!" if problem.is_solvable() => {
                let what = "the board can be solved".to_string();
                self.say(1, moves.line, column, &what);
                return Verdict::Wrong(Wrong {
                    at: None,
                    column,
                    what,
                    hint: None,
                });
            }
            "unsolvable" | "No Solution!" => return Verdict::ValidUnsolvable,
            "unknown" | "invalid" => return Verdict::Unchecked,
            _ => {}
        }
        // A word of our own for no moves, where an empty line would mean nothing.
        let text = match moves.text.trim() {
            "solved" => "",
            _ => &moves.text,
        };
        let made = match parse_moves(text, self.convention) {
            Ok(made) => made,
            Err(fault) => {
                let what = fault.to_string();
                self.say(1, moves.line, moves.before + fault.column, &what);
                return Verdict::Invalid(what);
            }
        };
        let Err(error) = replay(problem, &made) else {
            return Verdict::Valid {
                length: made.len(),
                optimal: self
                    .arguments
                    .optimal
                    .then(|| self.optimal(job, moves.line)),
            };
        };
        let (at, column) = match error {
            ReplayError::OffBoard { index, .. } => {
                let place = move_place(text, index).map_or(1, |(_, column)| column);
                (Some(index + 1), moves.before + place)
            }
            ReplayError::NotGoal { .. } => {
                let end = moves.text.chars().count() as u64;
                (None, moves.before + end + 1)
            }
        };
        let hint = self.hint(problem, text);
        let tail = hint.map_or(String::new(), |hint| format!("; {hint}"));
        self.say(1, moves.line, column, &format!("{error}{tail}"));
        Verdict::Wrong(Wrong {
            at,
            column,
            what: error.to_string(),
            hint,
        })
    }

    /// Why no such moves can be right, or that they are if their letters name the other direction.
    fn hint(&self, problem: &Problem, text: &str) -> Option<&'static str> {
        let (other, hint) = match self.convention {
            Convention::Blank => (Convention::Tile, "valid with --moves tile"),
            Convention::Tile => (Convention::Blank, "valid with --moves blank"),
        };
        if !problem.is_solvable() {
            return Some("the board has no solution");
        }
        let made = parse_moves(text, other).ok()?;
        replay(problem, &made).is_ok().then_some(hint)
    }

    fn optimal(&self, job: &Job, line: u64) -> Optimal {
        let answer = job.plan.solve(&job.problem, &self.limits, self.progress);
        match answer.outcome {
            Outcome::Solved(solution) => Ok(solution.moves.len()),
            Outcome::Unknown { stop, .. } => {
                self.say(1, line, 1, &format!("optimal length unknown: {stop}"));
                Err(stop.to_string())
            }
            Outcome::Unsolvable => Err("the board has no solution".into()),
        }
    }

    fn print(
        &self,
        line: u64,
        size: Option<Size>,
        moves: &Moves,
        verdict: &Verdict,
    ) -> anyhow::Result<()> {
        let text = match self.arguments.output {
            VerifyOutput::Text => verdict.text(),
            VerifyOutput::Json => {
                let [file, moves_file] = &self.names;
                let fields = Fields {
                    index: self.index,
                    file,
                    line,
                    moves_file,
                    moves_line: moves.line,
                    size: size.map(|size| size.to_string()),
                    ..verdict.fields()
                };
                serde_json::to_string(&fields)?
            }
        };
        self.progress.make_way(|| print(text))
    }
}
