//! The explanation of a case of an operation on many elements (MX blocks, sums) arrives at the
//! evaluator's result and exceptions, and a handful of texts stay as they are.

use crate::cases::{agree, golden, operands};
use seeded::{Draw, Random, ones};
use vectors::registry::{Op, Plan};

/// Operands of many elements: most without NaN and infinities, of which 32 random values nearly
/// always have some; often with exponents near each other, and neighbours that cancel.
fn listed_operands(r: &mut Random, plan: &Plan) -> Vec<u64> {
    let mut x = operands(r, plan);
    let (tame, near, cancel) = (r.below(4) > 0, r.below(2) == 0, r.below(4) == 0);
    let span = [1, 4, 12, 40][r.below(4) as usize];
    let mut rest = &mut x[..];
    for shape in &plan.operands {
        let f = &shape.format;
        let (own, others) = rest.split_at_mut(shape.words());
        rest = others;
        let (body, top) = (f.man_bits + f.pad, ones(f.exp_bits));
        let base = (f.bias as u64 + 4).saturating_sub(r.below(8)).min(top);
        for e in own.iter_mut().filter(|_| f.has_exponent()) {
            let special = *e >> body & top == top || *e == 1 << (f.width - 1);
            let spread = if f.shares_exponent() { 1 } else { span };
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
        vectors::operations().all().filter(|op| op.id.starts_with("mx.")).collect();
    assert_eq!(ops.len(), 21);
    ops.into_iter().for_each(|op| agree(op, 40, 15, listed_operands));
}

#[test]
fn datapaths() {
    let ops: Vec<&'static Op> =
        vectors::operations().all().filter(|op| op.id.starts_with("sum.")).collect();
    assert!(ops.len() > 150, "{}", ops.len());
    ops.into_iter().for_each(|op| agree(op, 8, 20, listed_operands));
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
