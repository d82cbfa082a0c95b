//! Codes taken apart, and NaN.

use super::{Rules, Wide};
use crate::{Flags, NanRule, Rounded};

/// What a code means, to those outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// A NaN, its fraction from the top of the payload on.
    Nan {
        /// Its sign.
        sign: bool,
        /// Whether it signals.
        signalling: bool,
        /// The first 64 bits of the fraction.
        payload: u64,
    },
    /// A code of the x87's format that is no operand.
    Unsupported {
        /// The bit of the sign.
        sign: bool,
    },
    /// An infinity.
    Infinite {
        /// Its sign.
        sign: bool,
    },
    /// `significand * 2^exponent`.
    Finite {
        /// The sign.
        sign: bool,
        /// The weight of the significand's last bit is 2 to this.
        exponent: i32,
        /// At most 113 bits.
        significand: u128,
    },
}

/// What a code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// A NaN: the whole code.
    Nan {
        code: u128,
        signalling: bool,
    },
    /// A code of the x87's format that is no operand: an unnormal, a pseudo-NaN, a pseudo-infinity.
    Unsupported,
    Infinite {
        sign: bool,
    },
    /// `significand * 2^exponent`.
    Finite {
        sign: bool,
        exponent: i64,
        significand: u128,
    },
}

impl Number {
    pub(super) fn is_zero(&self) -> bool {
        matches!(self, Self::Finite { significand: 0, .. })
    }

    pub(super) fn sign(&self) -> bool {
        match *self {
            Self::Nan { .. } | Self::Unsupported => false,
            Self::Infinite { sign } | Self::Finite { sign, .. } => sign,
        }
    }

    /// The same with the other sign.
    pub(super) fn turned(self, turn: bool) -> Self {
        match self {
            Self::Infinite { sign } => Self::Infinite { sign: sign != turn },
            Self::Finite { sign, exponent, significand } => {
                Self::Finite { sign: sign != turn, exponent, significand }
            }
            other => other,
        }
    }
}

impl Wide {
    /// What a code means.
    ///
    /// ```
    /// use softfloat::wide::{Decoded, Wide};
    /// let one = Wide::BINARY128.decode(0x3fff << 112);
    /// assert_eq!(one, Decoded::Finite { sign: false, exponent: -112, significand: 1 << 112 });
    /// // The leading bit is missing where the exponent field is not 0.
    /// assert_eq!(Wide::EXTENDED80.decode(0x3fff << 64), Decoded::Unsupported { sign: false });
    /// ```
    #[must_use]
    pub fn decode(&self, code: u128) -> Decoded {
        let sign = code >> (self.width - 1) & 1 == 1;
        match self.number(code) {
            Number::Nan { code, signalling } => {
                Decoded::Nan { sign, signalling, payload: self.payload(code) }
            }
            Number::Unsupported => Decoded::Unsupported { sign },
            Number::Infinite { sign } => Decoded::Infinite { sign },
            Number::Finite { sign, exponent, significand } => {
                Decoded::Finite { sign, exponent: exponent as i32, significand }
            }
        }
    }

    /// The NaN of a sign whose fraction begins with these 64 bits; one that signals has its lowest bit at least.
    ///
    /// ```
    /// use softfloat::wide::Wide;
    /// let quad = Wide::BINARY128;
    /// // The first bit of a fraction says that a NaN is quiet.
    /// assert_eq!(quad.nan_of(false, false, 1 << 62), quad.nan(false) | 1 << 110);
    /// assert_eq!(quad.nan_of(true, true, 0), quad.infinity(true) | 1);
    /// ```
    #[must_use]
    pub const fn nan_of(&self, sign: bool, signalling: bool, payload: u64) -> u128 {
        let fraction = (payload as u128) << 64 >> (129 - self.precision());
        match signalling {
            false => self.nan(sign) | fraction,
            true => {
                let own = fraction & !self.quiet();
                self.infinity(sign) | if own == 0 { 1 } else { own }
            }
        }
    }

    pub(super) fn number(&self, code: u128) -> Number {
        let sign = code >> (self.width - 1) & 1 == 1;
        let (field, rest) = (code >> self.man_bits & self.top(), code & ((1 << self.man_bits) - 1));
        let (fraction, lead) = (rest & !self.written(), rest & self.written());
        let leads = lead != 0 || !self.explicit;
        let place = self.least() - i64::from(self.precision() - 1);
        match field {
            0 => Number::Finite { sign, exponent: place, significand: rest },
            _ if !leads => Number::Unsupported,
            top if top == self.top() => match fraction {
                0 => Number::Infinite { sign },
                _ => Number::Nan { code, signalling: code & self.quiet() == 0 },
            },
            field => {
                let lead = 1 << (self.precision() - 1);
                let exponent = place + field as i64 - 1;
                Number::Finite { sign, exponent, significand: fraction | lead }
            }
        }
    }

    /// What an invalid operation yields.
    pub(super) fn invalid(&self, rules: &Rules) -> Rounded<u128> {
        let sign = rules.env.nan == NanRule::Sse;
        Rounded { bits: self.nan(sign), flags: Flags::INVALID }
    }

    /// The result where an operand is NaN or none; `None` where all are numbers or infinities.
    pub(super) fn special(&self, rules: &Rules, operands: &[Number]) -> Option<Rounded<u128>> {
        if operands.contains(&Number::Unsupported) {
            return Some(self.invalid(rules));
        }
        let mut nans = operands.iter().filter_map(|number| match *number {
            Number::Nan { code, signalling } => Some((code, signalling)),
            _ => None,
        });
        let first = nans.next()?;
        let mut all = nans.clone().chain([first]);
        let signalling = all.any(|nan| nan.1);
        let chosen = match rules.env.nan {
            NanRule::Canonical | NanRule::Ofp8 => self.nan(false),
            NanRule::Sse if self.explicit => nans.fold(first, |a, b| self.larger(a, b)).0,
            NanRule::Arm => match (first.1, nans.clone().find(|nan| nan.1)) {
                (false, Some(later)) => later.0,
                _ => first.0,
            },
            NanRule::Sse | NanRule::Propagate => first.0,
        };
        let flags = Flags::INVALID.when(signalling);
        Some(Rounded { bits: chosen | self.quiet(), flags })
    }

    /// The result of operands of which one is NaN or none.
    pub(crate) fn nan_among(&self, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        let numbers = [a, b].map(|code| self.number(code));
        self.special(rules, &numbers).unwrap_or_else(|| self.invalid(rules))
    }

    /// The x87's choice: a quiet NaN beside a signalling one, else the larger significand, of equal ones the positive NaN (Intel,
    /// Software Developer's Manual 1, table 4-7).
    fn larger(&self, a: (u128, bool), b: (u128, bool)) -> (u128, bool) {
        let magnitude = |code: u128| (code | self.quiet()) & ((1 << (self.width - 1)) - 1);
        match (a.1, b.1) {
            (true, false) => b,
            (false, true) => a,
            _ if magnitude(a.0) != magnitude(b.0) => {
                if magnitude(a.0) > magnitude(b.0) {
                    a
                } else {
                    b
                }
            }
            _ => {
                if a.0 < b.0 {
                    a
                } else {
                    b
                }
            }
        }
    }
}
