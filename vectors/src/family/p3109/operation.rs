//! The operations on P3109's formats as data.

use crate::registry::Arithmetic;
use softfloat::Format;
use softfloat::ieee::MinMax;
use std::cmp::Ordering;

/// What an operation computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Recip,
    Fma,
    Faa,
    Negate,
    Abs,
    /// A minimum or maximum of all that is no NaN, or of all.
    Extreme(MinMax),
    /// A minimum or maximum before which what is not finite gives way.
    Finite(MinMax),
    Next,
    Prior,
    Compare(Comparison),
    Is(Predicate),
}

/// A question about one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predicate {
    Zero,
    One,
    Nan,
    Infinite,
    Finite,
    SignMinus,
    Normal,
    Subnormal,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
}

impl Comparison {
    /// Whether it holds of two that stand so; NaN does not stand.
    pub(super) fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Self::Equal => order.is_some_and(Ordering::is_eq),
            Self::NotEqual => order.is_none_or(Ordering::is_ne),
            Self::Greater => order.is_some_and(Ordering::is_gt),
            Self::GreaterEqual => order.is_some_and(Ordering::is_ge),
            Self::Less => order.is_some_and(Ordering::is_lt),
            Self::LessEqual => order.is_some_and(Ordering::is_le),
        }
    }
}

/// An operation's name in ids, operands and formula.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) operation: Operation,
    pub(super) operands: &'static [&'static str],
    pub(super) formula: &'static str,
}

macro_rules! table {
    ($($name:literal $operation:expr, $operands:ident, $formula:literal;)*) => {
        /// Every operation.
        pub(super) const TABLE: &[Row] = &[$(Row {
            name: $name,
            operation: $operation,
            operands: $operands,
            formula: $formula,
        }),*];
    };
}

const X: &[&str] = &["x"];
const XY: &[&str] = &["x", "y"];
const XYZ: &[&str] = &["x", "y", "z"];

use Operation as O;

table! {
    "add" O::Add, XY, "x + y";
    "sub" O::Sub, XY, "x - y";
    "mul" O::Mul, XY, "x * y";
    "div" O::Div, XY, "x / y; NaN by 0";
    "sqrt" O::Sqrt, X, "square root of x";
    "recip" O::Recip, X, "1 / x; NaN of 0";
    "fma" O::Fma, XYZ, "x * y + z, projected once";
    "faa" O::Faa, XYZ, "x + y + z, projected once";
    "negate" O::Negate, X, "-x";
    "abs" O::Abs, X, "|x|";
    "min" O::Extreme(MinMax::Minimum), XY, "lesser of x and y; NaN where one is";
    "max" O::Extreme(MinMax::Maximum), XY, "larger of x and y; NaN where one is";
    "minimum_number" O::Extreme(MinMax::MinimumNumber), XY, "lesser of x and y; numbers before NaN";
    "maximum_number" O::Extreme(MinMax::MaximumNumber), XY, "larger of x and y; numbers before NaN";
    "minimum_magnitude" O::Extreme(MinMax::MinimumMagnitude), XY, "lesser by magnitude; NaN where one is";
    "maximum_magnitude" O::Extreme(MinMax::MaximumMagnitude), XY, "larger by magnitude; NaN where one is";
    "minimum_magnitude_number" O::Extreme(MinMax::MinimumMagnitudeNumber), XY, "lesser by magnitude; numbers before NaN";
    "maximum_magnitude_number" O::Extreme(MinMax::MaximumMagnitudeNumber), XY, "larger by magnitude; numbers before NaN";
    "minimum_finite" O::Finite(MinMax::Minimum), XY, "lesser; numbers before infinities and NaN";
    "maximum_finite" O::Finite(MinMax::Maximum), XY, "larger; numbers before infinities and NaN";
    "next" O::Next, X, "least number above x";
    "prior" O::Prior, X, "largest number below x";
    "compare_equal" O::Compare(Comparison::Equal), XY, "1 where x = y";
    "compare_not_equal" O::Compare(Comparison::NotEqual), XY, "1 where x and y differ or one is NaN";
    "compare_greater" O::Compare(Comparison::Greater), XY, "1 where x > y";
    "compare_greater_equal" O::Compare(Comparison::GreaterEqual), XY, "1 where x >= y";
    "compare_less" O::Compare(Comparison::Less), XY, "1 where x < y";
    "compare_less_equal" O::Compare(Comparison::LessEqual), XY, "1 where x <= y";
    "is_zero" O::Is(Predicate::Zero), X, "1 where x is 0";
    "is_one" O::Is(Predicate::One), X, "1 where x is 1";
    "is_nan" O::Is(Predicate::Nan), X, "1 where x is NaN";
    "is_infinite" O::Is(Predicate::Infinite), X, "1 where x is infinite";
    "is_finite" O::Is(Predicate::Finite), X, "1 where x is a number";
    "is_sign_minus" O::Is(Predicate::SignMinus), X, "1 where x is below 0";
    "is_normal" O::Is(Predicate::Normal), X, "1 where x is a normal number";
    "is_subnormal" O::Is(Predicate::Subnormal), X, "1 where x is a subnormal number other than 0";
}

impl Operation {
    /// Which arithmetic it is to the coverage models.
    pub(super) const fn arithmetic(self) -> Option<Arithmetic> {
        Some(match self {
            Self::Add => Arithmetic::Sum { minus: false },
            Self::Sub => Arithmetic::Sum { minus: true },
            Self::Mul => Arithmetic::Product,
            Self::Div => Arithmetic::Quotient,
            Self::Sqrt => Arithmetic::Root,
            Self::Fma => {
                Arithmetic::Fused { minus_product: false, minus_addend: false, addend_first: false }
            }
            Self::Compare(_) | Self::Extreme(_) | Self::Finite(_) => Arithmetic::Compare,
            Self::Recip
            | Self::Faa
            | Self::Negate
            | Self::Abs
            | Self::Next
            | Self::Prior
            | Self::Is(_) => return None,
        })
    }

    /// Whether the result is projected into a format; the opposite of a number is a code of its own wherever there is a sign.
    pub(super) fn projects(self, to: &Format) -> bool {
        match self {
            Self::Negate => !to.sign,
            _ => self.is_arithmetic(),
        }
    }

    /// Whether it goes from numbers of any formats to another.
    pub(super) const fn is_arithmetic(self) -> bool {
        use Operation::{Add, Div, Faa, Fma, Mul, Recip, Sqrt, Sub};
        matches!(self, Add | Sub | Mul | Div | Sqrt | Recip | Fma | Faa)
    }

    /// Whether the result is a truth value.
    pub(super) const fn decides(self) -> bool {
        matches!(self, Self::Compare(_) | Self::Is(_))
    }
}
