//! TALU instructions on the registers of a warp.

use super::super::mask::Mask;
use super::super::source::first;
use super::elements::{arithmetic, special};
use super::{Arithmetic, Source, Special, Transpose};
use crate::tile::element::Element;
use crate::tile::error::{Fault, Kind};
use crate::tile::isa::{Field, Instruction};
use crate::tile::state::{TILE, Thread};
use softfloat::{Env, Rounding};

/// A function of one source.
///
/// # Errors
/// `Illegal` where `frm` is reserved; `Undecided` where no enclosure decides a value.
pub fn function(
    thread: &mut Thread,
    i: &Instruction,
    of: Special,
    element: Element,
) -> Result<(), Fault> {
    let env = env(thread, i)?;
    let tile = tile(first(thread, i, element, 1));
    let source = Source { tile: &tile, negate: i.flag(Field::Neg1) };
    let mut out = *thread.tile(destination(i));
    let flags =
        special(of, element, source, &env, mask(thread, i), &mut out).map_err(|undecided| {
            Fault::new(Kind::Undecided, format!("{}: {undecided}", i.row().mnemonic))
        })?;
    *thread.tile_mut(destination(i)) = out;
    thread.accrue(flags);
    Ok(())
}

/// Arithmetic of two or three sources.
///
/// # Errors
/// `Illegal` where `frm` is reserved and results are rounded (TILE-D97).
pub fn computation(
    thread: &mut Thread,
    i: &Instruction,
    operation: Arithmetic,
    element: Element,
) -> Result<(), Fault> {
    let env = match operation {
        Arithmetic::Minimum | Arithmetic::Maximum => Env::IEEE,
        _ => env(thread, i)?,
    };
    let other = |field: Field| *thread.tile(i.field(field) as u8);
    let tiles = [tile(first(thread, i, element, 1)), other(Field::Src2), other(Field::Src3)];
    let signs = [Field::Neg1, Field::Neg2, Field::Neg3].map(|field| i.flag(field));
    let sources = [0, 1, 2].map(|at| Source { tile: &tiles[at], negate: signs[at] });
    let mut out = *thread.tile(destination(i));
    let flags = arithmetic(operation, element, sources, &env, mask(thread, i), &mut out);
    *thread.tile_mut(destination(i)) = out;
    thread.accrue(flags);
    Ok(())
}

/// A transpose.
pub fn transposition(thread: &mut Thread, i: &Instruction, transpose: Transpose) {
    let out = transpose.of(thread.tile(i.field(Field::Src1) as u8));
    *thread.tile_mut(destination(i)) = out;
}

fn destination(i: &Instruction) -> u8 {
    i.field(Field::Dst) as u8
}

fn mask(thread: &Thread, i: &Instruction) -> Mask {
    if i.flag(Field::Tm) { Mask(thread.mask()) } else { Mask::ALL }
}

/// The rules of results: the direction of `frm` (TILE-D54).
fn env(thread: &Thread, i: &Instruction) -> Result<Env, Fault> {
    let rounding: Option<Rounding> = thread.rounding();
    rounding.map(|rounding| Env::IEEE.rounding(rounding)).ok_or_else(|| {
        let (name, frm) = (&i.row().mnemonic, thread.frm());
        Fault::illegal(format!("{name} with `frm` {frm}; right is 0 to 4 (TILE-D54)"))
    })
}

/// The bytes of one register.
fn tile(bytes: Vec<u8>) -> [u8; TILE] {
    let mut tile = [0; TILE];
    tile.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
    tile
}
