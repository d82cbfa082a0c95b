//! An operation under one choice of options, laid out for its structures: what they ask again and again.

use super::sketch::{Sketch, rules};
use crate::cover::{Real, Subject};
use crate::draw::code::Value;
use crate::registry::rules::{EXACT, RM};
use crate::registry::{Arithmetic, FlagKind, Outcome, Plan};
use softfloat::{Category, Env, Flags, Format, Rounding};

/// A plan, and what its structures need of it.
pub(crate) struct Bench {
    pub(crate) plan: Plan,
    /// Where it is arithmetic of one lane that is rounded to a floating-point format.
    subject: Option<Subject>,
    /// Formats and rules of a conversion of one number, to an integer, too.
    ends: Option<(Format, Format, Env)>,
    /// Multiplication and addition, of a fused operation.
    parts: Option<(Plan, Plan)>,
}

impl Bench {
    pub(crate) fn of(plan: &Plan) -> Self {
        let subject = Subject::of(plan);
        let alone = subject.lanes == 1 && plan.outs() == 1 && plan.operands.len() == 1;
        let converts = alone && subject.arithmetic == Some(Arithmetic::Convert);
        let ends = (subject.operands.first()).map(|from| from.format).filter(|_| converts);
        let ends = ends.map(|from| (from, subject.result.format, rules(&subject)));
        let one = subject.rounds_to_float() && subject.lanes == 1 && plan.outs() == 1;
        Self { plan: plan.clone(), subject: one.then_some(subject), ends, parts: parts(plan) }
    }

    /// What it computes before it rounds.
    pub(super) fn arithmetic(&self) -> Option<Arithmetic> {
        self.subject.as_ref()?.arithmetic
    }

    /// The formats of a conversion's operand and result.
    pub(super) fn ends(&self) -> Option<(Format, Format)> {
        self.ends.map(|(from, to, _)| (from, to))
    }

    /// A conversion by way of another format.
    pub(super) fn through(&self, x: &[u64], way: &Format) -> Option<Outcome> {
        let ((from, to, env), &[code]) = (self.ends?, x) else { return None };
        let first = softfloat::convert_any(&from, way, &env, code);
        let second = softfloat::convert_any(way, &to, &env, first.bits);
        let exceptions = self.plan.op.flags == FlagKind::Exceptions;
        // Integers signal *inexact* where they are asked to.
        let silent = to.is_fixed() && !self.plan.options.get(&EXACT);
        let quiet = if silent { Flags::INEXACT.bits() } else { 0 };
        let flags = (first.flags | second.flags).bits() & !quiet;
        Some(Outcome::new(&[second.bits], exceptions.then_some(flags)))
    }

