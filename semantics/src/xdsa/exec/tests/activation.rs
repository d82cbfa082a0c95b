//! Activations, quantised sums, the created and the queried, with expectations worked out by hand.

use crate::xdsa::Kind;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit::{self, Fp16, Fp32, Sint8, Sint16, Uint4, Uint8};
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

#[rstest]
#[case("elu", "", Fp32, &[0x4000_0000, 0x8000_0000, 0xff80_0000, 0xbf80_0000], &[0x4000_0000, 0, 0xbf80_0000, 0xbf21_d2a7])]
#[case("elu", "a_unit=fp16 alpha=0xffff4000", Fp32, &[0xff80_0000, 0xbf80_0000, 0xc47a_0000], &[0xc000_0000, 0xbfa1_d2a7, 0xc000_0000])]
#[case("elu", "", Sint8, &[0xfe, 0xff, 3], &[0xff, 0xff, 3])]
#[case("hard_sigmoid", "", Fp32, &[0xc040_0000, 0x3f80_0000, 0x4080_0000, 0x7f80_0000], &[0, 0x3f2a_aaab, 0x3f80_0000, 0x3f80_0000])]
#[case("hard_sigmoid", "a_unit=fp16 a=0x3c00 b_unit=fp32 b=0x3f800000", Fp16, &[0x4000, 0xc000, 0xc200, NAN], &[0x4200, 0xbc00, 0, NAN])]
#[case("selu", "", Fp32, &[0x3f80_0000, 0xff80_0000, 0x8000_0000], &[0x3f86_7d5f, 0xbfe1_0966, 0])]
#[case("selu", "a_unit=fp32 a=0x40000000 g_unit=fp16 gamma=0x3800", Fp16, &[0x4000, 0xfc00], &[0x3c00, 0xbc00])]
fn parameters(
    #[case] name: &str,
    #[case] fields: &str,
    #[case] unit: Unit,
    #[case] x: &[u64],
    #[case] right: &[u64],
) {
    let mut trial = Trial::default();
    trial.put_codes(0x200, unit, x);
    let (name, len) = (format!("ai.{name}"), x.len());
    let done = trial.run(&name, &format!("s=0x200 d=0x300 len={len} src_unit={unit} {fields}"));
    let found = done.unwrap().codes(0x300, unit, len as u64);
    assert_eq!(found, right, "{name}: {found:x?}");
}

#[rstest]
#[case("ai.elu", "len=1 src_unit=fp16 a_unit=fp64", Kind::UnitNotAllowed)]
#[case("ai.elu", "len=1 src_unit=fp16 a_unit=sint8", Kind::UnitNotAllowed)]
#[case("ai.elu", "len=1 src_unit=fp16 a_unit=13", Kind::ReservedCode)]
#[case("ai.relu", "len=0 src_unit=fp16", Kind::BadLength)]
#[case("ai.prelu", "len=4 src_unit=sint8 s_unit=fp16", Kind::UnitNotAllowed)]
#[case("ai.prelu", "len=4 src_unit=fp16 s_unit=14", Kind::ReservedCode)]
#[case("ai.prelu", "len=4 src_unit=fp16 b=1", Kind::BadDimension)]
#[case("ai.prelu", "len=4 src_unit=fp16 b=1 valid_length=3", Kind::BadDimension)]
#[case("ai.prelu", "len=4 src_unit=fp16 i=1 data_format=2", Kind::ReservedCode)]
#[case("ai.softmax", "src_unit=fp16 axis=7 fc=1 i_h=1 i_w=1", Kind::ReservedCode)]
#[case("ai.softmax", "src_unit=fp16 axis=1 fc=1 i_h=0 i_w=1", Kind::BadDimension)]
#[case("ai.ele_add", "len=4 b=1 valid_length=3", Kind::BadDimension)]
#[case("base.zeros", "len=0", Kind::BadLength)]
#[case("base.empty", "len=2 d=0xffff", Kind::AddressRange)]
fn errors(#[case] name: &str, #[case] fields: &str, #[case] kind: Kind) {
    // What is only looked at is checked by the machine.
    if name != "base.empty" {
        assert_eq!(Trial::default().run(name, fields).err(), Some(kind));
    }
}

