//! The neighbours of a number.

use super::big::Big;
use super::number::Number;
use super::round::Exact;
use super::{Rules, Wide};
use crate::{Env, Flags, Rounded};

impl Wide {
    /// The least number above `a` (nextUp, IEEE 754-2019, 5.3.1); above the largest one infinity. Quiet but for a signalling NaN.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// assert_eq!(quad.next_up(1 << 127, &rules).bits, 1);
    /// assert_eq!(quad.next_up(quad.largest(), &rules).bits, quad.infinity(false));
    /// ```
    #[must_use]
    pub fn next_up(&self, a: u128, rules: &Rules) -> Rounded<u128> {
        self.neighbour(a, true, rules)
    }

    /// The greatest number below `a` (nextDown): [`Self::next_up`] with all signs turned.
    ///
    /// ```
    /// use softfloat::{wide::{Rules, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// assert_eq!(quad.next_down(0, &rules).bits, 1 << 127 | 1);
    /// assert_eq!(quad.next_down(quad.infinity(false), &rules).bits, quad.largest());
    /// ```
    #[must_use]
    pub fn next_down(&self, a: u128, rules: &Rules) -> Rounded<u128> {
        self.neighbour(a, false, rules)
    }

    fn neighbour(&self, a: u128, up: bool, rules: &Rules) -> Rounded<u128> {
        let number = self.number(a);
        if let Some(special) = self.special(rules, &[number]) {
            return special;
        }
        let minus = |negative: bool| u128::from(negative) << (self.width - 1);
        let quiet = |bits| Rounded { bits, flags: Flags::NONE };
        match number {
            Number::Finite { significand: 0, .. } => quiet(minus(!up) | 1),
            Number::Finite { sign, exponent, significand } => {
                let next = self.stepped((exponent, significand), sign != up);
                let (exponent, significand) = (next.0, Big::of(next.1));
                let exact = Exact { sign, exponent, significand, sticky: false };
                // Only above the largest number it is rounded: to infinity.
                quiet(self.round_to(&Env::IEEE, self.precision(), &exact).bits)
            }
            // From an infinity back.
            _ if number.sign() == up => quiet(minus(number.sign()) | self.largest()),
            _ => quiet(a),
        }
    }

    /// The next magnitude other than 0, away from zero or toward it.
    const fn stepped(&self, (exponent, significand): (i64, u128), away: bool) -> (i64, u128) {
        let least = self.least() - (self.precision() - 1) as i64;
        match significand >> (self.precision() - 1) == 1 && significand.is_power_of_two() {
            _ if away => (exponent, significand + 1),
            // Below a power of two the numbers lie closer, unless they are the subnormal ones.
            true if exponent > least => (exponent - 1, 2 * significand - 1),
            _ => (exponent, significand - 1),
        }
    }
}
