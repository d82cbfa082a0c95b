//! Functions of blocks: NaN, infinities, and what elements decide.

use softfloat::{Env, Format, Unrounded, Value, ieee::Exact};

use super::numbers::Numbers;
use super::{Known, reduction, softmax};
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
    let known = match function {
        F::Softmax => softmax::softmax(&values[0], &x),
        F::LogSoftmax => softmax::log_softmax(&values[0], &x),
        F::LogSumExp => vec![softmax::log_sum_exp(&x)],
        F::Norm => vec![reduction::norm(&x)],
        F::Rnorm => vec![reduction::rnorm(&x)],
        F::Cosine => vec![reduction::cosine(&x, &Numbers::of(&values[1]), env)],
        F::Mean => vec![reduction::mean(&x, env)],
        F::Variance => vec![reduction::variance(&x)],
        // Functions of numbers are none of blocks.
        _ => vec![Known::Invalid; count],
    };
    // An open element of a block's function is finite: the n-th of those.
    let mut finite = 0;
    let elements = known.iter().enumerate().map(|(i, known)| {
        let this = finite;
        finite += usize::from(matches!(values[0][i], Value::Finite(_)));
        known.exact(format, env).map_or(Element::Open(this), Element::Exact)
    });
    Block { elements: elements.collect(), finite: x.finite }
}

/// The NaN result of blocks with NaN among them; norms have one beside an infinity for signalling NaN
/// alone.
fn nan(function: Function, format: &Format, env: &Env, values: &[Value<u64>]) -> Option<Exact> {
    let signalling = |v: &Value<u64>| matches!(v, Value::Nan { signalling: true, .. });
    let infinite = |v: &Value<u64>| matches!(v, Value::Infinite { .. });
    let quiet = matches!(function, F::Norm | F::Rnorm)
        && values.iter().any(infinite)
        && !values.iter().any(signalling);
    let some = values.iter().any(|v| matches!(v, Value::Nan { .. }));
    (some && !quiet).then(|| Exact::nan(format, env, values))
}
