//! The operations of the library and of the reference, side by side.

use crate::ieee::complete::{WIDTHS, integer};
use crate::ieee::known::{INTEGER_RULES, Known, NAN_RULES, every_direction, every_nan};
use crate::ieee::operands::draw;
use crate::random::{Draw, Random, cases};
use oracle::reference::engine::Flags as Raised;
use oracle::reference::ieee::{self, Choice, NanChoice, Operation, Order, Zeros};
use rstest::rstest;
use softfloat::ieee::{MinMax, Relation};
use softfloat::{Env, Flags, Format, Rounded, Rounding, Underflow};
use tests::bridge::{Pair, TININESSES, rounded, rules};

/// An operation that rounds, in the library.
pub(crate) fn ours(operation: Operation, f: &Format, x: &[u64], env: &Env) -> Rounded<u64> {
    match (operation, x) {
        (Operation::Add, &[a, b]) => f.add(a, b, env),
        (Operation::Sub, &[a, b]) => f.sub(a, b, env),
        (Operation::Mul, &[a, b]) => f.mul(a, b, env),
        (Operation::Div, &[a, b]) => f.div(a, b, env),
        (Operation::Remainder, &[a, b]) => f.remainder(a, b, env),
        (Operation::Fmod, &[a, b]) => f.fmod(a, b, env),
        (Operation::Sqrt, &[a]) => f.sqrt(a, env),
        (Operation::Fma, &[a, b, c]) => f.fma(a, b, c, env),
        _ => panic!("{operation:?} of {} operands", x.len()),
    }
}

/// The same by the reference.
pub(crate) fn theirs(operation: Operation, f: &Pair, x: &[u64], env: &Env) -> Rounded<u64> {
    rounded(ieee::evaluate(operation, &f.facts, x, &rules(env)))
}

/// Fails where library and reference differ.
#[track_caller]
pub(crate) fn agree(
    what: impl std::fmt::Debug,
    f: &Pair,
    x: &[u64],
    env: &Env,
    ours: Rounded<u64>,
    theirs: Rounded<u64>,
) {
    assert!(
        ours == theirs,
        "{} {what:?} {x:x?}: {ours:x?}, by the reference {theirs:x?}; {env:?}, seed {}",
        f.facts.name,
        crate::random::seed()
    );
}

/// Every variant of minimum and maximum with its definition.
pub(crate) const MIN_MAX: [(MinMax, Choice); 16] = {
    use NanChoice as N;
    use Order::{Greatest, GreatestMagnitude, Least, LeastMagnitude};
    use Zeros::{First, Ordered, Second};
    const fn of(order: Order, nan: NanChoice, zeros: Zeros) -> Choice {
        Choice { order, nan, zeros }
    }
    [
        (MinMax::MinNum, of(Least, N::NumberUnlessSignalling, First)),
        (MinMax::MaxNum, of(Greatest, N::NumberUnlessSignalling, First)),
        (MinMax::MinNumMag, of(LeastMagnitude, N::NumberUnlessSignalling, First)),
        (MinMax::MaxNumMag, of(GreatestMagnitude, N::NumberUnlessSignalling, First)),
        (MinMax::Minimum, of(Least, N::Nan, Ordered)),
        (MinMax::Maximum, of(Greatest, N::Nan, Ordered)),
        (MinMax::MinimumNumber, of(Least, N::Number, Ordered)),
        (MinMax::MaximumNumber, of(Greatest, N::Number, Ordered)),
        (MinMax::MinimumMagnitude, of(LeastMagnitude, N::Nan, Ordered)),
        (MinMax::MaximumMagnitude, of(GreatestMagnitude, N::Nan, Ordered)),
        (MinMax::MinimumMagnitudeNumber, of(LeastMagnitude, N::Number, Ordered)),
        (MinMax::MaximumMagnitudeNumber, of(GreatestMagnitude, N::Number, Ordered)),
        (MinMax::SseMin, of(Least, N::Second, Second)),
        (MinMax::SseMax, of(Greatest, N::Second, Second)),
        (MinMax::RiscVMin, of(Least, N::NumberOrCanonical, Ordered)),
        (MinMax::RiscVMax, of(Greatest, N::NumberOrCanonical, Ordered)),
    ]
};

