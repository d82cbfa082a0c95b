//! The special values of IEEE 754-2019, 9.2.1, with their exceptions, of the judge alone.

use oracle::reference::elem;
use oracle::reference::engine::Flags;
use softfloat::Env;
use tests::bridge::{Pair, rules};

const ZERO: u64 = 0;
const MINUS_ZERO: u64 = 0x8000;
const ONE: u64 = 0x3c00;
const MINUS_ONE: u64 = 0xbc00;
const HALF: u64 = 0x3800;
const TWO: u64 = 0x4000;
const MINUS_TWO: u64 = 0xc000;
const THREE: u64 = 0x4200;
const MINUS_THREE: u64 = 0xc200;
const INFINITY: u64 = 0x7c00;
const MINUS_INFINITY: u64 = 0xfc00;
const NAN: u64 = 0x7e00;
const SIGNALLING: u64 = 0x7d00;

const EXACT: Flags = Flags::NONE;
const INVALID: Flags = Flags::INVALID;
const POLE: Flags = Flags::DIVIDE_BY_ZERO;

/// An integer operand of 64 bits.
const fn wide(n: i64) -> u64 {
    n as u64
}

/// An integer operand.
const fn n(n: i32) -> u64 {
    n as u32 as u64
}

fn check(function: &str, x: &[u64], want: u64, flags: Flags) {
    let f = Pair::named("ieee_binary16");
    let got = elem::evaluate(function, &f.facts, x, &rules(&Env::IEEE)).unwrap();
    assert_eq!(got, (want, flags), "{function} {x:x?}");
}

#[test]
fn exponentials_and_logarithms() {
    for name in ["exp", "exp2", "exp10"] {
        check(name, &[MINUS_INFINITY], ZERO, EXACT);
        check(name, &[MINUS_ZERO], ONE, EXACT);
    }
    for name in ["expm1", "exp2m1", "exp10m1"] {
        check(name, &[MINUS_INFINITY], MINUS_ONE, EXACT);
        check(name, &[MINUS_ZERO], MINUS_ZERO, EXACT);
    }
    for name in ["log", "log2", "log10"] {
        check(name, &[MINUS_ZERO], MINUS_INFINITY, POLE);
        check(name, &[ONE], ZERO, EXACT);
        check(name, &[MINUS_ONE], NAN, INVALID);
    }
    for name in ["log1p", "log2p1", "log10p1"] {
        check(name, &[MINUS_ONE], MINUS_INFINITY, POLE);
        check(name, &[MINUS_ZERO], MINUS_ZERO, EXACT);
        check(name, &[MINUS_TWO], NAN, INVALID);
    }
}

#[test]
fn half_turns() {
    check("sinpi", &[MINUS_THREE], MINUS_ZERO, EXACT);
    check("sinpi", &[TWO], ZERO, EXACT);
    check("cospi", &[HALF], ZERO, EXACT);
    check("cospi", &[0xbe00], ZERO, EXACT); // -1.5
    check("cospi", &[MINUS_THREE], MINUS_ONE, EXACT);
    for (x, zero) in [(ONE, MINUS_ZERO), (TWO, ZERO), (MINUS_ONE, ZERO), (MINUS_TWO, MINUS_ZERO)] {
        check("tanpi", &[x], zero, EXACT);
    }
    check("tanpi", &[HALF], INFINITY, POLE);
    check("tanpi", &[0xb800], MINUS_INFINITY, POLE); // -1/2 = -1 + 1/2
    check("tanpi", &[0x3e00], MINUS_INFINITY, POLE); // 3/2
    check("tanpi", &[0x3400], ONE, EXACT); // 1/4
    check("atanpi", &[MINUS_INFINITY], 0xb800, EXACT);
    check("acospi", &[MINUS_ONE], ONE, EXACT);
    check("acospi", &[ZERO], HALF, EXACT);
    check("asinpi", &[HALF], 0x3155, Flags { inexact: true, ..EXACT }); // 1/6
    check("atan2pi", &[ZERO, MINUS_ZERO], ONE, EXACT);
    check("atan2pi", &[MINUS_INFINITY, MINUS_INFINITY], 0xba00, EXACT); // -3/4
    check("atan2pi", &[ONE, ONE], 0x3400, EXACT);
    check("atan2", &[MINUS_ZERO, ONE], MINUS_ZERO, EXACT);
}

