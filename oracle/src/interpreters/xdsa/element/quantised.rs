//! ELE_ADD and ELE_SUB (XDSA-D34, D36, D37, D87).

use super::activation::Broadcast;
use super::function::clip_bounds;
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::value::Value;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

pub(in crate::interpreters::xdsa) fn quantised(case: &mut Case<'_>) -> Result<(), Kind> {
    let units = ["src0", "src1", "des", "m_unit"].map(|name| case.unit(name));
    let [unit0, unit1, unit, factor_unit] = units;
    let length = case.length("len");
    let broadcast = Broadcast::read(case, length);
    let [a, b, to] =
        [("s0", unit0), ("s1", unit1), ("d", unit)].map(|(name, unit)| (case.address(name), unit));
    case.tensor(a, length.into());
    broadcast.tensor(case, b.0, unit1);
    case.tensor(to, length.into());
    case.check()?;
    let byte = |name, unit: Unit| {
        let signed = if unit.is_signed() { Unit::Sint8 } else { Unit::Uint8 };
        Value::of(signed, case.field(name))
    };
    let (zero, offset) = (byte("izero_imm", unit0), byte("ozero_imm", unit));
    let shift = Unit::Sint8.integer(case.field("shift")) as i32;
    let factor = Value::of(factor_unit, case.field("mul"));
    let clips = case.field("clip_min") != 0 || case.field("clip_max") != 0;
    let [least, most] = clip_bounds(case, unit);
    for i in 0..length {
        let x = case.value(a, i).sub(&zero);
        let y = case.value(b, broadcast.index(i)).sub(&zero);
        let t = if case.operation == Operation::EleAdd { x.add(&y) } else { x.sub(&y) };
        let product = t.mul(&factor);
        let scaled = if factor_unit.is_float() || unit.is_float() {
            product.scale(-shift)
        } else {
            product.round_shift(shift)
        };
        let q = scaled.add(&offset);
        let q = if clips { q.max(&least).min(&most) } else { q };
        case.put(to, i, &q);
    }
    Ok(())
}
