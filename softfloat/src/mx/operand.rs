//! What blocks are made of, and what is added to their products.

use crate::value::Category;
use crate::{Bits, Env, Format, Unrounded, Value};

/// An operand's value, under DAZ. The elements of blocks are never read as zeros.
#[inline(always)]
pub(super) fn operand<W: Bits>(format: &Format, bits: W, env: &Env) -> Value<W> {
    match format.decode(bits) {
        Value::Finite(u) if env.daz && format.classify(bits).category == Category::Subnormal => {
            Value::Finite(Unrounded::exact(u.sign, 0, W::ZERO))
        }
        value => value,
    }
}
