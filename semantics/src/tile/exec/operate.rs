//! TMMA, TCVT and TALU on registers: what the words and CSRs say becomes bytes, and bytes become registers.
//!
//! All is read before anything is written (TILE-D12), and what is reserved by a CSR is refused here (TILE-D13, D85).

use super::alu::{Arithmetic, Source, Special, Transpose, arithmetic as compute, special};
use super::convert::{Conversion, Group, Saturation, convert as converted};
use super::element::Element;
use super::mask::Mask;
use super::product::{Geometry, Operands, Product, Profile, multiply};
use crate::tile::error::{Fault, Kind};
use crate::tile::isa::{Field as F, Instruction, Kind as Elements, Scalar};
use crate::tile::state::{Shape, TILE, Thread, rounding};
use softfloat::{Env, Rounding};

fn frm(thread: &Thread) -> Result<Rounding, Fault> {
    let wrong = || Fault::illegal(format!("frm is {}; right is 0 to 4", thread.frm()));
    thread.rounding().ok_or_else(wrong)
}

fn mask(i: &Instruction, thread: &Thread, field: F) -> Mask {
    if i.flag(field) { Mask(thread.mask()) } else { Mask::ALL }
}

/// TMMA (TILE-D12, D35, D39).
pub(crate) fn product(
    i: &Instruction,
    kind: Elements,
    profile: Profile,
    thread: &mut Thread,
) -> Result<(), Fault> {
    let csrs = &thread.csrs;
    let shape = csrs.shape();
    let shape = shape.ok_or_else(|| Fault::illegal("tcsr.shape is 3; right is 0 to 2"))?;
    let transposed = [i.flag(F::TransMatA), i.flag(F::TransMatB)];
    if transposed != [false; 2] && shape != Shape::S32 {
        return Err(Fault::illegal("tiles are read transposed in shape S32 only (TILE-D39)"));
    }
    let geometry = Geometry::of(kind, shape, 1 << i.field(F::NumMma))
        .ok_or_else(|| Fault::illegal("elements of 6 bits have shape S32 only (Tile, s. 1.4)"))?;
    let rounding = if kind.d.is_integer() { Rounding::NearestEven } else { frm(thread)? };
    let groups = [(F::Dst, geometry.d), (F::SrcA, geometry.a), (F::SrcB, geometry.b)];
    if let Some((field, count)) = groups.iter().find(|(f, n)| i.field(*f) as usize + n > 256) {
        let first = i.field(*field);
        let text = format!("`{field}` begins {count} registers at t{first}; t255 is the last");
        return Err(Fault::illegal(text));
    }
    let product = Product {
        kind,
        codes: csrs.codes(),
        profile,
        rounding,
        saturate: csrs.saturates(),
        no_accumulator: i.flag(F::NoAcc),
        negate: i.flag(F::Neg1),
        transposed,
    };
    let [a, b] = [i.field(F::SrcA), i.field(F::SrcB)];
    let operands = Operands {
        a: thread.group(a, geometry.a),
        a_scales: thread.group_scales(a, geometry.a),
        b: thread.group(b, geometry.b),
        b_scales: thread.group_scales(b, geometry.b),
    };
    let target = i.field(F::Dst);
    let mut d = thread.group(target, geometry.d).to_vec();
    let signals = multiply(&product, &geometry, &operands, &mut d);
    thread.group_mut(target, geometry.d).0.copy_from_slice(&d);
    thread.accrue(signals.flags);
    if signals.clamped {
        thread.csrs.clamped();
    }
    Ok(())
}

/// Bits of an element in a register (TILE-D50, D59, D87): of a float register the canonical NaN where it is not boxed.
fn scalar(i: &Instruction, thread: &Thread, element: Element) -> u64 {
    let source = i.field(F::Src1);
    let ones = if element.width() == 16 { 0xffff } else { 0xffff_ffff };
    match i.scalar() {
        Scalar::Float if thread.f(source) | ones == u64::MAX => thread.f(source) & ones,
        Scalar::Float => match element {
            Element::Bf16 => 0x7fc0,
            Element::F16 => 0x7e00,
            _ => 0x7fc0_0000,
        },
        Scalar::Immediate => u64::from(i.immediate()),
        _ => thread.x(source) & ones,
    }
}

