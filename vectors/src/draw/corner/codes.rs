//! Corner codes of a format.

use super::{p3109, posit};
use crate::draw::code::Float;
use softfloat::Format;

/// So many corner codes of a floating-point format concern it alone; the others, behind them, the
/// next lower precision.
pub(crate) const OWN: usize = 20;

/// Corner codes of the addend's lower half.
const LOW: usize = 6;

/// The corner codes of a format, each once.
pub(crate) fn codes(f: &Format) -> Vec<u64> {
    let mut codes = match Float::of(f) {
        Some(float) if f.ignores_mantissa_at_ends() => numbers(f, &float),
        Some(float) => ieee(f, &float),
        None if f.zeroless() => {
            let (one, max) = (f.bias as u64, f.max_finite());
            vec![0, 1, one - 1, one, one + 1, max - 1, max, max + 1]
        }
        None if f.is_fixed() => integers(f.width),
        None if f.is_posit() => posit::codes(f),
        None if f.is_p3109() => p3109::codes(f),
        None => (0..1 << f.width.min(8)).collect(),
    };
    let mut seen = std::collections::HashSet::new();
    codes.retain(|c| seen.insert(*c));
    codes
}

/// The next lower precision, if there is one.
pub(crate) fn lower(f: &Format) -> Option<Float> {
    Float::of(&f.lower()?)
}

/// Low mantissa bits of both factors whose mutual product the MAU omits (s. 4.3); for half just some
/// low bits.
pub(crate) const fn omitted(f: &Float) -> u64 {
    match f.width {
        64 => 0xffff,
        32 => 0x1f,
        _ => 0x7,
    }
}

fn numbers(format: &Format, f: &Float) -> Vec<u64> {
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
    if let Some(low) = lower(format) {
        codes.extend(around_lower(f, &low));
    }
    codes
}

/// The codes of a format with subnormal numbers, NaN or neither; [`OWN`] of them first.
fn ieee(f: &Format, float: &Float) -> Vec<u64> {
    let (ones, top, ulp) = (float.ones() >> f.pad << f.pad, float.top, 1 << f.pad);
    let max = f.max_finite();
    let minus = 1 << (f.width - 1);
    let mut codes = vec![
        0,
        minus,
        ulp,
        minus | ones,
        float.code(false, 1, 0),
        float.code(true, 1, ulp),
        float.at(false, 0, 0),
        float.at(true, 0, 0),
        float.at(false, 0, ulp),
        float.at(true, -1, ones),
        float.at(false, 0, 1 << (float.body - 1)),
        float.at(false, 1, 0),
        float.at(true, -1, 0),
        max,
        minus | max,
        minus | (max - ulp),
    ];
    let quiet = 1 << (float.body - 1);
    if f.has_signalling() {
        codes.extend([
            float.code(false, top, 0),
            float.code(true, top, 0),
            float.code(false, top, quiet),
            float.code(true, top, ulp),
        ]);
    } else if f.signs_nan() {
        codes.extend([false, true].into_iter().filter_map(|sign| f.nan(sign)));
    }
    // Other subnormal numbers, payloads, ignored bits; integers and halves about 2^p.
    codes.extend([minus | ulp, ones, minus | quiet, float.code(true, 1, 0)]);
    if f.has_signalling() {
        let payloads = [quiet | ulp, ones, quiet - ulp, (quiet >> 1) | ulp];
        codes.extend(payloads.iter().filter(|p| **p != 0).map(|p| float.code(true, top, *p)));
        codes.extend(payloads.iter().filter(|p| **p != 0).map(|p| float.code(false, top, *p)));
    }
    if f.pad > 0 {
        let ignored = ulp - 1;
        let heads = [0, minus, float.at(false, 0, 0), float.code(false, top, 0)];
        codes.extend(heads.map(|head| head | ignored));
        codes.extend([ulp | 1, float.code(true, top, quiet | 1), float.code(false, top, ulp | 1)]);
    }
    let p = i64::from(f.man_bits);
    for e in [p - 1, p, p + 1] {
        codes.extend([float.at(false, e, ones), float.at(true, e, ulp), float.at(false, e, 0)]);
    }
    if f.width <= 6 {
        codes.extend(0..1 << f.width);
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
    [
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
    .map(|code| code & ones)
    .to_vec()
}

/// The corner codes of the operands of an operation, fewer of addends in two halves.
pub(crate) fn shorten(lists: &mut [Vec<u64>]) {
    if let [_, _, high, low] = lists {
        high.truncate(2 * LOW);
        low.truncate(LOW);
    }
}
