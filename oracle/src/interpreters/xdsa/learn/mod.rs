//! What networks learn with: random numbers, norms, cells, losses, optimizers, transforms.

mod loss;
mod metric;
mod norm;
mod optimizer;
mod random;
mod recurrent;
mod signal;

pub(super) use loss::loss;
pub(super) use metric::metric;
pub(super) use norm::norm;
pub(super) use optimizer::optimizer;
pub(super) use random::{dropout, random};
pub(super) use recurrent::recurrent;
pub(super) use signal::signal;

use super::case::Case;
use super::value::Value;
use semantics::xdsa::isa::Unit;

/// In tables of section 2.5 the flags that a row does not name must be 0 (XDSA-D93).
pub(super) fn unnamed(case: &mut Case<'_>, named: &[&str]) {
    for flag in ["unit2", "flag16", "flag18", "flag20"] {
        if !named.contains(&flag) {
            case.zero(flag);
        }
    }
}

/// A word that holds a pattern of fp32.
fn word(case: &Case<'_>, name: &str) -> Value {
    Value::of(Unit::Fp32, case.field(name))
}

/// A whole number.
fn whole(n: u64) -> Value {
    Value::from(i128::from(n))
}