/// Every minimum and maximum of two codes.
pub(crate) fn check_min_max(f: &Pair, a: u64, b: u64, env: &Env) {
    for (variant, choice) in MIN_MAX {
        let ours = f.format.min_max(variant, a, b, env);
        let theirs = rounded(ieee::min_max(&f.facts, choice, a, b, &rules(env)));
        agree(variant, f, &[a, b], env, ours, theirs);
    }
}

/// Every comparison of two codes.
pub(crate) fn check_compare(f: &Pair, a: u64, b: u64, env: &Env) {
    let name = &f.facts.name;
    for signalling in [false, true] {
        let ours = f.format.compare(a, b, signalling, env);
        let theirs = ieee::compare(&f.facts, a, b, signalling, &rules(env));
        let theirs = (relation(theirs.0), flags(theirs.1));
        assert_eq!(ours, theirs, "{name}: {a:x} and {b:x}, signalling {signalling}, {env:?}");
    }
    let ours = [f.format.total_order(a, b), f.format.total_order_magnitude(a, b)];
    let theirs = [ieee::total_order(&f.facts, a, b), ieee::total_order_magnitude(&f.facts, a, b)];
    assert_eq!(ours, theirs, "{name}: total order and that of magnitudes of {a:x} and {b:x}");
}

fn relation(relation: ieee::Relation) -> Relation {
    match relation {
        ieee::Relation::Less => Relation::Less,
        ieee::Relation::Equal => Relation::Equal,
        ieee::Relation::Greater => Relation::Greater,
        ieee::Relation::Unordered => Relation::Unordered,
    }
}

fn flags(raised: Raised) -> Flags {
    rounded((0, raised)).flags
}

/// Every operation on one code that has a function of its own, but for the integers.
pub(crate) fn check_unary(f: &Pair, a: u64, env: &Env) {
    let rules = rules(env);
    for exact in [false, true] {
        let ours = f.format.round_to_integral(a, exact, env);
        let theirs = rounded(ieee::round_to_integral(&f.facts, a, exact, &rules));
        agree(("round_to_integral", exact), f, &[a], env, ours, theirs);
    }
    let ours = f.format.next_up(a, env);
    agree("next_up", f, &[a], env, ours, rounded(ieee::next_up(&f.facts, a, &rules)));
    let ours = f.format.next_down(a, env);
    agree("next_down", f, &[a], env, ours, rounded(ieee::next_down(&f.facts, a, &rules)));
    let ours = f.format.log_b(a, env);
    agree("log_b", f, &[a], env, ours, rounded(ieee::log_b(&f.facts, a, &rules)));
}

/// A code times a power of two.
pub(crate) fn check_scale(f: &Pair, a: u64, n: i64, env: &Env) {
    let ours = f.format.scale_b(a, n, env);
    let theirs = rounded(ieee::scale_b(&f.facts, a, n, &rules(env)));
    agree(("scale_b", n), f, &[a], env, ours, theirs);
}

/// A code as an integer.
pub(crate) fn check_integer(f: &Pair, to: &Pair, a: u64, env: &Env) {
    for exact in [false, true] {
        let ours = f.format.to_integer(&to.format, a, exact, env);
        let theirs = rounded(ieee::to_integer(&f.facts, &to.facts, a, exact, &rules(env)));
        agree(("to_integer", &to.facts.name, exact), f, &[a], env, ours, theirs);
    }
}

// Fused multiply-add: every triple of the narrowest formats, random triples of FP8.

