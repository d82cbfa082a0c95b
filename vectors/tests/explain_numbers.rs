//! The explanation of a case of an operation on numbers arrives at the evaluator's result and
//! exceptions, in every format under every kind of rule; and a handful of texts stay as they are.

use softfloat::Format;
use softfloat::format::Kind;
use std::path::Path;
use vectors::explain::explain;
use vectors::registry::{self, Op, OptionKind, Plan};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

fn ones(bits: u32) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }
}

/// A fraction: empty, full, a single bit, low bits only, high bits only, or anything.
fn fraction(r: &mut Random, bits: u32) -> u64 {
    let m = match r.below(8) {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << r.below(bits.max(1).into()),
        3 => r.next() & ones(bits / 2),
        4 => r.next() << (bits / 2),
        5 => !(1 << r.below(bits.max(1).into())),
        _ => r.next(),
    };
    m & ones(bits)
}

/// A code: specials, the ends of the exponent range, exponents near the bias.
fn float(r: &mut Random, f: &Format) -> u64 {
    let (top, body) = (ones(f.exp_bits), f.man_bits + f.pad);
    let field = match r.below(16) {
        0 | 1 => 0,
        2 => top,
        3 => 1 + r.below(3),
        4 => top.saturating_sub(1 + r.below(2)),
        5..9 => r.next() & top,
        _ => (f.bias as u64 + 6).saturating_sub(r.below(u64::from(f.man_bits) + 12)),
    };
    let sign = if f.sign { r.below(2) << (f.width - 1) } else { 0 };
    sign | field.min(top) << body | fraction(r, body)
}

fn integer(r: &mut Random, width: u32) -> u64 {
    let n = match r.below(8) {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << (width - 1),
        3 => ones(width - 1),
        4 => r.below(300).wrapping_sub(150),
        5 => 1 << r.below(width.into()),
        _ => r.next() >> r.below(64),
    };
    n & ones(width)
}

fn operands(r: &mut Random, plan: &Plan) -> Vec<u64> {
    let one = |shape: &registry::Shape, r: &mut Random| match shape.format.kind {
        Kind::Fixed { .. } => integer(r, shape.format.width),
        _ => float(r, &shape.format),
    };
    let shapes = plan.operands.iter().flat_map(|shape| std::iter::repeat_n(shape, shape.len));
    let mut x: Vec<u64> = shapes.map(|shape| one(shape, r)).collect();
    // Now and then equal operands, or opposite ones, or the addend that cancels a product.
    let f = plan.operands[0].format;
    let pair = plan.operands.len() > 1 && plan.operands[1].format == f;
    if x.len() == plan.operands.len() && pair && r.below(6) == 0 {
        x[1] = x[0] ^ r.below(2) << (f.width - 1);
    }
    if let ([_, _, z], true) = (&mut x[..], r.below(3) == 0) {
        *z = 0;
        let product = plan.run(&x).out()[0];
        x[2] = product ^ 1 << (f.width - 1) ^ r.below(2) << f.pad;
    }
    x
}

/// A choice of the operation's options, each at random.
fn options(r: &mut Random, op: &Op) -> Vec<String> {
    let mut chosen = Vec::new();
    for spec in &op.options {
        match spec.kind {
            OptionKind::Choice => {
                let words = spec.words();
                let word = words[r.below(words.len() as u64) as usize];
                chosen.push(format!("{}={word}", spec.name));
            }
            OptionKind::Switch if r.below(3) == 0 => chosen.push(format!("{}=1", spec.name)),
            _ => {}
        }
    }
    chosen
}

/// Lines have at most 100 columns, except some of doubles in a table.
const WIDEST: usize = 112;

/// Explains cases of an operation under `rounds` choices of its options.
fn agrees(op: &'static Op, rounds: u64, count: u64) {
    agree(op, rounds, count, operands);
}

