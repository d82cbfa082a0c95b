//! Rounding of values between the codes of narrow formats, sticky ones included.

use crate::engine::judge::Judge;
use seeded::one_in;
use softfloat::{Bits, Env, NanRule, Rounded, Unrounded, Value};
use tests::bridge::{Pair, environments, narrow};

fn round<W: Bits>(to: &Pair, env: &Env, u: Unrounded<u64>) -> Rounded<u64> {
    let r = to.format.round_pack::<W>(env, u.cast());
    Rounded { bits: r.bits.wide() as u64, flags: r.flags }
}

fn check(to: &Pair, environments: &[Env], u: Unrounded<u64>) -> u64 {
    let theirs = Judge::new(to, to, environments).results(&Value::Finite(u));
    for (env, theirs) in environments.iter().zip(theirs) {
        for (bits, ours) in [
            (16, round::<u16>(to, env, u)),
            (64, round::<u64>(to, env, u)),
            (128, round::<u128>(to, env, u)),
        ] {
            let name = to.format.name;
            assert_eq!(ours, theirs, "{name} in {bits} bits: {u:x?}, {env:?}");
        }
    }
    environments.len() as u64
}

/// The environments that a number can tell apart.
fn for_numbers() -> Vec<Env> {
    let mut environments = environments();
    environments.retain(|env| env.nan == NanRule::Canonical);
    environments
}

/// From each code upwards in eighths of its last place to beyond the next, exact and sticky.
#[test]
fn between_neighbours() {
    let environments = for_numbers();
    let mut count = 0;
    let every = one_in(3) as usize;
    for to in narrow(8) {
        for code in to.codes().step_by(every) {
            let Value::Finite(u) = to.format.decode::<u64>(code) else { continue };
            for (eighths, sticky) in (0..=8).flat_map(|e| [(e, false), (e, true)]) {
                let significand = u.significand << 3 | eighths;
                let significand = if eighths == 8 { (u.significand + 1) << 3 } else { significand };
                let between = Unrounded { significand, exponent: u.exponent - 3, sticky, ..u };
                count += check(&to, &environments, between);
            }
        }
    }
    println!("{count} roundings");
}

/// Below the smallest and beyond the largest number of every format.
#[test]
fn beyond_the_ends() {
    let environments = for_numbers();
    let mut count = 0;
    let (formats, every) = (narrow(8), one_in(3) as usize);
    for (to, code) in formats.iter().flat_map(|to| ends(to).into_iter().map(move |c| (to, c))) {
        let Value::Finite(u) = to.format.decode::<u64>(code) else { continue };
        for shift in SHIFTS {
            let exponent = u.exponent + shift - 6;
            let some = (0..32).skip(shift.unsigned_abs() as usize % every).step_by(every);
            for (significand, sign) in some.flat_map(|s| [(s << 3, false), (s << 3 | 1, true)]) {
                // Sticky only two bits below the last place that is kept.
                let deep = if to.format.is_fixed() { shift <= 4 } else { significand > 64 };
                let zero = significand == 0 && shift <= 4 && code != to.format.max_finite();
                let sticky = significand & 8 == 0 && (deep || zero);
                let beyond = Unrounded { significand, exponent, sticky, sign };
                count += check(to, &environments, beyond);
            }
        }
    }
    println!("{count} roundings");
}

/// The codes next to which a format ends.
fn ends(to: &Pair) -> [u64; 3] {
    [to.format.min_normal(), to.format.max_finite(), 1]
}

const SHIFTS: [i32; 17] =
    [-200_000, -300, -20, -9, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 9, 300, 200_000];
