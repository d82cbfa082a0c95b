//! Elements worth computing with.

use crate::programs::choices;
use crate::programs::choices::{Choices, chance};
use semantics::xdsa::isa::Unit;

/// What the elements of an instruction look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Small numbers.
    Tame,
    /// Now and then something else.
    Mixed,
    /// Anything.
    Wild,
}

/// An element.
pub(super) fn element(c: &mut dyn Choices, unit: Unit, style: Style) -> u64 {
    let wild = match style {
        Style::Tame => false,
        Style::Mixed => chance(c, 1, 6),
        Style::Wild => true,
    };
    match (unit, wild) {
        (Unit::Fp16, true) => choices::float(5, 10, c),
        (Unit::Fp32, true) => choices::float(8, 23, c),
        (Unit::Fp64, true) => choices::float(11, 52, c),
        (_, true) => choices::integer(unit.bits(), c),
        _ if unit.is_float() => {
            let quarters = c.below(40) as i64 - 14;
            quarter(unit, quarters)
        }
        _ if unit.is_signed() => (c.below(16) as i64 - 6) as u64 & unit.mask(),
        _ => c.below(13),
    }
}

/// So many quarters as a floating-point element.
pub(super) fn quarter(unit: Unit, quarters: i64) -> u64 {
    let (bias, mantissa) = match unit {
        Unit::Fp16 => (15, 10),
        Unit::Fp32 => (127, 23),
        _ => (1023, 52),
    };
    let sign = u64::from(quarters < 0) << (unit.bits() - 1);
    let size = quarters.unsigned_abs();
    if size == 0 {
        return sign;
    }
    let lead = 63 - size.leading_zeros();
    let exponent = u64::from(lead + bias - 2);
    let fraction = (size << (mantissa - lead)) & ((1 << mantissa) - 1);
    sign | exponent << mantissa | fraction
}
