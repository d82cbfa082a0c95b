//! Values -> block: the scale from the largest magnitude, then every `value / 2^e` rounded once.

use super::{Quantization, ScaleRule, SpecialRule};
use crate::block::BlockFormat;
use crate::format::E8m0;
use crate::round::round_off;
use crate::stochastic::Random;
use crate::value::Category;
use crate::{
    Bits, Env, Flags, Format, Overflow, Rounded, Rounding, StaticFormat, Unrounded, Value,
};

/// Quantises values of the format `F` to elements of `E`, as many as there are of both; hands back
/// the E8M0 scale.
///
/// Without values other than zero the scale is 00. Elements that have a signed zero keep its sign.
///
/// ```
/// use softfloat::{format::{Binary32, Fp4E2m1}, mx::{quantize, Quantization}, Env, Flags};
/// let values = [6.0f32, -0.5, 7.0, 0.3].map(f32::to_bits);
/// let mut elements = [0; 4];
/// let scale = quantize::<Binary32, Fp4E2m1>(&values, &mut elements, Quantization::OCP, &Env::IEEE);
/// assert_eq!((scale.bits, elements), (127, [7, 9, 7, 1])); // 6, -0.5, 6, 0.5
/// assert_eq!(scale.flags, Flags::INEXACT | Flags::OVERFLOW | Flags::UNDERFLOW);
/// ```
#[inline]
pub fn quantize<F: StaticFormat, E: StaticFormat>(
    values: &[F::Bits],
    elements: &mut [E::Bits],
    rules: Quantization,
    env: &Env,
) -> Rounded<u8> {
    let work = Work { source: &F::FORMAT, element: &E::FORMAT, scale: &E8m0::FORMAT, rules, env };
    let elements = elements.iter_mut().map(|e| move |code: u64| *e = E::Bits::low(code.into()));
    if F::FORMAT.width <= 32 {
        work.run(|| values.iter().map(|v| v.cast::<u32>()), elements, by_rules).cast()
    } else {
        work.run(|| values.iter().map(|v| v.cast::<u64>()), elements, by_rules).cast()
    }
}

impl BlockFormat {
    /// [`quantize`](crate::mx::quantize()) for formats that are known at run time only.
    ///
    /// ```
    /// use softfloat::{block::BlockFormat, format::Binary32, mx::Quantization, Env, StaticFormat};
    /// let mxint8 = BlockFormat::by_name("mxint8").unwrap();
    /// let values = [1.0f32, -0.25].map(|x| u64::from(x.to_bits()));
    /// let mut elements = [0; 2];
    /// let (from, ocp) = (&Binary32::FORMAT, Quantization::OCP);
    /// let scale = mxint8.quantize(&values, from, &mut elements, ocp, &Env::IEEE).unwrap();
    /// assert_eq!((scale.bits, elements), (127, [0x40, 0xf0]));
    /// ```
    #[must_use]
    pub fn quantize(
        &self,
        values: &[u64],
        from: &Format,
        elements: &mut [u64],
        rules: Quantization,
        env: &Env,
    ) -> Option<Rounded<u64>> {
        let scale = self.power_scale()?;
        let work = Work { source: from, element: &self.element, scale, rules, env };
        let elements = elements.iter_mut().map(|e| move |code: u64| *e = code);
        Some(work.run(|| values.iter().copied(), elements, by_rules))
    }

    /// [`BlockFormat::quantize`], but random bits decide the last place of each element; `random` holds those of as many elements.
    /// The scale is made as there.
    ///
    /// ```
    /// use softfloat::stochastic::{Fraction, Random};
    /// use softfloat::{block::BlockFormat, format::Binary32, mx::Quantization, Env, StaticFormat};
    /// let mxfp4 = BlockFormat::by_name("mxfp4_e2m1").unwrap();
    /// // 4.5, a quarter of the way from 4 to 6.
    /// let values = [4.5f32, 4.5].map(|x| u64::from(x.to_bits()));
    /// let random = [2, 3].map(|word| Random::new(2, word, Fraction::Cut).unwrap());
    /// let mut elements = [0; 2];
    /// let (from, ocp) = (&Binary32::FORMAT, Quantization::OCP);
    /// mxfp4.quantize_stochastic(&values, from, &mut elements, ocp, &Env::IEEE, &random).unwrap();
    /// assert_eq!(elements, [6, 7]); // 4, 6
    /// ```
    ///
    /// # Panics
    /// Where there are fewer random bits than elements.
    #[must_use]
    pub fn quantize_stochastic(
        &self,
        values: &[u64],
        from: &Format,
        elements: &mut [u64],
        rules: Quantization,
        env: &Env,
        random: &[Random],
    ) -> Option<Rounded<u64>> {
        let scale = self.power_scale()?;
        let work = Work { source: from, element: &self.element, scale, rules, env };
        let elements = elements.iter_mut().map(|e| move |code: u64| *e = code);
        Some(work.run(
            || values.iter().copied(),
            elements,
            |i, format, env, u| format.round_stochastic(env, u.cast(), random[i]),
        ))
    }
}

/// Rounds any element by the rules.
#[inline(always)]
fn by_rules<W: Bits>(_: usize, element: &Format, env: &Env, u: Unrounded<W>) -> Rounded<u64> {
    element.round_pack(env, u).cast()
}

struct Work<'a> {
    source: &'a Format,
    element: &'a Format,
    scale: &'a Format,
    rules: Quantization,
    env: &'a Env,
}

