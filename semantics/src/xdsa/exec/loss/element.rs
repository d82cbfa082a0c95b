//! Losses of single elements, operation by operation (XDSA-D74, D85).

use crate::xdsa::exec::results::dyadic;
use crate::xdsa::isa::Operation;
use crate::xdsa::number::Number;
use std::cmp::Ordering;

/// The loss of a prediction and its target.
pub(super) fn loss(operation: Operation, p: &Number, t: &Number, beta: &Number) -> Number {
    match operation {
        Operation::MseLoss => {
            let difference = p.sub(t);
            difference.mul(&difference)
        }
        Operation::L1Loss => p.sub(t).abs(),
        Operation::SmoothL1Loss => smooth(&p.sub(t).abs(), beta),
        Operation::LogLoss => {
            let one = Number::integer(1);
            let (hit, miss) = (t.mul(&p.ln()), one.sub(t).mul(&one.sub(p).ln()));
            hit.add(&miss).neg()
        }
        Operation::KldivLoss if t.is_zero() => Number::integer(0),
        Operation::KldivLoss => t.mul(&t.ln().sub(p)),
        // SOFT_MARGIN_LOSS
        _ => soft_plus(&t.mul(p).neg()),
    }
}

/// `d^2 / (2 beta)` where `d < beta`, else `d - beta / 2`.
fn smooth(d: &Number, beta: &Number) -> Number {
    let half = dyadic(1, -1);
    if d.compare(beta) == Some(Ordering::Less) {
        half.mul(&d.mul(d)).div(beta)
    } else {
        d.sub(&half.mul(beta))
    }
}

/// `ln(1 + e^y)`, of which positive numbers y are a summand: `y + ln(1 + e^-y)`.
fn soft_plus(y: &Number) -> Number {
    match y {
        Number::Finite(_) if !y.is_negative() => y.add(&y.neg().exp().log1p()),
        _ => y.exp().log1p(),
    }
}
