//! A case that is rounded in another way than it should be.

use super::exact::Real;
use super::subject::{Scene, Subject};
use crate::registry::{Arithmetic, Plan};
use softfloat::{Format, Rounding};
use std::cell::RefCell;
use std::rc::Rc;

/// Where and with which bits a result is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// With so many bits behind the last one kept, and no more.
    Guard(u32),
    /// At the last place of the larger term of a sum.
    LargerTerm,
}

/// Makes sketches; it keeps what the last one took, for cases come plan by plan.
#[derive(Default)]
pub(crate) struct Desk(RefCell<Option<Rc<Subject>>>);

impl Desk {
    /// The case of a plan that rounds to a floating-point format; only numbers are sketched.
    pub(crate) fn sketch(&self, plan: &Plan, x: &[u64]) -> Option<Sketch> {
        let mut kept = self.0.borrow_mut();
        let same =
            |s: &Rc<Subject>| std::ptr::eq(s.plan.op, plan.op) && s.plan.options == plan.options;
        let subject = match kept.as_ref().filter(|s| same(s)) {
            Some(subject) => subject.clone(),
            None => kept.insert(Rc::new(Subject::of(plan))).clone(),
        };
        Sketch::of(subject, plan, x)
    }
}

/// A case of one lane before it is rounded.
pub(crate) struct Sketch {
    subject: Rc<Subject>,
    scene: Scene,
}

impl Sketch {
    fn of(subject: Rc<Subject>, plan: &Plan, x: &[u64]) -> Option<Self> {
        if !subject.rounds_to_float() || subject.lanes != 1 || plan.outs() != 1 {
            return None;
        }
        let outcome = plan.run(x);
        let scene = subject.scene(x, 0, *outcome.out().first()?, outcome.flag.unwrap_or(0));
        scene.values?;
        Some(Self { subject, scene })
    }

    /// The result of rounding with fewer bits, or elsewhere.
    pub(crate) fn rounded(&self, place: Place) -> Option<u64> {
        let real = self.scene.exact?;
        match place {
            Place::Guard(bits) => {
                let kept = real.cut(self.subject.last(real.exponent)).kept + i64::from(bits);
                self.code(&head(&real, kept)?, self.subject.env.rounding)
            }
            Place::LargerTerm => {
                let last = self.subject.result.last(self.larger()?.exponent);
                self.at(&real, last)
            }
        }
    }

    /// A sum whose smaller term is cut so many places behind the last one of the larger.
    pub(crate) fn aligned(&self, bits: i64) -> Option<u64> {
        let (a, b) = self.terms()?;
        let (large, small) = if a.exponent >= b.exponent { (a, b) } else { (b, a) };
        let last = self.subject.result.last(large.exponent) - bits;
        let kept = small.exponent - last + 1;
        let sum = match head(&small, kept) {
            Some(small) => large.plus(&small)?,
            None => large,
        };
        self.code(&sum, self.subject.env.rounding)
    }

    /// Ties decided otherwise; nothing where there is no tie.
    pub(crate) fn ties(&self, to_odd: bool) -> Option<u64> {
        let real = self.scene.exact?;
        let cut = real.cut(self.subject.last(real.exponent));
        let up = to_odd && !cut.lsb;
        let tie = cut.guard && !cut.sticky;
        let away = if up { Rounding::NearestAway } else { Rounding::TowardZero };
        if tie { self.code(&real, away) } else { None }
    }

    /// The other zero.
    pub(crate) fn other_zero(&self) -> Option<u64> {
        let f = &self.subject.result.format;
        let zero = self.subject.result.value(self.scene.out)?.significand == 0;
        (zero && f.neg_zero).then_some(self.scene.out ^ 1 << (f.width - 1))
    }

    /// Infinity from so many binades below the end of the range on, or, where that is negative, a number
    /// with the exponent field of infinity.
    pub(crate) fn overflowing(&self, binades: i64) -> Option<u64> {
        let f = &self.subject.result.format;
        let real = self.rounded_real()?;
        let emax = self.subject.result.emax();
        let infinity = infinity(f, real.sign)?;
        if binades > 0 {
            return (real.exponent > emax - binades).then_some(infinity);
        }
        // The mantissa stands under the top exponent.
        let bits = (real.significand >> (127 - f.man_bits)) as u64 & ((1 << f.man_bits) - 1);
        (real.exponent == emax + 1).then_some(infinity | bits << f.pad)
    }

