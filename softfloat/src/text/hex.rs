//! Hexadecimal digits -> value: `digits * 16^-fraction * 2^exponent`.

use super::ParseNumberError;
use super::cursor::Cursor;
use super::far::{FAR, far};
use crate::{Bits, Unrounded};

/// The number after `0x`. Digits beyond the significand's width go into the sticky bit.
pub(super) fn number<W: Bits>(
    c: &mut Cursor<'_>,
    sign: bool,
) -> Result<Unrounded<W>, ParseNumberError> {
    let mut significand = W::ZERO;
    let mut sticky = false;
    let mut scale = 0i64;
    c.digits(16, |digit, fraction| {
        let room = significand.lead() >= 4;
        if room {
            significand = significand << 4 | W::low(digit.into());
        } else {
            sticky |= digit != 0;
        }
        scale += 4 * (i64::from(!room) - i64::from(fraction));
    })?;
    let exponent = c.exponent(b"p")?.saturating_add(scale);
    Ok(match i32::try_from(exponent) {
        _ if significand == W::ZERO => Unrounded::exact(sign, 0, W::ZERO),
        Ok(exponent) if -2 * FAR < exponent && exponent < FAR => {
            Unrounded { sign, exponent, significand, sticky }
        }
        _ => far(sign, exponent < 0),
    })
}
