//! Elementwise instructions: the worked cases of the source's conformance list, and every mix of units against fractions of big integers.

use crate::xdsa::Kind;
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit;
use num_bigint::{BigInt, Sign};
use rstest::rstest;
use seeded::{Draw, Random};

/// The result of an instruction of one or two sources, at 0x300.
fn run(name: &str, fields: &str, sources: &[(Unit, &[u64])], des: Unit, count: u64) -> Vec<u64> {
    let mut trial = Trial::default();
    for (at, (unit, elements)) in sources.iter().enumerate() {
        trial.put_codes(0x200 + 0x40 * at as u64, *unit, elements);
    }
    let addresses = match (sources.len(), name) {
        (1, "base.sxt" | "base.uxt") => "s0=0x200 d=0x300",
        (1, _) => "s=0x200 d=0x300",
        (2, _) => "s0=0x200 s1=0x240 d=0x300",
        _ => "s0=0x200 s1=0x240 s2=0x280 d=0x300",
    };
    let units: String = match sources {
        [(unit, _)] if fields.contains("src0") => format!("src0={unit}"),
        [(unit, _)] => format!("src={unit}"),
        [(a, _), (b, _)] => format!("src0={a} src1={b}"),
        [(a, _), (b, _), (c, _)] => format!("src0={a} src1={b} src2={c}"),
        _ => String::new(),
    };
    let units = if fields.contains("src0=") { String::new() } else { units };
    let len = sources[0].1.len();
    let line = format!("{addresses} {units} des={des} len={len} {fields}");
    let result = trial.run(name, &line);
    result.unwrap_or_else(|kind| panic!("{name} {line}: {kind}")).codes(0x300, des, count)
}

use Unit::{Fp16, Fp32, Fp64, Sint8, Sint16, Sint64, Uint4, Uint8, Uint64};