fn agree(op: &'static Op, rounds: u64, count: u64, operands: fn(&mut Random, &Plan) -> Vec<u64>) {
    let mut r = Random(op.id.bytes().fold(1, |h, b| h.wrapping_mul(31) ^ u64::from(b)));
    for _ in 0..rounds {
        let words = options(&mut r, op);
        let plan = op.plan(&op.parse_options(words.iter().map(String::as_str)).unwrap());
        for _ in 0..count {
            let x = operands(&mut r, &plan);
            let e = explain(&plan, &x);
            let run = plan.run(&x);
            assert!(e.outcome == run && e.contradicted_by.is_none(), "{run:x?} for {x:x?}\n{e}");
            let text = e.to_string();
            assert!(text.is_ascii(), "{text}");
            let widest = text.lines().map(str::len).max().unwrap_or(0);
            assert!(widest <= WIDEST, "{widest} columns\n{text}");
        }
    }
}

/// Every listed operation whose last part is one of these.
fn all_of(names: &[&str]) {
    let named = |op: &&Op| names.contains(&op.id.rsplit('.').next().unwrap_or_default());
    let formats = ["ieee.", "fp8.", "fp6.", "fp4."];
    let number = |op: &&Op| formats.iter().any(|f| op.id.starts_with(f));
    let ops: Vec<&'static Op> = registry::all().iter().filter(number).filter(named).collect();
    assert_eq!(ops.len(), 12 * names.len(), "{names:?}");
    ops.into_iter().for_each(|op| agrees(op, 12, 40));
    for name in names {
        for format in ["e6m9", "e2m4", "e15m48", "e2m1", "e8m1"] {
            agrees(registry::find(&format!("ieee.{format}.{name}")).unwrap(), 6, 40);
        }
    }
}

#[test]
fn sums() {
    all_of(&["add", "sub"]);
}

#[test]
fn products_and_quotients() {
    all_of(&["mul", "div", "fma"]);
}

#[test]
fn roots_and_remainders() {
    all_of(&["sqrt", "remainder", "fmod"]);
}

#[test]
fn integral_values_and_neighbours() {
    all_of(&["round_to_integral", "next_up", "next_down", "scale_b", "log_b"]);
}

#[test]
fn comparisons() {
    all_of(&["eq_quiet", "eq_signaling", "lt_quiet", "lt_signaling", "le_quiet", "le_signaling"]);
    all_of(&["gt_quiet", "gt_signaling", "ge_quiet", "ge_signaling", "unordered"]);
    all_of(&["total_order", "total_order_magnitude"]);
}

#[test]
fn minima_and_maxima() {
    all_of(&["min_num", "max_num", "min_num_mag", "max_num_mag", "sse_min", "sse_max"]);
    all_of(&["minimum", "maximum", "minimum_number", "maximum_number", "riscv_min", "riscv_max"]);
    all_of(&["minimum_magnitude", "maximum_magnitude"]);
    all_of(&["minimum_magnitude_number", "maximum_magnitude_number"]);
}

#[test]
fn conversions() {
    let listed = registry::all().iter().filter(|op| op.id.starts_with("cvt."));
    let ops: Vec<&'static Op> = listed.collect();
    assert!(ops.len() > 300, "{}", ops.len());
    ops.into_iter().for_each(|op| agrees(op, 12, 20));
    for id in ["cvt.e6m9.f32", "cvt.f64.e6m9", "cvt.f32.i17", "cvt.u63.bf16", "cvt.e15m48.u40"] {
        agrees(registry::find(id).unwrap(), 20, 60);
    }
}

/// Operands of many elements: most without NaN and infinities, of which 32 random values nearly
/// always have some; often with exponents near each other, and neighbours that cancel.
fn listed_operands(r: &mut Random, plan: &Plan) -> Vec<u64> {
    let mut x = operands(r, plan);
    let (tame, near, cancel) = (r.below(4) > 0, r.below(2) == 0, r.below(4) == 0);
    let span = [1, 4, 12, 40][r.below(4) as usize];
    let mut rest = &mut x[..];
    for shape in &plan.operands {
        let f = &shape.format;
        let (own, others) = rest.split_at_mut(shape.len);
        rest = others;
        let (body, top) = (f.man_bits + f.pad, ones(f.exp_bits));
        let base = (f.bias as u64 + 4).saturating_sub(r.below(8)).min(top);
        for e in own.iter_mut().filter(|_| f.exp_bits > 0) {
            let special = *e >> body & top == top || *e == 1 << (f.width - 1);
            let spread = if f.kind == Kind::Explicit { 1 } else { span };
            if near && r.below(12) > 0 {
                let field = base.saturating_sub(r.below(spread));
                *e = *e & !(top << body) | field << body;
            } else if tame && special {
                *e = 0;
            }
        }
        if cancel && f.sign {
            own.chunks_exact_mut(2).for_each(|pair| pair[1] = pair[0] ^ 1 << (f.width - 1));
        }
        if cancel && r.below(2) == 0 {
            own.iter_mut().skip(2).for_each(|e| *e = 0);
        }
    }
    x
}

