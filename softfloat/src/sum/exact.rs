//! A fixed-point accumulator that no sum of products leaves (Kulisch): sums in it are exact, so
//! their order does not matter.

use crate::round::Loss;
use crate::{Bits, Rounding, Unrounded};

/// An exact sum in two's complement over `LIMBS` words of 64 bits: multiples of
/// [`Exact::MIN_EXPONENT`]'s power of two, of magnitudes below `2^-MIN_EXPONENT`.
///
/// 70 words hold 2^63 products of binary64 numbers, and every product of block elements with
/// their scales; [`Exact::WIDE`] words do so for formats with 16 exponent bits.
///
/// ```
/// use softfloat::{format::Binary32, round_pack, sum::Exact, Env, Unrounded};
/// let mut sum: Exact = Exact::new();
/// sum.add(Unrounded::exact(false, 100, 1u64));
/// sum.add(Unrounded::exact(false, 0, 3u64));
/// sum.sub(Unrounded::exact(false, 100, 1u64));
/// let three = sum.unrounded::<u64>();
/// assert_eq!(round_pack::<Binary32, _>(&Env::IEEE, three).bits, 0x4040_0000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact<const LIMBS: usize = 70> {
    /// Least significant first.
    limbs: [u64; LIMBS],
}

impl Exact {
    /// Words that hold sums of products of any two formats.
    pub const WIDE: usize = 2080;
}

impl<const LIMBS: usize> Default for Exact<LIMBS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const LIMBS: usize> Exact<LIMBS> {
    /// The weight of the last bit is 2 to this power.
    pub const MIN_EXPONENT: i32 = -32 * LIMBS as i32;
    const BITS: i32 = 64 * LIMBS as i32;