    /// The largest number for what is larger.
    pub(crate) fn saturated(&self) -> Option<u64> {
        let f = &self.subject.result.format;
        let real = self.rounded_real()?;
        let sign = u64::from(real.sign && f.sign) << (f.width - 1);
        (real.exponent > self.subject.result.emax()).then_some(sign | f.max_finite())
    }

    /// Zero for what is below twice the smallest normal number.
    pub(crate) fn flushed_above(&self) -> Option<u64> {
        self.zero_up_to(self.subject.result.emin())
    }

    /// Zero for what is below the smallest normal number.
    pub(crate) fn flushed(&self) -> Option<u64> {
        self.zero_up_to(self.subject.result.emin() - 1)
    }

    fn zero_up_to(&self, exponent: i64) -> Option<u64> {
        let real = self.rounded_real()?;
        let f = &self.subject.result.format;
        let sign = u64::from(real.sign && f.neg_zero) << (f.width - 1);
        (real.exponent <= exponent).then_some(sign)
    }

    fn rounded_real(&self) -> Option<Real> {
        self.subject.result.rounded(&self.scene.exact?, self.subject.env.rounding)
    }

    /// The terms of a sum, of a fused operation product and addend.
    fn terms(&self) -> Option<(Real, Real)> {
        let [x, y, z] = self.scene.reals;
        let turned = |r: Real, turn: bool| r.signed(r.sign != turn);
        match self.subject.arithmetic? {
            Arithmetic::Sum { minus } => Some((x?, turned(y?, minus))),
            other => {
                let (_, minus_addend) = other.fused()?;
                Some((self.scene.product?, turned(z?, minus_addend)))
            }
        }
    }

    fn larger(&self) -> Option<Real> {
        let (a, b) = self.terms()?;
        Some(if a.exponent >= b.exponent { a } else { b })
    }

    /// A number rounded at a place of its own.
    fn at(&self, real: &Real, last: i64) -> Option<u64> {
        let own = self.subject.last(real.exponent);
        if last <= own {
            return None;
        }
        let kept = real.exponent - last + 1;
        // The bits below the place go by rounding to a number of that many bits.
        let cut = real.cut(last);
        let up = match self.subject.env.rounding {
            Rounding::NearestEven => cut.guard && (cut.sticky || cut.lsb),
            Rounding::NearestAway => cut.guard,
            Rounding::Up => !real.sign && (cut.guard || cut.sticky),
            Rounding::Down => real.sign && (cut.guard || cut.sticky),
            Rounding::TowardZero | Rounding::ToOdd => false,
        };
        let whole = if kept > 0 { real.significand >> (128 - kept) } else { 0 } + u128::from(up);
        let value =
            crate::generate::code::Value { sign: real.sign, exponent: last, significand: whole };
        match Real::of(value) {
            Some(real) => self.code(&real, Rounding::TowardZero),
            None => Some(u64::from(real.sign) << (self.subject.result.format.width - 1)),
        }
    }

    /// The code of a number under a rounding direction.
    fn code(&self, real: &Real, rounding: Rounding) -> Option<u64> {
        let result = &self.subject.result;
        let f = &result.format;
        match result.rounded(real, rounding) {
            None => Some(u64::from(real.sign && f.neg_zero) << (f.width - 1)),
            Some(rounded) if rounded.exponent > result.emax() => infinity(f, real.sign),
            Some(rounded) => Some(result.toward_zero(rounded.value())),
        }
    }
}

/// The leading bits of a number, as many as there are; nothing where that is none.
fn head(real: &Real, kept: i64) -> Option<Real> {
    match kept {
        ..=0 => None,
        1..=127 => {
            let significand = real.significand >> (128 - kept) << (128 - kept);
            Some(Real { significand, more: false, ..*real })
        }
        _ => Some(Real { more: false, ..*real }),
    }
}

/// The code of an infinity.
fn infinity(f: &Format, sign: bool) -> Option<u64> {
    let code = (f.top() as u64) << (f.man_bits + f.pad);
    f.has_infinity().then_some(u64::from(sign) << (f.width - 1) | code)
}
