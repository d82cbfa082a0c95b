//! A text that is read piece by piece: no piece of it is without end.

use crate::printable;
use semantics::machine::{Given, Layout};
use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// Bytes of a piece: a line of CSV, an element of JSON. Far more than any needs.
pub(super) const MOST: u64 = 1 << 16;

/// What a reader that takes pieces has read of the present one.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece(Rc<Cell<u64>>);

impl Piece {
    /// The piece has ended.
    pub(super) fn end(&self) {
        self.0.set(0);
    }

    /// Whether the piece is longer than [`MOST`].
    pub(super) fn is_too_long(&self) -> bool {
        self.0.get() > MOST
    }
}

/// An input that ends in an error where a piece is too long. What its reader has read ahead counts to
/// the next piece.
pub(super) struct Bound<R> {
    input: R,
    piece: Piece,
}

impl<R: Read> Bound<R> {
    pub(super) fn new(input: R) -> (Self, Piece) {
        let piece = Piece::default();
        (Self { input, piece: piece.clone() }, piece)
    }
}

impl<R: Read> Read for Bound<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.piece.is_too_long() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "no end"));
        }
        let read = self.input.read(buffer)?;
        self.piece.0.set(self.piece.0.get() + read as u64);
        Ok(read)
    }
}

// The indices of an array.

/// How many elements an array has.
pub(super) fn elements(layout: &dyn Layout) -> u64 {
    layout.shape().iter().product()
}

/// The index of an element in C order, the last axis the fastest.
pub(super) fn index(layout: &dyn Layout, n: u64) -> Vec<u64> {
    let (mut rest, mut index) = (n, layout.shape());
    for size in index.iter_mut().rev() {
        (rest, *size) = (rest / *size, rest % *size);
    }
    index
}

// The code of an element, as its bits or its value tell it.

/// The code of hexadecimal digits.
pub(super) fn bits(text: &str, layout: &dyn Layout) -> Result<u64, String> {
    let element = layout.element();
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let code = u64::from_str_radix(digits, 16).ok().filter(|_| plain);
    code.filter(|code| code.checked_shr(element.bits()).unwrap_or(0) == 0).ok_or_else(|| {
        let text = printable::piece(text);
        format!("`{text}` is no code of {element}; right: {} hex digits", element.bits() / 4)
    })
}

/// The code of a value.
pub(super) fn value(text: &str, layout: &dyn Layout, round: bool) -> Result<u64, String> {
    layout.element().code(Given::Text(text), round)
}

/// The code that a file tells by its bits, by its value or by both.
pub(super) fn agreed(
    bits: Option<u64>,
    value: Option<u64>,
    layout: &dyn Layout,
) -> Result<u64, String> {
    let element = layout.element();
    match (bits, value) {
        (Some(code), None) | (None, Some(code)) => Ok(code),
        // Several codes are zeros or infinities.
        (Some(code), Some(value)) if element.text(code) == element.text(value) => Ok(code),
        (Some(code), Some(value)) => Err(format!(
            "hex {} is {}, and the value is {}; right: the same, or one of the two left out",
            element.hex(code),
            element.text(code),
            element.text(value)
        )),
        (None, None) => Err("it tells no value".into()),
    }
}