#[rstest]
#[case("add", Sint8, &[0x64, 0x9c, 0x7f, 1], Sint8, &[0x64, 0x9c, 1, 0xff], Sint8, &[0xc8, 0x38, 0x80, 0])]
#[case("add sat=1", Sint8, &[0x64, 0x9c, 0x7f, 1], Sint8, &[0x64, 0x9c, 1, 0xff], Sint8, &[0x7f, 0x80, 0x7f, 0])]
#[case("add", Fp16, &[0x3800, 0x3e00, 0x4100, 0x5a40], Sint8, &[0, 0, 0, 0], Sint8, &[0, 2, 2, 0x7f])]
#[case("sub", Uint8, &[0, 0xff], Uint8, &[0xff, 0], Sint16, &[0xff01, 0xff])]
#[case("max", Fp16, &[0x8000, 0xfe01, 0x3c00], Fp16, &[0, 0x3c00, 0x4000], Fp16, &[0, 0x7e00, 0x4000])]
#[case("min", Fp16, &[0x8000, 0xfe01, 0x3c00], Fp16, &[0, 0x3c00, 0x4000], Fp16, &[0x8000, 0x7e00, 0x3c00])]
#[case("maxsi", Sint8, &[5, 7, 0xff], Sint8, &[6, 7, 0xfe], Uint8, &[1, 0, 0])]
#[case("minsi", Sint8, &[5, 7, 0xff], Sint8, &[6, 7, 0xfe], Uint8, &[0, 0, 1])]
// NaN counts as chosen; -0 equals +0.
#[case("maxsi", Fp16, &[0x7e00, 0x3c00, 0x7e00, 0x8000], Fp16, &[0x3c00, 0x7e00, 0x7e00, 0], Fp16, &[0, 0x3c00, 0, 0])]
#[case("pow", Sint8, &[2, 0xff, 1, 0, 0xfd], Sint8, &[0xff, 0xfd, 0xf7, 0xfe, 5], Sint16, &[0, 0xffff, 1, 0, 0xff0d])]
#[case("pow", Uint8, &[3, 2, 0, 255], Uint8, &[200, 100, 0, 255], Uint8, &[0xa1, 0, 1, 255])]
#[case("pow sat=1", Sint8, &[0x80, 0x80, 2], Uint8, &[201, 200, 7], Sint8, &[0x80, 0x7f, 0x7f])]
#[case("asr rnd=1", Sint8, &[5, 0xfb, 3, 0xfd], Uint8, &[1, 1, 1, 1], Sint8, &[3, 0xfe, 2, 0xff])]
#[case("asr", Sint8, &[5, 0xfb, 0x80, 3], Sint8, &[1, 1, 100, 0xfe], Sint8, &[2, 0xfd, 0xff, 12])]
#[case("asr rnd=1", Sint8, &[0x80, 0x80, 0x7f], Uint8, &[7, 8, 255], Sint8, &[0xff, 0, 0])]
#[case("asl sat=1", Sint8, &[0x41, 0xfd], Uint8, &[1, 2], Sint8, &[0x7f, 0xf4])]
#[case("asl", Sint8, &[0x41, 0xfd, 1], Uint8, &[1, 2, 200], Sint8, &[0x82, 0xf4, 0])]
#[case("asl sat=1", Uint64, &[u64::MAX, 1, 1, 0], Sint64, &[u64::MAX, 63, 64, 1 << 62], Uint64, &[u64::MAX >> 1, 1 << 63, u64::MAX, 0])]
#[case("lsr", Sint8, &[0xfd, 0xfd, 0x81], Sint8, &[1, 8, 0xff], Sint16, &[0x7e, 0, 2])]
#[case("lsl", Sint8, &[0xfd, 0x81], Sint8, &[4, 0xff], Uint4, &[0, 0])]
#[case("lsl sat=1", Uint8, &[0xfd], Uint8, &[1], Sint16, &[0xfa])]
#[case("ror", Uint8, &[0x81, 1], Uint8, &[1, 9], Uint8, &[0xc0, 0x80])]
#[case("ror", Uint4, &[9, 9], Sint8, &[0xff, 0x80], Uint8, &[3, 9])]
#[case("nsr", Sint16, &[1000, 0xffe8, 24], Uint8, &[2, 4, 4], Sint8, &[0x7f, 0xff, 2])]
#[case("nsr", Sint16, &[1000, 0x8000], Sint8, &[0xff, 200], Sint8, &[0x7f, 0x80])]
#[case("div sat=1", Sint8, &[7, 0xf9, 0x80, 5], Sint8, &[2, 2, 0xff, 0], Sint8, &[3, 0xfd, 0x7f, 0xff])]
#[case("div", Uint8, &[7, 5], Uint8, &[0, 2], Sint16, &[255, 2])]
#[case("div", Uint8, &[7, 1], Sint8, &[0, 0xff], Uint8, &[255, 255])]
#[case("div", Sint8, &[7, 0, 0xff], Sint8, &[0, 0, 2], Fp16, &[0x7c00, 0x7e00, 0xb800])]
#[case("mod", Sint8, &[7, 0xf9, 7, 5], Sint8, &[3, 3, 0xfd, 0], Sint8, &[1, 0xff, 1, 5])]
#[case("mod", Fp16, &[0x4700, 0xc700, 0xc600, 0x3c00, 0x8000, 0x7c00], Fp16, &[0x4200, 0x4200, 0x4200, 0, 0x3c00, 0x3c00], Fp16, &[0x3c00, 0xbc00, 0x8000, 0x7e00, 0x8000, 0x7e00])]
#[case("mul", Sint8, &[0x80, 0x7f], Sint8, &[0x80, 0x80], Sint16, &[0x4000, 0xc080])]
#[case("mul", Uint64, &[u64::MAX, 1 << 63], Uint64, &[u64::MAX, 2], Uint64, &[1, 0])]
#[case("mul sat=1", Uint64, &[u64::MAX, 1 << 63], Uint64, &[u64::MAX, 2], Sint64, &[i64::MAX as u64, i64::MAX as u64])]
#[case("mul", Sint8, &[0, 0], Sint8, &[0xfb, 5], Fp16, &[0x8000, 0])]
#[case("sne", Fp16, &[0x7e00, 0, 0x3c00], Fp16, &[0x7e00, 0x8000, 0x4000], Uint8, &[1, 0, 1])]
#[case("seq", Fp16, &[0x7e00, 0, 0x3c00], Fp16, &[0x7e00, 0x8000, 0x4000], Uint8, &[0, 1, 0])]
#[case("slt", Sint8, &[0xff, 5], Uint8, &[0, 5], Fp16, &[0x3c00, 0])]
#[case("sge", Sint64, &[(1 << 53) + 1, 1 << 53], Fp64, &[0x4340_0000_0000_0000; 2], Uint4, &[1, 1])]
#[case("sgt", Sint64, &[(1 << 53) + 1, 1 << 53], Fp64, &[0x4340_0000_0000_0000; 2], Uint4, &[1, 0])]
#[case("sle", Sint64, &[(1 << 53) + 1, 1 << 53], Fp64, &[0x4340_0000_0000_0000; 2], Uint4, &[0, 1])]
fn two_sources(
    #[case] instruction: &str,
    #[case] src0: Unit,
    #[case] a: &[u64],
    #[case] src1: Unit,
    #[case] b: &[u64],
    #[case] des: Unit,
    #[case] right: &[u64],
) {
    let (name, fields) = instruction.split_once(' ').unwrap_or((instruction, ""));
    let name = format!("base.{name}");
    let found = run(&name, fields, &[(src0, a), (src1, b)], des, right.len() as u64);
    assert_eq!(found, right, "{name}: {found:x?} {right:x?}");
}

