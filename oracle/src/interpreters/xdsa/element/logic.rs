//! The logic group, byte by byte (XDSA-D16, D17).

use super::{Plain, truth};
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::value::Value;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

pub(in crate::interpreters::xdsa) fn logic(case: &mut Case<'_>) -> Result<(), Kind> {
    let length = case.length("len");
    let tensor = |at| (at, Unit::Uint8);
    let [a, b, to] = ["s0", "s1", "d"].map(|name| tensor(case.address(name)));
    let single = case.operation == Operation::Inv;
    case.tensor(a, length.into());
    if !single {
        case.tensor(b, length.into());
    }
    case.tensor(to, length.into());
    case.check()?;
    for i in 0..length {
        let x = case.read(a.0, a.1, i);
        let y = if single { 0 } else { case.read(b.0, b.1, i) };
        let result = match case.operation {
            Operation::And => x & y,
            Operation::Or => x | y,
            Operation::Xor => x ^ y,
            Operation::Inv => !x,
            Operation::Bclr => x | !y,
            Operation::Bset => x & !y,
            _ => return Err(Kind::UserDefined),
        };
        case.write(to.0, to.1, i, result & 0xff);
    }
    Ok(())
}

// IS_FINITE, HAS_INF, HAS_NAN: one element (section 2.5).

pub(in crate::interpreters::xdsa) fn query(case: &mut Case<'_>) -> Result<(), Kind> {
    let plain = Plain::read(case, &[]);
    case.tensor(plain.sources[0], plain.length.into());
    case.tensor(plain.to, 1);
    case.check()?;
    let values = case.values(plain.sources[0], plain.length);
    let answer = match case.operation {
        Operation::IsFinite => !values.iter().any(Value::is_special),
        Operation::HasInf => values.iter().any(|value| matches!(value, Value::Infinite(_))),
        Operation::HasNan => values.iter().any(Value::is_nan),
        _ => return Err(Kind::UserDefined),
    };
    case.put(plain.to, 0, &truth(answer));
    Ok(())
}

// Copies, constants and lines (sections 2.5, XDSA-D93, D104).

/// A copy of bits with the table of L-UN, or of L-BIN without its source 1.
pub(in crate::interpreters::xdsa) fn copy(case: &mut Case<'_>) -> Result<(), Kind> {
    let plain = Plain::read(case, &[]);
    let (from, unit) = plain.sources[0];
    case.tensor((from, unit), plain.length.into());
    case.tensor((plain.to.0, unit), plain.length.into());
    case.check()?;
    for i in 0..plain.length {
        case.copy((from, i), (plain.to.0, i), unit);
    }
    Ok(())
}

/// ZEROS, FULL, EMPTY.
pub(in crate::interpreters::xdsa) fn fill(case: &mut Case<'_>) -> Result<(), Kind> {
    let (at, unit, length) = (case.address("d"), case.unit("unit"), case.length("len"));
    case.tensor((at, unit), length.into());
    case.check()?;
    let element = match case.operation {
        Operation::Zeros => 0,
        Operation::Full => case.field("value") & unit.mask(),
        _ => return Ok(()),
    };
    for i in 0..length {
        case.write(at, unit, i, element);
    }
    Ok(())
}

/// RANGE: start + i step; LINSPACE: start + i (stop - start) / (LEN - 1).
pub(in crate::interpreters::xdsa) fn line(case: &mut Case<'_>) -> Result<(), Kind> {
    let (at, unit, length) = (case.address("d"), case.unit("unit"), case.length("len"));
    case.tensor((at, unit), length.into());
    case.check()?;
    let [start, step] = ["start", "step"].map(|name| Value::of(unit, case.field(name)));
    for i in 0..length {
        let at_i = Value::from(i128::from(i));
        let value = match case.operation {
            Operation::Range => start.add(&at_i.mul(&step)),
            _ if length == 1 => start.clone(),
            _ => {
                let way = at_i.mul(&step.sub(&start));
                start.add(&way.div(&Value::from(i128::from(length) - 1)))
            }
        };
        case.put((at, unit), i, &value);
    }
    Ok(())
}
