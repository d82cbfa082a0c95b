//! Models of what IBM's do not speak of: products that leave something out, sums of many terms, blocks with
//! a scale.

mod omitted;
mod terms;

use super::cross::Cross;
use super::subject::Subject;

/// The crosses of an operation.
pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    let mut all = omitted::crosses(subject);
    all.extend(terms::crosses(subject));
    all
}
