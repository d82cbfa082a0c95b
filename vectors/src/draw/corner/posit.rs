//! Corner codes of posits: every length of the regime, with fractions of zeros and ones; numbers halfway between two.

use super::Cases;
use softfloat::{Env, Format, Unrounded, Value, posit};

fn mask(f: &Format) -> u64 {
    u64::MAX >> (64 - f.width)
}

/// The code of the opposite number.
pub(crate) fn opposite(f: &Format, code: u64) -> u64 {
    code.wrapping_neg() & mask(f)
}

/// The corner codes; the last ones are left out of operations with three operands.
pub(crate) fn codes(f: &Format) -> Vec<u64> {
    let (nar, one) = (1u64 << (f.width - 1), 1u64 << (f.width - 2));
    let of = |x: u64, exponent: i32| value(f, Unrounded::exact(false, exponent, x.into()));
    let (half, two, three, wide) = (of(1, -1), of(1, 1), of(3, 0), of(0x5555_5555, -31));
    let mut codes = vec![0, nar, one, nar - 1, 1, one + 1, one - 1, half, two, three, 2, nar - 2];
    codes.extend([one, nar - 1, 1, one + 1, three, two].map(|code| opposite(f, code)));
    codes.extend([wide, opposite(f, one - 1)]);
    codes.extend([half, wide, 2, nar - 2].map(|code| opposite(f, code)));
    codes.extend([3, nar - 3, nar | one, of(5, -1), of(7, 3), opposite(f, of(3, -2))]);
    if f.width <= 6 {
        codes.extend(0..1 << f.width);
    }
    codes.iter().map(|code| code & mask(f)).collect()
}

/// Positive codes about every length of the regime.
pub(crate) fn regimes(f: &Format) -> Vec<u64> {
    let most = mask(f) >> 1;
    let mut all = vec![most, most - 1];
    for place in 0..f.width - 1 {
        let power = 1u64 << place;
        all.extend([power - 1, power, power + 1, power | power >> 1, power | power >> 2]);
        let ones = most ^ (power - 1);
        all.extend([ones - 1, ones, ones + 1, ones ^ power, ones | power >> 1]);
    }
    all.retain(|code| (1..=most).contains(code));
    all.sort_unstable();
    all.dedup();
    all
}

/// The posit that a value becomes.
pub(crate) fn value(f: &Format, u: Unrounded<u128>) -> u64 {
    f.round_pack(&Env::IEEE, u).bits as u64
}

/// The code of half the last place of a number.
pub(crate) fn half_place(f: &Format, code: u64) -> Option<u64> {
    let Value::Finite(u) = f.decode::<u64>(code) else { return None };
    let lead = u.significand.checked_ilog2()? as i32 + u.exponent;
    let place = i32::try_from(f.last_place(lead.into())).ok()?;
    Some(value(f, Unrounded::exact(false, place - 1, 1)))
}

/// What lies just between a posit and the next, where a posit of one bit more can say it.
fn between(f: &Format, code: u64) -> Option<Unrounded<u128>> {
    let finer = Format::posit(f.width + 1, f.posit_exponent_bits()?).ok()?;
    match finer.decode::<u64>(2 * code + 1) {
        Value::Finite(u) => Some(u.cast()),
        _ => None,
    }
}

/// The cases of a conversion from or to posits; `corners` are both formats' corner codes.
pub(crate) fn conversion(from: &Format, to: &Format, corners: [Vec<u64>; 2], cases: &mut Cases) {
    let [corners, targets] = corners;
    let signs = |cases: &mut Cases, code: u64| {
        cases.push(&[code]);
        cases.push(&[negated(from, code)]);
    };
    let own = if from.is_posit() { regimes(from) } else { corners };
    own.iter().for_each(|code| signs(cases, *code));
    if to.is_posit() {
        for code in regimes(to) {
            let exact = match to.decode::<u64>(code) {
                Value::Finite(u) => Some(u.cast()),
                _ => None,
            };
            for u in [exact, between(to, code)].into_iter().flatten() {
                near(from, u).into_iter().for_each(|code| signs(cases, code));
            }
        }
    } else {
        for code in targets {
            let Value::Finite(u) = to.decode::<u64>(code) else { continue };
            let place = i32::try_from(to.last_place(i64::from(u.exponent))).unwrap_or(0);
            let half = Unrounded::exact(u.sign, u.exponent - 1, 2 * u128::from(u.significand) + 1);
            let finer = Unrounded::exact(u.sign, place - 1, 1);
            for u in [u.cast(), half, finer] {
                near(from, u).into_iter().for_each(|code| signs(cases, code));
            }
        }
        halves(from, cases);
    }
}

/// Halves of small integers, and what lies beside them.
pub(crate) fn halves(from: &Format, cases: &mut Cases) {
    for n in (0..40).chain([127, 128, 255, 256, 511, 513, 65535, 131_071, u32::MAX.into()]) {
        for code in near(from, Unrounded::exact(false, -1, n)) {
            cases.push(&[code]);
            cases.push(&[negated(from, code)]);
        }
    }
}

/// The code that a value becomes and those beside it.
pub(super) fn near(f: &Format, u: Unrounded<u128>) -> [u64; 3] {
    let rules = posit::rules(f, f, &Env::IEEE);
    let code = f.round_pack(&rules, u).bits as u64 & mask(f);
    [code, code.wrapping_add(1) & mask(f), code.wrapping_sub(1) & mask(f)]
}

/// The code of the opposite number, as the format has it.
pub(super) fn negated(f: &Format, code: u64) -> u64 {
    if f.has_sign_bit() { code ^ 1 << (f.width - 1) } else { opposite(f, code) }
}
