//! TMMA: products of matrices (s. 1.4, 1.5; TILE-D19 to D25, D32 to D43).

use super::float::{self, Format};
use super::microscaling;
use super::state::{Kind, Profile, Settings, TILE, Thread};
use super::sum::{Number, Sum};
use super::word::{Word, group, legal};
use crate::reference::engine::Rounding;

/// What elements of an operand are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    /// A format without variants.
    Plain(&'static str),
    /// FP8 by `tcsr.fp8_ocp`: E4M3 if true, else E5M2.
    Fp8(bool),
    /// An element of MX blocks.
    Scaled(microscaling::Element),
    /// An integer of 4 or 8 bits.
    Integer { bits: usize, signed: bool },
}

use Element::{Fp8, Integer, Plain, Scaled};
use microscaling::Element as Mx;

/// The rows of `mmauop`: A, B, D (TILE-D33).
const KINDS: [(Element, Element, &str); 29] = {
    const TF32: Element = Plain("tf32");
    const BF16: Element = Plain("bf16");
    const F16: Element = Plain("ieee_binary16");
    const F32_SUM: &str = "ieee_binary32";
    const F16_SUM: &str = "ieee_binary16";
    const S32_SUM: &str = "int32";
    const U8: Element = Integer { bits: 8, signed: false };
    const S8: Element = Integer { bits: 8, signed: true };
    const U4: Element = Integer { bits: 4, signed: false };
    const S4: Element = Integer { bits: 4, signed: true };
    [
        (TF32, TF32, F32_SUM),
        (BF16, BF16, F32_SUM),
        (F16, F16, F32_SUM),
        (Fp8(true), Fp8(true), F32_SUM),
        (Fp8(false), Fp8(false), F32_SUM),
        (F16, F16, F16_SUM),
        (BF16, BF16, "bf16"),
        (Fp8(true), Fp8(true), F16_SUM),
        (Fp8(true), Fp8(false), F16_SUM),
        (Fp8(false), Fp8(true), F16_SUM),
        (Fp8(false), Fp8(false), F16_SUM),
        (U8, U8, S32_SUM),
        (S8, S8, S32_SUM),
        (U4, U4, S32_SUM),
        (S4, S4, S32_SUM),
        (U8, U4, S32_SUM),
        (S8, S4, S32_SUM),
        (Scaled(Mx::Int8), Scaled(Mx::Int8), F32_SUM),
        (Scaled(Mx::Int4), Scaled(Mx::Int4), F32_SUM),
        (Scaled(Mx::Int8), Scaled(Mx::Int4), F32_SUM),
        (Scaled(Mx::E3m2), Scaled(Mx::E3m2), F32_SUM),
        (Scaled(Mx::E3m2), Scaled(Mx::E2m3), F32_SUM),
        (Scaled(Mx::E2m3), Scaled(Mx::E3m2), F32_SUM),
        (Scaled(Mx::E2m3), Scaled(Mx::E2m3), F32_SUM),
        (Scaled(Mx::E2m1), Scaled(Mx::E2m1), F32_SUM),
        (Scaled(Mx::E4m3), Scaled(Mx::E4m3), F32_SUM),
        (Scaled(Mx::E4m3), Scaled(Mx::E5m2), F32_SUM),
        (Scaled(Mx::E5m2), Scaled(Mx::E4m3), F32_SUM),
        (Scaled(Mx::E5m2), Scaled(Mx::E5m2), F32_SUM),
    ]
};

impl Element {
    const fn bits(self) -> usize {
        match self {
            Plain(name) => {
                if matches!(name.as_bytes(), b"tf32") {
                    32
                } else {
                    16
                }
            }
            Fp8(_) => 8,
            Scaled(element) => element.bits(),
            Integer { bits, .. } => bits,
        }
    }

    /// The format, under the bits of `tcsr` (TILE-D26, D28).
    fn format(self, thread: &Thread) -> Option<Format> {
        match self {
            Plain(name) => Some(float::format(name)),
            Fp8(e4m3) => Some(microscaling::fp8(e4m3, thread.control(2, 1) == 1)),
            Scaled(element) => Some(element.format(thread)),
            Integer { .. } => None,
        }
    }

    /// Terms of a slice (s. 1.5).
    const fn slice(self) -> usize {
        match self {
            Plain(_) => 256 / self.bits(),
            _ => 32,
        }
    }
}

/// The sizes of a product (s. 1.4).
#[derive(Clone, Copy)]
struct Geometry {
    /// Bytes of a row.
    row: usize,
    m: usize,
    n: usize,
    /// Of one K-step.
    k: usize,
    steps: usize,
    /// Tiles of a K-step.
    a_tiles: usize,
    b_tiles: usize,
    d_tiles: usize,
}

