//! NaN in text: `nan`, `snan`, either with a payload in parentheses (IEEE 754-2019, 5.12.1;
//! C23, 7.24.1.5).

use super::ParseNumberError;
use super::cursor::Cursor;
use crate::wide::Wide;
use crate::{Bits, Env, Format, Rounded, Value};

/// A NaN as a text names it.
#[derive(Clone, Copy)]
pub(super) struct Nan<'a> {
    sign: bool,
    signalling: bool,
    /// Where `nar` starts.
    not_real: Option<Cursor<'a>>,
    /// The number in parentheses, and the place where it starts.
    payload: Option<(u128, Cursor<'a>)>,
}

/// Reads a NaN, if one starts here.
pub(super) fn nan<'a>(c: &mut Cursor<'a>, sign: bool) -> Result<Option<Nan<'a>>, ParseNumberError> {
    let start = *c;
    if c.word(b"nar") {
        let not_real = Some(start);
        return Ok(Some(Nan { sign, signalling: false, not_real, payload: None }));
    }
    let signalling = c.word(b"snan");
    if !signalling && !c.word(b"nan") {
        return Ok(None);
    }
    let mut payload = None;
    if c.word(b"(") && !c.word(b")") {
        let start = *c;
        payload = Some((c.integer()?, start));
        if !c.word(b")") {
            return Err(c.error("`)`"));
        }
    }
    Ok(Some(Nan { sign, signalling, not_real: None, payload }))
}

impl Nan<'_> {
    /// The NaN without a format: its payload stands where binary64 has it.
    pub(super) fn value<W>(&self) -> Result<Value<W>, ParseNumberError> {
        const BITS: u32 = 51;
        let payload = self.payload_within(BITS)? as u64;
        let quiet = u64::from(!self.signalling && payload != 0) << 63;
        let payload = quiet | payload << (63 - BITS);
        Ok(Value::Nan { sign: self.sign, signalling: self.signalling, payload })
    }

    /// The NaN's code, whatever the rule for NaN: the text says which it is. In a format without
    /// signalling NaN a quiet one stands for it, in a format without NaN what
    /// [`Format::encode`] says.
    pub(super) fn encode<W: Bits>(
        &self,
        format: &Format,
        env: &Env,
    ) -> Result<Rounded<W>, ParseNumberError> {
        if let Some(start) = self.not_real.filter(|_| !format.is_posit()) {
            return Err(start.error("`nan`: NaR is a posit"));
        }
        let bits = format.payload_bits();
        let payload = self.payload_within(bits)?;
        if !format.has_nan() {
            let nan = Value::Nan { sign: self.sign, signalling: false, payload: 0 };
            return Ok(format.encode(env, nan));
        }
        let nan: W = format.nan_code(self.sign);
        if !format.has_signalling() {
            return Ok(Rounded { bits: nan, flags: crate::Flags::NONE });
        }
        let quiet: W = W::ONE << (bits + format.pad);
        let kind = if self.signalling && bits > 0 { nan & !quiet } else { nan };
        let code = kind | format.assemble(self.sign, W::low(payload));
        Ok(Rounded { bits: code, flags: crate::Flags::NONE })
    }

    /// The NaN's code in a format of more than 64 bits.
    pub(super) fn wide(&self, wide: &Wide) -> Result<u128, ParseNumberError> {
        if let Some(start) = self.not_real {
            return Err(start.error("`nan`: NaR is a posit"));
        }
        let bits = wide.precision() - 2;
        let payload = self.payload_within(bits)?;
        Ok(match self.signalling {
            true => wide.infinity(self.sign) | payload,
            false => wide.nan(self.sign) | payload,
        })
    }

    /// The payload in a field of so many bits: that of a signalling NaN is not 0, and 1 unless the
    /// text says otherwise.
    fn payload_within(&self, bits: u32) -> Result<u128, ParseNumberError> {
        match self.payload {
            None => Ok(u128::from(self.signalling && bits > 0)),
            Some((0, start)) if self.signalling && bits > 0 => {
                Err(start.error("a signalling NaN's payload, which is not 0"))
            }
            Some((n, start)) if n >> bits != 0 => {
                Err(start.error("a payload that the format's NaN has room for"))
            }
            Some((n, _)) => Ok(n),
        }
    }
}

impl Format {
    /// The bits of a NaN's payload: the fraction but for the bit that marks quiet NaN.
    pub(super) const fn payload_bits(&self) -> u32 {
        if self.has_signalling() { self.declared().man_bits.saturating_sub(1) } else { 0 }
    }
}