#[test]
fn blocks() {
    let ops: Vec<&'static Op> =
        registry::all().iter().filter(|op| op.id.starts_with("mx.")).collect();
    assert_eq!(ops.len(), 21);
    ops.into_iter().for_each(|op| agree(op, 40, 15, listed_operands));
}

#[test]
fn datapaths() {
    let ops: Vec<&'static Op> =
        registry::all().iter().filter(|op| op.id.starts_with("sum.")).collect();
    assert!(ops.len() > 150, "{}", ops.len());
    ops.into_iter().for_each(|op| agree(op, 8, 20, listed_operands));
}

#[test]
fn integers() {
    let ops: Vec<&'static Op> =
        registry::all().iter().filter(|op| op.id.starts_with("int.")).collect();
    assert!(ops.len() > 200, "{}", ops.len());
    ops.into_iter().for_each(|op| agrees(op, 1, 400));
    for id in ["int.i17.mul_sat", "int.u23.mul_wide", "int.i33.div_wrap", "int.i63.mul_high"] {
        agrees(registry::find(id).unwrap(), 1, 2000);
    }
}

/// `given`, and zeros up to the block's end.
fn block(given: &[u64]) -> Vec<u64> {
    given.iter().copied().chain(std::iter::repeat(0)).take(32).collect()
}

#[test]
fn texts_of_blocks() {
    let values = block(&[0x40c0_0000, 0xbf00_0000, 0x40e0_0000, 0x3e99_999a, 0x8000_0000]);
    golden("mx-quantize", "mx.fp4e2m1.quantize", &[], &values);
    golden("mx-quantize-ceil", "mx.int8.quantize", &["scale=ceil"], &values);
    golden("mx-quantize-even", "mx.fp8e4m3.quantize", &["scale=even"], &values);
    golden("mx-quantize-nearest", "mx.fp6e3m2.quantize", &["scale=nearest"], &values);
    let special = block(&[0x7f80_0000, 0x3f80_0000, 0x7fa0_0000]);
    golden("mx-quantize-nan", "mx.fp8e5m2.quantize", &[], &special);
    golden("mx-quantize-element", "mx.fp8e5m2.quantize", &["special=element"], &special);
    let elements = [vec![0x02], block(&[0x7e, 0x01, 0x7f])].concat();
    golden("mx-dequantize", "mx.fp8e4m3.dequantize", &[], &elements);
    let a = [vec![0x80], block(&[7, 7, 0xf, 1])].concat();
    let b = [vec![0x7e], block(&[7, 0, 3, 1])].concat();
    golden("mx-dot", "mx.fp4e2m1.dot", &[], &[a, b, vec![0x3f80_0001]].concat());
}

