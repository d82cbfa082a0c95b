//! Sums of many terms, as their datapath describes them: the terms, then one adder after the other.

pub(crate) mod adder;
mod digits;
pub(crate) mod order;
pub(crate) mod term;

use crate::explain::Told;
use crate::explain::exact::Dyadic;
use crate::explain::steps::{self, Steps};
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::{Work, account};
use crate::registry::Plan;
use softfloat::sum::{
    Addend, Alignment, Cut, Datapath, Join, Normalise, Order, Over, ProductRule, Term,
};
use softfloat::{Env, Format};

/// What an adder takes in.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    name: String,
    number: Number,
    /// The exponent that its fields have; of a subnormal number the smallest one.
    field: i64,
}

#[derive(Clone, Debug)]
pub(crate) enum Number {
    Finite(Dyadic),
    Infinite(bool),
    /// The NaN operands, in order.
    Nan(Vec<Operand>),
    /// An infinity times zero.
    Invalid,
}

impl Item {
    /// A number read from its code.
    pub(crate) fn of(x: &Operand) -> Self {
        let number = if x.is_nan() {
            Number::Nan(vec![x.clone()])
        } else if x.is_infinite() {
            Number::Infinite(x.negative)
        } else {
            Number::Finite(x.value.clone())
        };
        let field = x.value.exponent + i64::from(x.format.precision()) - 1;
        Self { name: x.name.clone(), number, field }
    }

    /// A finite number, and the exponent by which it counts in an alignment.
    pub(crate) fn new(name: impl Into<String>, value: Dyadic, field: i64) -> Self {
        Self { name: name.into(), number: Number::Finite(value), field }
    }

    /// A number that was rounded on the way; under DAZ a subnormal one is read as zero again.
    pub(crate) fn rounded(env: Env, name: &str, format: &Format, code: u64) -> Self {
        let mut x = Operand::of(name, format, code);
        Work::aside(env, |work| operand::flush(work, std::slice::from_mut(&mut x)));
        Self::of(&x)
    }

    /// The same number times a power of two.
    pub(crate) fn scaled(mut self, places: i64) -> Self {
        self.field += places;
        if let Number::Finite(value) = &mut self.number {
            value.exponent += places;
        }
        self
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The exponent by which it counts.
    pub(crate) fn field(&self) -> i64 {
        self.field
    }

    pub(crate) fn words(&self) -> String {
        match &self.number {
            Number::Finite(value) => value.hex_float(),
            Number::Infinite(negative) => if *negative { "-infinity" } else { "+infinity" }.into(),
            Number::Nan(_) => "NaN".to_owned(),
            Number::Invalid => "infinity times zero".to_owned(),
        }
    }

    /// The value, where it is finite.
    pub(crate) fn value(&self) -> Option<&Dyadic> {
        match &self.number {
            Number::Finite(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.value().is_some_and(Dyadic::is_zero)
    }
}

/// Explains a case of a sum.
pub(crate) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], datapath: &Datapath) -> Told {
    if !is_known(datapath) {
        return crate::explain::plain(steps, plan, x);
    }
    account(steps, plan, x, |work, operands| {
        if plan.operands.iter().any(|shape| shape.format.shares_exponent()) {
            steps::operands(work.steps, plan, x);
        } else {
            operand::show_elements(work, operands);
        }
        vec![code(work, datapath, plan.operands[0].len, operands)]
    })
}

/// Whether there are steps for a datapath. Presets have them; some of one's own have operands and result alone.
fn is_known(d: &Datapath) -> bool {
    let aligned = match d.alignment {
        Alignment::Exact => true,
        Alignment::Largest { over, cut, .. } => over == Over::All && matches!(cut, Cut::Round(_)),
        Alignment::Fixed { .. } => false,
    };
    let ordered = match d.order {
        Order::Sequential { .. } | Order::Tree { .. } => true,
        Order::Groups { strided, .. } => !strided,
    };
    let kept = match d.term {
        Term::Element(_) => true,
        Term::Product { rule, .. } => !matches!(rule, ProductRule::Precision { .. }),
    };
    let joined = d.join == Join::Term && d.normalise == Normalise::Chunk;
    let added = matches!(d.addend, Addend::None | Addend::First);
    aligned && ordered && kept && joined && added && d.width.is_none()
}

/// The code of the sum of `count` terms.
pub(crate) fn code(
    work: &mut Work<'_>,
    datapath: &Datapath,
    count: usize,
    operands: &mut [Operand],
) -> u64 {
    operand::flush(work, operands);
    let (a, rest) = operands.split_at(count.min(operands.len()));
    let products = matches!(datapath.term, Term::Product { .. });
    let (b, addend) = rest.split_at(if products { count.min(rest.len()) } else { 0 });
    let terms = term::terms(work, datapath, a, b);
    let addend = addend.first().filter(|_| datapath.addend != Addend::None).map(Item::of);
    order::sum(work, datapath, terms, addend)
}

#[cfg(test)]
mod tests {
    use super::is_known;
    use softfloat::sum::Preset;

    #[test]
    fn every_preset_has_steps() {
        for preset in Preset::all() {
            assert!(is_known(&preset.datapath), "{}.{}", preset.name, preset.types);
        }
    }
}
