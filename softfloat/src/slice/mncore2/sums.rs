//! Sums of the RRN (s. 4.2.1) over long words of half or single precision: the elements at one place of
//! all sources make the element at that place. Under [`Profile::DECIDED`].
//!
//! A lane is a sum. Aligned elements have 27 bits, so that eight of them are exact in 32 bits, and the
//! sum is rounded as a binary64 number. Sums of infinities are left to the scalar form.

use core::marker::PhantomData;

use super::{LengthError, lanes};
use crate::Bits;
use crate::mncore2::{Precision, Profile, fadd_arrays};
use crate::slice::dispatch::{self, Kernel, Level};

/// Elements side by side.
const LANES: usize = 8;

/// Guard bits (s. 4.2.1), and one for the rounding of what is aligned by 0.
const BELOW: u32 = 3 + 1;

/// An element that is moved further is 0, as it is from here.
const FAR: u32 = 29;

/// The sources' words: `STAGES` arrays of `SIZE`, at most eight, each rounded, and then their sums. One array
/// is one rounding.
pub type Sources<'a, const STAGES: usize, const SIZE: usize> = [[&'a [u64]; SIZE]; STAGES];

/// The sum of every element, in `O` at the low end of its place.
///
/// ```
/// use softfloat::{mncore2::Single, slice::mncore2::sums::fadd};
/// let (x, mut out) = ([0x3f80_0000_4000_0000], [0]); // 1, 2
/// fadd::<Single, Single, 1, 2>(&[[&x, &x]], &mut out)?;
/// assert_eq!(out, [0x4000_0000_4080_0000]); // 2, 4
/// # Ok::<(), softfloat::slice::LengthError>(())
/// ```
///
/// # Errors
/// Where the lengths differ.
///
/// # Panics
/// For double precision.
pub fn fadd<P: Precision, O: Precision, const STAGES: usize, const SIZE: usize>(
    sources: &Sources<'_, STAGES, SIZE>,
    out: &mut [u64],
) -> Result<(), LengthError> {
    at::<P, O, STAGES, SIZE>(Level::best(), sources, out)
}

/// [`fadd`] at a level.
pub(super) fn at<P: Precision, O: Precision, const STAGES: usize, const SIZE: usize>(
    level: Level,
    sources: &Sources<'_, STAGES, SIZE>,
    out: &mut [u64],
) -> Result<(), LengthError> {
    const { assert!(SIZE <= 8, "exact in 32 bits") };
    assert!(P::FORMAT.width <= 32, "sums of half or single precision");
    let expected = out.len();
    for (operand, found) in sources.as_flattened().iter().map(|x| x.len()).enumerate() {
        if found != expected {
            return Err(LengthError { operand, found, expected });
        }
    }
    let form = PhantomData::<(P, O)>;
    match P::FORMAT.width {
        32 => dispatch::run(level, Sums::<'_, _, _, STAGES, SIZE, 4> { sources, out, form }),
        _ => dispatch::run(level, Sums::<'_, _, _, STAGES, SIZE, 2> { sources, out, form }),
    }
    Ok(())
}

/// `WORDS` words have as many elements as there are lanes.
struct Sums<'a, P, O, const STAGES: usize, const SIZE: usize, const WORDS: usize> {
    sources: &'a Sources<'a, STAGES, SIZE>,
    out: &'a mut [u64],
    form: PhantomData<(P, O)>,
}

impl<P, O, const STAGES: usize, const SIZE: usize, const WORDS: usize> Kernel
    for Sums<'_, P, O, STAGES, SIZE, WORDS>
where
    P: Precision,
    O: Precision,
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (chunk, out) in self.out.chunks_mut(WORDS).enumerate() {
            let mut codes = [[[0; LANES]; SIZE]; STAGES];
            for (codes, source) in codes.iter_mut().zip(self.sources) {
                for (codes, source) in codes.iter_mut().zip(source) {
                    *codes = elements::<WORDS>(&source[chunk * WORDS..][..out.len()]);
                }
            }
            let mut partial = [[0; LANES]; STAGES];
            let mut infinite = false;
            for (partial, codes) in partial.iter_mut().zip(&codes) {
                let (sums, some) = stage::<P, SIZE>(codes);
                *partial = rounded::<P>(sums);
                infinite |= some;
            }
            let (sums, some) = if STAGES == 1 {
                stage::<P, SIZE>(&codes[0])
            } else {
                stage::<P, STAGES>(&partial)
            };
            let mut results = rounded::<O>(sums);
            if infinite | some {
                for (lane, result) in results.iter_mut().enumerate() {
                    *result = scalar::<P, O, STAGES, SIZE>(&codes, lane);
                }
            }
            let per = LANES / WORDS;
            for (word, results) in out.iter_mut().zip(results.chunks_exact(per)) {
                *word = results.iter().rev().fold(0, |word, &r| word << (64 / per) | u64::from(r));
            }
        }
    }
}

