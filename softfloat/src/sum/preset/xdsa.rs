//! The sums of xDSA: exact and rounded once, but ASUM is a loop (XDSA-D26, D29, D32).

use super::{F16, F32, F64, exact_chunks, products};
use crate::format::{Int8, Int32};
use crate::sum::{Addend, Datapath, Order, Target, Term};
use crate::{Env, Format, IntegerRule, StaticFormat};

/// What becomes of an integer result out of range (XDSA-D27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutOfRange {
    /// It is clamped, NaN gives 0 (SAT = 1, and real values).
    Clamp,
    /// It keeps its low bits (SAT = 0).
    Wrap,
}

const fn target(unit: Format, out_of_range: OutOfRange) -> Target {
    let integer = match out_of_range {
        OutOfRange::Clamp => IntegerRule::Arm,
        OutOfRange::Wrap => IntegerRule::Wrap,
    };
    Target::new(unit, Env { integer, ..Env::IEEE })
}

/// REDUCE_SUM and all other sums: exact, rounded once into the destination unit.
///
/// ```
/// use softfloat::{format::Int8, sum::xdsa::{sum, OutOfRange}, StaticFormat};
/// let sum = |rule| sum(Int8::FORMAT, Int8::FORMAT, rule).evaluate(&[100, 100], &[], 0).bits;
/// assert_eq!((sum(OutOfRange::Clamp), sum(OutOfRange::Wrap)), (0x7f, 0xc8));
/// ```
#[must_use]
pub const fn sum(source: Format, unit: Format, out_of_range: OutOfRange) -> Datapath {
    let to = target(unit, out_of_range);
    let sum = exact_chunks(Term::Element(source), Order::ALL, unit, to);
    Datapath { addend: Addend::None, ..sum }
}

/// MATRIX_MUL, CONV and all other dot products: exact, rounded once. The bias is the addend.
///
/// ```
/// use softfloat::{format::Binary16, sum::xdsa::{dot, OutOfRange}, StaticFormat};
/// let half = Binary16::FORMAT;
/// let dot = dot(half, half, half, half, OutOfRange::Clamp);
/// // 2^15 * 2 - 2^15 * 2 + 1
/// assert_eq!(dot.evaluate(&[0x7800, 0xf800], &[0x4000; 2], 0x3c00).bits, 0x3c00);
/// ```
#[must_use]
pub const fn dot(
    a: Format,
    b: Format,
    bias: Format,
    unit: Format,
    out_of_range: OutOfRange,
) -> Datapath {
    exact_chunks(products(a, b), Order::ALL, bias, target(unit, out_of_range))
}

/// ASUM: the running value, +0 at first, is rounded into the destination unit after each element.
///
/// ```
/// use softfloat::{format::Binary16, sum::xdsa::{asum, OutOfRange}, StaticFormat};
/// let asum = asum(Binary16::FORMAT, Binary16::FORMAT, OutOfRange::Clamp);
/// // 65504 + 65504 is infinite, whatever follows.
/// assert_eq!(asum.evaluate(&[0x7bff, 0x7bff, 0xfbff], &[], 0).bits, 0x7c00);
/// ```
#[must_use]
pub const fn asum(source: Format, unit: Format, out_of_range: OutOfRange) -> Datapath {
    exact_chunks(Term::Element(source), 1, unit, target(unit, out_of_range))
}

/// The profile `Sequential` of the dot products: each product is added in a step of its own,
/// rounded into the working unit.
///
/// ```
/// use softfloat::{format::Binary16, sum::xdsa::sequential, StaticFormat};
/// let half = Binary16::FORMAT;
/// // 2^15 * 2 is infinite, and stays so.
/// let r = sequential(half, half, half).evaluate(&[0x7800, 0x3c00], &[0x4000, 0xbc00], 0);
/// assert_eq!(r.bits, 0x7c00);
/// ```
#[must_use]
pub const fn sequential(a: Format, b: Format, unit: Format) -> Datapath {
    exact_chunks(products(a, b), 1, unit, target(unit, OutOfRange::Clamp))
}

presets! {
    exceptions: true;
    "xdsa.sum", "XDSA-D32", "the exact sum, rounded once", Any(8), OneDirection => {
        "f16": sum(F16, F16, OutOfRange::Clamp);
        "f32": sum(F32, F32, OutOfRange::Clamp);
        "f64": sum(F64, F64, OutOfRange::Clamp);
        "i8": sum(Int8::FORMAT, Int8::FORMAT, OutOfRange::Clamp);
        "i32": sum(Int32::FORMAT, Int32::FORMAT, OutOfRange::Clamp);
    }
    "xdsa.dot", "XDSA-D32", "the exact sum of products and bias, rounded once", Any(8), OneDirection => {
        "f16": dot(F16, F16, F16, F16, OutOfRange::Clamp);
        "f32": dot(F32, F32, F32, F32, OutOfRange::Clamp);
        "f64": dot(F64, F64, F64, F64, OutOfRange::Clamp);
        "i8": dot(Int8::FORMAT, Int8::FORMAT, Int8::FORMAT, Int8::FORMAT, OutOfRange::Clamp);
        "i32": dot(Int32::FORMAT, Int32::FORMAT, Int32::FORMAT, Int32::FORMAT, OutOfRange::Clamp);
        "i8.i32": dot(Int8::FORMAT, Int8::FORMAT, Int32::FORMAT, Int32::FORMAT, OutOfRange::Clamp);
    }
    "xdsa.asum", "XDSA-D32", "additions one after the other, each rounded", Any(8), OneDirection => {
        "f16": asum(F16, F16, OutOfRange::Clamp);
        "f32": asum(F32, F32, OutOfRange::Clamp);
        "f64": asum(F64, F64, OutOfRange::Clamp);
        "i8": asum(Int8::FORMAT, Int8::FORMAT, OutOfRange::Clamp);
        "i32": asum(Int32::FORMAT, Int32::FORMAT, OutOfRange::Clamp);
    }
    "xdsa.sequential", "XDSA-D32", "products added one after the other in a working unit", Any(8), OneDirection => {
        "f16": sequential(F16, F16, F16);
        "f32": sequential(F32, F32, F32);
        "f64": sequential(F64, F64, F64);
    }
}
