//! Products: how long they are.

use super::Reason;
use crate::cover::subject::Subject;

pub(super) const SHORT: &str = "a product has no bits so far below its leading one";

/// Whether a number is the product of two significands of so many bits. Of long ones nothing is said.
pub(super) fn is_product(whole: u128, precision: i64) -> bool {
    let odd = whole >> whole.trailing_zeros().min(127);
    if precision > 26 || odd >> (precision + 2) != 0 {
        return true;
    }
    let most = 1 << precision;
    (1..most)
        .step_by(2)
        .take_while(|d| d * d <= odd)
        .any(|d| odd.is_multiple_of(d) && odd / d < most)
}

/// One extra bit, counted from the guard bit.
pub(crate) fn walking(subject: &Subject, bit: i64) -> Reason {
    let needed = subject.result.precision() + bit;
    (subject.is_product() && needed > subject.product_bits()).then_some(SHORT)
}

/// These extra bits.
pub(crate) fn border(subject: &Subject, bits: u128, len: i64) -> Reason {
    let behind = len - i64::from(bits.trailing_zeros().min(127));
    let needed = subject.result.precision() + behind;
    (subject.is_product() && needed > subject.product_bits()).then_some(SHORT)
}
