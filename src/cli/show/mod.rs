//! `slide show`: boards and paths drawn in the terminal or into files.

mod animate;
pub(super) mod args;
mod file;
mod player;
mod scene;
mod text;

use std::{
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, anyhow, bail};
use slide::{
    Grid,
    draw::{svg, write_gif},
    search::Limits,
};

use super::{
    ANSWERED, FAULT, INTERRUPTED,
    args::When,
    aside::aside,
    colour::wants_colour,
    input::Input,
    interrupt::cancel_on_interrupt,
    output::{Stdout, checked},
    progress::Progress,
    screen::Screen,
    tell,
};
pub(super) use args::ShowArguments;
use file::{Until, write};
use scene::{Scene, Scenes};
use text::write_text;

/// Draws what the arguments name and gives the exit code.
pub(super) fn show(arguments: &ShowArguments) -> anyhow::Result<u8> {
    let progress = Progress::new(When::Auto, false, Default::default());
    let limits = Limits {
        time: arguments.time_limit,
        cancel: cancel_on_interrupt()?,
        ..Limits::default()
    };
    let (goal, reading) = arguments.board.read()?;
    let mut show = Show {
        arguments,
        input: Input::open(
            &arguments.files,
            Default::default(),
            reading,
            Default::default(),
        ),
        scenes: Scenes::new(arguments, goal, limits.clone(), &progress)?,
        limits,
        progress: &progress,
    };
    let code = match (&arguments.svg, &arguments.gif) {
        (None, None) if arguments.animate && Screen::is_available() => show.animated(),
        (None, None) => show.all(),
        _ => show.in_files(),
    };
    progress.finish();
    match code {
        Err(why) if show.limits.cancel.is_cancelled() => tell(why),
        code if !show.limits.cancel.is_cancelled() => return code,
        _ => {}
    }
    Ok(INTERRUPTED)
}

struct Show<'a> {
    arguments: &'a ShowArguments,
    input: Input,
    scenes: Scenes<'a>,
    limits: Limits,
    progress: &'a Progress,
}

/// Columns to draw in where nobody knows better.
const WIDTH: usize = 80;

impl Show<'_> {
    /// Draws every board as text.
    fn all(&mut self) -> anyhow::Result<u8> {
        let mut code = ANSWERED;
        let mut gap = "";
        while !self.limits.cancel.is_cancelled() {
            let Some(item) = self.input.take(1, &self.limits.cancel).pop() else {
                break;
            };
            let id = item.read.as_ref().ok().and_then(|entry| entry.id.clone());
            let board = self.input.board(item);
            match board.and_then(|(grid, place)| self.scene(grid, &place)) {
                Err(complaint) => {
                    code = FAULT;
                    self.progress.say(&complaint);
                }
                Ok(scene) => {
                    code = code.max(scene.code);
                    self.draw(&scene, gap, id.as_deref())?;
                    gap = "\n";
                    if let Some(complaint) = &scene.complaint {
                        self.progress.say(complaint);
                    }
                }
            }
        }
        Ok(code)
    }

    /// Draws a scene as text, up to an interrupt.
    fn draw(&self, scene: &Scene, before: &str, id: Option<&str>) -> anyhow::Result<()> {
        let (width, coloured) = (self.width(), wants_colour(self.arguments.color));
        let drawn = self.progress.make_way(|| {
            let mut out = BufWriter::with_capacity(
                1 << 16,
                Until {
                    out: Stdout,
                    cancel: &self.limits.cancel,
                },
            );
            out.write_all(before.as_bytes())?;
            write_text(&mut out, scene, id, width, coloured)?;
            out.flush()
        });
        match self.limits.cancel.is_cancelled() {
            true => Ok(()),
            false => checked(drawn),
        }
    }

    /// Columns to draw in: those given, the terminal's, or the usual ones.
    fn width(&self) -> usize {
        let terminal = || {
            let (columns, _) = crossterm::terminal::size().ok()?;
            (columns > 0).then_some(columns)
        };
        let given = self.arguments.width;
        let width = given.or_else(|| io::stdout().is_terminal().then(terminal).flatten());
        width.map_or(WIDTH, usize::from)
    }

    /// Plays the moves of the one board in the terminal.
    fn animated(&mut self) -> anyhow::Result<u8> {
        let scene = self.one("--animate")?;
        if scene.verdict.is_none() {
            self.draw(&scene, "", None)?;
        }
        if let Some(complaint) = &scene.complaint {
            tell(complaint);
        }
        if scene.verdict.is_none() {
            return Ok(scene.code);
        }
        self.progress.finish();
        let coloured = wants_colour(self.arguments.color);
        let code = animate::animate(&scene, self.arguments.speed, coloured)?;
        Ok(code.max(scene.code))
    }

    /// Draws the one board into the files named.
    fn in_files(&mut self) -> anyhow::Result<u8> {
        let is_stdout = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
        if is_stdout(&self.arguments.svg) && is_stdout(&self.arguments.gif) {
            bail!("stdout takes one picture, not two");
        }
        if self.arguments.svg.is_some() && self.arguments.svg == self.arguments.gif {
            bail!("a file takes one picture, not two");
        }
        let scene = self.one("a picture")?;
        if let Some(complaint) = &scene.complaint {
            tell(complaint);
        }
        let (film, step, cancel) = (&scene.film, self.arguments.speed, &self.limits.cancel);
        if let Some(path) = &self.arguments.svg {
            let film = film.clone();
            let drawn = aside(|| cancel.is_cancelled(), move || svg(&film, step));
            let drawn = drawn.context("interrupted")?;
            write(path, cancel, |out| out.write_all(drawn.as_bytes()))?;
        }
        if let Some(path) = &self.arguments.gif {
            write(path, cancel, |out| write_gif(out, film, step))?;
        }
        Ok(scene.code)
    }

    /// The scene of the only board of the input.
    fn one(&mut self, what: &str) -> anyhow::Result<Scene> {
        let (grid, place) = self.input.only_board(what, &self.limits.cancel)?;
        self.scene(grid, &place).map_err(|why| anyhow!(why))
    }

    /// The scene of a board; what there is to say begins with its place.
    fn scene(&mut self, grid: Grid, place: &str) -> Result<Scene, String> {
        let complain = |why: String| format!("{place}{why}");
        let mut scene = self.scenes.scene(grid).map_err(complain)?;
        scene.complaint = scene.complaint.map(complain);
        if self.limits.cancel.is_cancelled() {
            // Who interrupts a search wants an end, not the way that was known by then.
            let why = scene.complaint;
            return Err(why.unwrap_or_else(|| format!("{place}interrupted")));
        }
        Ok(scene)
    }
}
