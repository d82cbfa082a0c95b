//! Operations whose result is of another format than their operands (formatOf, IEEE 754-2019, 5.4.1): the exact value
//! rounded once into it, never by way of the operands' format.
//!
//! Both formats have infinities and NaN, else what they lack is replaced as in a conversion.
//!
//! ```
//! use softfloat::{format::{Binary32, Binary64}, ieee::format_of, Env, Flags};
//! // 1 + 2^-24 is a tie in binary32; what lies 2^-53 above it is not.
//! let (one, more) = (1f64.to_bits(), (2f64.powi(-24) + 2f64.powi(-76)).to_bits());
//! let r = format_of::add::<Binary64, Binary32>(one, more, &Env::IEEE);
//! assert_eq!((f32::from_bits(r.bits), r.flags), (1.0 + f32::EPSILON, Flags::INEXACT));
//! ```

use super::exact::Round;
use crate::{Bits, Env, Format, Rounded, StaticFormat};

macro_rules! operations {
    ($($operation:ident, $method:ident($($operand:ident),*), $of:literal,
        [$codes:literal, $result:literal, $why:literal]:
        |$from:ident, $to:ident, $env:ident| $compute:expr;)*) => {
        $(
            #[doc = concat!($of, " of numbers of the format `A`, rounded once into `B`.\n\n```\n",
                "use softfloat::{format::{Binary16, Binary32}, ieee::format_of, Env};\n",
                "let r = format_of::", stringify!($operation), "::<Binary32, Binary16>(",
                $codes, ", &Env::IEEE);\n",
                "assert_eq!(r.bits, ", $result, "); // ", $why, "\n```")]
            #[must_use]
            pub fn $operation<A: StaticFormat, B: StaticFormat>(
                $($operand: A::Bits,)*
                env: &Env,
            ) -> Rounded<B::Bits> {
                A::FORMAT.$method(&B::FORMAT, $($operand.cast(),)* env).cast()
            }
        )*

        impl Format {
            $(
                #[doc = concat!($of, " of numbers of this format, rounded once into `to`.\n\n```\n",
                    "use softfloat::{format::{Binary16, Binary32}, Env, StaticFormat};\n",
                    "let (single, half) = (Binary32::FORMAT, Binary16::FORMAT);\n",
                    "let r = single.", stringify!($method), "(&half, ", $codes, ", &Env::IEEE);\n",
                    "assert_eq!(r.bits, ", $result, "); // ", $why, "\n```")]
                #[must_use]
                pub fn $method(&self, to: &Self, $($operand: u64,)* env: &Env) -> Rounded<u64> {
                    let ($from, $to, $env) = (self, to, env);
                    $compute
                }
            )*
        }
    };
}

operations! {
    add, add_into(a, b), "`a + b`", ["0x3f80_0000, 0x4000_0000", "0x4200", "1 + 2"]:
        |f, to, env| f.add_any::<Round>(to, a, b, false, env);
    sub, sub_into(a, b), "`a - b`", ["0x3f80_0000, 0x4000_0000", "0xbc00", "1 - 2"]:
        |f, to, env| f.add_any::<Round>(to, a, b, true, env);
    mul, mul_into(a, b), "`a * b`", ["0x4000_0000, 0x4040_0000", "0x4600", "2 * 3"]:
        |f, to, env| f.multiply_any::<Round>(to, a, b, env);
    div, div_into(a, b), "`a / b`", ["0x3f80_0000, 0x4000_0000", "0x3800", "1 / 2"]:
        |f, to, env| f.divide_any::<Round>(to, a, b, env);
    sqrt, sqrt_into(a), "`sqrt(a)`", ["0x4080_0000", "0x4000", "2, of 4"]:
        |f, to, env| f.square_root_any::<Round>(to, a, env);
    fma, fma_into(a, b, c), "`a * b + c`",
        ["0x4000_0000, 0x4040_0000, 0x3f80_0000", "0x4700", "2 * 3 + 1"]:
        |f, to, env| f.fused_any::<Round>(to, [a, b, c], env);
}

impl Format {
    /// The bits that a significand gets before an operation whose result is rounded into `to`: enough that the result
    /// has more than that keeps.
    pub(super) fn working_width(&self, to: &Self) -> u32 {
        self.precision().max(to.precision())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Binary16, Binary32, Binary64};
    use crate::ieee::small::{Coding, SMALL, environments};
    use crate::{Flags, NanRule, convert_any};

    /// Sums and products of small formats are exact in binary64; the conversion rounds them.
    #[test]
    fn every_pair_of_small_formats() {
        let coded = || SMALL.iter().filter(|s| s.coding == Coding::Ieee);
        for (from, to) in coded().flat_map(|from| coded().map(move |to| (from, to))) {
            for env in environments().filter(|env| env.nan == NanRule::Canonical) {
                for (a, b) in
                    from.codes().flat_map(|a| from.codes().map(move |b| (a, b))).step_by(5)
                {
                    let (x, y) = (from.operand(a, &env), from.operand(b, &env));
                    if !x.is_finite() || !y.is_finite() || x + y == 0.0 {
                        continue;
                    }
                    let plain = Env { daz: false, ..env };
                    let rounded =
                        |v: f64| convert_any(&Binary64::FORMAT, &to.format, &plain, v.to_bits());
                    let name = (from.format.name, to.format.name, a, b, env);
                    assert_eq!(
                        from.format.add_into(&to.format, a, b, &env),
                        rounded(x + y),
                        "{name:x?}"
                    );
                    assert_eq!(
                        from.format.mul_into(&to.format, a, b, &env),
                        rounded(x * y),
                        "{name:x?}"
                    );
                }
            }
        }
    }

    /// Wider than the operands, quotients and roots have all their bits.
    #[test]
    fn into_a_wider_format_like_the_machine() {
        for a in (1..0x7c00u16).step_by(7) {
            let x = convert_any(&Binary16::FORMAT, &Binary64::FORMAT, &Env::IEEE, a.into()).bits;
            let x = f64::from_bits(x);
            let root = sqrt::<Binary16, Binary64>(a, &Env::IEEE).bits;
            assert_eq!(f64::from_bits(root), x.sqrt());
            let b = 0x3c01 + a % 0x400;
            let y = convert_any(&Binary16::FORMAT, &Binary64::FORMAT, &Env::IEEE, b.into()).bits;
            let quotient = div::<Binary16, Binary64>(a, b, &Env::IEEE).bits;
            assert_eq!(f64::from_bits(quotient), x / f64::from_bits(y));
        }
    }

    #[test]
    fn infinities_and_nan() {
        let infinity = f64::INFINITY.to_bits();
        let r = sub::<Binary64, Binary32>(infinity, infinity, &Env::IEEE);
        assert_eq!((r.bits, r.flags), (0x7fc0_0000, Flags::INVALID));
        let r = mul::<Binary64, Binary32>(infinity, (-2f64).to_bits(), &Env::IEEE);
        assert_eq!((r.bits, r.flags), (0xff80_0000, Flags::NONE));
        // The payload's top bits stay.
        let keep = Env { nan: NanRule::Propagate, ..Env::IEEE };
        let r = add::<Binary32, Binary16>(0xffa0_0000, 0, &keep);
        assert_eq!((r.bits, r.flags), (0xff00, Flags::INVALID));
    }
}
