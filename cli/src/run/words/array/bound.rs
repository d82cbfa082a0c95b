//! A text that is read piece by piece: no piece of it is without end.

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
