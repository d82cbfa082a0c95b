//! Arguments that are numbers, with errors that say what is right.

use crate::failure::Failure;
use std::num::NonZeroUsize;
use std::time::Duration;
use vectors::part::Covers;

/// A whole number from 0 to 2^64 - 1.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "right is a whole number from 0 to 2^64 - 1".to_owned())
}

/// How many of something that fits in memory.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "right is a whole number".to_owned())
}

/// Refuses what only random cases have, of another cover.
pub(crate) fn drawn(cover: &Covers, count: Option<u64>, seed: Option<u64>) -> Result<(), Failure> {
    let given = match (cover.draws(), count, seed) {
        (true, ..) | (_, None, None) => return Ok(()),
        (_, Some(_), None) => "--count means",
        (_, None, Some(_)) => "--seed means",
        (_, Some(_), Some(_)) => "--count and --seed mean",
    };
    Err(Failure::input(format!(
        "{given} nothing to --cover {cover}, whose cases are what they are\n  right: --cover random, or without"
    )))
}

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    // Far more than any machine runs at once, far fewer than a process may start.
    text.parse()
        .ok()
        .filter(|n: &NonZeroUsize| n.get() <= 1024)
        .ok_or_else(|| "right is a whole number from 1 to 1024".to_owned())
}

/// Reads a time.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    time.filter(|t| !t.is_zero() && t.as_secs() < 1 << 32)
        .ok_or_else(|| "right is a number of seconds above 0 and below 2^32".to_owned())
}
