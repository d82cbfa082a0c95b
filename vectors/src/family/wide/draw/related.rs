//! Operands that hang together: multiples, powers of two and what scales to the ends of the range, numbers beside each other.

use super::codes::Codes;
use super::words::push;
use crate::draw::Cases;
use crate::draw::rng::Rng;
use crate::family::ieee::Operation;
use crate::family::ieee::augmented::all_ones;
use crate::registry::Plan;
use softfloat::wide::Decoded;
use softfloat::{Env, Rounding, Unrounded};

/// Dividends at multiples and half multiples of the divisor and beside them, near and far.
pub(super) fn multiples(codes: &Codes, cases: &mut Cases) {
    let (p, ones) = (i64::from(codes.fraction) + 1, codes.ones());
    let fractions = [0, 1, ones, ones >> 1, ones / 3];
    for (i, fraction) in fractions.into_iter().enumerate() {
        let y = codes.at(i % 2 == 1, 0, fraction);
        for halves in [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17] {
            let x = times(codes, y, halves & 4 == 4, halves, -1);
            for x in [x - 1, x, x + 1] {
                push(cases, &[x, y]);
            }
        }
        for distance in [-2, -1, 0, 1, 2, 63, 64, 65, p - 1, p, p + 1, p + 2, 2 * p, 255, 256, 257]
        {
            for own in fractions {
                push(cases, &[codes.at(distance & 1 == 1, distance, own), y]);
            }
        }
        // As far from each other as can be.
        for own in fractions {
            for low in [codes.field(false, 1, fraction), codes.field(false, 0, fraction | 1)] {
                push(cases, &[codes.at(i % 2 == 0, codes.bias, own), low]);
            }
        }
    }
}

/// A multiple of a number by some halves, or beside one; of what is no number other than 0, anything.
pub(super) fn multiple(rng: &mut Rng, codes: &Codes, y: u128) -> u128 {
    let bits = 1 + rng.below(60);
    let halves = rng.next() >> (64 - bits) | 1;
    let near = times(codes, y, rng.one_in(2), halves, -1);
    near.wrapping_add_signed(rng.around(1).into()) & (codes.minus() << 1).wrapping_sub(1)
}

/// A magnitude times an integer and a power of two, toward zero; of what is no number that integer alone.
fn times(codes: &Codes, y: u128, sign: bool, n: u64, power: i32) -> u128 {
    let (exponent, significand) = match codes.wide.decode(y) {
        Decoded::Finite { exponent, significand: significand @ 1.., .. } => {
            let zeros = significand.trailing_zeros();
            (exponent + zeros as i32, significand >> zeros)
        }
        _ => (0, 1),
    };
    // Where there is no room for all bits of the integer, its first.
    let spare = significand.leading_zeros();
    let drop = (64 - n.leading_zeros()).saturating_sub(spare);
    let exact =
        Unrounded::exact(sign, exponent + power + drop as i32, significand * u128::from(n >> drop));
    codes.wide.pack(&Env::IEEE.rounding(Rounding::TowardZero), exact).bits
}

/// Each corner by powers of two to the ends of the range and far beyond; ties below the normal numbers.
pub(super) fn scales(codes: &Codes, corners: &[u128], cases: &mut Cases) {
    let (p, bias, ones) = (i64::from(codes.fraction) + 1, codes.bias, codes.ones());
    let mut amounts = vec![0, 1, 2, p - 1, p, bias - 1, bias, bias + 1, 2 * bias - 1, 2 * bias];
    amounts.extend([2 * bias + 1, 2 * bias + p - 2, 2 * bias + p - 1, 2 * bias + p]);
    amounts.extend([4 * bias, 1 << 20, (1 << 20) + 1, i32::MAX.into()]);
    for x in corners {
        for n in amounts.iter().flat_map(|n| [*n, -n]).chain([i32::MIN.into()]) {
            push(cases, &[*x, word(n)]);
        }
    }
    for below in 0..=p + 1 {
        let lost = ones >> (p - 1 - below).clamp(0, p - 1);
        let half = lost ^ lost >> 1;
        for fraction in [0, 1, half, half + 1, half.wrapping_sub(1), ones ^ lost | half, ones] {
            push(cases, &[codes.at(below & 1 == 1, 0, fraction), word(1 - bias - below)]);
        }
    }
}

