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
    ///
    /// ```
    /// use softfloat::{format::Binary16, ieee::exact, Env, Rounding, StaticFormat};
    /// let (half, up) = (Binary16::FORMAT, Env::IEEE.rounding(Rounding::Up));
    /// let sum = exact::add::<Binary16>(0x3c00, 0x1000, &Env::IEEE); // 1 + 2^-11, a tie
    /// assert_eq!(sum.round(&half, &Env::IEEE).bits, 0x3c00); // 1
    /// assert_eq!(sum.round(&half, &up).bits, 0x3c01); // 1 + 2^-10
    /// ```
    #[must_use]
    pub fn round(self, format: &Format, env: &Env) -> Rounded<u64> {
        match self {
            Self::Special(r) => r,
            Self::Unrounded(u) => format.round_pack(env, u).cast(),
        }
    }

    /// The result of [`to_integer`](crate::ieee::to_integer()), whose `exact` says whether *inexact*
    /// is signalled.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Int8}, ieee::exact, Env, Flags, StaticFormat};
    /// let value = exact::convert::<Binary16, Int8>(0x4100, &Env::IEEE); // 2.5
    /// let r = value.round_to_integer(&Int8::FORMAT, true, &Env::IEEE);
    /// assert_eq!((r.bits, r.flags), (2, Flags::INEXACT));
    /// assert_eq!(value.round_to_integer(&Int8::FORMAT, false, &Env::IEEE).flags, Flags::NONE);
    /// ```
    #[must_use]
    pub fn round_to_integer(self, integer: &Format, exact: bool, env: &Env) -> Rounded<u64> {
        quiet_unless(exact, self.round(integer, env))
    }

    /// The result of [`round_to_integral`](crate::ieee::round_to_integral()): rounded to an integral
    /// value first, then into the format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, ieee::exact, Env, Flags, StaticFormat};
    /// let value = exact::round_to_integral::<Binary16>(0x4100, &Env::IEEE); // 2.5
    /// let r = value.round_to_integral(&Binary16::FORMAT, true, &Env::IEEE);
    /// assert_eq!((r.bits, r.flags), (0x4000, Flags::INEXACT)); // 2
    /// ```
    #[must_use]
    pub fn round_to_integral(self, format: &Format, exact: bool, env: &Env) -> Rounded<u64> {
        match self {
            Self::Special(r) => r,
            Self::Unrounded(u) => format.round_integral(env, u, exact).cast(),
        }
    }

    /// What an invalid operation yields.
    ///
    /// ```
    /// use softfloat::{format::Binary16, ieee::Exact, Env, Flags, Rounded, StaticFormat};
    /// let nan = Rounded { bits: 0x7e00, flags: Flags::INVALID };
    /// assert_eq!(Exact::invalid(&Binary16::FORMAT, &Env::IEEE), Exact::Special(nan));
    /// ```
    #[must_use]
    pub fn invalid(format: &Format, env: &Env) -> Self {
        Self::Special(format.invalid(env))
    }

    /// The NaN that an operation yields of operands of which at least one is NaN, in their order.
    ///
    /// ```
    /// use softfloat::{format::Binary16, ieee::Exact, Env, Flags, NanRule, Rounded, StaticFormat};
    /// let (half, env) = (Binary16::FORMAT, Env { nan: NanRule::Propagate, ..Env::IEEE });
    /// let operands = [0x3c00, 0xfe01].map(|code| half.operand(&env, code)); // 1, NaN
    /// let nan = Rounded { bits: 0xfe01, flags: Flags::NONE };
    /// assert_eq!(Exact::nan(&half, &env, &operands), Exact::Special(nan));
    /// ```
    #[must_use]
    pub fn nan(format: &Format, env: &Env, operands: &[Value<u64>]) -> Self {
        Self::Special(format.nan_result(env, operands))
    }

    /// An infinity of infinite operands, which is exact.
    ///
    /// ```
    /// use softfloat::{format::Binary16, ieee::Exact, Env, Flags, Rounded, StaticFormat};
    /// let infinity = Rounded { bits: 0xfc00, flags: Flags::NONE };
    /// assert_eq!(Exact::infinite(&Binary16::FORMAT, &Env::IEEE, true), Exact::Special(infinity));
    /// ```
    #[must_use]
    pub fn infinite(format: &Format, env: &Env, sign: bool) -> Self {
        Self::Special(format.encode_result(env, Value::Infinite { sign }))
    }

    /// An exact infinity of finite operands: *divideByZero* (IEEE 754, 7.3).
    ///
    /// ```
    /// use softfloat::{format::Binary16, ieee::Exact, Flags, Rounded, StaticFormat};
    /// let infinity = Rounded { bits: 0xfc00, flags: Flags::DIVIDE_BY_ZERO };
    /// assert_eq!(Exact::pole(&Binary16::FORMAT, true), Exact::Special(infinity));
    /// ```
    #[must_use]
    pub fn pole(format: &Format, sign: bool) -> Self {
        let bits = format.exact_infinity(sign);
        Self::Special(Rounded { bits, flags: Flags::DIVIDE_BY_ZERO })
    }

    /// A zero.
    ///
    /// ```
    /// use softfloat::{format::Binary16, ieee::Exact, Env, StaticFormat};
    /// assert_eq!(Exact::zero(true).round(&Binary16::FORMAT, &Env::IEEE).bits, 0x8000); // -0
    /// ```
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
    ($($operation:ident, $method:ident($($operand:ident),*), $of:literal,
        [$codes:literal, $result:literal, $why:literal]:
        |$format:ident, $env:ident| $compute:expr;)*) => {
        $(
            #[doc = concat!("What ", $of, " rounds.\n\n```\n",
                "use softfloat::{format::Binary16, ieee::exact, Env, StaticFormat};\n",
                "let value = exact::", stringify!($operation), "::<Binary16>(",
                $codes, ", &Env::IEEE);\n",
                "let r = value.round(&Binary16::FORMAT, &Env::IEEE);\n",
                "assert_eq!(r.bits, ", $result, "); // ", $why, "\n```")]
            #[must_use]
            pub fn $operation<F: StaticFormat>($($operand: F::Bits,)* env: &Env) -> Exact {
                F::FORMAT.$method($($operand.cast(),)* env)
            }
        )*

        impl Format {
            $(
                #[doc = concat!("[`", stringify!($operation), "`](crate::ieee::exact::",
                    stringify!($operation), "()) in this format.\n\n```\n",
                    "use softfloat::{format::Binary16, Env, StaticFormat};\n",
                    "let half = Binary16::FORMAT;\n",
                    "let value = half.", stringify!($method), "(", $codes, ", &Env::IEEE);\n",
                    "assert_eq!(value.round(&half, &Env::IEEE).bits, ", $result, "); // ",
                    $why, "\n```")]
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
    add, exact_add(a, b), "`a + b`", ["0x3c00, 0x4000", "0x4200", "1 + 2"]:
        |f, env| f.add_signed::<Keep>(a, b, false, env);
    sub, exact_sub(a, b), "`a - b`", ["0x3c00, 0x4000", "0xbc00", "1 - 2"]:
        |f, env| f.add_signed::<Keep>(a, b, true, env);
    mul, exact_mul(a, b), "`a * b`", ["0x4000, 0x4200", "0x4600", "2 * 3"]:
        |f, env| f.multiply::<Keep>(a, b, env);
    div, exact_div(a, b), "`a / b`", ["0x3c00, 0x4000", "0x3800", "1 / 2"]:
        |f, env| f.divide::<Keep>(a, b, env);
    sqrt, exact_sqrt(a), "`sqrt(a)`", ["0x4400", "0x4000", "2, of 4"]:
        |f, env| f.square_root::<Keep>(a, env);
    fma, exact_fma(a, b, c), "`a * b + c`", ["0x4000, 0x4200, 0x3c00", "0x4700", "2 * 3 + 1"]:
        |f, env| f.fused::<Keep>(a, b, c, env);
    remainder, exact_remainder(a, b), "`remainder(a, b)`",
        ["0x4500, 0x4200", "0xbc00", "5 - 3 * 2"]: |f, env| f.reduced::<Keep>(a, b, true, env);
    fmod, exact_fmod(a, b), "`fmod(a, b)`", ["0x4500, 0x4200", "0x4000", "5 - 3 * 1"]:
        |f, env| f.reduced::<Keep>(a, b, false, env);
    log_b, exact_log_b(a), "`log_b(a)`", ["0x4900", "0x4200", "3, of 10 = 1.25 * 2^3"]:
        |f, env| match f.integer_exponent(a, env) {
        Ok(integer) => Exact::Unrounded(integer.cast()),
        Err(special) => Exact::Special(special),
    };
    round_to_integral, exact_integral(a), "`round_to_integral(a)` (with [`Exact::round_to_integral`])",
        ["0x4100", "0x4100", "2.5"]:
        |f, env| Exact::of(f.read(env, a), |special| f.encode_result(env, special));
}

