//! Norms (text 3486 to 3614, XDSA-D66, D85, D101): every result is the exact value of its whole formula, rounded once.

mod affine;

use affine::user_map;

use super::{Done, Environment, Plan, Request};
use crate::xdsa::exec::results::{Results, word};
use crate::xdsa::isa::Operation;
use crate::xdsa::number::Number;
use crate::xdsa::{Error, Kind};

/// The plan of an instruction.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    match operation {
        Operation::BatchNorm => affine::batch(request),
        Operation::LrnNorm => local(request),
        Operation::LpNorm | Operation::L2Norm => line(operation, request),
        _ => affine::plan(operation, request),
    }
}

/// LP_NORM and L2_NORM (text 3591 to 3614, XDSA-D69, D101): `x / sum |x|` and `x / sqrt(sum x^2)` along an axis; a line of zeros gives
/// 0/0.
fn line(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, shape) = user_map(request);
    let axis = request.code("w3", 4);
    let power = if operation == Operation::L2Norm { 2 } else { request.get("w4") };
    if !(1..=2).contains(&power) {
        request.note(Kind::ReservedCode, format!("p (w4) is {power}; right: 1 or 2"));
    }
    request.done()?;
    // There is one map: along N a line is one element.
    let mut block = [1; 3];
    if let Some(at) = axis.checked_sub(1) {
        block[at as usize] = shape.sizes[at as usize];
    }
    let read = request.dense("p0", unit, shape.count());
    let write = request.dense("p1", unit, shape.count());
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        let fm = read.first().map_or(&[][..], Vec::as_slice);
        let mut written = vec![0; fm.len()];
        let mut results = Results::new(unit, 0);
        for first in shape.blocks(block) {
            let elements =
                || shape.places(first, block).map(|(place, _)| Number::of(unit, fm[place]));
            let norm = if power == 1 {
                Number::sum(elements().map(|x| x.abs()))
            } else {
                Number::sum(elements().map(|x| x.mul(&x))).sqrt()
            };
            for (place, _) in shape.places(first, block) {
                written[place] = results.round(&Number::of(unit, fm[place]).div(&norm));
            }
        }
        Ok(Done { written: vec![written], flags: results.flags(), ..Done::default() })
    };
    Ok(Plan::new(vec![read], vec![write], work))
}

/// LRN_NORM (text 3579, ONNX LRN-13, XDSA-D69): `x / (bias + alpha / size * s)^beta`, where s is the sum of the squares of the
/// channels from `floor((size - 1) / 2)` before to `ceil((size - 1) / 2)` behind.
fn local(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, shape) = user_map(request);
    let size = request.size("w3");
    request.done()?;
    let [alpha, beta, bias] = ["w4", "w5", "w6"].map(|field| word(request.get(field)));
    let read = request.dense("p0", unit, shape.count());
    let write = request.dense("p1", unit, shape.count());
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        let fm = read.first().map_or(&[][..], Vec::as_slice);
        let alpha = alpha.div(&Number::integer(size.into()));
        let (before, behind) = ((size - 1) / 2, size / 2);
        let line = [shape.sizes[0], 1, 1];
        let mut written = vec![0; fm.len()];
        let mut results = Results::new(unit, 0);
        for first in shape.blocks(line) {
            let places: Vec<usize> = shape.places(first, line).map(|(place, _)| place).collect();
            let elements: Vec<Number> =
                places.iter().map(|place| Number::of(unit, fm[*place])).collect();
            let squares: Vec<Number> = elements.iter().map(|x| x.mul(x)).collect();
            for (c, (x, place)) in elements.iter().zip(&places).enumerate() {
                let from = c.saturating_sub(before as usize);
                let to = c.saturating_add(behind as usize).saturating_add(1).min(squares.len());
                let sum = Number::sum(squares[from..to].iter().cloned());
                let base = bias.add(&alpha.mul(&sum));
                written[*place] = results.round(&x.div(&base.pow(&beta)));
            }
        }
        Ok(Done { written: vec![written], flags: results.flags(), ..Done::default() })
    };
    let squares = shape.count().saturating_mul(size.min(shape.sizes[0]));
    Ok(Plan::new(vec![read], vec![write], work).with_inner(squares))
}

#[cfg(test)]
mod tests {
    use crate::xdsa::exec::single::{Single, fp32};
    use crate::xdsa::isa::{Operation as O, Unit};

    fn batch(unit: Unit, x: &[u64], [weight, bias, mean, variance]: [u64; 4]) -> Vec<u64> {
        let fields = [
            ("fm_unit", unit.code()),
            ("i_h", 1),
            ("i_w", x.len() as u64),
            ("batch_num", 1),
            ("fc", 1),
        ];
        let trial = Single::new(O::BatchNorm).set(&fields).load("fm", unit, x);
        let trial = trial.load("weight", unit, &[weight]).load("bias", unit, &[bias]);
        trial.load("mean", unit, &[mean]).load("variance", unit, &[variance]).into(&["d"]).one()
    }

    #[test]
    fn batch_norm_of_the_guide() {
        // 2 (3 - 1) / sqrt(1 + eps) + 1
        let parameters = [2.0_f32, 1.0, 1.0, 1.0].map(|x| x.to_bits().into());
        assert_eq!(batch(Unit::Fp32, &fp32(&[3.0]), parameters), [0x409f_ffd6]);
    }
}
