//! Sums of terms in a fixed-point window, exact (XDSA-D29, D32).

use super::Amount;
use super::round::{ratio, small};
use functions::exact::Dyadic;
use num_bigint::BigInt;
use softfloat::sum::Exact;
use softfloat::{Unrounded, Value};

/// The sum of terms: NaN of a NaN and of infinities of both signs; a zero is -0 where all terms are.
#[derive(Clone, Debug)]
pub(in crate::xdsa::exec) struct Sum {
    finite: Exact,
    nan: bool,
    /// Whether there was a positive, a negative infinity.
    infinite: [bool; 2],
    /// Whether there was a term, and one that is not -0.
    terms: [bool; 2],
}

impl Sum {
    /// No term.
    pub(in crate::xdsa::exec) const fn new() -> Self {
        Self { finite: Exact::new(), nan: false, infinite: [false; 2], terms: [false; 2] }
    }

    /// Back to no term.
    pub(in crate::xdsa::exec) fn clear(&mut self) {
        *self = Self::new();
    }

    /// One term more.
    pub(in crate::xdsa::exec) fn add(&mut self, term: Value<u64>) {
        let minus_zero = match term {
            Value::Nan { .. } => {
                self.nan = true;
                false
            }
            Value::Infinite { sign } => {
                self.infinite[usize::from(sign)] = true;
                false
            }
            Value::Finite(u) => {
                self.finite.add(u);
                u.sign && u.significand == 0
            }
        };
        self.count(minus_zero);
    }

    /// A product as one term more: a zero and an infinity make a NaN, signs multiply for zeros, too.
    pub(in crate::xdsa::exec) fn add_product(&mut self, x: Value<u64>, y: Value<u64>) {
        let minus_zero = match (x, y) {
            (Value::Finite(x), Value::Finite(y)) => {
                self.finite.add_product(x, y);
                (x.significand == 0 || y.significand == 0) && x.sign != y.sign
            }
            (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => {
                self.nan = true;
                false
            }
            (Value::Infinite { sign }, Value::Infinite { sign: other }) => {
                self.infinite[usize::from(sign != other)] = true;
                false
            }
            (Value::Infinite { sign }, Value::Finite(u))
            | (Value::Finite(u), Value::Infinite { sign }) => {
                if u.significand == 0 {
                    self.nan = true;
                } else {
                    self.infinite[usize::from(sign != u.sign)] = true;
                }
                false
            }
        };
        self.count(minus_zero);
    }

    const fn count(&mut self, minus_zero: bool) {
        self.terms[0] = true;
        self.terms[1] |= !minus_zero;
    }

    /// NaN, an infinity, or nothing where the sum is a number.
    fn special(&self) -> Option<Value<u128>> {
        match (self.nan, self.infinite) {
            (true, _) | (_, [true, true]) => {
                Some(Value::Nan { sign: false, signalling: false, payload: 0 })
            }
            (_, [false, false]) => None,
            (_, [_, sign]) => Some(Value::Infinite { sign }),
        }
    }

    /// Whether a sum that is zero is -0.
    const fn minus_zero(&self) -> bool {
        matches!(self.terms, [true, false])
    }

    /// The sum as it waits for rounding.
    pub(in crate::xdsa::exec) fn value(&self) -> Value<u128> {
        self.special().unwrap_or_else(|| {
            let mut sum = self.finite.unrounded::<u128>();
            if sum.significand == 0 {
                sum = Unrounded::exact(self.minus_zero(), 0, 0);
            }
            Value::Finite(sum)
        })
    }

    /// The sum, whole.
    pub(in crate::xdsa::exec) fn amount(&self) -> Amount {
        match self.value() {
            Value::Finite(u) if u.sticky => Amount::Finite(self.dyadic()),
            value => Amount::from(value),
        }
    }

    /// The sum divided by a positive integer.
    pub(in crate::xdsa::exec) fn over(&self, divisor: u64) -> Value<u128> {
        let value = self.value();
        match value {
            Value::Finite(u) if u.sticky => ratio(&self.dyadic(), &Dyadic::integer(divisor)),
            Value::Finite(u) if u.significand != 0 => small(u, divisor),
            _ => value,
        }
    }

    /// The low bits of a sum of integers, in two's complement.
    pub(in crate::xdsa::exec) fn low(&self) -> u64 {
        let unit = Exact::<70>::MIN_EXPONENT.unsigned_abs() as usize / 64;
        self.finite.limbs().get(unit).copied().unwrap_or_default()
    }

    fn dyadic(&self) -> Dyadic {
        let bytes: Vec<u8> =
            self.finite.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
        Dyadic::integer(BigInt::from_signed_bytes_le(&bytes))
            .scaled(Exact::<70>::MIN_EXPONENT.into())
    }
}
