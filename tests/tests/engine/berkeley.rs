//! Berkeley SoftFloat 3e as the outside judge of conversions between binary16, bfloat16, binary32, binary64 and the integers of 32
//! and 64 bits: bits and flags, in its six rounding directions, under both tininess rules.

use crate::random::{Codes, Random, cases, seed};
use berkeley::{FUNCTIONS, Function, Rules};
use rstest::rstest;
use softfloat::{Env, Flags, Format, Rounded, Rounding, Tininess, convert_any};

fn check(from: &Format, to: &Format, function: &Function, code: u64) {
    for rounding in Rounding::ALL {
        for tininess in [Tininess::Before, Tininess::After] {
            let env = Env { rounding, tininess, ..Env::IEEE };
            let ours: Rounded<u64> = convert_any(from, to, &env, code);
            let theirs = function.answer(Rules::new(&env, true), &[code]);
            assert!(
                (ours.bits, ours.flags.bits()) == theirs,
                "{} {code:#x}: {ours:x?}, by SoftFloat {theirs:x?}, {env:?}, seed {}",
                function.id,
                seed()
            );
        }
    }
}

#[rstest]
fn conversions(#[values("f16", "bf16", "f32", "f64", "i32", "u32", "i64", "u64")] from: &str) {
    let begin = format!("cvt.{from}.");
    for function in FUNCTIONS.iter().filter(|function| function.id.starts_with(&begin)) {
        let (from, to) = (function.operands[0].format(), function.result.format());
        let (from, to) = (from.expect("no truth value"), to.expect("no truth value"));
        if from.width <= 16 {
            (0..1 << from.width).for_each(|code| check(from, to, function, code));
            continue;
        }
        let mut random = Random::of_run();
        for _ in 0..cases() {
            check(from, to, function, random.code(from, to));
        }
    }
}

/// The flags have TestFloat's order.
#[test]
fn flag_bits() {
    let function = Function::of("cvt.f32.f16").expect("a function");
    let (single, half) = (Format::by_name("ieee_binary32"), Format::by_name("ieee_binary16"));
    let (_, flags) = function.answer(Rules::new(&Env::IEEE, true), &[1]);
    let r = convert_any(single.unwrap(), half.unwrap(), &Env::IEEE, 1);
    assert_eq!((r.flags, flags), (Flags::INEXACT | Flags::UNDERFLOW, 3));
}
