//! Stochastic rounding: random bits decide whether a magnitude is rounded up. They are an operand, so that every result is exact and
//! can be checked.
//!
//! N random bits are added to the first N bits behind the last place that is kept, and what is behind that place is cut off. Before,
//! the magnitude is made one of N bits behind that place, in one of four ways ([`Fraction`]). The kinds are those of Graphcore's gfloat
//! (`RoundMode`), which is their outside judge.

use crate::round::Loss;
use crate::{Env, Flags, Format, Overflow, Rounded, Rounding, Tininess, Unrounded, Value};

/// What becomes of the bits behind the N that meet the random ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Fraction {
    /// They are cut off: what is rounded is on average too small (gfloat: `StochasticFastest`).
    #[default]
    Cut,
    /// They are rounded to nearest, a tie up (gfloat: `StochasticFast`).
    HalfUp,
    /// They are rounded to nearest, a tie to even (gfloat: `Stochastic`).
    HalfEven,
    /// They are rounded to nearest, a tie to odd (gfloat: `StochasticOdd`).
    HalfOdd,
}

/// The most random bits.
pub const MOST: u32 = 32;

/// Random bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Random {
    bits: u32,
    word: u64,
    fraction: Fraction,
}

impl Random {
    /// So many random bits, 1 to [`MOST`]; `None` of another number, or of a word that is wider.
    ///
    /// ```
    /// use softfloat::stochastic::{Fraction, Random};
    /// assert!(Random::new(8, 0xff, Fraction::Cut).is_some());
    /// assert!(Random::new(8, 0x100, Fraction::Cut).is_none());
    /// ```
    #[must_use]
    pub const fn new(bits: u32, word: u64, fraction: Fraction) -> Option<Self> {
        match bits {
            1..=MOST if word >> bits == 0 => Some(Self { bits, word, fraction }),
            _ => None,
        }
    }

    /// How many bits there are.
    ///
    /// ```
    /// use softfloat::stochastic::{Fraction, Random};
    /// assert_eq!(Random::new(8, 0xa5, Fraction::Cut).map(Random::bits), Some(8));
    /// ```
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.bits
    }

    /// The bits.
    ///
    /// ```
    /// use softfloat::stochastic::{Fraction, Random};
    /// assert_eq!(Random::new(8, 0xa5, Fraction::Cut).map(Random::word), Some(0xa5));
    /// ```
    #[must_use]
    pub const fn word(self) -> u64 {
        self.word
    }

    /// What becomes of the bits behind those that meet the random ones.
    ///
    /// ```
    /// use softfloat::stochastic::{Fraction, Random};
    /// let random = Random::new(8, 0xa5, Fraction::HalfUp);
    /// assert_eq!(random.map(Random::fraction), Some(Fraction::HalfUp));
    /// ```
    #[must_use]
    pub const fn fraction(self) -> Fraction {
        self.fraction
    }

    /// A magnitude as a multiple of 2^place, and whether that is exact. What is sticky lies at least two bits behind the random ones.
    fn rounded(self, u: Unrounded<u128>, place: i64) -> (u128, bool) {
        let low = place - i64::from(self.bits);
        let (whole, loss) = match low - i64::from(u.exponent) {
            // Nothing lies behind the random bits.
            up @ ..=0 => (u.significand << up.unsigned_abs().min(127), Loss::of(false, u.sticky)),
            down @ 1..=127 => {
                let cut = u.significand << (128 - down);
                let rest = cut << 1 != 0 || u.sticky;
                (u.significand >> down, Loss::of(cut >> 127 == 1, rest))
            }
            128 => (0, Loss::of(u.significand >> 127 == 1, u.significand << 1 != 0 || u.sticky)),
            _ => (0, Loss::Less),
        };
        let odd = whole & 1 == 1;
        let up = match self.fraction {
            Fraction::Cut => false,
            Fraction::HalfUp => Rounding::NearestAway.up(loss, false, odd),
            Fraction::HalfEven => Rounding::NearestEven.up(loss, false, odd),
            Fraction::HalfOdd => loss == Loss::More || loss == Loss::Half && !odd,
        };
        let exact = loss == Loss::Nothing && whole & ((1 << self.bits) - 1) == 0;
        ((whole + u128::from(up) + u128::from(self.word)) >> self.bits, exact)
    }
}

