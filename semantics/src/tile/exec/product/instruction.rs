//! A TMMA instruction on the registers of a warp.

use super::geometry::{Geometry, Shape};
use super::multiply::multiply;
use super::{Kind, Operands, Product};
use crate::tile::error::Fault;
use crate::tile::isa::{Field, Instruction};
use crate::tile::state::Thread;
use softfloat::Rounding;
use softfloat::sum::tile::Profile;

/// Multiplies. All sources are read before D is written (TILE-D12).
///
/// # Errors
/// `Illegal` where the CSRs leave the instruction reserved.
pub fn product(
    thread: &mut Thread,
    i: &Instruction,
    kind: Kind,
    profile: Profile,
) -> Result<(), Fault> {
    let geometry = geometry(thread, i, kind)?;
    let product = Product {
        kind,
        codes: thread.csrs.codes(),
        profile,
        rounding: rounding(thread, i, kind)?,
        saturate: thread.csrs.saturates(),
        no_accumulator: i.flag(Field::NoAcc),
        negate: i.flag(Field::Neg1),
        transposed: [i.flag(Field::TransMatA), i.flag(Field::TransMatB)],
    };
    let [a, b, dst] = [Field::SrcA, Field::SrcB, Field::Dst].map(|field| i.field(field));
    let operands = Operands {
        a: thread.group(a, geometry.a),
        a_scales: thread.group_scales(a, geometry.a),
        b: thread.group(b, geometry.b),
        b_scales: thread.group_scales(b, geometry.b),
    };
    let mut d = thread.group(dst, geometry.d).to_vec();
    let signals = multiply(&product, &geometry, &operands, &mut d);
    thread.group_mut(dst, geometry.d).0.copy_from_slice(&d);
    thread.accrue(signals.flags);
    if signals.clamped {
        thread.csrs.clamped();
    }
    Ok(())
}

/// The sizes, which fit the registers (TILE-D12, D24, D39, D85).
fn geometry(thread: &Thread, i: &Instruction, kind: Kind) -> Result<Geometry, Fault> {
    let name = &i.row().mnemonic;
    let Some(shape) = thread.csrs.shape() else {
        return Err(Fault::illegal("shape 3 of `tcsr` is reserved; right is 0 to 2 (TILE-D85)"));
    };
    let Some(geometry) = Geometry::of(kind, shape, 1 << i.field(Field::NumMma)) else {
        return Err(Fault::illegal(format!(
            "{name} has shape S32 alone (TILE-D24), not {shape:?}"
        )));
    };
    let turned = i.flag(Field::TransMatA) || i.flag(Field::TransMatB);
    if turned && shape != Shape::S32 {
        return Err(Fault::illegal(format!(
            "{name} transposes in S32 alone (TILE-D39), not {shape:?}"
        )));
    }
    let groups = [(Field::SrcA, geometry.a), (Field::SrcB, geometry.b), (Field::Dst, geometry.d)];
    for (field, count) in groups {
        let first = i.field(field);
        if first as usize + count > 256 {
            return Err(Fault::illegal(format!(
                "`{field}` of {name} is {first}; right is {} at most: {count} registers, and 255 is the last (TILE-D12)",
                256 - count
            )));
        }
    }
    Ok(geometry)
}

/// The direction; integers have none (TILE-D35).
fn rounding(thread: &Thread, i: &Instruction, kind: Kind) -> Result<Rounding, Fault> {
    if kind.d.is_integer() {
        return Ok(Rounding::NearestEven);
    }
    thread.rounding().ok_or_else(|| {
        let (name, frm) = (&i.row().mnemonic, thread.frm());
        Fault::illegal(format!("{name} with `frm` {frm}; right is 0 to 4 (TILE-D35)"))
    })
}
