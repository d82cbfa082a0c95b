//! The evaluators of operations on posits.

use super::operation::{Operation as O, Quire as Made, Start};
use crate::registry::DynamicKernel;
use softfloat::Flags;
use softfloat::posit::{Posits, Quire};
use std::sync::Arc;

/// The evaluator of an operation, of lists with so many elements.
pub(super) fn of(posits: Posits, operation: O, n: usize) -> DynamicKernel {
    if let O::Quire(made) = operation {
        return Arc::new(move |_, x, out| {
            if let Some(quire) = quire(&posits, made, x) {
                out.iter_mut().zip(quire.words()).for_each(|(out, word)| *out = *word);
            }
            Flags::NONE
        });
    }
    Arc::new(move |_, x, out| {
        if let Some(first) = out.first_mut() {
            *first = code(&posits, operation, n, x);
        }
        Flags::NONE
    })
}

/// The only element of a result.
fn code(p: &Posits, operation: O, n: usize, x: &[u64]) -> u64 {
    let at = |i: usize| x.get(i).copied().unwrap_or(0);
    let (a, b) = (at(0), at(1));
    let list = |i: usize| &x[(i * n).min(x.len())..((i + 1) * n).min(x.len())];
    match operation {
        O::Add => p.add(a, b),
        O::Sub => p.sub(a, b),
        O::Mul => p.mul(a, b),
        O::Div => p.div(a, b),
        O::Sqrt => p.sqrt(a),
        O::Fma => p.fma(a, b, at(2)),
        O::Negate => p.negate(a),
        O::Abs => p.abs(a),
        O::Sign => p.sign(a),
        O::NearestInt => p.nearest_int(a),
        O::Floor => p.floor(a),
        O::Ceil => p.ceil(a),
        O::Next => p.next(a),
        O::Prior => p.prior(a),
        O::Compare(comparison) => comparison.holds(p.compare(a, b)).into(),
        O::Sum => p.sum(list(0)),
        O::Products(Start::Zero) => p.products(list(0), list(1), false, 0),
        O::Products(start) => p.products(list(0), list(1), start == Start::Minuend, at(2 * n)),
        O::Rounded => Quire::new(p, x).map_or(p.nar(), |quire| quire.posit(p)),
        // Results of several elements.
        O::Quire(_) => 0,
    }
}

/// A quire from the words of others and posits behind them.
fn quire(p: &Posits, made: Made, x: &[u64]) -> Option<Quire> {
    let first = || Quire::new(p, x);
    let rest = &x[Quire::words_of(p)?.min(x.len())..];
    let at = |i: usize| rest.get(i).copied().unwrap_or(0);
    Some(match made {
        Made::Of => Quire::of_posit(p, x.first().copied().unwrap_or(0))?,
        Made::Negate => first()?.negate(),
        Made::Abs => first()?.abs(),
        Made::Posit { minus } => first()?.add(p, at(0), minus),
        Made::Other { minus } => first()?.add_quire(&Quire::new(p, rest)?, minus),
        Made::Product { minus } => first()?.add_product(p, at(0), at(1), minus),
    })
}
