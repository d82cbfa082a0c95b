//! Comparison and total order.

use core::cmp::Ordering;

use crate::{Bits, Env, Flags, Format, StaticFormat, Value};

/// How two operands stand to each other (IEEE 754, 5.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// a < b.
    Less,
    /// a = b; zeros of either sign are equal.
    Equal,
    /// a > b.
    Greater,
    /// At least one is NaN.
    Unordered,
}

/// The relation of a and b. *Invalid* is signalled for a signalling NaN, with `signalling` for a
/// quiet one too.
///
/// ```
/// use softfloat::{format::Fp8E5m2Ocp, ieee::{compare, Relation}, Env, Flags};
/// assert_eq!(compare::<Fp8E5m2Ocp>(0x80, 0x00, true, &Env::IEEE).0, Relation::Equal);
/// let (relation, flags) = compare::<Fp8E5m2Ocp>(0x7e, 0x00, true, &Env::IEEE);
/// assert_eq!((relation, flags), (Relation::Unordered, Flags::INVALID));
/// ```
pub fn compare<F: StaticFormat>(
    a: F::Bits,
    b: F::Bits,
    signalling: bool,
    env: &Env,
) -> (Relation, Flags) {
    F::FORMAT.relation(a, b, signalling, env)
}

/// Whether a comes before b or is b in the total order of all codes (IEEE 754-2019, 5.10).
///
/// Negative NaN come first and positive ones last, signalling ones nearer to the numbers, of two
/// the lesser payload nearer. The one NaN of a "fnuz" format has its sign bit set, so it comes
/// first.
///
/// ```
/// use softfloat::{format::Binary16, ieee::total_order};
/// assert!(total_order::<Binary16>(0x8000, 0x0000)); // -0, +0
/// assert!(total_order::<Binary16>(0x7c01, 0x7e00)); // signalling, quiet
/// assert!(!total_order::<Binary16>(0xfc01, 0xfe00));
/// ```
#[must_use]
pub fn total_order<F: StaticFormat>(a: F::Bits, b: F::Bits) -> bool {
    F::FORMAT.ordered(a, b, false)
}

/// [`total_order`] of the absolute values. In a "fnuz" format the absolute value of NaN is NaN.
///
/// ```
/// use softfloat::{format::Binary16, ieee::{total_order, total_order_magnitude}};
/// assert!(total_order_magnitude::<Binary16>(0x3c00, 0xc000)); // 1, |-2|
/// assert!(!total_order::<Binary16>(0x3c00, 0xc000));
/// ```
#[must_use]
pub fn total_order_magnitude<F: StaticFormat>(a: F::Bits, b: F::Bits) -> bool {
    F::FORMAT.ordered(a, b, true)
}

impl Format {
    /// [`compare`](crate::ieee::compare()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, ieee::Relation, Env, Flags, StaticFormat};
    /// let (half, env) = (Binary16::FORMAT, &Env::IEEE);
    /// assert_eq!(half.compare(0x3c00, 0x4000, false, env), (Relation::Less, Flags::NONE)); // 1, 2
    /// assert_eq!(half.compare(0x7e00, 0, false, env), (Relation::Unordered, Flags::NONE)); // NaN
    /// ```
    #[must_use]
    pub fn compare(&self, a: u64, b: u64, signalling: bool, env: &Env) -> (Relation, Flags) {
        self.relation(a, b, signalling, env)
    }

    /// [`total_order`](crate::ieee::total_order()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, StaticFormat};
    /// assert!(Binary16::FORMAT.total_order(0xbc00, 0x3c00)); // -1, 1
    /// assert!(!Binary16::FORMAT.total_order(0x0000, 0x8000)); // +0, -0
    /// ```
    #[must_use]
    pub fn total_order(&self, a: u64, b: u64) -> bool {
        self.ordered(a, b, false)
    }

