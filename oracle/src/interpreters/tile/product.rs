//! TMMA: products of matrices (s. 1.4, 1.5; TILE-D19 to D25, D32 to D43).

use super::float::{self, Format};
use super::microscaling::Element as Mx;
use super::operand::Element::{self, Integer, Scaled};
use super::operand::{Geometry, KINDS, Operand};
use super::state::{Kind, Profile, Settings, TILE, Thread};
use super::sum::{Number, Sum};
use super::word::{Word, group, legal};
use crate::reference::engine::Rounding;

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
