//! NPY files of numbers.

use std::io::{self, Read, Write};
use std::path::Path;

const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// Longer headers are none of plain numbers.
const HEADER: u64 = 1 << 16;

/// Whether the name of a file is that of an array.
pub(crate) fn is_named(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("npy"))
}

/// What numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Unsigned,
    Signed,
    Float,
    /// Codes that NumPy itself does not know, as ml_dtypes saves them.
    Opaque,
}

impl Kind {
    const LETTERS: [(char, Self); 4] =
        [('u', Self::Unsigned), ('i', Self::Signed), ('f', Self::Float), ('V', Self::Opaque)];
}

/// What the head of a file says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// The type of its numbers as it was written.
    pub(crate) descr: String,
    pub(crate) kind: Kind,
    /// Bytes of a number.
    pub(crate) size: usize,
    /// Numbers in the file.
    pub(crate) words: u64,
    /// The sizes of its axes; their product is `words`.
    pub(crate) shape: Vec<u64>,
    /// Whether the least significant byte is first.
    pub(crate) little: bool,
    /// Whether the first axis runs fastest.
    pub(crate) fortran: bool,
}

/// Reads the head of an array in C order; the numbers follow.
pub(crate) fn read(input: &mut impl Read) -> Result<Head, String> {
    match read_any(input)? {
        Head { fortran: true, .. } => {
            Err("it is in Fortran order; right: C order (numpy.ascontiguousarray)".into())
        }
        head => Ok(head),
    }
}

/// The same of an array in either order.
pub(crate) fn read_any(input: &mut impl Read) -> Result<Head, String> {
    let mut start = [0; 8];
    fill(input, &mut start)?;
    if !start.starts_with(MAGIC) {
        return Err(
            "no NPY file; right: one that numpy.save has written, or raw long words in a file \
                    of another extension"
                .into(),
        );
    }
    let length = match start[6] {
        1 => {
            let mut length = [0; 2];
            fill(input, &mut length)?;
            u64::from(u16::from_le_bytes(length))
        }
        2 | 3 => {
            let mut length = [0; 4];
            fill(input, &mut length)?;
            u64::from(u32::from_le_bytes(length))
        }
        version => return Err(format!("NPY of format {version}; right: 1, 2 or 3")),
    };
    if length > HEADER {
        return Err(format!("its head has {length} bytes; right: at most {HEADER}"));
    }
    let mut text = vec![0; length as usize];
    fill(input, &mut text)?;
    head(&String::from_utf8_lossy(&text))
}

fn fill(input: &mut impl Read, bytes: &mut [u8]) -> Result<(), String> {
    input.read_exact(bytes).map_err(|e| match e.kind() {
        io::ErrorKind::UnexpectedEof => "it ends inside its head".into(),
        _ => format!("cannot read: {e}"),
    })
}

/// The dictionary of the head.
fn head(text: &str) -> Result<Head, String> {
    let descr = value(text, "descr")?;
    let Some((little, kind, size)) = number(descr.trim_matches(['\'', '"'])) else {
        return Err(format!("its type is {descr}; right: u, i or f of 1, 2, 4 or 8 bytes"));
    };
    let fortran = match value(text, "fortran_order")? {
        "False" => false,
        "True" => true,
        other => return Err(format!("its fortran_order is {other}; right: False or True")),
    };
    let shape = value(text, "shape")?;
    let list = shape.strip_prefix('(').and_then(|s| s.strip_suffix(')'));
    let sizes = list.into_iter().flat_map(|list| list.split(',')).map(str::trim);
    let sizes = sizes.filter(|size| !size.is_empty()).map(|size| size.parse().ok());
    let sizes: Option<Vec<u64>> = sizes.collect();
    let words = |shape: &[u64]| shape.iter().try_fold(1u64, |product, n| product.checked_mul(*n));
    match (list, sizes.and_then(|shape| Some((words(&shape)?, shape)))) {
        (Some(_), Some((words, shape))) => {
            Ok(Head { descr: descr.into(), kind, size, words, shape, little, fortran })
        }
        _ => Err(format!("its shape is {shape}; right: sizes such as (4, 2, 2048)")),
    }
}

/// Endianness, kind and size of a type, `<u8` say.
fn number(descr: &str) -> Option<(bool, Kind, usize)> {
    let mut characters = descr.chars();
    let (order, letter) = (characters.next()?, characters.next()?);
    let kind = Kind::LETTERS.iter().find(|(l, _)| *l == letter)?.1;
    let size: usize = characters.as_str().parse().ok()?;
    let known = match kind {
        Kind::Opaque => matches!(size, 1 | 2),
        Kind::Float => matches!(size, 2 | 4 | 8),
        Kind::Unsigned | Kind::Signed => matches!(size, 1 | 2 | 4 | 8),
    };
    let little = match order {
        '<' => true,
        '>' => false,
        '|' if size == 1 || kind == Kind::Opaque => true,
        _ => return None,
    };
    known.then_some((little, kind, size))
}

