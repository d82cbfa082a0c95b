//! Rounding to nearest: enclosures ever narrower until no middle of two neighbours lies in one.

use softfloat::{Format, Unrounded};

use super::ball::Ball;
use super::node::{Node, Width, enclose};
use super::{Real, Repr};
use crate::context::Context;
use crate::enclosure::{Enclosure, limbs};
use crate::ziv;

/// The numbers that a value is rounded to: multiples of `2^least` of at most `precision` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    precision: u32,
    least: i64,
}

impl Grid {
    /// Integers (of more than 66 bits some).
    pub const INTEGERS: Self = Self { precision: 66, least: 0 };

    /// The numbers of a floating-point format, without a largest.
    ///
    /// ```
    /// use functions::real::{Grid, Real};
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// let format = Binary16::FORMAT;
    /// let root = Real::from(2).sqrt().unwrap();
    /// let u = root.nearest(Grid::of(&format));
    /// assert_eq!(format.round_pack(&Env::IEEE, u).bits, 0x3da8); // 1.4140625
    /// ```
    #[must_use]
    pub fn of(format: &Format) -> Self {
        // The place of the last bit of the least number.
        let least = i64::from(1 - format.bias) - i64::from(format.precision()) + 1;
        Self { precision: format.precision(), least }
    }
}

/// Where two middles of neighbours are as near as this, the value is taken as the middle: `2^-1200` of
/// what is larger, the value or 2^-1200.
const BORDER: i64 = -1200;

/// See [`Real::nearest`].
pub(super) fn nearest(x: &Real, grid: Grid) -> Unrounded<u128> {
    if let Repr::Ratio(ratio) = &x.0 {
        return ratio.unrounded();
    }
    let narrow = if grid.precision <= 32 { at(x, ziv::one(), grid) } else { None };
    narrow
        .or_else(|| at(x, ziv::two(), grid))
        .or_else(|| at(x, ziv::four(), grid))
        .or_else(|| at(x, ziv::sixteen(), grid))
        .unwrap_or_else(|| last(x, grid))
}

/// The value if this width decides.
fn at<const N: usize>(x: &Real, c: &Context<N>, grid: Grid) -> Option<Unrounded<u128>>
where
    Node: Width<N>,
{
    match enclose(x, c) {
        Ball::Known(e) => decided(&e, grid).ok(),
        // An integer has no sign to lose.
        Ball::Small(k) if k < grid.least && grid == Grid::INTEGERS => Some(tiny(false, grid)),
        _ => None,
    }
}

/// What is left to the widest arithmetic: a value next to a middle, or 0.
#[cold]
fn last(x: &Real, grid: Grid) -> Unrounded<u128> {
    match enclose(x, ziv::most()) {
        Ball::Known(e) if e.exponent < 2 * BORDER => tiny(e.negative, grid),
        Ball::Known(e) => {
            let near = e.exponent.max(BORDER) + BORDER;
            let wide = e.blurred(1, near + i64::from(Enclosure::<64>::BITS));
            match if wide.is_unknown() { decided(&e, grid) } else { decided(&wide, grid) } {
                Ok(u) | Err(Some(u)) => u,
                Err(None) => Unrounded::exact(false, 0, 0),
            }
        }
        Ball::Small(_) | Ball::Unknown => Unrounded::exact(false, 0, 0),
    }
}

/// Less than half of the least number.
fn tiny(negative: bool, grid: Grid) -> Unrounded<u128> {
    Unrounded { sign: negative, exponent: grid.least as i32 - 4, significand: 1, sticky: true }
}

/// Far beyond the largest number of every format, and as far below the least.
const FAR: i64 = 1 << 20;

