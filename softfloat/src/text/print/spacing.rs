//! Where a number's neighbours lie: what decides how many digits it takes to name it.

use crate::wide::Wide;
use crate::{Format, Unrounded};

/// A distance: so many times a power of two.
pub(super) type Distance = (u128, i32);

/// A finite number other than zero, `significand * 2^last_place`, among its neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacing {
    pub(super) significand: u128,
    pub(super) last_place: i32,
    /// The distances to where the next smaller magnitude is read, and the next larger one.
    pub(super) below: Distance,
    pub(super) above: Distance,
    /// Whether what lies just there, below and above, rounds to this number (RNE).
    pub(super) low_reads_back: bool,
    pub(super) high_reads_back: bool,
}

impl Spacing {
    /// Numbers at equal distances.
    pub(super) fn even(u: &Unrounded<u64>) -> Self {
        let even = u.significand & 1 == 0;
        Self {
            significand: u.significand.into(),
            last_place: u.exponent,
            below: (1, u.exponent - 1),
            above: (1, u.exponent - 1),
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
        if let Some((low, high, even)) = format.posit_middles(u) {
            return Self::between(u, low, high, even);
        }
        if format.is_p3109() {
            let (low, high, even) = format.p3109_middles(u);
            return Self::between(u, low, high, even);
        }
        if !format.has_fields() && !format.zeroless() {
            // No neighbour of a number is nearer than an eighth of its last place.
            return Self::even(&Unrounded {
                significand: u.significand << 3,
                exponent: u.exponent - 3,
                ..*u
            });
        }
        let lowest = format.is_gradual().then(|| format.min_field() - format.bias);
        Self::binary(&u.cast(), format.precision(), lowest)
    }

    /// The neighbours of a number of a wide format.
    pub(super) fn of_wide(wide: &Wide, u: &Unrounded<u128>) -> Self {
        Self::binary(u, wide.precision(), Some(wide.least() as i32))
    }

    /// The neighbours of a number of so many bits, where those below a least exponent lie as close as at it.
    fn binary(u: &Unrounded<u128>, precision: u32, lowest: Option<i32>) -> Self {
        let last = precision as i32 - 1;
        let lead = u.exponent + 127 - u.significand.leading_zeros() as i32;
        let last_place = lowest.map_or(lead, |lowest| lead.max(lowest)) - last;
        let significand = u.significand << (u.exponent - last_place).clamp(0, 127);
        let even = significand & 1 == 0;
        // With one bit of precision every significand is 1, and a tie goes up.
        let one_bit = last == 0;
        // The numbers below a power of two lie twice as close.
        let finer_below = significand == 1 << last && lowest.is_none_or(|lowest| lead > lowest);
        Self {
            significand,
            last_place,
            below: (1, last_place - 1 - i32::from(finer_below)),
            above: (1, last_place - 1),
            low_reads_back: even || one_bit,
            high_reads_back: even,
        }
    }

    /// A number that is read from `low` to `high`, the ends included where it is even.
    fn between(u: &Unrounded<u64>, low: Unrounded<u64>, high: Unrounded<u64>, even: bool) -> Self {
        let distance = |end: Unrounded<u64>| {
            let unit = u.exponent.min(end.exponent);
            let whole = |x: &Unrounded<u64>| x.significand << (x.exponent - unit);
            (whole(u).abs_diff(whole(&end)).into(), unit)
        };
        Self {
            significand: u.significand.into(),
            last_place: u.exponent,
            below: distance(low),
            above: distance(high),
            low_reads_back: even,
            high_reads_back: even,
        }
    }

    /// The same of a number times 2^by.
    pub(super) fn times_power(self, by: i32) -> Self {
        let moved = |(count, unit): Distance| (count, unit + by);
        let (below, above) = (moved(self.below), moved(self.above));
        Self { last_place: self.last_place + by, below, above, ..self }
    }
}
