//! Group Activation (text 2604 to 3023, XDSA-D26 to D31, D60 to D62, D85).

mod elements;
mod line;
mod parametric;
mod piecewise;
mod prelu;
mod smooth;
mod softmax;

pub(super) use line::Source;

use super::{Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Operation;
use crate::xdsa::number::{Fit, Number, round};
use elements::elements;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    use Operation as O;
    match operation {
        O::Relu => formula(request, piecewise::relu),
        O::Relu6 => formula(request, piecewise::relu6),
        O::ThresholdRelu => formula(request, piecewise::threshold),
        O::LeakyRelu => formula(request, piecewise::leaky),
        O::Brelu => formula(request, piecewise::bounded),
        O::SoftSign => formula(request, piecewise::soft_sign),
        O::HardSwish => formula(request, piecewise::hard_swish),
        O::HardShrink => formula(request, piecewise::hard_shrink),
        O::HardTanh => formula(request, piecewise::hard_tanh),
        O::Prelu => prelu::plan(request),
        O::Elu => parametric::elu(request),
        O::HardSigmoid => parametric::hard_sigmoid(request),
        O::Selu => parametric::selu(request),
        O::Softmax => softmax::plan(request, false),
        O::Logsoftmax => softmax::plan(request, true),
        _ => {
            let Some(smooth) = smooth::Smooth::of(operation) else {
                return Err(request.unknown(operation));
            };
            let (unit, len) = (request.unit("src_unit"), request.length("len"));
            let kernel = smooth.kernel(unit);
            elements(request, unit, len, kernel)
        }
    }
}

/// A rational formula, rounded once.
fn formula(request: &mut Request<'_>, formula: fn(&Number) -> Number) -> Result<Plan, Error> {
    let (unit, len) = (request.unit("src_unit"), request.length("len"));
    elements(request, unit, len, move |x| round(&formula(&Number::of(unit, x)), unit, Fit::Clamp))
}