/// The value, right for rounding to nearest, if no middle lies in the enclosure; else the middle.
///
/// Numbers are `n u`, u the distance of neighbours at the enclosure's lower end: the value's number is n where
/// both ends lie in `((n - 1/2) u, (n + 1/2) u)`.
pub(super) fn decided<const N: usize>(
    e: &Enclosure<N>,
    grid: Grid,
) -> Result<Unrounded<u128>, Option<Unrounded<u128>>> {
    let width = i64::from(Enclosure::<N>::BITS);
    if e.is_zero() {
        return Ok(Unrounded::exact(false, 0, 0));
    }
    if e.exponent < grid.least - 1 {
        return Ok(tiny(e.negative, grid));
    }
    if e.exponent > FAR {
        return Ok(Unrounded::exact(e.negative, FAR as i32, 1));
    }
    if e.below | e.above == 0 {
        return Ok(exact(e));
    }
    let error = |error: u64| limbs::shl(&limbs::word::<N>(error), e.shift);
    let (low, borrow) = limbs::sub(&e.significand, &error(e.below));
    let (high, carry) = limbs::add(&e.significand, &error(e.above));
    if borrow {
        return Err(None);
    }
    // Below a power of two neighbours are half as far.
    let finer = low[N - 1] >> 63 == 0;
    let unit = (e.exponent - i64::from(grid.precision) - i64::from(finer)).max(grid.least);
    // The bit of the significand that weighs half a unit.
    let half = unit - 1 - (e.exponent - width);
    if half < 0 {
        return Err(None);
    }
    let (from, rest) = cell(&low, false, half);
    let (to, _) = cell(&high, carry, half);
    let (Some(from), Some(to)) = (from, to) else { return Err(None) };
    let at = |significand, exponent: i64, sticky| Unrounded {
        sign: e.negative,
        exponent: exponent as i32,
        significand,
        sticky,
    };
    if from == to && rest != Rest::Middle {
        let significand = if rest == Rest::Below && from > 0 { 4 * from - 1 } else { 4 * from + 1 };
        return Ok(at(significand, unit - 2, true));
    }
    // The middle above the lower end, or at it.
    let middle = if rest == Rest::Middle { 2 * from - 1 } else { 2 * from + 1 };
    Err(Some(at(middle, unit - 1, false)))
}

/// On which side of its number a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// In the middle below it.
    Middle,
    Below,
    Above,
}

/// The number nearest to a significand (its 2^64N more where `carry`), middles up, in units of two of bit `half`.
fn cell<const N: usize>(x: &limbs::Limbs<N>, carry: bool, half: i64) -> (Option<u128>, Rest) {
    let width = i64::from(Enclosure::<N>::BITS);
    if half > width {
        // Not half a unit, whatever it is.
        return (Some(0), Rest::Above);
    }
    let half = half as u32;
    // The value with a word more on top, plus one half.
    let mut top = u64::from(carry);
    let mut sum = *x;
    if half < 64 * N as u32 {
        let bit = limbs::shl(&limbs::word::<N>(1), half);
        let (with, over) = limbs::add(x, &bit);
        (sum, top) = (with, top + u64::from(over));
    } else {
        top += 1;
    }
    let get = |at: u32| -> u64 {
        let (word, bit) = ((at / 64) as usize, at % 64);
        let word_at = |i: usize| if i == N { top } else { sum.get(i).copied().unwrap_or(0) };
        let low = word_at(word) >> bit;
        if bit == 0 { low } else { low | word_at(word + 1) << (64 - bit) }
    };
    let shift = half + 1;
    let above = u128::from(get(shift)) | u128::from(get(shift + 64)) << 64;
    if above >> 120 != 0 || shift + 128 <= 64 * N as u32 {
        return (None, Rest::Above);
    }
    // The fraction that is left: one half and more lies above the number.
    let is_above = get(half) & 1 == 1;
    let rest = if is_above {
        Rest::Above
    } else if is_multiple(&sum, half) {
        Rest::Middle
    } else {
        Rest::Below
    };
    (Some(above), rest)
}

/// Whether the bits below this one are 0.
fn is_multiple<const N: usize>(x: &limbs::Limbs<N>, bits: u32) -> bool {
    let (words, rest) = ((bits / 64) as usize, bits % 64);
    let whole = x.iter().take(words).all(|&w| w == 0);
    whole && (rest == 0 || x.get(words).is_none_or(|w| w << (64 - rest) == 0))
}

/// The leading bits of an exact number.
fn exact<const N: usize>(e: &Enclosure<N>) -> Unrounded<u128> {
    let top = |i: usize| N.checked_sub(i).map_or(0, |at| u128::from(e.significand[at]));
    let significand = top(1) << 64 | top(2);
    let sticky = e.significand.iter().rev().skip(2).any(|&w| w != 0);
    Unrounded { sign: e.negative, exponent: (e.exponent - 128) as i32, significand, sticky }
}
