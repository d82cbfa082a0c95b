//! Formats whose precision falls with the distance from 1. Below the sign a code has a regime, a run of equal bits and one
//! that ends it; then an exponent bit e and a fraction. Bits that there is no room for are 0. The magnitude is
//! 2^(2k + e) (1 + fraction), with k = r - 1 of a run of r ones and -r of a run of r zeros; 0 of zeros alone.

use std::cmp::Ordering;

use crate::Rational;

use super::env::{Env, Flags, Rounding, Underflow};
use super::facts::Facts;
use super::special::overflowed;

/// The number that the bits below the sign stand for.
pub(super) fn magnitude(f: &Facts, code: u64) -> Rational {
    if code == 0 {
        return Rational::new();
    }
    let bits: Vec<bool> = (0..f.man_bits).rev().map(|place| code >> place & 1 == 1).collect();
    let run = bits.iter().take_while(|bit| **bit == bits[0]).count();
    let k = if bits[0] { run as i32 - 1 } else { -(run as i32) };
    let mut rest = bits.into_iter().skip(run + 1);
    let exponent = 2 * k + i32::from(rest.next().unwrap_or(false));
    // 1 and the fraction, as an integer of units of the last place.
    let (units, places) =
        rest.fold((1, 0), |(n, places), bit| (2 * n + u64::from(bit), places + 1));
    Rational::from(units) << (exponent - places)
}

/// The code of the number (-1)^sign v: the nearest in value of the two beside it, by the rules of `env`. Behind the largest
/// one more is thought, as far away as the one before it.
pub(super) fn encode(f: &Facts, sign: bool, v: &Rational, env: &Env) -> (u64, Flags) {
    if v.is_zero() {
        return (0, Flags::NONE);
    }
    let all: Vec<Rational> = (0..=f.max_finite).map(|code| magnitude(f, code)).collect();
    let [.., before, largest] = &all[..] else { unreachable!("there are numbers") };
    let end = largest * 2 - before;
    let below = all.iter().rposition(|number| number <= v).expect("0 is below all");
    let above = all.get(below + 1).unwrap_or(&end);
    let signed = |code: usize| code as u64 | if sign && code > 0 { f.sign_bit() } else { 0 };
    if all[below] == *v {
        return (signed(below), Flags::NONE);
    }
    if below == 0 && env.underflow != Underflow::Gradual {
        return (0, Flags::UNDERFLOW);
    }
    let nearer = (v * 2u32).cmp(&(&all[below] + above));
    let away = match env.rounding {
        Rounding::NearestEven => {
            nearer == Ordering::Greater || nearer == Ordering::Equal && below % 2 == 1
        }
        Rounding::NearestAway => nearer != Ordering::Less,
        Rounding::TowardZero => false,
        Rounding::Up => !sign,
        Rounding::Down => sign,
        Rounding::ToOdd => below % 2 == 0,
    };
    let code = below + usize::from(away);
    if *v >= end || code == all.len() {
        return (overflowed(f, sign, env), Flags::OVERFLOW);
    }
    (signed(code), Flags { inexact: true, underflow: below == 0, ..Flags::NONE })
}
