//! Berkeley SoftFloat 3e as the outside judge of binary16, binary32 and binary64: every operation
//! that it has, in its six rounding directions, under both tininess rules, bits and flags.
//!
//! It is built with the rules of RISC-V, which are ours under [`Env::IEEE`]. Conversions without
//! an *exact* argument are judged in `tests/engine`.
#![allow(unsafe_code)] // foreign functions

use crate::known::directions;
use crate::operands::draw;
use crate::operations::ours;
use crate::random::{Codes, Random, cases, seed};
use oracle::reference::ieee::Operation;
use rstest::rstest;
use seeded::code;
use softfloat::ieee::Relation;
use softfloat::{Env, Format, Rounded, Rounding, Tininess};
use softfloat_sys as c;

/// A function of SoftFloat on up to three codes. Where it takes them, the rounding direction and
/// whether to signal *inexact* are arguments.
type Oracle = unsafe fn([u64; 3], u8, bool) -> u64;

fn h(x: u64) -> c::float16_t {
    c::float16_t { v: x as u16 }
}

fn s(x: u64) -> c::float32_t {
    c::float32_t { v: x as u32 }
}

fn d(x: u64) -> c::float64_t {
    c::float64_t { v: x }
}

macro_rules! oracle {
    ($f:ident 1 $of:ident) => {{
        let f: Oracle = |x: [u64; 3], _, _| unsafe { c::$f($of(x[0])).v.into() };
        f
    }};
    ($f:ident 2 $of:ident) => {{
        let f: Oracle = |x: [u64; 3], _, _| unsafe { c::$f($of(x[0]), $of(x[1])).v.into() };
        f
    }};
    ($f:ident 3 $of:ident) => {{
        let f: Oracle =
            |x: [u64; 3], _, _| unsafe { c::$f($of(x[0]), $of(x[1]), $of(x[2])).v.into() };
        f
    }};
    ($f:ident integral $of:ident) => {{
        let f: Oracle =
            |x: [u64; 3], direction, exact| unsafe { c::$f($of(x[0]), direction, exact).v.into() };
        f
    }};
    ($f:ident $int:ty, $of:ident) => {{
        let f: Oracle = |x: [u64; 3], direction, exact| unsafe {
            c::$f($of(x[0]), direction, exact) as $int as u64
        };
        f
    }};
    ($f:ident cut $int:ty, $of:ident) => {{
        let f: Oracle = |x: [u64; 3], _, exact| unsafe { c::$f($of(x[0]), exact) as $int as u64 };
        f
    }};
    ($f:ident compare $of:ident) => {{
        let f: Oracle = |x: [u64; 3], _, _| unsafe { c::$f($of(x[0]), $of(x[1])).into() };
        f
    }};
}

/// The direction's number in `softfloat.h`.
fn direction(rounding: Rounding) -> u8 {
    match rounding {
        Rounding::NearestEven => c::softfloat_round_near_even,
        Rounding::TowardZero => c::softfloat_round_minMag,
        Rounding::Down => c::softfloat_round_min,
        Rounding::Up => c::softfloat_round_max,
        Rounding::NearestAway => c::softfloat_round_near_maxMag,
        Rounding::ToOdd => c::softfloat_round_odd,
    }
}

/// The judge's result and flags; its state belongs to the thread.
fn judged(oracle: Oracle, env: &Env, exact: bool, x: &[u64]) -> (u64, u8) {
    let tininess = match env.tininess {
        Tininess::Before => c::softfloat_tininess_beforeRounding,
        Tininess::After => c::softfloat_tininess_afterRounding,
    };
    let direction = direction(env.rounding);
    let mut operands = [0; 3];
    operands[..x.len()].copy_from_slice(x);
    // SAFETY: plain functions of C on thread-local bytes.
    unsafe {
        c::softfloat_detectTininess_write_helper(tininess);
        c::softfloat_roundingMode_write_helper(direction);
        c::softfloat_exceptionFlags_write_helper(0);
        let bits = oracle(operands, direction, exact);
        (bits, c::softfloat_exceptionFlags_read_helper())
    }
}

