//! The dot product of two blocks, plus an addend: exact, then rounded once.
//!
//! The products of a pair of blocks are integers times one power of two. With elements of at most
//! 16 bits their sum fits 128 bits, whatever the scales, so that two numbers are left to add.

use super::quantize::operand;
use crate::block::BlockFormat;
use crate::format::E8m0;
use crate::sum::two;
use crate::{
    Bits, Env, Flags, Format, Misfit, NanRule, Rounded, Rounding, StaticFormat, Unrounded, Value,
};

/// The bits of a product, at most: 2^40 of them fit 121 bits with their sign apart.
const PRODUCT_BITS: i32 = 80;

/// A scale code and element codes of a format.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The format.
    pub format: &'a BlockFormat,
    /// The scale's code.
    pub scale: u64,
    /// The elements' codes.
    pub elements: &'a [u64],
}

/// The sum of the products `a[i] * b[i]` of two blocks (scale, elements) and an addend, rounded once
/// into the addend's format.
///
/// A NaN anywhere, a scale of ff included, gives the default NaN. *Invalid* is signalled for a
/// signalling NaN, for an infinity times zero, and for infinities of both signs where there is no
/// NaN; beside a scale of ff the elements are not looked at. A zero sum is -0 if every product and the addend is -0, or if the direction is down and
/// they are not all +0.
///
/// ```
/// use softfloat::{format::{Binary32, Fp4E2m1}, mx::dot, Env};
/// // (6 * 2) * (6 * 1/2), 32 times.
/// let (a, b) = ((0x80, &[7; 32][..]), (0x7e, &[7; 32][..]));
/// let sum = dot::<Fp4E2m1, Fp4E2m1, Binary32>(a, b, 0, &Env::IEEE);
/// assert_eq!(f32::from_bits(sum.bits), 1152.0);
/// ```
#[inline]
pub fn dot<A: StaticFormat, B: StaticFormat, F: StaticFormat>(
    a: (u8, &[A::Bits]),
    b: (u8, &[B::Bits]),
    addend: F::Bits,
    env: &Env,
) -> Rounded<F::Bits> {
    const {
        assert!(product_bits(&A::FORMAT, &B::FORMAT) <= PRODUCT_BITS, "the elements are too wide");
    }
    let pairs = a.1.iter().zip(b.1).map(|(x, y)| (x.cast(), y.cast()));
    let products = Products::of(&A::FORMAT, &B::FORMAT, pairs);
    let scale = |code: u8| E8m0::FORMAT.decode(u64::from(code));
    products.plus(scale(a.0), scale(b.0), &F::FORMAT, addend.cast(), env).cast()
}

impl Block<'_> {
    /// Whether the elements, operand 0, and the scale, operand 1, are those of the format.
    ///
    /// ```
    /// use softfloat::{block::BlockFormat, mx::Block, Misfit};
    /// let format = BlockFormat::by_name("mxfp4_e2m1").unwrap();
    /// let block = Block { format, scale: 0x7f, elements: &[7; 32] };
    /// assert_eq!(block.check(), Ok(()));
    /// let short = Misfit::Elements { operand: 0, found: 31, right: 32 };
    /// assert_eq!(Block { elements: &[7; 31], ..block }.check(), Err(short));
    /// ```
    ///
    /// # Errors
    /// The first [`Misfit`].
    pub fn check(&self) -> Result<(), Misfit> {
        self.format.check(self.scale, self.elements)
    }

    /// [`dot`](crate::mx::dot()) for formats that are known at run time only: rounded into the
    /// format `to`, which is the addend's. Nothing, if a format is none with a scale beside its
    /// elements, or its elements have more than some 40 bits between their first and last places. The
    /// shorter block ends the sum, and codes count by their low bits: [`Block::check`] says whether a block is one.
    ///
    /// ```
    /// use softfloat::{block::BlockFormat, format::Binary32, mx::Block, Env, StaticFormat};
    /// let by_name = |name| BlockFormat::by_name(name).unwrap();
    /// let a = Block { format: by_name("mxfp6_e2m3"), scale: 0x7f, elements: &[0x1f; 32] }; // 7.5
    /// let b = Block { format: by_name("mxfp6_e3m2"), scale: 0x80, elements: &[0x1f; 32] }; // 28 * 2
    /// let sum = a.dot(&b, 0x3f80_0000, &Binary32::FORMAT, &Env::IEEE).unwrap();
    /// assert_eq!(f32::from_bits(sum.bits as u32), 13441.0);
    /// ```
    #[must_use]
    pub fn dot(
        &self,
        other: &Block<'_>,
        addend: u64,
        to: &Format,
        env: &Env,
    ) -> Option<Rounded<u64>> {
        let [a, b] = [self.format, other.format];
        let [scale_a, scale_b] = [a.power_scale()?, b.power_scale()?];
        if product_bits(&a.element, &b.element) > PRODUCT_BITS {
            return None;
        }
        let pairs = self.elements.iter().copied().zip(other.elements.iter().copied());
        let products = Products::of(&a.element, &b.element, pairs);
        let scales = (scale_a.decode(self.scale), scale_b.decode(other.scale));
        Some(products.plus(scales.0, scales.1, to, addend, env))
    }
}

