//! Numbers `n * 2^e` of any length, and codes as such numbers.

use num_bigint::{BigInt, BigUint, Sign};
use softfloat::Format;

/// Bits behind the leading one that quotients and roots have before what is left is told by one more.
const LONG: u64 = 200;

/// A number; 0 with the sign that it was written with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Exact {
    pub(crate) negative: bool,
    pub(crate) magnitude: BigUint,
    pub(crate) exponent: i64,
}

impl Exact {
    pub(crate) fn new(negative: bool, magnitude: impl Into<BigUint>, exponent: i64) -> Self {
        Self { negative, magnitude: magnitude.into(), exponent }
    }

    pub(crate) fn zero(negative: bool) -> Self {
        Self::new(negative, 0u8, 0)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.magnitude == BigUint::ZERO
    }

    /// The exponent of the leading bit.
    pub(crate) fn lead(&self) -> i64 {
        self.exponent + self.magnitude.bits() as i64 - 1
    }

    pub(crate) fn negated(&self) -> Self {
        Self { negative: !self.negative, ..self.clone() }
    }

    pub(crate) fn scaled(&self, by: i64) -> Self {
        Self { exponent: self.exponent + by, ..self.clone() }
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let magnitude = &self.magnitude * &other.magnitude;
        Self::new(self.negative != other.negative, magnitude, self.exponent + other.exponent)
    }

    /// The quotient, by a number that is not 0.
    pub(crate) fn over(&self, other: &Self) -> Self {
        let up = LONG + other.magnitude.bits();
        let dividend = &self.magnitude << up;
        let (quotient, rest) = (&dividend / &other.magnitude, &dividend % &other.magnitude);
        let exponent = self.exponent - other.exponent - up as i64;
        Self::new(
            self.negative != other.negative,
            marked(quotient, rest == BigUint::ZERO),
            exponent - 1,
        )
    }

    /// The square root of a number above 0.
    pub(crate) fn root(&self) -> Self {
        let up = 2 * LONG as i64 + self.exponent.rem_euclid(2);
        let square = &self.magnitude << up as u64;
        let root = square.sqrt();
        let exact = &root * &root == square;
        Self::new(false, marked(root, exact), (self.exponent - up) / 2 - 1)
    }

    fn signed(&self, exponent: i64) -> BigInt {
        let sign = if self.negative { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, &self.magnitude << (self.exponent - exponent) as u64)
    }

    /// The sum; of zeros alone, and of what cancels, a positive 0.
    pub(crate) fn total(terms: &[Self]) -> Self {
        let low = terms.iter().filter(|t| !t.is_zero()).map(|t| t.exponent).min().unwrap_or(0);
        let sum: BigInt = terms.iter().filter(|t| !t.is_zero()).map(|t| t.signed(low)).sum();
        Self::new(sum.sign() == Sign::Minus, sum.magnitude().clone(), low)
    }

    /// Whole places of value 2^place, the first bit behind them, and whether there are others.
    pub(crate) fn cut(&self, place: i64) -> (BigUint, bool, bool) {
        let down = place - self.exponent;
        if down <= 0 {
            return (&self.magnitude << (-down) as u64, false, false);
        }
        let whole = &self.magnitude >> down as u64;
        let guard = self.magnitude.bit(down as u64 - 1);
        let others = self.magnitude.trailing_zeros().is_some_and(|zeros| (zeros as i64) < down - 1);
        (whole, guard, others)
    }
}

/// One more bit, which says whether something was left.
fn marked(n: BigUint, exact: bool) -> BigUint {
    (n << 1u8) + u8::from(!exact)
}

/// The fields of a code: sign, exponent field, mantissa field.
pub(crate) fn fields(f: &Format, code: u64) -> (bool, i64, u64) {
    let negative = f.sign && code >> (f.width - 1) & 1 == 1;
    let body = code >> f.pad;
    let field = body >> f.man_bits & ((1 << f.exp_bits) - 1);
    (negative, field as i64, body & ((1 << f.man_bits) - 1))
}

/// The number of a code; nothing of what is no finite number. Of formats with a hidden bit, of P3109's those with a sign.
pub(crate) fn number(f: &Format, code: u64) -> Option<Exact> {
    assert!(f.has_hidden_bit() || f.is_p3109(), "{}", f.name);
    let (negative, field, mantissa) = fields(f, code);
    if f.is_p3109() && (code == 1 << (f.width - 1) || code & !(1 << (f.width - 1)) > f.max_finite())
    {
        return None;
    }
    let top = (1 << f.exp_bits) - 1;
    let special = match (f.has_infinity(), f.has_nan(), f.signs_nan()) {
        _ if f.is_p3109() => false,
        (true, _, _) => field == top,
        (_, true, true) => field == top && mantissa == (1 << f.man_bits) - 1,
        (_, true, false) => negative && field == 0 && mantissa == 0,
        _ => false,
    };
    let unit = i64::from(f.bias) + i64::from(f.man_bits);
    (!special).then(|| match field {
        0 if f.subnormal => Exact::new(negative, mantissa, 1 - unit),
        0 => Exact::zero(negative),
        _ => Exact::new(negative, mantissa | 1 << f.man_bits, field - unit),
    })
}
