//! Copies, constants and lines (sections 2.5, XDSA-D93, D104).

use super::Plain;
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::value::Value;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Operation;

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
