//! What everyone has: sequences of IEEE additions and fused multiply-adds, trees, the exact sum.

use super::{exact_chunks, products};
use crate::sum::{Addend, Datapath, Operand, Order, ProductRule, Target, Term};
use crate::{Env, Format, Rounding};

const fn target(format: Format, rounding: Rounding) -> Target {
    Target::new(format, Env::IEEE.rounding(rounding))
}

/// `((addend + x0) + x1) + ...`, each addition rounded.
#[must_use]
pub const fn add(format: Format, rounding: Rounding) -> Datapath {
    exact_chunks(Term::Element(format), 1, format, target(format, rounding))
}

/// `fma(x1, y1, fma(x0, y0, addend))` and so on: each product is exact, each addition rounded.
#[must_use]
pub const fn fma(a: Format, b: Format, sum: Format, rounding: Rounding) -> Datapath {
    exact_chunks(products(a, b), 1, sum, target(sum, rounding))
}

/// `addend + x0*y0 + x1*y1 + ...` with products and sums rounded to one format.
#[must_use]
pub const fn mul_add(format: Format, rounding: Rounding) -> Datapath {
    let to = target(format, rounding);
    let factor = Operand::Scalar(format);
    let term = Term::Product { a: factor, b: factor, rule: ProductRule::Rounded(to) };
    exact_chunks(term, 1, format, to)
}

/// A tree of adders of `fan_in` inputs over the elements, without addend.
#[must_use]
pub const fn tree(format: Format, fan_in: usize, rounding: Rounding) -> Datapath {
    let sums = exact_chunks(Term::Element(format), 1, format, target(format, rounding));
    Datapath { addend: Addend::None, order: Order::Tree { fan_in }, ..sums }
}

/// The exact sum of elements and addend, rounded once (Kulisch).
#[must_use]
pub const fn exact(element: Format, sum: Format, rounding: Rounding) -> Datapath {
    exact_chunks(Term::Element(element), Order::ALL, sum, target(sum, rounding))
}

/// The exact sum of products and addend, rounded once (Kulisch).
#[must_use]
pub const fn exact_dot(a: Format, b: Format, sum: Format, rounding: Rounding) -> Datapath {
    exact_chunks(products(a, b), Order::ALL, sum, target(sum, rounding))
}
