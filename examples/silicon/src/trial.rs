//! What a device must answer before it is believed: products of small integers, which every format holds and no order of addition
//! changes, so that an element in a wrong place shows.

use crate::device::Loaded;
use crate::fragment::Tile;
use crate::instruction::{Mma, Scales};
use softfloat::Format;

/// Factors of rows, columns and scales, each 1 or 2 by a digit of their number.
const fn factor(number: usize, digit: usize) -> u64 {
    1 + (number >> digit & 1) as u64
}

/// The code of an integer that the format holds.
#[must_use]
pub fn integer(value: u64, format: &Format) -> u64 {
    let Some(e) = value.checked_ilog2() else { return 0 };
    let field = (i64::from(e) + i64::from(format.bias)).cast_unsigned();
    let fraction = (u128::from(value) << format.man_bits >> e) as u64;
    let p = format.man_bits;
    field << p | fraction & ((1 << p) - 1)
}

/// Integers in the places of a tile.
struct Round {
    /// Of A by row and product, of B by product and column.
    a: Box<dyn Fn(usize, usize) -> u64>,
    b: Box<dyn Fn(usize, usize) -> u64>,
    /// Of the scales by row or column and block.
    rows: Box<dyn Fn(usize, usize) -> u64>,
    columns: Box<dyn Fn(usize, usize) -> u64>,
    /// The first copy's first addend: each place has another one.
    first: u64,
}

impl Round {
    /// For every product alone, and every digit of a row's and a column's number; then the same of every block's scales.
    fn all(mma: &Mma) -> Vec<Self> {
        let (_, _, k) = mma.shape;
        let one = || Box::new(|_: usize, _: usize| 1);
        let mut all = Vec::new();
        for (p, digit) in (0..k).flat_map(|p| (0..4).map(move |digit| (p, digit))) {
            let only = move |at: usize, value: u64| if at == p { value } else { 0 };
            all.push(Self {
                a: Box::new(move |row, at| only(at, factor(row, digit))),
                b: Box::new(move |at, column| only(at, factor(column, digit))),
                rows: one(),
                columns: one(),
                first: p as u64,
            });
        }
        for digit in 0..4 {
            for block in 0..mma.scales.as_ref().map_or(0, |scales| scales.count) {
                let scale = move |side: usize, at: usize| {
                    if at == block { factor(side, digit) } else { 1 }
                };
                let (rows, columns) = (Box::new(scale), one());
                all.push(Self { a: one(), b: one(), rows, columns, first: 0 });
                let (rows, columns) = (one(), Box::new(scale));
                all.push(Self { a: one(), b: one(), rows, columns, first: 0 });
            }
        }
        all
    }

    /// The tile, and the integers of its result.
    fn tile(&self, mma: &Mma) -> (Tile, Vec<u64>) {
        let ((m, n, k), [a, b, c, _]) = (mma.shape, &mma.elements);
        let (mut tile, mut right) = (Tile::empty(mma), Vec::new());
        let count = mma.scales.as_ref().map_or(1, |scales| scales.count);
        if let Some(Scales { format, .. }) = &mma.scales {
            let fill = |codes: &mut Vec<u64>, of: &dyn Fn(usize, usize) -> u64| {
                let each = codes.iter_mut().enumerate();
                each.for_each(|(at, code)| *code = integer(of(at / count, at % count), format));
            };
            fill(&mut tile.row_scales, &self.rows);
            fill(&mut tile.column_scales, &self.columns);
        }
        for copy in 0..mma.copies() {
            for at in 0..m * k {
                tile.a[copy * m * k + at] = integer((self.a)(at / k, at % k), &a.format);
            }
            for at in 0..k * n {
                tile.b[copy * k * n + at] = integer((self.b)(at / n, at % n), &b.format);
            }
            for (row, column) in (0..m).flat_map(|row| (0..n).map(move |column| (row, column))) {
                let addend = self.first + (copy * m * n + row * n + column) as u64;
                tile.c[(copy * m + row) * n + column] = integer(addend, &c.format);
                let product = |p: usize| {
                    let block = p * count / k;
                    (self.a)(row, p)
                        * (self.b)(p, column)
                        * (self.rows)(row, block)
                        * (self.columns)(column, block)
                };
                right.push(addend + (0..k).map(product).sum::<u64>());
            }
        }
        (tile, right)
    }
}

/// Runs it; how many elements were right.
///
/// # Errors
/// What the driver says, or the first element that is wrong.
pub fn run(loaded: &Loaded<'_>) -> Result<usize, String> {
    let mma = loaded.mma;
    let (tiles, right): (Vec<_>, Vec<_>) =
        Round::all(mma).iter().map(|round| round.tile(mma)).unzip();
    let found = loaded.run(&tiles)?;
    let (format, (_, n, _)) = (&mma.elements[3].format, mma.shape);
    for (tile, (found, right)) in found.iter().zip(&right).enumerate() {
        let pairs = found.iter().zip(right).enumerate();
        for (at, (found, right)) in pairs {
            let code = integer(*right, format);
            if *found != code {
                return Err(format!(
                    "{}: product {tile} of small integers: row {}, column {} is {found:x}, right is {code:x} ({right}); elements \
                     stand elsewhere than we know, or the device does not work; nothing was answered",
                    mma.mnemonic(),
                    at / n,
                    at % n
                ));
            }
        }
    }
    Ok(right.iter().map(Vec::len).sum())
}