#[rstest]
#[case("thres", "dir=0 tsgn=1 imm16=10", Sint8, &[9, 10, 11, 0xce], Sint8, &[0, 0, 11, 0])]
#[case("thres", "dir=1 imm16=0xbc00", Fp16, &[0xc000, 0xbc00, 0x3c00, 0x7e00], Sint8, &[0xfe, 0, 0, 0])]
#[case("thres", "dir=0 imm16=0xbc00", Fp16, &[0x8000, 0x5640, 0xfc00], Fp16, &[0x8000, 0x5640, 0])]
#[case("thres", "dir=1 tsgn=1 imm16=0xffff", Sint8, &[0xfe, 0xff, 0], Uint8, &[0xfe, 0, 0])]
#[case("thres", "dir=1 sat=1 imm16=0xffff", Sint8, &[0xfe, 0xff, 3], Uint8, &[0, 0, 3])]
#[case("asum", "", Fp16, &[0x6800, 0x3c00, 0x3c00, 0x3c00], Fp16, &[0x6800])]
#[case("asum", "", Sint8, &[100, 100, 100], Sint8, &[0x2c])]
#[case("asum", "sat=1", Sint8, &[100, 100, 0xff], Sint8, &[126])]
#[case("asum", "", Fp16, &[0x3800, 0x3800, 0x3e00], Sint8, &[2])]
#[case("asum", "", Fp16, &[0x8000], Fp16, &[0])]
#[case("abs", "", Sint8, &[0x80, 0xfb], Sint8, &[0x80, 5])]
#[case("abs", "sat=1", Sint8, &[0x80, 0xfb], Sint8, &[0x7f, 5])]
#[case("abs", "", Fp16, &[0x8000, 0xfe55, 0xfc00], Fp16, &[0, 0x7e00, 0x7c00])]
#[case("sign", "", Fp16, &[0, 0x8000, 0xbc00, 0x7e00], Sint8, &[1, 1, 0xff, 0])]
#[case("sign", "", Fp16, &[0xbc00], Uint8, &[0xff])]
#[case("sign", "sat=1", Fp16, &[0xbc00], Uint8, &[0])]
#[case("sqrt", "", Fp16, &[0x4000, 0x4400, 0x8000, 0xbc00], Fp16, &[0x3da8, 0x4000, 0x8000, 0x7e00])]
#[case("sqrt", "", Uint8, &[255, 2, 6, 0], Uint8, &[16, 1, 2, 0])]
#[case("rsqrt", "", Fp16, &[0x4400, 0x8000, 0, 0x7c00, 0xbc00], Fp16, &[0x3800, 0xfc00, 0x7c00, 0, 0x7e00])]
#[case("reciprocal", "", Fp16, &[0, 0x8000, 0x4200], Fp16, &[0x7c00, 0xfc00, 0x3555])]
#[case("reciprocal", "", Sint8, &[0, 0xff, 2, 1], Sint8, &[0x7f, 0xff, 0, 1])]
#[case("round", "", Fp16, &[0x3800, 0x3e00, 0xc100, 0xb400], Fp16, &[0, 0x4000, 0xc000, 0x8000])]
#[case("ceil", "", Fp16, &[0x3800, 0xb800, 0x3e00, 0x7c00], Fp16, &[0x3c00, 0x8000, 0x4000, 0x7c00])]
#[case("floor", "", Fp16, &[0x3800, 0xb800, 0x8000, 0xfd00], Sint8, &[0, 0xff, 0, 0])]
#[case("round", "", Sint16, &[300, 0xffff], Sint8, &[44, 0xff])]
#[case("round", "sat=1", Sint16, &[300, 0xffff], Uint8, &[255, 0])]
#[case("clip", "clip_min=0xbc00 clip_max=0x4000", Fp32, &[0xc040_0000, 0x3dcc_cccd, 0x4110_0000], Fp32, &[0xbf80_0000, 0x3dcc_cccd, 0x4000_0000])]
#[case("clip", "clip_min=5 clip_max=0xfffe", Sint8, &[0, 9, 0xf0], Sint8, &[0xfe, 0xfe, 0xfe])]
#[case("clip", "", Sint8, &[5, 0xf0], Sint8, &[0, 0])]
#[case("data_convert", "", Fp32, &[0x4039_999a, 0xc039_999a, 0x4396_0000, 0x7fc0_0000], Sint8, &[2, 0xfe, 0x7f, 0])]
#[case("data_convert", "", Sint16, &[17, 0xffff, 5], Uint4, &[1, 15, 5])]
#[case("data_convert", "", Fp16, &[0xfd01, 0x7c00, 0x8001], Fp32, &[0x7fc0_0000, 0x7f80_0000, 0xb380_0000])]
#[case("exp", "", Fp32, &[0x3f80_0000, 0, 0xff80_0000], Fp32, &[0x402d_f854, 0x3f80_0000, 0])]
#[case("exp", "", Uint8, &[3, 44, 45], Uint64, &[20, 12_851_600_114_359_308_276, u64::MAX])]
#[case("sin", "", Fp32, &[0x3f80_0000, 0x8000_0000], Fp32, &[0x3f57_6aa4, 0x8000_0000])]
#[case("tanh", "", Fp32, &[0x3f80_0000, 0x8000_0000], Fp32, &[0x3f42_f7d6, 0x8000_0000])]
#[case("log", "", Sint8, &[0, 0xff, 1, 20], Sint8, &[0x80, 0, 0, 3])]
#[case("log2", "", Uint64, &[1 << 63, 8], Fp16, &[0x53e0, 0x4200])]
#[case("log10", "", Uint64, &[1_000_000_000_000_000_000], Sint8, &[18])]
#[case("asin", "", Sint8, &[1, 0xff, 2], Fp64, &[0x3ff9_21fb_5444_2d18, 0xbff9_21fb_5444_2d18, 0x7ff8_0000_0000_0000])]
#[case("acos", "", Sint8, &[0, 0xff, 1], Fp64, &[0x3ff9_21fb_5444_2d18, 0x4009_21fb_5444_2d18, 0])]
#[case("expml", "", Fp16, &[0x8000, 0xfc00], Fp16, &[0x8000, 0xbc00])]
fn one_source(
    #[case] name: &str,
    #[case] fields: &str,
    #[case] src: Unit,
    #[case] x: &[u64],
    #[case] des: Unit,
    #[case] right: &[u64],
) {
    let name = format!("base.{name}");
    let found = run(&name, fields, &[(src, x)], des, right.len() as u64);
    assert_eq!(found, right, "{name}: {found:x?} {right:x?}");
}

