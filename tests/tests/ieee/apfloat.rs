//! LLVM's APFloat (`rustc_apfloat`) as a third opinion: four formats of IEEE's and two of FP8, in
//! its five directions, bits and flags.
//!
//! Its differences, which `docs/disagreements.md` explains, are the ones that [`accepted`] names.

use crate::ieee::operands::draw;
use crate::ieee::operations::ours;
use crate::random::{Codes, Random, cases, seed};
use oracle::reference::ieee::Operation;
use rstest::rstest;
use rustc_apfloat::ieee::{BFloat, Double, Float8E4M3FN, Float8E5M2, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};
use softfloat::{Env, Flags, Format, Rounded, Rounding, Value, convert_any};
use tests::bridge::Pair;

/// A function of APFloat on up to three codes.
type Oracle = fn(&[u64], Round) -> (u64, Status);

const DIRECTIONS: [(Rounding, Round); 5] = [
    (Rounding::NearestEven, Round::NearestTiesToEven),
    (Rounding::NearestAway, Round::NearestTiesToAway),
    (Rounding::TowardZero, Round::TowardZero),
    (Rounding::Up, Round::TowardPositive),
    (Rounding::Down, Round::TowardNegative),
];

fn of<F: Float>(code: u64) -> F {
    F::from_bits(code.into())
}

fn bits<F: Float>(r: StatusAnd<F>) -> (u64, Status) {
    (r.value.to_bits() as u64, r.status)
}

fn oracles<F: Float>() -> [(Operation, Oracle); 7] {
    [
        (Operation::Add, |x, r| bits(of::<F>(x[0]).add_r(of(x[1]), r))),
        (Operation::Sub, |x, r| bits(of::<F>(x[0]).sub_r(of(x[1]), r))),
        (Operation::Mul, |x, r| bits(of::<F>(x[0]).mul_r(of(x[1]), r))),
        (Operation::Div, |x, r| bits(of::<F>(x[0]).div_r(of(x[1]), r))),
        (Operation::Remainder, |x, _| bits(of::<F>(x[0]).ieee_rem(of(x[1])))),
        (Operation::Fmod, |x, _| bits(of::<F>(x[0]).c_fmod(of(x[1])))),
        (Operation::Fma, |x, r| bits(of::<F>(x[0]).mul_add_r(of(x[1]), of(x[2]), r))),
    ]
}

fn integral<F: Float>() -> Oracle {
    |x, round| bits(of::<F>(x[0]).round_to_integral(round))
}

fn up<F: Float>() -> Oracle {
    |x, _| bits(of::<F>(x[0]).next_up())
}

fn flags(status: Status) -> Flags {
    let each = [
        (Status::INVALID_OP, Flags::INVALID),
        (Status::DIV_BY_ZERO, Flags::DIVIDE_BY_ZERO),
        (Status::OVERFLOW, Flags::OVERFLOW),
        (Status::UNDERFLOW, Flags::UNDERFLOW),
        (Status::INEXACT, Flags::INEXACT),
    ];
    let raised = each.into_iter().filter(|(theirs, _)| status.contains(*theirs));
    raised.fold(Flags::NONE, |all, (_, flag)| all | flag)
}

fn is_nan(f: &Format, code: u64) -> bool {
    matches!(f.decode::<u64>(code), Value::Nan { .. })
}

/// A result with every NaN the same: which one APFloat gives is its own choice.
fn plain(f: &Format, r: Rounded<u64>) -> Rounded<u64> {
    let nan = f.canonical_nan().filter(|_| is_nan(f, r.bits));
    Rounded { bits: nan.unwrap_or(r.bits), flags: r.flags }
}

/// Where APFloat is known to differ, its reasons are its own:
/// 1. a tiny value that becomes the smallest normal number is no underflow to it;
/// 2. an overflow that ends at the largest number is none to it;
/// 3. an infinity becomes the NaN of E4M3 as *inexact*, not *invalid*;
/// 4. a negative value beyond the largest of E4M3, by less than a binade, takes the directions up
///    and down for each other.
fn accepted(f: &Format, ours: &Rounded<u64>, theirs: &Rounded<u64>) -> bool {
    let same = ours.bits == theirs.bits;
    let magnitude = ours.bits & !(1 << (f.width - 1));
    let tiny = Flags::UNDERFLOW | Flags::INEXACT;
    let large = Flags::OVERFLOW | Flags::INEXACT;
    let inexact = theirs.flags == Flags::INEXACT;
    let e4m3 = f.name == "fp8_e4m3_ocp";
    same && inexact && magnitude == f.min_normal() && ours.flags == tiny
        || same && inexact && magnitude == f.max_finite() && ours.flags == large
        || same && inexact && e4m3 && is_nan(f, ours.bits) && ours.flags == Flags::INVALID
        || e4m3
            && ours.flags == large
            && matches!((ours.bits, theirs.bits), (0x7f, 0xfe) | (0xfe, 0x7f))
}

fn agree(what: &str, f: &Format, x: &[u64], env: &Env, ours: Rounded<u64>, theirs: (u64, Status)) {
    let theirs = Rounded { bits: theirs.0, flags: flags(theirs.1) };
    let (ours, theirs) = (plain(f, ours), plain(f, theirs));
    assert!(
        ours == theirs || accepted(f, &ours, &theirs),
        "{what} {x:x?}: {ours:x?}, by APFloat {theirs:x?}, {:?}, seed {}",
        env.rounding,
        seed()
    );
}

