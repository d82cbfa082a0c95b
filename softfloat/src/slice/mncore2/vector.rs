//! The vector multiply-add unit: [`scalar`] over slices of codes.
//!
//! Under [`Profile::DECIDED`] half and single precision go through hardware lanes; other profiles and
//! double precision are the scalar form in a loop compiled for the processor's vectors.
//!
//! ```
//! use softfloat::mncore2::{Flagged, Profile, Single};
//! use softfloat::slice::mncore2::vector;
//! let (x, y, z) = ([0x3f80_0000; 5], [0x4000_0000; 5], [0x4040_0000; 5]); // 1 * 2 + 3
//! let mut out = [Flagged { bits: 0, flag: false }; 5];
//! vector::fma::<Single, Single>(&Profile::DECIDED, &x, &y, &z, &mut out)?;
//! assert_eq!(out[4].bits, 0x40a0_0000);
//! # Ok::<(), softfloat::slice::LengthError>(())
//! ```

use core::marker::PhantomData;

use super::lanes::{self, has_lanes};
use crate::mncore2::{Flagged, Precision, Profile, vector as scalar};
use crate::slice::dispatch::{self, Kernel, Level};
use crate::slice::{LengthError, agree, map, map2, map3};
use crate::{Bits, StaticFormat};

type SumOf<P> = <<P as Precision>::Sum as StaticFormat>::Bits;

/// Elements between two looks at infinite operands.
const CHUNK: usize = 64;

/// [`scalar::fma`] of every triple.
///
/// ```
/// use softfloat::mncore2::{Flagged, Half, Profile};
/// use softfloat::slice::mncore2::vector;
/// let mut out = [Flagged { bits: 0, flag: false }];
/// vector::fma::<Half, Half>(&Profile::DECIDED, &[0x4000], &[0x4100], &[0x3f80_0000], &mut out)?;
/// assert_eq!(out, [Flagged { bits: 0x4380, flag: true }]); // 2 * 3 + 1
/// # Ok::<(), softfloat::slice::LengthError>(())
/// ```
///
/// # Errors
/// Where the lengths differ.
pub fn fma<P: Precision, O: Precision>(
    profile: &Profile,
    x: &[P::Bits],
    y: &[P::Bits],
    z: &[SumOf<P>],
    out: &mut [Flagged<O::Bits>],
) -> Result<(), LengthError> {
    if goes_through_lanes::<P, O>(profile) {
        agree(out.len(), [x.len(), y.len(), z.len()])?;
        at::<P, O, true>(Level::best(), x, Some(y), Some(z), out);
        return Ok(());
    }
    map3(x, y, z, out, |x, y, z| scalar::fma::<P, O>(profile, x, y, z))
}

/// [`scalar::mul`] of every pair.
///
/// ```
/// use softfloat::mncore2::{Flagged, Half, Profile};
/// use softfloat::slice::mncore2::vector;
/// let mut out = [Flagged { bits: 0, flag: false }];
/// vector::mul::<Half, Half>(&Profile::DECIDED, &[0x4100], &[0xbc00], &mut out)?;
/// assert_eq!(out, [Flagged { bits: 0xbf00, flag: false }]); // 3 * -0.5
/// # Ok::<(), softfloat::slice::LengthError>(())
/// ```
///
/// # Errors
/// Where the lengths differ.
pub fn mul<P: Precision, O: Precision>(
    profile: &Profile,
    x: &[P::Bits],
    y: &[P::Bits],
    out: &mut [Flagged<O::Bits>],
) -> Result<(), LengthError> {
    if goes_through_lanes::<P, O>(profile) {
        agree(out.len(), [x.len(), y.len()])?;
        at::<P, O, true>(Level::best(), x, Some(y), None, out);
        return Ok(());
    }
    map2(x, y, out, |x, y| scalar::mul::<P, O>(profile, x, y))
}

/// [`scalar::add_sum`] of every pair.
///
/// ```
/// use softfloat::mncore2::{Flagged, Half, Profile};
/// use softfloat::slice::mncore2::vector;
/// let mut out = [Flagged { bits: 0, flag: false }];
/// vector::add_sum::<Half, Half>(&Profile::DECIDED, &[0x3e00], &[0x4000_0000], &mut out)?;
/// assert_eq!(out, [Flagged { bits: 0x4100, flag: true }]); // 1 + 2
/// # Ok::<(), softfloat::slice::LengthError>(())
/// ```
///
/// # Errors
/// Where the lengths differ.
pub fn add_sum<P: Precision, O: Precision>(
    profile: &Profile,
    x: &[P::Bits],
    z: &[SumOf<P>],
    out: &mut [Flagged<O::Bits>],
) -> Result<(), LengthError> {
    if goes_through_lanes::<P, O>(profile) {
        agree(out.len(), [x.len(), z.len()])?;
        at::<P, O, false>(Level::best(), x, None, Some(z), out);
        return Ok(());
    }
    map2(x, z, out, |x, z| scalar::add_sum::<P, O>(profile, x, z))
}