fn triples(f: &Pair) {
    let (directions, nans) = (every_direction(), every_nan());
    let mut known = Known::new(f, &directions);
    let mut with_nan = Known::new(f, &nans);
    for a in f.codes() {
        for b in f.codes() {
            for c in f.codes() {
                known.check(Operation::Fma, &[a, b, c]);
                with_nan.check(Operation::Fma, &[a, b, c]);
            }
        }
    }
    println!("{} results in {}", known.count + with_nan.count, f.facts.name);
}

#[rstest]
fn every_triple(#[values("fp6_e3m2", "fp6_e2m3", "fp4_e2m1")] name: &str) {
    triples(&Pair::named(name));
}

/// Formats like IEEE's, so that infinities and NaN come in every place.
#[rstest]
#[case(2, 1)]
#[case(3, 1)]
#[case(2, 2)]
#[case(3, 2)]
fn every_triple_with_nan(#[case] exp_bits: u32, #[case] man_bits: u32) {
    triples(&Pair::custom(exp_bits, man_bits));
}

#[rstest]
fn random_triples(
    #[values("fp8_e4m3_fnuz", "fp8_e5m2_fnuz", "fp8_e4m3_ocp", "fp8_e5m2_ocp")] name: &str,
) {
    let f = Pair::named(name);
    let (directions, nans) = (every_direction(), every_nan());
    let mut known = Known::new(&f, &directions);
    let mut with_nan = Known::new(&f, &nans);
    let mut random = Random::of_run();
    for _ in 0..4 * cases() {
        // Any codes, as often as near a hard case.
        let mut x = draw(&mut random, Operation::Fma, &f.format);
        if random.below(2) == 0 {
            x.iter_mut().for_each(|code| *code = random.next() & 0xff);
        }
        known.check(Operation::Fma, &x);
        with_nan.check(Operation::Fma, &x);
    }
}

// Operations of one operand: every code of formats of 16 bits, in every direction.

/// binary16, bfloat16, and MN-Core's widths with IEEE's codes.
fn format(name: &str) -> Pair {
    if name == "e6m9" { Pair::custom(6, 9) } else { Pair::named(name) }
}

#[rstest]
fn square_roots(#[values("ieee_binary16", "bf16", "e6m9")] name: &str) {
    let f = format(name);
    let directions = Rounding::ALL.map(|r| Env::IEEE.rounding(r));
    let nans = NAN_RULES.map(|nan| Env { nan, daz: true, ..Env::IEEE });
    for a in f.codes() {
        Known::new(&f, &directions).check(Operation::Sqrt, &[a]);
        if !(0x0400..0x7c00).contains(&a) {
            Known::new(&f, &nans).check(Operation::Sqrt, &[a]);
        }
    }
}

#[rstest]
fn integral_values_and_neighbours(#[values("ieee_binary16", "bf16", "e6m9")] name: &str) {
    let f = format(name);
    for rounding in Rounding::ALL {
        f.codes().for_each(|a| check_unary(&f, a, &Env::IEEE.rounding(rounding)));
    }
    for nan in NAN_RULES {
        let env = Env { nan, daz: true, underflow: Underflow::FlushSigned, ..Env::IEEE };
        f.codes().for_each(|a| check_unary(&f, a, &env));
    }
}

#[rstest]
fn integers(
    #[values("ieee_binary16", "bf16", "e6m9")] name: &str,
    #[values(false, true)] signed: bool,
) {
    let f = format(name);
    for width in WIDTHS {
        let to = integer(width, signed);
        for (at, rounding) in Rounding::ALL.into_iter().enumerate() {
            // Each rule meets every direction in one width or another.
            let integer = INTEGER_RULES[(at + width as usize) % 4];
            let env = Env { integer, tininess: TININESSES[at % 2], ..Env::IEEE };
            f.codes().for_each(|a| check_integer(&f, &to, a, &env.rounding(rounding)));
        }
    }
}
