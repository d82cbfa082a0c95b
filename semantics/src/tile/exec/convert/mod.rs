//! TCVT: conversions between tiles (Tile, s. 2.2; TILE-D23, D24, D44 to D51, D83, D88).
//!
//! [`convert`] is a function of bytes. Elements follow each other in register order on both sides (TILE-D44).

mod block;
mod narrow;
mod rules;
mod scaled;
mod wide;

pub use rules::{Rules, Saturation, element};
pub use wide::value;

use super::element::{Codes, Element};
use super::mask::Mask;
use crate::tile::error::Fault;
use crate::tile::exec::typed::first;
use crate::tile::isa::{Field, Instruction};
use crate::tile::state::{Thread, rounding};
use softfloat::mx::ScaleRule;
use softfloat::{Flags, Rounding};

/// What a TCVT instruction and the CSRs say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The elements read.
    pub from: Element,
    /// The elements written.
    pub to: Element,
    /// The codes of FP8.
    pub codes: Codes,
    /// The direction.
    pub rounding: Rounding,
    /// What becomes of large and of negative elements (TILE-D07).
    pub saturation: Saturation,
    /// Whether elements change their sign before everything else (TILE-D51).
    pub negate: bool,
    /// The rule of the scales (TILE-D45).
    pub scale: ScaleRule,
}

impl Conversion {
    /// A conversion without options, rounding to nearest even.
    #[must_use]
    pub const fn new(from: Element, to: Element) -> Self {
        Self {
            from,
            to,
            codes: Codes { fp8_ocp: false, mxfp8_table29: false },
            rounding: Rounding::NearestEven,
            saturation: Saturation::Finite,
            negate: false,
            scale: ScaleRule::Floor,
        }
    }

    /// Elements that are converted: those of the narrower side's registers.
    #[must_use]
    pub const fn elements(&self) -> usize {
        self.from.converted(self.to)
    }

    /// Registers that are read.
    #[must_use]
    pub const fn sources(&self) -> usize {
        self.from.fill(self.elements())
    }

    /// Registers that are written.
    #[must_use]
    pub const fn targets(&self) -> usize {
        self.to.fill(self.elements())
    }

    pub(super) const fn rules(&self) -> Rules {
        Rules { rounding: self.rounding, saturation: self.saturation }
    }
}

/// A group of registers: their bytes, and 64 scales for each.
#[derive(Debug)]
pub struct Group<'a> {
    /// The elements.
    pub bytes: &'a mut [u8],
    /// The scales.
    pub scales: &'a mut [u8],
}

// A TCVT instruction on the registers of a warp.

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

/// Converts the elements of `bytes`, whose registers have `scales`, into a group of registers. The exceptions of
/// the elements that the mask lets through come back.
pub fn convert(
    conversion: &Conversion,
    bytes: &[u8],
    scales: &[u8],
    mask: Mask,
    target: &mut Group<'_>,
) -> Flags {
    match (conversion.from, conversion.to) {
        (Element::F32 | Element::Bf16 | Element::F16, to) if to.is_block() => {
            block::convert(conversion, bytes, mask, target)
        }
        (Element::F32 | Element::Bf16 | Element::F16, _) => {
            narrow::convert(conversion, bytes, mask, target.bytes)
        }
        _ => wide::convert(conversion, bytes, scales, mask, target.bytes),
    }
}
