//! What is not arithmetic alone, in formats that have another engine.

use super::{Both, code, environments};
use crate::format::{Binary16, Binary32, Binary64};
use crate::ieee::MinMax;
use crate::wide::{Rules, Wide};
use crate::{Env, Flags, NanRule, Rounded, Rounding, StaticFormat, Tininess};
use seeded::{Draw, Random};

/// Two codes, often equal but for a sign or the last bit.
fn pair(random: &mut Random, both: &Both) -> (u64, u64) {
    let a = code(random, &both.format);
    let minus = 1 << (both.format.width - 1);
    let b = match random.next() % 4 {
        0 => a ^ minus,
        1 => a ^ 1,
        2 => a,
        _ => code(random, &both.format),
    };
    (a, b)
}

fn all() -> [Both; 3] {
    [Binary16::FORMAT, Binary32::FORMAT, Binary64::FORMAT].map(Both::of)
}

#[test]
fn minimum_and_maximum() {
    let mut random = Random::new(11);
    for both in all() {
        for env in environments() {
            for variant in MinMax::ALL {
                for _ in 0..200 {
                    let (a, b) = pair(&mut random, &both);
                    let right = both.format.min_max(variant, a, b, &env);
                    let name = (both.format.name, variant, env, a, b);
                    let compute = |w: &Wide, of: &dyn Fn(u64) -> u128, r: &Rules| {
                        w.min_max(variant, of(a), of(b), r)
                    };
                    both.assert(right, &Rules::of(env), compute, &name);
                }
            }
        }
    }
}

#[test]
fn neighbours_and_exponents() {
    let mut random = Random::new(12);
    for both in all() {
        let f = &both.format;
        for env in environments() {
            let rules = Rules::of(env);
            for _ in 0..1000 {
                let a = code(&mut random, f);
                let n = match random.next() % 3 {
                    0 => random.next() as i64 >> (random.next() % 64),
                    _ => (random.next() % 5000) as i64 - 2500,
                };
                let name = (f.name, env, a, n);
                let case = |right, compute: &dyn Fn(&Wide, u128, &Rules) -> Rounded<u128>| {
                    both.assert(right, &rules, |w, of, r| compute(w, of(a), r), &name);
                };
                case(f.next_up(a, &env), &|w, a, r| w.next_up(a, r));
                case(f.next_down(a, &env), &|w, a, r| w.next_down(a, r));
                case(f.scale_b(a, n, &env), &|w, a, r| w.scale_b(a, n, r));
                case(f.log_b(a, &env), &|w, a, r| w.log_b(a, r));
                let right = f.log_b_integer(a, &env);
                for (w, a) in [(&both.hidden, a.into()), (&both.written, both.write(a))] {
                    let found = w.log_b_integer(a, &rules);
                    assert_eq!((found.bits.into(), found.flags), (right.bits, right.flags));
                }
            }
        }
    }
}

#[test]
fn total_order() {
    let mut random = Random::new(13);
    for both in all() {
        for _ in 0..20_000 {
            let (a, b) = pair(&mut random, &both);
            let right = both.format.total_order(a, b);
            let magnitudes = both.format.total_order_magnitude(a, b);
            let written = [both.write(a), both.write(b)];
            for (w, [x, y]) in [(&both.hidden, [a.into(), b.into()]), (&both.written, written)] {
                assert_eq!(w.total_order(x, y), right, "{} {a:x} {b:x}", both.format.name);
                assert_eq!(w.total_order_magnitude(x, y), magnitudes, "{a:x} {b:x}");
            }
        }
    }
}

#[test]
fn augmented() {
    let mut random = Random::new(14);
    for both in all() {
        let (f, w) = (&both.format, &both.hidden);
        for env in environments() {
            let rules = Rules::of(env);
            for _ in 0..2000 {
                let (a, b) = match random.next() % 4 {
                    0 => pair(&mut random, &both),
                    _ => (code(&mut random, f), code(&mut random, f)),
                };
                let wide = [u128::from(a), u128::from(b)];
                for (right, found) in [
                    (f.augmented_add(a, b, &env), w.augmented_add(wide[0], wide[1], &rules)),
                    (f.augmented_sub(a, b, &env), w.augmented_sub(wide[0], wide[1], &rules)),
                    (f.augmented_mul(a, b, &env), w.augmented_mul(wide[0], wide[1], &rules)),
                ] {
                    assert_eq!(
                        (found.high, found.low, found.flags),
                        (right.high.into(), right.low.into(), right.flags),
                        "{} {env:?} {a:x} {b:x}",
                        f.name
                    );
                }
            }
        }
    }
}