#[test]
fn prelu() {
    let mut trial = Trial::default();
    trial.put_codes(0x200, Sint8, &[0xf8, 8, 0xfd]).put_codes(0x240, Sint8, &[3]).put_codes(
        0x280,
        Sint8,
        &[2],
    );
    let fields =
        "s=0x200 d=0x300 len=3 src_unit=sint8 s_unit=sint8 m_unit=sint8 i=1 mul=0x240 shift=0x280";
    assert_eq!(trial.run("ai.prelu", fields).unwrap().codes(0x300, Sint8, 3), [0xfa, 8, 0xfe]);
    // A floating-point slope: -8 * 1.5 / 4 = -3, floor(-3 * 1.5 / 4 + 1/2) = -1.
    trial.put_codes(0x240, Fp16, &[0x3e00]);
    let fields = fields.replace("m_unit=sint8", "m_unit=fp16");
    assert_eq!(trial.run("ai.prelu", &fields).unwrap().codes(0x300, Sint8, 3), [0xfd, 8, 0xff]);
    // Shifted to the left by 1: -24, -9.
    trial.put_codes(0x280, Sint8, &[0xff]);
    assert_eq!(trial.run("ai.prelu", &fields).unwrap().codes(0x300, Sint8, 3), [0xe8, 8, 0xf7]);
    // A slope for each channel, by either format; no shift is read.
    let mut trial = Trial::default();
    trial.put(0x200, Fp16, &[-1.0, -1.0, 4.0, -1.0]).put(0x240, Fp16, &[2.0, 3.0]);
    let fields =
        "s=0x200 d=0x300 len=4 src_unit=fp16 m_unit=fp16 b=1 valid_length=2 mul=0x240 shift=0xffff";
    let inner = trial.run("ai.prelu", fields).unwrap().get(0x300, Fp16, 4);
    assert_eq!(inner, [-2.0, -3.0, 4.0, -3.0]);
    let outer = trial.run("ai.prelu", &format!("{fields} data_format=1")).unwrap();
    assert_eq!(outer.get(0x300, Fp16, 4), [-2.0, -2.0, 4.0, -3.0]);
}

/// Lines of zeros and of what is not there are rational: 1/2, 1/4; a line over C, H and W in both formats.
#[test]
fn softmax() {
    let mut trial = Trial::default();
    trial.put(0x200, Fp32, &[0.0, 1.0]);
    let fields = "fm=0x200 d=0x300 src_unit=fp32 axis=1 data_format=1 fc=2 i_h=1 i_w=1";
    let done = trial.run("ai.softmax", fields).unwrap();
    assert_eq!(done.codes(0x300, Fp32, 2), [0x3e89_b2b1, 0x3f3b_26a8]);
    let done = trial.run("ai.logsoftmax", fields).unwrap().codes(0x300, Fp32, 2);
    // -ln(1 + e) and -ln(1 + 1/e).
    assert_eq!(done, [0xbfa8_18f5, 0xbea0_63d6]);
    let inf = f64::INFINITY;
    // C = 2, H = 2, W = 2 in NCHW.
    let x = [5.0, -inf, 1.0, 1.0, 5.0, 3.0, 1.0, -inf];
    trial.put(0x200, Fp32, &x);
    let fields = "fm=0x200 d=0x300 src_unit=fp32 fc=2 i_h=2 i_w=2";
    let mut over = |axis: u64, format: u64| {
        let fields = format!("{fields} axis={axis} data_format={format}");
        trial.run("ai.softmax", &fields).unwrap().get(0x300, Fp32, 8)
    };
    let alone = over(0, 1);
    for (x, y) in x.iter().zip(alone) {
        assert_eq!((y == 1.0, y.is_nan()), (x.is_finite(), !x.is_finite()));
    }
    let channels = [0.5, 0.0, 0.5, 1.0, 0.5, 1.0, 0.5, 0.0];
    assert_eq!(over(1, 1), channels);
    // H of NHWC lies as C of NCHW, C of NHWC as W of NCHW.
    assert_eq!(over(2, 0), channels);
    let inner = over(3, 1);
    assert_eq!(inner[..4], [1.0, 0.0, 0.5, 0.5]);
    assert_eq!(inner[6..], [1.0, 0.0]);
    assert_eq!(over(1, 0), inner);
    assert_eq!(over(3, 0), over(2, 1));
    // Two elements: sigmoid of 2 and of -2.
    assert_eq!(inner[4..6], [f64::from(0.880_797_1f32), f64::from(0.119_202_92f32)]);
}

