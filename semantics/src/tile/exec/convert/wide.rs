//! FP8 and blocks back to binary32 (TILE-D49).

use super::super::element::unpack;
use super::super::mask::Mask;
use super::Conversion;
use super::rules::element;
use softfloat::format::E8m0;
use softfloat::{Flags, Format, StaticFormat, Unrounded, Value};

/// Every element that the mask lets through.
pub(super) fn convert(
    c: &Conversion,
    bytes: &[u8],
    scales: &[u8],
    mask: Mask,
    out: &mut [u8],
) -> Flags {
    let (from, to) = (c.from.format(c.codes), c.to.format(c.codes));
    let block = c.from.is_block();
    let (mut i, mut flags) = (0, Flags::NONE);
    unpack(c.from.width(), bytes, |code| {
        if let Some(out) = out.get_mut(4 * i..4 * i + 4)
            && mask.has(4 * i)
        {
            let scale = scales.get(i / 32).filter(|_| block).copied();
            let rounded = element(value(&from, code, scale, c.negate), &to, c.rules());
            out.copy_from_slice(&(rounded.bits as u32).to_le_bytes());
            flags |= rounded.flags;
        }
        i += 1;
    });
    flags
}

/// The value of an element, under a scale where there is one; the scale of NaN makes it a quiet one.
#[must_use]
pub fn value(format: &Format, code: u64, scale: Option<u8>, negate: bool) -> Value<u64> {
    let exponent = match scale.map(|scale| E8m0::FORMAT.decode(u64::from(scale))) {
        None => 0,
        Some(Value::Finite(scale)) => scale.exponent,
        Some(_) => return Value::Nan { sign: false, signalling: false, payload: 0 },
    };
    match format.decode(code) {
        Value::Finite(u) => {
            // A format without -0 keeps its zero.
            let sign = u.sign != (negate && (format.neg_zero || u.significand != 0));
            Value::Finite(Unrounded { sign, exponent: u.exponent + exponent, ..u })
        }
        Value::Infinite { sign } => Value::Infinite { sign: sign != negate },
        nan @ Value::Nan { .. } => nan,
    }
}
