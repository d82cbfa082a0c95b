//! Sums: ASUM in its order, COS_SIM (text 268, 401, XDSA-D26, D29, D32, D46, D85).

use super::{Binary, CHUNK, Unary};
use crate::xdsa::Error;
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::number::{Fit, Number, round, store};
use rayon::prelude::*;
use softfloat::{Env, Flags, NanRule};

/// Arithmetic of one unit: IEEE 754, one NaN (XDSA-D29).
pub(in crate::xdsa::exec) const IEEE: Env = Env { nan: NanRule::Canonical, ..Env::IEEE };

/// ASUM: one element, the sum so far rounded, wrapped or clamped at every step (XDSA-D32).
pub(super) fn asum(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unary = Unary::read(request);
    let Unary { src, des, len, sat } = unary;
    request.done()?;
    let reads = vec![request.dense("s", src, len)];
    let writes = vec![request.dense("d", des, 1)];
    let integers = unary.is_integer();
    Ok(Plan::new(reads, writes, move |read, _| {
        let (mut sum, mut flags) = (0, Flags::NONE);
        for &x in read.first().into_iter().flatten() {
            sum = match des.format() {
                None if integers => store(src.integer(x) + des.integer(sum), des, sat),
                Some(format) if src == des => {
                    let rounded = format.add(x, sum, &IEEE);
                    flags |= rounded.flags;
                    rounded.bits
                }
                _ => {
                    let exact = Number::of(src, x).add(&Number::of(des, sum));
                    let (code, raised) = round(&exact, des, Fit::Clamp);
                    flags |= raised;
                    code
                }
            };
        }
        Ok(Done { flags, ..Done::one(vec![sum]) })
    }))
}

/// COS_SIM: `sum(xy) / (max(|x|, eps) max(|y|, eps))`, eps the fp32 of 1e-8 (XDSA-D46).
pub(super) fn cosine(request: &mut Request<'_>) -> Result<Plan, Error> {
    let binary = Binary::read(request);
    let Binary { src0, src1, des, len, .. } = binary;
    request.done()?;
    let reads = vec![request.dense("s0", src0, len), request.dense("s1", src1, len)];
    let writes = vec![request.dense("d", des, 1)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let [a, b] = read else { return Ok(Done::default()) };
        let numbers = |unit, codes: &[u64]| -> Vec<Number> {
            codes.iter().map(|&code| Number::of(unit, code)).collect()
        };
        let (x, y) = (numbers(src0, a), numbers(src1, b));
        let product = Number::dot(x.iter().zip(&y)).div(&length(&x).mul(&length(&y)));
        let (code, flags) = round(&product, des, Fit::Clamp);
        Ok(Done { flags, ..Done::one(vec![code]) })
    }))
}

/// `max(|x|, eps)`; squares are compared, which is exact.
fn length(x: &[Number]) -> Number {
    let eps = Number::fp32(1e-8f32.to_bits());
    let square = Number::dot(x.iter().zip(x));
    square.max(&eps.mul(&eps)).sqrt()
}

/// Whether any element is one of these.
pub(in crate::xdsa::exec) fn any(elements: &[u64], is: impl Fn(u64) -> bool + Sync) -> bool {
    elements.par_chunks(CHUNK).any(|chunk| chunk.iter().any(|&x| is(x)))
}
