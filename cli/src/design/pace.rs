//! How fast a design answers: one that is slow is told of once, with the time that the rest will take; and the time that is left.

use crate::Remarks;
use std::time::{Duration, Instant};

/// Answers are timed so long before their rate is told.
const TIMED: Duration = Duration::from_secs(2);

/// The rest is told of where it takes longer.
const LONG: Duration = Duration::from_secs(60);

/// The pace of a design, and when its time is over.
#[derive(Default)]
pub(super) struct Pace {
    until: Option<Instant>,
    /// About so many cases will be asked.
    expected: u64,
    heard: u64,
    /// When the first answer came: the start of a design is no measure of its pace.
    first: Option<Instant>,
    told: bool,
}

impl Pace {
    pub(super) const fn until(&mut self, until: Option<Instant>) {
        self.until = until;
    }

    pub(super) const fn expect(&mut self, cases: u64) {
        (self.expected, self.heard, self.first) = (cases, 0, None);
    }

    /// Whether the time is over.
    pub(super) fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// How long to wait for what may take so long.
    pub(super) fn wait(&self, limit: Duration) -> Duration {
        let left = |until: Instant| until.saturating_duration_since(Instant::now());
        self.until.map_or(limit, |until| limit.min(left(until)))
    }

    /// An answer has come.
    pub(super) fn heard(&mut self, remarks: Remarks) {
        self.heard += 1;
        let first = *self.first.get_or_insert_with(Instant::now);
        if self.told || self.until.is_some() || self.heard < 2 {
            return;
        }
        let long = first.elapsed();
        if long < TIMED {
            return;
        }
        self.told = true;
        let (answers, left) = (self.heard - 1, self.expected.saturating_sub(self.heard));
        let rest = long.as_secs_f64() / answers as f64 * left as f64;
        if rest > LONG.as_secs_f64() {
            remarks.say(format_args!(
                "the design gives about {:.2} answers a second: the {left} cases that are left take about {}; --seconds ends sooner",
                answers as f64 / long.as_secs_f64(),
                duration(rest)
            ));
        }
    }
}

/// Seconds in the unit that people would choose.
fn duration(seconds: f64) -> String {
    let (minutes, hours) = (seconds / 60.0, seconds / 3600.0);
    match () {
        () if minutes < 2.0 => format!("{seconds:.0} seconds"),
        () if minutes < 100.0 => format!("{minutes:.0} minutes"),
        () if hours < 48.0 => format!("{hours:.0} hours"),
        () => format!("{:.0} days", hours / 24.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_rounded_to_their_unit() {
        for (seconds, text) in [
            (61.0, "61 seconds"),
            (5_400.0, "90 minutes"),
            (66_243.0, "18 hours"),
            (1e6, "12 days"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }

    #[test]
    fn a_wait_ends_with_the_time() {
        let mut pace = Pace::default();
        let limit = Duration::from_secs(10);
        assert_eq!((pace.wait(limit), pace.is_over()), (limit, false));
        pace.until(Some(Instant::now() + Duration::from_secs(5)));
        assert!(pace.wait(limit) <= Duration::from_secs(5) && !pace.is_over());
        pace.until(Some(Instant::now()));
        assert_eq!((pace.wait(limit), pace.is_over()), (Duration::ZERO, true));
    }
}