impl Geometry {
    fn new(a: Element, b: Element, sum_bits: usize, row: usize, steps: usize) -> Self {
        let m = TILE / row;
        let side_by_side = (8192 / (m * m * sum_bits)).max(1);
        let n = m * side_by_side;
        // Of unequal widths the narrower has the columns; six bits fill three registers.
        let narrow = a.bits().min(b.bits());
        let (k, wide) = if narrow == 6 { (128, 3) } else { (row * 8 / narrow, 1) };
        Self {
            row,
            m,
            n,
            k,
            steps,
            a_tiles: wide * a.bits() / narrow,
            b_tiles: wide * side_by_side,
            d_tiles: m * n * sum_bits / 8192,
        }
    }

    /// The first tile of a group of equal tiles, and the bit in the group, of an element of a row; rows of six bits
    /// run over three registers (TILE-D24).
    const fn element(self, bits: usize, row: usize, column: usize) -> (usize, usize) {
        if bits == 6 {
            return (0, (row * 128 + column) * 6);
        }
        let columns = self.row * 8 / bits;
        (column / columns, row * self.row * 8 + column % columns * bits)
    }
}

/// An operand: element by element.
struct Operand<'a> {
    thread: &'a Thread,
    element: Element,
    format: Option<Format>,
    first: usize,
    transposed: bool,
}

impl Operand<'_> {
    /// The first tile, and the bit from there on, of an element: its tile in the group, its row and column there.
    fn place(&self, g: Geometry, tile: usize, row: usize, column: usize) -> (usize, usize) {
        let (row, column) = if self.transposed { (column, row) } else { (row, column) };
        let (further, bit) = g.element(self.element.bits(), row, column);
        (self.first + tile + further, bit)
    }

    fn code(&self, (tile, bit): (usize, usize)) -> u64 {
        microscaling::code(&self.thread.tiles, tile, bit, self.element.bits())
    }

    /// The number at a place, with its scale.
    fn number(&self, place: (usize, usize), negated: bool) -> Number {
        let (format, code) = (self.format.expect("a float"), self.code(place));
        // Numbers without -0 are as they were with the other sign of 0 (TILE-D37).
        let number = match Number::of(format, code) {
            zero @ Number::Finite { significand: 0, .. } if !format.neg_zero => zero,
            number if negated => number.negated(),
            number => number,
        };
        match self.element {
            Scaled(element) => element.scaled(self.thread, place, number),
            _ => number,
        }
    }

    fn integer(&self, place: (usize, usize)) -> i64 {
        let code = self.code(place);
        match self.element {
            Integer { bits, signed: true } => ((code << (64 - bits)) as i64) >> (64 - bits),
            _ => code as i64,
        }
    }
}

pub(super) fn execute(w: Word, thread: &mut Thread, settings: Settings) -> Result<(), Kind> {
    w.zero(63, 50)?;
    let (to, first_a, first_b) = (w.bits(22, 15), w.bits(30, 23), w.bits(38, 31));
    let &(a, b, sum) = KINDS.get(w.bits(14, 10)).ok_or(Kind::Illegal)?;
    legal(w.bits(41, 39) < 4 && !w.bit(42))?;
    let (fresh, transposed, negated) = (w.bit(46), (w.bit(47), w.bit(48)), w.bit(49));
    let row = thread.row()?;
    let integer = matches!(a, Integer { .. });
    let may_transpose = row == 32 && !matches!(a, Scaled(_)) && (a.bits(), b.bits()) == (8, 8);
    legal(may_transpose || transposed == (false, false))?;
    legal(!integer || !negated)?;
    legal(a.bits() != 6 || row == 32)?;
    let sum_bits = if matches!(sum, "bf16" | "ieee_binary16") { 16 } else { 32 };
    let g = Geometry::new(a, b, sum_bits, row, 1 << w.bits(41, 39));
    group(first_a, g.steps * g.a_tiles)?;
    group(first_b, g.steps * g.b_tiles)?;
    group(to, g.d_tiles)?;
    let rounding =
        if integer { Ok(Rounding::TowardZero) } else { float::rounding(thread.rounding) };
    let rounding = rounding?;
    let operand = |element: Element, first, transposed| Operand {
        thread,
        element,
        format: element.format(thread),
        first,
        transposed,
    };
    let product = Product {
        g,
        a: operand(a, first_a, transposed.0),
        b: operand(b, first_b, transposed.1),
        negated,
        fresh,
        to,
    };
    let (result, raised, clamped) = if integer {
        let (result, clamped) = product.integers(thread.control(4, 1) == 1);
        (result, 0, clamped)
    } else {
        let (result, raised) = product.floats(float::format(sum), rounding, settings.profile);
        (result, raised, false)
    };
    let bytes = sum_bits / 8;
    for (i, code) in result.into_iter().enumerate() {
        let tile = &mut thread.tiles[to + i * bytes / TILE];
        tile[i * bytes % TILE..][..bytes].copy_from_slice(&code.to_le_bytes()[..bytes]);
    }
    thread.flags |= raised;
    thread.control |= u64::from(clamped) << 7;
    Ok(())
}

