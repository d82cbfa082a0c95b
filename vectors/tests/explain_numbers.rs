//! The explanation of a case of an operation on numbers arrives at the evaluator's result and
//! exceptions, in every format under every kind of rule; and a handful of texts stay as they are.

use crate::cases::{agree, golden, operands};
use vectors::registry::Op;

/// Explains cases of an operation under `rounds` choices of its options.
fn agrees(op: &'static Op, rounds: u64, count: u64) {
    agree(op, rounds, count, operands);
}

/// Every listed operation whose last part is one of these.
fn all_of(names: &[&str]) {
    let named = |op: &&Op| names.contains(&op.id.rsplit('.').next().unwrap_or_default());
    let formats = ["ieee.", "fp8.", "fp6.", "fp4."];
    // Of binary128 there are some.
    let number =
        |op: &&Op| formats.iter().any(|f| op.id.starts_with(f)) && !op.id.starts_with("ieee.f128.");
    let ops: Vec<&'static Op> = vectors::operations().all().filter(number).filter(named).collect();
    assert_eq!(ops.len(), 12 * names.len(), "{names:?}");
    ops.into_iter().for_each(|op| agrees(op, 12, 40));
    for name in names {
        for format in ["e6m9", "e2m4", "e15m48", "e2m1", "e8m1"] {
            agrees(vectors::operations().find(&format!("ieee.{format}.{name}")).unwrap(), 6, 40);
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
    all_of(&["ne_quiet", "not_gt_quiet", "lt_unordered_quiet", "not_lt_signaling", "ordered"]);
    all_of(&["gt_unordered_signaling"]);
}

#[test]
fn signs_classes_and_exponents() {
    all_of(&["copy", "negate", "abs", "copy_sign", "class", "log_b_integer"]);
    all_of(&["is_sign_minus", "is_normal", "is_finite", "is_zero", "is_subnormal", "is_infinite"]);
    all_of(&["is_nan", "is_signaling", "is_canonical"]);
}

#[test]
fn results_of_another_format() {
    let all = vectors::operations().all().filter(|op| op.id.contains(".from."));
    let ops: Vec<&'static Op> = all.collect();
    assert_eq!(ops.len(), 12 * 6 + 2 * 4 * 6);
    ops.into_iter().for_each(|op| agrees(op, 12, 40));
    for id in ["ieee.e6m9.fma.from.e2m4", "ieee.e2m1.div.from.f64", "ieee.f16.sqrt.from.e15m48"] {
        agrees(vectors::operations().find(id).unwrap(), 12, 100);
    }
}

#[test]
fn wide_formats() {
    let wide = |op: &&Op| op.id.starts_with("ieee.f128.") || op.id.starts_with("x87.");
    let ops: Vec<&'static Op> = vectors::operations().all().filter(wide).collect();
    assert!(ops.len() > 80, "{}", ops.len());
    ops.into_iter().for_each(|op| agrees(op, 12, 40));
}

#[test]
fn augmented_arithmetic() {
    let all = vectors::operations().all().filter(|op| op.id.contains(".augmented_"));
    let ops: Vec<&'static Op> = all.collect();
    assert_eq!(ops.len(), 6 * 3);
    ops.into_iter().for_each(|op| agrees(op, 12, 400));
    for format in ["e6m9", "e2m4", "e15m48", "e2m1"] {
        let id = format!("ieee.{format}.augmented_multiplication");
        agrees(vectors::operations().find(&id).unwrap(), 6, 100);
    }
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
    let listed = vectors::operations().all().filter(|op| op.id.starts_with("cvt."));
    let ops: Vec<&'static Op> = listed.collect();
    assert!(ops.len() > 300, "{}", ops.len());
    ops.into_iter().for_each(|op| agrees(op, 12, 20));
    for id in ["cvt.e6m9.f32", "cvt.f64.e6m9", "cvt.f32.i17", "cvt.u63.bf16", "cvt.e15m48.u40"] {
        agrees(vectors::operations().find(id).unwrap(), 20, 60);
    }
}

#[test]
fn integers() {
    let ops: Vec<&'static Op> =
        vectors::operations().all().filter(|op| op.id.starts_with("int.")).collect();
    assert!(ops.len() > 200, "{}", ops.len());
    ops.into_iter().for_each(|op| agrees(op, 1, 400));
    for id in ["int.i17.mul_sat", "int.u23.mul_wide", "int.i33.div_wrap", "int.i63.mul_high"] {
        agrees(vectors::operations().find(id).unwrap(), 1, 2000);
    }
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
