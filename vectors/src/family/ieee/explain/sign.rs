//! Operations on signs (IEEE 754-2019, 5.5.1), class and predicates (5.7.2).

use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::{Work, value_hex};
use softfloat::Category;
use softfloat::ieee::{Predicate, SignOp};

/// x with the sign that the operation gives it.
pub(crate) fn explain(work: &mut Work<'_>, x: &Operand, y: &Operand, which: SignOp) -> u64 {
    work.steps.begin("sign (IEEE 754, 5.5.1)");
    let (format, bit) = (&x.format, 1 << (x.format.width - 1));
    let body = x.code >> format.pad << format.pad & !bit;
    let (rule, sign) = match which {
        SignOp::Copy => ("as it is", x.code & bit),
        SignOp::Negate => ("the other one", !x.code & bit),
        SignOp::Abs => ("positive", 0),
        SignOp::CopySign => ("that of y", y.code & bit),
    };
    if body == 0 && !format.neg_zero {
        work.steps.item("sign", "stays: zero and NaN have no other code (NUM-D70)");
        return body | x.code & bit;
    }
    work.steps.item("sign", rule);
    work.steps.item("result", value_hex(format, body | sign));
    body | sign
}

/// Whether the predicate holds: 1 or 0.
pub(crate) fn is(work: &mut Work<'_>, x: &Operand, predicate: Predicate) -> u64 {
    use Category as C;
    let (what, holds) = match predicate {
        Predicate::SignMinus => ("the sign is negative", x.code >> (x.format.width - 1) == 1),
        Predicate::Normal => ("normal", x.class == C::Normal),
        Predicate::Finite => ("zero, subnormal or normal", x.is_finite()),
        Predicate::Zero => ("zero", x.is_zero()),
        Predicate::Subnormal => ("subnormal", x.class == C::Subnormal),
        Predicate::Infinite => ("infinite", x.is_infinite()),
        Predicate::Nan => ("NaN", x.is_nan()),
        Predicate::Signaling => ("a signalling NaN", x.is_signalling()),
        Predicate::Canonical => {
            ("no ignored bit is set", x.code >> x.format.pad << x.format.pad == x.code)
        }
    };
    asked(work, what, holds)
}

/// Whether what is asked for holds: 1 or 0.
pub(crate) fn asked(work: &mut Work<'_>, what: &str, holds: bool) -> u64 {
    work.steps.begin("predicate (IEEE 754, 5.7.2)");
    work.steps.item("asked", what);
    work.steps.item("result", if holds { "1: so it is" } else { "0: so it is not" });
    holds.into()
}

/// The ten classes in the order of 5.7.2.
const CLASSES: [&str; 10] = [
    "signalingNaN",
    "quietNaN",
    "negativeInfinity",
    "negativeNormal",
    "negativeSubnormal",
    "negativeZero",
    "positiveZero",
    "positiveSubnormal",
    "positiveNormal",
    "positiveInfinity",
];

/// The class as its place in the list, or as RISC-V's mask.
pub(crate) fn class(work: &mut Work<'_>, x: &Operand, mask: bool) -> u64 {
    let name = match (x.class, x.negative) {
        (Category::SignallingNan, _) => "signalingNaN",
        (Category::QuietNan, _) => "quietNaN",
        (Category::Infinite, true) => "negativeInfinity",
        (Category::Normal, true) => "negativeNormal",
        (Category::Subnormal, true) => "negativeSubnormal",
        (Category::Zero, true) => "negativeZero",
        (Category::Zero, false) => "positiveZero",
        (Category::Subnormal, false) => "positiveSubnormal",
        (Category::Normal, false) => "positiveNormal",
        (Category::Infinite, false) => "positiveInfinity",
    };
    let place = CLASSES.iter().position(|other| *other == name).unwrap_or(0);
    work.steps.begin("class (IEEE 754, 5.7.2)");
    work.steps.item("class", name);
    if !mask {
        work.steps.item("result", format!("number {place} of the list, from 0"));
        return place as u64;
    }
    // The numbers from -infinity on, then the NaN.
    let bit = if place < 2 { place + 8 } else { place - 2 };
    work.steps.item("result", format!("bit {bit} of the mask (RISC-V FCLASS)"));
    1 << bit
}
