//! `slide solve` on the pieces that `slide split` prints.

mod answer;
mod bounded;
mod input;

use std::{
    collections::{HashMap, hash_map::Entry},
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use slide::{
    Cell, Goal, Move, Problem, Size,
    format::{Convention, parse_board, parse_moves},
    report::{SCHEMA, Spelling, Style, write_solution},
    search::{Cancel, Effort, Incumbent, Known, Limits, Outcome, Stats, construct},
    solver::{Choice, Plan, Quality, Request},
};

use super::{
    ANSWERED, FAULT, INTERRUPTED,
    goal::read_goal,
    in_order::{in_order, threads},
    interrupt::cancel_on_interrupt,
    progress::Progress,
    solve::{Output, SolveArguments},
    sources::Sources,
};
use answer::Answer;
use bounded::Bounded;
pub(super) use input::begin;
use input::{Line, lines};

/// A line of `slide split`; `docs/formats.md` describes the fields.
#[derive(Deserialize, Serialize)]
pub(super) struct Piece {
    pub(super) schema: u32,
    pub(super) piece: u64,
    pub(super) pieces: u64,
    pub(super) size: String,
    pub(super) goal: String,
    pub(super) bound: u32,
    pub(super) prefix: String,
    pub(super) board: String,
}

/// Searches every piece of the input to its bound.
pub(super) fn search(arguments: &SolveArguments, sources: Sources) -> anyhow::Result<u8> {
    let json = match arguments.output {
        None | Some(Output::Moves) => false,
        Some(Output::Json) => true,
        Some(_) => bail!("pieces go with --output moves or json"),
    };
    refuse_the_rest(arguments)?;
    let choice = arguments.guide.choice(arguments.algorithm);
    choice.check()?;
    let cancel = cancel_on_interrupt()?;
    let run = Run {
        choice,
        limits: Limits {
            time: arguments.time_limit,
            nodes: arguments.node_limit,
            memory: Some(arguments.memory_limit.as_u64()),
            cancel: cancel.clone(),
        },
        spelling: Spelling {
            convention: arguments.moves.into(),
            compress: arguments.compress,
        },
        progress: Progress::new(arguments.progress, arguments.verbose, Default::default()),
        plans: Mutex::default(),
    };
    let mut code = ANSWERED;
    let end = in_order(
        threads(arguments.jobs),
        lines(&arguments.files, sources, cancel.clone()),
        |line| line.map(|line| run.answer(&line)),
        |answer| {
            let (answer, interrupted) = match answer {
                Ok(answer) => answer,
                Err(why) => {
                    code = FAULT;
                    run.progress.say(&format!("slide: {why}"));
                    return ControlFlow::Continue(());
                }
            };
            if interrupted {
                return ControlFlow::Break(Ok(()));
            }
            code = code.max(answer.code());
            if let Some(message) = &answer.message {
                run.progress.say(&format!("slide: {message}"));
            }
            match run.progress.make_way(|| answer.print(json)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        },
        || cancel.cancel(),
    );
    run.progress.finish();
    match end {
        None if cancel.is_cancelled() => Ok(INTERRUPTED),
        None => Ok(code),
        Some(Ok(())) => Ok(INTERRUPTED),
        Some(Err(error)) => Err(error),
    }
}

/// Refuses what asks for other answers than pieces have, and what each piece says itself.
fn refuse_the_rest(arguments: &SolveArguments) -> anyhow::Result<()> {
    let quick = matches!(arguments.quality, Quality::Fast | Quality::Good);
    for (name, is_asked) in [
        ("--all, --count and --first-lex", arguments.paths.is_asked()),
        ("--quality fast and good", quick),
        ("--best-effort", arguments.best_effort),
        ("--checkpoint", arguments.checkpoint.is_some()),
        ("--stats", arguments.stats),
    ] {
        if is_asked {
            bail!("pieces do not go with {name}");
        }
    }
    if arguments.board.is_asked() {
        bail!(
            "pieces say themselves how they are to be read: leave out --size, --goal and --format"
        );
    }
    Ok(())
}

/// Engines that go deeper by calling themselves have the stack for as many moves and more; boards of their sizes need
/// fewer.
const DEEP: u32 = 1000;

struct Run {
    choice: Choice,
    limits: Limits,
    spelling: Spelling,
    progress: Progress,
    /// For each size, and each cell where the blank may belong: goals differ in nothing else that plans know of.
    plans: Mutex<HashMap<(Size, Cell), Arc<Plan>>>,
}

impl Run {
    /// Searches the piece on a line; tells besides whether the user interrupted it.
    fn answer(&self, line: &Line) -> (Answer, bool) {
        let mut answer = Answer {
            schema: SCHEMA,
            ..Answer::default()
        };
        match self.read(line) {
            Err(error) => {
                answer.status = "invalid";
                answer.message = Some(format!("{}: {error:#}", line.place));
                (answer, false)
            }
            Ok((piece, prefix, problem, plan)) => {
                (answer.piece, answer.bound) = (Some(piece.piece), Some(piece.bound));
                let interrupted = self.search(&piece, &prefix, &problem, &plan, &mut answer);
                (answer, interrupted)
            }
        }
    }

    fn read(&self, line: &Line) -> anyhow::Result<(Piece, Vec<Move>, Problem, Arc<Plan>)> {
        if !line.whole || !line.text.trim_ascii_start().starts_with(b"{") {
            bail!("not a line of `slide split`");
        }
        let piece: Piece =
            serde_json::from_slice(&line.text).context("not a line of `slide split`")?;
        if piece.schema != SCHEMA {
            bail!("schema {}, expected {SCHEMA}", piece.schema);
        }
        let size: Size = piece.size.parse()?;
        let goal = read_goal(&piece.goal, Some(size))?.for_size(size);
        if goal.size() != size {
            bail!("the goal is {}, the piece {size}", goal.size());
        }
        let board = parse_board(&piece.board, Some(size)).context("board")?;
        let prefix = parse_moves(&piece.prefix, Convention::Blank).context("prefix")?;
        let mut before = board.clone();
        if !prefix.iter().rev().all(|m| before.apply(m.inverse())) {
            bail!("prefix: no board leads to this one by {}", piece.prefix);
        }
        let plan = self.plan(&goal)?;
        Ok((piece, prefix, Problem::new(board, goal)?, plan))
    }

    fn plan(&self, goal: &Goal) -> anyhow::Result<Arc<Plan>> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let known = match plans.entry((goal.size(), goal.blank())) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let plan = Plan::new(goal.size(), goal.blank(), &self.choice)?;
                free.insert(Arc::new(plan))
            }
        };
        Ok(known.clone())
    }

    fn search(
        &self,
        piece: &Piece,
        prefix: &[Move],
        problem: &Problem,
        plan: &Plan,
        answer: &mut Answer,
    ) -> bool {
        answer.status = "none";
        let Some(most) = piece.bound.checked_sub(prefix.len() as u32) else {
            return false;
        };
        // A bound that means nothing is not to be searched down to.
        let most = match most {
            ..=DEEP => most,
            _ => construct(problem).map_or(most, |moves| most.min(moves.len() as u32)),
        };
        let cancel = Cancel::new();
        let bounded = Bounded {
            most,
            cancel: cancel.clone(),
            user: self.limits.cancel.clone(),
            progress: &self.progress,
        };
        // Beams that run ahead of a search would run for each piece, and mostly find more moves than it allows.
        let nobody_ahead = Incumbent::default();
        let found = plan.solve_as(&Request {
            problem,
            limits: &Limits {
                cancel,
                ..self.limits.clone()
            },
            observer: &bounded,
            // Not proven, but what has no solution of so many moves is not to be searched any further.
            known: Known {
                incumbent: Some(&nobody_ahead),
                ..Known::proven(most)
            },
            effort: Effort::ALONE,
        });
        let Stats {
            expanded,
            generated,
            elapsed,
            ..
        } = found.stats;
        (answer.expanded, answer.generated) = (Some(expanded), Some(generated));
        answer.seconds = Some(elapsed.as_secs_f64());
        match found.outcome {
            Outcome::Solved(solution) if solution.moves.len() as u32 <= most => {
                let moves = [prefix, &solution.moves].concat();
                let mut text = Vec::new();
                write_solution(problem, &moves, Style::Moves, self.spelling, &mut text);
                answer.status = "solved";
                answer.length = Some(moves.len());
                answer.moves = String::from_utf8(text).ok();
            }
            Outcome::Unknown { bound, stop, .. } if bound <= most => {
                answer.status = "unknown";
                answer.message = Some(format!("piece {}: {stop}", piece.piece));
                return self.limits.cancel.is_cancelled();
            }
            _ => {}
        }
        false
    }
}