#[test]
fn other_shapes() {
    let median = |a: &[u64], b: &[u64], c: &[u64], unit| {
        run("base.median", "", &[(unit, a), (unit, b), (unit, c)], unit, a.len() as u64)
    };
    assert_eq!(median(&[1, 0xfd], &[9, 0xfd], &[5, 7], Sint8), [5, 0xfd]);
    assert_eq!(median(&[0x8000, 0x7e00], &[0, 1], &[0x3c00, 2], Fp16), [0, 0x7e00]);
    let similar =
        run("base.cos_sim", "", &[(Fp16, &[0x4200, 0x4400]), (Fp16, &[0x4400, 0x4200])], Fp16, 1);
    assert_eq!(similar, [0x3bae]);
    // Zeros: 0 / (eps eps).
    let zeros = run("base.cos_sim", "", &[(Sint8, &[0, 0]), (Sint8, &[1, 2])], Fp16, 1);
    assert_eq!(zeros, [0]);
    // 5 / infinity, and infinity / infinity.
    let far = run("base.cos_sim", "", &[(Fp16, &[0x3c00, 0]), (Fp16, &[0x3c00, 0x7c00])], Fp16, 1);
    assert_eq!(far, [0x7e00]);
    let mut trial = Trial::default();
    trial.put_codes(0x200, Uint4, &[0xf, 7, 8]);
    let fields = "s0=0x200 s1=0xffff d=0x300 len=3 src0=sint4 src1=fp64 des=sint8";
    assert_eq!(trial.run("base.sxt", fields).unwrap().codes(0x300, Sint8, 3), [0xff, 7, 0xf8]);
    assert_eq!(trial.run("base.uxt", fields).unwrap().codes(0x300, Sint8, 3), [15, 7, 8]);
}

