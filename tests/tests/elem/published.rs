//! Results that others print: conformance cases of special-function units, and constants of mathematics.

use oracle::reference::elem;
use softfloat::{Env, Rounding};
use tests::bridge::{Pair, rules};

/// Function, format, operand, result in nearest even.
#[rustfmt::skip]
const UNARY: &[(&str, &str, u64, u64)] = &[
    ("sigmoid", "ieee_binary32", 0x3f80_0000, 0x3f3b_26a8),
    ("sigmoid", "ieee_binary32", 0xc120_0000, 0x383e_6997),
    ("sigmoid", "ieee_binary32", 0x0000_0000, 0x3f00_0000),
    ("sin", "ieee_binary32", 0x3f80_0000, 0x3f57_6aa4),
    ("sin", "ieee_binary32", 0x7f7f_ffff, 0xbf05_99b3),
    ("sin", "ieee_binary32", 0x8000_0000, 0x8000_0000),
    ("cos", "ieee_binary32", 0x3f80_0000, 0x3f0a_5140),
    ("cos", "ieee_binary32", 0x42c8_0000, 0x3f5c_c0ee),
    ("exp2", "ieee_binary32", 0x3f00_0000, 0x3fb5_04f3),
    ("exp2", "ieee_binary32", 0xc315_0000, 0x0000_0001),
    ("log2", "ieee_binary32", 0x4120_0000, 0x4054_9a78),
    ("log2", "ieee_binary32", 0x0000_0001, 0xc315_0000),
    ("exp", "ieee_binary32", 0x3f80_0000, 0x402d_f854),
    ("exp", "ieee_binary32", 0x42b1_7218, 0x7f80_0000),
    ("exp", "ieee_binary32", 0xff80_0000, 0x0000_0000),
    ("rcp", "ieee_binary32", 0x4040_0000, 0x3eaa_aaab),
    ("rcp", "ieee_binary32", 0x0040_0000, 0x7f00_0000),
    ("rsqrt", "ieee_binary32", 0x4000_0000, 0x3f35_04f3),
    ("rsqrt", "ieee_binary32", 0x0000_0001, 0x64b5_04f3),
    ("tanh", "ieee_binary32", 0x3f80_0000, 0x3f42_f7d6),
    ("tanh", "ieee_binary32", 0x4110_0000, 0x3f7f_ffff),
    ("tanh", "ieee_binary32", 0x8000_0000, 0x8000_0000),
    ("tanh", "bf16", 0x3f80, 0x3f43),
    ("tanh", "bf16", 0x3dcd, 0x3dcc),
    ("exp", "ieee_binary16", 0x3c00, 0x4170),
    ("exp", "ieee_binary16", 0x498b, 0x7bf7),
    ("exp", "ieee_binary16", 0x498c, 0x7c00),
    ("rcp", "ieee_binary16", 0x4200, 0x3555),
    ("rcp", "ieee_binary16", 0x0200, 0x7800),
    ("sigmoid", "bf16", 0x3f80, 0x3f3b),
    ("sigmoid", "bf16", 0xc0a0, 0x3bdb),
    ("rcp", "ieee_binary32", 0x0000_0000, 0x7f80_0000),
    ("rcp", "ieee_binary32", 0xff80_0000, 0x8000_0000),
    ("log2", "ieee_binary32", 0x0000_0000, 0xff80_0000),
    ("log2", "ieee_binary32", 0xbf80_0000, 0x7fc0_0000),
    ("rsqrt", "ieee_binary32", 0x8000_0000, 0xff80_0000),
    ("sin", "ieee_binary32", 0x7f80_0000, 0x7fc0_0000),
    ("tanh", "ieee_binary32", 0xff80_0000, 0xbf80_0000),
    ("sigmoid", "ieee_binary32", 0xff80_0000, 0x0000_0000),
    ("hard_sigmoid", "ieee_binary32", 0xc040_0000, 0x0000_0000),
    ("hard_sigmoid", "ieee_binary32", 0x3f80_0000, 0x3f2a_aaab),
    ("hard_sigmoid", "ieee_binary32", 0x4080_0000, 0x3f80_0000),
    // e, pi, pi/4, sin 1, erf 1, ln 10, log10 2, ln 2, ln sqrt(pi), sqrt(pi), 1/sqrt(2)
    ("exp", "ieee_binary64", 0x3ff0_0000_0000_0000, 0x4005_bf0a_8b14_5769),
    ("acos", "ieee_binary64", 0xbff0_0000_0000_0000, 0x4009_21fb_5444_2d18),
    ("atan", "ieee_binary64", 0x3ff0_0000_0000_0000, 0x3fe9_21fb_5444_2d18),
    ("sin", "ieee_binary64", 0x3ff0_0000_0000_0000, 0x3fea_ed54_8f09_0cee),
    ("erf", "ieee_binary64", 0x3ff0_0000_0000_0000, 0x3fea_f767_a741_088b),
    ("log", "ieee_binary64", 0x4024_0000_0000_0000, 0x4002_6bb1_bbb5_5516),
    ("log10", "ieee_binary64", 0x4000_0000_0000_0000, 0x3fd3_4413_509f_79ff),
    ("log1p", "ieee_binary64", 0x3ff0_0000_0000_0000, 0x3fe6_2e42_fefa_39ef),
    ("softplus", "ieee_binary64", 0x8000_0000_0000_0000, 0x3fe6_2e42_fefa_39ef),
    ("lgamma", "ieee_binary64", 0x3fe0_0000_0000_0000, 0x3fe2_50d0_48e7_a1bd),
    ("tgamma", "ieee_binary64", 0x3fe0_0000_0000_0000, 0x3ffc_5bf8_91b4_ef6b),
    ("rsqrt", "ieee_binary64", 0x4000_0000_0000_0000, 0x3fe6_a09e_667f_3bcd),
    ("cbrt", "ieee_binary64", 0x403b_0000_0000_0000, 0x4008_0000_0000_0000),
    ("tgamma", "ieee_binary64", 0x4014_0000_0000_0000, 0x4038_0000_0000_0000),
];

#[test]
fn special_function_units_and_constants() {
    for &(function, format, x, want) in UNARY {
        let f = Pair::named(format);
        let got = elem::evaluate(function, &f.facts, &[x], &rules(&Env::IEEE)).unwrap().0;
        assert_eq!(got, want, "{function} of {format} {x:#x}: {got:#x}, printed is {want:#x}");
    }
}

#[test]
fn every_direction() {
    let f = Pair::named("ieee_binary32");
    let want = [
        (Rounding::NearestEven, 0x402d_f854),
        (Rounding::TowardZero, 0x402d_f854),
        (Rounding::Down, 0x402d_f854),
        (Rounding::Up, 0x402d_f855),
        (Rounding::NearestAway, 0x402d_f854),
    ];
    for (rounding, want) in want {
        let env = rules(&Env::IEEE.rounding(rounding));
        let got = elem::evaluate("exp", &f.facts, &[0x3f80_0000], &env).unwrap().0;
        assert_eq!(got, want, "{rounding:?}");
    }
}

#[test]
fn softmax_of_two() {
    let f = Pair::named("ieee_binary32");
    let env = rules(&Env::IEEE);
    let exact = elem::exact_blocks("softmax", &f.facts, &[&[0, 0x3f80_0000]], &env).unwrap();
    let got: Vec<u64> = exact.iter().map(|e| e.round(&f.facts, &env).0).collect();
    assert_eq!(got, [0x3e89_b2b1, 0x3f3b_26a8]);
}