/// A power to scale by: small, to the ends of the range, or any.
pub(super) fn scale(rng: &mut Rng, codes: &Codes) -> u128 {
    let range = 2 * codes.bias + i64::from(codes.fraction);
    let any = i64::from(rng.next() as u32 as i32);
    word(match rng.below(8) {
        0 | 1 => rng.around(4),
        2..=4 => rng.around(range + 4),
        5 | 6 => rng.around(codes.fraction.into()) - codes.bias,
        _ => any,
    })
}

/// An integer of 32 bits.
fn word(n: i64) -> u128 {
    (n as i32 as u32).into()
}

/// The ends of binades, and every power of two among the subnormal numbers.
pub(super) fn powers(codes: &Codes, cases: &mut Cases) {
    let (ones, most) = (codes.ones(), 2 * codes.bias);
    for sign in [false, true] {
        for field in (0..=3).chain(codes.bias - 2..=codes.bias + 2).chain(most - 2..=most + 1) {
            for fraction in [0, 1, ones, ones - 1, ones >> 1] {
                push(cases, &[codes.field(sign, field, fraction)]);
            }
        }
        (0..codes.fraction).for_each(|i| push(cases, &[codes.field(sign, 0, 1 << i)]));
    }
}

/// Each corner and what lies beside it, with either sign.
pub(super) fn near(codes: &Codes, corners: &[u128], cases: &mut Cases) {
    for x in corners {
        for y in [*x, x.wrapping_add(1), x.wrapping_sub(1)] {
            push(cases, &[*x, y]);
            push(cases, &[*x, y ^ codes.minus()]);
        }
    }
}

/// Products about the smallest normal number and below, whose rests lie below the least one.
pub(in super::super) fn tiny_products(plan: &Plan, cases: &mut Cases) {
    let Some(codes) = Codes::of(&plan.operands[0].format) else { return };
    let (p, ones) = (i64::from(codes.fraction) + 1, codes.ones());
    for above in (-p - 2..=p + 2).step_by(2) {
        let (half, exponent) = (-codes.bias / 2, 1 - codes.bias + above);
        for (a, b) in
            [(0, 0), (1, 1), (1, ones), (ones, ones), (1 << (p / 2), 1 << (p / 3)), (0, 1)]
        {
            push(cases, &[codes.at(above & 2 == 2, half, a), codes.at(false, exponent - half, b)]);
        }
    }
}

/// Results half a place above the largest number, which do not overflow, and beside it (NUM-D73).
pub(in super::super) fn half_above(plan: &Plan, operation: Operation, cases: &mut Cases) {
    let Some(codes) = Codes::of(&plan.operands[0].format) else { return };
    let p = codes.fraction + 1;
    let up = codes.bias - i64::from(p);
    let at = |significand: u128, exponent: i64| {
        let lead = significand.ilog2();
        codes.at(false, exponent + i64::from(lead), significand << (p - 1 - lead) & codes.ones())
    };
    let (a, b) = match operation {
        Operation::Mul => {
            let Some((a, b)) = all_ones(p + 1) else { return };
            (at(a, up - up / 2), at(b, up / 2))
        }
        _ => (codes.at(false, codes.bias, codes.ones()), codes.at(false, up, 0)),
    };
    let minus = codes.minus();
    let [second, both] = match operation {
        Operation::Mul => [0, 0],
        Operation::Sub => [minus, minus],
        _ => [0, minus],
    };
    for b in [b, b + 1, b - 1] {
        for (x, y) in [(a, b), (b, a)] {
            push(cases, &[x, y ^ second]);
            push(cases, &[x ^ minus, y ^ second ^ both]);
        }
    }
}
