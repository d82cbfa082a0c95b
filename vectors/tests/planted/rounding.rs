//! A rounding of its own, with a fault that was planted.

use super::exact::{Exact, fields, number};
use num_bigint::BigUint;
use softfloat::{Format, Rounding};

/// What is wrong with a design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// What is tiny before rounding counts where what is tiny afterwards should, or the other way round.
    Tininess,
    /// Ties go toward zero.
    Ties,
    /// What follows the guard bit is lost.
    Sticky,
    /// The bit behind the last one kept is lost.
    Guard,
    /// A carry out of the bits that are kept does not reach the exponent.
    Carry,
    /// What is too large becomes the largest number instead of an infinity, or the other way round.
    Limit,
    /// The tie next beyond the largest number becomes that number, without overflow.
    LastTie,
    /// What is nearer to the largest number than to the one that would follow overflows.
    Early,
    /// Subnormal results become 0.
    FlushedResults,
    /// Subnormal operands are read as 0.
    FlushedOperands,
    /// A zero that is left of numbers that cancel has the other sign.
    ZeroOfNumbers,
    /// Another zero has the other sign.
    ZeroOfZeros,
    /// Where so many leading bits cancel the result's exponent is one too large.
    Cancellation(i64),
    /// A term, a factor or a stage takes another's place.
    Exchanged(usize),
}

/// A fault, in results of one sign where a sign is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Planted {
    pub(crate) fault: Fault,
    pub(crate) negative: Option<bool>,
}

/// What is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overflow {
    /// By the direction.
    Ieee,
    /// An infinity.
    Infinity,
    /// The largest number.
    Saturate,
}

/// The rules of a design, and its fault.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Design {
    pub(crate) rounding: Rounding,
    pub(crate) overflow: Overflow,
    /// Whether a zero, and what is too small, is +0 (MN-Core 2).
    pub(crate) positive_zeros: bool,
    pub(crate) planted: Option<Planted>,
}

const INEXACT: u8 = 1;
const UNDERFLOW: u8 = 2;
const OVERFLOW: u8 = 4;

/// Whether a direction rounds to nearest.
pub(crate) fn is_nearest(rounding: Rounding) -> bool {
    matches!(rounding, Rounding::NearestEven | Rounding::NearestAway)
}

impl Design {
    pub(crate) fn has(&self, fault: Fault, negative: bool) -> bool {
        self.planted.is_some_and(|planted| {
            planted.fault == fault && planted.negative.is_none_or(|sign| sign == negative)
        })
    }

    /// The element that takes another's place.
    pub(crate) fn exchanged(&self) -> Option<usize> {
        match self.planted?.fault {
            Fault::Exchanged(at) => Some(at),
            _ => None,
        }
    }

    /// An operand.
    pub(crate) fn read(&self, f: &Format, code: u64) -> Option<Exact> {
        let own = number(f, code)?;
        let below = fields(f, code).1 == 0 && !own.is_zero();
        let flushed = below && self.has(Fault::FlushedOperands, own.negative);
        Some(if flushed { Exact::zero(own.negative) } else { own })
    }

    /// A number other than 0 as a multiple of 2^place, and whether it is exact.
    pub(crate) fn rounded(&self, v: &Exact, place: i64) -> (BigUint, bool) {
        let (whole, guard, others) = v.cut(place);
        let exact = !guard && !others;
        let odd = whole.bit(0);
        let guard = guard && !self.has(Fault::Guard, v.negative);
        let others = others && !self.has(Fault::Sticky, v.negative);
        let to_zero = self.has(Fault::Ties, v.negative) && guard && !others;
        let up = match self.rounding {
            Rounding::NearestEven => guard && (others || odd) && !to_zero,
            Rounding::NearestAway => guard && !to_zero,
            Rounding::TowardZero => false,
            Rounding::Up => !v.negative && (guard || others),
            Rounding::Down => v.negative && (guard || others),
            Rounding::ToOdd => !odd && (guard || others),
        };
        (if up { whole + 1u8 } else { whole }, exact)
    }

    /// The code of a number other than 0, and the exceptions.
    pub(crate) fn encoded(&self, f: &Format, v: &Exact) -> (u64, u8) {
        let p = i64::from(f.man_bits) + 1;
        let (lead, bias) = (v.lead(), i64::from(f.bias));
        let emin = 1 - bias;
        if let Some(wrong) = self.last(f, v) {
            return wrong;
        }
        let (normal, normal_exact) = self.rounded(v, lead - (p - 1));
        let carried = normal.bits() as i64 > p;
        let exponent = if carried { lead + 1 } else { lead };
        let (before, after) = (lead < emin, exponent < emin);
        let tiny = match self.has(Fault::Tininess, v.negative) {
            true => before,
            false => after,
        };
        let sign = u64::from(v.negative) << (f.width - 1);
        if !f.subnormal {
            // Rounded first: MN-D29.
            if tiny {
                return (if self.positive_zeros { 0 } else { sign }, UNDERFLOW | INEXACT);
            }
            return self.normal(f, v.negative, exponent, &normal, carried, normal_exact);
        }
        if !before {
            return self.normal(f, v.negative, exponent, &normal, carried, normal_exact);
        }
        let (below, exact) = self.rounded(v, emin - (p - 1));
        let inexact = u8::from(!exact);
        let flags = inexact | if tiny && !exact { UNDERFLOW } else { 0 };
        let code = below.to_u64_digits().first().copied().unwrap_or(0);
        let flushed = code >> f.man_bits == 0 && self.has(Fault::FlushedResults, v.negative);
        if f.is_p3109() && (flushed || code == 0) {
            return (0, flags);
        }
        (sign | if flushed { 0 } else { code << f.pad }, flags)
    }

