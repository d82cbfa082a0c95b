//! What everyone has: sequences of IEEE additions and fused multiply-adds, trees, the exact sum.

use super::{BF16, E4M3, E5M2, F16, F32, F64, RNE, exact_chunks, products};
use crate::sum::{Addend, Datapath, Operand, Order, ProductRule, Target, Term};
use crate::{Env, Format, Rounding};

const fn target(format: Format, rounding: Rounding) -> Target {
    Target::new(format, Env::IEEE.rounding(rounding))
}

/// `((addend + x0) + x1) + ...`, each addition rounded.
///
/// ```
/// use softfloat::{format::Binary32, sum::plain::add, Rounding, StaticFormat};
/// let add = add(Binary32::FORMAT, Rounding::NearestEven);
/// // 1 + 2^-24 + 2^-24: two ties.
/// assert_eq!(add.evaluate(&[0x3380_0000; 2], &[], 0x3f80_0000).bits, 0x3f80_0000);
/// ```
#[must_use]
pub const fn add(format: Format, rounding: Rounding) -> Datapath {
    exact_chunks(Term::Element(format), 1, format, target(format, rounding))
}

/// `fma(x1, y1, fma(x0, y0, addend))` and so on: each product is exact, each addition rounded.
///
/// ```
/// use softfloat::{format::Binary16, sum::plain::fma, Rounding, StaticFormat};
/// let half = Binary16::FORMAT;
/// let fma = fma(half, half, half, Rounding::NearestEven);
/// // (1 + 2^-10)^2 - (1 + 2^-9) = 2^-20
/// assert_eq!(fma.evaluate(&[0x3c01], &[0x3c01], 0xbc02).bits, 0x0010);
/// ```
#[must_use]
pub const fn fma(a: Format, b: Format, sum: Format, rounding: Rounding) -> Datapath {
    exact_chunks(products(a, b), 1, sum, target(sum, rounding))
}

/// `addend + x0*y0 + x1*y1 + ...` with products and sums rounded to one format.
///
/// ```
/// use softfloat::{format::Binary16, sum::plain::mul_add, Flags, Rounding, StaticFormat};
/// // (1 + 2^-10)^2 - (1 + 2^-9): the product is rounded.
/// let r = mul_add(Binary16::FORMAT, Rounding::NearestEven).evaluate(&[0x3c01], &[0x3c01], 0xbc02);
/// assert_eq!((r.bits, r.flags), (0, Flags::INEXACT));
/// ```
#[must_use]
pub const fn mul_add(format: Format, rounding: Rounding) -> Datapath {
    let to = target(format, rounding);
    let factor = Operand::Scalar(format);
    let term = Term::Product { a: factor, b: factor, rule: ProductRule::Rounded(to) };
    exact_chunks(term, 1, format, to)
}

/// A tree of adders of `fan_in` inputs over the elements, without addend.
///
/// ```
/// use softfloat::{format::Binary32, sum::plain::tree, Rounding, StaticFormat};
/// let x = [0x3f80_0000, 0x3380_0000, 0x3380_0000, 0x3380_0000]; // 1, 2^-24 three times
/// let r = tree(Binary32::FORMAT, 2, Rounding::NearestEven).evaluate(&x, &[], 0);
/// assert_eq!(r.bits, 0x3f80_0001); // 1 + 2^-23
/// ```
#[must_use]
pub const fn tree(format: Format, fan_in: usize, rounding: Rounding) -> Datapath {
    let sums = exact_chunks(Term::Element(format), 1, format, target(format, rounding));
    Datapath { addend: Addend::None, order: Order::Tree { fan_in }, ..sums }
}

/// The exact sum of elements and addend, rounded once (Kulisch).
///
/// ```
/// use softfloat::{format::Binary32, sum::plain::exact, Rounding, StaticFormat};
/// let sum = exact(Binary32::FORMAT, Binary32::FORMAT, Rounding::NearestEven);
/// // 1 + 2^-24 + 2^-24
/// assert_eq!(sum.evaluate(&[0x3380_0000; 2], &[], 0x3f80_0000).bits, 0x3f80_0001);
/// ```
#[must_use]
pub const fn exact(element: Format, sum: Format, rounding: Rounding) -> Datapath {
    exact_chunks(Term::Element(element), Order::ALL, sum, target(sum, rounding))
}

