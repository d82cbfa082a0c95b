//! Classes of operands: what kind of code an element is.

use crate::registry::joined;
use softfloat::{Bits, Category, Format, Value};

/// A word for codes, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// As it is printed, the sign aside.
    pub word: &'static str,
    /// Which codes.
    pub meaning: &'static str,
}

/// An enum of classes from its table of words and meanings, so that nothing is printed that is not explained.
macro_rules! classes {
    ($(#[$doc:meta])* $vis:vis enum $name:ident { $($class:ident $word:literal $meaning:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name {
            $(#[doc = $meaning] $class,)*
        }

        impl $name {
            /// The classes, in their order.
            $vis const ALL: [Self; [$($word),*].len()] = [$(Self::$class),*];

            /// Their words, in the same order.
            $vis const WORDS: [$crate::class::Word; Self::ALL.len()] =
                [$($crate::class::Word { word: $word, meaning: $meaning }),*];

            /// With + and with -.
            const SIGNED: [[&'static str; 2]; Self::ALL.len()] =
                [$([concat!("+", $word), concat!("-", $word)]),*];

            /// The word, behind its sign.
            #[must_use]
            #[inline]
            $vis const fn signed(self, negative: bool) -> &'static str {
                Self::SIGNED[self as usize][negative as usize]
            }
        }
    };
}
pub(crate) use classes;

classes! {
    /// The class of an element, as files, findings and explanations have it.
    pub enum Class {
        Zero "zero" "0",
        ZeroMantissa "zero~" "MN-Core 2: exponent 0 with a mantissa, which counts as 0",
        Subnormal "subnormal" "below the smallest normal number",
        Small "small" "the smallest exponent of normal numbers, any mantissa",
        Power "pow2" "another number with mantissa 0: a power of two",
        Normal "norm" "any other number, any other integer",
        Large "large" "the largest exponent of numbers, any mantissa",
        Infinite "inf" "infinity",
        InfiniteMantissa "inf~" "MN-Core 2: the top exponent with a mantissa, which counts as infinity",
        QuietNan "qnan" "a quiet NaN, or the NaN of a format that has no other",
        SignallingNan "snan" "a signalling NaN",
        NotReal "nar" "posits: NaR, \"not a real\"",
        Ones "ones" "integers: all bits set, -1 or the largest unsigned one",
        Limit "limit" "signed integers: the largest, 01..1, and the smallest, 10..0",
        Extended "extended" "explain, elements of half block floats: exponent 0, six places lower",
    }
}

/// The words of [`Category`], in its order: what `explain` says of operands as it decodes them.
pub const CATEGORIES: [Word; 6] = [
    Word { word: "zero", meaning: "0" },
    Word { word: "subnormal", meaning: "below the smallest normal number" },
    Word { word: "normal", meaning: "any other number, any other integer" },
    Word { word: "infinite", meaning: "infinity" },
    Word { word: "quiet", meaning: "a quiet NaN, or the NaN of a format that has no other" },
    Word { word: "signalling", meaning: "a signalling NaN" },
];

/// The word of a category.
pub(crate) const fn category(category: Category) -> &'static str {
    CATEGORIES[category as usize].word
}

impl Class {
    /// The class of an element, of its words the lowest first.
    #[must_use]
    #[inline]
    pub fn of_element(f: &Format, element: &[u64]) -> Self {
        match element {
            [code] => Self::of(f, *code),
            _ => Self::of_value(f, joined(element)),
        }
    }

    /// The class of a code.
    #[must_use]
    #[inline]
    pub fn of(f: &Format, code: u64) -> Self {
        if f.is_fixed() {
            return Self::of_integer(f, code);
        }
        let Some(field) = f.exponent_field(code) else { return Self::of_value(f, code) };
        if !f.ignores_mantissa_at_ends() {
            return Self::of_number(f, code, field);
        }
        let body = f.man_bits + f.pad;
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
    fn of_number(f: &Format, code: u64, field: i32) -> Self {
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

    /// The class of a code without fields.
    #[cold]
    fn of_value<W: Bits>(f: &Format, code: W) -> Self {
        let (least, most) = f.exponents();
        match f.decode(code) {
            Value::Nan { .. } if f.is_posit() => Self::NotReal,
            Value::Nan { signalling: true, .. } => Self::SignallingNan,
            Value::Nan { .. } => Self::QuietNan,
            Value::Infinite { .. } => Self::Infinite,
            Value::Finite(u) if u.significand == W::ZERO => Self::Zero,
            Value::Finite(u) => match u.exponent + u.significand.wide().ilog2() as i32 {
                lead if lead < least && f.words() > 1 => Self::Subnormal,
                lead if lead == least => Self::Small,
                lead if lead == most => Self::Large,
                _ if u.significand.wide().is_power_of_two() => Self::Power,
                _ => Self::Normal,
            },
        }
    }

    fn of_integer(f: &Format, code: u64) -> Self {
        let top = 1u64 << (f.width - 1);
        let ones = top | (top - 1);
        match code {
            0 => Self::Zero,
            c if c == ones => Self::Ones,
            c if f.sign && (c == top || c == top - 1) => Self::Limit,
            _ => Self::Normal,
        }
    }

    /// The word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::WORDS[self as usize].word
    }
}

/// Whether the top bit of an element is set, of a format that has a sign.
#[must_use]
#[inline]
pub fn negative_element(f: &Format, element: &[u64]) -> bool {
    let above = 64 * (element.len() as u32 - 1);
    let top = element.last().copied().unwrap_or(0);
    f.sign && top >> (f.width - 1 - above) & 1 == 1
}

/// Whether the code's top bit is set, of a format that has a sign.
#[must_use]
#[inline]
pub const fn negative(f: &Format, code: u64) -> bool {
    let f = f.declared();
    f.sign && code >> (f.width - 1) & 1 == 1
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
