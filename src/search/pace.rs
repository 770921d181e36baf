//! How wide the layers of a beam may be so that it reaches the goal just in time.

use std::time::{Duration, Instant};

/// The clock of one run of a beam.
///
/// A beam that is stopped before the goal has found nothing, however wide it was, and one that comes there early could
/// have been wider. So it is made narrower or wider as the boards before have taken more or less time than was thought.
pub(super) struct Pace {
    started: Instant,
    /// The time it has and the layers it needs; none without a limit.
    plan: Option<(Duration, u32)>,
    layers: u32,
    boards: usize,
}

impl Pace {
    /// Thousandths of the time that are planned with: the last layers are no cheaper than those before.
    const PLANNED: u32 = 970;

    /// The most that a beam gets wider.
    const WIDER: usize = 2;

    /// For a run that has so much time, if it is to fill it, and comes to the goal in fewer than so many layers, if that is
    /// known.
    pub(super) fn new(within: Option<Duration>, layers: Option<u32>) -> Pace {
        let plan = within.map(|time| time * Self::PLANNED / 1000).zip(layers);
        Pace {
            started: Instant::now(),
            plan,
            layers: 0,
            boards: 0,
        }
    }

    /// The width of the next layer when one more of `boards` boards is done: `width` without a plan, and else what
    /// there is time for.
    pub(super) fn width(&mut self, width: usize, boards: usize) -> usize {
        self.layers += 1;
        self.boards += boards;
        let Some((time, layers)) = self.plan else {
            return width;
        };
        let spent = self.started.elapsed();
        let left = time.saturating_sub(spent).as_secs_f64();
        let layers = f64::from(layers.saturating_sub(self.layers).max(1));
        let affordable = left / spent.as_secs_f64().max(1e-9) * self.boards as f64 / layers;
        // Saturates; and a beam without time left is stopped by its limit, not by having no boards.
        (affordable as usize).clamp(1, Self::WIDER * width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(spent: Duration, within: Duration) -> Pace {
        Pace {
            started: Instant::now() - spent,
            ..Pace::new(Some(within), Some(101))
        }
    }

    #[test]
    fn a_beam_that_is_late_gets_narrower_and_one_that_is_early_wider() {
        let minute = Duration::from_secs(60);
        // A layer of a thousand boards in a second, and for a hundred more there is half the time, or more than there need be.
        let second = Duration::from_secs(1);
        let narrowed = after(second, minute).width(1000, 1000);
        assert!((400..600).contains(&narrowed), "{narrowed}");
        let widened = after(second, 3 * minute).width(1000, 1000);
        assert!((1500..1800).contains(&widened), "{widened}");
        assert_eq!(after(second, 60 * minute).width(1000, 1000), 2000);
        // None left.
        assert_eq!(after(2 * minute, minute).width(1000, 1000), 1);
    }

    #[test]
    fn without_a_limit_or_a_length_to_beat_the_width_is_kept() {
        let time = Some(Duration::from_nanos(1));
        for (within, layers) in [(None, Some(5)), (time, None), (None, None)] {
            assert_eq!(Pace::new(within, layers).width(1000, 1000), 1000);
        }
    }
}
