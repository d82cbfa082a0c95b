//! A case before it is rounded, and what other ways to round it give.

use crate::cover::{Real, Scene, Subject};
use crate::registry::{Arithmetic, FlagKind, Outcome};
use softfloat::{Env, Format, Overflow, Rounding, Tininess, Underflow, Unrounded};

/// How MN-Core 2 rounds where its documents leave nothing open: to nearest even, tiny results are +0.
const MACHINE: Env =
    Env { underflow: Underflow::FlushPositive, tininess: Tininess::After, ..Env::IEEE };

/// The rules under which an operation rounds.
pub(super) fn rules(subject: &Subject) -> Env {
    if subject.plan.env().is_some() { subject.env } else { MACHINE }
}

/// A case of one lane that has a number before rounding, and whose result is that number rounded once.
pub(super) struct Sketch<'a> {
    pub(super) subject: &'a Subject,
    pub(super) scene: Scene,
    pub(super) env: Env,
    /// The number before it is rounded.
    pub(super) exact: Real,
}

impl<'a> Sketch<'a> {
    /// Nothing where the case has no such number, or the operation's result is not this number rounded.
    pub(super) fn of(subject: &'a Subject, x: &[u64]) -> Option<Self> {
        let run = subject.plan.run(x);
        let code = *run.out().first()?;
        let scene = subject.scene(x, 0, code, run.flag.unwrap_or(0));
        let exact = scene.values.and(scene.exact)?;
        let sketch = Self { subject, scene, env: rules(subject), exact };
        let own = sketch.rounded(&exact, &sketch.env);
        (own.out() == [code]).then_some(sketch)
    }

    fn format(&self) -> &Format {
        &self.subject.result.format
    }

    /// A number as the result, rounded under these rules.
    pub(super) fn rounded(&self, real: &Real, env: &Env) -> Outcome {
        let Real { sign, exponent, significand, more } = *real;
        let exponent = i32::try_from(exponent - 127).unwrap_or(i32::MAX / 2);
        let unrounded = Unrounded { sign, exponent, significand, sticky: more };
        let rounded = self.format().round_pack(env, unrounded);
        let exceptions = self.subject.plan.op.flags == FlagKind::Exceptions;
        Outcome::new(&[rounded.bits as u64], exceptions.then_some(rounded.flags.bits()))
    }

    /// The same without flags: what a datapath that loses bits raises is not known.
    fn lossy(&self, real: Option<Real>) -> Outcome {
        let zero = || self.zero(self.exact.sign);
        let code = real.map_or_else(zero, |real| self.rounded(&real, &self.env).out()[0]);
        Outcome::new(&[code], None)
    }

    fn zero(&self, sign: bool) -> u64 {
        let f = self.format();
        u64::from(sign && f.neg_zero) << (f.width - 1)
    }

    /// With so many bits behind the last one kept, and no more.
    pub(super) fn kept(&self, bits: i64) -> Option<Outcome> {
        let kept = self.exact.cut(self.last()).kept + bits;
        Some(self.lossy(head(&self.exact, kept)))
    }

    /// The place that the result is rounded to.
    fn last(&self) -> i64 {
        self.subject.last(self.exact.exponent)
    }

    /// A sum whose smaller term is cut so many places behind the last one of the larger.
    pub(super) fn aligned(&self, bits: i64) -> Option<Outcome> {
        let (large, small) = self.terms()?;
        let last = self.subject.result.last(large.exponent) - bits;
        let kept = small.exponent - last + 1;
        let sum = match head(&small, kept) {
            Some(small) => match large.plus(&small) {
                Some(sum) => sum,
                // Nothing is left, as of two equal terms.
                None => {
                    return Some(Outcome::new(
                        &[self.zero(self.env.rounding == Rounding::Down)],
                        None,
                    ));
                }
            },
            None => large,
        };
        Some(self.lossy(Some(sum)))
    }

    /// A sum whose smaller term is dropped where it lies wholly below so many places behind the last one of the larger.
    pub(super) fn near(&self, bits: i64) -> Option<Outcome> {
        let (large, small) = self.terms()?;
        let last = self.subject.result.last(large.exponent) - bits;
        (small.exponent < last).then(|| self.lossy(Some(large)))
    }

    /// How many places the leading bit of the smaller term lies below that of the larger.
    pub(super) fn apart(&self) -> Option<i64> {
        let (large, small) = self.terms()?;
        Some(large.exponent - small.exponent)
    }

    /// A sum whose smaller term is dropped where it lies so many places or more below the larger.
    pub(super) fn dropped(&self, places: i64) -> Option<Outcome> {
        let (large, small) = self.terms()?;
        (large.exponent - small.exponent >= places).then(|| self.lossy(Some(large)))
    }

