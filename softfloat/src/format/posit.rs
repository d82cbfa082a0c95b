//! Posits: a code is a whole number in two's complement, negative ones stand for the negative of their opposite. Below the
//! sign a code has a regime (a run of equal bits, and one that ends it), es exponent bits and a fraction; bits that there
//! is no room for are 0: `2^(2^es k + e) (1 + frac/2^f)`, with k = r - 1 of a run of r ones and -r of r zeros.
//! 10...0 is NaR.
//!
//! Source: the Posit standard of 2022, 3 and 4; for other exponent widths SoftPosit (POSIT-D01, POSIT-D02).

use core::marker::PhantomData;

use super::{Declaration, Format, Kind, Nonfinite, StaticFormat};
use crate::round::round_off;
use crate::{Bits, Flags, Rounded, Rounding, Unrounded, Value};

/// The most exponent bits.
pub(super) const MOST_EXPONENT_BITS: u32 = 3;

/// The posits of `N` bits with `ES` exponent bits as a type, in a container `B` of at least `N` bits. A combination that
/// does not fit is refused at compile time.
///
/// ```
/// use softfloat::{convert, format::{Binary32, Posit}, Env};
/// let r = convert::<Binary32, Posit<16, 1, u16>>(3.25f32.to_bits(), &Env::IEEE);
/// assert_eq!(r.bits, 0b0_10_1_101000000000);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Posit<const N: u32, const ES: u32, B>(PhantomData<B>);

impl<const N: u32, const ES: u32, B: Bits> StaticFormat for Posit<N, ES, B> {
    type Bits = B;
    const FORMAT: Format = match Format::posit(N, ES) {
        Ok(f) => {
            assert!(f.declared().width <= B::BITS, "the container is narrower than N bits");
            f
        }
        Err(_) => panic!("N must be 3..=64, ES at most 3"),
    };
}

/// Why two widths make no posit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositError {
    /// The bits asked for.
    pub width: u32,
    /// The exponent bits asked for.
    pub exponent_bits: u32,
}

impl core::fmt::Display for PositError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { width, exponent_bits } = self;
        write!(
            f,
            "no posit of {width} bits with {exponent_bits} exponent bits: 3 to 64 bits, at most 3 exponent bits"
        )
    }
}

impl core::error::Error for PositError {}

/// A magnitude's parts: `2^exponent (1 + fraction/2^bits)`.
struct Parts {
    exponent: i32,
    fraction: u64,
    bits: u32,
}

impl Parts {
    /// Of the `below` bits below a sign, not all of which are 0.
    #[inline(always)]
    fn of(magnitude: u64, below: u32, es: u32) -> Self {
        let top = magnitude << (64 - below);
        let (run, regime) = match top >> 63 {
            0 => (top.leading_zeros(), -(top.leading_zeros() as i32)),
            _ => (top.leading_ones(), top.leading_ones() as i32 - 1),
        };
        // Behind the regime, at the top: exponent and fraction, with zeros where there is no room.
        let rest = top << (run & 63) << 1;
        let exponent = (rest >> 1 >> (63 - es)) as i32;
        let bits = below.saturating_sub(run + 1 + es);
        let fraction = if bits == 0 { 0 } else { rest << es >> (64 - bits) };
        Self { exponent: (regime << es) + exponent, fraction, bits }
    }

    /// The number.
    #[inline(always)]
    const fn number(&self, sign: bool) -> Unrounded<u64> {
        let significand = 1 << self.bits | self.fraction;
        Unrounded { sign, exponent: self.exponent - self.bits as i32, significand, sticky: false }
    }
}

impl Format {
    /// The posits of this width with so many exponent bits; those of the standard of 2022 have 2.
    ///
    /// ```
    /// use softfloat::{format::{Posit16, PositError}, Format, StaticFormat};
    /// assert_eq!(Format::posit(16, 2), Ok(Posit16::FORMAT));
    /// assert_eq!(Format::posit(2, 2), Err(PositError { width: 2, exponent_bits: 2 }));
    /// ```
    ///
    /// # Errors
    /// Where the width is not 3 to 64, or there are more than 3 exponent bits.
    pub const fn posit(width: u32, exponent_bits: u32) -> Result<Self, PositError> {
        if width < 3 || width > 64 || exponent_bits > MOST_EXPONENT_BITS {
            return Err(PositError { width, exponent_bits });
        }
        Ok(match (width, exponent_bits) {
            (8, 2) => super::Posit8::FORMAT,
            (16, 2) => super::Posit16::FORMAT,
            (32, 2) => super::Posit32::FORMAT,
            (64, 2) => super::Posit64::FORMAT,
            _ => Self::declare(Declaration {
                name: "posit",
                width,
                sign: true,
                exp_bits: 0,
                man_bits: width - 1,
                pad: 0,
                bias: 0,
                kind: Kind::posit(exponent_bits),
                nonfinite: Nonfinite::NegativeZero,
                neg_zero: false,
                subnormal: false,
            }),
        })
    }

