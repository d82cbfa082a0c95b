//! NPY files of version 1 as `data/make.py` writes them: C order, little-endian.

use crate::Result;

/// An array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// NumPy's name of the type, such as `<i4`.
    pub kind: String,
    /// The size of each dimension.
    pub shape: Vec<usize>,
    /// The elements in the order of the file.
    pub bytes: Vec<u8>,
}

impl Array {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that is none, is cut, or has another order.
    pub fn read(file: &[u8]) -> Result<Self> {
        let rest = file.strip_prefix(b"\x93NUMPY\x01\x00").ok_or("no NPY file of version 1")?;
        let (size, rest) = rest.split_first_chunk().ok_or("the header is cut")?;
        let size = usize::from(u16::from_le_bytes(*size));
        let (header, data) = rest.split_at_checked(size).ok_or("the header is cut")?;
        let header = std::str::from_utf8(header)?;
        let value =
            |key: &str| header.split_once(key).map(|(_, rest)| rest).ok_or("a key is missing");
        if !value("'fortran_order': ")?.starts_with("False") {
            return Err("the array is in another order".into());
        }
        let kind = value("'descr': '")?.split('\'').next().unwrap_or_default().to_owned();
        let shape = value("'shape': (")?.split(')').next().unwrap_or_default();
        let shape = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
        let shape = shape.map(str::parse).collect::<std::result::Result<Vec<usize>, _>>()?;
        let array = Self { kind, shape, bytes: data.to_vec() };
        if array.bytes.len() != array.count() * array.size()? {
            return Err("the data do not fit the shape".into());
        }
        Ok(array)
    }

    /// How many elements it has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shape.iter().product()
    }

    /// The bytes of an element.
    fn size(&self) -> Result<usize> {
        Ok(self.kind.get(2..).unwrap_or_default().parse()?)
    }

    /// The elements as integers.
    ///
    /// # Errors
    /// Elements that are none.
    pub fn integers(&self) -> Result<Vec<i64>> {
        let of = |kind: &str, bytes: &[u8]| {
            Ok(match (kind, bytes) {
                ("|u1", [a]) => i64::from(*a),
                ("|i1", [a]) => i64::from(a.cast_signed()),
                ("<i2", [a, b]) => i64::from(i16::from_le_bytes([*a, *b])),
                ("<i4", [a, b, c, d]) => i64::from(i32::from_le_bytes([*a, *b, *c, *d])),
                _ => return Err(format!("{kind} is no integer").into()),
            })
        };
        self.bytes.chunks(self.size()?).map(|bytes| of(&self.kind, bytes)).collect()
    }

    /// The elements as binary32.
    ///
    /// # Errors
    /// Elements that are none.
    pub fn floats(&self) -> Result<Vec<f32>> {
        if self.kind != "<f4" {
            return Err(format!("{} is no binary32", self.kind).into());
        }
        let (words, _) = self.bytes.as_chunks();
        Ok(words.iter().map(|word| f32::from_le_bytes(*word)).collect())
    }
}
