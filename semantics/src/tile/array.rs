//! Arrays in memories and tile registers: a type by the name that NumPy or ml_dtypes has for it, and the sizes of the axes, the last one the fastest.

use crate::machine::{Element, ElementKind, Elements};
use crate::source::Refusal;
use crate::source::number::decimal;

/// An array: `bfloat16[16x32]`.
#[derive(Debug)]
pub(super) struct Array {
    element: Element,
    shape: Vec<u64>,
}

const fn plain(kind: ElementKind, bytes: usize) -> Element {
    Element { kind, bytes, named: None }
}

const fn code(name: &'static str, bytes: usize) -> Element {
    Element { kind: ElementKind::Unsigned, bytes, named: Some(name) }
}

/// Types whose elements are whole bytes.
const TYPES: [(&str, Element); 18] = [
    ("float64", plain(ElementKind::Float, 8)),
    ("float32", plain(ElementKind::Float, 4)),
    ("float16", plain(ElementKind::Float, 2)),
    ("uint64", plain(ElementKind::Unsigned, 8)),
    ("uint32", plain(ElementKind::Unsigned, 4)),
    ("uint16", plain(ElementKind::Unsigned, 2)),
    ("uint8", plain(ElementKind::Unsigned, 1)),
    ("int64", plain(ElementKind::Signed, 8)),
    ("int32", plain(ElementKind::Signed, 4)),
    ("int16", plain(ElementKind::Signed, 2)),
    ("int8", plain(ElementKind::Signed, 1)),
    ("bfloat16", code("bfloat16", 2)),
    ("float8_e4m3", code("float8_e4m3", 1)),
    ("float8_e4m3fn", code("float8_e4m3fn", 1)),
    ("float8_e4m3fnuz", code("float8_e4m3fnuz", 1)),
    ("float8_e5m2", code("float8_e5m2", 1)),
    ("float8_e5m2fnuz", code("float8_e5m2fnuz", 1)),
    ("float8_e8m0fnu", code("float8_e8m0fnu", 1)),
];

/// Reads `TYPE[SIZExSIZE...]`.
pub(super) fn parse(text: &str) -> Result<Array, Refusal> {
    let wrong = |what: String| {
        Refusal::new(what).help("TYPE[ROWSxCOLUMNS], such as float32[8x32] or bfloat16[16x32]")
    };
    let parts = text.strip_suffix(']').and_then(|text| text.split_once('['));
    let (name, sizes) = parts.ok_or_else(|| wrong(format!("`{text}` is no array")))?;
    let Some((_, element)) = TYPES.iter().find(|(known, _)| *known == name) else {
        let known: Vec<&str> = TYPES.iter().map(|(known, _)| *known).collect();
        return Err(Refusal::new(format!("there is no type `{name}`")).help(known.join(", ")));
    };
    let size = |text: &str| decimal(text).filter(|size: &u64| (1..=1 << 32).contains(size));
    let shape: Option<Vec<u64>> = sizes.split('x').map(size).collect();
    let shape = shape.ok_or_else(|| wrong(format!("`[{sizes}]` are no sizes")))?;
    let array = Array { element: *element, shape };
    match array.bytes() {
        0..=0x1_0000_0000 => Ok(array),
        _ => Err(wrong(format!("`{text}` has more than 2^32 bytes"))),
    }
}

impl Array {
    /// All of its bytes.
    pub(super) fn bytes(&self) -> u64 {
        let bytes = self.element.bytes as u64;
        self.shape.iter().fold(bytes, |all, size| all.saturating_mul(*size))
    }
}

impl From<Array> for Elements {
    fn from(Array { element, shape }: Array) -> Self {
        Self { element, shape }
    }
}