/// The bits between the first place of the largest product and the last of the smallest.
const fn product_bits(a: &Format, b: &Format) -> i32 {
    const fn bits(f: &Format) -> i32 {
        if f.is_fixed() {
            f.declared().width as i32
        } else {
            f.max_field() - f.min_field() + f.precision() as i32
        }
    }
    bits(a) + bits(b)
}

/// Which special values a sum has met.
#[derive(Clone, Copy, Default)]
struct Seen {
    nan: bool,
    invalid: bool,
    /// Infinities, by sign.
    infinite: [bool; 2],
    /// Zeros, by sign, and anything else.
    zero: [bool; 2],
    number: bool,
}

impl Seen {
    fn value(&mut self, value: &Value<u64>) {
        match *value {
            Value::Nan { signalling, .. } => {
                self.nan = true;
                self.invalid |= signalling;
            }
            Value::Infinite { sign } => self.infinite[usize::from(sign)] = true,
            Value::Finite(u) if u.significand == 0 => self.zero[usize::from(u.sign)] = true,
            Value::Finite(_) => self.number = true,
        }
    }

    /// The sign of a zero sum.
    fn zero_sign(&self, env: &Env) -> bool {
        match self.zero {
            [false, true] if !self.number => true,
            [true, false] if !self.number => false,
            _ => env.rounding == Rounding::Down,
        }
    }
}

/// The sum of all products, `total * 2^place` before the scales.
struct Products {
    total: i128,
    place: i32,
    seen: Seen,
}

impl Products {
    #[inline(always)]
    fn of(a: &Format, b: &Format, pairs: impl Iterator<Item = (u64, u64)>) -> Self {
        let place = a.lowest_place() + b.lowest_place();
        let mut sum = Self { total: 0, place, seen: Seen::default() };
        for (x, y) in pairs {
            sum.add(&a.decode(x), &b.decode(y));
        }
        sum
    }

    #[inline(always)]
    fn add(&mut self, x: &Value<u64>, y: &Value<u64>) {
        let (x, y) = match (x, y) {
            (Value::Finite(x), Value::Finite(y)) => (x, y),
            _ => return self.add_special(x, y),
        };
        let sign = x.sign != y.sign;
        let product = i128::from(x.significand) * i128::from(y.significand);
        if product == 0 {
            self.seen.zero[usize::from(sign)] = true;
        } else {
            self.seen.number = true;
            let product = product << (x.exponent + y.exponent - self.place);
            self.total += if sign { -product } else { product };
        }
    }

    /// The product of anything and an infinity or a NaN.
    fn add_special(&mut self, x: &Value<u64>, y: &Value<u64>) {
        let sign = |v: &Value<u64>| match *v {
            Value::Nan { sign, .. } | Value::Infinite { sign } => sign,
            Value::Finite(u) => u.sign,
        };
        let zero = |v: &Value<u64>| matches!(v, Value::Finite(u) if u.significand == 0);
        let nan = |v: &Value<u64>| matches!(v, Value::Nan { .. });
        if nan(x) || nan(y) {
            [x, y].into_iter().filter(|v| nan(v)).for_each(|v| self.seen.value(v));
        } else if zero(x) || zero(y) {
            (self.seen.nan, self.seen.invalid) = (true, true);
        } else {
            self.seen.infinite[usize::from(sign(x) != sign(y))] = true;
        }
    }

    /// The sum times both scales, plus the addend.
    #[inline(always)]
    fn plus(
        mut self,
        scale_a: Value<u64>,
        scale_b: Value<u64>,
        to: &Format,
        addend: u64,
        env: &Env,
    ) -> Rounded<u64> {
        let (Value::Finite(scale_a), Value::Finite(scale_b)) = (scale_a, scale_b) else {
            // Every product is a quiet NaN.
            let mut seen = Seen { nan: true, ..Seen::default() };
            seen.value(&to.decode(addend));
            return special(&seen, to, env);
        };
        let addend = operand(to, addend, env);
        self.seen.value(&addend);
        let Value::Finite(addend) = addend else { return special(&self.seen, to, env) };
        if self.seen.nan || self.seen.infinite != [false; 2] {
            return special(&self.seen, to, env);
        }
        let exponent = self.place + scale_a.exponent + scale_b.exponent;
        let products = Unrounded::exact(self.total < 0, exponent, self.total.unsigned_abs());
        let mut sum = two(products, addend.cast());
        if sum.significand == 0 {
            sum.sign = self.seen.zero_sign(env);
        }
        to.round_pack(env, sum).cast()
    }
}

/// The sum of terms among which there is a NaN or an infinity.
#[cold]
fn special(seen: &Seen, to: &Format, env: &Env) -> Rounded<u64> {
    let clash = !seen.nan && seen.infinite == [true; 2];
    let value = if seen.nan || clash {
        Value::Nan { sign: env.nan == NanRule::Sse, signalling: false, payload: 0 }
    } else {
        Value::Infinite { sign: seen.infinite[1] }
    };
    let rounded = to.encode_result(env, value);
    Rounded { flags: rounded.flags | Flags::INVALID.when(seen.invalid || clash), ..rounded }
}
