//! What an operand's format has, and what it lacks.

use super::{ROOT, Reason, SOURCE, UNSIGNED_TERMS};
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::registry::Arithmetic;

const UNSIGNED: &str = "the operand has no sign";

/// Results of this sign.
pub(crate) fn sign(subject: &Subject, minus: bool) -> Reason {
    match subject.arithmetic {
        Some(Arithmetic::Root) if minus => Some(ROOT),
        Some(Arithmetic::Convert | Arithmetic::Integral)
            if minus && !subject.operands[0].format.sign =>
        {
            Some(UNSIGNED)
        }
        Some(arithmetic) if minus && !subtracts(arithmetic) => {
            let unsigned = subject.operands.iter().all(|port| !port.format.sign);
            unsigned.then_some(UNSIGNED_TERMS)
        }
        _ => None,
    }
}

/// Whether a difference is computed, or nothing is.
fn subtracts(arithmetic: Arithmetic) -> bool {
    match arithmetic {
        Arithmetic::Sum { minus } => minus,
        Arithmetic::Fused { minus_product, minus_addend, .. } => minus_product || minus_addend,
        Arithmetic::Product | Arithmetic::Quotient | Arithmetic::Omitting { .. } => false,
        Arithmetic::Root | Arithmetic::Convert | Arithmetic::Integral => false,
        Arithmetic::Compare | Arithmetic::Order => true,
    }
}

/// Operands of this value, or, where only its leading bit counts, of this exponent.
pub(crate) fn operand(subject: &Subject, value: &Value, leading: bool) -> Reason {
    let port = &subject.operands[0];
    if value.sign && !port.format.sign {
        return Some(UNSIGNED);
    }
    let real = Real::of(*value)?;
    let flushed = subject.env.daz && !port.is_fixed() && real.exponent < port.emin();
    if flushed {
        return Some("subnormal operands are taken as 0");
    }
    let held = port.value(port.toward_zero(real.value()));
    match held.filter(|held| !subject.is_nar(port, held)).and_then(Real::of) {
        Some(held) if leading && held.exponent == real.exponent && held.sign == real.sign => None,
        Some(held) if !leading && held == real => None,
        _ => Some(SOURCE),
    }
}

/// The exponents of the leading bits that an operand's numbers have.
pub(super) fn exponents(subject: &Subject) -> (i64, i64) {
    let port = &subject.operands[0];
    let (least, most) = port.format.exponents();
    let (least, most) = (i64::from(least), i64::from(most));
    match port.is_fixed() {
        // The most negative integer is a power of two.
        true => (least, most + i64::from(port.format.sign)),
        false if port.format.subnormal && !subject.env.daz => (port.unit(), most),
        false => (least, most),
    }
}

/// The significant bits that an operand has.
pub(super) fn bits(port: &Port) -> i64 {
    match port.is_fixed() {
        true => i64::from(port.format.width) - i64::from(port.format.sign),
        false => port.precision(),
    }
}

/// Whether every number of the operand's format is one of the result's.
pub(super) fn widens(subject: &Subject) -> bool {
    let (from, to) = (&subject.operands[0], &subject.result);
    if !to.is_fixed() && largest(from) > largest(to) {
        return false;
    }
    if from.is_fixed() {
        return i64::from(from.format.width) - i64::from(from.format.sign) < to.precision();
    }
    let least = |p: &Port| p.emin() - if p.format.subnormal { p.precision() - 1 } else { 0 };
    from.precision() <= to.precision() && from.emax() <= to.emax() && least(from) >= least(to)
}

/// Exponent and significand of the largest magnitude.
fn largest(port: &Port) -> Option<(i64, u128)> {
    let size = |real: Real| (real.exponent, real.significand);
    match port.is_fixed() && port.format.sign {
        // The most negative integer.
        true => Some((i64::from(port.format.width) - 1 + port.unit(), 1 << 127)),
        false => port.largest().map(size),
    }
}
