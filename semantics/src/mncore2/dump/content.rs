//! What a dump line says of a long word (table 3.1).

use super::number;
use crate::mncore2::isa::Dtype;

/// How a type cuts a long word: bits of an element, of its exponent and of its mantissa field.
pub(super) const fn cut(dtype: Dtype) -> (u32, u32, u32) {
    match dtype {
        Dtype::Raw | Dtype::D | Dtype::Bd => (64, 11, 52),
        Dtype::F | Dtype::Bf | Dtype::Bg => (32, 8, 23),
        Dtype::H | Dtype::Bh => (16, 6, 9),
    }
}

/// The elements' values where each stands for itself.
pub(super) fn values(dtype: Dtype, word: u64) -> [f64; 4] {
    let (bits, exponent, mantissa) = cut(dtype);
    let mut values = [0.0; 4];
    for (n, value) in values.iter_mut().enumerate().take(64 / bits as usize) {
        *value = number::value(element(word, bits, n), exponent, mantissa);
    }
    values
}

/// Element n of a word, from the most significant side.
pub(super) fn element(word: u64, bits: u32, n: usize) -> u64 {
    word << (bits * n as u32) >> (64 - bits)
}

/// Writes a long word, or one single word of it.
pub(super) fn write(
    dtype: Dtype,
    word: u64,
    values: &[f64; 4],
    single: Option<usize>,
    out: &mut Vec<u8>,
) {
    if dtype == Dtype::Raw {
        raw(word, values[0], out);
        return;
    }
    let (bits, ..) = cut(dtype);
    let count = 64 / bits as usize;
    let shown = match single {
        None => 0..count,
        Some(half) => half * count / 2..(half + 1) * count / 2,
    };
    list(shown.clone(), out, |n, out| number::write(values[n], out));
    out.push(b' ');
    list(shown, out, |n, out| {
        out.extend_from_slice(b"0x");
        let code = element(word, bits, n);
        out.extend((0..bits / 4).rev().map(|d| LOWER[(code >> (4 * d) & 15) as usize]));
    });
}

const LOWER: &[u8; 16] = b"0123456789abcdef";
const UPPER: &[u8; 16] = b"0123456789ABCDEF";

fn list(
    shown: std::ops::Range<usize>,
    out: &mut Vec<u8>,
    mut each: impl FnMut(usize, &mut Vec<u8>),
) {
    let first = shown.start;
    out.push(b'(');
    for n in shown {
        if n > first {
            out.extend_from_slice(b", ");
        }
        each(n, out);
    }
    out.push(b')');
}

/// Without a type: the double, the half words, the long word.
fn raw(word: u64, value: f64, out: &mut Vec<u8>) {
    out.extend_from_slice(b"(f:");
    number::write(value, out);
    let between = [&b", i:{{"[..], b",", b"},{", b","];
    for (n, text) in between.into_iter().enumerate() {
        out.extend_from_slice(text);
        upper(element(word, 16, n), out);
    }
    out.extend_from_slice(b"}}, v:");
    upper(word, out);
    out.push(b')');
}

/// Upper case, no leading zeros.
fn upper(code: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(b"0x");
    let digits = (67 - (code | 1).leading_zeros()) / 4;
    out.extend((0..digits).rev().map(|d| UPPER[(code >> (4 * d) & 15) as usize]));
}
