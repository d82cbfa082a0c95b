//! Movers: a tensor whose every element is one of a source, at the sum of one offset for each axis.

use crate::xdsa::isa::Unit;
use crate::xdsa::{Error, Kind};

/// An offset where the source has no element: the result is 0.
pub(super) const HOLE: usize = usize::MAX;

/// The elements at the sums of one offset of each axis, the outermost axis first.
pub(super) fn assemble(source: &[u64], axes: &[Vec<usize>]) -> Vec<u64> {
    let mut out = Vec::with_capacity(axes.iter().map(Vec::len).product());
    fill(source, axes, 0, &mut out);
    out
}

fn fill(source: &[u64], axes: &[Vec<usize>], start: usize, out: &mut Vec<u64>) {
    let at = |offset: &usize| start.saturating_add(*offset);
    let element = |at: usize| source.get(at).copied().unwrap_or_default();
    match axes {
        [] => out.push(element(start)),
        [last] => out.extend(last.iter().map(|offset| element(at(offset)))),
        [first, rest @ ..] => first.iter().for_each(|offset| fill(source, rest, at(offset), out)),
    }
}

/// The offsets of so many elements at a distance.
pub(super) fn ramp(count: u64, distance: u64) -> Vec<usize> {
    (0..count).map(|i| (i * distance) as usize).collect()
}

/// How many elements a dense tensor of these sizes has, as far as 64 bits say it.
pub(super) fn count(sizes: &[u64]) -> u64 {
    sizes.iter().fold(1, |count, size| count.saturating_mul(*size))
}

/// The distances of neighbours along each axis of a dense tensor.
pub(super) fn distances<const N: usize>(sizes: [u64; N]) -> [u64; N] {
    let mut distances = [1_u64; N];
    for axis in (1..N).rev() {
        distances[axis - 1] = distances[axis].saturating_mul(sizes[axis]);
    }
    distances
}

/// The offsets of every element of a dense tensor, axis by axis.
pub(super) fn grid<const N: usize>(sizes: [u64; N]) -> [Vec<usize>; N] {
    let distances = distances(sizes);
    std::array::from_fn(|axis| ramp(sizes[axis], distances[axis]))
}

/// The place that an index names in a dimension: -size to -1 count from its end (XDSA-D24).
///
/// # Errors
/// `IndexRange` outside of the dimension.
pub(super) fn resolve(unit: Unit, index: u64, size: u64) -> Result<usize, Error> {
    let (index, size) = (unit.integer(index), i128::from(size));
    let place = if index < 0 { index + size } else { index };
    if (0..size).contains(&place) {
        return Ok(place as usize);
    }
    let message =
        format!("index {index} of a dimension of {size}; right: {} to {}", -size, size - 1);
    Err(Error::new(Kind::IndexRange, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_offsets() {
        let source = [10, 11, 12, 13, 14, 15];
        assert_eq!(assemble(&source, &grid([2, 3])), source);
        let [rows, columns] = grid([2, 3]);
        assert_eq!(assemble(&source, &[columns, rows]), [10, 13, 11, 14, 12, 15]);
        assert_eq!(assemble(&source, &[vec![3, HOLE], vec![1, HOLE]]), [14, 0, 0, 0]);
        assert_eq!(assemble(&source, &[]), [10]);
        assert_eq!(distances([4, 3, 2]), [6, 2, 1]);
        assert_eq!(count(&[u64::MAX, 2]), u64::MAX);
    }

    #[test]
    fn indexes_count_from_both_ends() {
        let at =
            |index: i64| resolve(Unit::Sint32, index as u64 & 0xffff_ffff, 3).map_err(|e| e.kind);
        assert_eq!([at(0), at(2), at(-1), at(-3)], [Ok(0), Ok(2), Ok(2), Ok(0)]);
        assert_eq!([at(3), at(-4)], [Err(Kind::IndexRange); 2]);
    }
}
