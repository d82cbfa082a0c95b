//! In which order the terms of a sum meet.

use crate::datapath::Own;
use crate::registry::Outcome;
use softfloat::sum::{Addend, Alignment, Join, Normalise, Order, Term};
use softfloat::{Env, Format, Rounding};

/// In which order terms meet, and what becomes of sums that go on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub(crate) order: Order,
    pub(crate) join: Join,
    pub(crate) normalise: Normalise,
    pub(crate) addend: Addend,
    pub(crate) partial: (Format, Option<Rounding>),
}

impl Meeting {
    /// The same datapath with its terms meeting so.
    pub(crate) fn of(&self, base: &Own) -> Own {
        let mut own = *base;
        let d = &mut own.datapath;
        (d.order, d.join, d.normalise, d.addend) =
            (self.order, self.join, self.normalise, self.addend);
        (d.partial.format, own.partial) = self.partial;
        own
    }
}

/// The sum of a case.
pub(crate) fn run(own: &Own, env: Env, x: &[u64]) -> Outcome {
    let (a, rest) = x.split_at(own.terms.min(x.len()));
    let products = matches!(own.datapath.term, Term::Product { .. });
    let (b, addend) = rest.split_at(if products { own.terms.min(rest.len()) } else { 0 });
    let sum = own.under(env).evaluate(a, b, addend.first().copied().unwrap_or(0));
    Outcome::new(&[sum.bits], Some(sum.flags.bits()))
}

/// The ways in which terms and addend meet.
pub(crate) fn meetings(base: &Own) -> Vec<Meeting> {
    let n = base.terms;
    let sizes = [2, 4, 8, 16, 32].into_iter().filter(|&size| size < n);
    let mut orders = vec![Order::Sequential { chunk: Order::ALL }, Order::Sequential { chunk: 1 }];
    orders.extend(sizes.clone().map(|chunk| Order::Sequential { chunk }));
    orders.extend([2, 4, 8].into_iter().filter(|&f| f < n).map(|fan_in| Order::Tree { fan_in }));
    for size in sizes {
        orders.extend([false, true].map(|strided| Order::Groups { size, strided }));
    }
    let addends = match base.datapath.addend {
        Addend::None => vec![Addend::None],
        _ => vec![Addend::First, Addend::Last, Addend::After],
    };
    let mut all = Vec::new();
    for order in orders {
        for join in [Join::Term, Join::After] {
            for normalise in [Normalise::Chunk, Normalise::Addition, Normalise::End] {
                for &addend in &addends {
                    let one = |partial| Meeting { order, join, normalise, addend, partial };
                    all.extend(partials(base, &one).into_iter().filter(|m| is_other(base, m)));
                }
            }
        }
    }
    all
}

/// The same with every rounding of sums that go on, where there are such.
fn partials(base: &Own, one: &dyn Fn((Format, Option<Rounding>)) -> Meeting) -> Vec<Meeting> {
    let result = base.datapath.result.format;
    let plain = one((result, None));
    let at_once = matches!(plain.order, Order::Sequential { chunk: Order::ALL });
    if at_once && plain.addend != Addend::After {
        return vec![plain];
    }
    let own = base.datapath.partial.format;
    let mut formats = vec![result];
    formats.extend([own, base.datapath.addend_format].into_iter().filter(|f| *f != result));
    formats.dedup();
    let cut = [None, Some(Rounding::TowardZero)];
    formats.into_iter().flat_map(|format| cut.map(|direction| one((format, direction)))).collect()
}

/// Whether a way to meet means something, and is no other's twin.
fn is_other(base: &Own, m: &Meeting) -> bool {
    let mut d = base.datapath;
    (d.order, d.join, d.normalise) = (m.order, m.join, m.normalise);
    (d.alignment, d.width) = (Alignment::Exact, None);
    let sequence = matches!(m.order, Order::Sequential { .. });
    let at_once = matches!(m.order, Order::Sequential { chunk: Order::ALL });
    let single = matches!(m.order, Order::Sequential { chunk: 1 });
    let twin = (m.join == Join::After && (!sequence || at_once))
        || (m.normalise == Normalise::Addition && single)
        || (m.normalise == Normalise::End && at_once);
    d.check().is_ok() && !twin
}
