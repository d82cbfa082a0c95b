//! Corner codes of a format.

use super::super::code::Float;
use softfloat::Format;
use softfloat::StaticFormat;
use softfloat::mncore::{Half, Single};

/// So many corner codes of a floating-point format concern it alone; the others, behind them, the
/// next lower precision.
pub(super) const OWN: usize = 20;

/// The corner codes of a format, each once.
pub(in super::super) fn codes(f: &Format) -> Vec<u64> {
    let mut codes = match Float::of(f) {
        Some(float) => numbers(&float),
        None => integers(f.width),
    };
    let mut seen = std::collections::HashSet::new();
    codes.retain(|c| seen.insert(*c));
    codes
}

/// The next lower precision, if there is one.
pub(super) fn lower(f: &Float) -> Option<Float> {
    match f.width {
        64 => Float::of(&Single::FORMAT),
        32 => Float::of(&Half::FORMAT),
        _ => None,
    }
}

/// Low mantissa bits of both factors whose mutual product the MAU omits (s. 4.3); for half just some
/// low bits.
pub(super) const fn omitted(f: &Float) -> u64 {
    match f.width {
        64 => 0xffff,
        32 => 0x1f,
        _ => 0x7,
    }
}

fn numbers(f: &Float) -> Vec<u64> {
    let (ones, top) = (f.ones(), f.top);
    let own: [u64; OWN] = [
        f.code(false, 0, 0),
        f.code(true, 0, 0),
        f.code(true, 0, 1),
        f.code(false, 0, ones),
        f.code(false, 1, 0),
        f.code(true, 1, ones),
        f.at(false, 0, 0),
        f.at(true, 0, 0),
        f.at(false, 0, 1),
        f.at(false, -1, ones),
        f.at(true, 0, 1 << (f.body - 1)),
        f.at(false, 0, omitted(f)),
        f.at(true, 2, ones ^ ones >> 2 | 1),
        f.code(false, top - 1, ones),
        f.code(true, top - 1, ones - 1),
        f.code(false, top - 1, 0),
        f.code(false, top, 0),
        f.code(true, top, 0),
        f.code(false, top, 1),
        f.code(true, top, ones),
    ];
    let mut codes = own.to_vec();
    if let Some(low) = lower(f) {
        codes.extend(around_lower(f, &low));
    }
    codes
}

/// Codes about the limits and the last place of a lower precision.
fn around_lower(f: &Float, low: &Float) -> [u64; 10] {
    let half = 1 << (f.body - low.body - 1);
    let (emax, emin) = (low.emax(), low.emin());
    [
        // Rounds up past the largest number, and does not.
        f.at(false, emax, f.ones() - half + 1),
        f.at(true, emax, f.ones() - half),
        f.at(false, emax + 1, 0),
        // The smallest number; rounds up to it, and does not.
        f.at(false, emin, 0),
        f.at(true, emin - 1, f.ones() - half / 2 + 1),
        f.at(false, emin - 1, f.ones() - half),
        // Ties to an even and an odd neighbour; just below and above.
        f.at(false, 0, half),
        f.at(true, 0, 3 * half),
        f.at(false, 0, half - 1),
        f.at(true, 0, half + 1),
    ]
}

fn integers(width: u32) -> Vec<u64> {
    let ones = u64::MAX >> (64 - width);
    let top = 1 << (width - 1);
    let w = u64::from(width);
    let alternating = 0x5555_5555_5555_5555 & ones;
    vec![
        0,
        1,
        2,
        ones,
        ones - 1,
        top,
        top + 1,
        top - 1,
        alternating,
        alternating << 1,
        w - 1,
        w,
        w + 1,
        2 * w - 1,
        2 * w,
        2 * w + 1,
    ]
}
