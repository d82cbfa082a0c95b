//! Posits, from the formula: below the sign a regime, a run of equal bits and one that ends it, then es exponent bits and a
//! fraction, all of them 0 where there is no room. The magnitude is 2^(2^es k + e) (1 + fraction), with k = r - 1 of a run of r
//! ones and -r of a run of r zeros. A negative number's code is that of its magnitude in two's complement; the sign alone is
//! NaR.
//!
//! What lies between two codes goes to the one on whose side of the posit with one bit more it lies that stands between
//! them; what is that posit, to the even code. Nothing but 0 becomes 0, nothing but NaR becomes NaR.

use std::cmp::Ordering;

use crate::Rational;

use super::facts::{Facts, ones};

/// The number that the `bits` bits below the sign stand for; not all of them are 0.
fn magnitude(bits: u32, es: u32, code: u128) -> Rational {
    let bits: Vec<bool> = (0..bits).rev().map(|place| code >> place & 1 == 1).collect();
    let run = bits.iter().take_while(|bit| **bit == bits[0]).count();
    let k = if bits[0] { run as i32 - 1 } else { -(run as i32) };
    let mut rest = bits.into_iter().skip(run + 1);
    let mut e = 0;
    for _ in 0..es {
        e = 2 * e + i32::from(rest.next().unwrap_or(false));
    }
    // 1 and the fraction, as an integer of units of the last place.
    let (units, places) =
        rest.fold((1, 0), |(n, places), bit| (2 * n + u128::from(bit), places + 1));
    Rational::from(units) << ((k << es) + e - places)
}

/// The sign of a code and the magnitude of its number; NaR has none.
pub(super) fn decode(f: &Facts, es: u32, code: u64) -> (bool, Option<Rational>) {
    let sign = code & f.sign_bit() != 0;
    let below = if sign { code.wrapping_neg() } else { code } & ones(f.width - 1);
    let magnitude = match (below, sign) {
        (0, true) => None,
        (0, false) => Some(Rational::new()),
        _ => Some(magnitude(f.width - 1, es, below.into())),
    };
    (sign, magnitude)
}

/// The code of the number with this sign that `compare` tells other magnitudes apart from: how it stands to each. And whether
/// the code stands for that number.
pub(in crate::reference) fn nearest(
    f: &Facts,
    es: u32,
    sign: bool,
    compare: impl Fn(&Rational) -> Ordering,
) -> (u64, bool) {
    let bits = f.width - 1;
    let is = |code: u128| compare(&magnitude(bits, es, code));
    // The largest code not above the number, 0 where all are.
    let (mut below, mut above) = (0, 1 << bits);
    while above - below > 1 {
        let middle = (below + above) / 2;
        if is(middle) == Ordering::Less { above = middle } else { below = middle }
    }
    let exact = below != 0 && is(below) == Ordering::Equal;
    let last = (1 << bits) - 1;
    let code = match below {
        0 => 1,
        code if exact || code == last => code,
        code => match compare(&magnitude(bits + 1, es, 2 * code + 1)) {
            Ordering::Less => code,
            Ordering::Equal => code + code % 2,
            Ordering::Greater => code + 1,
        },
    };
    let code = code as u64;
    (if sign { code.wrapping_neg() & ones(f.width) } else { code }, exact)
}

/// The code of the number (-1)^sign v, and whether it stands for it.
pub(in crate::reference) fn encode(f: &Facts, es: u32, sign: bool, v: &Rational) -> (u64, bool) {
    if v.is_zero() { (0, true) } else { nearest(f, es, sign, |other| v.cmp(other)) }
}
