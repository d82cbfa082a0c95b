//! An operation under one choice of options, laid out for its structures: what they ask again and again.

use super::sketch::{Sketch, rules};
use crate::cover::{Real, Subject};
use crate::draw::code::Value;
use crate::registry::rules::RM;
use crate::registry::{Arithmetic, Outcome, Plan};
use softfloat::{Category, Rounding};

/// A plan, and what its structures need of it.
pub(crate) struct Bench {
    pub(crate) plan: Plan,
    /// Where it is arithmetic of one lane that is rounded to a floating-point format.
    subject: Option<Subject>,
    /// Multiplication and addition, of a fused operation.
    parts: Option<(Plan, Plan)>,
}

impl Bench {
    pub(crate) fn of(plan: &Plan) -> Self {
        let subject = Subject::of(plan);
        let one = subject.rounds_to_float() && subject.lanes == 1 && plan.outs() == 1;
        Self { plan: plan.clone(), subject: one.then_some(subject), parts: parts(plan) }
    }

    /// What it computes before it rounds.
    pub(super) fn arithmetic(&self) -> Option<Arithmetic> {
        self.subject.as_ref()?.arithmetic
    }

    /// A case before it is rounded.
    pub(super) fn sketch(&self, x: &[u64]) -> Option<Sketch<'_>> {
        Sketch::of(self.subject.as_ref()?, x)
    }

    /// The other zero, where the result is one.
    pub(super) fn other_zero(&self, x: &[u64]) -> Option<Outcome> {
        let (run, f) = (self.plan.run(x), &self.plan.result().format);
        let &code = run.out().first()?;
        let turned = code ^ 1 << (f.width - 1);
        let zero = f.neg_zero && f.classify(code).category == Category::Zero;
        zero.then(|| Outcome::new(&[turned], run.flag))
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
