//! Shifts, narrowing and extension (XDSA-D33, D42, D83).

use super::Plain;
use crate::Rational;
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::value::{Into, Value};
use rug::Integer;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

/// Shifts by more do what this one does.
const FAR: i128 = 200;

pub(in crate::interpreters::xdsa) fn shift(case: &mut Case<'_>) -> Result<(), Kind> {
    let operation = case.operation;
    let flags: &[&str] = if operation == Operation::Asr { &["sat", "rnd"] } else { &["sat"] };
    let plain = Plain::read(case, flags);
    plain.integers(case);
    plain.check(case)?;
    let rounds = case.field("rnd") == 1;
    let unit = plain.sources[0].1;
    for i in 0..plain.length {
        let element = case.read(plain.sources[0].0, unit, i);
        let (at, amounts) = plain.sources[1];
        let amount = amounts.integer(case.read(at, amounts, i));
        let (value, into) = match operation {
            Operation::Asr => (by_value(unit, element, -amount, rounds), Into::Wrap),
            Operation::Asl => (by_value(unit, element, amount, false), plain.rounding()),
            Operation::Lsr => (raw(unit, element, -amount), Into::Wrap),
            Operation::Lsl => (raw(unit, element, amount), Into::Wrap),
            Operation::Ror => (rotate(unit, element, amount), Into::Wrap),
            _ => return Err(Kind::UserDefined),
        };
        case.put_as(plain.to, i, &value, into);
    }
    Ok(())
}

/// x 2^left, rounded down or by [`Value::round_shift`].
fn by_value(unit: Unit, element: u64, left: i128, rounds: bool) -> Value {
    let left = left.clamp(-FAR, FAR) as i32;
    let value = Value::of(unit, element);
    if rounds || left >= 0 {
        return value.round_shift(-left);
    }
    let down = Integer::from(unit.integer(element)) >> -left;
    Value::from(Rational::from(down))
}

/// The pattern moved to the left inside its unit.
fn raw(unit: Unit, element: u64, left: i128) -> Value {
    let left = left.clamp(-FAR, FAR) as i32;
    let pattern = Integer::from(element);
    let moved = if left >= 0 { pattern << left } else { pattern >> -left };
    Value::from(i128::from(moved.to_u64_wrapping() & unit.mask()))
}

/// Bit i of the result is bit i + amount of the pattern.
fn rotate(unit: Unit, element: u64, amount: i128) -> Value {
    let width = i128::from(unit.bits());
    let bit = |i: i128| element >> (i + amount).rem_euclid(width) & 1;
    Value::from((0..width).map(|i| i128::from(bit(i)) << i).sum::<i128>())
}

pub(in crate::interpreters::xdsa) fn narrow(case: &mut Case<'_>) -> Result<(), Kind> {
    let operation = case.operation;
    let plain = Plain::read(case, &["sat"]);
    let (from, to) = (plain.sources[0], plain.to);
    if operation == Operation::Nsr {
        plain.integers(case);
        case.require(2 * to.1.bits() == from.1.bits(), Kind::UnitNotAllowed);
        plain.check(case)?;
        for i in 0..plain.length {
            let (at, amounts) = plain.sources[1];
            let amount = amounts.integer(case.read(at, amounts, i)).clamp(-FAR, FAR) as i32;
            case.put(to, i, &case.value(from, i).round_shift(amount));
        }
        return Ok(());
    }
    let floats = from.1.is_float() || to.1.is_float();
    case.require(!floats && to.1.bits() > from.1.bits(), Kind::UnitNotAllowed);
    case.tensor(from, plain.length.into());
    case.tensor(to, plain.length.into());
    case.check()?;
    for i in 0..plain.length {
        let element = i128::from(case.read(from.0, from.1, i));
        let negative = operation == Operation::Sxt && element >> (from.1.bits() - 1) & 1 == 1;
        let value = if negative { element - (1 << from.1.bits()) } else { element };
        case.put_as(to, i, &Value::from(value), Into::Wrap);
    }
    Ok(())
}