#[test]
fn powers() {
    for x in [ZERO, MINUS_TWO, INFINITY, NAN] {
        check("pow", &[x, MINUS_ZERO], ONE, EXACT);
        check("pow", &[ONE, x], ONE, EXACT);
        check("pown", &[x, 0], ONE, EXACT);
    }
    check("pow", &[SIGNALLING, ZERO], NAN, INVALID);
    check("pow", &[MINUS_ONE, MINUS_INFINITY], ONE, EXACT);
    check("pow", &[MINUS_ZERO, MINUS_ONE], MINUS_INFINITY, POLE);
    check("pow", &[MINUS_ZERO, MINUS_TWO], INFINITY, POLE);
    check("pow", &[MINUS_ZERO, MINUS_INFINITY], INFINITY, EXACT);
    check("pow", &[MINUS_TWO, HALF], NAN, INVALID);
    check("pow", &[MINUS_INFINITY, THREE], MINUS_INFINITY, EXACT);
    check("pow", &[MINUS_TWO, THREE], 0xc800, EXACT);
    check("pow", &[0x4400, HALF], TWO, EXACT);
    check("powr", &[ZERO, ZERO], NAN, INVALID);
    check("powr", &[INFINITY, ZERO], NAN, INVALID);
    check("powr", &[ONE, INFINITY], NAN, INVALID);
    check("powr", &[ONE, NAN], NAN, EXACT);
    check("powr", &[MINUS_ZERO, MINUS_ONE], INFINITY, POLE);
    check("powr", &[MINUS_ZERO, MINUS_INFINITY], INFINITY, EXACT);
    check("powr", &[MINUS_TWO, TWO], NAN, INVALID);
    check("pown", &[MINUS_ZERO, n(-3)], MINUS_INFINITY, POLE);
    check("pown", &[MINUS_TWO, n(-1)], 0xb800, EXACT);
    check("rootn", &[TWO, 0], NAN, INVALID);
    check("rootn", &[MINUS_ZERO, n(-3)], MINUS_INFINITY, POLE);
    check("rootn", &[0xc800, 3], MINUS_TWO, EXACT); // -8
    check("rootn", &[MINUS_TWO, 2], NAN, INVALID);
    check("rootn", &[MINUS_INFINITY, n(-1)], MINUS_ZERO, EXACT);
    check("compound", &[MINUS_ONE, n(-1)], INFINITY, POLE);
    check("compound", &[MINUS_ONE, 1], ZERO, EXACT);
    check("compound", &[NAN, 0], ONE, EXACT);
    check("compound", &[MINUS_TWO, 0], NAN, INVALID);
    check("compound", &[ONE, 3], 0x4800, EXACT); // 8
    check("pown64", &[MINUS_ONE, wide(i64::MIN)], ONE, EXACT);
    check("pown64", &[MINUS_ONE, wide(i64::MAX)], MINUS_ONE, EXACT);
    check("pown64", &[MINUS_ZERO, wide(-(1 << 40) - 1)], MINUS_INFINITY, POLE);
    check("pown64", &[NAN, 0], ONE, EXACT);
    check("rootn64", &[MINUS_ONE, wide((1 << 40) + 1)], MINUS_ONE, EXACT);
    check("rootn64", &[MINUS_ONE, wide(1 << 40)], NAN, INVALID);
    check("compound64", &[ZERO, wide(i64::MIN)], ONE, EXACT);
    check("compound64", &[MINUS_ONE, wide(-(1 << 33))], INFINITY, POLE);
    check("hypot", &[NAN, MINUS_INFINITY], INFINITY, EXACT);
    check("hypot", &[SIGNALLING, MINUS_INFINITY], NAN, INVALID);
    check("hypot", &[THREE, 0x4400], 0x4500, EXACT); // 3, 4, 5
}

#[test]
fn gamma_and_error_functions() {
    check("lgamma", &[TWO], ZERO, EXACT);
    check("lgamma", &[MINUS_TWO], INFINITY, POLE);
    check("lgamma", &[MINUS_INFINITY], INFINITY, EXACT);
    check("tgamma", &[MINUS_ZERO], MINUS_INFINITY, POLE);
    check("tgamma", &[MINUS_TWO], NAN, INVALID);
    check("tgamma", &[MINUS_INFINITY], NAN, INVALID);
    check("erf", &[MINUS_INFINITY], MINUS_ONE, EXACT);
    check("erfc", &[MINUS_INFINITY], TWO, EXACT);
    check("acosh", &[ONE], ZERO, EXACT);
    check("atanh", &[MINUS_ONE], MINUS_INFINITY, POLE);
}

#[test]
fn activations() {
    check("silu", &[MINUS_INFINITY], MINUS_ZERO, EXACT);
    check("swish", &[MINUS_TWO, INFINITY], MINUS_ZERO, EXACT);
    check("swish", &[MINUS_TWO, MINUS_INFINITY], MINUS_TWO, EXACT);
    check("swish", &[MINUS_INFINITY, MINUS_ZERO], MINUS_INFINITY, EXACT);
    check("swish", &[MINUS_INFINITY, MINUS_ONE], MINUS_INFINITY, EXACT);
    check("elu", &[MINUS_INFINITY, TWO], MINUS_TWO, EXACT);
    check("elu", &[MINUS_ONE, ZERO], MINUS_ZERO, EXACT);
    check("celu", &[ONE, ZERO], NAN, INVALID);
    check("celu", &[MINUS_INFINITY, MINUS_TWO], MINUS_INFINITY, EXACT);
    check("hard_swish", &[MINUS_THREE], MINUS_ZERO, EXACT);
    check("hard_shrink", &[0xb800], ZERO, EXACT);
    check("log_sigmoid", &[INFINITY], MINUS_ZERO, EXACT);
}
