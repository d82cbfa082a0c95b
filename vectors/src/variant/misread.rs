//! Operands whose NaN a design does not see: what is not boxed, a scale that is none.

use super::{Variant, starts};
use crate::registry::{Outcome, Plan};
use softfloat::format::E8m0;
use softfloat::{Env, StaticFormat};

/// What a plan's operands may be taken for.
pub(crate) fn misread(plan: &Plan) -> Vec<Variant> {
    unboxed(plan).into_iter().chain(scale(plan)).collect()
}

/// The low bits of a register count, whatever stands above them.
fn unboxed(plan: &Plan) -> Option<Variant> {
    let (boxes, others): (Vec<_>, Vec<_>) =
        plan.options.pairs().into_iter().partition(|(name, _)| name == "box");
    boxes.first()?;
    let others: Vec<String> =
        others.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let inner = plan.op.parse_options(others.iter().map(String::as_str)).ok()?;
    let inner = plan.op.plan(&inner);
    let ones = |(outer, inner): (u32, u32)| {
        (outer > inner).then(|| u64::MAX >> (64 - outer) ^ u64::MAX >> (64 - inner))
    };
    let widths = plan.operands.iter().zip(&inner.operands);
    let widths = widths.map(|(outer, inner)| (outer.format.width, inner.format.width));
    let above: Vec<u64> = widths.map(|both| ones(both).unwrap_or(0)).collect();
    Some(Variant::new("a number that is not NaN-boxed counts", move |_, plan, x| {
        let closed: Vec<u64> = x.iter().zip(&above).map(|(code, above)| code | above).collect();
        (closed != x).then(|| plan.run(&closed))
    }))
}

/// A NaN scale is the power of two above the largest.
fn scale(plan: &Plan) -> Option<Variant> {
    const NAN: u64 = 0xff;
    let scales: Vec<usize> = plan
        .operands
        .iter()
        .zip(starts(&plan.operands))
        .filter_map(|(shape, at)| (shape.format == E8m0::FORMAT).then_some(at))
        .collect();
    let text = "a NaN scale counts as 2^128";
    let below = |x: &[u64], at: usize| {
        let mut x = x.to_vec();
        x[at] = NAN - 1;
        x
    };
    match scales[..] {
        // Of one scale results are twice those of the largest.
        [at] => Some(Variant::new(text, move |_, plan, x| {
            if x[at] != NAN {
                return None;
            }
            let half = plan.run(&below(x, at));
            let format = plan.result().format;
            let twice: Vec<u64> =
                half.out().iter().map(|code| format.add(*code, *code, &Env::IEEE).bits).collect();
            Some(Outcome::new(&twice, half.flag))
        })),
        // Of two their product counts.
        [first, second] => Some(Variant::new(text, move |_, plan, x| {
            let (nan, other) = match (x[first], x[second]) {
                (NAN, _) => (first, second),
                (_, NAN) => (second, first),
                _ => return None,
            };
            let mut moved = below(x, nan);
            moved[other] += 1;
            (moved[other] < NAN).then(|| plan.run(&moved))
        })),
        _ => None,
    }
}
