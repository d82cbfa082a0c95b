//! What an operation yields before it is rounded: a special result, or an [`Unrounded`] value.
//!
//! Each operation is computed here once, with its last step left open (`Last`): rounding it gives
//! the operation, keeping it gives what this module hands out. So `exact::add(a, b)` rounded is
//! `add(a, b)`, flags included, under every rule.
//!
//! ```
//! use softfloat::{format::{Binary32, Binary64}, ieee::{self, exact, Exact}, Env, Flags, StaticFormat};
//! let (one, three) = (1f32.to_bits(), 3f32.to_bits());
//! let third = exact::div::<Binary32>(one, three, &Env::IEEE);
//! let Exact::Unrounded(value) = third else { panic!("a number") };
//! assert!(value.sticky); // 1/3 has no end
//! let rounded = third.round(&Binary32::FORMAT, &Env::IEEE);
//! assert_eq!(rounded.bits, u64::from(ieee::div::<Binary32>(one, three, &Env::IEEE).bits));
//! // A division by zero is not rounded.
//! let special = exact::div::<Binary64>(1f64.to_bits(), 0, &Env::IEEE);
//! assert!(matches!(special, Exact::Special(r) if r.flags == Flags::DIVIDE_BY_ZERO));
//! ```

use super::integral::quiet_unless;
use super::operand::difference_sign;
use crate::{Bits, Env, Flags, Format, Rounded, StaticFormat, Unrounded, Value};

/// What an operation yields before it is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// A result that is not rounded, with its exceptions: a NaN, an infinity of infinite operands or
    /// of a division by zero, and what stands for them where a format lacks them.
    Special(Rounded<u64>),
    /// The value that is rounded, a zero of either sign included.
    Unrounded(Unrounded<u128>),
}

impl Exact {
    /// The operation's result: the value rounded into its format.
    #[must_use]
    pub fn round(self, format: &Format, env: &Env) -> Rounded<u64> {
        match self {
            Self::Special(r) => r,
            Self::Unrounded(u) => format.round_pack(env, u).cast(),
        }
    }

    /// The result of [`to_integer`](crate::ieee::to_integer()), whose `exact` says whether *inexact*
    /// is signalled.
    #[must_use]
    pub fn round_to_integer(self, integer: &Format, exact: bool, env: &Env) -> Rounded<u64> {
        quiet_unless(exact, self.round(integer, env))
    }

    /// The result of [`round_to_integral`](crate::ieee::round_to_integral()): rounded to an integral
    /// value first, then into the format.
    #[must_use]
    pub fn round_to_integral(self, format: &Format, exact: bool, env: &Env) -> Rounded<u64> {
        match self {
            Self::Special(r) => r,
            Self::Unrounded(u) => format.round_integral(env, u, exact).cast(),
        }
    }

    /// What an invalid operation yields.
    #[must_use]
    pub fn invalid(format: &Format, env: &Env) -> Self {
        Self::Special(format.invalid(env))
    }

    /// The NaN that an operation yields of operands of which at least one is NaN, in their order.
    #[must_use]
    pub fn nan(format: &Format, env: &Env, operands: &[Value<u64>]) -> Self {
        Self::Special(format.nan_result(env, operands))
    }

    /// An infinity of infinite operands, which is exact.
    #[must_use]
    pub fn infinite(format: &Format, env: &Env, sign: bool) -> Self {
        Self::Special(format.encode_result(env, Value::Infinite { sign }))
    }

    /// An exact infinity of finite operands: *divideByZero* (IEEE 754, 7.3).
    #[must_use]
    pub fn pole(format: &Format, sign: bool) -> Self {
        let bits = format.exact_infinity(sign);
        Self::Special(Rounded { bits, flags: Flags::DIVIDE_BY_ZERO })
    }

    /// A zero.
    #[must_use]
    pub const fn zero(sign: bool) -> Self {
        Self::Unrounded(Unrounded::exact(sign, 0, 0))
    }

    fn of<W: Bits>(value: Value<W>, special: impl FnOnce(Value<W>) -> Rounded<W>) -> Self {
        match value {
            Value::Finite(u) => Self::Unrounded(u.cast()),
            other => Self::Special(special(other).cast()),
        }
    }
}

/// The last step of an operation.
pub(super) trait Last {
    /// What it makes.
    type Out;
    /// Of a result that is not rounded.
    fn special(result: Rounded<u64>) -> Self::Out;
    /// Of a value.
    fn value(format: &Format, env: &Env, u: Unrounded<u64>) -> Self::Out;
    /// Of a value other than 0.
    fn number<W: Bits>(format: &Format, env: &Env, u: Unrounded<W>) -> Self::Out;
    /// Of a sum of two numbers, which is a difference where it is 0.
    fn total<W: Bits>(format: &Format, env: &Env, u: Unrounded<W>) -> Self::Out;
}

