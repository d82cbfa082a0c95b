//! A and B, read once: codes, and integers in front of one power of two a slice.

use super::super::element::{Codes, Element, unpack};
use super::geometry::{Geometry, Side};
use super::{Operands, Product};
use softfloat::format::E8m0;
use softfloat::{Format, StaticFormat, Unrounded, Value};

/// The widest lanes: the sum of 32 products of two of these fits 121 bits.
const WIDEST: u32 = 58;

/// What a slice of a line holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Numbers, as lanes.
    Lanes,
    /// Numbers too far from each other for lanes.
    Far,
    /// An infinity, a NaN, or the scale of NaN.
    Special,
}

/// A slice of a line: `lanes * 2^exponent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    pub(super) holds: Holds,
    /// The weight of the lanes' last bit; scales are in it.
    pub(super) exponent: i32,
    /// The bits of the largest lane's magnitude.
    pub(super) bits: u32,
    /// The code of the scale; 7f where there is none.
    pub(super) scale: u8,
}

/// The lines of A or B.
#[derive(Debug)]
pub(super) struct Matrix {
    pub(super) format: Format,
    /// Whether the elements stand in blocks.
    pub(super) block: bool,
    /// Fixed-point elements change their sign when they are read: a code cannot.
    negate: bool,
    /// Elements of a line.
    k: usize,
    /// Elements of a slice.
    len: usize,
    /// The elements' codes, signs changed.
    codes: Vec<u64>,
    lanes: Vec<i64>,
    slices: Vec<Slice>,
}

/// The bytes and scales of a side.
pub(super) const fn sides<'a>(operands: &Operands<'a>, side: Side) -> (&'a [u8], &'a [u8]) {
    match side {
        Side::A => (operands.a, operands.a_scales),
        Side::B => (operands.b, operands.b_scales),
    }
}

/// How a side of a product is read.
pub(super) const fn reading(product: &Product, side: Side) -> Reading {
    let [transposed_a, transposed_b] = product.transposed;
    let (element, negate, transposed) = match side {
        Side::A => (product.kind.a, product.negate, transposed_a),
        Side::B => (product.kind.b, false, transposed_b),
    };
    let slice = product.kind.slice();
    Reading { side, element, codes: product.codes, negate, transposed, slice }
}

/// How a side is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) side: Side,
    pub(super) element: Element,
    pub(super) codes: Codes,
    pub(super) negate: bool,
    pub(super) transposed: bool,
    /// Elements of a slice.
    pub(super) slice: usize,
}

impl Matrix {
    /// The matrix of a side.
    pub(super) fn read(
        product: &Product,
        geometry: &Geometry,
        operands: &Operands<'_>,
        side: Side,
    ) -> Self {
        let (reading, (bytes, scales)) = (reading(product, side), sides(operands, side));
        let Reading { element, negate, .. } = reading;
        let format = element.format(reading.codes);
        let fixed = format.is_fixed();
        let mut matrix = Self {
            format,
            block: element.is_block(),
            negate: negate && fixed,
            k: geometry.k,
            len: reading.slice,
            codes: codes(geometry, reading, bytes),
            lanes: Vec::new(),
            slices: Vec::new(),
        };
        if negate && !fixed {
            matrix.codes.iter_mut().for_each(|code| *code = negated(&format, *code));
        }
        matrix.align(&matrix_scales(geometry, reading, scales));
        matrix
    }

    /// The numbers of every slice in units of its smallest exponent.
    fn align(&mut self, scales: &[u8]) {
        let narrow = (self.format.width <= 8).then(|| {
            let every = 0..1u64 << self.format.width;
            every.map(|code| Number::of(&self.format, code, self.negate)).collect::<Vec<_>>()
        });
        let format = self.format;
        let number = |code: u64| match &narrow {
            Some(table) => table.get(code as usize).copied().unwrap_or(Number::SPECIAL),
            None => Number::of(&format, code, false),
        };
        let mut numbers = Vec::with_capacity(self.len);
        self.lanes.reserve(self.codes.len());
        for (i, codes) in self.codes.chunks(self.len).enumerate() {
            numbers.clear();
            numbers.extend(codes.iter().map(|&code| number(code)));
            let scale = scales.get(i).copied().unwrap_or(ONE);
            self.slices.push(aligned(&numbers, scale, &mut self.lanes));
        }
    }

    /// Elements of a slice.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Slices of a line.
    pub(super) const fn count(&self) -> usize {
        self.k / self.len
    }

    #[inline(always)]
    pub(super) fn slice(&self, line: usize, s: usize) -> Option<(&Slice, &[i64])> {
        let i = line * self.count() + s;
        Some((self.slices.get(i)?, self.lanes.get(i * self.len..(i + 1) * self.len)?))
    }

    /// The values of a slice's elements as the definition takes them: in the elements' format, or those of blocks in
    /// [`LIFTED`].
    pub(super) fn values(&self, line: usize, s: usize, out: &mut Vec<u64>) {
        let i = line * self.count() + s;
        let codes = self.codes.get(i * self.len..(i + 1) * self.len).unwrap_or(&[]);
        let scale = self.slices.get(i).map_or(ONE, |slice| slice.scale);
        out.extend(codes.iter().map(|&code| match self.block {
            false => code,
            true => lifted(&self.format, code, scale, self.negate),
        }));
    }

