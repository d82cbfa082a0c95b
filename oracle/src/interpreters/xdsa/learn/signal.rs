//! FFT and IFFT by their sums (XDSA-D77, D103).

use super::whole;
use crate::Rational;
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::value::{Real, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

pub(in crate::interpreters::xdsa) fn signal(case: &mut Case<'_>) -> Result<(), Kind> {
    for flag in ["sat", "rnd", "dir", "tsgn", "imm16"] {
        case.zero(flag);
    }
    let unit = case.float("src");
    let result = case.unit("des");
    case.require(result == Unit::Uint4 || result.is_float(), Kind::UnitNotAllowed);
    let points = case.length("len");
    let from = (case.address("s"), unit);
    let to = (case.address("d"), if result.is_float() { result } else { unit });
    case.tensor(from, 2 * u128::from(points));
    case.tensor(to, 2 * u128::from(points));
    case.check()?;
    case.require(points <= 1 << 14, Kind::TooLarge);
    case.check()?;
    let values = case.values(from, 2 * points);
    let none = values.iter().any(Value::is_special);
    let inverse = case.operation == Operation::Ifft;
    for k in 0..points {
        let (mut real, mut imaginary) = (Vec::new(), Vec::new());
        for (n, point) in values.chunks(2).enumerate() {
            let turn = u128::from(k) * n as u128 % u128::from(points);
            let turn = Rational::from((turn, points));
            let part = |cosine| Value::real(Real::circle(&turn, cosine));
            let (cosine, sine) = (part(true), part(false));
            // (re + i im) (cos - i sin), or with the other sign of the angle
            let sine = if inverse { sine.neg() } else { sine };
            real.extend([point[0].mul(&cosine), point[1].mul(&sine)]);
            imaginary.extend([point[1].mul(&cosine), point[0].mul(&sine).neg()]);
        }
        for (i, terms) in [real, imaginary].into_iter().enumerate() {
            let mut sum = Value::sum(terms);
            if inverse {
                sum = sum.div(&whole(points));
            }
            let sum = match sum {
                _ if none => Value::Nan,
                Value::Zero(_) => Value::Zero(false),
                sum => sum,
            };
            case.put(to, 2 * k + i as u64, &sum);
        }
    }
    Ok(())
}
