//! `slide solve` on the pieces that `slide split` prints.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, BufRead, BufReader, IsTerminal, Read},
    iter,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use slide::{
    Goal, Move, Problem, Size,
    format::{Convention, parse_board, parse_moves},
    report::{SCHEMA, Spelling, Style, write_solution},
    search::{Cancel, Effort, Known, Limits, Observer, Outcome, Stats},
    solver::{Choice, Plan, Request},
};

use super::{
    ANSWERED, FAULT, INTERRUPTED, OPEN,
    args::{Output, SolveArguments},
    goal::read_goal,
    in_order::{in_order, threads},
    interrupt::cancel_on_interrupt,
    output::print_bytes,
    progress::Progress,
};

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

/// Whether the input begins as a piece does, which no board does.
pub(super) fn begin(files: &[PathBuf]) -> io::Result<bool> {
    const SIGN: &[u8] = b"{\"";
    match files.first() {
        Some(file) if !is_standard(file) => {
            let mut start = Vec::new();
            // What cannot be opened is reported when it is read.
            let Ok(file) = File::open(file) else {
                return Ok(false);
            };
            file.take(SIGN.len() as u64).read_to_end(&mut start)?;
            Ok(start == SIGN)
        }
        _ if io::stdin().is_terminal() => Ok(false),
        // What is looked at here is still there for whoever reads.
        _ => Ok(io::stdin().lock().fill_buf()?.starts_with(SIGN)),
    }
}