/// [`crate::convert_any`] by random bits; what is no number is converted as there.
///
/// ```
/// use softfloat::stochastic::{convert_any, Fraction, Random};
/// use softfloat::{format::{Binary32, Fp8E4m3Ocp}, Env, StaticFormat};
/// // 1 + 1/16, midway from 1 to 1 + 1/8: one random bit decides.
/// let to = [0, 1].map(|word| {
///     let random = Random::new(1, word, Fraction::Cut).expect("one bit");
///     convert_any(&Binary32::FORMAT, &Fp8E4m3Ocp::FORMAT, &Env::IEEE, 0x3f88_0000, random).bits
/// });
/// assert_eq!(to, [0x38, 0x39]);
/// ```
#[must_use]
pub fn convert_any(
    from: &Format,
    to: &Format,
    env: &Env,
    bits: u64,
    random: Random,
) -> Rounded<u64> {
    match from.read::<u64>(env, bits) {
        Value::Finite(u) => to.round_stochastic(env, u.cast(), random),
        other => to.encode(env, other),
    }
}

impl Format {
    /// Rounds a finite value into this format by random bits; the direction of the rules is not asked. What overflows is an infinity, or
    /// what the rules have instead.
    ///
    /// ```
    /// use softfloat::stochastic::{Fraction, Random};
    /// use softfloat::{format::Fp8E4m3Ocp, Env, StaticFormat, Unrounded};
    /// // 1 + 3/32, three quarters of the way from 1 to 1 + 1/8: three of four words round it up.
    /// let value = Unrounded::exact(false, -5, 35u128);
    /// let up = |word| {
    ///     let random = Random::new(2, word, Fraction::Cut).expect("two bits");
    ///     Fp8E4m3Ocp::FORMAT.round_stochastic(&Env::IEEE, value, random).bits == 0x39
    /// };
    /// assert_eq!([0, 1, 2, 3].map(up), [false, true, true, true]);
    /// ```
    #[must_use]
    pub fn round_stochastic(
        &self,
        env: &Env,
        mut u: Unrounded<u128>,
        random: Random,
    ) -> Rounded<u64> {
        if u.significand == 0 {
            if !u.sticky {
                return self.round_pack(env, u.cast());
            }
            u = Unrounded { significand: 1, exponent: u.exponent - 2, ..u };
        }
        let lead = i64::from(u.exponent) + i64::from(127 - u.significand.leading_zeros());
        let (kept, exact) = random.rounded(u, self.last_place(lead));
        let overflow = match env.overflow {
            Overflow::Ieee => Overflow::Infinity,
            other => other,
        };
        // P3109 asks for the direction where a number is out of range; random bits have none.
        let rounding = if self.is_p3109() { Rounding::NearestEven } else { Rounding::TowardZero };
        let env = Env { rounding, overflow, ..*env };
        let place = self.last_place(lead) as i32;
        let number = Unrounded::exact(u.sign, place, kept as u64);
        let mut rounded = self.round_pack(&env, number);
        let (inexact, invalid) = (Flags::INEXACT, rounded.flags.contains(Flags::INVALID));
        if !exact && !invalid {
            let tiny = self.is_tiny(&env, u, lead, random);
            rounded.flags |= inexact | Flags::UNDERFLOW.when(tiny);
        }
        rounded
    }

    /// Whether a number counts as tiny; after rounding by the same bits, as if exponents had no lower end.
    fn is_tiny(&self, env: &Env, u: Unrounded<u128>, lead: i64, random: Random) -> bool {
        let least = i64::from(self.exponents().0);
        if self.is_fixed() || lead >= least {
            return false;
        }
        let places = i64::from(self.precision()) - 1;
        let (kept, _) = random.rounded(u, lead - places);
        env.tininess == Tininess::Before || lead < least - 1 || kept >> (places + 1) == 0
    }
}
