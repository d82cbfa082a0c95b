//! Random codes of P3109's formats, and numbers of others about theirs.

use super::element::Operand;
use super::posit::about;
use crate::draw::code::Float;
use crate::draw::rng::Rng;
use softfloat::Format;

/// Any code: mostly of random bits, some about 1, about 0 and about the ends.
pub(crate) fn element(rng: &mut Rng, f: &Format) -> u64 {
    let mask = u64::MAX >> (64 - f.width);
    let near = |rng: &mut Rng, code: u64| {
        let sign = if f.sign && rng.one_in(2) { 1 << (f.width - 1) } else { 0 };
        (code.wrapping_add(rng.around(3) as u64) ^ sign) & mask
    };
    match rng.below(16) {
        0 => near(rng, 0),
        1 => near(rng, f.max_finite()),
        2..5 => near(rng, (f.bias as u64) << f.man_bits),
        _ => rng.next() & mask,
    }
}

/// A code like another: equal, of the other sign, or near.
pub(crate) fn like(rng: &mut Rng, f: &Format, code: u64) -> u64 {
    let mask = u64::MAX >> (64 - f.width);
    let sign = if f.sign && rng.one_in(2) { 1 << (f.width - 1) } else { 0 };
    (code.wrapping_add(rng.around(2) as u64) ^ sign) & mask
}

/// A floating-point number about one of the target's.
pub(crate) fn within(rng: &mut Rng, f: &Float, operand: &Operand, to: &Format) -> u64 {
    let code = element(rng, to);
    about(rng, f, operand, to, code)
}
