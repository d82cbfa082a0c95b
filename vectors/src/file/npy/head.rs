//! Reads the heads of NPY files.

use super::literal::Literal;
use crate::file::Error;
use crate::file::record::{Fields, MAGIC};
use std::io::{self, Read};

/// The most bytes of a head.
const MOST_HEAD: usize = 1 << 16;

pub(super) fn invalid(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why.into())
}

pub(super) fn wrong(why: impl Into<String>) -> Error {
    Error::of_io(invalid(why))
}

/// The head of an NPY file: fields and cases.
pub(super) fn head(input: &mut impl Read) -> Result<(Fields, u64), Error> {
    let mut start = [0; 8];
    let ends = |e: io::Error| match e.kind() {
        io::ErrorKind::UnexpectedEof => wrong("it ends inside its head, right is an NPY file"),
        _ => Error::of_io(e),
    };
    input.read_exact(&mut start).map_err(ends)?;
    if !start.starts_with(MAGIC) {
        return Err(wrong(
            "it is no NPY file, right is one that `assay gen --format npy` or numpy.save has written",
        ));
    }
    let mut len = [0; 4];
    let digits = match start[6] {
        1 => 2,
        2 | 3 => 4,
        version => return Err(wrong(format!("it is NPY of format {version}, right is 1, 2 or 3"))),
    };
    input.read_exact(&mut len[..digits]).map_err(ends)?;
    let len = u32::from_le_bytes(len) as usize;
    if len > MOST_HEAD {
        return Err(wrong(format!("its head has {len} bytes, right are at most {MOST_HEAD}")));
    }
    let mut text = vec![0; len];
    input.read_exact(&mut text).map_err(ends)?;
    fields(&String::from_utf8_lossy(&text)).map_err(wrong)
}

/// The fields and records that the dictionary of a head tells.
fn fields(text: &str) -> Result<(Fields, u64), String> {
    let head = Literal::read(text.trim_end_matches('\0'))
        .map_err(|at| format!("its head is no dictionary at byte {}", at + 1))?;
    let right = "right is an array of records, as `assay gen --format npy` writes it";
    if head.of("fortran_order") != Some(&Literal::Name("False".to_owned())) {
        return Err("its fortran_order is not False".to_owned());
    }
    let shape = head.of("shape").and_then(Literal::list).unwrap_or_default();
    let [Literal::Number(cases)] = shape else {
        return Err(format!("its shape has {} axes, right is one", shape.len()));
    };
    let descr = head.of("descr").and_then(Literal::list);
    let descr = descr.ok_or_else(|| format!("its type has no fields, {right}"))?;
    let mut fields = Fields { all: Vec::new(), record: 0 };
    for own in descr {
        one(&mut fields, own)?;
    }
    Ok((fields, *cases))
}

fn one(fields: &mut Fields, own: &Literal) -> Result<(), String> {
    let (name, dtype, elements) = match own.list() {
        Some([name, dtype]) => (name.text(), dtype.text(), Some(1)),
        Some([name, dtype, shape]) => (name.text(), dtype.text(), shape.number()),
        _ => (None, None, None),
    };
    let (Some(name), Some(dtype), Some(elements)) = (name, dtype, elements) else {
        return Err("a field of its type is none of name, type and one axis".to_owned());
    };
    let (little, size) = match dtype {
        "|u1" | "<u1" | ">u1" => (true, 1),
        "<u2" => (true, 2),
        ">u2" => (false, 2),
        "<u4" => (true, 4),
        ">u4" => (false, 4),
        "<u8" => (true, 8),
        ">u8" => (false, 8),
        _ => {
            let text = dtype.escape_debug();
            return Err(format!("its field `{name}` is {text}, right are unsigned integers"));
        }
    };
    let elements = usize::try_from(elements).ok().filter(|n| *n <= 1 << 16);
    let elements = elements.ok_or_else(|| format!("its field `{name}` has too many elements"))?;
    if fields.named(name).is_some() {
        return Err(format!("its field `{name}` stands twice"));
    }
    fields.push(name.to_owned(), size, elements);
    if let Some(last) = fields.all.last_mut() {
        last.little = little;
    }
    Ok(())
}