/// A product that is worked out.
struct Product<'a> {
    g: Geometry,
    a: Operand<'a>,
    b: Operand<'a>,
    negated: bool,
    fresh: bool,
    to: usize,
}

impl Product<'_> {
    /// The place of A in row i of all k.
    fn a_place(&self, i: usize, k: usize) -> (usize, usize) {
        let (step, column) = (k / self.g.k, k % self.g.k);
        self.a.place(self.g, step * self.g.a_tiles, i, column)
    }

    /// The place of B in column j of all k (TILE-D19, D21).
    fn b_place(&self, j: usize, k: usize) -> (usize, usize) {
        let (step, column) = (k / self.g.k, k % self.g.k);
        self.b.place(self.g, step * self.g.b_tiles + j / self.g.m, j % self.g.m, column)
    }

    /// The element of D that is there.
    fn before(&self, at: usize, bytes: usize) -> u64 {
        if self.fresh {
            return 0;
        }
        let per_tile = TILE / bytes;
        self.a.thread.element(self.to + at / per_tile, at % per_tile, bytes)
    }

    fn integers(&self, saturates: bool) -> (Vec<u64>, bool) {
        let Geometry { m, n, k, steps, .. } = self.g;
        let mut clamped = false;
        let depth = k * steps;
        let row = |i: usize| (0..depth).map(move |at| self.a.integer(self.a_place(i, at)));
        let column = |j: usize| (0..depth).map(move |at| self.b.integer(self.b_place(j, at)));
        let rows: Vec<Vec<i64>> = (0..m).map(|i| row(i).collect()).collect();
        let columns: Vec<Vec<i64>> = (0..n).map(|j| column(j).collect()).collect();
        let mut result = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            for (j, column) in columns.iter().enumerate() {
                let products: i64 = row.iter().zip(column).map(|(a, b)| a * b).sum();
                let total = i64::from(self.before(i * n + j, 4) as i32) + products;
                let limited = total.clamp(i32::MIN.into(), i32::MAX.into());
                clamped |= saturates && limited != total;
                result.push(if saturates { limited } else { total } as u64);
            }
        }
        (result, clamped)
    }

    fn floats(&self, sum: Format, rounding: Rounding, profile: Profile) -> (Vec<u64>, u8) {
        let Geometry { m, n, k, steps, .. } = self.g;
        let depth = k * steps;
        let row =
            |i: usize| (0..depth).map(move |at| self.a.number(self.a_place(i, at), self.negated));
        let column = |j: usize| (0..depth).map(move |at| self.b.number(self.b_place(j, at), false));
        let rows: Vec<Vec<Number>> = (0..m).map(|i| row(i).collect()).collect();
        let columns: Vec<Vec<Number>> = (0..n).map(|j| column(j).collect()).collect();
        let unsigned_zero = matches!(self.a.element, Scaled(Mx::Int8 | Mx::Int4));
        let size = match profile {
            Profile::Slice | Profile::Align(_) => self.a.element.slice(),
            Profile::Chain => 1,
            Profile::Full => depth,
        };
        let (mut result, mut raised) = (Vec::new(), 0);
        for (i, row) in rows.iter().enumerate() {
            for (j, column) in columns.iter().enumerate() {
                let mut code = self.before(i * n + j, sum.width as usize / 8);
                for (a, b) in row.chunks(size).zip(column.chunks(size)) {
                    let mut total = Sum::default();
                    total.add(Number::of(sum, code));
                    a.iter().zip(b).for_each(|(a, b)| total.product(*a, *b, unsigned_zero));
                    let mut direction = rounding;
                    if let Profile::Align(extra) = profile {
                        total.cut(sum.man_bits.into(), extra);
                        direction = Rounding::TowardZero;
                    }
                    let (next, flags) = total.round(sum, direction);
                    code = next;
                    raised |= flags;
                }
                result.push(code);
            }
        }
        (result, raised)
    }
}
