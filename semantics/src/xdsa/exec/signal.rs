//! FFT and IFFT (text 2446 to 2467, XDSA-D69, D77, D103): `X[k] = sum x[n] e^(-2 pi i n k / N)`, of the inverse with the other sign and
//! divided by N; every part exact, rounded once.

use super::results::Results;
use super::{Environment, Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;
use crate::xdsa::{Error, Kind};
use functions::real::Real;
use rayon::prelude::*;

/// The plan of an instruction.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.float("src");
    let length = request.length("len");
    let most = request.profile().points;
    let target = match request.unit("des") {
        Unit::Uint4 => unit,
        target => {
            if !target.is_float() {
                let message =
                    format!("des is {target}; right: fp16, fp32, fp64, or 0 for that of src");
                request.note(Kind::UnitNotAllowed, message);
            }
            target
        }
    };
    request.done()?;
    let parts = length.saturating_mul(2);
    let read = request.dense("s", unit, parts);
    let write = request.dense("d", target, parts);
    let inverse = operation == Operation::Ifft;
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        // Behind the addresses, as what is too large in all (XDSA-D108).
        if length > most {
            let message = format!("len is {length}; exact up to {most} points");
            return Err(Error::new(Kind::TooLarge, message));
        }
        let source = read.first().map_or(&[][..], Vec::as_slice);
        let mut results = Results::new(target, source.len());
        match finite(unit, source) {
            Some(points) => {
                let transform = Transform::new(points, inverse);
                let point = |k: u64| {
                    let mut point = Results::new(target, 2);
                    transform.point(k).iter().for_each(|part| point.push(part));
                    point
                };
                let points: Vec<Results> = (0..length).into_par_iter().map(point).collect();
                points.into_iter().for_each(|point| results.append(point));
            }
            None => source.iter().for_each(|_| results.push(&Number::Nan)),
        }
        Ok(results.done())
    };
    Ok(Plan::new(vec![read], vec![write], work).with_inner(length.saturating_mul(length)))
}

/// The points, if all parts are finite.
fn finite(unit: Unit, source: &[u64]) -> Option<Vec<[Real; 2]>> {
    let part = |element: u64| match Number::of(unit, element) {
        Number::Finite(part) => Some(part),
        Number::Zero { .. } => Some(Real::ZERO),
        Number::Nan | Number::Infinite { .. } => None,
    };
    source.as_chunks::<2>().0.iter().map(|[re, im]| Some([part(*re)?, part(*im)?])).collect()
}

/// Points, and the cosines of their angles.
struct Transform {
    points: Vec<[Real; 2]>,
    inverse: bool,
    /// Angles are counted in full turns by this: a multiple of 4.
    turn: u64,
    /// Of the angles from 0 to a quarter turn.
    cosines: Vec<Real>,
}

impl Transform {
    fn new(points: Vec<[Real; 2]>, inverse: bool) -> Self {
        let count = points.len() as u64;
        let turn = match count % 4 {
            0 => count,
            2 => 2 * count,
            _ => 4 * count,
        };
        let cosine = |angle: u64| {
            let half_turns = Real::ratio(angle, turn / 2)?;
            half_turns.cos_pi()
        };
        let cosines = (0..=turn / 4).map(|angle| cosine(angle).unwrap_or(Real::ZERO)).collect();
        Self { points, inverse, turn, cosines }
    }

    /// Real and imaginary part of a point of the transform. Equal cosines are gathered first, so that what cancels does.
    fn point(&self, k: u64) -> [Number; 2] {
        let count = self.points.len() as u64;
        let unit = self.turn / count;
        let mut sums = [self.none(), self.none()];
        for (n, [re, im]) in (0..count).zip(&self.points) {
            let turned = (u128::from(n) * u128::from(k) % u128::from(count)) as u64 * unit;
            let angle = if self.inverse { (self.turn - turned) % self.turn } else { turned };
            // sin a = cos(a - a quarter).
            let sine = (angle + self.turn - self.turn / 4) % self.turn;
            self.gather(&mut sums[0], angle, re, false);
            self.gather(&mut sums[0], sine, im, false);
            self.gather(&mut sums[1], angle, im, false);
            self.gather(&mut sums[1], sine, re, true);
        }
        sums.map(|sums| self.value(&sums))
    }

    fn none(&self) -> Vec<Real> {
        vec![Real::ZERO; self.cosines.len()]
    }

    /// Adds `x cos(angle)`, or subtracts it.
    fn gather(&self, sums: &mut [Real], angle: u64, x: &Real, negative: bool) {
        let angle = angle.min(self.turn - angle);
        let (angle, negative) = if angle > self.turn / 4 {
            (self.turn / 2 - angle, !negative)
        } else {
            (angle, negative)
        };
        let sum = &mut sums[angle as usize];
        *sum = if negative { &*sum - x } else { &*sum + x };
    }

    fn value(&self, sums: &[Real]) -> Number {
        let terms = sums.iter().zip(&self.cosines).map(|(sum, cosine)| sum * cosine);
        let value = Real::sum(terms);
        let count = Real::from(self.points.len() as u64);
        let value = if self.inverse { value.div(&count).unwrap_or(value) } else { value };
        Number::from(value)
    }
}

#[cfg(test)]
mod tests {
    use crate::xdsa::exec::single::{Single, fp32};
    use crate::xdsa::isa::{Operation as O, Unit};

    fn transform(operation: O, points: &[f32]) -> Single {
        let fields = [
            ("src", Unit::Fp32.code()),
            ("des", Unit::Fp32.code()),
            ("len", points.len() as u64 / 2),
        ];
        Single::new(operation).set(&fields).load("s", Unit::Fp32, &fp32(points)).into(&["d"])
    }

    #[test]
    fn four_points_of_the_guide() {
        let written = transform(O::Fft, &[1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 4.0, 0.0]).one();
        assert_eq!(written, fp32(&[10.0, 0.0, -2.0, 2.0, -2.0, 0.0, -2.0, -2.0]));
        // And back.
        let back = transform(O::Ifft, &[10.0, 0.0, -2.0, 2.0, -2.0, 0.0, -2.0, -2.0]).one();
        assert_eq!(back, fp32(&[1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 4.0, 0.0]));
    }
}
