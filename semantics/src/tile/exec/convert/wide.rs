//! FP8 and blocks back to binary32 (TILE-D49).

use super::super::element::unpack;
use super::super::mask::Mask;
use super::Conversion;
use super::rules::{Saturation, element};
use softfloat::format::{Binary32, E8m0};
use softfloat::{Env, Flags, Format, StaticFormat, Unrounded, Value};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Every element that the mask lets through.
pub(super) fn convert(
    c: &Conversion,
    bytes: &[u8],
    scales: &[u8],
    mask: Mask,
    out: &mut [u8],
) -> Flags {
    let (from, to) = (c.from.format(c.codes), c.to.format(c.codes));
    let table = table(&from);
    let (block, relu) = (c.from.is_block(), c.saturation == Saturation::Relu);
    let (mut i, mut flags) = (0, Flags::NONE);
    unpack(c.from.width(), bytes, |code| {
        if let Some(out) = out.get_mut(4 * i..4 * i + 4)
            && mask.has(4 * i)
        {
            let scale = scales.get(i / 32).filter(|_| block).copied();
            let quick = table.get(code as usize).and_then(|&one| quick(one, scale, c.negate, relu));
            let bits = quick.unwrap_or_else(|| {
                let rounded = element(value(&from, code, scale, c.negate), &to, c.rules());
                flags |= rounded.flags;
                rounded.bits as u32
            });
            out.copy_from_slice(&bits.to_le_bytes());
        }
        i += 1;
    });
    flags
}

/// What stands in a table for codes that are no numbers, and for zeros.
const NONE: u32 = u32::MAX;

/// The binary32 codes of all codes of a narrow format; every number but 0 is a normal one there.
fn table(format: &Format) -> Arc<[u32]> {
    static TABLES: LazyLock<Mutex<HashMap<Format, Arc<[u32]>>>> = LazyLock::new(Mutex::default);
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let made = tables.entry(*format).or_insert_with(|| {
        let one = |code: u64| match format.decode(code) {
            Value::Finite(u) if u.significand != 0 => {
                Binary32::FORMAT.round_pack(&Env::IEEE, u).bits as u32
            }
            _ => NONE,
        };
        (0..1 << format.width).map(one).collect()
    });
    made.clone()
}

/// A normal number times its scale, where that is one, too: the exponent grows.
#[inline(always)]
fn quick(code: u32, scale: Option<u8>, negate: bool, relu: bool) -> Option<u32> {
    let code = code ^ u32::from(negate) << 31;
    let field = (code >> 23 & 0xff) as i32 + i32::from(scale.unwrap_or(127)) - 127;
    if code | 1 << 31 == NONE || scale == Some(255) || !(1..=254).contains(&field) {
        return None;
    }
    let scaled = code & !(0xff << 23) | (field as u32) << 23;
    Some(if relu && code >> 31 == 1 { 0 } else { scaled })
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
