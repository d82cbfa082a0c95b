//! Multiply-add over long words of elements, as they lie on MN-Core 2's data path: of a word the
//! element on the most significant side is the first (s. 1.3); a result that is wider than its
//! factors goes on in a second word, as its addend does. Under [`Profile::DECIDED`]; the flag of a
//! result is its inverted sign (MN-D15).
//!
//! [`Profile::DECIDED`]: crate::mncore2::Profile::DECIDED

use super::lanes;
use crate::mncore2::Precision;
use crate::slice::dispatch::{self, Kernel, Level};
use crate::slice::{LengthError, agree};

/// Words between two looks at infinite operands.
const CHUNK: usize = 64;

/// Two words for each word of factors: addends or results.
type Two<T> = [T; 2];

/// `x*y + z` of every element: factors in `P`, half or single, results in `O`, half for half factors
/// alone. The second words of `z` and `out` are those of half precision with single results; other
/// forms read none and write zeros.
///
/// ```
/// use softfloat::{mncore2::Single, slice::mncore2::words::fma};
/// let (x, y) = ([0x3fc0_0000_4000_0000], [0x4000_0000_4040_0000]); // 1.5, 2; 2, 3
/// let (z, mut out, mut second) = ([0x3e80_0000_3f80_0000], [0], [0]); // 1/4, 1
/// fma::<Single, Single>(&x, &y, [&z, &[0]], [&mut out, &mut second])?;
/// assert_eq!(out, [0x4050_0000_40e0_0000]); // 3.25, 7
/// # Ok::<(), softfloat::slice::LengthError>(())
/// ```
///
/// # Errors
/// Where the lengths differ.
///
/// # Panics
/// For other precisions.
pub fn fma<P: Precision, O: Precision>(
    x: &[u64],
    y: &[u64],
    z: Two<&[u64]>,
    out: Two<&mut [u64]>,
) -> Result<(), LengthError> {
    at::<P, O, true>(Level::best(), [x, y, z[0], z[1]], out)
}

/// `x + z` of every element, otherwise as [`fma`].
///
/// ```
/// use softfloat::{mncore2::Single, slice::mncore2::words::add};
/// let (x, mut out, mut second) = ([0x3f80_0000_4000_0000], [0], [0]); // 1, 2
/// add::<Single, Single>(&x, [&x, &[0]], [&mut out, &mut second])?;
/// assert_eq!(out, [0x4000_0000_4080_0000]); // 2, 4
/// # Ok::<(), softfloat::slice::LengthError>(())
/// ```
///
/// # Errors
/// Where the lengths differ.
///
/// # Panics
/// As [`fma`].
pub fn add<P: Precision, O: Precision>(
    x: &[u64],
    z: Two<&[u64]>,
    out: Two<&mut [u64]>,
) -> Result<(), LengthError> {
    at::<P, O, false>(Level::best(), [x, x, z[0], z[1]], out)
}

/// [`fma`] or [`add`] at a level.
pub(super) fn at<P: Precision, O: Precision, const FMA: bool>(
    level: Level,
    operands: [&[u64]; 4],
    out: Two<&mut [u64]>,
) -> Result<(), LengthError> {
    assert!(lanes::has_lanes::<P, O>(), "lanes of these precisions");
    let n = out[0].len();
    agree(n, operands.map(<[_]>::len))?;
    agree(n, [out[1].len()])?;
    dispatch::run(level, Words::<P, O, FMA> { operands, out, form: core::marker::PhantomData });
    Ok(())
}

struct Words<'a, P, O, const FMA: bool> {
    operands: [&'a [u64]; 4],
    out: Two<&'a mut [u64]>,
    form: core::marker::PhantomData<(P, O)>,
}

/// Element `k` of two words.
#[inline(always)]
pub(super) fn get(bits: u32, [hi, lo]: [u64; 2], k: u32) -> u32 {
    let of_word = 64 / bits;
    let word = if k < of_word { hi } else { lo };
    (word >> (64 - bits * (k % of_word + 1)) & (u64::MAX >> (64 - bits))) as u32
}

/// Puts element `k` into two words, which are 0 there.
#[inline(always)]
pub(super) fn put(bits: u32, [hi, lo]: &mut [u64; 2], k: u32, element: u32) {
    let of_word = 64 / bits;
    let word = if k < of_word { hi } else { lo };
    *word |= u64::from(element) << (64 - bits * (k % of_word + 1));
}

impl<P: Precision, O: Precision, const FMA: bool> Words<'_, P, O, FMA> {
    /// The elements of a word, and whether one of them is infinite.
    #[inline(always)]
    fn word(x: u64, y: u64, z: [u64; 2]) -> ([u64; 2], bool) {
        let (mut out, mut infinite) = ([0; 2], false);
        for k in 0..64 / P::FORMAT.width {
            let (x, y) = (get(P::FORMAT.width, [x, 0], k), get(P::FORMAT.width, [y, 0], k));
            let z = get(32, z, k);
            infinite |= lanes::infinite::<P>(x) | lanes::infinite::<P::Sum>(z);
            let r = if FMA {
                infinite |= lanes::infinite::<P>(y);
                lanes::fma::<P, O>(x, y, z)
            } else {
                lanes::add::<P, O>(x, z)
            };
            put(O::FORMAT.width, &mut out, k, r);
        }
        (out, infinite)
    }

    /// The same by the scalar form.
    #[cold]
    #[inline(never)]
    fn scalar(x: u64, y: u64, z: [u64; 2]) -> [u64; 2] {
        let mut out = [0; 2];
        for k in 0..64 / P::FORMAT.width {
            let (x, y) = (get(P::FORMAT.width, [x, 0], k), get(P::FORMAT.width, [y, 0], k));
            let z = get(32, z, k);
            let r = if FMA {
                lanes::scalar_fma::<P, O>(x, y, z)
            } else {
                lanes::scalar_add::<P, O>(x, z)
            };
            put(O::FORMAT.width, &mut out, k, r);
        }
        out
    }
}

impl<P: Precision, O: Precision, const FMA: bool> Kernel for Words<'_, P, O, FMA> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let [out_hi, out_lo] = self.out;
        let n = out_hi.len();
        let mut start = 0;
        while start < n {
            let end = n.min(start + CHUNK);
            let [x, y, z_hi, z_lo] = self.operands.map(|words| &words[start..end]);
            let (out_hi, out_lo) = (&mut out_hi[start..end], &mut out_lo[start..end]);
            let mut any = 0;
            for i in 0..end - start {
                let (out, infinite) = Self::word(x[i], y[i], [z_hi[i], z_lo[i]]);
                [out_hi[i], out_lo[i]] = out;
                any |= u64::from(infinite);
            }
            if any != 0 {
                for i in 0..end - start {
                    let z = [z_hi[i], z_lo[i]];
                    if Self::word(x[i], y[i], z).1 {
                        [out_hi[i], out_lo[i]] = Self::scalar(x[i], y[i], z);
                    }
                }
            }
            start = end;
        }
    }
}
