//! How two results differ.

use super::matrix::Matrix;
use super::product::Product;
use super::run::Call;
use softfloat::{Format, Value};
use std::collections::BTreeMap;

/// How results differ from others of the same format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Elements that were compared.
    pub elements: u64,
    /// Those of the same code.
    pub equal: u64,
    /// Others that are NaN on both sides, words apart.
    pub nan: u64,
    /// Those where one side alone is NaN or infinite, or the infinities have two signs.
    pub special: u64,
    /// The rest by distance: key n for distances from 2^(n-1) + 1 to 2^n numbers; 0 for one; nothing for zeros of two signs.
    pub histogram: BTreeMap<Option<u32>, u64>,
    /// Sum of the distances.
    pub sum: u128,
    /// The largest of them.
    pub largest: u64,
    /// The first element that differs most: row, column, distance. Without a distance one side is special.
    pub worst: Option<(usize, usize, Option<u64>)>,
}

impl Difference {
    /// The mean distance of elements that have one, equal ones included.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let numbers = self.elements - self.nan - self.special;
        if numbers == 0 { 0.0 } else { self.sum as f64 / numbers as f64 }
    }

    /// Takes an element.
    pub fn take(&mut self, format: &Format, (i, j): (usize, usize), x: u64, y: u64) {
        self.elements += 1;
        if x == y {
            self.equal += 1;
            return;
        }
        let distance = distance(format, x, y);
        match distance {
            Some(far) => {
                let class = far.checked_sub(1).map(|less| u64::BITS - less.leading_zeros());
                *self.histogram.entry(class).or_default() += 1;
                self.sum += u128::from(far);
                self.largest = self.largest.max(far);
            }
            None if is_nan(format, x) && is_nan(format, y) => {
                self.nan += 1;
                return;
            }
            None => self.special += 1,
        }
        // What has no distance is worst.
        let rank = |distance: Option<u64>| (distance.is_none(), distance);
        if self.worst.is_none_or(|(_, _, worst)| rank(distance) > rank(worst)) {
            self.worst = Some((i, j, distance));
        }
    }
}

/// How the elements of two matrices of one format differ.
///
/// # Panics
/// Where their shapes do.
#[must_use]
pub fn differences(format: &Format, x: &Matrix, y: &Matrix) -> Difference {
    let mut found = Difference::default();
    for i in 0..x.rows() {
        for (j, (x, y)) in x.row(i).iter().zip(y.row(i)).enumerate() {
            found.take(format, (i, j), *x, *y);
        }
    }
    found
}

fn is_nan(format: &Format, code: u64) -> bool {
    matches!(format.decode::<u64>(code), Value::Nan { .. })
}

/// Numbers from one to the other, of integers their difference.
fn distance(format: &Format, x: u64, y: u64) -> Option<u64> {
    if !format.is_integer() {
        return format.distance(x, y);
    }
    let number = |code| match format.decode::<u64>(code) {
        Value::Finite(n) if n.sign => Some(-i128::from(n.significand)),
        Value::Finite(n) => Some(i128::from(n.significand)),
        Value::Nan { .. } | Value::Infinite { .. } => None,
    };
    u64::try_from((number(x)? - number(y)?).unsigned_abs()).ok()
}

/// Where two products of the same operands part: of an element the first place in k behind which their sums differ, and
/// the instructions that end there.
#[derive(Clone, Debug)]
pub struct Parting<'u> {
    /// Products before it.
    pub products: usize,
    /// The instruction of each.
    pub calls: [Call<'u>; 2],
}

impl<'u> Parting<'u> {
    /// Looks for it; nothing where the sums differ only outside of instructions.
    #[must_use]
    pub fn find(x: &'u Product<'_>, y: &'u Product<'_>, i: usize, j: usize) -> Option<Self> {
        let [x, y] = [x, y].map(|product| product.calls(i, j).concat());
        let mut others = y.into_iter().peekable();
        for call in x {
            let end = call.products.end;
            while others.next_if(|other| other.products.end < end).is_some() {}
            let other = others.next_if(|other| other.products.end == end);
            if let Some(other) = other.filter(|other| other.result != call.result) {
                return Some(Self { products: end, calls: [call, other] });
            }
        }
        None
    }
}