#[rstest]
#[case("and", &[0x30, 0x0c])]
#[case("or", &[0xff, 0x3f])]
#[case("xor", &[0xcf, 0x33])]
#[case("inv", &[0x0f, 0xc3])]
#[case("bclr", &[0xf0, 0xfc])]
#[case("bset", &[0xc0, 0x30])]
fn logic(#[case] name: &str, #[case] right: &[u64]) {
    let mut trial = Trial::default();
    trial.put_codes(0x200, Uint8, &[0xf0, 0x3c]).put_codes(0x240, Uint8, &[0x3f, 0x0f]);
    let done = trial.run(&format!("base.{name}"), "s0=0x200 s1=0x240 d=0x300 len=2");
    assert_eq!(done.unwrap().codes(0x300, Uint8, 2), right);
}

#[rstest]
#[case("base.abs", "len=1 src=uint8 des=sint8", Kind::UnitNotAllowed)]
#[case("base.abs", "len=0 src=uint8 des=sint8", Kind::UnitNotAllowed)]
#[case("base.abs", "len=0 src=sint8 des=uint8", Kind::BadLength)]
#[case("base.abs", "len=1 src=13 des=uint8", Kind::ReservedCode)]
#[case("base.abs", "len=1 src=sint8 rnd=1", Kind::ReservedBits)]
#[case("base.abs", "len=1 src=sint32 des=sint32 d=0xfffe", Kind::AddressRange)]
#[case("base.pow", "len=1 src0=sint8 src1=sint8 des=fp16", Kind::UnitNotAllowed)]
#[case("base.asr", "len=1 src0=sint8 src1=fp16 des=sint8", Kind::UnitNotAllowed)]
#[case("base.nsr", "len=1 src0=sint8 src1=sint8 des=sint8", Kind::UnitNotAllowed)]
#[case("base.sxt", "len=1 src0=sint8 des=uint8", Kind::UnitNotAllowed)]
#[case("base.thres", "len=1 src=fp16 tsgn=1", Kind::ReservedBits)]
#[case("base.and", "len=0", Kind::BadLength)]
#[case("base.exp", "len=1 src=fp16 des=14", Kind::ReservedCode)]
fn errors(#[case] name: &str, #[case] fields: &str, #[case] kind: Kind) {
    assert_eq!(Trial::default().run(name, fields).err(), Some(kind));
}

/// A fraction.
type Fraction = (BigInt, BigInt);

