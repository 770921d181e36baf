//! Arguments of `slide bench`.

use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use slide::solver::Quality;

use crate::cli::args::{GuideArguments, TEMPLATE, duration, one_of};

const EXAMPLES: &str = "\
Examples:
  slide bench                                   every engine on fixed boards
  slide bench korf --tables large               Korf's hundred 15-puzzles
  slide bench large --set random6 --instances 1..10 --time-limit 10s";

#[derive(Args, Debug)]
#[command(before_help = EXAMPLES, help_template = TEMPLATE)]
pub(in crate::cli) struct BenchArguments {
    /// What to measure
    #[arg(value_enum, default_value = "engines")]
    pub(in crate::cli) suite: Suite,

    #[command(flatten)]
    pub(in crate::cli) guide: GuideArguments,

    /// Only these boards of a set, one by one: `1..10`, `1,5,7`
    #[arg(long, value_name = "LIST")]
    pub(in crate::cli) instances: Option<String>,

    /// The boards of `bench large` [default: korf-felner]
    #[arg(long, value_enum)]
    pub(in crate::cli) set: Option<LargeSet>,

    /// The quality of `bench large` [default: good]
    #[arg(long, short, value_parser = one_of::<Quality>(["good", "fast"]))]
    pub(in crate::cli) quality: Option<Quality>,

    /// The time limit of `bench large`, a board
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(in crate::cli) time_limit: Option<Duration>,

    /// Threads; default one, so that nodes per second are those of a core
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(in crate::cli) jobs: u16,
}

impl BenchArguments {
    /// Whether anything is asked for that only some suites know.
    pub(in crate::cli) fn is_special(&self) -> bool {
        self.instances.is_some() || self.guide.is_special()
    }

    /// Whether anything is asked for that only `bench large` knows.
    pub(super) fn is_of_large(&self) -> bool {
        self.set.is_some() || self.quality.is_some() || self.time_limit.is_some()
    }

    /// The numbers of the boards asked for, of so many in the set.
    pub(super) fn chosen(&self, boards: usize) -> anyhow::Result<Vec<usize>> {
        match &self.instances {
            Some(list) => numbers(list, boards),
            None => Ok((1..=boards).collect()),
        }
    }
}

/// Reads `1,5,7..9` as numbers from 1 to `most`.
fn numbers(list: &str, most: usize) -> anyhow::Result<Vec<usize>> {
    let number = |text: &str| match text.trim().parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(anyhow!(
            "instance `{text}`: expected a number from 1 to {most}"
        )),
    };
    let mut numbers = Vec::new();
    for part in list.split(',') {
        match part.split_once("..") {
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                if first > last {
                    bail!("instances `{part}`: expected the smaller number first");
                }
                numbers.extend(first..=last);
            }
            None => numbers.push(number(part)?),
        }
    }
    Ok(numbers)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Suite {
    /// Every engine and heuristic on a few boards each; its node counts are the signature of the program
    Engines,
    /// Korf's hundred 15-puzzles
    Korf,
    /// The seventeen 15-puzzles that need 80 moves
    Hardest,
    /// A thousand random 15-puzzles
    Random,
    /// Korf and Felner's fifty 24-puzzles: hours if all are asked for
    TwentyFour,
    /// Good solutions of large boards: the boards of --set, one by one
    Large,
    /// What each part of the 24-puzzle's engine is worth, on the same passes
    Levers,
    /// The pattern databases of the 15-puzzle: building them, and Korf's boards with each
    Tables,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum LargeSet {
    /// Korf and Felner's fifty 24-puzzles
    KorfFelner,
    /// A hundred of DeepCubeA's 35-puzzles
    Deepcubea35,
    /// A hundred of DeepCubeA's 48-puzzles
    Deepcubea48,
    /// Fifty random boards of 6×6
    Random6,
    /// Fifty random boards of 8×8
    Random8,
    /// Fifty random boards of 10×10
    Random10,
    /// Fifty random boards of 16×16
    Random16,
}
