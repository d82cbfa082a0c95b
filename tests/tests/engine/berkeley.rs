//! Berkeley SoftFloat 3e as the outside judge of conversions between binary16, bfloat16,
//! binary32, binary64 and the integers of 32 and 64 bits: bits and flags, in its six rounding
//! directions, under both tininess rules.
//!
//! It is built with the rules of RISC-V, which are ours under [`Env::IEEE`]: every NaN becomes
//! the canonical one; an integer out of range, or an infinity, becomes the nearer limit and NaN
//! the largest integer, with the invalid flag alone. (Its x86 and Arm builds answer otherwise
//! there.) Overflow and underflow rules other than IEEE's have no counterpart in it.
#![allow(unsafe_code)] // foreign functions

use crate::random::{Codes, Random, cases, seed};
use rstest::rstest;
use softfloat::{Env, Flags, Format, Rounded, Rounding, Tininess, convert_any};
use softfloat_sys as c;

/// A conversion of Berkeley SoftFloat; `u8` is the rounding direction.
type Oracle = unsafe fn(u64, u8) -> u64;

macro_rules! oracle {
    // Float to float, or integer to float: the direction is the global one.
    (f $function:ident, $operand:expr) => {
        |x, _| {
            let operand = $operand;
            unsafe { c::$function(operand(x)).v as u64 }
        }
    };
    // Float to integer: the direction is an argument.
    (i $function:ident, $operand:expr, $int:ty) => {
        |x, direction| {
            let operand = $operand;
            unsafe { c::$function(operand(x), direction, true) as $int as u64 }
        }
    };
}

fn h(x: u64) -> c::float16_t {
    c::float16_t { v: x as u16 }
}

fn b(x: u64) -> c::bfloat16_t {
    c::bfloat16_t { v: x as u16 }
}

fn s(x: u64) -> c::float32_t {
    c::float32_t { v: x as u32 }
}

fn d(x: u64) -> c::float64_t {
    c::float64_t { v: x }
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

/// The judge's result; its state belongs to the thread.
fn judged(oracle: Oracle, env: &Env, code: u64) -> (u64, u8) {
    let tininess = match env.tininess {
        Tininess::Before => c::softfloat_tininess_beforeRounding,
        Tininess::After => c::softfloat_tininess_afterRounding,
    };
    let direction = direction(env.rounding);
    // SAFETY: plain functions of C on thread-local bytes.
    unsafe {
        c::softfloat_detectTininess_write_helper(tininess);
        c::softfloat_roundingMode_write_helper(direction);
        c::softfloat_exceptionFlags_write_helper(0);
        let bits = oracle(code, direction);
        (bits, c::softfloat_exceptionFlags_read_helper())
    }
}

fn check(from: &Format, to: &Format, oracle: Oracle, code: u64) {
    for rounding in Rounding::ALL {
        for tininess in [Tininess::Before, Tininess::After] {
            let env = Env { rounding, tininess, ..Env::IEEE };
            let ours: Rounded<u64> = convert_any(from, to, &env, code);
            let theirs = judged(oracle, &env, code);
            assert!(
                (ours.bits, ours.flags.bits()) == theirs,
                "{} {code:#x} to {}: {ours:x?}, by SoftFloat {theirs:x?}, {env:?}, seed {}",
                from.name,
                to.name,
                seed()
            );
        }
    }
}

#[rstest]
#[case("ieee_binary16", "ieee_binary32", oracle!(f f16_to_f32, h))]
#[case("ieee_binary16", "ieee_binary64", oracle!(f f16_to_f64, h))]
#[case("ieee_binary16", "int32", oracle!(i f16_to_i32, h, u32))]
#[case("ieee_binary16", "int64", oracle!(i f16_to_i64, h, u64))]
#[case("ieee_binary16", "uint32", oracle!(i f16_to_ui32, h, u32))]
#[case("ieee_binary16", "uint64", oracle!(i f16_to_ui64, h, u64))]
#[case("bf16", "ieee_binary32", oracle!(f bf16_to_f32, b))]
#[case("ieee_binary32", "bf16", oracle!(f f32_to_bf16, s))]
#[case("ieee_binary32", "ieee_binary16", oracle!(f f32_to_f16, s))]
#[case("ieee_binary32", "ieee_binary64", oracle!(f f32_to_f64, s))]
#[case("ieee_binary32", "int32", oracle!(i f32_to_i32, s, u32))]
#[case("ieee_binary32", "int64", oracle!(i f32_to_i64, s, u64))]
#[case("ieee_binary32", "uint32", oracle!(i f32_to_ui32, s, u32))]
#[case("ieee_binary32", "uint64", oracle!(i f32_to_ui64, s, u64))]
#[case("ieee_binary64", "ieee_binary16", oracle!(f f64_to_f16, d))]
#[case("ieee_binary64", "ieee_binary32", oracle!(f f64_to_f32, d))]
#[case("ieee_binary64", "int32", oracle!(i f64_to_i32, d, u32))]
#[case("ieee_binary64", "int64", oracle!(i f64_to_i64, d, u64))]
#[case("ieee_binary64", "uint32", oracle!(i f64_to_ui32, d, u32))]
#[case("ieee_binary64", "uint64", oracle!(i f64_to_ui64, d, u64))]
#[case("int32", "ieee_binary16", oracle!(f i32_to_f16, |x| x as i32))]
#[case("int32", "ieee_binary32", oracle!(f i32_to_f32, |x| x as i32))]
#[case("int32", "ieee_binary64", oracle!(f i32_to_f64, |x| x as i32))]
#[case("int64", "ieee_binary16", oracle!(f i64_to_f16, |x| x as i64))]
#[case("int64", "ieee_binary32", oracle!(f i64_to_f32, |x| x as i64))]
#[case("int64", "ieee_binary64", oracle!(f i64_to_f64, |x| x as i64))]
#[case("uint32", "ieee_binary16", oracle!(f ui32_to_f16, |x| x as u32))]
#[case("uint32", "ieee_binary32", oracle!(f ui32_to_f32, |x| x as u32))]
#[case("uint32", "ieee_binary64", oracle!(f ui32_to_f64, |x| x as u32))]
#[case("uint64", "ieee_binary16", oracle!(f ui64_to_f16, |x| x))]
#[case("uint64", "ieee_binary32", oracle!(f ui64_to_f32, |x| x))]
#[case("uint64", "ieee_binary64", oracle!(f ui64_to_f64, |x| x))]
fn conversions(#[case] from: &str, #[case] to: &str, #[case] oracle: Oracle) {
    let (from, to) = (Format::by_name(from).unwrap(), Format::by_name(to).unwrap());
    if from.width <= 16 {
        (0..1 << from.width).for_each(|code| check(from, to, oracle, code));
        return;
    }
    let mut random = Random::of_run();
    for _ in 0..cases() {
        check(from, to, oracle, random.code(from, to));
    }
}

/// The flags have TestFloat's order.
#[test]
fn flag_bits() {
    let (single, half) = (Format::by_name("ieee_binary32"), Format::by_name("ieee_binary16"));
    let (_, flags) = judged(oracle!(f f32_to_f16, s), &Env::IEEE, 1);
    let r = convert_any(single.unwrap(), half.unwrap(), &Env::IEEE, 1);
    assert_eq!((r.flags, flags), (Flags::INEXACT | Flags::UNDERFLOW, 3));
}