/// The elements of words, from the least significant side on; 0 where there are no words.
#[inline(always)]
fn elements<const WORDS: usize>(words: &[u64]) -> [u32; LANES] {
    let mut all = [0; WORDS];
    match <&[u64; WORDS]>::try_from(words) {
        Ok(words) => all = *words,
        Err(_) => all[..words.len()].copy_from_slice(words),
    }
    let per = LANES / WORDS;
    let width = 64 / per as u32;
    let mut codes = [0; LANES];
    for lane in 0..LANES {
        let word = all[lane / per] >> (width * (lane % per) as u32);
        codes[lane] = (word & (u64::MAX >> (64 - width))) as u32;
    }
    codes
}

/// The sums of one array, and whether some element is infinite. The loop over lanes is the outer one, of a
/// body that is all elements: so compilers take sums as lanes of their vectors.
#[inline(always)]
fn stage<P: Precision, const SIZE: usize>(codes: &[[u32; LANES]; SIZE]) -> ([f64; LANES], bool) {
    let f = P::FORMAT;
    let top = f.top() as u32;
    let below = f.bias + f.man_bits as i32 + BELOW as i32 - 1;
    let field = |code: u32| code >> f.man_bits & top;
    let mut numbers = [0.0; LANES];
    let mut infinite = 0;
    for lane in 0..LANES {
        let mut largest = 0;
        for codes in codes {
            largest = field(codes[lane]).max(largest);
        }
        let mut sum = 0;
        for codes in codes {
            let code = codes[lane];
            let field = field(code);
            let mantissa = code & u32::mask(f.man_bits) | 1 << f.man_bits;
            let significand = if field == 0 { 0 } else { mantissa << BELOW };
            let down = (largest - field).min(FAR);
            let odd = significand >> (down + 1) & 1;
            let kept = ((significand + (1 << down) - 1 + odd) >> (down + 1)) as i32;
            // All ones or zeros.
            let sign = -((code >> (f.width - 1)) as i32);
            sum += (kept ^ sign) - sign;
        }
        let unit = f64::from_bits(((1023 - below) as u64 + u64::from(largest)) << 52);
        numbers[lane] = f64::from(sum) * unit;
        infinite |= u32::from(largest == top);
    }
    (numbers, infinite != 0)
}

/// The codes of exact sums.
#[inline(always)]
fn rounded<O: Precision>(sums: [f64; LANES]) -> [u32; LANES] {
    if O::FORMAT.width == 32 { sums.map(lanes::to_single) } else { sums.map(lanes::to_half::<f64>) }
}

/// One sum by the scalar form.
#[cold]
#[inline(never)]
fn scalar<P: Precision, O: Precision, const STAGES: usize, const SIZE: usize>(
    codes: &[[[u32; LANES]; SIZE]; STAGES],
    lane: usize,
) -> u32 {
    let x = codes.each_ref().map(|stage| stage.map(|codes| P::Bits::low(codes[lane].into())));
    fadd_arrays::<P, O, STAGES, SIZE>(&Profile::DECIDED, &x).wide() as u32
}
