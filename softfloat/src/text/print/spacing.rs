//! Where a number's neighbours lie: what decides how many digits it takes to name it.

use crate::{Format, Unrounded};

/// A finite number other than zero, `significand * 2^last_place`, among its neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacing {
    pub(super) significand: u64,
    /// The distance to the next larger magnitude is 2^last_place ...
    pub(super) last_place: i32,
    /// ... and to the next smaller one half of it.
    pub(super) finer_below: bool,
    /// Whether the middle below, and that above, round to this number (RNE).
    pub(super) low_reads_back: bool,
    pub(super) high_reads_back: bool,
}

impl Spacing {
    /// Numbers at equal distances.
    pub(super) fn even(u: &Unrounded<u64>) -> Self {
        let even = u.significand & 1 == 0;
        Self {
            significand: u.significand,
            last_place: u.exponent,
            finer_below: false,
            low_reads_back: even,
            high_reads_back: even,
        }
    }

    /// The neighbours of a decoded number in its format, as if the exponent had no upper bound. They
    /// are those of [`Env::IEEE`](crate::Env::IEEE).
    pub(super) fn of(format: &Format, u: &Unrounded<u64>) -> Self {
        if format.is_fixed() {
            return Self::even(u);
        }
        if !format.has_fields() && !format.zeroless() {
            // No neighbour of a number is nearer than an eighth of its last place.
            return Self::even(&Unrounded {
                significand: u.significand << 3,
                exponent: u.exponent - 3,
                ..*u
            });
        }
        let last = format.precision() as i32 - 1;
        let lead = u.exponent + 63 - u.significand.leading_zeros() as i32;
        let lowest = format.min_field() - format.bias;
        let gradual = format.is_gradual();
        let last_place = if gradual { lead.max(lowest) } else { lead } - last;
        let significand = u.significand << (u.exponent - last_place).clamp(0, 63);
        let even = significand & 1 == 0;
        // With one bit of precision every significand is 1, and a tie goes up.
        let one_bit = last == 0;
        Self {
            significand,
            last_place,
            finer_below: significand == 1 << last && (lead > lowest || !gradual),
            low_reads_back: even || one_bit,
            high_reads_back: even,
        }
    }
}
