//! From what is known of a value to a rational that rounds like it.
//!
//! A border is a number of the format's precision or the middle between two of them, at every
//! exponent. Whatever the direction and whatever becomes of tiny values, two numbers without a border
//! between them round alike.

use std::cmp::Ordering;

use crate::Rational;
use rug::float::Round;
use rug::{Float, Integer};

use crate::reference::engine::{Facts, Value, decode};
use crate::reference::ieee::Exact;
use crate::reference::interval::Interval;

/// As much of a format as decides which values round alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    precision: u32,
    /// All numbers of at least 2 to this power overflow alike.
    huge: i32,
    /// All numbers below 2 to this power vanish alike.
    tiny: i32,
}

/// The widest intervals tried; what needs more is taken for a mistake.
const MOST_BITS: u32 = 1 << 18;

impl Target {
    pub(super) fn new(f: &Facts) -> Self {
        let Value::Finite { magnitude, .. } = decode(f, f.max_finite) else {
            unreachable!("the largest finite code of {} is finite", f.name)
        };
        let precision = f.precision();
        Self {
            precision: precision as u32,
            huge: magnitude.floor_log2() + 4,
            tiny: f.min_exponent() - precision - 4,
        }
    }

    /// A number beyond all of the format.
    pub(super) fn huge(&self, sign: bool) -> Exact {
        Exact::Number { sign, magnitude: Rational::from(1) << self.huge }
    }

    /// A number below all of the format.
    pub(super) fn tiny(&self, sign: bool) -> Exact {
        Exact::Number { sign, magnitude: Rational::from(1) >> self.tiny.unsigned_abs() }
    }

    /// 2^exponent with this sign.
    pub(super) fn power_of_two(&self, sign: bool, exponent: &Integer) -> Exact {
        match exponent.to_i32() {
            Some(e) if e > self.tiny && e < self.huge => {
                Exact::Number { sign, magnitude: Rational::from(1) << e }
            }
            _ if *exponent > 0 => self.huge(sign),
            _ => self.tiny(sign),
        }
    }

    /// The value on no border of which MPFR says the nearest number of a precision, and on which side.
    ///
    /// Borders are numbers of the precision asked for, so none lies between that number and the value.
    pub(super) fn beside(&self, value: impl FnOnce(u32) -> (Float, Ordering)) -> Exact {
        let (nearest, side) = value(self.precision + 10);
        assert!(!nearest.is_nan(), "a number");
        assert!(side != Ordering::Equal, "{nearest} is not the value, which is on no border");
        let sign = nearest.is_sign_negative();
        if let Some(far) = self.far(&nearest, &nearest, sign) {
            return far;
        }
        let quarter = nearest.get_exp().expect("not 0") - nearest.prec() as i32 - 2;
        let step = Rational::from(1) << quarter;
        let number = rational(&nearest);
        // `side` compares what MPFR gives with the value.
        let value = if side == Ordering::Less { number + step } else { number - step };
        Exact::Number { sign, magnitude: value.abs() }
    }

    /// The value on no border that lies in all of these intervals, the argument being their bits.
    pub(super) fn within(&self, enclosure: impl Fn(u32) -> Interval) -> Exact {
        // First enough for the product of two numbers of the format, so that what is exact stays a point.
        let mut bits = 2 * self.precision + 42;
        while bits <= MOST_BITS {
            let Interval { lower, upper } = enclosure(bits);
            if let Some(decided) = self.between(lower, upper) {
                return decided;
            }
            bits *= 2;
        }
        panic!("{MOST_BITS} bits don't decide");
    }

    /// The stand-in for a value between these, if no border lies between them.
    fn between(&self, lower: Float, upper: Float) -> Option<Exact> {
        assert!(lower <= upper, "{lower} to {upper}");
        let sign = upper <= 0;
        let (least, most) = if sign { (upper.abs(), lower.abs()) } else { (lower, upper) };
        if least < 0 {
            return None;
        }
        if let Some(far) = self.far(&least, &most, sign) {
            return Some(far);
        }
        if least.is_zero() || most.is_infinite() {
            return None;
        }
        let spacing = least.get_exp()? - 1 - self.precision as i32;
        let (least, most) = (rational(&least), rational(&most));
        let below = (&least >> spacing).floor();
        let next = Rational::from(below + 1) << spacing;
        let middle = (least + &most) / 2u32;
        (most <= next).then_some(Exact::Number { sign, magnitude: middle })
    }

    /// The stand-in for what is beyond the format or below it.
    fn far(&self, least: &Float, most: &Float, sign: bool) -> Option<Exact> {
        let beyond = |v: &Float| v.get_exp().map_or(v.is_infinite(), |e| e > self.huge);
        let below = |v: &Float| v.get_exp().map_or(v.is_zero(), |e| e < self.tiny);
        if beyond(least) {
            return Some(self.huge(sign));
        }
        below(most).then(|| self.tiny(sign))
    }

    /// The k-th root of a positive rational, k = 2 or 3, from integers: the root cut at a place far
    /// behind those that count, and half a unit of that place if something lies behind it.
    pub(super) fn root(&self, sign: bool, v: &Rational, k: u32) -> Exact {
        let places = self.precision as i32 + 12 - v.floor_log2().div_euclid(k as i32);
        let (fraction, below) = (v << (places * k as i32)).fract_floor();
        let (root, rest) = below.root_rem(Integer::new(), k);
        let between = rest != 0 || fraction != 0;
        let halves = Rational::from(root * 2u32 + u32::from(between));
        Exact::Number { sign, magnitude: halves >> (places + 1) }
    }
}

/// A rational that is an integer times a power of two, as MPFR's number.
pub(super) fn float(v: &Rational) -> Float {
    let (significand, _) = v.to_dyadic().unwrap_or_else(|| panic!("{v} has no end"));
    let bits = significand.significant_bits().max(2);
    let (float, side) = Float::with_val_round(bits, v, Round::Nearest);
    assert!(side == Ordering::Equal, "{v} has {bits} bits");
    float
}

fn rational(v: &Float) -> Rational {
    Rational::from_float(v).unwrap_or_else(|| panic!("{v} is finite"))
}
