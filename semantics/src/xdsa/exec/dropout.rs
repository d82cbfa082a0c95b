//! Dropout (text 3718 to 3750): DROPOUT keeps `x / (1 - ratio)` where `u >= ratio`, else +0 (XDSA-D37, D67, D98), and LABEL_SMOOTH is
//! `(1 - e) x + e / classes` (XDSA-D69).

use super::random::{Words, drawing, unit_interval};
use super::results::{Results, dyadic, word};
use super::{Environment, Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;
use crate::xdsa::{Error, Kind};

/// The plan of an instruction.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    if operation == Operation::LabelSmooth { label_smooth(request) } else { dropout(request) }
}

/// The ratio: unit code 0 stands for 1/2.
fn ratio(request: &mut Request<'_>) -> Number {
    match request.unit("ratio_unit") {
        Unit::Uint4 => dyadic(1, -1),
        unit @ (Unit::Fp16 | Unit::Fp32) => Number::of(unit, request.get("ratio") & unit.mask()),
        unit => {
            let message =
                format!("ratio_unit is {unit}; right: fp16, fp32, or 0 for the ratio 0.5");
            request.note(Kind::UnitNotAllowed, message);
            Number::Nan
        }
    }
}

fn dropout(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, length) = (request.unit("src_unit"), request.length("len"));
    let ratio = ratio(request);
    request.done()?;
    let read = request.dense("fm", unit, length);
    let write = request.dense("d", unit, length);
    let work = move |read: &[Vec<u64>], environment: &Environment<'_>| {
        let words = Words { seed: environment.seed, drawn: environment.drawn };
        let rest = Number::integer(1).sub(&ratio);
        let mut results = Results::new(unit, length as usize);
        for (element, word) in read.iter().flatten().zip(words.first(length)) {
            let kept = unit_interval(word).compare(&ratio).is_some_and(std::cmp::Ordering::is_ge);
            if kept {
                results.push(&Number::of(unit, *element).div(&rest));
            } else {
                results.push_element(0);
            }
        }
        Ok(results.done())
    };
    Ok(drawing(vec![read], write, work))
}

fn label_smooth(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("unit");
    let [rows, classes] = ["w0", "w1"].map(|field| request.size(field));
    request.done()?;
    let length = rows.saturating_mul(classes);
    let epsilon = word(request.get("w2"));
    let read = request.dense("p0", unit, length);
    let write = request.dense("p1", unit, length);
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        let kept = Number::integer(1).sub(&epsilon);
        let spread = epsilon.div(&Number::integer(classes.into()));
        let mut results = Results::new(unit, length as usize);
        for element in read.iter().flatten() {
            results.push(&kept.mul(&Number::of(unit, *element)).add(&spread));
        }
        Ok(results.done())
    };
    Ok(Plan::new(vec![read], vec![write], work))
}

#[cfg(test)]
mod tests {
    use crate::xdsa::exec::single::{Single, fp32};
    use crate::xdsa::isa::{Operation as O, Unit};
    use rstest::rstest;

    fn dropout(unit: Unit, elements: &[u64], ratio_unit: Unit, ratio: u64) -> Single {
        let fields = [
            ("src_unit", unit.code()),
            ("ratio_unit", ratio_unit.code()),
            ("ratio", ratio),
            ("len", elements.len() as u64),
        ];
        Single::new(O::Dropout).set(&fields).load("fm", unit, elements).into(&["d"])
    }

    /// u of seed 0 is 0.399.., 0.880.., 0.735.., 0.605.. (the words published for counter 0 and key 0).
    #[rstest]
    #[case(0.0, [3.0, -1.0, -0.0, 1.5])]
    #[case(0.5, [0.0, -2.0, -0.0, 3.0])]
    #[case(0.75, [0.0, -4.0, 0.0, 0.0])]
    #[case(1.0, [0.0, 0.0, 0.0, 0.0])]
    #[case(2.0, [0.0, 0.0, 0.0, 0.0])]
    #[case(-1.0, [1.5, -0.5, -0.0, 0.75])]
    #[case(f32::NEG_INFINITY, [0.0, -0.0, -0.0, 0.0])]
    #[case(f32::NAN, [0.0; 4])]
    fn what_is_kept_grows(#[case] ratio: f32, #[case] expected: [f32; 4]) {
        let x = fp32(&[3.0, -1.0, -0.0, 1.5]);
        let trial = dropout(Unit::Fp32, &x, Unit::Fp32, ratio.to_bits().into());
        assert_eq!(trial.one(), fp32(&expected));
    }

    #[test]
    fn the_machine_has_the_seed() {
        let mut trial = dropout(Unit::Uint8, &[10; 8], Unit::Uint4, 0);
        trial.settings.seed = 0x299f_31d0_a409_3822;
        trial.drawn = 7;
        let words = crate::xdsa::exec::random::Words { seed: 0x299f_31d0_a409_3822, drawn: 7 };
        let expected: Vec<u64> = words.first(8).map(|word| 20 * u64::from(word >> 31)).collect();
        assert_eq!(trial.one(), expected);
    }
}