#[test]
fn softmax_of_what_is_no_number() {
    let inf = f64::INFINITY;
    for (x, y) in [
        ([1.0, f64::NAN, 0.0], [f64::NAN; 3]),
        ([inf, 1.0, -inf], [f64::NAN; 3]),
        ([-inf, -inf, -inf], [f64::NAN; 3]),
        ([-inf, 7.0, -inf], [-inf, 0.0, -inf]),
    ] {
        let mut trial = Trial::default();
        trial.put(0x200, Fp16, &x);
        let fields = "fm=0x200 d=0x300 src_unit=fp16 axis=3 fc=1 i_h=1 i_w=3";
        let done = trial.run("ai.logsoftmax", fields).unwrap().get(0x300, Fp16, 3);
        for (found, right) in done.into_iter().zip(y) {
            let same = found == right && found.is_sign_negative() == right.is_sign_negative();
            assert!(same || found.is_nan() && right.is_nan(), "{x:?}: {found}, {right}");
        }
    }
    // 2049 less than the largest is a middle; what e^-2049 adds is below 2^-1200 of it.
    let mut trial = Trial::default();
    trial.put(0x200, Fp16, &[1.0, -2048.0]);
    let fields = "fm=0x200 d=0x300 src_unit=fp16 axis=3 fc=1 i_h=1 i_w=2";
    let done = trial.run("ai.logsoftmax", fields).unwrap().codes(0x300, Fp16, 2);
    assert_eq!(done, [MINUS, 0xe800]);
    // Integers: 3 of 4 parts, 1 of 4.
    let mut trial = Trial::default();
    trial.put(0x200, Sint8, &[3.0, 1.0]);
    let fields = "fm=0x200 d=0x300 src_unit=sint8 axis=3 fc=1 i_h=1 i_w=2";
    assert_eq!(trial.run("ai.softmax", fields).unwrap().codes(0x300, Sint8, 2), [1, 0]);
    let logarithms = trial.run("ai.logsoftmax", fields).unwrap().codes(0x300, Sint8, 2);
    assert_eq!(logarithms, [0, 0xfe]);
}

#[rstest]
#[case("add", "src0=uint8 src1=uint8 des=uint8 m_unit=sint16 mul=3 shift=2 ozero_imm=10 izero_imm=128 clip_max=255", Uint8, &[130, 200, 0], &[131, 255, 0], Uint8, &[14, 159, 0])]
#[case("add", "src0=sint8 src1=sint8 des=sint16 m_unit=sint8 i=1 b=1 mul=1", Sint8, &[0x64, 0x9c], &[0x64], Sint16, &[200, 0])]
// (100 - 5) - (20 - 5) = 80, times 3 / 2^3 = 30 - 1; -120 * 3 / 8 = -45 - 1.
#[case("sub", "src0=sint8 src1=sint8 des=sint8 m_unit=uint8 mul=0xff03 shift=3 izero_imm=5 ozero_imm=255", Sint8, &[100, 0xb0], &[20, 40], Sint8, &[29, 0xd2])]
// No shift: 3 * 2^2 = 12, clipped at 10.
#[case("add", "src0=sint8 src1=sint8 des=sint8 m_unit=uint8 mul=1 shift=0xfe clip_max=10", Sint8, &[1, 0xfe], &[2, 0], Sint8, &[10, 0])]
// A floating-point multiplier is exact: 5 * 0.5 = 2.5 to 2, + 1; 7 * 0.5 / 2 = 1.75.
#[case("add", "src0=sint8 src1=sint8 des=sint8 m_unit=fp16 mul=0x3800 ozero_imm=1", Sint8, &[5, 7], &[0, 0], Sint8, &[4, 4])]
#[case("add", "src0=sint8 src1=sint8 des=fp16 m_unit=uint8 mul=3 shift=2", Sint8, &[5, 0], &[0, 0], Fp16, &[0x4380, 0])]
// Integers into integers round half up, floating-point data, too: 2.5 * 1 / 2 = 1.25, 3 / 2 = 1.5 to 2.
#[case("add", "src0=fp16 src1=fp16 des=sint8 m_unit=uint8 mul=1 shift=1", Fp16, &[0x4100, 0x4200, NAN, INF], &[0, 0, 0, 0], Sint8, &[1, 2, 0, 0x7f])]
#[case("sub", "src0=fp16 src1=fp16 des=fp16 m_unit=fp32 mul=0x3f800000", Fp16, &[INF, MINUS, 0x3c00], &[INF, 0, 0x3c00], Fp16, &[NAN, 0, 0])]
fn quantised(
    #[case] name: &str,
    #[case] fields: &str,
    #[case] src: Unit,
    #[case] a: &[u64],
    #[case] b: &[u64],
    #[case] des: Unit,
    #[case] right: &[u64],
) {
    let mut trial = Trial::default();
    trial.put_codes(0x200, src, a).put_codes(0x240, src, b);
    let (name, len) = (format!("ai.ele_{name}"), a.len());
    let done = trial.run(&name, &format!("s0=0x200 s1=0x240 d=0x300 len={len} {fields}"));
    let found = done.unwrap().codes(0x300, des, len as u64);
    assert_eq!(found, right, "{name}: {found:x?}");
}

