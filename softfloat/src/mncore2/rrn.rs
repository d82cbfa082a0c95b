//! Reductions of the RRN in floating point (s. 4.2): addition with three guard bits and aligned
//! elements rounded one by one; maximum and minimum of patterns.
//!
//! Decisions: MN-D01, MN-D03 to MN-D09, MN-D29.

use super::number::{infinity, normalise, pack};
use super::precision::{Parts, assemble, parts};
use super::profile::{InfMinusInf, MinmaxR, Profile, RrnAlign4, RrnZero};
use super::{Half, Precision, Single};
use crate::round::round_off;
use crate::{Bits, Rounding, StaticFormat, Unrounded};

/// Guard bits appended below each element's mantissa.
const GUARD: u32 = 3;

/// One stage of fadd: elements of precision `P`, result in `O`.
///
/// Each element is aligned to the largest exponent and rounded there by itself (to nearest even,
/// from a distance of 4 on), the aligned elements are added exactly, and the sum is rounded again.
///
/// ```
/// use softfloat::mncore2::{fadd, Profile, Single};
/// // 1 + 2^-24 + 2^-24: the guard bits keep both.
/// let sum = fadd::<Single, Single>(&Profile::DECIDED, &[0x3f80_0000, 0x3380_0000, 0x3380_0000]);
/// assert_eq!(sum, 0x3f80_0001);
/// ```
#[inline(always)]
pub fn fadd<P: Precision, O: Precision>(profile: &Profile, elements: &[P::Bits]) -> O::Bits {
    let f = P::FORMAT;
    let largest = elements.iter().map(|&x| parts::<P>(x).field).fold(0, i32::max);
    if largest == f.top() {
        return infinite::<P, O>(profile, elements);
    }
    let mut sum = 0i64;
    for &x in elements {
        let p = parts::<P>(x);
        let aligned = aligned::<P>(profile, p, (largest - p.field) as u32);
        sum += if p.sign { -aligned } else { aligned };
    }
    let exponent = largest - f.bias - (f.man_bits + GUARD) as i32;
    pack::<O, u64>(profile, Unrounded::exact(sum < 0, exponent, sum.unsigned_abs()))
}

/// An element's significand with its guard bits, moved down by `distance` places and rounded.
#[inline(always)]
fn aligned<P: Precision>(profile: &Profile, p: Parts, distance: u32) -> i64 {
    let hidden = p.field != 0 || profile.rrn_zero == RrnZero::Hidden;
    let significand = if hidden { p.significand::<P>() << GUARD } else { 0 };
    if distance == 0 {
        return significand as i64;
    }
    let rounding = match (profile.rrn_align4, distance) {
        (RrnAlign4::Trunc, 4) => Rounding::TowardZero,
        _ => Rounding::NearestEven,
    };
    // From man_bits + 5 on everything is below half a guard unit.
    let drop = distance.min(62);
    round_off(rounding, p.sign, significand, drop, false).0 as i64
}

#[cold]
fn infinite<P: Precision, O: Precision>(profile: &Profile, elements: &[P::Bits]) -> O::Bits {
    let (mut plus, mut minus) = (false, false);
    for p in elements.iter().map(|&x| parts::<P>(x)).filter(|p| p.field == P::FORMAT.top()) {
        plus |= !p.sign;
        minus |= p.sign;
    }
    match (plus && minus, profile.inf_minus_inf) {
        (true, InfMinusInf::Zero) => O::Bits::ZERO,
        (true, InfMinusInf::Minus) => infinity::<O>(true),
        (true, InfMinusInf::Plus) => infinity::<O>(false),
        (false, _) => infinity::<O>(minus),
    }
}

/// fadd in two stages: `group(k, i)` names the i-th element of the k-th first-stage group. Both
/// roundings are the machine's own (s. 4.2.1).
///
/// ```
/// use softfloat::mncore2::{fadd_stages, Profile, Single};
/// let x = [1f32, 2.0, 3.0, 4.0].map(f32::to_bits);
/// let sum = fadd_stages::<Single, Single, 2, 2>(&Profile::DECIDED, &x, |k, i| 2 * k + i);
/// assert_eq!(sum, 10f32.to_bits());
/// ```
#[inline(always)]
pub fn fadd_stages<P: Precision, O: Precision, const GROUPS: usize, const SIZE: usize>(
    profile: &Profile,
    elements: &[P::Bits],
    group: impl Fn(usize, usize) -> usize,
) -> O::Bits {
    let mut partial = [P::Bits::ZERO; GROUPS];
    for (k, slot) in partial.iter_mut().enumerate() {
        let mut members = [P::Bits::ZERO; SIZE];
        for (i, member) in members.iter_mut().enumerate() {
            *member = elements[group(k, i)];
        }
        *slot = fadd::<P, P>(profile, &members);
    }
    fadd::<P, O>(profile, &partial)
}

/// fadd of arrays one after the other, then of their sums; one array is one rounding (s. 4.2.1).
///
/// ```
/// use softfloat::mncore2::{fadd_arrays, Profile, Single};
/// let x = [[1f32, 2.0], [3.0, 4.0]].map(|x| x.map(f32::to_bits));
/// assert_eq!(fadd_arrays::<Single, Single, 2, 2>(&Profile::DECIDED, &x), 10f32.to_bits());
/// ```
#[inline(always)]
pub fn fadd_arrays<P: Precision, O: Precision, const STAGES: usize, const SIZE: usize>(
    profile: &Profile,
    x: &[[P::Bits; SIZE]; STAGES],
) -> O::Bits {
    match STAGES {
        1 => fadd::<P, O>(profile, x.as_flattened()),
        _ => fadd_stages::<P, O, STAGES, SIZE>(profile, x.as_flattened(), |k, i| SIZE * k + i),
    }
}