/// Rounds.
pub(super) struct Round;

impl Last for Round {
    type Out = Rounded<u64>;

    #[inline(always)]
    fn special(result: Rounded<u64>) -> Rounded<u64> {
        result
    }

    #[inline(always)]
    fn value(format: &Format, env: &Env, u: Unrounded<u64>) -> Rounded<u64> {
        format.round_pack(env, u)
    }

    #[inline(always)]
    fn number<W: Bits>(format: &Format, env: &Env, u: Unrounded<W>) -> Rounded<u64> {
        format.round_number(env, u)
    }

    #[inline(always)]
    fn total<W: Bits>(format: &Format, env: &Env, u: Unrounded<W>) -> Rounded<u64> {
        format.round_total(env, u)
    }
}

/// Keeps what would be rounded.
struct Keep;

impl Last for Keep {
    type Out = Exact;

    fn special(result: Rounded<u64>) -> Exact {
        Exact::Special(result)
    }

    fn value(_: &Format, _: &Env, u: Unrounded<u64>) -> Exact {
        Exact::Unrounded(u.cast())
    }

    fn number<W: Bits>(_: &Format, _: &Env, u: Unrounded<W>) -> Exact {
        Exact::Unrounded(u.cast())
    }

    fn total<W: Bits>(_: &Format, env: &Env, u: Unrounded<W>) -> Exact {
        let sign = if u.significand == W::ZERO { difference_sign(env) } else { u.sign };
        Exact::Unrounded(Unrounded { sign, ..u }.cast())
    }
}

/// Each operation over a format type and as a method of [`Format`].
macro_rules! operations {
    ($($operation:ident, $method:ident($($operand:ident),*), $of:literal:
        |$format:ident, $env:ident| $compute:expr;)*) => {
        $(
            #[doc = concat!("What ", $of, " rounds.")]
            #[must_use]
            pub fn $operation<F: StaticFormat>($($operand: F::Bits,)* env: &Env) -> Exact {
                F::FORMAT.$method($($operand.cast(),)* env)
            }
        )*

        impl Format {
            $(
                #[doc = concat!("[`", stringify!($operation), "`](crate::ieee::exact::",
                    stringify!($operation), "()) in this format.")]
                #[must_use]
                pub fn $method(&self, $($operand: u64,)* env: &Env) -> Exact {
                    let ($format, $env) = (self, env);
                    $compute
                }
            )*
        }
    };
}

operations! {
    add, exact_add(a, b), "`a + b`": |f, env| f.add_signed::<Keep>(a, b, false, env);
    sub, exact_sub(a, b), "`a - b`": |f, env| f.add_signed::<Keep>(a, b, true, env);
    mul, exact_mul(a, b), "`a * b`": |f, env| f.multiply::<Keep>(a, b, env);
    div, exact_div(a, b), "`a / b`": |f, env| f.divide::<Keep>(a, b, env);
    sqrt, exact_sqrt(a), "`sqrt(a)`": |f, env| f.square_root::<Keep>(a, env);
    fma, exact_fma(a, b, c), "`a * b + c`": |f, env| f.fused::<Keep>(a, b, c, env);
    remainder, exact_remainder(a, b), "`remainder(a, b)`":
        |f, env| f.reduced::<Keep>(a, b, true, env);
    fmod, exact_fmod(a, b), "`fmod(a, b)`": |f, env| f.reduced::<Keep>(a, b, false, env);
    log_b, exact_log_b(a), "`log_b(a)`": |f, env| match f.integer_exponent(a, env) {
        Ok(integer) => Exact::Unrounded(integer.cast()),
        Err(special) => Exact::Special(special),
    };
    round_to_integral, exact_integral(a), "`round_to_integral(a)` (with [`Exact::round_to_integral`])":
        |f, env| Exact::of(f.read(env, a), |special| f.encode_result(env, special));
}

/// What `a * 2^n` rounds.
#[must_use]
pub fn scale_b<F: StaticFormat>(a: F::Bits, n: i64, env: &Env) -> Exact {
    F::FORMAT.exact_scale_b(a.cast(), n, env)
}

/// What a conversion rounds, to and from integers too ([`Exact::round_to_integer`]).
#[must_use]
pub fn convert<A: StaticFormat, B: StaticFormat>(a: A::Bits, env: &Env) -> Exact {
    A::FORMAT.exact_convert(&B::FORMAT, a.cast(), env)
}

impl Format {
    /// [`scale_b`] in this format.
    #[must_use]
    pub fn exact_scale_b(&self, a: u64, n: i64, env: &Env) -> Exact {
        Exact::of(self.times_power(a, n, env), |special| self.encode_result(env, special))
    }

    /// [`convert`] from this format.
    #[must_use]
    pub fn exact_convert(&self, to: &Self, a: u64, env: &Env) -> Exact {
        Exact::of(self.read(env, a), |special| to.encode(env, special))
    }
}
