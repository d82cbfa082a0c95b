//! The functions where their value is open: enclosures made of those of [`Context`].
//!
//! Operands are exact numbers other than 0, and no value is a number or a midpoint of any format
//! (`known` has dealt with those). Every formula keeps its side: where a value is "a number and a
//! little more", the enclosure begins at that number.

mod activation;
mod angle;
mod exponential;
mod hyperbolic;
mod near;
mod power;
mod special;
#[cfg(test)]
mod tests;
mod value;

pub(crate) mod block;

pub(crate) use hyperbolic::tanh;
pub(crate) use special::{erf, erfc};

use crate::Function;
use crate::context::Context;
use crate::enclosure::Enclosure;
use crate::function::functions;
use crate::operand::Operand;
use softfloat::Unrounded;
use value::value;

/// Exact operands: as enclosures, and as they are.
struct At<const N: usize> {
    x: Enclosure<N>,
    y: Enclosure<N>,
    number: Unrounded<u64>,
    second: Operand,
}

/// Rational and algebraic functions are never open; those of blocks are not of one number.
const fn closed<const N: usize>(_: &Context<N>, _: &At<N>) -> Enclosure<N> {
    Enclosure::UNKNOWN
}

/// Tells the compiler what a row's closure takes.
#[inline(always)]
fn at<const N: usize>(
    c: &Context<N>,
    at: &At<N>,
    enclosed: impl Fn(&Context<N>, &At<N>) -> Enclosure<N>,
) -> Enclosure<N> {
    enclosed(c, at)
}

macro_rules! enclose {
    ($($variant:ident $name:literal $shape:ident $operands:ident $formula:literal $section:expr,
        $known:expr, $enclosed:expr $(, $open:ident)?;)*) => {
        /// The value of a function at exact operands.
        #[inline]
        pub(crate) fn enclose<const N: usize>(
            c: &Context<N>,
            function: Function,
            [first, second]: [Operand; 2],
        ) -> Enclosure<N> {
            let (Operand::Number(number), Operand::Number(_) | Operand::Zero { .. }) = (first, second)
            else {
                return angle::limit(c, function, first, second);
            };
            let operands = At { x: value(first), y: value(second), number, second };
            match function {
                $(Function::$variant => at(c, &operands, $enclosed),)*
            }
        }
    };
}

functions!(enclose);