#[test]
fn texts_of_sums() {
    let one = |bits: &[u64]| bits.to_vec();
    let x = one(&[0x4400, 0x3c01, 0xc400, 0x0001, 0, 0x6800, 0xe800, 0x3c00]);
    golden("sum-add", "sum.plain.add.f16", &[], &[&x[..], &[0x3800]].concat());
    golden("sum-tree", "sum.plain.tree2.f16", &["rm=rup"], &x);
    let nan = [&x[..7], &[0x7c00], &[0x3c00; 7], &[0], &[0x7e01]].concat();
    golden("sum-exact-nan", "sum.plain.exact_dot.f16.f32", &["nan=ieee"], &nan);
    let a = block(&[0x4049, 0x3f81, 0xc049, 0x3b83]);
    let b = block(&[0x4049, 0x3f81, 0x4049, 0x3b83]);
    golden("sum-align", "sum.tile.align0.bf16.f32", &[], &[a, b, vec![0x4b00_0001]].concat());
    let (a, b) = (block(&[0x7f, 0x80]), block(&[0x7f, 0x7f]));
    golden("sum-clamp", "sum.tile.clamp.i8.i32", &[], &[a, b, vec![0x7fff_fff0]].concat());
    let x = one(&[0x4130_0000_0000_0001, 0x3ff0_0000_0000_0001, 0xbff0_0000_0000_0003, 0]);
    golden("sum-rrn", "sum.mncore2.rrn.mv4.d", &[], &x);
    let x = [0x3fc0_001f, 0x3fc0_001f, 0xc000_007c];
    golden("sum-mau", "sum.mncore2.mau.vector.f", &[], &x);
}

/// Compares with `tests/explain/NAME.txt`; `BLESS=1` rewrites it.
fn golden(name: &str, op: &str, options: &[&str], x: &[u64]) {
    let op = registry::find(op).unwrap();
    let plan = op.plan(&op.parse_options(options.iter().copied()).unwrap());
    assert_eq!(x.len(), plan.elements());
    let text = explain(&plan, x).to_string();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/explain/{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(text == expected, "{}: BLESS=1 rewrites it; now:\n{text}", path.display());
}

#[test]
fn texts_of_arithmetic() {
    golden("ieee-add", "ieee.f32.add", &[], &[0x3f80_0001, 0x3380_0000]);
    golden("ieee-sub-zero", "ieee.f16.sub", &["rm=rdn"], &[0x3c00, 0x3c00]);
    golden("ieee-mul-tiny", "ieee.f32.mul", &["tininess=before"], &[0x0080_0000, 0x3f7f_ffff]);
    golden("ieee-div", "ieee.bf16.div", &["rm=rup"], &[0x3f80, 0x4040]);
    golden("ieee-div-zero", "fp8.e4m3fn.div", &[], &[0x38, 0x80]);
    golden("ieee-sqrt", "ieee.f32.sqrt", &["rm=rto"], &[0x4000_0000]);
    golden(
        "ieee-fma",
        "ieee.f64.fma",
        &[],
        &[0x3ff0_0000_0000_0001, 0x3ff0_0000_0000_0001, 0xbff0_0000_0000_0002],
    );
    golden("ieee-fma-nan", "ieee.f32.fma", &["nan=arm"], &[0x7f80_0000, 0, 0x7fc0_1234]);
    golden("ieee-overflow", "fp8.e4m3fn.mul", &["sat"], &[0x7e, 0x40]);
    golden("ieee-remainder", "ieee.f32.remainder", &[], &[0x40b0_0000, 0x4000_0000]);
}

#[test]
fn texts_of_other_operations() {
    golden("ieee-daz", "ieee.f32.max_num", &["daz"], &[0x8000_0001, 0x7f80_0001]);
    golden("ieee-lt", "ieee.f16.lt_signaling", &[], &[0x7e00, 0x3c00]);
    golden("ieee-total", "ieee.f16.total_order", &[], &[0x8000, 0x0000]);
    golden("cvt-integer", "cvt.f32.i8", &["rm=rtz", "int=x86"], &[0x4348_0000]);
    golden("cvt-exact", "cvt.f32.i8", &["exact"], &[0xc020_0000]);
    golden("cvt-scale", "cvt.f32.e8m0", &[], &[0x3fc0_0000]);
    golden("int-add", "int.i8.add_sat", &[], &[0x80, 0xff]);
    golden("int-mul", "int.u8.mul_wrap", &[], &[0xff, 0x03]);
    golden("int-div", "int.i32.div_wrap", &[], &[7, 0]);
    golden("int-shr", "int.i8.shr", &[], &[0x84, 0x0b]);
    golden("int-min", "int.i8.min", &[], &[0x84, 0x0b]);
    golden("int-high", "int.i8.mul_high", &[], &[0x84, 0x0b]);
    golden("cvt-fp8", "cvt.f32.e4m3fn", &["rm=rne"], &[0x43e8_0000]);
}
