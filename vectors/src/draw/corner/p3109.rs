//! Corner codes of P3109's formats; numbers of others that lie on theirs, halfway between, or beside that.

use super::posit::{near, negated};
use softfloat::{Format, Unrounded, Value};

/// The corner codes; the last ones are left out of operations with three operands.
pub(crate) fn codes(f: &Format) -> Vec<u64> {
    let (one, least, most) = ((f.bias as u64) << f.man_bits, f.min_normal(), f.max_finite());
    let nan = f.canonical_nan().unwrap_or(0);
    let minus = if f.sign { 1 << (f.width - 1) } else { 0 };
    let power = 1 << f.man_bits;
    let mut all = vec![0, nan, one, most, 1, least, one + 1, least - 1, most - 1, one - 1];
    if f.has_infinity() {
        all.extend([most + 1, minus | (most + 1)]);
    }
    if f.sign {
        all.extend([one, most, 1, least, one + 1, least - 1].map(|code| minus | code));
    }
    // Powers of two, three halves, one and a half of the least.
    all.extend([one + power, one - power.min(one), one + power / 2, 2, 3, most / 2, least + 1]);
    all.extend([most - power.min(most - 1), most ^ 1, one | power >> 1 | 1, one / 2 + 3]);
    if f.width <= 6 {
        all.extend(0..1 << f.width);
    }
    let mask = u64::MAX >> (64 - f.width);
    all.iter().map(|code| code & mask).collect()
}

/// Codes of a format, all of them where there are few, else some of every length.
fn every(f: &Format, corners: fn(&Format) -> Vec<u64>) -> Vec<u64> {
    const FEW: u64 = 512;
    let all = 1u64 << f.width;
    (0..all).step_by((all / FEW).max(1) as usize | 1).chain(corners(f)).collect()
}

/// Operands of a conversion of which one format is P3109's: its codes and corners; numbers that lie on the target's or halfway
/// between two, and those beside them. `corners` are the corner codes of any format.
pub(crate) fn sources(from: &Format, to: &Format, corners: fn(&Format) -> Vec<u64>) -> Vec<u64> {
    let mut all = if from.is_p3109() { every(from, corners) } else { corners(from) };
    let targets = if to.is_p3109() { every(to, corners) } else { corners(to) };
    for code in targets {
        let Value::Finite(u) = to.decode::<u64>(code) else { continue };
        let half = Unrounded::exact(u.sign, u.exponent - 1, 2 * u128::from(u.significand) + 1);
        for u in [u.cast(), half] {
            for code in near(from, u) {
                all.extend([code, negated(from, code)]);
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}
