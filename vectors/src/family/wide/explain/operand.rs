//! Operands as they are read, and where results go.

use super::round::rounded;
use crate::explain::exact::Dyadic;
use crate::explain::steps::each;
use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::{Work, code, nan, round};
use crate::registry::{Plan, joined};
use softfloat::wide::Decoded;
use softfloat::{Flags, Format, NanRule, Value};

/// An operand, and its code where that has more than 64 bits.
pub(super) struct Own {
    pub(super) operand: Operand,
    pub(super) code: u128,
    /// Whether the code is no operand of the x87 (NUM-D90).
    pub(super) unsupported: bool,
}

/// The operands of a case.
pub(super) fn all(plan: &Plan, x: &[u64]) -> Vec<Own> {
    each(plan, &plan.operands, x).map(|(name, shape, own)| read(name, &shape.format, own)).collect()
}

fn read(name: &str, format: &Format, words: &[u64]) -> Own {
    let code = joined(words);
    let Some(wide) = format.wide() else {
        return Own { operand: Operand::of(name, format, words[0]), code, unsupported: false };
    };
    let class = format.classify(code);
    let value = match format.decode(code) {
        Value::Finite(u) => Dyadic::new(u.sign, u.significand, u.exponent.into()),
        Value::Infinite { .. } | Value::Nan { .. } => Dyadic::new(class.sign, 0u8, 0),
    };
    let operand = Operand {
        name: name.to_owned(),
        format: *format,
        // The code has no room there.
        code: 0,
        negative: class.sign,
        class: class.category,
        value,
        fraction: code & ((1 << (wide.precision() - 1)) - 1),
    };
    Own { operand, code, unsupported: matches!(wide.decode(code), Decoded::Unsupported { .. }) }
}

/// The format of a result, and the bits that it is rounded to.
pub(super) struct Goal {
    pub(super) format: Format,
    pub(super) precision: u32,
}

impl Goal {
    pub(super) fn zero(&self, negative: bool) -> u128 {
        match self.format.wide() {
            Some(wide) => u128::from(negative) << (wide.width - 1),
            None => code::zero(&self.format, negative).into(),
        }
    }

    pub(super) fn infinity(&self, negative: bool) -> u128 {
        match self.format.wide() {
            Some(wide) => wide.infinity(negative),
            None => code::infinity(&self.format, negative).into(),
        }
    }

    /// Rounds a value other than 0.
    pub(super) fn round(&self, work: &mut Work<'_>, exact: &Exact) -> u128 {
        match self.format.wide() {
            Some(_) => rounded(work, &self.format, self.precision, exact),
            None => round::round(work, &self.format, exact).into(),
        }
    }

    /// The default NaN.
    pub(super) fn default_nan(&self, work: &mut Work<'_>) -> u128 {
        let Some(wide) = self.format.wide() else {
            return nan::default(work, &self.format).into();
        };
        let negative = work.env.nan == NanRule::Sse;
        let kind = if negative { "default NaN, negative (x86)" } else { "default NaN" };
        work.steps.item("result", format!("{kind}: {}", self.hex(wide.nan(negative))));
        wide.nan(negative)
    }

    /// An invalid operation without NaN.
    pub(super) fn invalid(&self, work: &mut Work<'_>, why: &str) -> u128 {
        work.steps.begin("invalid operation (IEEE 754, 7.2)");
        work.steps.item("why", why);
        work.raise(Flags::INVALID, why);
        self.default_nan(work)
    }

    /// A NaN operand in the format: sign and payload kept, quiet.
    pub(super) fn kept_nan(&self, work: &mut Work<'_>, x: &Operand) -> u128 {
        let Some(wide) = self.format.wide() else {
            return nan::kept_in(work, &self.format, &carried(x)).into();
        };
        let code = wide.nan(x.negative) | aligned(x) >> (129 - self.format.precision());
        let quiet = if x.is_signalling() { ", made quiet" } else { "" };
        work.steps.item("result", format!("sign and payload kept{quiet}: {}", self.hex(code)));
        code
    }

    pub(super) fn hex(&self, code: u128) -> String {
        format!("{code:0w$x}", w = self.format.width.div_ceil(4) as usize)
    }
}

/// The fraction from the top of 128 bits on.
fn aligned(x: &Operand) -> u128 {
    x.fraction.checked_shl(129 - x.format.precision()).unwrap_or(0)
}

/// The same operand with the fraction that a narrower format may take from it.
pub(super) fn carried(x: &Operand) -> Operand {
    const BITS: u32 = 61;
    match (x.format.wide(), Format::ieee(2, BITS)) {
        (Some(_), Ok(format)) => {
            Operand { format, fraction: aligned(x) >> (128 - BITS), ..x.clone() }
        }
        _ => x.clone(),
    }
}
