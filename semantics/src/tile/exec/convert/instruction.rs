//! A TCVT instruction on the registers of a warp.

use super::super::mask::Mask;
use super::super::source::first;
use super::registers::convert;
use super::{Conversion, Group, Saturation};
use crate::tile::element::Element;
use crate::tile::error::Fault;
use crate::tile::isa::{Field, Instruction};
use crate::tile::state::{Thread, rounding};
use softfloat::Rounding;
use softfloat::mx::ScaleRule;

/// Converts. All sources are read before the target is written (TILE-D12).
///
/// # Errors
/// `Illegal` where the CSRs leave the instruction reserved.
pub fn conversion(
    thread: &mut Thread,
    i: &Instruction,
    from: Element,
    to: Element,
) -> Result<(), Fault> {
    let conversion = Conversion {
        from,
        to,
        codes: thread.csrs.codes(),
        rounding: direction(thread, i)?,
        saturation: Saturation::ALL[i.field(Field::Sat) as usize % 4],
        negate: i.flag(Field::Neg1),
        scale: scale(thread, i, to)?,
    };
    let source = first(thread, i, from, conversion.sources());
    let scales = if from.is_block() {
        thread.group_scales(i.field(Field::Src1), conversion.sources()).to_vec()
    } else {
        Vec::new()
    };
    let mask = if i.flag(Field::TMask) { Mask(thread.mask()) } else { Mask::ALL };
    let (bytes, own) = thread.group_mut(i.field(Field::Dst), conversion.targets());
    let flags = convert(&conversion, &source, &scales, mask, &mut Group { bytes, scales: own });
    thread.accrue(flags);
    Ok(())
}

/// `rmode`, or `frm` (TILE-D06).
fn direction(thread: &Thread, i: &Instruction) -> Result<Rounding, Fault> {
    let (name, mode) = (&i.row().mnemonic, i.field(Field::RMode));
    if mode != 7 {
        let right = || format!("`rmode` of {name} is {mode}; right is 0 to 4 or 7 (TILE-D06)");
        return rounding(mode as u8).ok_or_else(|| Fault::illegal(right()));
    }
    thread.rounding().ok_or_else(|| {
        let frm = thread.frm();
        Fault::illegal(format!("{name} with rm=dyn and `frm` {frm}; right is 0 to 4 (TILE-D06)"))
    })
}

/// The rule of shared exponents, which blocks alone have (TILE-D85).
fn scale(thread: &Thread, i: &Instruction, to: Element) -> Result<ScaleRule, Fault> {
    match thread.csrs.scale_rule() {
        Some(rule) => Ok(rule),
        None if !to.is_block() => Ok(ScaleRule::Floor),
        None => {
            let name = &i.row().mnemonic;
            Err(Fault::illegal(format!("{name} with `mxscale` 3; right is 0 to 2 (TILE-D85)")))
        }
    }
}