    fn normal(
        &self,
        f: &Format,
        negative: bool,
        exponent: i64,
        significand: &BigUint,
        carried: bool,
        exact: bool,
    ) -> (u64, u8) {
        let lost = carried && self.has(Fault::Carry, negative);
        let field = exponent + i64::from(f.bias) - i64::from(lost);
        let field = field.clamp(0, 1 << f.exp_bits) as u64;
        let whole = significand.to_u64_digits().first().copied().unwrap_or(0);
        let mantissa = if carried { 0 } else { whole & ((1 << f.man_bits) - 1) };
        let sign = u64::from(negative) << (f.width - 1);
        let code = field << f.man_bits | mantissa;
        let largest = f.max_finite() >> f.pad;
        if code <= largest {
            return (sign | code << f.pad, u8::from(!exact));
        }
        self.too_large(f, negative)
    }

    /// What a fault gives next beyond the largest number.
    fn last(&self, f: &Format, v: &Exact) -> Option<(u64, u8)> {
        if !is_nearest(self.rounding) {
            return None;
        }
        let largest = f.max_finite() >> f.pad;
        let significand = largest & ((1 << f.man_bits) - 1) | 1 << f.man_bits;
        let place = (largest >> f.man_bits) as i64 - i64::from(f.bias) - i64::from(f.man_bits);
        let sign = u64::from(v.negative) << (f.width - 1);
        match v.cut(place) {
            (whole, _, _) if whole != BigUint::from(significand) => None,
            (_, true, false) if self.has(Fault::LastTie, v.negative) => {
                Some((sign | largest << f.pad, INEXACT))
            }
            (_, false, true) if self.has(Fault::Early, v.negative) => {
                Some(self.too_large(f, v.negative))
            }
            _ => None,
        }
    }

    /// What becomes of a number that is too large.
    fn too_large(&self, f: &Format, negative: bool) -> (u64, u8) {
        let sign = u64::from(negative) << (f.width - 1);
        let largest = f.max_finite() >> f.pad;
        let infinite = match (self.overflow, self.rounding) {
            (Overflow::Infinity, _) => true,
            (Overflow::Saturate, _) => false,
            // The code of an infinity with a sign is odd; where there is none the largest number stays (report 4.0, 4.7.5).
            _ if f.is_p3109() && !f.has_infinity() => false,
            (_, Rounding::ToOdd) if f.is_p3109() => true,
            (_, Rounding::NearestEven | Rounding::NearestAway) => true,
            (_, Rounding::TowardZero | Rounding::ToOdd) => false,
            (_, Rounding::Up) => !negative,
            (_, Rounding::Down) => negative,
        };
        let infinite = infinite != self.has(Fault::Limit, negative);
        if f.is_p3109() && infinite {
            // Its infinities follow the largest numbers, and its NaN is where a negative zero would be.
            let nan = 1 << (f.width - 1);
            return (if f.has_infinity() { sign | (largest + 1) } else { nan }, OVERFLOW | INEXACT);
        }
        // What lies above the largest number where there is no infinity is a NaN.
        let above = ((1 << f.exp_bits) - 1) << f.man_bits
            | if f.has_infinity() { 0 } else { (1 << f.man_bits) - 1 };
        let code = if infinite { above } else { largest };
        (sign | code << f.pad, OVERFLOW | INEXACT)
    }

    /// The code of a zero; `left` where it is what was left of numbers.
    pub(crate) fn zero(&self, f: &Format, negative: bool, left: bool) -> u64 {
        if f.is_p3109() {
            return 0;
        }
        let fault = if left { Fault::ZeroOfNumbers } else { Fault::ZeroOfZeros };
        let negative = (negative && !self.positive_zeros) != self.has(fault, negative);
        u64::from(negative) << (f.width - 1)
    }

    /// The sum of terms, rounded once.
    pub(crate) fn sum(&self, f: &Format, terms: &[Exact]) -> (u64, u8) {
        let total = Exact::total(terms);
        let numbers = terms.iter().filter(|term| !term.is_zero());
        let Some(top) = numbers.map(Exact::lead).max() else {
            let signs: Vec<bool> = terms.iter().map(|term| term.negative).collect();
            let alike = signs.iter().all(|sign| *sign == signs[0]);
            let negative = if alike { signs[0] } else { self.rounding == Rounding::Down };
            return (self.zero(f, negative, false), 0);
        };
        if total.is_zero() {
            return (self.zero(f, self.rounding == Rounding::Down, true), 0);
        }
        let gone = top - total.lead();
        let off = gone > 0 && self.has(Fault::Cancellation(gone), total.negative);
        self.encoded(f, &total.scaled(i64::from(off)))
    }

    /// A product, quotient or root, rounded once.
    pub(crate) fn alone(&self, f: &Format, value: &Exact) -> (u64, u8) {
        match value.is_zero() {
            true => (self.zero(f, value.negative, false), 0),
            false => self.encoded(f, value),
        }
    }
}