/// Ends of binary128 that no narrower format has.
#[test]
fn ends_of_binary128() {
    let (w, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    let quiet = |bits| Rounded { bits, flags: Flags::NONE };
    let ones = (1u128 << 112) - 1;
    assert_eq!(w.next_up(ones, &rules), quiet(1 << 112));
    assert_eq!(w.next_down(1 << 112, &rules), quiet(ones));
    assert_eq!(w.next_down(w.infinity(false), &rules), quiet(w.largest()));
    assert_eq!(w.scale_b(1, 16494, &rules), quiet(0x3fff << 112));
    assert_eq!(w.scale_b(1, 32877, &rules), quiet(0x7ffe << 112));
    let overflow = Flags::OVERFLOW | Flags::INEXACT;
    for n in [32878, i64::MAX] {
        let r = w.scale_b(1, n, &rules);
        assert_eq!((r.bits, r.flags), (w.infinity(false), overflow));
    }
    // 2^-16382 - 2^-16495 rounds to the least normal number, and is tiny all the same: it has no more bits than the format keeps.
    let below = Rules::of(Env { tininess: Tininess::After, ..Env::IEEE.rounding(Rounding::Up) });
    let both = Flags::UNDERFLOW | Flags::INEXACT;
    let r = w.scale_b(0x3fff << 112 | ones, -16383, &below);
    assert_eq!((r.bits, r.flags), (1 << 112, both));
}

/// A remainder of what is far smaller, or larger, than the divisor, by powers of two, of which it is known.
#[test]
fn remainders_of_numbers_far_apart() {
    let wide = Wide::BINARY128;
    let rules = Rules::of(Env::IEEE);
    let power = |k: i32| ((k + 16_383) as u128) << 112;
    let x = |k: i32| power(k) | 0b101 << 100;
    for far in (100..=400).chain([1000, 5000, 16_000]) {
        for k in [-16_000 - 382, -300, 0, 300] {
            if k + far < 16_384 {
                let found = wide.fmod(x(k), power(k + far), &rules);
                assert_eq!((found.bits, found.flags), (x(k), Flags::NONE), "2^{k}, 2^{far} more");
                let found = wide.remainder(x(k), power(k + far), &rules);
                assert_eq!((found.bits, found.flags), (x(k), Flags::NONE), "2^{k}, 2^{far} more");
                assert_eq!(wide.fmod(x(k + far), power(k), &rules).bits, 0, "2^{k}, 2^{far} less");
            }
        }
    }
    // 2^115 + 1 by 3: what is left of 2^odd is 2.
    assert_eq!(wide.fmod(power(111) | 1 << 1, power(1) | 1 << 111, &rules).bits, 0);
    assert_eq!(wide.fmod(power(112) | 1, power(1) | 1 << 111, &rules).bits, power(1));
}

/// The x87's choice among NaN: the larger significand.
#[test]
fn the_larger_nan_is_chosen_where_the_leading_bit_is_written() {
    let rules = Rules::of(Env { nan: NanRule::Sse, ..Env::IEEE });
    let nan = |payload: u128| 0x7fff << 64 | 0b11 << 62 | payload;
    let extended = Wide::EXTENDED80;
    for (a, b) in [(1, 2), (2, 1), (7, 1 << 40)] {
        assert_eq!(extended.add(nan(a), nan(b), &rules).bits, nan(a.max(b)));
    }
    let nan = |payload: u128| 0x7fff << 112 | 1 << 111 | payload;
    assert_eq!(Wide::BINARY128.add(nan(1), nan(2), &rules).bits, nan(1));
}
