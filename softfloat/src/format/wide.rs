//! Formats of more than 64 bits. Their codes take two words, and their arithmetic is a room of its own ([`crate::wide`]): here stands
//! what cases ask of them.

use super::{Declaration, Format, Kind, Nonfinite, Rule, StaticFormat};
use crate::value::{Unrounded, Value};
use crate::wide::{Decoded, Wide};
use crate::{Bits, Env, Rounded};

/// IEEE 754 binary128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Binary128;

/// The extended format of 80 bits of the x87, whose leading bit is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extended80;

impl StaticFormat for Binary128 {
    type Bits = u128;
    const FORMAT: Format = Format(declaration("ieee_binary128", &Wide::BINARY128));
}

impl StaticFormat for Extended80 {
    type Bits = u128;
    const FORMAT: Format = Format(declaration("x87_extended80", &Wide::EXTENDED80));
}

const fn declaration(name: &'static str, wide: &Wide) -> Declaration {
    Declaration {
        name,
        width: wide.width,
        sign: true,
        exp_bits: wide.exp_bits,
        man_bits: wide.man_bits,
        pad: 0,
        bias: (1 << (wide.exp_bits - 1)) - 1,
        kind: Kind(Rule::Wide { written: wide.explicit }),
        nonfinite: Nonfinite::Ieee,
        neg_zero: true,
        subnormal: true,
    }
}

impl Format {
    /// The format as its own room knows it; `None` of those of at most 64 bits.
    ///
    /// ```
    /// use softfloat::{format::{Binary128, Binary64}, wide::Wide, StaticFormat};
    /// assert_eq!(Binary128::FORMAT.wide(), Some(Wide::BINARY128));
    /// assert_eq!(Binary64::FORMAT.wide(), None);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn wide(&self) -> Option<Wide> {
        match self.0.kind.0 {
            Rule::Wide { written } => Some(self.with(written)),
            Rule::Hidden | Rule::Explicit | Rule::Fixed { .. } => None,
            Rule::Posit { .. } | Rule::P3109 { .. } => None,
        }
    }

    const fn with(&self, written: bool) -> Wide {
        let Declaration { width, exp_bits, man_bits, .. } = self.0;
        Wide { width, exp_bits, man_bits, explicit: written }
    }

    /// What a code means. One that is no operand reads as a NaN that signals.
    pub(super) fn decode_wide<W: Bits>(&self, bits: W, written: bool) -> Value<W> {
        match self.with(written).decode(bits.wide()) {
            Decoded::Finite { sign, exponent, significand } => {
                Value::Finite(Unrounded::exact(sign, exponent, W::low(significand)))
            }
            Decoded::Infinite { sign } => Value::Infinite { sign },
            Decoded::Nan { sign, signalling, payload } => Value::Nan { sign, signalling, payload },
            Decoded::Unsupported { sign } => Value::Nan { sign, signalling: true, payload: 0 },
        }
    }

    /// Rounds to the whole precision.
    pub(super) fn pack_wide<W: Bits>(
        &self,
        env: &Env,
        u: Unrounded<W>,
        written: bool,
    ) -> Rounded<W> {
        self.with(written).pack(env, u.cast()).cast()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Category;

    #[test]
    fn two_words() {
        for f in [Binary128::FORMAT, Extended80::FORMAT] {
            assert_eq!((f.words(), Format::new(*f.declared()).is_ok()), (2, false));
        }
        assert_eq!(Binary128::FORMAT.precision(), 113);
        assert_eq!(Extended80::FORMAT.precision(), 64);
        assert_eq!(Extended80::FORMAT.lowest_place(), -16445);
    }

    #[test]
    fn codes() {
        let one = Unrounded::exact(false, -112, 1 << 112);
        assert_eq!(Binary128::FORMAT.decode(0x3fff_u128 << 112), Value::Finite(one));
        let x87 = Extended80::FORMAT;
        let one = Unrounded::exact(true, -63, 1 << 63);
        assert_eq!(x87.decode(0xbfff_u128 << 64 | 1 << 63), Value::Finite(one));
        let category = |code: u128| x87.classify(code).category;
        assert_eq!(category(0x7fff_u128 << 64 | 1 << 63), Category::Infinite);
        assert_eq!(category(0x7fff_u128 << 64 | 3 << 62), Category::QuietNan);
        assert_eq!(category(0x7fff_u128 << 64), Category::SignallingNan);
        // Pseudo-denormal: the smallest normal number, written otherwise.
        assert_eq!(category(1 << 63), Category::Normal);
        assert_eq!(category((1 << 63) - 1), Category::Subnormal);
    }

    /// A NaN that is encoded keeps what there is of its payload.
    #[test]
    fn payloads() {
        let env = Env { nan: crate::NanRule::Propagate, ..Env::IEEE };
        let nan = Value::Nan { sign: true, signalling: false, payload: 5 << 60 };
        let r: Rounded<u128> = Extended80::FORMAT.encode(&env, nan);
        assert_eq!(r.bits, 0xffff_u128 << 64 | 0b11101 << 59);
    }

    #[test]
    fn packed() {
        let third = Unrounded { sign: true, exponent: -66, significand: 1u128 << 64, sticky: true };
        let r = Extended80::FORMAT.round_pack(&Env::IEEE, third);
        assert_eq!(r.bits, 0xbffd_u128 << 64 | 1 << 63);
        assert_eq!(Binary128::FORMAT.max_code::<u128>(false), (0x7fff << 112) - 1);
        assert_eq!(Extended80::FORMAT.max_code::<u128>(true), (0xffff_u128 << 64) - 1);
    }
}
