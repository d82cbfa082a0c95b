//! Laws of the operations that need no reference.

use proptest::prelude::*;
use softfloat::format::{Bf16, Binary16, Binary32, Binary64, Fp8E4m3Ocp, Fp8E5m2Ocp, Tf32};
use softfloat::ieee::{MinMax, Relation};
use softfloat::{Env, Flags, Format, NanRule, Rounded, Rounding, StaticFormat, Tininess, Value};

const FORMATS: [Format; 7] = [
    Binary16::FORMAT,
    Binary32::FORMAT,
    Binary64::FORMAT,
    Bf16::FORMAT,
    Tf32::FORMAT,
    Fp8E4m3Ocp::FORMAT,
    Fp8E5m2Ocp::FORMAT,
];

/// The formats that code as IEEE's: there a code's order is the number's.
fn format() -> impl Strategy<Value = Format> {
    proptest::sample::select(&FORMATS[..])
}

fn env() -> impl Strategy<Value = Env> {
    let tininess = prop_oneof![Just(Tininess::Before), Just(Tininess::After)];
    (proptest::sample::select(&Rounding::ALL[..]), tininess).prop_map(|(rounding, tininess)| Env {
        rounding,
        tininess,
        ..Env::IEEE
    })
}

/// A format, rules, and three codes of it, of all bits or with exponents near that of 1.
fn case() -> impl Strategy<Value = (Format, Env, [u64; 3])> {
    (format(), env(), any::<[u64; 3]>(), any::<[bool; 3]>()).prop_map(|(f, env, x, near)| {
        let mask = u64::MAX >> (64 - f.width) & u64::MAX << f.pad;
        let place = f.man_bits + f.pad;
        let exponents = (f.top() as u64) << place;
        let body = |code: u64| {
            let small = (code >> place & 7).wrapping_sub(4);
            let field = (f.bias as u64).wrapping_add(small) & f.top() as u64;
            code & !exponents | field << place
        };
        let codes = std::array::from_fn(|i| if near[i] { body(x[i]) & mask } else { x[i] & mask });
        (f, env, codes)
    })
}

fn sign(f: &Format) -> u64 {
    1 << (f.width - 1)
}

fn is_nan(f: &Format, code: u64) -> bool {
    matches!(f.decode::<u64>(code), Value::Nan { .. })
}

fn is_finite(f: &Format, code: u64) -> bool {
    matches!(f.decode::<u64>(code), Value::Finite(_))
}

fn is_zero(f: &Format, code: u64) -> bool {
    matches!(f.decode::<u64>(code), Value::Finite(u) if u.significand == 0)
}

fn negated(f: &Format, r: Rounded<u64>) -> Rounded<u64> {
    unsigned(f, Rounded { bits: r.bits ^ sign(f), flags: r.flags })
}

/// A NaN without its sign: that of E4M3 shows the sign of what overflowed.
fn unsigned(f: &Format, r: Rounded<u64>) -> Rounded<u64> {
    Rounded { bits: if is_nan(f, r.bits) { r.bits & !sign(f) } else { r.bits }, flags: r.flags }
}

/// The rules with up and down exchanged.
fn mirrored(env: &Env) -> Env {
    env.rounding(match env.rounding {
        Rounding::Up => Rounding::Down,
        Rounding::Down => Rounding::Up,
        same => same,
    })
}

/// Whether a <= b, as numbers.
fn at_most(f: &Format, a: u64, b: u64) -> bool {
    matches!(f.compare(a, b, false, &Env::IEEE).0, Relation::Less | Relation::Equal)
}

