//! Rounding of an exact value to its format: bits kept and lost, direction, range (s. 4.1, 4.3).

use super::number::{Nearest, assemble, hex, infinity, name, sign};
use crate::explain::exact::Dyadic;
use crate::explain::steps::Steps;
use softfloat::Format;

/// What becomes of a value too small for the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tiny {
    /// +0: output normalisation (s. 4.1).
    Plus,
    /// A zero of its sign: shortening at an input (MN-D02).
    Signed,
}

/// Rounds to the format, with its steps; `sections` stand in the title.
pub(crate) fn pack(
    steps: &mut Steps,
    value: &Dyadic,
    format: &Format,
    tiny: Tiny,
    sections: &str,
) -> u64 {
    let p = u64::from(format.precision());
    steps.begin(format!("rounding to {}: {p} bits, to nearest even ({sections})", name(format)));
    if value.is_zero() {
        steps.item("exact", "0: the result is +0 (s. 4.1)");
        return 0;
    }
    let bits = value.magnitude.bits();
    let digits = p.div_ceil(4) as usize;
    // A significand shorter than the format's is filled up.
    let wide = &value.magnitude << p.saturating_sub(bits);
    let drop = bits.saturating_sub(p);
    let r = Nearest::of(&wide, drop);
    let kept = hex(&r.kept, digits);
    let lead = value.lead();
    let unit = lead + 1 - p as i64;
    let places = if drop > 0 {
        format!("{kept} | {}   (hex | binary)", r.lost)
    } else {
        format!("{kept} |")
    };
    steps.item("kept | lost", places);
    steps.item("direction", r.verdict);
    let carry = r.rounded.bits() > p;
    let mantissa = r.rounded_u64() & ((1 << format.man_bits) - 1);
    let carried = if carry { ", a carry: the exponent rises by 1" } else { "" };
    let text = format!("{}{} * 2^{unit}", sign(value.negative), hex(&r.rounded, digits));
    steps.item("rounded", text + carried);
    let field = lead + i64::from(carry) + i64::from(format.bias);
    range(steps, Packed { format, negative: value.negative, field, mantissa }, tiny)
}

/// A rounded value whose exponent may be out of range.
struct Packed<'a> {
    format: &'a Format,
    negative: bool,
    field: i64,
    mantissa: u64,
}

fn range(steps: &mut Steps, v: Packed<'_>, tiny: Tiny) -> u64 {
    let Packed { format, negative, field, mantissa } = v;
    let top = i64::from(format.top());
    let (code, what) = if field >= top {
        (infinity(format, negative), format!("{top} or more: infinity of its sign"))
    } else if field > 0 {
        (assemble(format, negative, field, mantissa), format!("within 1..{}", top - 1))
    } else if tiny == Tiny::Plus {
        (0, "0 or less: +0 (s. 4.1; rounded first, MN-D29)".to_owned())
    } else {
        (assemble(format, negative, 0, 0), "0 or less: a zero of its sign (MN-D02, MN-D28)".into())
    };
    let e = field - i64::from(format.bias);
    steps.item("range", format!("exponent field {e} + {} = {field}, {what}", format.bias));
    code
}
