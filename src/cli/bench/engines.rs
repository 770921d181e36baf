//! `slide bench`: every engine and heuristic, on a few boards each.

use slide::{
    Goal, Grid, NamedGoal, Scramble, Size,
    solver::{Algorithm, Choice, NamedHeuristic},
};

use super::{Bench, HEADER, KORF, boards, scrambled};
use crate::cli::output::print;

const EIGHT: &str = include_str!("../../../puzzles/eight/random-300.txt");

/// Korf's boards that Manhattan distance solves in under ten million nodes: few, so that all is over in seconds.
const EASY_KORF: [usize; 6] = [12, 31, 42, 48, 55, 79];

impl Bench {
    /// Every engine and heuristic on boards it can do in about a second.
    pub(super) fn engines(&self) -> anyhow::Result<()> {
        let eight = boards(EIGHT, 3)?;
        let twelve = scrambled(Size::new(3, 4)?, 4);
        let korf = boards(KORF, 4)?;
        let korf: Vec<Grid> = EASY_KORF.map(|number| korf[number - 1].clone()).into();
        let large = walks(Size::square(5)?, 4, 60);
        let (last, first) = (NamedGoal::BlankLast, NamedGoal::BlankFirst);
        let guides = [
            NamedHeuristic::Manhattan,
            NamedHeuristic::LinearConflict,
            NamedHeuristic::WalkingDistance,
        ];

        print(HEADER)?;
        let mut generated = 0;
        let mut row = |title: &str, boards: &[Grid], goal, algorithm, heuristic| {
            self.row(
                title,
                boards,
                goal,
                &Choice {
                    algorithm,
                    heuristic,
                    ..Choice::default()
                },
            )
            .map(|count| generated += count)
        };
        row("3x3", &eight, last, Algorithm::Table, NamedHeuristic::Auto)?;
        row("3x3", &eight, last, Algorithm::Bfs, NamedHeuristic::Auto)?;
        for heuristic in guides {
            row("3x3", &eight, last, Algorithm::AStar, heuristic)?;
            row("3x3", &eight, last, Algorithm::IdaStar, heuristic)?;
        }
        row(
            "3x4",
            &twelve,
            last,
            Algorithm::AStar,
            NamedHeuristic::WalkingDistance,
        )?;
        row(
            "3x4",
            &twelve,
            last,
            Algorithm::IdaStar,
            NamedHeuristic::WalkingDistance,
        )?;
        for heuristic in guides {
            row("4x4", &korf, first, Algorithm::IdaStar, heuristic)?;
        }
        row(
            "5x5",
            &large,
            last,
            Algorithm::IdaStar,
            NamedHeuristic::LinearConflict,
        )?;
        print(format_args!("signature: {generated} nodes generated"))
    }
}

fn walks(size: Size, count: usize, moves: usize) -> Vec<Grid> {
    let goal = Goal::named(NamedGoal::BlankLast, size);
    let mut scramble = Scramble::new(1);
    (0..count).map(|_| scramble.walk(&goal, moves)).collect()
}
