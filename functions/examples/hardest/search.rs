//! The arguments of a chunk whose values lie nearest to a border.

use crate::distance::distance;
use functions::Function;
use softfloat::Format;
use std::cmp::Reverse;
use std::ops::Range;

/// Codes a chunk.
pub(crate) const CHUNK: u64 = 1 << 16;

/// How much farther from a border the values of both neighbours must be, in bits. Where a function is
/// nearly a constant or the argument itself, all arguments are hard, and corner cases have them.
const ALONE: u32 = 4;

/// How much nearer to a border a value may be than the nearest of all arguments is by chance, in bits:
/// what is nearer still is so for a reason, too.
const LUCK: u32 = 8;

/// An argument, and its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hard {
    /// The k of 2^-k units in the last place.
    pub(crate) bits: u32,
    /// The operand.
    pub(crate) code: u64,
}

/// The number of codes of a format, padding left out.
pub(crate) fn codes(format: &Format) -> u64 {
    1 << (format.width - format.pad)
}

/// The hardest, the hardest first; of one significand at the same distance in several binades, as 1/x has
/// them, the first.
pub(crate) fn first(format: &Format, mut all: Vec<Hard>, keep: usize) -> Vec<Hard> {
    let fraction = |hard: &Hard| hard.code >> format.pad & ((1 << format.man_bits) - 1);
    all.sort_by_key(|hard| (Reverse(hard.bits), fraction(hard), hard.code));
    all.dedup_by_key(|hard| (hard.bits, fraction(hard)));
    all.truncate(keep);
    all
}

/// The hardest arguments of a chunk, at most `keep` of them, the hardest first.
pub(crate) fn hardest(function: Function, format: &Format, chunk: u64, keep: usize) -> Vec<Hard> {
    let of = |number: u64| distance(function, format, number << format.pad);
    let Range { start, end } = chunk * CHUNK..codes(format).min((chunk + 1) * CHUNK);
    let mut found: Vec<Hard> = Vec::new();
    let (mut before, mut this) = (start.checked_sub(1).and_then(of), of(start));
    for number in start..end {
        let next = if number + 1 < codes(format) { of(number + 1) } else { None };
        let worst = found.last().filter(|_| found.len() >= keep).map_or(0, |hard| hard.bits);
        let neighbours = before.unwrap_or(0).max(next.unwrap_or(0));
        let chance = format.width - format.pad + LUCK;
        let is_hard = |k: &u32| *k > worst && *k >= neighbours + ALONE && *k <= chance;
        if let Some(bits) = this.filter(is_hard) {
            // Of an odd or even function the positive twin is enough.
            let sign = 1 << (format.width - format.pad - 1);
            let twin = format.sign && number & sign != 0 && of(number ^ sign) == Some(bits);
            if !twin {
                found.push(Hard { bits, code: number << format.pad });
                found = first(format, found, keep);
            }
        }
        (before, this) = (this, next);
    }
    found
}
