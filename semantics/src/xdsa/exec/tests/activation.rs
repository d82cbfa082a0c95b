//! Activations, quantised sums, the created and the queried, with expectations worked out by hand.

use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{self, Fp16, Fp32, Sint8};
use rstest::rstest;

const NAN: u64 = 0x7e00;
const INF: u64 = 0x7c00;
const MINUS: u64 = 0x8000;

#[rstest]
#[case("relu", Fp16, &[0xbc00, 0x4000, MINUS, 0xfe00, 0xfc00, INF], &[0, 0x4000, 0, NAN, 0, INF])]
#[case("relu", Sint8, &[0x80, 0x7f], &[0, 0x7f])]
#[case("relu6", Fp16, &[0x4600, 0x4601, 0x4500, MINUS, NAN], &[0x4600, 0x4600, 0x4500, 0, NAN])]
#[case("threshold_relu", Fp16, &[0x3c00, 0x3c01, MINUS, NAN, INF], &[0, 0x3c01, 0, NAN, INF])]
// fp16 of -fp32(0.01) is A11F: 0.0099945 away from 0.01 by less than half a place.
#[case("leaky_relu", Fp16, &[0xbc00, 0x3c00, MINUS, 0xfc00], &[0xa11f, 0x3c00, MINUS, 0xfc00])]
#[case("leaky_relu", Sint8, &[0x80, 0xce, 0xcd, 5], &[0xff, 0, 0xff, 5])]
#[case("brelu", Fp16, &[0x4e00, 0x4e01, MINUS, 0xbc00, NAN], &[0x4e00, 0x4e00, 0, 0, NAN])]
#[case("soft_sign", Fp16, &[0x3c00, 0xc200, MINUS, INF, 0xfc00], &[0x3800, 0xba00, MINUS, NAN, NAN])]
#[case("hard_swish", Fp16, &[0x4200, 0x4400, 0xc200, 0xc400, 0x3c00, INF, 0xfc00, MINUS], &[0x4200, 0x4400, MINUS, MINUS, 0x3955, INF, NAN, MINUS])]
#[case("hard_shrink", Fp16, &[0x3800, 0x3801, 0xb801, MINUS, NAN], &[0, 0x3801, 0xb801, 0, NAN])]
#[case("hard_tanh", Fp16, &[0x3c01, 0xbc01, 0x3800, MINUS, NAN], &[0x3c00, 0xbc00, 0x3800, MINUS, NAN])]
#[case("sigmoid", Fp32, &[0, 0x3f80_0000, 0xff80_0000, 0x7f80_0000], &[0x3f00_0000, 0x3f3b_26a8, 0, 0x3f80_0000])]
#[case("sigmoid", Sint8, &[0, 1, 0xff, 0x7f], &[0, 1, 0, 1])]
#[case("tanh", Fp32, &[0x3f80_0000, 0x8000_0000, 0xff80_0000], &[0x3f42_f7d6, 0x8000_0000, 0xbf80_0000])]
#[case("erf", Fp16, &[MINUS, INF, 0xfc00, 0x4800], &[MINUS, 0x3c00, 0xbc00, 0x3c00])]
#[case("softplus", Fp16, &[0xfc00, INF, 0x6800, NAN], &[0, INF, 0x6800, NAN])]
#[case("gelu", Fp16, &[0xfc00, INF, MINUS, 0, 0x5640, 0xd640], &[NAN, INF, MINUS, 0, 0x5640, MINUS])]
#[case("swish", Fp16, &[0xfc00, INF, MINUS, 0, 0xf000], &[NAN, INF, MINUS, 0, MINUS])]
// -0 - -0 = +0. 2050 - 1 is a middle, and 2 e^-4100 below 2^-1200 of it: 2048.
#[case("tanh_shrink", Fp16, &[MINUS, INF, 0xfc00, 0x6801, 0x6802, 0xe801], &[0, INF, 0xfc00, 0x6800, 0x6802, 0xe800])]
fn activations(#[case] name: &str, #[case] unit: Unit, #[case] x: &[u64], #[case] right: &[u64]) {
    let mut trial = Trial::default();
    trial.put_codes(0x200, unit, x);
    let (name, len) = (format!("ai.{name}"), x.len());
    let done = trial.run(&name, &format!("s=0x200 d=0x300 len={len} src_unit={unit}"));
    let found = done.unwrap().codes(0x300, unit, len as u64);
    assert_eq!(found, right, "{name}: {found:x?}");
}