    /// The code of the opposite number.
    #[inline(always)]
    pub(crate) fn opposite<W: Bits>(&self, code: W) -> W {
        W::ZERO.minus(code) & W::mask(self.width)
    }

    /// The meaning of a code.
    #[inline(never)]
    pub(super) fn decode_posit<W: Bits>(&self, code: W, es: u32) -> Value<W> {
        let code = code & W::mask(self.width);
        let sign = code.bit(self.width - 1);
        let magnitude = if sign { self.opposite(code) } else { code };
        if magnitude & W::mask(self.man_bits) == W::ZERO {
            return match sign {
                true => Value::Nan { sign, signalling: false, payload: 0 },
                false => Value::Finite(Unrounded::exact(false, -self.posit_reach(es), W::ZERO)),
            };
        }
        Value::Finite(Parts::of(magnitude.wide() as u64, self.man_bits, es).number(sign).cast())
    }

    /// The exponent of the largest posit; that of the least is its negative.
    #[inline(always)]
    pub(super) const fn posit_reach(&self, es: u32) -> i32 {
        ((self.0.man_bits as i32) - 1) << es
    }

    /// The bits of the fraction behind a leading bit of this exponent.
    pub(super) fn posit_fraction_bits(&self, exponent: i64, es: u32) -> u32 {
        let reach = i64::from(self.posit_reach(es));
        let regime = exponent.clamp(-reach, reach) >> es;
        let run = if regime < 0 { 1 - regime } else { regime + 2 } as u32;
        self.man_bits.saturating_sub(run + es)
    }

    /// Rounds a number other than 0: its bits without an end, cut to those that there is room for, to nearest, a tie to the
    /// even code; never to 0, nor beyond the largest (POSIT-D03).
    #[inline(never)]
    pub(super) fn pack_posit<W: Bits>(&self, u: Unrounded<W>, es: u32) -> Rounded<W> {
        let n = self.fold(u.cast::<u128>());
        let reach = self.posit_reach(es);
        let beyond = n.field >= reach || n.field < -reach;
        let (magnitude, lost) = if beyond {
            let exact = n.field == reach && n.top << 1 == 0 && !n.sticky;
            (if n.field < 0 { 1 } else { u64::mask(self.man_bits) }, !exact)
        } else {
            let (kept, lost) = self.posit_string(n.field, n.top, es);
            (kept.max(1), lost)
        };
        let code = W::low(magnitude.into());
        let bits = if u.sign { self.opposite(code) } else { code };
        Rounded { bits, flags: Flags::INEXACT.when(lost) }
    }

    /// Regime, exponent and fraction (`top` without its leading one) as a string, rounded to the bits below the sign.
    #[inline(always)]
    fn posit_string(&self, exponent: i32, top: u64, es: u32) -> (u64, bool) {
        let (regime, power) = (exponent >> es, exponent & ((1 << es) - 1));
        // 10 or 01, exponent, fraction; the run is longer by as many of its first bit.
        let tail = u128::from(top << 1) << (62 - es) | (power as u128) << (126 - es);
        let (ones, longer) = (regime >= 0, if regime >= 0 { regime } else { -regime - 1 } as u32);
        let first = if ones { 0b10u128 } else { 0b01 } << 126;
        let (moved, cut) = (first | tail).shift_right_sticky(longer);
        let run = if ones { !(u128::MAX >> longer) } else { 0 };
        let drop = 128 - self.man_bits;
        let (kept, lost) = round_off(Rounding::NearestEven, false, run | moved, drop, cut);
        (kept as u64, lost)
    }

    /// Where the posits next to a positive one begin to be read, below it and above, and whether its code is even; `None`
    /// where the format is none of posits. Behind the largest one is thought that is twice as large.
    pub(crate) fn posit_middles(
        &self,
        u: &Unrounded<u64>,
    ) -> Option<(Unrounded<u64>, Unrounded<u64>, bool)> {
        let es = self.posit_exponent_bits()?;
        let code = self.pack_posit(Unrounded { sign: false, ..*u }, es).bits;
        let middle = |odd| Parts::of(odd, self.man_bits + 1, es).number(false);
        let last = code == u64::mask(self.man_bits);
        let high =
            if last { Unrounded { exponent: u.exponent + 1, ..*u } } else { middle(2 * code + 1) };
        Some((middle(2 * code - 1), high, code & 1 == 0))
    }

    /// The posit next to another, above it or below: of the largest and of the least NaR.
    pub(super) fn posit_neighbour<W: Bits>(&self, code: W, up: bool) -> W {
        let next = if up { code.plus(W::ONE) } else { code.minus(W::ONE) };
        next & W::mask(self.width)
    }

    /// Which place a posit has in the order of all.
    #[inline(always)]
    pub(crate) fn posit_place(&self, code: u64) -> i64 {
        (code << (64 - self.width)) as i64 >> (64 - self.width)
    }
}
