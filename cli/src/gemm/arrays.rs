//! Matrices in NPY files.

use crate::failure::Failure;
use crate::input::Input;
use crate::npy::{self, Head, Kind};
use crate::printable;
use softfloat::Format;
use std::io::{BufReader, Read, Write};
use std::path::Path;
use vectors::silicon::{Matrix, format_name};

/// The most bytes of an array.
const MOST: u64 = 1 << 32;

/// Reads a matrix of codes of a format.
pub(super) fn read(path: &Path, format: &Format) -> Result<Matrix, Failure> {
    let input = Input::with_end(path).map_err(|e| Failure::read(path, &e))?;
    matrix(&mut BufReader::with_capacity(1 << 16, input), format)
        .map_err(|why| Failure::input(format!("{}: {why}", printable::path(path))))
}

fn matrix(input: &mut impl Read, format: &Format) -> Result<Matrix, String> {
    let head = npy::read_any(input)?;
    let [rows, columns] = head.shape[..] else {
        let axes = head.shape.len();
        return Err(format!(
            "its shape {:?} has {axes} axes\n  right: two, rows and columns",
            head.shape
        ));
    };
    if !suits(&head, format) {
        return Err(format!(
            "its type is {}\n  right for {}: {}",
            head.descr,
            format_name(format),
            types(format)
        ));
    }
    let bytes = head.words.saturating_mul(head.size as u64);
    if bytes > MOST {
        return Err(format!("it has {bytes} bytes\n  right: at most {MOST}"));
    }
    let mut all = Vec::new();
    let wrong = |e| format!("cannot read: {e}");
    input.take(bytes).read_to_end(&mut all).map_err(wrong)?;
    if all.len() as u64 != bytes {
        return Err(format!(
            "it ends inside its numbers: {} of {bytes} bytes\n  right: {rows} x {columns} numbers of {} bytes",
            all.len(),
            head.size
        ));
    }
    if input.read(&mut [0]).map_err(wrong)? > 0 {
        return Err(format!("it goes on behind its {} numbers\n  right: one array", head.words));
    }
    let code = |bytes: &[u8]| {
        let low = bytes.iter().rev().fold(0, |code, byte| code << 8 | u64::from(*byte));
        if head.little { low } else { low.swap_bytes() >> (64 - 8 * bytes.len()) }
    };
    let codes = all.chunks_exact(head.size).map(code).collect();
    let (rows, columns) = (rows as usize, columns as usize);
    let of = |rows, columns| Matrix::new(rows, columns, codes).map_err(|e| e.to_string());
    Ok(if head.fortran { of(columns, rows)?.transposed() } else { of(rows, columns)? })
}

/// Bytes that hold a code.
fn bytes(format: &Format) -> usize {
    (format.width.div_ceil(8) as usize).next_power_of_two()
}

/// The numbers that NumPy has for a format.
fn numbers(format: &Format) -> Option<Kind> {
    use softfloat::StaticFormat;
    use softfloat::format::{Binary16, Binary32, Binary64};
    let floats = [Binary16::FORMAT, Binary32::FORMAT, Binary64::FORMAT];
    match (floats.contains(format), format.is_integer() && format.width.is_multiple_of(8)) {
        (true, _) => Some(Kind::Float),
        (false, true) if format.sign => Some(Kind::Signed),
        (false, true) => Some(Kind::Unsigned),
        (false, false) => None,
    }
}

fn suits(head: &Head, format: &Format) -> bool {
    let kind = match head.kind {
        Kind::Unsigned | Kind::Opaque => true,
        Kind::Float | Kind::Signed => numbers(format) == Some(head.kind),
    };
    kind && head.size == bytes(format)
}

/// The types of numbers that suit a format.
fn types(format: &Format) -> String {
    let size = bytes(format);
    match numbers(format) {
        Some(Kind::Float) => format!("f{size}, or its codes as u{size}"),
        Some(Kind::Signed) => format!("i{size}, or its codes as u{size}"),
        Some(Kind::Unsigned | Kind::Opaque) | None => format!("its codes as u{size}"),
    }
}

/// Writes a matrix.
pub(super) fn write(matrix: &Matrix, format: &Format) -> std::io::Result<Vec<u8>> {
    let size = bytes(format);
    let mut out = Vec::with_capacity(128 + matrix.codes().len() * size);
    let shape = [matrix.rows() as u64, matrix.columns() as u64];
    npy::write(&shape, numbers(format).unwrap_or(Kind::Unsigned), size, &mut out)?;
    for code in matrix.codes() {
        out.write_all(&code.to_le_bytes()[..size])?;
    }
    Ok(out)
}
