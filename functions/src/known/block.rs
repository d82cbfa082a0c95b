//! Functions of blocks: NaN, infinities, and what elements decide.

use softfloat::{Env, Format, Unrounded, Value, ieee::Exact};

use super::reduction::Numbers;
use super::{Known, reduction, softmax};
use crate::function::functions;
use crate::{Function, Function as F, Shape};

/// An element of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// What is rounded.
    Exact(Exact),
    /// On no border, to be enclosed: of a function of blocks that is a number for this one among
    /// [`Block::finite`], else the number of the whole block.
    Open(usize),
}

/// What is known of a result.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// As many as the result has: one number, or one for each element of the operand.
    pub(crate) elements: Vec<Element>,
    /// The finite elements of the operand, zeros too, where something is open; the infinite ones (all
    /// of them -inf then) add nothing to a sum of exponentials.
    pub(crate) finite: Vec<Unrounded<u64>>,
}

/// What is known of a function of blocks, each of at least one element, those of two blocks of as many.
pub(crate) fn blocks(function: Function, format: &Format, operands: &[&[u64]], env: &Env) -> Block {
    let values: Vec<Vec<Value<u64>>> = operands
        .iter()
        .map(|block| block.iter().map(|&code| format.operand(env, code)).collect())
        .collect();
    let count = match function.row().shape {
        Shape::Block => values[0].len(),
        _ => 1,
    };
    if let Some(nan) = nan(function, format, env, &values.concat()) {
        return Block { elements: vec![Element::Exact(nan); count], finite: Vec::new() };
    }
    let x = Numbers::of(&values[0]);
    let known = known(function, &values, &x, env);
    // An open element of a block's function is finite: the n-th of those.
    let mut finite = 0;
    let elements = known.iter().enumerate().map(|(i, known)| {
        let this = finite;
        finite += usize::from(matches!(values[0][i], Value::Finite(_)));
        known.exact(format, env).map_or(Element::Open(this), Element::Exact)
    });
    Block { elements: elements.collect(), finite: x.finite }
}

macro_rules! known {
    ($($variant:ident $name:literal $shape:ident $operands:ident $formula:literal $section:expr,
        $known:expr, $enclosed:expr $(, $open:ident)?;)*) => {
        /// What is known of each element of a result; functions of numbers are none of blocks.
        fn known(function: Function, values: &[Vec<Value<u64>>], x: &Numbers, env: &Env) -> Vec<Known> {
            match function {
                $(Function::$variant => known!($shape, values, x, env, $known),)*
            }
        }
    };
    (Block, $values:ident, $x:ident, $env:ident, $known:expr) => { $known(&$values[0], $x) };
    (Reduce, $values:ident, $x:ident, $env:ident, $known:expr) => { vec![$known($x, $env)] };
    (Reduce2, $values:ident, $x:ident, $env:ident, $known:expr) => {
        vec![$known($x, &Numbers::of(&$values[1]), $env)]
    };
    ($number:ident, $values:ident, $x:ident, $env:ident, $known:expr) => {
        vec![Known::Invalid; $values[0].len()]
    };
}

functions!(known);

/// The NaN result of blocks with NaN among them; norms and sums without signs have one beside an infinity for signalling NaN
/// alone.
fn nan(function: Function, format: &Format, env: &Env, values: &[Value<u64>]) -> Option<Exact> {
    let signalling = |v: &Value<u64>| matches!(v, Value::Nan { signalling: true, .. });
    let infinite = |v: &Value<u64>| matches!(v, Value::Infinite { .. });
    let quiet = matches!(function, F::Norm | F::Rnorm | F::SumSquare | F::SumAbs)
        && values.iter().any(infinite)
        && !values.iter().any(signalling);
    let some = values.iter().any(|v| matches!(v, Value::Nan { .. }));
    (some && !quiet).then(|| Exact::nan(format, env, values))
}