/// What stands behind a key: a tuple, or a word up to the next comma or brace.
fn value<'a>(text: &'a str, key: &str) -> Result<&'a str, String> {
    let missing = || format!("its head does not tell the {key}");
    let behind = [format!("'{key}'"), format!("\"{key}\"")]
        .iter()
        .find_map(|quoted| text.split_once(quoted.as_str()))
        .and_then(|(_, behind)| behind.trim_start().strip_prefix(':'))
        .ok_or_else(missing)?
        .trim_start();
    let end = if behind.starts_with('(') {
        behind.find(')').map(|end| end + 1)
    } else {
        behind.find([',', '}'])
    };
    end.map(|end| behind[..end].trim()).ok_or_else(missing)
}

/// Writes the head of little-endian numbers of a shape (format 1.0).
pub(crate) fn write(
    shape: &[u64],
    kind: Kind,
    size: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let letter = Kind::LETTERS.iter().find(|(_, k)| *k == kind).map_or('u', |(letter, _)| *letter);
    let order = if size == 1 { '|' } else { '<' };
    let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
    // A tuple of one keeps its comma.
    let comma = if shape.len() == 1 { "," } else { "" };
    let text = format!(
        "{{'descr': '{order}{letter}{size}', 'fortran_order': False, 'shape': ({}{comma}), }}",
        sizes.join(", ")
    );
    // The numbers begin at a multiple of 64 bytes.
    let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
    out.write_all(MAGIC)?;
    out.write_all(&[1, 0])?;
    out.write_all(&(length as u16).to_le_bytes())?;
    writeln!(out, "{text:0$}", length - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head_of(descr: &str, little: bool) -> Head {
        let (kind, shape) = (Kind::Float, Vec::new());
        Head { descr: descr.into(), kind, size: 8, words: 1, shape, little, fortran: false }
    }

    fn error(text: &str) -> String {
        head(text).unwrap_err()
    }

    #[test]
    fn head_is_read_as_it_is_written() {
        for shape in [vec![], vec![2048], vec![4, 2, 8, 16, 4, 2048]] {
            let mut file = Vec::new();
            write(&shape, Kind::Unsigned, 8, &mut file).unwrap();
            assert_eq!(file.len() % 64, 0);
            assert_eq!(file.last(), Some(&b'\n'));
            let (kind, words) = (Kind::Unsigned, shape.iter().product());
            let expected = Head { kind, size: 8, words, shape, ..head_of("'<u8'", true) };
            assert_eq!(read(&mut &file[..]), Ok(expected));
        }
    }

    #[test]
    fn heads_of_other_writers_are_read() {
        let big = r#"{"shape": (2,3), "fortran_order": False, "descr": ">f8"}"#;
        let expected = Head { words: 6, shape: vec![2, 3], ..head_of("\">f8\"", false) };
        assert_eq!(head(big), Ok(expected));
        let scalar = "{'descr':'|i1','fortran_order':False,'shape':()}";
        let expected = Head { kind: Kind::Signed, size: 1, ..head_of("'|i1'", true) };
        assert_eq!(head(scalar), Ok(expected));
    }

    #[test]
    fn other_arrays_are_refused() {
        let single = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
        for other in ["|f1", "<c8", "=f8", "|u8", "<u3", "<f16", "|b1", "<U4", "f", ""] {
            let text = single.replace("<f4", other);
            assert!(error(&text).contains(&format!("its type is '{other}'")), "{other}");
        }
        let fortran = single.replace("f4", "f8").replace("False", "True");
        let mut file = [&b"\x93NUMPY\x01\x00"[..], &(fortran.len() as u16).to_le_bytes()].concat();
        file.extend(fortran.bytes());
        assert!(read(&mut &file[..]).unwrap_err().contains("Fortran"));
        assert!(read_any(&mut &file[..]).unwrap().fortran);
        assert!(error("{'descr': '<u8', 'fortran_order': False}").contains("the shape"));
        assert!(error("{'descr': '<u8', 'fortran_order': Maybe, 'shape': (2,)}").contains("Maybe"));
        let huge = single.replace("f4", "f8").replace("(2,)", "(4294967296, 4294967296)");
        assert!(error(&huge).contains("its shape"));
        assert!(read(&mut &b"\x93NUMPY\x01\x00\xff\x00{"[..]).unwrap_err().contains("ends inside"));
        assert!(
            read(&mut &b"\x93NUMPY\x02\x00\xff\xff\xff\xff"[..]).unwrap_err().contains("bytes")
        );
        assert!(read(&mut &b"PK\x03\x04____"[..]).unwrap_err().contains("no NPY file"));
    }
}
