//! Block-float conversion (s. 3.6.12.12, 4.4): elements of a block get one exponent and lose the
//! hidden bit.
//!
//! With K kept bits, ec the common exponent field and e an element's:
//! `R = rne((2^m + frac) / 2^(ec - e + 1 + m - K))`, output sign, ec, `R * 2^(m-K)`.
//!
//! Decisions: MN-D16, MN-D35, MN-D38, MN-D40.

use super::precision::{Parts, assemble, parts};
use super::profile::{GbfnCarry, Profile};
use super::{Half, Precision};
use crate::round::round_off;
use crate::{Bits, Rounding};

/// `dbfn`, `fbfn`, `gbfn`: the block in place, `P::BLOCK` elements.
///
/// ```
/// use softfloat::mncore2::{block::bfn, Profile, Single};
/// let mut block = [0x4000_0000, 0x3f80_0000, 0x3f00_0000, 0]; // 2, 1, 1/2, 0
/// bfn::<Single>(&Profile::DECIDED, &mut block);
/// assert_eq!(block, [0x4040_0000, 0x4020_0000, 0x4010_0000, 0x4000_0000]);
/// ```
#[inline(always)]
pub fn bfn<P: Precision>(profile: &Profile, block: &mut [P::Bits]) {
    let ignored = match profile.gbfn_carry {
        GbfnCarry::Top18 => P::FORMAT.man_bits - P::BLOCK_BITS,
        GbfnCarry::All23 => 0,
    };
    convert::<P>(block, ignored, 0, |e| in_common::<P>(e, P::BLOCK_BITS));
}

/// `hbfn/n`: n = 6 to 9 kept mantissa bits, right-aligned under an exponent `9 - n` higher.
///
/// ```
/// use softfloat::mncore2::block::hbfn;
/// let mut block = [0x4000, 0x3e00]; // 2, 1
/// hbfn(&mut block, 8);
/// assert_eq!(block, [0x4280, 0x4240]);
/// ```
#[inline(always)]
pub fn hbfn(block: &mut [u16], n: u32) {
    let b = Half::BLOCK_BITS.saturating_sub(n);
    convert::<Half>(block, b, b as i32, |e| in_common::<Half>(e, Half::BLOCK_BITS));
}

/// `hbfe/n`: as [`hbfn`], small elements in the extended representation (exponent field 0, read
/// with the common exponent minus 6).
///
/// ```
/// use softfloat::mncore2::block::hbfe;
/// let mut block = [0x4000, 0x3200]; // 2, 2^-6
/// hbfe(&mut block, 9);
/// assert_eq!(block, [0x4100, 0x0080]);
/// ```
#[inline(always)]
pub fn hbfe(block: &mut [u16], n: u32) {
    let b = Half::BLOCK_BITS.saturating_sub(n);
    convert::<Half>(block, b, b as i32, |e| {
        let down = e.common - e.parts.field;
        let limit = 6 + b as i32;
        let all_ones = e.parts.mantissa >> b == u64::mask(Half::BLOCK_BITS - b);
        let extended = down >= limit && !(down == limit && all_ones);
        let shift = if extended { down - 6 } else { down } + 1;
        let r = moved_down::<Half>(e.parts, shift);
        let field = if extended || r == 0 { 0 } else { e.common };
        assemble::<Half>(e.parts.sign, field, r)
    });
}

/// A nonzero element and its block's common exponent field.
#[derive(Clone, Copy)]
struct Element {
    parts: Parts,
    common: i32,
}

/// Steps 1 to 6 of the conversion; `nonzero` is step 7.
#[inline(always)]
fn convert<P: Precision>(
    block: &mut [P::Bits],
    ignored: u32,
    raise: i32,
    nonzero: impl Fn(Element) -> P::Bits,
) {
    let f = P::FORMAT;
    let largest = block.iter().map(|&x| parts::<P>(x).field).fold(0, i32::max);
    let ones = u64::mask(f.man_bits) >> ignored;
    let carry = block
        .iter()
        .map(|&x| parts::<P>(x))
        .any(|p| p.field == largest && p.mantissa >> ignored == ones);
    let common = largest + i32::from(carry) + raise;
    for x in block {
        let p = parts::<P>(*x);
        *x = if largest == 0 {
            assemble::<P>(p.sign, 0, 0)
        } else if common >= f.top() {
            assemble::<P>(p.sign, f.top(), 0)
        } else if p.field == 0 {
            assemble::<P>(p.sign, common, 0)
        } else {
            nonzero(Element { parts: p, common })
        };
    }
}

/// Step 7 without extension: K bits kept at the top of the mantissa field.
#[inline(always)]
fn in_common<P: Precision>(e: Element, kept: u32) -> P::Bits {
    let pad = P::FORMAT.man_bits - kept;
    let r = moved_down::<P>(e.parts, e.common - e.parts.field + 1 + pad as i32);
    assemble::<P>(e.parts.sign, e.common, r << pad)
}

/// The significand with its hidden bit moved down by `shift >= 1` places, to nearest even.
#[inline(always)]
fn moved_down<P: Precision>(p: Parts, shift: i32) -> u64 {
    round_off(Rounding::NearestEven, p.sign, p.significand::<P>(), shift.clamp(1, 63) as u32, false)
        .0
}