/// The exact sum of products and addend, rounded once (Kulisch).
///
/// ```
/// use softfloat::{format::Binary16, sum::plain::exact_dot, Rounding, StaticFormat};
/// let half = Binary16::FORMAT;
/// let dot = exact_dot(half, half, half, Rounding::NearestEven);
/// // 2^15 * 2 - 2^15 * 2 + 1: the products alone are too large.
/// let r = dot.evaluate(&[0x7800, 0xf800, 0x3c00], &[0x4000, 0x4000, 0x3c00], 0);
/// assert_eq!((r.bits, r.flags.is_empty()), (0x3c00, true));
/// ```
#[must_use]
pub const fn exact_dot(a: Format, b: Format, sum: Format, rounding: Rounding) -> Datapath {
    exact_chunks(products(a, b), Order::ALL, sum, target(sum, rounding))
}

presets! {
    exceptions: true;
    "plain.add", "IEEE 754-2019, 5.4.1", "additions one after the other, from the addend on", Any(8), Ieee => {
        "f16": add(F16, RNE);
        "bf16": add(BF16, RNE);
        "f32": add(F32, RNE);
        "f64": add(F64, RNE);
    }
    "plain.fma", "IEEE 754-2019, 5.4.1", "fused multiply-adds one after the other, from the addend on", Any(8), Ieee => {
        "f16.f16": fma(F16, F16, F16, RNE);
        "f16.f32": fma(F16, F16, F32, RNE);
        "bf16.f32": fma(BF16, BF16, F32, RNE);
        "f32.f32": fma(F32, F32, F32, RNE);
        "f32.f64": fma(F32, F32, F64, RNE);
        "f64.f64": fma(F64, F64, F64, RNE);
        "e4m3fn.f32": fma(E4M3, E4M3, F32, RNE);
        "e5m2.f32": fma(E5M2, E5M2, F32, RNE);
    }
    "plain.mul_add", "IEEE 754-2019, 5.4.1", "products and sums, each rounded, from the addend on", Any(8), Ieee => {
        "f16": mul_add(F16, RNE);
        "bf16": mul_add(BF16, RNE);
        "f32": mul_add(F32, RNE);
        "f64": mul_add(F64, RNE);
    }
    "plain.tree2", "IEEE 754-2019, 5.4.1", "a tree of additions of neighbours", Any(8), Ieee => {
        "f16": tree(F16, 2, RNE);
        "bf16": tree(BF16, 2, RNE);
        "f32": tree(F32, 2, RNE);
        "f64": tree(F64, 2, RNE);
    }
    "plain.exact", "IEEE 754-2019, 9.4", "the exact sum of elements and addend, rounded once", Any(8), Ieee => {
        "f16": exact(F16, F16, RNE);
        "bf16": exact(BF16, BF16, RNE);
        "f32": exact(F32, F32, RNE);
        "f64": exact(F64, F64, RNE);
    }
    "plain.exact_dot", "IEEE 754-2019, 9.4", "the exact sum of products and addend, rounded once", Any(8), Ieee => {
        "f16.f16": exact_dot(F16, F16, F16, RNE);
        "f16.f32": exact_dot(F16, F16, F32, RNE);
        "bf16.f32": exact_dot(BF16, BF16, F32, RNE);
        "f32.f32": exact_dot(F32, F32, F32, RNE);
        "f32.f64": exact_dot(F32, F32, F64, RNE);
        "f64.f64": exact_dot(F64, F64, F64, RNE);
        "e4m3fn.f32": exact_dot(E4M3, E4M3, F32, RNE);
        "e5m2.f32": exact_dot(E5M2, E5M2, F32, RNE);
    }
}
