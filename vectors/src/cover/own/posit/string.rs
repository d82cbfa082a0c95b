//! A number as the string of a posit's bits, as if that had no end: regime, exponent, fraction; which bits there is room for,
//! and which are cut.

use crate::cover::exact::Real;
use crate::cover::port::Port;

/// The posits of a format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posit {
    /// The bits below the sign.
    below: i64,
    /// The exponent bits.
    pub(super) es: u32,
}

/// What stands behind the regime of a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) regime: i64,
    /// Whether all bits behind the regime that are kept are ones, and there are any.
    pub(super) ones: bool,
    /// The last bit that is kept, which may end the regime.
    pub(super) lsb: bool,
    pub(super) guard: bool,
    pub(super) sticky: bool,
    /// The bits that are cut, the guard bit on top; `None` where there are more.
    pub(super) extra: Option<u128>,
}

impl Posit {
    pub(super) fn of(port: &Port) -> Option<Self> {
        let es = port.format.posit_exponent_bits()?;
        Some(Self { below: i64::from(port.format.width) - 1, es })
    }

    /// The exponent of the largest posit; that of the least is its negative.
    pub(super) fn reach(self) -> i64 {
        (self.below - 1) << self.es
    }

    /// The first and the last regime of numbers between the least posit and the largest.
    pub(super) fn regimes(self) -> (i64, i64) {
        (-(self.below - 1), self.below - 2)
    }

    /// How many bits behind a regime there is room for.
    pub(super) fn kept(self, regime: i64) -> i64 {
        let run = if regime < 0 { -regime } else { regime + 1 };
        self.below - run - 1
    }

    /// The exponents of a regime.
    pub(super) fn exponents(self, regime: i64) -> std::ops::Range<i64> {
        regime << self.es..(regime + 1) << self.es
    }

    /// The bits of a number; `None` below the least posit, and from the largest on.
    pub(super) fn look(self, real: &Real) -> Option<Look> {
        if !(-self.reach()..self.reach()).contains(&real.exponent) {
            return None;
        }
        let regime = real.exponent >> self.es;
        let power = (real.exponent - (regime << self.es)) as u128;
        let fraction = real.significand << 1;
        let (tail, lost) = match self.es {
            0 => (fraction, false),
            es => (power << (128 - es) | fraction >> es, fraction << (128 - es) != 0),
        };
        let kept = self.kept(regime);
        let (head, ones, extra) = match kept {
            0 => (u128::from(regime < 0), false, tail),
            kept => (tail >> (128 - kept), tail.leading_ones() as i64 >= kept, tail << kept),
        };
        let more = lost || real.more;
        Some(Look {
            regime,
            ones,
            lsb: head & 1 == 1,
            guard: extra >> 127 == 1,
            sticky: extra << 1 != 0 || more,
            extra: (!more).then_some(extra),
        })
    }

    /// The number of a regime with so many bits behind it, these.
    pub(super) fn number(self, sign: bool, regime: i64, bits: u128, len: i64) -> Real {
        let tail = if len == 0 { 0 } else { bits << (128 - len) };
        let power = if self.es == 0 { 0 } else { (tail >> (128 - self.es)) as i64 };
        let significand = 1 << 127 | tail << self.es >> 1;
        Real { sign, exponent: (regime << self.es) + power, significand, more: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use softfloat::Format;

    /// What is kept, with the regime before it, is the code of the posit; what is cut is nothing.
    #[test]
    fn posits_are_kept_whole() {
        for (width, es) in [(8, 2), (8, 0), (10, 1), (12, 3)] {
            let port = Port::of(&Format::posit(width, es).expect("a format"));
            let posit = Posit::of(&port).expect("posits");
            let most = port.format.max_finite();
            for code in 1..most {
                let real = port.value(code).and_then(Real::of).expect("a number");
                let look = posit.look(&real).expect("between the ends");
                assert_eq!(
                    (look.guard, look.sticky, look.extra),
                    (false, false, Some(0)),
                    "{code}"
                );
                assert_eq!(look.lsb, code & 1 == 1, "{width} {es} {code}");
                let kept = posit.kept(look.regime);
                let bits = code & ((1 << kept) - 1);
                assert_eq!(posit.number(false, look.regime, bits.into(), kept), real);
                // A bit behind the last one is the guard bit, and between two codes.
                let middle = posit.number(false, look.regime, (2 * bits + 1).into(), kept + 1);
                let look = posit.look(&middle).expect("between the ends");
                assert_eq!((look.guard, look.sticky, look.lsb), (true, false, code & 1 == 1));
            }
        }
    }
}