    /// The value of an element of a slice, scale included, if it is a number.
    pub(super) fn number(&self, line: usize, k: usize) -> Option<Unrounded<u64>> {
        let scale = self.slices.get((line * self.k + k) / self.len)?.scale;
        let code = self.codes.get(line * self.k + k).copied()?;
        match self.format.decode(code) {
            Value::Finite(u) if scale != NAN => Some(Unrounded {
                sign: u.sign != self.negate,
                exponent: u.exponent + i32::from(scale) - i32::from(ONE),
                ..u
            }),
            _ => None,
        }
    }
}

/// The scale of 1, and the one of NaN.
const ONE: u8 = 127;
const NAN: u8 = 0xff;

/// The values of block elements with their scales, exact: 9 exponent and 7 fraction bits.
pub(super) type Lifted = softfloat::format::Custom<9, 7, u32>;

/// The code in `Lifted` of an element under a scale (TILE-D40). A scale of NaN makes it a quiet one whatever
/// it is; elements that signal do so still.
pub fn lifted(format: &Format, code: u64, scale: u8, negate: bool) -> u64 {
    const TOP: u64 = 0x1ff << 7;
    let sign = |negative: bool| u64::from(negative != negate) << 16;
    match (format.decode(code), E8m0::FORMAT.decode(u64::from(scale))) {
        (_, Value::Nan { .. } | Value::Infinite { .. }) => TOP | 1 << 6,
        (Value::Nan { signalling, .. }, _) => TOP | if signalling { 1 } else { 1 << 6 },
        (Value::Infinite { sign: negative }, _) => sign(negative) | TOP,
        (Value::Finite(u), Value::Finite(scale)) => {
            let sign = u.sign != negate;
            let value = Unrounded { sign, exponent: u.exponent + scale.exponent, ..u };
            Lifted::FORMAT.round_pack(&softfloat::Env::IEEE, value).bits
        }
    }
}

/// The code with its sign changed; a zero or NaN of a format without -0 stays (TILE-D37).
fn negated(format: &Format, code: u64) -> u64 {
    let sign = 1 << (format.width - 1);
    if format.neg_zero || code & (sign - 1) != 0 { code ^ sign } else { code }
}

/// The codes of all lines, one behind the other.
pub(super) fn codes(geometry: &Geometry, reading: Reading, bytes: &[u8]) -> Vec<u64> {
    let Reading { side, element, transposed, .. } = reading;
    let lines = if side == Side::A { geometry.m } else { geometry.n };
    let mut codes = Vec::with_capacity(lines * geometry.k);
    for line in 0..lines {
        for part in 0..geometry.parts(side) {
            let place = geometry.part(side, line, part);
            if transposed {
                // Tiles of 32 x 32 bytes (TILE-D39).
                let tile = place.at / 1024 * 1024;
                let column = (0..32).map(|i| bytes.get(tile + 32 * i + line % 32));
                codes.extend(column.map(|byte| u64::from(byte.copied().unwrap_or(0))));
            } else {
                let own = bytes.get(place.at..place.at + place.len).unwrap_or(&[]);
                unpack(element.width(), own, |code| codes.push(code));
            }
        }
    }
    codes
}

/// The scales of all blocks of all lines, one behind the other; none where elements have none (TILE-D23).
fn matrix_scales(geometry: &Geometry, reading: Reading, scales: &[u8]) -> Vec<u8> {
    let Reading { side, element, .. } = reading;
    if !element.is_block() {
        return Vec::new();
    }
    let lines = if side == Side::A { geometry.m } else { geometry.n };
    let parts = |line| (0..geometry.parts(side)).map(move |part| geometry.part(side, line, part));
    let blocks = |first: usize, len: usize| first..first + len / (4 * element.width());
    (0..lines)
        .flat_map(parts)
        .flat_map(|part| blocks(part.scale, part.len))
        .map(|at| scales.get(at).copied().unwrap_or(ONE))
        .collect()
}

/// A number as an integer times a power of two; zeros are 0.
#[derive(Clone, Copy, Debug)]
struct Number {
    integer: i32,
    exponent: i32,
    special: bool,
}

impl Number {
    const SPECIAL: Self = Self { integer: 0, exponent: 0, special: true };

    #[inline(always)]
    fn of(format: &Format, code: u64, negate: bool) -> Self {
        match format.decode(code as u32) {
            Value::Finite(u) => {
                let magnitude = u.significand as i32;
                let integer = if u.sign != negate { -magnitude } else { magnitude };
                Self { integer, exponent: u.exponent, special: false }
            }
            _ => Self::SPECIAL,
        }
    }
}

/// The slice of these numbers under a scale; its lanes go behind the others.
#[inline(always)]
fn aligned(numbers: &[Number], scale: u8, lanes: &mut Vec<i64>) -> Slice {
    let (mut least, mut top, mut special) = (i32::MAX, i32::MIN, scale == NAN);
    for number in numbers {
        special |= number.special;
        if number.integer != 0 {
            let bits = 32 - number.integer.unsigned_abs().leading_zeros() as i32;
            least = least.min(number.exponent);
            top = top.max(number.exponent + bits);
        }
    }
    let slice = |holds, exponent, bits| Slice { holds, exponent, bits, scale };
    let bits = if least > top { 0 } else { (top - least) as u32 };
    if special || bits > WIDEST {
        lanes.resize(lanes.len() + numbers.len(), 0);
        return slice(if special { Holds::Special } else { Holds::Far }, 0, 0);
    }
    let shift = |number: &Number| match number.integer {
        0 => 0,
        integer => i64::from(integer) << (number.exponent - least),
    };
    lanes.extend(numbers.iter().map(shift));
    let exponent = if bits == 0 { 0 } else { least + i32::from(scale) - i32::from(ONE) };
    slice(Holds::Lanes, exponent, bits)
}