/// The order of max and min (s. 4.2.2): patterns as sign-magnitude integers, +0 above -0.
#[inline(always)]
fn rank<P: StaticFormat>(x: P::Bits) -> i128 {
    let magnitude = (x & P::Bits::mask(P::FORMAT.width - 1)).wide() as i128;
    if x.bit(P::FORMAT.width - 1) { !magnitude } else { magnitude }
}

/// The largest pattern; not normalised.
///
/// ```
/// use softfloat::mncore2::{max, Half};
/// assert_eq!(max::<Half>(&[0x3e00, 0xc000]), 0x3e00); // 1, -2
/// assert_eq!(max::<Half>(&[0x8000, 0x0000]), 0x0000); // -0, +0
/// ```
#[inline(always)]
pub fn max<P: Precision>(elements: &[P::Bits]) -> P::Bits {
    elements
        .iter()
        .copied()
        .fold(identity_max::<P>(), |m, x| if rank::<P>(x) > rank::<P>(m) { x } else { m })
}

/// The smallest pattern; not normalised.
///
/// ```
/// use softfloat::mncore2::{min, Half};
/// assert_eq!(min::<Half>(&[0x3e00, 0xc000]), 0xc000); // 1, -2
/// ```
#[inline(always)]
pub fn min<P: Precision>(elements: &[P::Bits]) -> P::Bits {
    elements
        .iter()
        .copied()
        .fold(identity_min::<P>(), |m, x| if rank::<P>(x) < rank::<P>(m) { x } else { m })
}

/// The pattern below all others: all ones.
///
/// ```
/// use softfloat::mncore2::{identity_max, Half};
/// assert_eq!(identity_max::<Half>(), 0xffff);
/// ```
#[inline(always)]
#[must_use]
pub fn identity_max<P: StaticFormat>() -> P::Bits {
    P::Bits::mask(P::FORMAT.width)
}

/// The pattern above all others: 0 followed by ones.
///
/// ```
/// use softfloat::mncore2::{identity_min, Half};
/// assert_eq!(identity_min::<Half>(), 0x7fff);
/// ```
#[inline(always)]
#[must_use]
pub fn identity_min<P: StaticFormat>() -> P::Bits {
    P::Bits::mask(P::FORMAT.width - 1)
}

/// `max` with `r`: the result shortened to half once, at the very end, not normalised (MN-D09).
///
/// ```
/// use softfloat::mncore2::{max_shortened, Profile};
/// assert_eq!(max_shortened(&Profile::DECIDED, &[0x3f80_0000, 0x4040_0000]), 0x4100); // 3
/// ```
#[inline(always)]
pub fn max_shortened(profile: &Profile, elements: &[u32]) -> u16 {
    shortened(profile, max::<Single>(elements))
}

/// `min` with `r`, likewise.
///
/// ```
/// use softfloat::mncore2::{min_shortened, Profile};
/// assert_eq!(min_shortened(&Profile::DECIDED, &[0x3f80_0000, 0x4040_0000]), 0x3e00); // 1
/// ```
#[inline(always)]
pub fn min_shortened(profile: &Profile, elements: &[u32]) -> u16 {
    shortened(profile, min::<Single>(elements))
}

/// Mantissa rounded to 9 bits, exponent re-biased and clamped; sign and mantissa as they are.
#[inline(always)]
fn shortened(profile: &Profile, x: u32) -> u16 {
    let p = parts::<Single>(x);
    let (f, h) = (Single::FORMAT, Half::FORMAT);
    let drop = f.man_bits - h.man_bits;
    let (kept, _) =
        round_off(Rounding::NearestEven, p.sign, p.significand::<Single>(), drop, false);
    let carry = (kept >> (h.man_bits + 1)) as i32;
    let field = p.field + carry - f.bias + h.bias;
    let clamped = field.clamp(0, h.top());
    let mantissa = kept & u64::mask(h.man_bits);
    let cleared = field != clamped || clamped == 0 || clamped == h.top();
    let result = assemble::<Half>(p.sign, clamped, mantissa);
    match profile.minmax_r {
        MinmaxR::Clamp => result,
        MinmaxR::Clear if cleared => assemble::<Half>(p.sign, clamped, 0),
        // An exact zero is neither beyond half range nor does it lose a mantissa: it keeps its sign.
        MinmaxR::Norm if p.field != 0 || p.mantissa != 0 => normalise::<Half>(result),
        MinmaxR::Clear | MinmaxR::Norm => result,
    }
}

/// What an L1BM circuit reads: single elements, or halves that are extended (`e`).
pub trait L1bmIn: Precision {
    /// The element in single precision.
    fn single(profile: &Profile, x: Self::Bits) -> u32;
}

impl L1bmIn for Single {
    #[inline(always)]
    fn single(_: &Profile, x: u32) -> u32 {
        x
    }
}

impl L1bmIn for Half {
    #[inline(always)]
    fn single(profile: &Profile, x: u16) -> u32 {
        super::extend::<Half, Single>(profile, x)
    }
}
