//! The goal and the plan for each size of board met.

use std::{collections::HashMap, sync::Arc, time::Instant};

use slide::{
    Goal, Grid, Problem, Size,
    batch::Job,
    pdb::large,
    search::Observer,
    solver::{Algorithm, Choice, Plan, PlanError, Quality, Tables},
};

use super::goal::GoalWish;

/// Makes jobs of grids.
pub(super) struct Targets {
    goal: GoalWish,
    choice: Choice,
    known: HashMap<Size, Target>,
}

struct Target {
    goal: Arc<Goal>,
    plan: Result<Arc<Plan>, PlanError>,
    boards: u64,
}

/// From this board of a size on, large tables are built for the rest: with the small ones, as many random
/// 15-puzzles take about as long as building the large ones.
const LARGE_BATCH: u64 = 1000;

impl Targets {
    pub(super) fn new(goal: GoalWish, choice: Choice) -> Targets {
        Targets {
            goal,
            choice,
            known: HashMap::new(),
        }
    }

    /// The problem for a board with the plan to solve it, or why there is none.
    pub(super) fn job(&mut self, grid: Grid, observer: &dyn Observer) -> Result<Job, String> {
        let Targets {
            goal,
            choice,
            known,
        } = self;
        let size = grid.size();
        let target = known.entry(size).or_insert_with(|| {
            let goal = goal.for_size(size);
            let plan = plan(&goal, choice, observer);
            Target {
                goal,
                plan,
                boards: 0,
            }
        });
        target.boards += 1;
        if target.boards == LARGE_BATCH && repays_large(target, choice) {
            observer.detail(&format!(
                "{LARGE_BATCH} boards of {size}: large tables repay building"
            ));
            target.plan = plan(
                &target.goal,
                &Choice {
                    tables: Tables::Large,
                    ..choice.clone()
                },
                observer,
            );
        }
        let plan = target.plan.clone().map_err(|error| error.to_string())?;
        let problem = Problem::new(grid, target.goal.clone()).map_err(|error| error.to_string())?;
        Ok(Job { problem, plan })
    }
}

/// The plan for the boards of a goal.
fn plan(goal: &Goal, choice: &Choice, observer: &dyn Observer) -> Result<Arc<Plan>, PlanError> {
    let started = Instant::now();
    let plan = Plan::new(goal.size(), goal.blank(), choice)?;
    let seconds = started.elapsed().as_secs_f64();
    observer.detail(&format!(
        "{} boards, goal {goal}: {plan}, ready in {seconds:.3} s",
        goal.size()
    ));
    if choice.quality == Quality::Auto && plan.quality() == Quality::Good {
        observer.notice(&format!(
            "{}: boards so large are not solved optimally; solutions are as good as the time allows, \
             {} s a board if no limit is set",
            goal.size(),
            Plan::GOOD_TIME.as_secs()
        ));
    }
    if let Some(lack) = lack_of_tables(goal, choice, &plan) {
        observer.notice(&format!("{}: {lack}", goal.size()));
    }
    Ok(Arc::new(plan))
}

/// Why tables that were asked for by name are not what is used.
fn lack_of_tables(goal: &Goal, choice: &Choice, plan: &Plan) -> Option<&'static str> {
    match choice.tables {
        Tables::Small | Tables::Large if !plan.has_tables() => {
            Some("solved without tables, so --tables changes nothing")
        }
        Tables::Large if large(goal.size(), goal.blank()).is_empty() => {
            Some("there are no large tables for this size and goal; small ones are used")
        }
        _ => None,
    }
}

fn repays_large(target: &Target, choice: &Choice) -> bool {
    let (size, blank) = (target.goal.size(), target.goal.blank());
    choice.tables == Tables::Auto
        && choice.algorithm == Algorithm::Auto
        && !choice.cache.holds(&large(size, blank))
}