#[test]
fn channels_of_quantised_sums() {
    let mut trial = Trial::default();
    trial.put(0x200, Sint8, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).put(0x240, Sint8, &[10.0, 20.0]);
    let fields = "s0=0x200 s1=0x240 d=0x300 len=6 src0=sint8 src1=sint8 des=sint8 m_unit=sint8 mul=1 b=1 valid_length=2";
    let inner = trial.run("ai.ele_add", fields).unwrap().get(0x300, Sint8, 6);
    assert_eq!(inner, [11.0, 22.0, 13.0, 24.0, 15.0, 26.0]);
    let fields = format!("{fields} data_format=1");
    let outer = trial.run("ai.ele_add", &fields).unwrap().get(0x300, Sint8, 6);
    assert_eq!(outer, [11.0, 12.0, 13.0, 24.0, 25.0, 26.0]);
}

#[test]
fn created() {
    let mut trial = Trial::default();
    trial.put_codes(0x300, Uint8, &[0, 0x50]);
    let done = trial.run("base.full", "d=0x300 len=3 unit=uint4 value=0xf9").unwrap();
    assert_eq!(done.codes(0x300, Uint8, 2), [0x99, 0x59]);
    let done = trial.run("base.zeros", "d=0x300 len=1 unit=uint4 value=9").unwrap();
    assert_eq!(done.codes(0x300, Uint4, 2), [0, 9]);
    let done = trial.run("base.empty", "d=0x300 len=3 unit=fp64").unwrap();
    assert_eq!(done.codes(0x300, Uint4, 2), [0, 9]);
    trial.put_codes(0x200, Fp16, &[0xfe01, MINUS]);
    for copy in ["base.contiguous", "base.duplicate"] {
        let done = trial.run(copy, "s=0x200 d=0x300 len=2 src=fp16 des=sint8").unwrap();
        assert_eq!(done.codes(0x300, Fp16, 2), [0xfe01, MINUS]);
    }
}

#[rstest]
#[case("range", Sint8, 5, 4, 0xfd, &[5, 2, 0xff, 0xfc])]
#[case("range", Uint8, 250, 3, 3, &[250, 253, 255])]
#[case("range", Fp16, 0x3c00, 3, 0x3555, &[0x3c00, 0x3d55, 0x3eaa])]
#[case("range", Fp16, 0x3c00, 3, INF, &[NAN, INF, INF])]
// -0 + 0 * 1 = 0.
#[case("range", Fp16, MINUS, 2, 0x3c00, &[0, 0x3c00])]
#[case("linspace", Fp16, 0, 4, 0x3c00, &[0, 0x3555, 0x3955, 0x3c00])]
#[case("linspace", Sint8, 0, 3, 5, &[0, 2, 5])]
#[case("linspace", Sint8, 7, 1, 5, &[7])]
fn steps(
    #[case] name: &str,
    #[case] unit: Unit,
    #[case] start: u64,
    #[case] len: u64,
    #[case] step: u64,
    #[case] right: &[u64],
) {
    let fields = format!("d=0x300 len={len} unit={unit} start={start} step={step}");
    let mut trial = Trial::default();
    let done = trial.run(&format!("base.{name}"), &fields).unwrap();
    assert_eq!(done.codes(0x300, unit, len), right);
}

#[rstest]
#[case("is_finite", [1, 0, 0, 1])]
#[case("has_inf", [0, 1, 0, 0])]
#[case("has_nan", [0, 0, 1, 0])]
fn queries(#[case] name: &str, #[case] right: [u64; 4]) {
    let data = [[0x3c00, 0x7bff], [0x3c00, 0xfc00], [0x3c00, 0x7d00], [0, MINUS]];
    for (x, right) in data.iter().zip(right) {
        let mut trial = Trial::default();
        trial.put_codes(0x200, Fp16, x);
        let done = trial.run(&format!("base.{name}"), "s=0x200 d=0x300 len=2 src=fp16 des=uint8");
        assert_eq!(done.unwrap().codes(0x300, Uint8, 1), [right]);
    }
}