fn named(name: &str) -> Format {
    Pair::named(name).format
}

#[rstest]
#[case("ieee_binary16", oracles::<Half>())]
#[case("ieee_binary32", oracles::<Single>())]
#[case("ieee_binary64", oracles::<Double>())]
#[case("bf16", oracles::<BFloat>())]
#[case("fp8_e5m2_ocp", oracles::<Float8E5M2>())]
#[case("fp8_e4m3_ocp", oracles::<Float8E4M3FN>())]
fn operations(#[case] name: &str, #[case] oracles: [(Operation, Oracle); 7]) {
    let f = named(name);
    let mut random = Random::of_run();
    for (operation, oracle) in oracles {
        for _ in 0..cases() {
            let x = draw(&mut random, operation, &f);
            for (rounding, round) in DIRECTIONS {
                let env = Env::IEEE.rounding(rounding);
                let what = format!("{name} {operation:?}");
                agree(&what, &f, &x, &env, ours(operation, &f, &x, &env), oracle(&x, round));
            }
        }
    }
}

/// FP8: every pair.
#[rstest]
#[case("fp8_e5m2_ocp", oracles::<Float8E5M2>())]
#[case("fp8_e4m3_ocp", oracles::<Float8E4M3FN>())]
fn every_pair(#[case] name: &str, #[case] oracles: [(Operation, Oracle); 7]) {
    let f = named(name);
    for (operation, oracle) in oracles.into_iter().filter(|(o, _)| o.arity() == 2) {
        for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
            for (rounding, round) in DIRECTIONS {
                let env = Env::IEEE.rounding(rounding);
                let what = format!("{name} {operation:?}");
                let theirs = oracle(&[a, b], round);
                agree(&what, &f, &[a, b], &env, ours(operation, &f, &[a, b], &env), theirs);
            }
        }
    }
}

fn codes(from: &Format, to: &Format, check: impl FnMut(u64)) {
    if from.width <= 16 {
        (0..1 << from.width).for_each(check);
    } else {
        let mut random = Random::of_run();
        (0..cases()).map(|_| random.code(from, to)).for_each(check);
    }
}

#[rstest]
#[case("ieee_binary16", integral::<Half>())]
#[case("ieee_binary32", integral::<Single>())]
#[case("ieee_binary64", integral::<Double>())]
#[case("bf16", integral::<BFloat>())]
#[case("fp8_e5m2_ocp", integral::<Float8E5M2>())]
#[case("fp8_e4m3_ocp", integral::<Float8E4M3FN>())]
fn integral_values(#[case] name: &str, #[case] oracle: Oracle) {
    let f = named(name);
    codes(&f, &named("int64"), |a| {
        for (rounding, round) in DIRECTIONS {
            let env = Env::IEEE.rounding(rounding);
            agree(name, &f, &[a], &env, f.round_to_integral(a, true, &env), oracle(&[a], round));
        }
    });
}

#[rstest]
#[case("ieee_binary16", up::<Half>())]
#[case("ieee_binary32", up::<Single>())]
#[case("ieee_binary64", up::<Double>())]
#[case("bf16", up::<BFloat>())]
#[case("fp8_e5m2_ocp", up::<Float8E5M2>())]
#[case("fp8_e4m3_ocp", up::<Float8E4M3FN>())]
fn neighbours(#[case] name: &str, #[case] oracle: Oracle) {
    let f = named(name);
    codes(&f, &f, |a| {
        let theirs = oracle(&[a], Round::NearestTiesToEven);
        agree(name, &f, &[a], &Env::IEEE, f.next_up(a, &Env::IEEE), theirs);
    });
}

fn into<A: FloatConvert<B>, B: Float>() -> Oracle {
    |x, round| bits(FloatConvert::<B>::convert_r(of::<A>(x[0]), round, &mut false))
}

fn conversions(from: &str, to: &str, oracle: Oracle) {
    let (from, to) = (named(from), named(to));
    codes(&from, &to, |a| {
        for (rounding, round) in DIRECTIONS {
            let env = Env::IEEE.rounding(rounding);
            let what = format!("{} to {}", from.name, to.name);
            let ours = convert_any(&from, &to, &env, a);
            agree(&what, &to, &[a], &env, ours, oracle(&[a], round));
        }
    });
}

#[test]
fn every_conversion() {
    macro_rules! each {
        ($from:literal $a:ident: $($to:literal $b:ident)*) => {
            $( conversions($from, $to, into::<$a, $b>()); )*
        };
    }
    macro_rules! all {
        ($($from:literal $a:ident)*) => { $( each! { $from $a:
            "ieee_binary16" Half "ieee_binary32" Single "ieee_binary64" Double "bf16" BFloat
            "fp8_e5m2_ocp" Float8E5M2 "fp8_e4m3_ocp" Float8E4M3FN
        } )* };
    }
    all! { "ieee_binary16" Half "ieee_binary32" Single "ieee_binary64" Double "bf16" BFloat
    "fp8_e5m2_ocp" Float8E5M2 "fp8_e4m3_ocp" Float8E4M3FN }
}
