//! Trigonometric, hyperbolic and exponential functions (text 2069 to 2353, XDSA-D31).

use super::{IEEE, Rounded, Unary, checked};
use crate::xdsa::Error;
use crate::xdsa::exec::{Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::{Fit, Number, round};
use functions::{Evaluator, Function};

/// The plan of a function.
pub(in crate::xdsa::exec) fn plan(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    let Some(function) = function(operation) else { return Err(request.unknown(operation)) };
    let unary = Unary::read(request);
    let (src, des) = (unary.src, unary.des);
    checked(request, |request| {
        let quick = Quick::new(function, src, des);
        unary.plan(request, move |x| quick.round(x))
    })
}

fn function(operation: Operation) -> Option<Function> {
    use Operation as O;
    Some(match operation {
        O::Sin => Function::Sin,
        O::Cos => Function::Cos,
        O::Tan => Function::Tan,
        O::Asin => Function::Asin,
        O::Acos => Function::Acos,
        O::Atan => Function::Atan,
        O::Sinh => Function::Sinh,
        O::Cosh => Function::Cosh,
        O::Tanh => Function::Tanh,
        O::Asinh => Function::Asinh,
        O::Acosh => Function::Acosh,
        O::Atanh => Function::Atanh,
        O::Exp => Function::Exp,
        O::Expml => Function::Expm1,
        O::Log => Function::Log,
        O::Loglp => Function::Log1p,
        O::Log10 => Function::Log10,
        O::Log2 => Function::Log2,
        _ => return None,
    })
}

/// A function from unit to unit; of one floating-point unit by its evaluator, which rounds as [`Number::function`] is rounded: no
/// value of these functions comes near the middle of two neighbours (XDSA-D31).
pub(in crate::xdsa::exec) struct Quick {
    function: Function,
    src: Unit,
    des: Unit,
    evaluator: Option<Evaluator>,
}

impl Quick {
    pub(in crate::xdsa::exec) fn new(function: Function, src: Unit, des: Unit) -> Self {
        let format = des.format().filter(|_| src == des);
        let evaluator = format.map(|format| Evaluator::new(function, format));
        Self { function, src, des, evaluator }
    }

    pub(in crate::xdsa::exec) fn round(&self, x: u64) -> Rounded {
        let quick = self.evaluator.as_ref().and_then(|f| f.evaluate(&[x], &IEEE).ok());
        match quick {
            Some(rounded) => (rounded.bits, rounded.flags),
            None => round(&Number::function(self.function, self.src, x), self.des, Fit::Clamp),
        }
    }
}
