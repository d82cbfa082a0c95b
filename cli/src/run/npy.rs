//! NPY files of 8-byte numbers.

use std::fmt::Write as _;
use std::io::{self, Read, Write};

const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// Longer headers are none of eight-byte numbers.
const HEADER: u64 = 1 << 16;

/// What the head of a file says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Numbers in the file.
    pub(super) words: u64,
    /// The sizes of its axes; their product is `words`.
    pub(super) shape: Vec<u64>,
    /// Whether the least significant byte is first.
    pub(super) little: bool,
}

/// Reads the head; the numbers follow.
pub(super) fn read(input: &mut impl Read) -> Result<Head, String> {
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
    let kind = descr.trim_matches(['\'', '"']);
    let little = match kind {
        "<u8" | "<i8" | "<f8" => true,
        ">u8" | ">i8" | ">f8" => false,
        _ => return Err(format!("its type is {descr}; right: u8, i8 or f8 (64 bits)")),
    };
    if value(text, "fortran_order")? != "False" {
        return Err("it is in Fortran order; right: C order (numpy.ascontiguousarray)".into());
    }
    let shape = value(text, "shape")?;
    let list = shape.strip_prefix('(').and_then(|s| s.strip_suffix(')'));
    let sizes = list.into_iter().flat_map(|list| list.split(',')).map(str::trim);
    let sizes = sizes.filter(|size| !size.is_empty()).map(|size| size.parse().ok());
    let sizes: Option<Vec<u64>> = sizes.collect();
    let words = |shape: &[u64]| shape.iter().try_fold(1u64, |product, n| product.checked_mul(*n));
    match (list, sizes.and_then(|shape| Some((words(&shape)?, shape)))) {
        (Some(_), Some((words, shape))) => Ok(Head { words, shape, little }),
        _ => Err(format!("its shape is {shape}; right: sizes such as (4, 2, 2048)")),
    }
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

/// Writes the head of `<u8` numbers of a shape (format 1.0).
pub(super) fn write(shape: &[usize], out: &mut impl Write) -> io::Result<()> {
    let mut text = String::from("{'descr': '<u8', 'fortran_order': False, 'shape': (");
    for size in shape {
        // Writing to a string does not fail.
        let _ = write!(text, "{size}, ");
    }
    // A tuple of one keeps its comma.
    text.truncate(text.len() - if shape.len() > 1 { 2 } else { 1 });
    text.push_str("), }");
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

    fn error(text: &str) -> String {
        head(text).unwrap_err()
    }

    #[test]
    fn head_is_read_as_it_is_written() {
        for shape in [vec![2048], vec![4, 2, 8, 16, 4, 2048]] {
            let mut file = Vec::new();
            write(&shape, &mut file).unwrap();
            assert_eq!(file.len() % 64, 0);
            assert_eq!(file.last(), Some(&b'\n'));
            let words = shape.iter().product::<usize>() as u64;
            let shape = shape.iter().map(|&n| n as u64).collect();
            assert_eq!(read(&mut &file[..]), Ok(Head { words, shape, little: true }));
        }
    }

    #[test]
    fn heads_of_other_writers_are_read() {
        let big = r#"{"shape": (2,3), "fortran_order": False, "descr": ">f8"}"#;
        assert_eq!(head(big), Ok(Head { words: 6, shape: vec![2, 3], little: false }));
        let scalar = "{'descr':'<i8','fortran_order':False,'shape':()}";
        assert_eq!(head(scalar), Ok(Head { words: 1, shape: Vec::new(), little: true }));
    }

    #[test]
    fn other_arrays_are_refused() {
        let single = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
        assert!(error(single).contains("its type is '<f4'"));
        assert!(error(&single.replace("f4", "f8").replace("False", "True")).contains("Fortran"));
        assert!(error("{'descr': '<u8', 'fortran_order': False}").contains("the shape"));
        let huge = single.replace("f4", "f8").replace("(2,)", "(4294967296, 4294967296)");
        assert!(error(&huge).contains("its shape"));
        assert!(read(&mut &b"\x93NUMPY\x01\x00\xff\x00{"[..]).unwrap_err().contains("ends inside"));
        assert!(
            read(&mut &b"\x93NUMPY\x02\x00\xff\xff\xff\xff"[..]).unwrap_err().contains("bytes")
        );
        assert!(read(&mut &b"PK\x03\x04____"[..]).unwrap_err().contains("no NPY file"));
    }
}