fn check(what: &str, x: &[u64], env: &Env, ours: Rounded<u64>, theirs: (u64, u8)) {
    assert!(
        (ours.bits, ours.flags.bits()) == theirs,
        "{what} {x:x?}: {ours:x?}, by SoftFloat {theirs:x?}, {env:?}, seed {}",
        seed()
    );
}

fn named(name: &str) -> &'static Format {
    Format::by_name(name).expect("a format of the table")
}

#[rstest]
#[case("ieee_binary16", [oracle!(f16_add 2 h), oracle!(f16_sub 2 h), oracle!(f16_mul 2 h),
    oracle!(f16_div 2 h), oracle!(f16_rem 2 h), oracle!(f16_sqrt 1 h), oracle!(f16_mulAdd 3 h)])]
#[case("ieee_binary32", [oracle!(f32_add 2 s), oracle!(f32_sub 2 s), oracle!(f32_mul 2 s),
    oracle!(f32_div 2 s), oracle!(f32_rem 2 s), oracle!(f32_sqrt 1 s), oracle!(f32_mulAdd 3 s)])]
#[case("ieee_binary64", [oracle!(f64_add 2 d), oracle!(f64_sub 2 d), oracle!(f64_mul 2 d),
    oracle!(f64_div 2 d), oracle!(f64_rem 2 d), oracle!(f64_sqrt 1 d), oracle!(f64_mulAdd 3 d)])]
fn operations(#[case] name: &str, #[case] oracles: [Oracle; 7]) {
    let operations = [
        Operation::Add,
        Operation::Sub,
        Operation::Mul,
        Operation::Div,
        Operation::Remainder,
        Operation::Sqrt,
        Operation::Fma,
    ];
    let (f, environments) = (named(name), directions(Env::IEEE));
    let mut random = Random::of_run();
    for (operation, oracle) in operations.into_iter().zip(oracles) {
        for _ in 0..2 * cases() {
            let x = draw(&mut random, operation, f);
            for env in &environments {
                let theirs = judged(oracle, env, false, &x);
                check(
                    &format!("{name} {operation:?}"),
                    &x,
                    env,
                    ours(operation, f, &x, env),
                    theirs,
                );
            }
        }
    }
}

/// Every binary16 code, and square roots of it in every direction.
#[test]
fn every_half() {
    let f = named("ieee_binary16");
    for env in directions(Env::IEEE) {
        for a in 0..1 << 16 {
            let root = judged(oracle!(f16_sqrt 1 h), &env, false, &[a]);
            check("sqrt", &[a], &env, f.sqrt(a, &env), root);
        }
    }
}

#[rstest]
#[case("ieee_binary16", oracle!(f16_roundToInt integral h))]
#[case("ieee_binary32", oracle!(f32_roundToInt integral s))]
#[case("ieee_binary64", oracle!(f64_roundToInt integral d))]
fn integral_values(#[case] name: &str, #[case] oracle: Oracle) {
    let f = named(name);
    each_code(f, named("int64"), |a| {
        for rounding in Rounding::ALL {
            for exact in [false, true] {
                let env = Env::IEEE.rounding(rounding);
                let ours = f.round_to_integral(a, exact, &env);
                check(name, &[a], &env, ours, judged(oracle, &env, exact, &[a]));
            }
        }
    });
}

/// Every code of a narrow format, random ones of a wide format, near the codes of `to`.
fn each_code(f: &Format, to: &Format, mut check: impl FnMut(u64)) {
    if f.width <= 16 {
        (0..1 << f.width).for_each(check);
        return;
    }
    let mut random = Random::of_run();
    (0..4 * cases()).for_each(|_| check(random.code(f, to)));
}

