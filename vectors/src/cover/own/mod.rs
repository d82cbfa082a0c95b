//! Models of what IBM's do not speak of: products that leave something out, sums of many terms, blocks with
//! a scale.

mod align;
mod common;
mod dequantize;
mod dot;
mod elements;
mod ends;
mod grow;
mod matrix;
mod network;
mod omitted;
mod posit;
mod quantize;
mod random;
mod remainder;
mod rounding;
mod rows;
mod scales;
mod scaling;
mod subnormal;
mod terms;

use super::cross::Cross;
use super::subject::Subject;

/// The crosses of an operation.
pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let mut all = omitted::crosses(subject);
    all.extend(terms::crosses(subject));
    all.extend(matrix::crosses(subject));
    all.extend(network::crosses(subject));
    all.extend(common::crosses(subject));
    all.extend(quantize::crosses(subject));
    all.extend(dequantize::crosses(subject));
    all.extend(dot::crosses(subject));
    all.extend(remainder::crosses(subject));
    all.extend(scaling::crosses(subject));
    all.extend(posit::crosses(subject));
    all.extend(random::crosses(subject));
    all
}

/// Those that models got later; they stand behind all others.
pub(super) fn later(subject: &Subject) -> Vec<Cross> {
    let mut all = dot::later(subject);
    all.extend(grow::of_integers(subject));
    all.extend(rows::later(subject));
    all
}
