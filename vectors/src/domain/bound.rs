//! Numbers that ranges begin and end with, compared exactly.

use softfloat::{Env, Format, Rounding, Unrounded, Value, text};
use std::cmp::Ordering;

/// A number, with what lies below its last bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound(Value<u128>);

impl Bound {
    /// The number of a text. Of formats of more than 64 bits, the number of the format next to it inside of the range, which begins
    /// (`low`) or ends there.
    pub(super) fn read(format: &Format, text: &str, low: bool) -> Result<Self, String> {
        let is_number = |value: &Value<_>| !matches!(value, Value::Nan { .. });
        let parsed = text::parse(text).map_err(|why| format!("it is no number: {why}"))?;
        if !is_number(&parsed) {
            return Err("expected a number, found NaN".to_owned());
        }
        let Some(wide) = format.wide() else { return Ok(Self(cast(parsed))) };
        let rounding = if low { Rounding::Up } else { Rounding::Down };
        let env = Env { rounding, ..Env::IEEE };
        let code = wide.parse(&env, text).map_err(|why| why.to_string())?.bits;
        Ok(Self(format.decode(code)))
    }

    /// How a value stands to it; nothing of NaN.
    pub(super) fn compare(&self, value: &Value<u128>) -> Option<Ordering> {
        let key = |value: &Value<u128>| match value {
            Value::Nan { .. } => None,
            Value::Infinite { sign } => Some((if *sign { -1 } else { 1 }, None)),
            Value::Finite(u) => Some((0, Some(*u))),
        };
        let ((a, x), (b, y)) = (key(value)?, key(&self.0)?);
        match (x, y) {
            (Some(x), Some(y)) => Some(finite(&x, &y)),
            _ => Some(a.cmp(&b)),
        }
    }
}

/// A value in wider integers.
pub(super) fn cast(value: Value<u64>) -> Value<u128> {
    match value {
        Value::Nan { sign, signalling, payload } => Value::Nan { sign, signalling, payload },
        Value::Infinite { sign } => Value::Infinite { sign },
        Value::Finite(u) => Value::Finite(u.cast()),
    }
}

/// Two finite numbers.
fn finite(x: &Unrounded<u128>, y: &Unrounded<u128>) -> Ordering {
    let sign = |u: &Unrounded<u128>| match (u.significand == 0 && !u.sticky, u.sign) {
        (true, _) => 0,
        (false, true) => -1,
        (false, false) => 1,
    };
    let (a, b) = (sign(x), sign(y));
    a.cmp(&b).then_with(|| match a {
        0 => Ordering::Equal,
        1 => size(x).cmp(&size(y)),
        _ => size(y).cmp(&size(x)),
    })
}

/// What sizes are compared by: the leading one's place, the significand from there on, what lies below.
fn size(u: &Unrounded<u128>) -> (i64, u128, bool) {
    let zeros = u.significand.leading_zeros().min(127);
    (i64::from(u.exponent) - i64::from(zeros), u.significand << zeros, u.sticky)
}