#[rstest]
#[case("ieee_binary16", "int32", oracle!(f16_to_i32 u32, h), oracle!(f16_to_i32_r_minMag cut u32, h))]
#[case("ieee_binary16", "int64", oracle!(f16_to_i64 u64, h), oracle!(f16_to_i64_r_minMag cut u64, h))]
#[case("ieee_binary16", "uint32", oracle!(f16_to_ui32 u32, h), oracle!(f16_to_ui32_r_minMag cut u32, h))]
#[case("ieee_binary16", "uint64", oracle!(f16_to_ui64 u64, h), oracle!(f16_to_ui64_r_minMag cut u64, h))]
#[case("ieee_binary32", "int32", oracle!(f32_to_i32 u32, s), oracle!(f32_to_i32_r_minMag cut u32, s))]
#[case("ieee_binary32", "int64", oracle!(f32_to_i64 u64, s), oracle!(f32_to_i64_r_minMag cut u64, s))]
#[case("ieee_binary32", "uint32", oracle!(f32_to_ui32 u32, s), oracle!(f32_to_ui32_r_minMag cut u32, s))]
#[case("ieee_binary32", "uint64", oracle!(f32_to_ui64 u64, s), oracle!(f32_to_ui64_r_minMag cut u64, s))]
#[case("ieee_binary64", "int32", oracle!(f64_to_i32 u32, d), oracle!(f64_to_i32_r_minMag cut u32, d))]
#[case("ieee_binary64", "int64", oracle!(f64_to_i64 u64, d), oracle!(f64_to_i64_r_minMag cut u64, d))]
#[case("ieee_binary64", "uint32", oracle!(f64_to_ui32 u32, d), oracle!(f64_to_ui32_r_minMag cut u32, d))]
#[case("ieee_binary64", "uint64", oracle!(f64_to_ui64 u64, d), oracle!(f64_to_ui64_r_minMag cut u64, d))]
fn integers(
    #[case] name: &str,
    #[case] integer: &str,
    #[case] oracle: Oracle,
    #[case] truncating: Oracle,
) {
    let (f, to) = (named(name), named(integer));
    each_code(f, to, |a| {
        for rounding in Rounding::ALL {
            for exact in [false, true] {
                let env = Env::IEEE.rounding(rounding);
                let ours = f.to_integer(to, a, exact, &env);
                check(integer, &[a], &env, ours, judged(oracle, &env, exact, &[a]));
                if rounding == Rounding::TowardZero {
                    check(integer, &[a], &env, ours, judged(truncating, &env, exact, &[a]));
                }
            }
        }
    });
}

#[rstest]
#[case("ieee_binary16", [oracle!(f16_eq compare h), oracle!(f16_eq_signaling compare h),
    oracle!(f16_lt_quiet compare h), oracle!(f16_lt compare h),
    oracle!(f16_le_quiet compare h), oracle!(f16_le compare h)])]
#[case("ieee_binary32", [oracle!(f32_eq compare s), oracle!(f32_eq_signaling compare s),
    oracle!(f32_lt_quiet compare s), oracle!(f32_lt compare s),
    oracle!(f32_le_quiet compare s), oracle!(f32_le compare s)])]
#[case("ieee_binary64", [oracle!(f64_eq compare d), oracle!(f64_eq_signaling compare d),
    oracle!(f64_lt_quiet compare d), oracle!(f64_lt compare d),
    oracle!(f64_le_quiet compare d), oracle!(f64_le compare d)])]
fn comparisons(#[case] name: &str, #[case] oracles: [Oracle; 6]) {
    let f = named(name);
    let mask = u64::MAX >> (64 - f.width);
    let mut random = Random::of_run();
    for _ in 0..4 * cases() {
        let a = random.code(f, f);
        let x = [a, code!(f).second(&mut random, a) & mask];
        for (at, oracle) in oracles.into_iter().enumerate() {
            let (relation, flags) = f.compare(x[0], x[1], at % 2 == 1, &Env::IEEE);
            let holds = match at / 2 {
                0 => relation == Relation::Equal,
                1 => relation == Relation::Less,
                _ => matches!(relation, Relation::Less | Relation::Equal),
            };
            let ours = Rounded { bits: holds.into(), flags };
            check(name, &x, &Env::IEEE, ours, judged(oracle, &Env::IEEE, false, &x));
        }
    }
}