    /// [`total_order_magnitude`](crate::ieee::total_order_magnitude()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, StaticFormat};
    /// assert!(Binary16::FORMAT.total_order_magnitude(0x0000, 0x8000)); // 0, |-0|
    /// assert!(!Binary16::FORMAT.total_order_magnitude(0xc000, 0x3c00)); // |-2|, 1
    /// ```
    #[must_use]
    pub fn total_order_magnitude(&self, a: u64, b: u64) -> bool {
        self.ordered(a, b, true)
    }

    fn relation<W: Bits>(&self, a: W, b: W, signalling: bool, env: &Env) -> (Relation, Flags) {
        let (x, y) = (self.read(env, a), self.read(env, b));
        match (Rank::of(&x), Rank::of(&y)) {
            (Some(x), Some(y)) => {
                let relation = match x.cmp(y) {
                    Ordering::Less => Relation::Less,
                    Ordering::Equal => Relation::Equal,
                    Ordering::Greater => Relation::Greater,
                };
                (relation, Flags::NONE)
            }
            _ => {
                let invalid = signalling || is_signalling(&x) || is_signalling(&y);
                (Relation::Unordered, Flags::INVALID.when(invalid))
            }
        }
    }

    /// The codes of every format are in order by sign and magnitude, NaN included: a quiet NaN has
    /// the top bit of its fraction set.
    fn ordered<W: Bits>(&self, a: W, b: W, magnitude: bool) -> bool {
        let [(a_negative, a), (b_negative, b)] = [a, b].map(|code| {
            let nan = matches!(self.decode(code), Value::Nan { .. });
            // Cleared, the sign of a "fnuz" NaN would make it a zero.
            let kept = !magnitude || nan && !self.neg_zero;
            let body = (code >> self.pad) & W::mask(self.exp_bits + self.man_bits);
            (self.sign && kept && code.bit(self.width - 1), body)
        });
        match (a_negative, b_negative) {
            (false, false) => a <= b,
            (true, true) if self.neg_zero => a >= b,
            // The code without magnitude is NaN, before all others.
            (true, true) => a == W::ZERO || b != W::ZERO && a >= b,
            (negative, _) => negative,
        }
    }
}

/// Whether a value is a signalling NaN.
pub(super) const fn is_signalling<W: Bits>(value: &Value<W>) -> bool {
    matches!(value, Value::Nan { signalling: true, .. })
}

/// A value that is not NaN, so that it can be compared.
#[derive(Clone, Copy)]
pub(super) struct Rank<W> {
    negative: bool,
    /// The exponent of the leading one and the significand with its leading one at the top.
    magnitude: (i32, W),
}

impl<W: Bits> Rank<W> {
    #[inline(always)]
    pub(super) fn of(value: &Value<W>) -> Option<Self> {
        match value {
            Value::Nan { .. } => None,
            Value::Infinite { sign } => {
                Some(Self { negative: *sign, magnitude: (i32::MAX, W::ZERO) })
            }
            Value::Finite(u) if u.significand == W::ZERO => {
                Some(Self { negative: false, magnitude: (i32::MIN, W::ZERO) })
            }
            Value::Finite(u) => {
                let shift = u.significand.lead();
                let magnitude = (u.exponent - shift as i32, u.significand << shift);
                Some(Self { negative: u.sign, magnitude })
            }
        }
    }

