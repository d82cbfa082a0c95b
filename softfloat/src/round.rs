//! "Round up?": the one answer of this crate and of all that stands on it, for whatever cuts a magnitude.

use crate::{Bits, Rounding};

/// What a magnitude loses where it is cut, in units of the last place kept.
///
/// ```
/// use softfloat::{round::Loss, Rounding};
/// // 3/2 and a little more, cut to 1.
/// let loss = Loss::of(true, true);
/// assert_eq!(loss, Loss::More);
/// assert!(Rounding::NearestEven.up(loss, false, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    /// Nothing: what is kept is exact.
    Nothing,
    /// Less than one half.
    Less,
    /// One half.
    Half,
    /// More than one half.
    More,
}

impl Loss {
    /// By the first bit that was cut off, and whether any other was 1.
    ///
    /// ```
    /// use softfloat::round::Loss;
    /// assert_eq!([Loss::of(false, false), Loss::of(false, true)], [Loss::Nothing, Loss::Less]);
    /// assert_eq!([Loss::of(true, false), Loss::of(true, true)], [Loss::Half, Loss::More]);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn of(half: bool, rest: bool) -> Self {
        match (half, rest) {
            (false, false) => Self::Nothing,
            (false, true) => Self::Less,
            (true, false) => Self::Half,
            (true, true) => Self::More,
        }
    }
}

impl Rounding {
    /// Whether a magnitude of this sign becomes the next one; `odd` is the last bit kept.
    ///
    /// ```
    /// use softfloat::{round::Loss, Rounding};
    /// // 2.5 stays at 2, and 3.5 becomes 4.
    /// assert!(!Rounding::NearestEven.up(Loss::Half, false, false));
    /// assert!(Rounding::NearestEven.up(Loss::Half, false, true));
    /// // The magnitude of -2.5 grows where it is rounded down.
    /// assert!(Rounding::Down.up(Loss::Half, true, false));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn up(self, loss: Loss, sign: bool, odd: bool) -> bool {
        let (kept, half) = (u8::from(odd), matches!(loss, Loss::Half | Loss::More));
        let (cut, sticky) = (u8::from(half) << 7, matches!(loss, Loss::Less | Loss::More));
        rounded(self, sign, kept, cut, sticky).0 != kept
    }

    /// Whether a number of this sign beyond the largest, whose last bit is 1, goes away from it.
    ///
    /// ```
    /// use softfloat::Rounding;
    /// assert!(Rounding::NearestEven.outward(false) && !Rounding::TowardZero.outward(false));
    /// assert!(Rounding::Up.outward(false) && !Rounding::Up.outward(true));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn outward(self, sign: bool) -> bool {
        match self {
            Self::NearestEven | Self::NearestAway => true,
            Self::TowardZero | Self::ToOdd => false,
            Self::Up => !sign,
            Self::Down => sign,
        }
    }
}

/// What was kept of a magnitude, or the next one, and whether anything was lost. Of `cut`, which was behind it, the first
/// bit weighs one half, and the last is free; `sticky` is what lies behind.
#[inline(always)]
fn rounded<W: Bits>(rounding: Rounding, sign: bool, kept: W, cut: W, sticky: bool) -> (W, bool) {
    let half = W::ONE << (W::BITS - 1);
    let lost = cut != W::ZERO || sticky;
    let up = match rounding {
        Rounding::NearestEven => {
            let below = W::low(sticky.into()) | kept & W::ONE;
            (cut | below) > half
        }
        // One direction is worth most of the speed: it is tested first.
        directed => {
            rare();
            match directed {
                Rounding::NearestEven | Rounding::TowardZero => false,
                Rounding::NearestAway => cut >= half,
                Rounding::Up => lost && !sign,
                Rounding::Down => lost && sign,
                Rounding::ToOdd => return (kept | if lost { W::ONE } else { W::ZERO }, lost),
            }
        }
    };
    (kept.plus(if up { W::ONE } else { W::ZERO }), lost)
}

/// `significand / 2^drop` rounded in the direction given, and whether anything was lost;
/// 0 < drop < BITS.
#[inline(always)]
pub(crate) fn round_off<W: Bits>(
    rounding: Rounding,
    sign: bool,
    significand: W,
    drop: u32,
    sticky: bool,
) -> (W, bool) {
    rounded(rounding, sign, significand >> drop, significand << (W::BITS - drop), sticky)
}

/// Marks a branch as not worth speeding up.
#[cold]
#[inline]
pub(crate) fn rare() {}

#[cfg(test)]
mod tests {
    use super::*;

    /// What lies beyond the largest number, whose last bit is 1, lost more than half of the way to the next.
    #[test]
    fn a_direction_goes_outward_where_it_rounds_up_beyond_the_largest_number() {
        for rounding in Rounding::ALL {
            for sign in [false, true] {
                assert_eq!(
                    rounding.outward(sign),
                    rounding.up(Loss::More, sign, true),
                    "{rounding:?}"
                );
            }
        }
    }

    /// By integers, in units of half of the significand's last bit: what is lost behind it is one.
    #[test]
    fn what_is_kept_is_what_the_direction_says() {
        let each = |sticky: bool, sign: bool, drop: u32, x: u16| {
            let (twice, place) = (2 * u32::from(x) + u32::from(sticky), 2u32 << drop);
            let (below, rest) = (twice / place, twice % place);
            let lost = rest > 0;
            let nearest =
                |tie: bool| below + u32::from(2 * rest > place || 2 * rest == place && tie);
            for rounding in Rounding::ALL {
                let right = match rounding {
                    Rounding::NearestEven => nearest(below % 2 == 1),
                    Rounding::NearestAway => nearest(true),
                    Rounding::TowardZero => below,
                    Rounding::Up => below + u32::from(lost && !sign),
                    Rounding::Down => below + u32::from(lost && sign),
                    Rounding::ToOdd => below | u32::from(lost),
                };
                let found = round_off(rounding, sign, x, drop, sticky);
                let what = format!("{rounding:?} {sign} {x:#x} by 2^{drop}, {sticky}");
                assert_eq!((u32::from(found.0), found.1), (right, lost), "{what}");
            }
        };
        for (sticky, sign) in [(false, false), (false, true), (true, false), (true, true)] {
            for drop in 1..=9 {
                (0..1 << 12).for_each(|x| each(sticky, sign, drop, x));
            }
        }
    }
}