impl Work<'_> {
    /// Both passes over the values, in the word `W`; each element is rounded by its number, and goes where its `place` puts it.
    #[inline(always)]
    fn run<W: Bits, I: Iterator<Item = W>, P: FnOnce(u64)>(
        &self,
        values: impl Fn() -> I,
        elements: impl ExactSizeIterator<Item = P>,
        round: impl Fn(usize, &Format, &Env, Unrounded<W>) -> Rounded<u64>,
    ) -> Rounded<u64> {
        let count = elements.len();
        let amax = match self.survey(values().take(count)) {
            Ok(amax) => amax,
            Err(flags) => {
                values().zip(elements).for_each(|(_, place)| place(0));
                return Rounded { bits: self.scale.nan_code(false), flags };
            }
        };
        let least = -self.scale.bias;
        let exponent = amax.map_or(least, |amax| exponent(self.rules.scale, amax, self.element));
        let (bits, exponent) = clamp(exponent, self.scale);
        let mut env = *self.env;
        if self.rules.saturate {
            env.overflow = Overflow::Saturate;
        }
        let mut flags = Flags::NONE;
        for (i, (value, place)) in values().zip(elements).enumerate() {
            let value = operand(self.source, value, &env);
            let element = self.element(value, exponent, &env, |u| round(i, self.element, &env, u));
            flags |= element.flags;
            place(element.bits);
        }
        Rounded { bits, flags }
    }

    /// The largest magnitude among the finite values, if one is not zero; or what a block of NaN
    /// signals.
    #[inline(always)]
    fn survey<W: Bits>(&self, values: impl Iterator<Item = W>) -> Result<Option<Magnitude>, Flags> {
        let (mut amax, mut special, mut invalid) = (None, false, false);
        for value in values {
            match operand(self.source, value, self.env) {
                Value::Finite(u) => amax = amax.max(Magnitude::of(&u)),
                Value::Infinite { .. } => special = true,
                Value::Nan { signalling, .. } => {
                    special = true;
                    invalid |= signalling;
                }
            }
        }
        let single = self.rules.special == SpecialRule::Element && self.element.has_nan();
        if special && !single { Err(Flags::INVALID.when(invalid)) } else { Ok(amax) }
    }

    /// The element of a value beside the scale 2^exponent.
    #[inline(always)]
    fn element<W: Bits>(
        &self,
        value: Value<W>,
        exponent: i32,
        env: &Env,
        round: impl FnOnce(Unrounded<W>) -> Rounded<u64>,
    ) -> Rounded<u64> {
        let Value::Finite(u) = value else {
            // An infinity does not saturate: it has no magnitude to come near to.
            let env = Env { overflow: Overflow::Ieee, ..*env };
            return self.element.encode(&env, value).cast();
        };
        let scaled = Unrounded { exponent: u.exponent - exponent, ..u };
        let rounded = round(scaled);
        // Elements of integers are numbers with a fraction: beyond the largest they overflow.
        if self.element.is_fixed() && rounded.flags.contains(Flags::INVALID) {
            return Rounded { flags: Flags::OVERFLOW | Flags::INEXACT, ..rounded };
        }
        rounded
    }
}

// The exponent that a block's elements share.

/// A magnitude other than zero: `significand / 2^63 * 2^lead`, with its leading one at bit 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Magnitude {
    lead: i32,
    significand: u64,
}

impl Magnitude {
    #[inline(always)]
    pub(super) fn of<W: Bits>(u: &Unrounded<W>) -> Option<Self> {
        let significand = u.significand.wide() as u64;
        (significand != 0).then(|| {
            let shift = significand.leading_zeros();
            Self { lead: u.exponent + 63 - shift as i32, significand: significand << shift }
        })
    }

    /// The largest number of a format.
    fn largest(format: &Format) -> Option<Self> {
        match format.decode(format.max_finite()) {
            Value::Finite(u) => Self::of::<u64>(&u),
            _ => None,
        }
    }
}

/// The exponent for elements of this format beside the largest magnitude `amax`, before it is
/// clamped to the scale's range.
pub(super) fn exponent(rule: ScaleRule, amax: Magnitude, element: &Format) -> i32 {
    let Some(largest) = Magnitude::largest(element) else { return 0 };
    let up = match rule {
        ScaleRule::Floor => false,
        ScaleRule::Ceil => amax.significand > largest.significand,
        ScaleRule::Even => {
            let precision = element.precision().clamp(1, 63);
            let away = Rounding::NearestAway;
            round_off(away, false, amax.significand, 64 - precision, false).0.bit(precision)
        }
        ScaleRule::Nearest => {
            let square = u128::from(amax.significand) * u128::from(amax.significand);
            square >> 127 == 1
        }
    };
    amax.lead - largest.lead + i32::from(up)
}

/// The exponent's code and the exponent itself, clamped to the scale's range.
pub(super) fn clamp(exponent: i32, scale: &Format) -> (u64, i32) {
    let field = (exponent + scale.bias).clamp(0, scale.max_field());
    (field as u64, field - scale.bias)
}

/// An operand's value, under DAZ. The elements of blocks are never read as zeros.
#[inline(always)]
pub(super) fn operand<W: Bits>(format: &Format, bits: W, env: &Env) -> Value<W> {
    match format.decode(bits) {
        Value::Finite(u) if env.daz && format.classify(bits).category == Category::Subnormal => {
            Value::Finite(Unrounded::exact(u.sign, 0, W::ZERO))
        }
        value => value,
    }
}
