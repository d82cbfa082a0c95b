//! Classes of operands: what kind of code an element is.

use softfloat::format::{Kind, Nonfinite};
use softfloat::{Category, Format};

/// The class of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Zero with mantissa 0, or the integer 0.
    Zero,
    /// Exponent field 0 with a mantissa.
    ZeroMantissa,
    /// The smallest exponent of a normal number.
    Small,
    /// A normal number with mantissa 0: a power of two.
    Power,
    /// Any other normal number, any other integer.
    Normal,
    /// The largest exponent of a normal number.
    Large,
    /// Infinity with mantissa 0.
    Infinite,
    /// The top exponent with a mantissa.
    InfiniteMantissa,
    /// An integer of all ones.
    Ones,
    /// The integer 10..0 or 01..1.
    Limit,
    /// Below the smallest normal number.
    Subnormal,
    /// A quiet NaN.
    QuietNan,
    /// A signalling NaN.
    SignallingNan,
}

impl Class {
    /// The class of a code.
    #[must_use]
    #[inline]
    pub fn of(f: &Format, code: u64) -> Self {
        if matches!(f.kind, Kind::Fixed { .. }) {
            return Self::of_integer(f.width, code);
        }
        // MN-Core's formats: what is not finite is infinite, with any mantissa.
        if f.nonfinite != Nonfinite::Infinity {
            return Self::of_number(f, code);
        }
        let body = f.man_bits + f.pad;
        let field = (code >> body) as i32 & f.top();
        let mantissa = code & ((1 << body) - 1) != 0;
        match (field, mantissa) {
            (0, false) => Self::Zero,
            (0, true) => Self::ZeroMantissa,
            (t, false) if t == f.top() => Self::Infinite,
            (t, true) if t == f.top() => Self::InfiniteMantissa,
            (1, _) => Self::Small,
            (t, _) if t == f.top() - 1 => Self::Large,
            (_, false) => Self::Power,
            _ => Self::Normal,
        }
    }

    #[inline(never)]
    fn of_number(f: &Format, code: u64) -> Self {
        let field = (code >> (f.man_bits + f.pad)) as i32 & f.top();
        let power = code >> f.pad & ((1 << f.man_bits) - 1) == 0;
        if f.min_field() < field && field < f.max_field() {
            return if power { Self::Power } else { Self::Normal };
        }
        match f.classify(code).category {
            Category::Zero => Self::Zero,
            Category::Subnormal => Self::Subnormal,
            Category::Infinite => Self::Infinite,
            Category::QuietNan => Self::QuietNan,
            Category::SignallingNan => Self::SignallingNan,
            Category::Normal if field == f.min_field() => Self::Small,
            Category::Normal => Self::Large,
        }
    }

    fn of_integer(width: u32, code: u64) -> Self {
        let top = 1u64 << (width - 1);
        let ones = top | (top - 1);
        match code {
            0 => Self::Zero,
            c if c == ones => Self::Ones,
            c if c == top || c == top - 1 => Self::Limit,
            _ => Self::Normal,
        }
    }

    /// A short name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::ZeroMantissa => "zero~",
            Self::Small => "small",
            Self::Power => "pow2",
            Self::Normal => "norm",
            Self::Large => "large",
            Self::Infinite => "inf",
            Self::InfiniteMantissa => "inf~",
            Self::Ones => "ones",
            Self::Limit => "limit",
            Self::Subnormal => "subnormal",
            Self::QuietNan => "qnan",
            Self::SignallingNan => "snan",
        }
    }
}

/// Whether the code's top bit is set, of a format that has a sign or is an integer's.
#[must_use]
#[inline]
pub const fn negative(f: &Format, code: u64) -> bool {
    code >> (f.declared().width - 1) & 1 == 1 && (f.declared().sign || f.declared().exp_bits == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use softfloat::StaticFormat;
    use softfloat::format::{Binary32, E8m0, Fp4E2m1, Fp8E4m3Fnuz, Fp8E4m3Ocp, Tf32};

    #[test]
    fn classes_of_numbers() {
        use Class::{
            Infinite, Large, Normal, Power, QuietNan, SignallingNan, Small, Subnormal, Zero,
        };
        for (f, codes) in [
            (
                Binary32::FORMAT,
                &[
                    (0x8000_0000, Zero),
                    (0x0000_0001, Subnormal),
                    (0x0080_0001, Small),
                    (0x3f80_0000, Power),
                    (0x3fc0_0000, Normal),
                    (0x7f00_0000, Large),
                    (0x7f80_0000, Infinite),
                    (0x7fc0_0000, QuietNan),
                    (0x7f80_0001, SignallingNan),
                ][..],
            ),
            // All ones is NaN, the rest of the top exponent are numbers.
            (Fp8E4m3Ocp::FORMAT, &[(0x7e, Large), (0xff, QuietNan), (0x08, Small), (0x70, Power)]),
            (Fp8E4m3Fnuz::FORMAT, &[(0x80, QuietNan), (0x7f, Large), (0x87, Subnormal)]),
            (Fp4E2m1::FORMAT, &[(0x7, Large), (0x1, Subnormal), (0x8, Zero), (0x4, Power)]),
            // The low 13 bits do not count.
            (Tf32::FORMAT, &[(0x3f80_1fff, Power), (0x7f80_1fff, Infinite), (0x1fff, Zero)]),
            (E8m0::FORMAT, &[(0, Small), (0x7f, Power), (0xfe, Large), (0xff, QuietNan)]),
        ] {
            for &(code, class) in codes {
                assert_eq!(Class::of(&f, code), class, "{} {code:x}", f.name);
            }
        }
        assert!(!negative(&E8m0::FORMAT, 0xff) && negative(&Fp4E2m1::FORMAT, 0x8));
    }
}