fn one(f: &Format) -> u64 {
    (f.bias as u64) << (f.man_bits + f.pad)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn operands_may_be_exchanged((f, env, [a, b, c]) in case()) {
        prop_assert_eq!(f.add(a, b, &env), f.add(b, a, &env));
        prop_assert_eq!(f.mul(a, b, &env), f.mul(b, a, &env));
        prop_assert_eq!(f.fma(a, b, c, &env), f.fma(b, a, c, &env));
        let first = Env { nan: NanRule::Arm, ..env };
        if !is_nan(&f, a) || !is_nan(&f, b) {
            prop_assert_eq!(f.add(a, b, &first), f.add(b, a, &first));
        }
    }

    #[test]
    fn a_number_less_itself_is_zero((f, env, [a, ..]) in case()) {
        prop_assume!(is_finite(&f, a));
        let zero = if env.rounding == Rounding::Down { sign(&f) } else { 0 };
        prop_assert_eq!(f.sub(a, a, &env), Rounded { bits: zero, flags: Flags::NONE });
    }

    #[test]
    fn subtraction_adds_the_negative((f, env, [a, b, _]) in case()) {
        prop_assert_eq!(f.sub(a, b, &env), f.add(a, b ^ sign(&f), &env));
    }

    /// But for the zero of a sum that cancels, which is not mirrored.
    #[test]
    fn signs_mirror_the_directions((f, env, [a, b, c]) in case()) {
        let (s, mirror) = (sign(&f), mirrored(&env));
        let is = |r| unsigned(&f, r);
        prop_assert_eq!(is(f.mul(a ^ s, b, &mirror)), negated(&f, f.mul(a, b, &env)));
        prop_assert_eq!(is(f.div(a ^ s, b, &mirror)), negated(&f, f.div(a, b, &env)));
        let sum = f.add(a, b, &env);
        if !is_zero(&f, sum.bits) {
            prop_assert_eq!(is(f.add(a ^ s, b ^ s, &mirror)), negated(&f, sum));
        }
        let fused = f.fma(a, b, c, &env);
        if !is_zero(&f, fused.bits) {
            prop_assert_eq!(is(f.fma(a ^ s, b, c ^ s, &mirror)), negated(&f, fused));
        }
        prop_assert_eq!(is(f.remainder(a ^ s, b, &mirror)), negated(&f, f.remainder(a, b, &env)));
        prop_assert_eq!(is(f.fmod(a ^ s, b ^ s, &mirror)), negated(&f, f.fmod(a, b, &env)));
    }

    /// Down <= any direction <= up; the inexact result lies strictly between.
    #[test]
    fn directions_bracket((f, env, [a, b, c]) in case()) {
        let (down, up) = (env.rounding(Rounding::Down), env.rounding(Rounding::Up));
        for (low, mid, high) in [
            (f.add(a, b, &down), f.add(a, b, &env), f.add(a, b, &up)),
            (f.mul(a, b, &down), f.mul(a, b, &env), f.mul(a, b, &up)),
            (f.div(a, b, &down), f.div(a, b, &env), f.div(a, b, &up)),
            (f.fma(a, b, c, &down), f.fma(a, b, c, &env), f.fma(a, b, c, &up)),
            (f.sqrt(a, &down), f.sqrt(a, &env), f.sqrt(a, &up)),
        ] {
            if is_nan(&f, low.bits) || is_nan(&f, mid.bits) || is_nan(&f, high.bits) {
                continue;
            }
            prop_assert!(at_most(&f, low.bits, mid.bits) && at_most(&f, mid.bits, high.bits));
            let inexact = low.flags.contains(Flags::INEXACT);
            prop_assert_eq!(inexact, high.flags.contains(Flags::INEXACT));
            prop_assert_eq!(inexact, !at_most(&f, high.bits, low.bits));
            if inexact {
                prop_assert!(mid.bits == low.bits || mid.bits == high.bits);
                prop_assert_eq!(f.next_up(low.bits, &Env::IEEE).bits, high.bits);
            }
        }
    }

    /// A greater operand makes no lesser sum, product with a positive number, or root.
    #[test]
    fn results_are_monotonic((f, env, [a, b, c]) in case()) {
        prop_assume!(!is_nan(&f, a) && !is_nan(&f, b));
        let (a, b) = if at_most(&f, a, b) { (a, b) } else { (b, a) };
        let c = if is_finite(&f, c) { c } else { 0 };
        let positive = c & !sign(&f);
        for (low, high) in [
            (f.add(a, c, &env), f.add(b, c, &env)),
            (f.mul(a, positive, &env), f.mul(b, positive, &env)),
            (f.sqrt(a, &env), f.sqrt(b, &env)),
            (f.round_to_integral(a, true, &env), f.round_to_integral(b, true, &env)),
        ] {
            if !is_nan(&f, low.bits) && !is_nan(&f, high.bits) {
                prop_assert!(at_most(&f, low.bits, high.bits), "{:?} {:?}", low, high);
            }
        }
    }

    #[test]
    fn fused_with_one_is_a_sum((f, env, [a, b, _]) in case()) {
        prop_assert_eq!(f.fma(a, one(&f), b, &env), f.add(a, b, &env));
        prop_assert_eq!(f.fma(one(&f), a, b, &env), f.add(a, b, &env));
    }

    #[test]
    fn fused_with_zero_is_a_product((f, env, [a, b, _]) in case()) {
        // A zero of the product's sign changes nothing.
        let zero = (a ^ b) & sign(&f);
        prop_assert_eq!(f.fma(a, b, zero, &env), f.mul(a, b, &env));
    }

    /// r = root rounded down, next up: r^2 <= a <= up^2, decided by the sign of an exact fused
    /// result.
    #[test]
    fn roots_bracket((f, _env, [a, ..]) in case()) {
        let down = Env::IEEE.rounding(Rounding::Down);
        let a = a & !sign(&f);
        let r = f.sqrt(a, &down);
        prop_assume!(is_finite(&f, r.bits) && !is_zero(&f, r.bits) && !r.flags.contains(Flags::INVALID));
        let up = f.next_up(r.bits, &Env::IEEE).bits;
        let minus = a ^ sign(&f);
        let below = f.fma(r.bits, r.bits, minus, &Env::IEEE.rounding(Rounding::Up));
        let above = f.fma(up, up, minus, &Env::IEEE.rounding(Rounding::Down)).bits;
        prop_assert!(at_most(&f, below.bits, 0));
        prop_assert!(at_most(&f, 0, above));
        let exact = is_zero(&f, below.bits) && below.flags.is_empty();
        prop_assert_eq!(exact, r.flags.is_empty());
    }

    /// What a division leaves, by one fused operation, has the sign that says which way it
    /// was rounded.
    #[test]
    fn quotients_bracket((f, _env, [a, b, _]) in case()) {
        let r = f.div(a, b, &Env::IEEE.rounding(Rounding::TowardZero));
        prop_assume!(is_finite(&f, r.bits) && is_finite(&f, a) && is_finite(&f, b));
        prop_assume!(!r.flags.contains(Flags::OVERFLOW) && !r.flags.contains(Flags::UNDERFLOW));
        let s = sign(&f);
        let rest = f.fma(r.bits ^ s, b, a, &Env::IEEE.rounding(Rounding::Up)).bits;
        let other = f.fma(r.bits ^ s, b, a, &Env::IEEE.rounding(Rounding::Down)).bits;
        let nothing = is_zero(&f, rest) && is_zero(&f, other);
        prop_assert_eq!(nothing, r.flags.is_empty());
        let outer = if a & s == 0 { rest } else { other };
        prop_assert!(nothing || outer & s == a & s);
    }

    /// |remainder| <= |b| / 2, |fmod| < |b|, and both exact.
    #[test]
    fn remainders_are_small((f, env, [a, b, _]) in case()) {
        prop_assume!(is_finite(&f, a) && is_finite(&f, b) && !is_zero(&f, b));
        let (near, cut) = (f.remainder(a, b, &env), f.fmod(a, b, &env));
        prop_assert!(near.flags.is_empty() && cut.flags.is_empty());
        let magnitude = |code: u64| code & !sign(&f);
        prop_assert!(!at_most(&f, magnitude(b), magnitude(cut.bits)));
        let rest = f.sub(magnitude(b), magnitude(near.bits), &Env::IEEE.rounding(Rounding::Down));
        prop_assert!(at_most(&f, magnitude(near.bits), rest.bits));
        prop_assert!(is_zero(&f, cut.bits) || cut.bits & sign(&f) == a & sign(&f));
    }

    #[test]
    fn integral_values_stay((f, env, [a, ..]) in case()) {
        let once = f.round_to_integral(a, true, &env);
        prop_assume!(!is_nan(&f, once.bits));
        let twice = f.round_to_integral(once.bits, true, &env);
        prop_assert_eq!(twice, Rounded { bits: once.bits, flags: Flags::NONE });
        let quiet = f.round_to_integral(a, false, &env);
        prop_assert_eq!(quiet, Rounded { bits: once.bits, flags: Flags::NONE });
    }

    #[test]
    fn up_and_down_are_inverse((f, _env, [a, ..]) in case()) {
        prop_assume!(is_finite(&f, a) && !is_zero(&f, a));
        let up = f.next_up(a, &Env::IEEE).bits;
        prop_assert!(is_nan(&f, up) || at_most(&f, a, up));
        if up != a && is_finite(&f, up) && !is_zero(&f, up) {
            prop_assert_eq!(f.next_down(up, &Env::IEEE).bits, a);
        }
    }

    #[test]
    fn scaling_and_back((f, env, [a, ..]) in case()) {
        prop_assume!(is_finite(&f, a));
        let up = f.scale_b(a, 1, &env);
        if up.flags.is_empty() {
            prop_assert_eq!(f.scale_b(up.bits, -1, &env), Rounded { bits: a, flags: Flags::NONE });
            prop_assert_eq!(f.add(a, a, &env), up);
        }
    }

    #[test]
    fn minimum_and_maximum_are_the_operands((f, env, [a, b, _]) in case()) {
        prop_assume!(!is_nan(&f, a) && !is_nan(&f, b));
        let low = f.min_max(MinMax::Minimum, a, b, &env).bits;
        let high = f.min_max(MinMax::Maximum, a, b, &env).bits;
        prop_assert!((low, high) == (a, b) || (low, high) == (b, a));
        prop_assert!(f.total_order(low, high) && at_most(&f, low, high));
    }
}