/// [`scalar::passa`] of every element.
///
/// ```
/// use softfloat::mncore2::{Flagged, Half, Profile};
/// use softfloat::slice::mncore2::vector;
/// let mut out = [Flagged { bits: 1, flag: false }];
/// vector::passa::<Half, Half>(&Profile::DECIDED, &[0x8000], &mut out)?;
/// assert_eq!(out, [Flagged { bits: 0, flag: true }]); // -0
/// # Ok::<(), softfloat::slice::LengthError>(())
/// ```
///
/// # Errors
/// Where the lengths differ.
pub fn passa<P: Precision, O: Precision>(
    profile: &Profile,
    x: &[P::Bits],
    out: &mut [Flagged<O::Bits>],
) -> Result<(), LengthError> {
    if goes_through_lanes::<P, O>(profile) {
        agree(out.len(), [x.len()])?;
        at::<P, O, false>(Level::best(), x, None, None, out);
        return Ok(());
    }
    map(x, out, |x| scalar::passa::<P, O>(profile, x))
}

/// Whether the lanes follow these rules.
fn goes_through_lanes<P: Precision, O: Precision>(profile: &Profile) -> bool {
    has_lanes::<P, O>() && *profile == Profile::DECIDED
}

/// `x*y + z`, or `x + z`, at a level; what is missing is 0. All are as long as the result.
pub(super) fn at<P: Precision, O: Precision, const FMA: bool>(
    level: Level,
    x: &[P::Bits],
    y: Option<&[P::Bits]>,
    z: Option<&[SumOf<P>]>,
    out: &mut [Flagged<O::Bits>],
) {
    dispatch::run(level, Elements::<P, O, FMA> { x, y, z, out, form: PhantomData });
}

struct Elements<'a, P: Precision, O: Precision, const FMA: bool> {
    x: &'a [P::Bits],
    y: Option<&'a [P::Bits]>,
    z: Option<&'a [SumOf<P>]>,
    out: &'a mut [Flagged<O::Bits>],
    form: PhantomData<(P, O)>,
}

impl<P: Precision, O: Precision, const FMA: bool> Kernel for Elements<'_, P, O, FMA> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let nothing = ([P::Bits::ZERO; CHUNK], [SumOf::<P>::ZERO; CHUNK]);
        for (n, out) in self.out.chunks_mut(CHUNK).enumerate() {
            let here = n * CHUNK..n * CHUNK + out.len();
            let x = &self.x[here.clone()];
            let y = self.y.map_or(&nothing.0[..out.len()], |y| &y[here.clone()]);
            let z = self.z.map_or(&nothing.1[..out.len()], |z| &z[here]);
            let mut results = [0; CHUNK];
            let mut any = 0;
            for i in 0..out.len() {
                let (bits, infinite) = element::<P, O, FMA>(x[i].cast(), y[i].cast(), z[i].cast());
                results[i] = bits;
                any |= u32::from(infinite);
            }
            if any != 0 {
                for i in 0..out.len() {
                    let (x, y, z) = (x[i].cast(), y[i].cast(), z[i].cast());
                    if element::<P, O, FMA>(x, y, z).1 {
                        results[i] = match FMA {
                            true => lanes::scalar_fma::<P, O>(x, y, z),
                            false => lanes::scalar_add::<P, O>(x, z),
                        };
                    }
                }
            }
            // The flag is the inverted sign (MN-D15).
            for (out, bits) in out.iter_mut().zip(results) {
                let flag = bits >> (O::FORMAT.width - 1) == 0;
                *out = Flagged { bits: bits.cast(), flag };
            }
        }
    }
}

/// A result, and whether an operand is infinite.
#[inline(always)]
fn element<P: Precision, O: Precision, const FMA: bool>(x: u32, y: u32, z: u32) -> (u32, bool) {
    let infinite = lanes::infinite::<P>(x) | lanes::infinite::<P::Sum>(z);
    if FMA {
        (lanes::fma::<P, O>(x, y, z), infinite | lanes::infinite::<P>(y))
    } else {
        (lanes::add::<P, O>(x, z), infinite)
    }
}