/// The value of a finite element, by the bits of its format.
fn value(unit: Unit, element: u64) -> Option<Fraction> {
    let one = BigInt::from(1);
    let (exponent_bits, bits) = match unit {
        Fp16 => (5, 10),
        Fp32 => (8, 23),
        Fp64 => (11, 52),
        _ => return Some((unit.integer(element).into(), one)),
    };
    let (field, fraction) =
        (element >> bits & ((1 << exponent_bits) - 1), element & ((1 << bits) - 1));
    if field == (1 << exponent_bits) - 1 {
        return None;
    }
    let (significand, field) =
        if field == 0 { (fraction, 1) } else { (fraction | 1 << bits, field) };
    let n = BigInt::from(significand) << field;
    let n = if element >> (unit.bits() - 1) == 1 { -n } else { n };
    Some((n, one << ((1 << (exponent_bits - 1)) - 1 + bits)))
}

/// Which of two fractions is larger.
fn order(a: &Fraction, b: &Fraction) -> std::cmp::Ordering {
    (&a.0 * &b.1).cmp(&(&b.0 * &a.1))
}

/// Whether an element is the exact value rounded to nearest: the middles to both neighbours enclose it.
fn is_nearest(unit: Unit, element: u64, exact: &Fraction) -> bool {
    let sign = element >> (unit.bits() - 1) == 1;
    let code = element & (unit.mask() >> 1);
    let exact = if sign { (-&exact.0, exact.1.clone()) } else { exact.clone() };
    if exact.0.sign() == Sign::Minus {
        return false;
    }
    // The infinity stands where the next number would.
    let at = |code: u64| -> Fraction {
        value(unit, code).unwrap_or_else(|| {
            let (below, most) = (value(unit, code - 2).unwrap(), value(unit, code - 1).unwrap());
            (&most.0 * 2 - below.0, most.1)
        })
    };
    let middle =
        |a: Fraction, b: Fraction| -> Fraction { (&a.0 * &b.1 + &b.0 * &a.1, a.1 * b.1 * 2) };
    let infinite = value(unit, code).is_none();
    let from = code == 0 || {
        let order = order(&exact, &middle(at(code - 1), at(code)));
        order.is_gt() || order.is_eq() && code & 1 == 0
    };
    let to = infinite || {
        let order = order(&exact, &middle(at(code), at(code + 1)));
        order.is_lt() || order.is_eq() && code & 1 == 0
    };
    from && to
}

/// Half to even.
fn whole((n, d): &Fraction) -> BigInt {
    let floor = |n: &BigInt, d: &BigInt| {
        let q = n / d;
        if n.sign() == Sign::Minus && &(&q * d) != n { q - 1 } else { q }
    };
    let up = floor(&(n * 2 + d), &(d * 2));
    let tie = &up * d * 2 == n * 2 + d;
    if tie && up.bit(0) { up - 1 } else { up }
}

fn clamped(unit: Unit, n: &BigInt) -> u64 {
    let [least, most] = unit.range();
    let n = n.clone().clamp(least.into(), most.into());
    i128::try_from(n).unwrap() as u64 & unit.mask()
}

fn wrapped(unit: Unit, n: &BigInt) -> u64 {
    let modulus = BigInt::from(1u128 << unit.bits());
    let n = ((n % &modulus) + &modulus) % modulus;
    u64::try_from(n).unwrap()
}