/// What `a * 2^n` rounds.
///
/// ```
/// use softfloat::{format::Binary16, ieee::exact, Env, Flags, StaticFormat};
/// let value = exact::scale_b::<Binary16>(0x7bff, 1, &Env::IEEE); // twice the largest
/// let r = value.round(&Binary16::FORMAT, &Env::IEEE);
/// assert_eq!((r.bits, r.flags), (0x7c00, Flags::OVERFLOW | Flags::INEXACT));
/// ```
#[must_use]
pub fn scale_b<F: StaticFormat>(a: F::Bits, n: i64, env: &Env) -> Exact {
    F::FORMAT.exact_scale_b(a.cast(), n, env)
}

/// What a conversion rounds, to and from integers too ([`Exact::round_to_integer`]).
///
/// ```
/// use softfloat::{format::{Binary16, Binary32}, ieee::exact, Env, StaticFormat};
/// let value = exact::convert::<Binary16, Binary32>(0x3e00, &Env::IEEE); // 1.5
/// assert_eq!(value.round(&Binary32::FORMAT, &Env::IEEE).bits, 0x3fc0_0000);
/// ```
#[must_use]
pub fn convert<A: StaticFormat, B: StaticFormat>(a: A::Bits, env: &Env) -> Exact {
    A::FORMAT.exact_convert(&B::FORMAT, a.cast(), env)
}

impl Format {
    /// [`scale_b`] in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// let half = Binary16::FORMAT;
    /// let value = half.exact_scale_b(0x3e00, 2, &Env::IEEE); // 1.5 * 2^2
    /// assert_eq!(value.round(&half, &Env::IEEE).bits, 0x4600); // 6
    /// ```
    #[must_use]
    pub fn exact_scale_b(&self, a: u64, n: i64, env: &Env) -> Exact {
        Exact::of(self.times_power(a, n, env), |special| self.encode_result(env, special))
    }

    /// [`convert`] from this format.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Binary32}, Env, StaticFormat};
    /// let (half, single) = (Binary16::FORMAT, Binary32::FORMAT);
    /// let value = half.exact_convert(&single, 0x3e00, &Env::IEEE); // 1.5
    /// assert_eq!(value.round(&single, &Env::IEEE).bits, 0x3fc0_0000);
    /// ```
    #[must_use]
    pub fn exact_convert(&self, to: &Self, a: u64, env: &Env) -> Exact {
        Exact::of(self.read(env, a), |special| to.encode(env, special))
    }
}
