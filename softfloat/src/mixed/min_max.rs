//! Minimum and maximum, in every variant that the other formats have.

use crate::ieee::{MinMax, MinMaxFamily as Family};
use crate::wide::{Decoded, Rules, Wide};
use crate::{Flags, Rounded};
use core::cmp::Ordering;

impl Wide {
    /// The minimum or maximum of a and b as [`min_max`](crate::ieee::min_max()) gives it of other formats: one of the operands, or NaN.
    ///
    /// ```
    /// use softfloat::{ieee::MinMax, wide::{Rules, Wide}, Env};
    /// let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
    /// assert_eq!(quad.min_max(MinMax::Minimum, 0, 1 << 127, &rules).bits, 1 << 127);
    /// assert_eq!(quad.min_max(MinMax::MaxNum, quad.nan(false), 5, &rules).bits, 5);
    /// ```
    #[must_use]
    pub fn min_max(&self, variant: MinMax, a: u128, b: u128, rules: &Rules) -> Rounded<u128> {
        let (family, magnitude, wanted) = variant.parts();
        let (order, signals) = self.compare(a, b, false);
        let code = |bits, flags| Rounded { bits, flags };
        let Some(order) = order else {
            let number = [a, b].into_iter().find(|code| self.is_number(*code));
            return match number {
                _ if family == Family::Sse => code(b, Flags::INVALID),
                Some(number) if family.number_wins(signals) => code(number, signals),
                None if family == Family::RiscV => code(self.nan(false), signals),
                _ => self.nan_among(a, b, rules),
            };
        };
        let size = |x: u128| x & !(1 << (self.width - 1));
        let sizes = if magnitude { self.compare(size(a), size(b), false).0 } else { None };
        let order = sizes.unwrap_or(Ordering::Equal).then(order);
        let order = match family {
            Family::Num | Family::Sse => order,
            Family::Nan | Family::Number | Family::RiscV => {
                order.then((b > size(b)).cmp(&(a > size(a))))
            }
        };
        // Of equals the first, but on x86.
        let tie = order == Ordering::Equal && family != Family::Sse;
        code(if order == wanted || tie { a } else { b }, Flags::NONE)
    }

    fn is_number(&self, code: u128) -> bool {
        matches!(self.decode(code), Decoded::Finite { .. } | Decoded::Infinite { .. })
    }
}