/// ADD, SUB, MUL, DIV, MOD, MAX, MIN of every three units against fractions.
#[test]
fn every_mix_of_units_is_rounded_once() {
    let mut random = Random::of("xdsa units");
    for src0 in Unit::ALL {
        for src1 in Unit::ALL {
            for des in Unit::ALL {
                for name in ["add", "sub", "mul", "div", "mod", "max", "min"] {
                    let sat = random.one_in(2);
                    let draw = |random: &mut Random, unit: Unit| {
                        let near = match unit {
                            Fp16 => 0x3c00 + (random.below(1 << 13)) - (1 << 12),
                            Fp32 => (0x3f80_0000u64 + random.below(1 << 28)).wrapping_sub(1 << 27),
                            Fp64 => 0x3ff0_0000_0000_0000u64 + random.below(1 << 58) - (1 << 57),
                            _ => random.below(20).wrapping_sub(10),
                        };
                        let any = random.next();
                        (if random.one_in(2) { any } else { near | any & 1 << (unit.bits() - 1) })
                            & unit.mask()
                    };
                    let a: Vec<u64> = (0..3).map(|_| draw(&mut random, src0)).collect();
                    let b: Vec<u64> = (0..3).map(|_| draw(&mut random, src1)).collect();
                    let fields = if sat { "sat=1" } else { "" };
                    let found =
                        run(&format!("base.{name}"), fields, &[(src0, &a), (src1, &b)], des, 3);
                    let integers = ![src0, src1, des].iter().any(|unit| unit.is_float());
                    for i in 0..3 {
                        let (Some(x), Some(y)) = (value(src0, a[i]), value(src1, b[i])) else {
                            continue;
                        };
                        let zero = y.0.sign() == Sign::NoSign;
                        if zero && matches!(name, "div" | "mod") {
                            continue;
                        }
                        let cross = (&x.0 * &y.1, &y.0 * &x.1, &x.1 * &y.1);
                        let mut exact = match name {
                            "add" => (cross.0 + cross.1, cross.2),
                            "sub" => (cross.0 - cross.1, cross.2),
                            "mul" => (&x.0 * &y.0, cross.2),
                            "div" if integers => (x.0 / y.0, 1.into()),
                            "div" => (cross.0, cross.1),
                            "mod" => (&cross.0 - (&cross.0 / &cross.1) * &cross.1, cross.2),
                            "max" if order(&x, &y).is_lt() => y,
                            "min" if order(&x, &y).is_gt() => y,
                            _ => x,
                        };
                        if exact.1.sign() == Sign::Minus {
                            exact = (-exact.0, -exact.1);
                        }
                        let right = match (integers, sat) {
                            _ if des.is_float() => is_nearest(des, found[i], &exact),
                            (true, false) => found[i] == wrapped(des, &exact.0),
                            (true, true) => found[i] == clamped(des, &exact.0),
                            (false, _) => found[i] == clamped(des, &whole(&exact)),
                        };
                        let (a, b, found) = (a[i], b[i], found[i]);
                        assert!(
                            right,
                            "{name} {src0} {a:x} {src1} {b:x} {des} {fields}: {found:x}"
                        );
                    }
                }
            }
        }
    }
}

/// The quick ways (one floating-point unit) give what exact numbers give.
#[test]
fn quick_ways_are_exact() {
    use crate::xdsa::number::{Fit, Number, round};
    use functions::Function;
    type Exact = fn(&Number, &Number) -> Number;
    let pairs: [(&str, Exact); 4] = [
        ("base.add", Number::add),
        ("base.sub", Number::sub),
        ("base.mul", Number::mul),
        ("base.div", Number::div),
    ];
    let functions = [
        ("base.exp", Function::Exp),
        ("base.sin", Function::Sin),
        ("base.acos", Function::Acos),
        ("base.log2", Function::Log2),
        ("base.atanh", Function::Atanh),
        ("base.loglp", Function::Log1p),
        ("base.cosh", Function::Cosh),
        ("base.tan", Function::Tan),
    ];
    let mut random = Random::of("xdsa quick");
    for round_of in 0..60 {
        let unit = [Fp16, Fp32, Fp64][round_of % 3];
        let format = unit.format().unwrap();
        let code = seeded::code!(format);
        let mut draw = || -> Vec<u64> { (0..7).map(|_| code.any(&mut random)).collect() };
        let (a, b) = (draw(), draw());
        for (name, exact) in pairs {
            let found = run(name, "", &[(unit, &a), (unit, &b)], unit, 7);
            for i in 0..7 {
                let value = exact(&Number::of(unit, a[i]), &Number::of(unit, b[i]));
                assert_eq!(
                    found[i],
                    round(&value, unit, Fit::Clamp).0,
                    "{name} {unit} {:x} {:x}",
                    a[i],
                    b[i]
                );
            }
        }
        for (name, function) in functions {
            let found = run(name, "", &[(unit, &a)], unit, 7);
            for i in 0..7 {
                let value = Number::function(function, unit, a[i]);
                assert_eq!(found[i], round(&value, unit, Fit::Clamp).0, "{name} {unit} {:x}", a[i]);
            }
        }
    }
}
