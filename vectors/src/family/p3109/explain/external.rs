//! Projection into an external format, step by step: IEEE 754's rounding without its flags, P3109's saturation (report 4.0, 4.7.5, 4.8.2).

use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::round::{self as ieee, format_name, infinity_due};
use crate::family::number::explain::{Work, code};
use softfloat::{Flags, Format, Overflow, Rounding};

/// The code of a value.
pub(super) fn round(work: &mut Work<'_>, format: &Format, exact: &Exact) -> u64 {
    if exact.magnitude.bits() == 0 && !exact.more {
        work.steps.begin(format!("rounding to {}", format_name(format)));
        work.steps.item("result", "+0, exactly");
        return 0;
    }
    let result = ieee::round(work, format, exact);
    let beyond = work.flags().contains(Flags::OVERFLOW);
    work.silence(Flags::OVERFLOW | Flags::UNDERFLOW | Flags::INEXACT);
    let (rounding, overflow) = (work.env.rounding, work.env.overflow);
    if beyond && rounding == Rounding::ToOdd && overflow == Overflow::Ieee {
        work.steps.item(
            "to odd",
            "the largest number is odd: what is beyond it is infinite (report 4.0, 4.7.5)",
        );
        return code::infinity(format, exact.negative);
    }
    if result == code::zero(format, true) {
        work.steps.item("sign", "a zero has none (report 4.0, 4.8.2)");
        return 0;
    }
    result
}

/// The code of an infinity.
pub(super) fn infinite(work: &mut Work<'_>, format: &Format, negative: bool) -> u64 {
    work.steps.begin(format!("infinity in {}", format_name(format)));
    if work.env.overflow == Overflow::Saturate {
        work.steps.item("result", "the largest number: saturating");
        return code::infinity(format, negative) - 1;
    }
    let (code, what) = infinity_due(format, negative);
    work.steps.item("result", what);
    code
}
