//! Arrays as NPY files: values as numbers, bits as unsigned integers.

use super::super::load::read_full;
use super::bound::{elements, index};
use crate::npy::{self, Kind};
use crate::run::elements::kind;
use semantics::machine::{Board, Codes, Element, ElementKind, Given, Layout};
use softfloat::format::{Binary16, Binary64, StaticFormat};
use softfloat::{Env, Value};
use std::io::{self, Read, Write};

pub(super) fn write(
    board: &dyn Board,
    layout: &dyn Layout,
    out: &mut impl Write,
) -> io::Result<()> {
    let element = layout.element();
    let Element { kind: of, bytes: size, .. } = element.number();
    npy::write(&layout.shape(), kind(of), size, out)?;
    layout.each(board, &mut |code, _| {
        let bits = match element.float(code) {
            Some(value) if size == 8 => value.to_bits(),
            Some(value) => u64::from((value as f32).to_bits()),
            None => code,
        };
        out.write_all(&bits.to_le_bytes()[..size])
    })
}

pub(super) fn read(
    mut input: impl Read,
    layout: &dyn Layout,
    round: bool,
    board: &mut dyn Board,
) -> Result<(), String> {
    let head = npy::read(&mut input).map_err(|why| format!(": {why}"))?;
    suits(&head, layout).map_err(|why| format!(": {why}"))?;
    let mut bytes = [0; 8];
    layout.fill(board, &mut |n, put| {
        let number = &mut bytes[..head.size];
        if read_full(&mut input, number).map_err(|why| format!(": {why}"))? < head.size {
            let (all, index) = (elements(layout), index(layout, n));
            return Err(format!(
                ": it ends at index {index:?}; right: {all} numbers of {} bytes",
                head.size
            ));
        }
        let code = value(number, &head, layout.element(), round);
        code.and_then(put).map_err(|why| format!(": index {:?}: {why}", index(layout, n)))
    })?;
    match read_full(&mut input, &mut [0]).map_err(|why| format!(": {why}"))? {
        0 => Ok(()),
        _ => Err(format!(": it goes on behind its {} numbers", elements(layout))),
    }
}

/// Whether the array has the layout's shape, or one axis, and numbers of the layout's kind.
fn suits(head: &npy::Head, layout: &dyn Layout) -> Result<(), String> {
    let (shape, element) = (layout.shape(), layout.element());
    if head.shape != shape && (head.shape.len() != 1 || head.words != elements(layout)) {
        let axis = if shape.len() == 1 { "" } else { ", or one axis" };
        return Err(format!("its shape is {:?}; right: {shape:?}{axis}", head.shape));
    }
    if head.kind == Kind::Opaque {
        return Err(format!("its type is {}; right for {element}: u, i or f", head.descr));
    }
    let float = head.kind == Kind::Float;
    if float == (element.number().kind == ElementKind::Float) {
        return Ok(());
    }
    let right = if float { "integers (u or i)" } else { "floating-point numbers (f)" };
    Err(format!("its type is {}; right for {element}: {right}", head.descr))
}

/// The code of a number.
fn value(bytes: &[u8], head: &npy::Head, element: &dyn Codes, round: bool) -> Result<u64, String> {
    let mut image = [0; 8];
    for (n, byte) in bytes.iter().enumerate() {
        image[if head.little { n } else { bytes.len() - 1 - n }] = *byte;
    }
    let bits = u64::from_le_bytes(image);
    let above = 64 - 8 * bytes.len() as u32;
    let given = match head.kind {
        Kind::Unsigned => Given::Integer(bits.into()),
        Kind::Signed => Given::Integer(((bits << above) as i64 >> above).into()),
        Kind::Float => Given::Float(float(bits, bytes.len())),
        Kind::Opaque => return Err(format!("its numbers are {}; right: u, i or f", head.descr)),
    };
    element.code(given, round)
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
