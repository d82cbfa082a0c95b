//! Arrays as NPY files: values as numbers, bits as unsigned integers.

use super::super::load::read_full;
use super::Put;
use super::code::code;
use crate::npy::{self, Kind};
use semantics::mncore2::Board;
use semantics::mncore2::layout::{Element, Layout};
use softfloat::format::{Binary16, Binary64, StaticFormat};
use softfloat::{Env, Value};
use std::io::{self, Read, Write};

/// What a type's values are in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    kind: Kind,
    pub(super) size: usize,
}

impl Number {
    /// Half precision of MN-Core has more exponents than binary16 has; binary32 holds both h and f.
    pub(super) const fn of(element: Element) -> Self {
        let (kind, size) = match element {
            Element::U64 => (Kind::Unsigned, 8),
            Element::U32 => (Kind::Unsigned, 4),
            Element::U16 => (Kind::Unsigned, 2),
            Element::U8 => (Kind::Unsigned, 1),
            Element::L => (Kind::Signed, 8),
            Element::I => (Kind::Signed, 4),
            Element::S => (Kind::Signed, 2),
            Element::D => (Kind::Float, 8),
            Element::F | Element::H => (Kind::Float, 4),
        };
        Self { kind, size }
    }
}

pub(super) fn write(board: &Board, layout: &Layout, out: &mut impl Write) -> io::Result<()> {
    let element = layout.element();
    let Number { kind, size } = Number::of(element);
    npy::write(&layout.shape(), kind, size, out)?;
    for spot in layout.spots() {
        let code = code(board, &spot)?;
        let bits = match element.float(code) {
            Some(value) if size == 8 => value.to_bits(),
            Some(value) => u64::from((value as f32).to_bits()),
            None => code,
        };
        out.write_all(&bits.to_le_bytes()[..size])?;
    }
    Ok(())
}

pub(super) fn read(
    mut input: impl Read,
    layout: &Layout,
    round: bool,
    put: &mut Put<'_>,
) -> Result<(), String> {
    let head = npy::read(&mut input).map_err(|why| format!(": {why}"))?;
    suits(&head, layout).map_err(|why| format!(": {why}"))?;
    let mut bytes = [0; 8];
    for (n, spot) in layout.spots().enumerate() {
        let number = &mut bytes[..head.size];
        if read_full(&mut input, number).map_err(|why| format!(": {why}"))? < head.size {
            let (all, index) = (layout.elements(), layout.index(n as u64));
            return Err(format!(
                ": it ends at index {index:?}; right: {all} numbers of {} bytes",
                head.size
            ));
        }
        let code = value(number, &head, layout.element(), round);
        let done = code.and_then(|code| put(&spot, code));
        done.map_err(|why| format!(": index {:?}: {why}", layout.index(n as u64)))?;
    }
    match read_full(&mut input, &mut [0]).map_err(|why| format!(": {why}"))? {
        0 => Ok(()),
        _ => Err(format!(": it goes on behind its {} numbers", layout.elements())),
    }
}

/// Whether the array has the layout's shape, or one axis, and numbers of the layout's kind.
fn suits(head: &npy::Head, layout: &Layout) -> Result<(), String> {
    let (shape, element) = (layout.shape(), layout.element());
    if head.shape != shape && (head.shape.len() != 1 || head.words != layout.elements()) {
        let axis = if shape.len() == 1 { "" } else { ", or one axis" };
        return Err(format!("its shape is {:?}; right: {shape:?}{axis}", head.shape));
    }
    if head.kind == Kind::Opaque {
        return Err(format!("its type is {}; right for {element}: u, i or f", head.descr));
    }
    let float = head.kind == Kind::Float;
    if float == element.format().is_some() {
        return Ok(());
    }
    let right = if float { "integers (u or i)" } else { "floating-point numbers (f)" };
    Err(format!("its type is {}; right for {element}: {right}", head.descr))
}

/// The code of a number.
fn value(bytes: &[u8], head: &npy::Head, element: Element, round: bool) -> Result<u64, String> {
    let mut image = [0; 8];
    for (n, byte) in bytes.iter().enumerate() {
        image[if head.little { n } else { bytes.len() - 1 - n }] = *byte;
    }
    let bits = u64::from_le_bytes(image);
    let above = 64 - 8 * bytes.len() as u32;
    let code = match head.kind {
        Kind::Unsigned => element.from_integer(bits.into()),
        Kind::Signed => element.from_integer(((bits << above) as i64 >> above).into()),
        Kind::Float => element.from_float(float(bits, bytes.len()), round),
        Kind::Opaque => return Err(format!("its numbers are {}; right: u, i or f", head.descr)),
    };
    code.map_err(|e| e.to_string())
}

/// The value of binary16, binary32 or binary64.
fn float(bits: u64, size: usize) -> f64 {
    match size {
        2 => {
            let value: Value<u64> = Binary16::FORMAT.decode(bits);
            f64::from_bits(Binary64::FORMAT.encode(&Env::IEEE, value).bits)
        }
        4 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}
