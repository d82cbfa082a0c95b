//! Numbers that are converted, and words beside the one from which on they are rounded up.

use crate::draw::Cases;
use crate::draw::code::Float;
use crate::draw::corner::elementwise::{exponents, roundings};
use crate::draw::corner::p3109;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::family::convert::random::convert;
use crate::registry::Plan;
use softfloat::Value;

/// All ones of the random word.
fn ones(plan: &Plan) -> u64 {
    u64::MAX >> (64 - plan.operands[1].format.width)
}

/// The smallest word with which the bits behind the last place reach the next one, without what lies behind those; 0 where there are none.
fn least(plan: &Plan, code: u64) -> u64 {
    let (from, to) = (plan.operands[0].format, plan.result().format);
    let Value::Finite(u) = from.decode(code) else { return 0 };
    if u.significand == 0 {
        return 0;
    }
    let lead = i64::from(u.exponent) + i64::from(63 - u.significand.leading_zeros());
    let low = to.last_place(lead) - i64::from(plan.operands[1].format.width);
    let whole = match low - i64::from(u.exponent) {
        up @ -63..=0 => u.significand << -up,
        down @ 1..=63 => u.significand >> down,
        _ => 0,
    };
    whole.wrapping_neg() & ones(plan)
}

/// Numbers about the limits of the target with every kind of rounding, each with the words that matter.
pub(super) fn directed(plan: &Plan, cases: &mut Cases) {
    let words = |code: u64| {
        let least = least(plan, code);
        [0, ones(plan), least, least.wrapping_sub(1) & ones(plan)]
    };
    let mut push = |code: u64| words(code).map(|word| cases.push(&[code, word]));
    let (source, target) = (plan.operands[0].format, plan.result().format);
    let Some(from) = Float::of(&source).filter(|_| !target.is_p3109()) else {
        return p3109::sources(&source, &target).into_iter().for_each(|code| {
            push(code);
        });
    };
    match Float::rounded(&plan.result().format) {
        Some(to) => {
            for exponent in exponents(&from, &to) {
                for mantissa in roundings(&from, &to) {
                    for sign in [false, true] {
                        push(from.code(sign, exponent + from.bias, mantissa));
                    }
                }
            }
        }
        None => {
            let most = i64::from(plan.result().format.width) + 2;
            for exponent in -3..=most {
                for mantissa in [0, 1, from.ones() >> 1, from.ones() - 1, from.ones()] {
                    for sign in [false, true] {
                        push(from.code(sign, exponent + from.bias, mantissa));
                    }
                }
            }
        }
    }
}

/// A number and a word.
pub(super) fn random(rng: &mut Rng, plan: &Plan, operand: &Operand) -> (u64, u64) {
    let code = convert(rng, plan, operand);
    let word = match rng.below(4) {
        0 => least(plan, code),
        1 => least(plan, code).wrapping_sub(1),
        _ => rng.next(),
    };
    (code, word & ones(plan))
}
