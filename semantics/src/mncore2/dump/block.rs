//! Block-float values (s. 4.4): the elements of a block share one exponent and have no hidden bit.

use super::content::{cut, element};
use super::number;
use crate::mncore2::isa::Dtype;

/// Exponent fields of a block that do not match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unequal(pub(super) Vec<u64>);

/// The blocks in which the long words of four PEs, or of a matrix row, are read: the elements'
/// numbers in a word. Single precision has a block for each of the two single words.
const fn blocks(dtype: Dtype) -> &'static [&'static [usize]] {
    match dtype {
        Dtype::Bd => &[&[0]],
        Dtype::Bf => &[&[0], &[1]],
        Dtype::Bg => &[&[0, 1]],
        Dtype::Bh => &[&[0, 1, 2, 3]],
        Dtype::Raw | Dtype::D | Dtype::F | Dtype::H => &[],
    }
}

/// Whether a type needs the words of all four PEs.
pub(super) const fn is_block(dtype: Dtype) -> bool {
    !blocks(dtype).is_empty()
}

/// The values of all elements, by word and element. Where only one single word is looked at, blocks
/// beside it may be invalid.
pub(super) fn values(
    dtype: Dtype,
    words: &[u64; 4],
    single: Option<usize>,
) -> Result<[[f64; 4]; 4], Unequal> {
    let (bits, exponent, mantissa) = cut(dtype);
    let top = (1 << exponent) - 1;
    let mut values = [[0.0; 4]; 4];
    for (number, block) in blocks(dtype).iter().enumerate() {
        if dtype == Dtype::Bf && single.is_some_and(|half| half != number) {
            continue;
        }
        let codes =
            words.iter().flat_map(|&word| block.iter().map(move |&n| element(word, bits, n)));
        let fields: Vec<u64> = codes.map(|code| code >> mantissa & top).collect();
        let common = common(dtype, &fields)?;
        for (value, &word) in values.iter_mut().zip(words) {
            for &n in *block {
                value[n] = in_common(dtype, element(word, bits, n), common, top);
            }
        }
    }
    Ok(values)
}

/// The common exponent field; a half of field 0 is an extended one.
fn common(dtype: Dtype, fields: &[u64]) -> Result<u64, Unequal> {
    let largest = fields.iter().copied().max().unwrap_or(0);
    let fits = |&f: &u64| f == largest || dtype == Dtype::Bh && f == 0;
    if fields.iter().all(fits) { Ok(largest) } else { Err(Unequal(fields.to_vec())) }
}

/// `(-1)^s * F * 2^(e - bias + 1 - m)`, e six lower in an extended half.
fn in_common(dtype: Dtype, code: u64, common: u64, top: u64) -> f64 {
    let (bits, _, mantissa) = cut(dtype);
    let mut fraction = code & ((1 << mantissa) - 1);
    if dtype == Dtype::Bg {
        fraction &= !31;
    }
    let lower = if code >> mantissa & top == 0 { 6 } else { 0 };
    let exponent = common as i32 - lower - (top >> 1) as i32 + 1 - mantissa as i32;
    let magnitude = match common {
        0 => 0.0,
        _ if common == top => f64::INFINITY,
        _ => fraction as f64 * number::power(exponent),
    };
    if code >> (bits - 1) & 1 == 1 { -magnitude } else { magnitude }
}
