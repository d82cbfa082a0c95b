//! Code -> binary32, in integer lanes, for every format whose numbers are binary32 numbers.

use crate::{Bits, Format};

/// Whether the format's numbers go through hardware lanes: other formats' slices are loops of the
/// scalar form. They have sign, hidden bit, subnormals, and no more
/// exponent or fraction than binary32.
#[must_use]
pub const fn has_lanes(f: &Format) -> bool {
    let hidden = f.has_hidden_bit() && !f.zeroless();
    let f = f.declared();
    let shape = hidden && f.sign && f.subnormal && f.width <= 32;
    let range = if f.exp_bits == 8 { f.bias == 127 } else { f.exp_bits < 8 && f.bias < 127 };
    shape && f.exp_bits >= 2 && f.man_bits <= 23 && range
}

/// The exponent of the smallest subnormal number.
pub(super) const fn least(f: &Format) -> i32 {
    1 - f.declared().bias - f.declared().man_bits as i32
}

/// Every number of the format lies below 2^this.
pub(super) const fn limit(f: &Format) -> i32 {
    f.max_field() - f.declared().bias + 1
}

/// The binary32 code of a number of the format `f`, and whether the code is none (an infinity or
/// NaN; the first part is then of no use). `daz` is all ones where subnormal numbers read as zeros.
#[inline(always)]
pub(super) fn unpack(f: &Format, daz: u32, code: u32) -> (u32, bool) {
    let sign = (code >> (f.width - 1)) << 31;
    let magnitude = (code >> f.pad) & u32::mask(f.exp_bits + f.man_bits);
    let special = f.is_nonfinite(sign != 0, magnitude);
    let below = magnitude < 1 << f.man_bits;
    let placed = magnitude << (23 - f.man_bits);
    let bits = if f.bias == 127 {
        placed
    } else {
        let rebias = (127 - f.bias) as u32;
        // Below the normal numbers: 2^(1-bias) added by the bits, and taken off by arithmetic.
        let one_more = f32::from_bits(placed.wrapping_add((rebias + 1) << 23));
        let subnormal = one_more - f32::from_bits((rebias + 1) << 23);
        let normal = placed.wrapping_add(rebias << 23);
        if below { subnormal.to_bits() } else { normal }
    };
    let kept = bits & !(if below { daz } else { 0 });
    (kept | sign, special)
}
