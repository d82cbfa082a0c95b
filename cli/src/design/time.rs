//! How long what is asked of a design may take, and how many of how many cases were asked where its time was over.

use std::time::{Duration, Instant};
use vectors::diff::SIMPLER;

/// How long a mismatch is made simpler.
pub(crate) fn simpler(seconds: Option<Duration>) -> Duration {
    seconds.map_or(SIMPLER, |all| behind(all).min(SIMPLER))
}

/// When what is left to do with the answers must be done.
pub(crate) fn end(begun: Instant, seconds: Option<Duration>) -> Option<Instant> {
    seconds.map(|all| begun + all + behind(all))
}

/// Of a limited time less than a tenth or a second, behind its end.
fn behind(all: Duration) -> Duration {
    (all / 10).max(Duration::from_secs(1)) * 4 / 5
}

/// Of how many cases these are, where more were wanted.
pub(crate) fn of(asked: u64, wanted: u64) -> String {
    if asked < wanted { format!(" of={wanted}") } else { String::new() }
}

/// The line that says so.
pub(crate) fn stopped(asked: u64, wanted: u64) -> String {
    match asked < wanted {
        true => format!("stopped: the time was over, {asked} of {wanted} cases were asked\n"),
        false => String::new(),
    }
}
