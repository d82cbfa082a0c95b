//! TMMA: matrix products on registers (Tile, s. 1.4, 1.5, 2.2; TILE-D19 to D25, D33 to D43, D83, D84).
//!
//! [`multiply`] is a function of bytes. An element of D is the sum that the profile's datapath
//! ([`softfloat::sum::tile`]) makes of a row of A, a column of B and its old value: that is the definition,
//! [`define`]. The default profile reads A and B once, as integers in front of one power of two a slice, and
//! rounds the exact sum of a slice; what is no number goes to the definition.

mod geometry;
mod integer;
mod matrix;
mod multiply;
mod sum;

pub use geometry::{Geometry, Part, Shape, Side};

pub use matrix::lifted;
pub use multiply::{Line, define, element, multiply, terms};

use super::super::isa::{Field, Instruction};
pub use super::super::isa::{KINDS, Kind};
use super::element::Codes;
use crate::tile::error::Fault;
use crate::tile::state::Thread;
use softfloat::sum::Datapath;
use softfloat::{Flags, Rounding};

pub use softfloat::sum::tile::Profile;

/// What a TMMA instruction and the CSRs say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// The elements.
    pub kind: Kind,
    /// The codes of FP8.
    pub codes: Codes,
    /// The sum (TILE-D34).
    pub profile: Profile,
    /// The direction (TILE-D35).
    pub rounding: Rounding,
    /// Whether integer sums are clamped (TILE-D38).
    pub saturate: bool,
    /// Whether the first slice is added to +0 instead of D (TILE-D36).
    pub no_accumulator: bool,
    /// Whether the elements of A change their sign (TILE-D37).
    pub negate: bool,
    /// Whether the tiles of A and of B are read transposed (TILE-D39).
    pub transposed: [bool; 2],
}

impl Product {
    /// A product without options, rounding to nearest even.
    #[must_use]
    pub const fn new(kind: Kind) -> Self {
        Self {
            kind,
            codes: Codes { fp8_ocp: false, mxfp8_table29: false },
            profile: Profile::Slice,
            rounding: Rounding::NearestEven,
            saturate: false,
            no_accumulator: false,
            negate: false,
            transposed: [false; 2],
        }
    }

    /// The datapath of an element of D; elements of blocks are its terms as [`lifted`] makes them. Integers have
    /// one of their own ([`softfloat::sum::tile::integer`]).
    #[must_use]
    pub fn datapath(&self) -> Datapath {
        sum::datapath(self)
    }
}

/// The groups of registers that are read: their bytes, and the scales of the registers, 64 each.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a> {
    /// A.
    pub a: &'a [u8],
    /// The scales of A; none where its elements have none.
    pub a_scales: &'a [u8],
    /// B.
    pub b: &'a [u8],
    /// The scales of B.
    pub b_scales: &'a [u8],
}

/// What a product signals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// The exceptions of all elements (TILE-D41).
    pub flags: Flags,
    /// Whether an integer sum was clamped: `vxsat`.
    pub clamped: bool,
}

// A TMMA instruction on the registers of a warp.

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
