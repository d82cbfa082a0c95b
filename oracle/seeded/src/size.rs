//! How many cases a test runs: one table for all tests.

use std::env;
use std::sync::OnceLock;

/// How much is run: `cargo xtask test`, `--all`, `--nightly`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What one waits for.
    Quick,
    /// What a continuous integration waits for.
    Full,
    /// What takes a night: spaces are enumerated.
    Whole,
}

/// Kinds of tests, by what a case costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A code through an operation of `softfloat` or of the processor: below a microsecond.
    Code,
    /// Operands of one operation of the registry, whose result is derived in arbitrary precision: tens of microseconds.
    Operands,
    /// A case's explanation, or another text of one: hundreds of microseconds.
    Explanation,
    /// A program or a text of one, read, written and looked through: tens of microseconds.
    Text,
    /// A program run by a machine and by its interpreter: a millisecond.
    Program,
}

/// The sizes: quick, full, whole.
const SIZES: [(Kind, [u64; 3]); 5] = [
    (Kind::Code, [8_192, 10_240, 1 << 20]),
    (Kind::Operands, [128, 160, 1 << 16]),
    (Kind::Explanation, [64, 80, 4_096]),
    (Kind::Text, [2_000, 2_500, 200_000]),
    (Kind::Program, [200, 250, 100_000]),
];

impl Kind {
    /// How many cases a test of this kind runs.
    #[must_use]
    pub fn cases(self) -> u64 {
        let Scale { level, times } = scale();
        let own = SIZES.iter().find(|row| row.0 == self).map_or(1, |row| row.1[level as usize]);
        own.saturating_mul(times)
    }
}

/// The level that the environment asks for.
#[must_use]
pub fn level() -> Level {
    scale().level
}

/// Of an enumeration, the quick level takes one case in so many, the full one a quarter more, the whole one all.
#[must_use]
pub fn one_in(quick: u64) -> u64 {
    match level() {
        Level::Quick => quick,
        Level::Full => (4 * quick).div_ceil(5),
        Level::Whole => 1,
    }
}

/// What `ASSAY_SCALE` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scale {
    level: Level,
    times: u64,
}

/// Read once: a test draws many streams.
fn scale() -> Scale {
    static SCALE: OnceLock<Scale> = OnceLock::new();
    *SCALE.get_or_init(|| {
        let text = env::var("ASSAY_SCALE").unwrap_or_default();
        read(&text).unwrap_or_else(|| {
            panic!("ASSAY_SCALE: expected quick, full, whole, a number, or such a word, a comma and a number; found `{text}`")
        })
    })
}

/// `full`, `8`, `full,8`.
fn read(text: &str) -> Option<Scale> {
    let word = |text| match text {
        "quick" => Some(Level::Quick),
        "full" => Some(Level::Full),
        "whole" => Some(Level::Whole),
        _ => None,
    };
    let number = |text: &str| text.parse().ok().filter(|times| *times > 0);
    match text.split_once(',') {
        None if text.is_empty() => Some(Scale { level: Level::Quick, times: 1 }),
        None => word(text)
            .map(|level| Scale { level, times: 1 })
            .or_else(|| number(text).map(|times| Scale { level: Level::Quick, times })),
        Some((level, times)) => Some(Scale { level: word(level)?, times: number(times)? }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_read() {
        let scale = |level, times| Some(Scale { level, times });
        assert_eq!(read(""), scale(Level::Quick, 1));
        assert_eq!(read("40"), scale(Level::Quick, 40));
        assert_eq!(read("full"), scale(Level::Full, 1));
        assert_eq!(read("whole,3"), scale(Level::Whole, 3));
        for wrong in ["0", "all", "full,", "3,full", "-1", "full,0", " 7"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_level_above_runs_no_less() {
        for (kind, sizes) in SIZES {
            assert!(sizes.is_sorted() && sizes[0] > 0, "{kind:?}");
        }
    }
}