    /// Zero.
    ///
    /// ```
    /// assert!(softfloat::sum::Exact::<70>::new().is_zero());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { limbs: [0; LIMBS] }
    }

    /// Back to zero.
    ///
    /// ```
    /// use softfloat::{sum::Exact, Unrounded};
    /// let mut sum: Exact = Exact::new();
    /// sum.add(Unrounded::exact(false, 0, 3u64));
    /// sum.clear();
    /// assert!(sum.is_zero());
    /// ```
    #[inline]
    pub fn clear(&mut self) {
        self.limbs = [0; LIMBS];
    }

    /// The sum in two's complement, the least significant word first; the weight of the last bit is
    /// 2 to the power [`MIN_EXPONENT`](Self::MIN_EXPONENT).
    ///
    /// ```
    /// use softfloat::{sum::Exact, Unrounded};
    /// let mut sum: Exact = Exact::new();
    /// sum.sub(Unrounded::exact(false, 0, 1u64));
    /// assert_eq!((sum.limbs()[34], sum.limbs()[35], sum.limbs()[69]), (0, u64::MAX, u64::MAX));
    /// ```
    #[must_use]
    #[inline]
    pub const fn limbs(&self) -> &[u64; LIMBS] {
        &self.limbs
    }

    /// Whether the sum is zero.
    ///
    /// ```
    /// use softfloat::{sum::Exact, Unrounded};
    /// let mut sum: Exact = Exact::new();
    /// sum.add(Unrounded::exact(false, 1, 1u64));
    /// assert!(!sum.is_zero());
    /// sum.sub(Unrounded::exact(false, 0, 2u64)); // 2 - 2
    /// assert!(sum.is_zero());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.limbs.iter().all(|&limb| limb == 0)
    }

    /// Whether the sum is below zero.
    ///
    /// ```
    /// use softfloat::{sum::Exact, Unrounded};
    /// let mut sum: Exact = Exact::new();
    /// sum.sub(Unrounded::exact(false, -100, 1u64));
    /// assert!(sum.is_negative());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.limbs[LIMBS - 1] >> 63 == 1
    }

    /// Adds an exact value; `sticky` has no weight and is not looked at, what lies outside the
    /// accumulator is lost.
    ///
    /// ```
    /// use softfloat::{sum::Exact, Unrounded};
    /// let mut sum: Exact = Exact::new();
    /// sum.add(Unrounded::exact(false, 0, 1u64));
    /// sum.add(Unrounded::exact(true, 0, 3u64)); // 1 + -3
    /// assert_eq!(sum.unrounded_fixed(0), Unrounded::exact(true, 0, 2));
    /// ```
    #[inline]
    pub fn add<S: Bits>(&mut self, u: Unrounded<S>) {
        self.add_at(u.sign, u.exponent, u.significand.wide());
    }

    /// Subtracts an exact value.
    ///
    /// ```
    /// use softfloat::{sum::Exact, Unrounded};
    /// let mut sum: Exact = Exact::new();
    /// sum.sub(Unrounded::exact(false, 0, 3u64));
    /// assert_eq!(sum.unrounded_fixed(0), Unrounded::exact(true, 0, 3));
    /// ```
    #[inline]
    pub fn sub<S: Bits>(&mut self, u: Unrounded<S>) {
        self.add_at(!u.sign, u.exponent, u.significand.wide());
    }

    /// Adds `x * y`, exactly.
    ///
    /// ```
    /// use softfloat::{sum::Exact, Unrounded};
    /// let mut sum: Exact = Exact::new();
    /// sum.add_product(Unrounded::exact(true, -1, 3), Unrounded::exact(false, 1, 5)); // -1.5 * 10
    /// assert_eq!(sum.unrounded_fixed(0), Unrounded::exact(true, 0, 15));
    /// ```
    #[inline]
    pub fn add_product(&mut self, x: Unrounded<u64>, y: Unrounded<u64>) {
        let product = u128::from(x.significand) * u128::from(y.significand);
        self.add_at(x.sign != y.sign, x.exponent.saturating_add(y.exponent), product);
    }

    #[inline]
    fn add_at(&mut self, negative: bool, exponent: i32, significand: u128) {
        let place = i64::from(exponent) - i64::from(Self::MIN_EXPONENT);
        let (place, significand) = match place {
            0.. => (place as u64, significand),
            _ => (0, significand.shift_right_sticky(place.unsigned_abs().min(128) as u32).0),
        };
        let (limb, up) = ((place / 64) as usize, (place % 64) as u32);
        let (low, high) = (significand as u64, (significand >> 64) as u64);
        let carried = |x: u64| x >> 1 >> (63 - up);
        let parts = [low << up, high << up | carried(low), carried(high)];
        if let Some(limbs) = self.limbs.get_mut(limb..) {
            if negative { subtract(limbs, parts) } else { add(limbs, parts) }
        }
    }

    /// The sum as it waits for rounding: exact where `S` holds it, else its leading bits and the
    /// sticky bit. Zero is positive.
    ///
    /// ```
    /// use softfloat::{format::Binary32, round_pack, sum::Exact, Env, Flags, Unrounded};
    /// let mut sum: Exact = Exact::new();
    /// sum.add(Unrounded::exact(false, 0, 1u64));
    /// sum.add(Unrounded::exact(false, -100, 1u64)); // far below the 64 leading bits
    /// let r = round_pack::<Binary32, _>(&Env::IEEE, sum.unrounded::<u64>());
    /// assert_eq!((r.bits, r.flags), (0x3f80_0000, Flags::INEXACT));
    /// ```
    #[must_use]
    #[inline]
    pub fn unrounded<S: Bits>(&self) -> Unrounded<S> {
        let sign = self.is_negative();
        let Some((first, last)) = self.ends(sign) else {
            return Unrounded::exact(false, Self::MIN_EXPONENT, S::ZERO);
        };
        let bottom = (last + 1 - S::BITS as i32).max(0);
        Unrounded {
            sign,
            exponent: Self::MIN_EXPONENT + bottom,
            significand: S::low(self.magnitude(sign, first, bottom)),
            sticky: first < bottom,
        }
    }

    /// The magnitude's bits from the weight `2^exponent` on, as they wait for rounding into a
    /// fixed-point format: bit 127 stands for everything from there up.
    ///
    /// ```
    /// use softfloat::{sum::Exact, Unrounded};
    /// let mut sum: Exact = Exact::new();
    /// sum.add(Unrounded::exact(false, -1, 11u64)); // 5.5
    /// assert_eq!(sum.unrounded_fixed(-1), Unrounded::exact(false, -1, 11));
    /// let whole = sum.unrounded_fixed(0);
    /// assert_eq!((whole.significand, whole.sticky), (5, true));
    /// ```
    #[must_use]
    pub fn unrounded_fixed(&self, exponent: i32) -> Unrounded<u128> {
        let sign = self.is_negative();
        let bottom = exponent - Self::MIN_EXPONENT;
        let Some((first, last)) = self.ends(sign) else {
            return Unrounded::exact(false, exponent, 0);
        };
        let top = u128::from(last >= bottom + 127) << 127;
        let significand = self.magnitude(sign, first, bottom) | top;
        Unrounded { sign, exponent, significand, sticky: first < bottom }
    }

    /// Rounds the sum to a multiple of `2^exponent`; whether anything was lost.
    ///
    /// ```
    /// use softfloat::{sum::Exact, Rounding, Unrounded};
    /// let mut sum: Exact = Exact::new();
    /// sum.add(Unrounded::exact(false, -1, 5u64)); // 2.5, a tie
    /// assert!(sum.round_to(0, Rounding::NearestEven));
    /// assert_eq!(sum.unrounded_fixed(0), Unrounded::exact(false, 0, 2));
    /// ```
    pub fn round_to(&mut self, exponent: i32, rounding: Rounding) -> bool {
        let place = exponent.saturating_sub(Self::MIN_EXPONENT).min(Self::BITS - 1);
        let negative = self.is_negative();
        let Some((first, _)) = self.ends(negative) else { return false };
        if first >= place {
            return false;
        }
        // From here on the sum is the multiple below it, and a remainder of 0 < r < 1 unit.
        let (half, below, odd) = (self.bit(place - 1), first < place - 1, self.bit(place));
        let limb = (place / 64) as usize;
        self.limbs[..limb].fill(0);
        self.limbs[limb] &= !u64::mask((place % 64) as u32);
        // Below zero the magnitude lies on the other side: its remainder is 1 - r.
        let loss = Loss::of(half != (negative && below), below);
        if rounding.up(loss, negative, odd != negative) != negative {
            self.add_at(false, Self::MIN_EXPONENT + place, 1);
        }
        true
    }

    /// Limits the sum to `bits` bits of two's complement from the weight `2^exponent` on; whether it
    /// was beyond them. It is clamped, or loses its high bits.
    ///
    /// ```
    /// use softfloat::{sum::Exact, Unrounded};
    /// let mut sum: Exact = Exact::new();
    /// sum.add(Unrounded::exact(false, 0, 200u64));
    /// let mut wrapped = sum;
    /// assert!(sum.limit(0, 8, true) && wrapped.limit(0, 8, false));
    /// assert_eq!(sum.unrounded_fixed(0), Unrounded::exact(false, 0, 127));
    /// assert_eq!(wrapped.unrounded_fixed(0), Unrounded::exact(true, 0, 56)); // 200 - 256
    /// ```
    pub fn limit(&mut self, exponent: i32, bits: u32, saturate: bool) -> bool {
        let place = i64::from(exponent) - i64::from(Self::MIN_EXPONENT);
        let sign_place = place + i64::from(bits) - 1;
        if !(0..i64::from(Self::BITS)).contains(&sign_place) {
            return false;
        }
        let negative = self.is_negative();
        let (limb, within) = ((sign_place / 64) as usize, (sign_place % 64) as u32);
        // From the sign bit of the narrow number on, all bits must be the sign.
        let above = u64::MAX << within;
        let sign = if negative { u64::MAX } else { 0 };
        let fits = self.limbs[limb] & above == sign & above
            && self.limbs[limb + 1..].iter().all(|&limb| limb == sign);
        if fits {
            return false;
        }
        if saturate {
            self.clear();
            let exponent_of_sign = Self::MIN_EXPONENT + sign_place as i32;
            self.add_at(negative, exponent_of_sign, 1);
            if !negative {
                self.add_at(true, exponent, 1);
            }
        } else {
            let fill = if self.limbs[limb].bit(within) { u64::MAX } else { 0 };
            self.limbs[limb] = self.limbs[limb] & !above | fill & above;
            self.limbs[limb + 1..].fill(fill);
        }
        true
    }

    /// The places of the lowest and the highest bit of the magnitude.
    #[inline]
    fn ends(&self, negative: bool) -> Option<(i32, i32)> {
        let low = self.limbs.iter().position(|&limb| limb != 0)?;
        let first = low as i32 * 64 + self.limbs[low].trailing_zeros() as i32;
        let blank = if negative { u64::MAX } else { 0 };
        let high = self.limbs.iter().rposition(|&limb| limb != blank).map_or(low, |i| i.max(low));
        let limb = self.magnitude_limb(negative, low, high);
        Some((first, high as i32 * 64 + 63 - limb.leading_zeros() as i32))
    }

    /// A limb of the magnitude; `low` is the lowest limb that is not 0.
    #[inline]
    fn magnitude_limb(&self, negative: bool, low: usize, i: usize) -> u64 {
        let limb = self.limbs.get(i).copied().unwrap_or(if negative { u64::MAX } else { 0 });
        match (negative, i) {
            (true, i) if i > low => !limb,
            (true, i) if i == low => limb.wrapping_neg(),
            _ => limb,
        }
    }

    /// 128 bits of the magnitude from `bottom` on; `first` is the place of its lowest bit.
    #[inline]
    fn magnitude(&self, negative: bool, first: i32, bottom: i32) -> u128 {
        let low = (first / 64) as usize;
        let below = bottom.min(0).unsigned_abs();
        if below >= 128 {
            return 0;
        }
        let place = bottom.max(0) as u32;
        let (limb, down) = ((place / 64) as usize, place % 64);
        let at = |i| self.magnitude_limb(negative, low, limb + i);
        let joined = |low: u64, high: u64| low >> down | high << 1 << (63 - down);
        let (x0, x1, x2) = (at(0), at(1), at(2));
        (u128::from(joined(x1, x2)) << 64 | u128::from(joined(x0, x1))) << below
    }

    #[inline]
    fn bit(&self, place: i32) -> bool {
        let limb = self.limbs.get((place / 64) as usize).copied().unwrap_or(0);
        limb.bit((place % 64) as u32)
    }
}

/// Adds three words at the bottom of `limbs`; the carry runs as far as it must.
#[inline]
fn add(limbs: &mut [u64], parts: [u64; 3]) {
    let mut carry = false;
    for (i, limb) in limbs.iter_mut().enumerate() {
        if i >= 3 && !carry {
            return;
        }
        let (sum, over) = limb.overflowing_add(parts.get(i).copied().unwrap_or(0));
        let (sum, again) = sum.overflowing_add(carry.into());
        (*limb, carry) = (sum, over | again);
    }
}

/// Subtracts three words at the bottom of `limbs`.
#[inline]
fn subtract(limbs: &mut [u64], parts: [u64; 3]) {
    let mut borrow = false;
    for (i, limb) in limbs.iter_mut().enumerate() {
        if i >= 3 && !borrow {
            return;
        }
        let (rest, under) = limb.overflowing_sub(parts.get(i).copied().unwrap_or(0));
        let (rest, again) = rest.overflowing_sub(borrow.into());
        (*limb, borrow) = (rest, under | again);
    }
}
