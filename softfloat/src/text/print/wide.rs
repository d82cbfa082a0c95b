//! Formats of more than 64 bits.

use super::spacing::Spacing;
use super::{Meaning, Style, Text};
use crate::wide::{Decoded, Wide};
use crate::{Env, Unrounded};

impl Wide {
    /// [`print`](crate::text::print()) of a format of more than 64 bits. A code of the x87's format that is no operand is written as the
    /// NaN that signals it is read as.
    ///
    /// ```
    /// use softfloat::{text::Style, wide::Wide, Env};
    /// let quad = Wide::BINARY128;
    /// let tenth = quad.parse(&Env::IEEE, "0.1").unwrap().bits;
    /// let text = |style| quad.print(tenth, style, &Env::IEEE).to_string();
    /// assert_eq!(text(Style::SHORTEST), "0.1");
    /// assert_eq!(text(Style::scientific(40)), "1.0000000000000000000000000000000000481482e-01");
    /// assert_eq!(text(Style::HEX), "0x1.999999999999999999999999999ap-4");
    /// ```
    #[must_use]
    pub fn print(&self, code: u128, style: Style, env: &Env) -> Text {
        let payload = code & ((1 << (self.precision() - 2)) - 1);
        let meaning = match self.decode(code) {
            Decoded::Nan { sign, signalling, .. } => Meaning::Nan { sign, signalling, payload },
            Decoded::Unsupported { sign } => Meaning::Nan { sign, signalling: true, payload: 0 },
            Decoded::Infinite { sign } => Meaning::Infinite { sign },
            Decoded::Finite { sign, significand: 0, .. } => Meaning::Zero { sign },
            Decoded::Finite { sign, exponent, significand } => {
                let u = Unrounded::exact(sign, exponent, significand);
                Meaning::Number(u, Spacing::of_wide(self, &u))
            }
        };
        Text { meaning, style, rounding: env.rounding }
    }
}
