//! MX blocks: published cases, and every small operand against a formula in binary64.

mod accumulator;
mod cases;
mod dequantize;
mod dot;
mod quantize;

use crate::block::{self, BlockFormat};
use crate::format::{Binary16, Binary32};
use crate::{Env, Flags, Format, Rounding, StaticFormat};
use seeded::{Draw, Random};

/// The MX formats.
fn formats() -> impl Iterator<Item = &'static BlockFormat> {
    block::ALL.iter().filter(|b| b.name.starts_with("mx"))
}

fn named(name: &str) -> &'static BlockFormat {
    BlockFormat::by_name(name).expect("a block format")
}

/// An element's value by the formula of its format (OCP MX 1.0, 5.3), from the widths in the name.
fn element(block: &BlockFormat, code: u64) -> f64 {
    let (exp, man, bias) = match block.name {
        "mxfp8_e4m3" => (4, 3, 7),
        "mxfp8_e5m2" => (5, 2, 15),
        "mxfp6_e3m2" => (3, 2, 3),
        "mxfp6_e2m3" => (2, 3, 1),
        "mxfp4_e2m1" => (2, 1, 1),
        "mxint8" => return f64::from(code as u8 as i8) / 64.0,
        "mxint4" => return f64::from((code << 4) as u8 as i8 >> 4) / 4.0,
        other => unreachable!("{other}"),
    };
    let sign = if code >> (exp + man) & 1 == 1 { -1.0 } else { 1.0 };
    let field = code >> man & ((1 << exp) - 1);
    let fraction = code & ((1 << man) - 1);
    match (block.name, field, fraction) {
        ("mxfp8_e4m3", 15, 7) => return f64::NAN,
        ("mxfp8_e5m2", 31, 0) => return sign * f64::INFINITY,
        ("mxfp8_e5m2", 31, _) => return f64::NAN,
        _ => {}
    }
    let leading = if field == 0 { 0.0 } else { 1.0 };
    let significand = leading + fraction as f64 / f64::from(1 << man);
    sign * significand * power(field.max(1) as i32 - bias)
}

/// 2^n, for a normal result.
fn power(n: i32) -> f64 {
    f64::from_bits(u64::try_from(n + 1023).expect("a normal number") << 52)
}

/// The largest element: elements are in order but for their signs.
fn largest(block: &BlockFormat) -> f64 {
    let values = (0..1 << block.element.width).map(|code| element(block, code));
    values.filter(|v| v.is_finite()).fold(0.0, f64::max)
}