    /// At the last place of the larger term, as without normalisation after cancellation.
    pub(super) fn unnormalised(&self) -> Option<Outcome> {
        let (large, _) = self.terms()?;
        let last = self.subject.result.last(large.exponent);
        (last > self.last()).then(|| self.lossy(self.at(last)))
    }

    /// Rounded twice, first with so many bits more than the result has.
    pub(super) fn twice(&self, more: i64) -> Option<Outcome> {
        Some(self.lossy(self.at(self.exact.exponent - self.precision() + 1 - more)))
    }

    /// Rounded twice, first to so many bits, where that is more than the result has.
    pub(super) fn through(&self, bits: i64) -> Option<Outcome> {
        (bits > self.precision()).then(|| self.twice(bits - self.precision()))?
    }

    fn precision(&self) -> i64 {
        self.subject.result.precision()
    }

    /// Ties decided otherwise; nothing where there is no tie.
    pub(super) fn tie(&self, tie: Tie) -> Option<Outcome> {
        let nearest = [Rounding::NearestEven, Rounding::NearestAway].contains(&self.env.rounding);
        let cut = self.exact.cut(self.last());
        let up = match tie {
            Tie::Odd => !cut.lsb,
            Tie::Zero => false,
            Tie::Away => true,
            Tie::Up => !self.exact.sign,
        };
        let rounding = if up { Rounding::NearestAway } else { Rounding::TowardZero };
        // What is beyond the last binade overflows, be it a tie there or not.
        let holds = self.exact.exponent <= self.subject.result.emax();
        let is_tie = nearest && holds && cut.guard && !cut.sticky;
        is_tie.then(|| self.rounded(&self.exact, &self.env.rounding(rounding)))
    }

    /// Under another rule for what is too large.
    pub(super) fn overflow(&self, overflow: Overflow) -> Option<Outcome> {
        Some(self.rounded(&self.exact, &Env { overflow, ..self.env }))
    }

    /// Under another rule for what is tiny.
    pub(super) fn underflow(&self, underflow: Underflow) -> Option<Outcome> {
        Some(self.rounded(&self.exact, &Env { underflow, ..self.env }))
    }

    /// What is rounded into the highest binades, so many, overflows.
    pub(super) fn overflow_from(&self, binades: i64) -> Option<Outcome> {
        let real = self.in_range()?;
        let beyond = real.exponent > self.subject.result.emax() - binades;
        let large = real.scaled(1 << 20);
        beyond.then(|| self.rounded(&large, &Env { overflow: Overflow::Infinity, ..self.env }))
    }

    /// What is rounded into the highest binades, so many, becomes the largest number below them.
    pub(super) fn saturated_from(&self, binades: i64) -> Option<Outcome> {
        let real = self.in_range()?;
        let top = self.subject.result.emax() - binades;
        let precision = self.precision().min(127);
        let significand = u128::MAX << (128 - precision);
        let largest = Real { exponent: top, significand, more: false, ..real };
        (real.exponent > top).then(|| self.lossy(Some(largest)))
    }

    /// Where only what is beyond twice the largest number overflows: a number with the exponent field of infinity.
    pub(super) fn in_top_field(&self) -> Option<Outcome> {
        let real = self.in_range()?;
        let f = self.format();
        let bits = (real.significand >> (127 - f.man_bits)) as u64 & ((1 << f.man_bits) - 1);
        let top = infinity(f, real.sign)?;
        let beyond = real.exponent == self.subject.result.emax() + 1;
        beyond.then(|| Outcome::new(&[top | bits << f.pad], None))
    }

    /// Zero for results up to this binade above the smallest normal number, which is 0.
    pub(super) fn flushed_to(&self, binade: i64) -> Option<Outcome> {
        let real = self.in_range()?;
        let tiny = real.exponent <= self.subject.result.emin() + binade;
        tiny.then(|| Outcome::new(&[self.zero(real.sign)], None))
    }

    /// The result with an exponent that has no upper end.
    fn in_range(&self) -> Option<Real> {
        self.subject.result.rounded(&self.exact, self.env.rounding)
    }

    /// The number rounded at a place of its own; nothing where that is 0.
    fn at(&self, last: i64) -> Option<Real> {
        self.exact.rounded(last, self.env.rounding)
    }

    /// The terms of a sum, of a fused operation product and addend: the larger, the smaller.
    fn terms(&self) -> Option<(Real, Real)> {
        let [x, y, z] = self.scene.reals;
        let turned = |r: Real, turn: bool| r.signed(r.sign != turn);
        let (a, b) = match self.subject.arithmetic? {
            Arithmetic::Sum { minus } => (x?, turned(y?, minus)),
            other => {
                let (_, minus_addend) = other.fused()?;
                (self.scene.product?, turned(z?, minus_addend))
            }
        };
        Some(if a.exponent >= b.exponent { (a, b) } else { (b, a) })
    }
}

/// Which way a tie goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    Odd,
    Zero,
    Away,
    /// Toward +infinity.
    Up,
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
