//! Results that become posits: where the bits of a posit end, fraction, exponent or regime is cut, and numbers lie as far apart as
//! a factor of 2, 4, 16, between which is rounded halfway along the bits; beyond the ends they become the least and the largest
//! posit.

mod aim;
mod behind;
mod ends;
mod never;
mod regime;
mod string;

use crate::cover::cross::{Aim, Cross};
use crate::cover::exact::Real;
use crate::cover::subject::Subject;
use crate::registry::Arithmetic;
use string::{Look, Posit};

/// The crosses of operations that round to a posit.
pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let Some(posit) = Posit::of(&subject.result).filter(|_| rounds(subject)) else {
        return Vec::new();
    };
    let mut all = vec![regime::cross(posit), regime::carry(posit), ends::cross(posit)];
    let sum = matches!(subject.arithmetic, Some(Arithmetic::Sum { .. })) || subject.terms.is_some();
    let longest = subject.result.precision() - 1;
    if (sum || subject.is_product() || subject.fused().is_some()) && longest > 1 {
        all.extend(behind::cross(subject, posit, longest));
    }
    all
}

/// Whether the result is rounded.
fn rounds(subject: &Subject) -> bool {
    match subject.arithmetic {
        None => subject.terms.is_some(),
        Some(Arithmetic::Compare | Arithmetic::Order | Arithmetic::Integral) => false,
        Some(_) => true,
    }
}