/// The bytes of source 1: registers, or one element over and over.
fn source(i: &Instruction, thread: &Thread, element: Element, registers: usize) -> Vec<u8> {
    if i.scalar() == Scalar::Tile {
        return thread.group(i.field(F::Src1), registers).to_vec();
    }
    let bytes = scalar(i, thread, element).to_le_bytes();
    let one = &bytes[..element.width() / 8];
    one.iter().copied().cycle().take(registers * TILE).collect()
}

/// TCVT (TILE-D06, D44 to D51, D85, D87, D88).
pub(crate) fn convert(
    i: &Instruction,
    from: Element,
    to: Element,
    thread: &mut Thread,
) -> Result<(), Fault> {
    let rounding = match i.field(F::RMode) {
        7 => frm(thread)?,
        mode => rounding(mode as u8)
            .ok_or_else(|| Fault::illegal(format!("rmode is {mode}; right is 0 to 4 or 7")))?,
    };
    let scale = thread.csrs.scale_rule();
    if scale.is_none() && to.is_block() {
        return Err(Fault::illegal("tcsr.mxscale is 3; right is 0 to 2"));
    }
    let conversion = Conversion {
        codes: thread.csrs.codes(),
        rounding,
        saturation: Saturation::ALL[i.field(F::Sat) as usize % 4],
        negate: i.flag(F::Neg1),
        scale: scale.unwrap_or_default(),
        ..Conversion::new(from, to)
    };
    let bytes = source(i, thread, from, conversion.sources());
    let scales = match i.scalar() {
        Scalar::Tile => thread.group_scales(i.field(F::Src1), conversion.sources()).to_vec(),
        _ => Vec::new(),
    };
    let mask = mask(i, thread, F::TMask);
    let (target, own) = thread.group_mut(i.field(F::Dst), conversion.targets());
    let mut group = Group { bytes: target, scales: own };
    let flags = converted(&conversion, &bytes, &scales, mask, &mut group);
    thread.accrue(flags);
    Ok(())
}

fn tile(i: &Instruction, thread: &Thread, element: Element) -> [u8; TILE] {
    let bytes = source(i, thread, element, 1);
    let mut tile = [0; TILE];
    tile.copy_from_slice(&bytes);
    tile
}

/// TALU with one source (TILE-D52 to D54, D58, D59).
pub(crate) fn function(
    i: &Instruction,
    function: Special,
    element: Element,
    thread: &mut Thread,
) -> Result<(), Fault> {
    let env = Env::IEEE.rounding(frm(thread)?);
    let bytes = tile(i, thread, element);
    let source = Source { tile: &bytes, negate: i.flag(F::Neg1) };
    let mask = mask(i, thread, F::Tm);
    let out = thread.tile_mut(i.field(F::Dst) as u8);
    let flags = special(function, element, source, &env, mask, out)
        .map_err(|undecided| Fault::new(Kind::Undecided, undecided.to_string()))?;
    thread.accrue(flags);
    Ok(())
}

/// TALU with two or three sources (TILE-D54 to D56, D59, D97).
pub(crate) fn arithmetic(
    i: &Instruction,
    operation: Arithmetic,
    element: Element,
    thread: &mut Thread,
) -> Result<(), Fault> {
    // What does not round takes any direction.
    let rounding = match operation {
        Arithmetic::Minimum | Arithmetic::Maximum => Rounding::NearestEven,
        _ => frm(thread)?,
    };
    let first = tile(i, thread, element);
    let [second, third] = [F::Src2, F::Src3].map(|field| *thread.tile(i.field(field) as u8));
    let source = |tile, negate| Source { tile, negate: i.flag(negate) };
    let sources = [source(&first, F::Neg1), source(&second, F::Neg2), source(&third, F::Neg3)];
    let mask = mask(i, thread, F::Tm);
    let env = Env::IEEE.rounding(rounding);
    let out = thread.tile_mut(i.field(F::Dst) as u8);
    let flags = compute(operation, element, sources, &env, mask, out);
    thread.accrue(flags);
    Ok(())
}

/// TALU_MAT_TRANS (TILE-D57).
pub(crate) fn transpose(i: &Instruction, transpose: Transpose, thread: &mut Thread) {
    let turned = transpose.of(thread.tile(i.field(F::Src1) as u8));
    *thread.tile_mut(i.field(F::Dst) as u8) = turned;
}
