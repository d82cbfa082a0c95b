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
#[must_use]
pub const fn sum(source: Format, unit: Format, out_of_range: OutOfRange) -> Datapath {
    let to = target(unit, out_of_range);
    let sum = exact_chunks(Term::Element(source), Order::ALL, unit, to);
    Datapath { addend: Addend::None, ..sum }
}

/// MATRIX_MUL, CONV and all other dot products: exact, rounded once. The bias is the addend.
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
#[must_use]
pub const fn asum(source: Format, unit: Format, out_of_range: OutOfRange) -> Datapath {
    exact_chunks(Term::Element(source), 1, unit, target(unit, out_of_range))
}

/// The profile `Sequential` of the dot products: each product is added in a step of its own,
/// rounded into the working unit.
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