    /// A case before it is rounded.
    pub(super) fn sketch(&self, x: &[u64]) -> Option<Sketch<'_>> {
        Sketch::of(self.subject.as_ref()?, x)
    }

    /// How many places the smaller term of a sum lies below the larger.
    pub(super) fn apart(&self, x: &[u64]) -> Option<i64> {
        self.sketch(x)?.apart()
    }

    /// Without the smaller term of a sum, where it lies so many places below the larger.
    pub(super) fn dropped(&self, x: &[u64], places: i64) -> Option<Outcome> {
        self.sketch(x)?.dropped(places)
    }

    /// The other zero, where the result is one.
    pub(super) fn other_zero(&self, x: &[u64]) -> Option<Outcome> {
        let (run, f) = (self.plan.run(x), &self.plan.result().format);
        let &code = run.out().first()?;
        let turned = code ^ 1 << (f.width - 1);
        let zero = f.neg_zero && f.classify(code).category == Category::Zero;
        zero.then(|| Outcome::new(&[turned], run.flag))
    }

    /// +0 where the sum of numbers other than 0 is -0.
    pub(super) fn positive_zero(&self, x: &[u64]) -> Option<Outcome> {
        let (subject, f) = (self.subject.as_ref()?, &self.plan.result().format);
        let scene = subject.scene(x, 0, 0, 0);
        // Of a fused operation product and addend.
        let numbers = match subject.arithmetic? {
            Arithmetic::Sum { .. } => scene.reals[0].and(scene.reals[1]).is_some(),
            _ => scene.product.and(scene.reals[2]).is_some(),
        };
        let run = self.plan.run(x);
        let minus = f.neg_zero && run.out() == [1 << (f.width - 1)];
        (numbers && minus).then(|| Outcome::new(&[0], run.flag))
    }

    /// Of a NaN that is converted the sign, the top exponent and the leading bits of the fraction.
    pub(super) fn cut_payload(&self, x: &[u64]) -> Option<Outcome> {
        let ((from, to), &[code]) = (self.ends()?, x) else { return None };
        let nan =
            matches!(from.classify(code).category, Category::QuietNan | Category::SignallingNan);
        let narrow = nan && from.man_bits > to.man_bits && from.has_infinity() && to.has_infinity();
        if !narrow || from.pad + to.pad > 0 || from.is_p3109() || to.is_p3109() {
            return None;
        }
        let fraction = code & ((1 << from.man_bits) - 1);
        let kept = fraction >> (from.man_bits - to.man_bits);
        let sign = code >> (from.width - 1) & 1;
        let out = sign << (to.width - 1) | (to.top() as u64) << to.man_bits | kept;
        Some(Outcome::new(&[out], self.plan.run(x).flag))
    }

    /// Product and sum, each rounded; both raise flags.
    pub(super) fn unfused(&self, x: &[u64], direction: Option<Rounding>) -> Option<Outcome> {
        let (&[a, b, c], (mul, add)) = (x, self.parts.as_ref()?) else { return None };
        let product = match direction {
            None => mul.run(&[a, b]),
            Some(direction) => mul.op.plan(&mul.options.with(&RM, direction)).run(&[a, b]),
        };
        let sum = add.run(&[*product.out().first()?, c]);
        let flags = sum.flag.zip(product.flag).map(|(a, b)| a | b);
        Some(Outcome::new(sum.out(), flags))
    }

    /// MN-Core 2's product with something else in the place of L (s. 4.3), and the addend where there is one.
    pub(super) fn omitting(&self, x: &[u64], low: Low) -> Option<Outcome> {
        let sketch = self.sketch(x)?;
        let Some(Arithmetic::Omitting { bits, addend }) = sketch.subject.arithmetic else {
            return None;
        };
        let [a, b, _] = sketch.scene.values?;
        let product = product(&a, &b, bits, low);
        let addend = if addend { sketch.scene.reals[2] } else { None };
        let sum = match (product, addend) {
            (Some(product), Some(addend)) => product.plus(&addend),
            (product, addend) => product.or(addend),
        };
        let sum = sum?;
        let rounded = sketch.rounded(&sum, &rules(sketch.subject));
        Some(Outcome::new(rounded.out(), None))
    }
}

/// What becomes of the low bits' mutual product L.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Low {
    /// It is not left out.
    Whole,
    /// It is left out, and 2^(2t - 2 + n) stands for it where it is not 0; t are the low bits.
    Corrected(i32),
    /// It is left out, and nothing stands for it.
    Nothing,
    /// It is left out, and 2^(2t - 2) stands for it, be it 0 or not.
    Always,
}

fn product(a: &Value, b: &Value, bits: u32, low: Low) -> Option<Real> {
    let rest = |v: &Value| v.significand & ((1 << bits) - 1);
    let omitted = rest(a) * rest(b);
    let whole = a.significand * b.significand;
    let r = |n: i32| 1_u128 << (2 * bits as i32 - 2 + n);
    let significand = match low {
        Low::Whole => whole,
        Low::Nothing => whole - omitted,
        Low::Corrected(_) if omitted == 0 => whole,
        Low::Corrected(n) => whole - omitted + r(n),
        Low::Always if whole == 0 => 0,
        Low::Always => whole - omitted + r(0),
    };
    Real::of(Value { sign: a.sign != b.sign, exponent: a.exponent + b.exponent, significand })
}

/// Multiplication and addition of a fused operation's family, under its options.
fn parts(plan: &Plan) -> Option<(Plan, Plan)> {
    let family = plan.op.id.strip_suffix(".fma")?;
    let find = |name: &str| plan.op.link.among.find(&format!("{family}.{name}")).ok();
    let (mul, add) = (find("mul")?, find("add")?);
    Some((mul.plan(&plan.options), add.plan(&plan.options)))
}