fn is_standard(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Searches every piece of the input to its bound.
pub(super) fn search(arguments: &SolveArguments) -> anyhow::Result<u8> {
    let json = match arguments.output {
        None | Some(Output::Moves) => false,
        Some(Output::Json) => true,
        Some(_) => bail!("pieces go with --output moves or json"),
    };
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
        lines(&arguments.files),
        |line| line.map(|line| run.answer(&line)),
        |answer| {
            let (answer, interrupted) = match answer {
                Ok(answer) => answer,
                Err(error) => return ControlFlow::Break(Err(error)),
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
        None => Ok(code),
        Some(Ok(())) => Ok(INTERRUPTED),
        Some(Err(error)) => Err(error),
    }
}

/// A line with where it stands.
struct Line {
    place: String,
    text: String,
}

/// The lines of all files that are not empty.
fn lines(files: &[PathBuf]) -> impl Iterator<Item = anyhow::Result<Line>> + Send + use<> {
    let standard = vec![PathBuf::from("-")];
    let files = if files.is_empty() {
        standard
    } else {
        files.to_vec()
    };
    files.into_iter().flat_map(|file| {
        let name = if is_standard(&file) {
            "<stdin>".into()
        } else {
            file.display().to_string()
        };
        let source: io::Result<Box<dyn BufRead + Send>> = if is_standard(&file) {
            Ok(Box::new(BufReader::new(io::stdin())))
        } else {
            File::open(&file).map(|file| Box::new(BufReader::new(file)) as Box<dyn BufRead + Send>)
        };
        let mut number = 0;
        let mut source = Some(source.with_context(|| name.clone()));
        iter::from_fn(move || {
            let mut text = String::new();
            let read = match source.as_mut()? {
                Ok(source) => source.read_line(&mut text).with_context(|| name.clone()),
                Err(_) => source.take()?.map(|_| 0),
            };
            number += 1;
            match read {
                Ok(0) => None,
                Ok(_) => Some(Ok(Line {
                    place: format!("{name}:{number}"),
                    text,
                })),
                Err(error) => {
                    source = None;
                    Some(Err(error))
                }
            }
        })
        .filter(|line| !matches!(line, Ok(line) if line.text.trim().is_empty()))
    })
}

struct Run {
    choice: Choice,
    limits: Limits,
    spelling: Spelling,
    progress: Progress,
    /// By size and goal as written.
    plans: Mutex<HashMap<(String, String), Target>>,
}

#[derive(Clone)]
struct Target {
    size: Size,
    goal: Arc<Goal>,
    plan: Arc<Plan>,
}

/// What became of a piece; `docs/formats.md` describes the fields.
#[derive(Default, Serialize)]
struct Answer {
    schema: u32,
    piece: Option<u64>,
    status: &'static str,
    bound: Option<u32>,
    length: Option<usize>,
    moves: Option<String>,
    expanded: Option<u64>,
    generated: Option<u64>,
    seconds: Option<f64>,
    message: Option<String>,
}

impl Answer {
    fn code(&self) -> u8 {
        match self.status {
            "unknown" => OPEN,
            "invalid" => FAULT,
            _ => ANSWERED,
        }
    }

    fn print(&self, json: bool) -> anyhow::Result<()> {
        let line = match (json, &self.moves) {
            (true, _) => serde_json::to_string(self)?,
            (false, Some(moves)) => moves.clone(),
            (false, None) => self.status.into(),
        };
        print_bytes(format!("{line}\n").as_bytes())
    }
}

impl Run {
    /// Searches the piece on a line; tells besides whether the user interrupted it.
    fn answer(&self, line: &Line) -> (Answer, bool) {
        let mut answer = Answer {
            schema: SCHEMA,
            ..Answer::default()
        };
        match self.read(&line.text) {
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

    fn read(&self, text: &str) -> anyhow::Result<(Piece, Vec<Move>, Problem, Arc<Plan>)> {
        let piece: Piece = serde_json::from_str(text).context("not a line of `slide split`")?;
        if piece.schema != SCHEMA {
            bail!("schema {}, expected {SCHEMA}", piece.schema);
        }
        let target = self.target(&piece)?;
        let board = parse_board(&piece.board, Some(target.size)).context("board")?;
        let prefix = parse_moves(&piece.prefix, Convention::Blank).context("prefix")?;
        let problem = Problem::new(board, target.goal)?;
        Ok((piece, prefix, problem, target.plan))
    }

    fn target(&self, piece: &Piece) -> anyhow::Result<Target> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (piece.size.clone(), piece.goal.clone());
        if let Some(target) = plans.get(&key) {
            return Ok(target.clone());
        }
        let size: Size = piece.size.parse()?;
        let goal = read_goal(&piece.goal, Some(size))?.for_size(size);
        if goal.size() != size {
            bail!("the goal is {}, the piece {size}", goal.size());
        }
        let plan = Arc::new(Plan::new(size, goal.blank(), &self.choice)?);
        let target = Target { size, goal, plan };
        plans.insert(key, target.clone());
        Ok(target)
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
        let cancel = Cancel::new();
        let bounded = Bounded {
            most,
            cancel: cancel.clone(),
            user: self.limits.cancel.clone(),
            progress: &self.progress,
        };
        let found = plan.solve_as(&Request {
            problem,
            limits: &Limits {
                cancel,
                ..self.limits.clone()
            },
            observer: &bounded,
            // Not proven, but what has no solution of so many moves is not to be searched any further.
            known: Known::proven(most),
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

/// Ends the search of a piece when it is through with the piece's bound.
struct Bounded<'a> {
    most: u32,
    cancel: Cancel,
    user: Cancel,
    progress: &'a Progress,
}

impl Observer for Bounded<'_> {
    fn bound(&self, bound: u32) {
        self.progress.bound(bound);
        if bound > self.most {
            self.cancel.cancel();
        }
    }

    fn generated(&self, more: u64) {
        self.progress.generated(more);
        if self.user.is_cancelled() {
            self.cancel.cancel();
        }
    }

    fn building(&self, name: &str, share: f64) {
        self.progress.building(name, share);
        if self.user.is_cancelled() {
            self.cancel.cancel();
        }
    }

    fn detail(&self, detail: &str) {
        self.progress.detail(detail);
    }

    fn notice(&self, notice: &str) {
        self.progress.notice(notice);
    }
}
