//! The operations on P3109's formats as data.

use crate::registry::Arithmetic;
use std::cmp::Ordering;

/// What an operation computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Fma,
    Negate,
    Abs,
    Min,
    Max,
    Next,
    Prior,
    Compare(Comparison),
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
    "fma" O::Fma, XYZ, "x * y + z, projected once";
    "negate" O::Negate, X, "-x";
    "abs" O::Abs, X, "|x|";
    "min" O::Min, XY, "lesser of x and y; NaN where one is";
    "max" O::Max, XY, "larger of x and y; NaN where one is";
    "next" O::Next, X, "least number above x";
    "prior" O::Prior, X, "largest number below x";
    "compare_equal" O::Compare(Comparison::Equal), XY, "1 where x = y";
    "compare_not_equal" O::Compare(Comparison::NotEqual), XY, "1 where x and y differ or one is NaN";
    "compare_greater" O::Compare(Comparison::Greater), XY, "1 where x > y";
    "compare_greater_equal" O::Compare(Comparison::GreaterEqual), XY, "1 where x >= y";
    "compare_less" O::Compare(Comparison::Less), XY, "1 where x < y";
    "compare_less_equal" O::Compare(Comparison::LessEqual), XY, "1 where x <= y";
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
            Self::Compare(_) | Self::Min | Self::Max => Arithmetic::Compare,
            Self::Negate | Self::Abs | Self::Next | Self::Prior => return None,
        })
    }

    /// Whether the result is projected.
    pub(super) const fn projects(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Sqrt | Self::Fma)
    }

    /// Whether it has a meaning without a sign.
    pub(super) const fn needs_sign(self) -> bool {
        matches!(self, Self::Negate | Self::Abs)
    }
}