    /// The order of two numbers; zeros of either sign are equal.
    #[inline(always)]
    pub(super) fn cmp(self, other: Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.cmp_magnitude(other),
            (true, true) => other.cmp_magnitude(self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }

    /// The order of the absolute values.
    #[inline(always)]
    pub(super) fn cmp_magnitude(self, other: Self) -> Ordering {
        self.magnitude.cmp(&other.magnitude)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Binary32, Binary64, Tf32};
    use crate::ieee::small::{Coding, SMALL, Small, environments, patterns};

    #[test]
    fn every_small_pair() {
        for s in &SMALL {
            for env in environments().filter(|e| e.rounding == crate::Rounding::NearestEven) {
                for (a, b) in s.codes().flat_map(|a| s.codes().map(move |b| (a, b))) {
                    let want = match s.operand(a, &env).partial_cmp(&s.operand(b, &env)) {
                        Some(Ordering::Less) => Relation::Less,
                        Some(Ordering::Equal) => Relation::Equal,
                        Some(Ordering::Greater) => Relation::Greater,
                        None => Relation::Unordered,
                    };
                    let unordered = want == Relation::Unordered;
                    let signal = s.is_signalling(a) || s.is_signalling(b);
                    let quiet = (want, Flags::INVALID.when(signal));
                    assert_eq!(s.format.compare(a, b, false, &env), quiet, "{a:x} {b:x}");
                    let loud = (want, Flags::INVALID.when(unordered));
                    assert_eq!(s.format.compare(a, b, true, &env), loud, "{a:x} {b:x}");
                }
            }
        }
    }

    /// The clauses of 5.10, one by one; `negative` is the sign of a NaN or zero.
    fn ordered(s: &Small, a: (u64, bool), b: (u64, bool), of: impl Fn(u64) -> f64) -> bool {
        let (x, y) = (of(a.0), of(b.0));
        match (x.is_nan(), y.is_nan()) {
            (false, false) if x == 0.0 && y == 0.0 => a.1 || !b.1,
            (false, false) => x <= y,
            (true, false) => a.1,
            (false, true) => !b.1,
            (true, true) if a.1 != b.1 => a.1,
            (true, true) => {
                let quiet = |c: u64| s.coding != Coding::Ieee || c & s.quiet_bit() != 0;
                let payload = |c: u64| s.body(c) & (s.quiet_bit() - 1);
                let key = |c: u64| (quiet(c), payload(c));
                if a.1 { key(a.0) >= key(b.0) } else { key(a.0) <= key(b.0) }
            }
        }
    }

    #[test]
    fn total_order_of_every_small_pair() {
        for s in &SMALL {
            for (a, b) in s.codes().flat_map(|a| s.codes().map(move |b| (a, b))) {
                let signed = |c: u64| (c, s.negative(c));
                let want = ordered(s, signed(a), signed(b), |c| s.value(c));
                assert_eq!(s.format.total_order(a, b), want, "{} {a:x} {b:x}", s.format.name);
                let fnuz = |c: u64| s.coding == Coding::Fnuz && s.value(c).is_nan();
                let want = ordered(s, (a, fnuz(a)), (b, fnuz(b)), |c| s.value(c).abs());
                let name = s.format.name;
                assert_eq!(s.format.total_order_magnitude(a, b), want, "{name} {a:x} {b:x}");
            }
        }
    }

    #[test]
    fn like_the_machine() {
        let all: Vec<u64> = patterns(2000).collect();
        for (&x, &y) in all.iter().flat_map(|x| all.iter().map(move |y| (x, y))).step_by(7) {
            let (a, b) = (f64::from_bits(x), f64::from_bits(y));
            assert_eq!(total_order::<Binary64>(x, y), a.total_cmp(&b).is_le(), "{a:e} {b:e}");
            let magnitudes = a.abs().total_cmp(&b.abs()).is_le();
            assert_eq!(total_order_magnitude::<Binary64>(x, y), magnitudes, "{a:e} {b:e}");
            let less = compare::<Binary64>(x, y, true, &Env::IEEE).0 == Relation::Less;
            assert_eq!(less, a < b, "{a:e} {b:e}");
            let (x, y) = (x as u32, y as u32);
            let (a, b) = (f32::from_bits(x), f32::from_bits(y));
            assert_eq!(total_order::<Binary32>(x, y), a.total_cmp(&b).is_le(), "{a:e} {b:e}");
            let equal = compare::<Binary32>(x, y, false, &Env::IEEE).0 == Relation::Equal;
            assert_eq!(equal, a == b, "{a:e} {b:e}");
        }
    }

    #[test]
    fn padding_does_not_count() {
        let (one, padded) = (0x3f80_0000, 0x3f80_1fff);
        assert_eq!(compare::<Tf32>(one, padded, true, &Env::IEEE).0, Relation::Equal);
        assert!(total_order::<Tf32>(one, padded) && total_order::<Tf32>(padded, one));
    }
}
