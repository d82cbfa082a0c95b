//! The operations of IEEE 754 and their variants: one row of [`TABLE`] each.

use crate::registry::Arithmetic;
use softfloat::ieee::{MinMax, Relation};

/// An operation on numbers of one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    /// x + y.
    Add,
    /// x - y.
    Sub,
    /// x * y.
    Mul,
    /// x / y.
    Div,
    /// x - y*n, n the integer nearest x/y.
    Remainder,
    /// x - y*n, n = x/y cut toward zero.
    Fmod,
    /// The square root.
    Sqrt,
    /// x * y + z.
    Fma,
    /// An integral value in the same format.
    RoundToIntegral,
    /// Whether x stands so to y; `signaling` says whether a quiet NaN is *invalid*.
    Compare(Comparison, bool),
    /// Whether x comes before y in the order of all codes, or is y.
    TotalOrder,
    /// The same of the absolute values.
    TotalOrderMagnitude,
    /// A variant of minimum or maximum.
    MinMax(MinMax),
    /// The least number above x.
    NextUp,
    /// The greatest number below x.
    NextDown,
    /// x * 2^n.
    ScaleB,
    /// The exponent of x.
    LogB,
}

impl Operation {
    /// What it computes before it rounds, where that is one of the arithmetic operations.
    pub(crate) const fn arithmetic(self) -> Option<Arithmetic> {
        Some(match self {
            Self::Add => Arithmetic::Sum { minus: false },
            Self::Sub => Arithmetic::Sum { minus: true },
            Self::Mul => Arithmetic::Product,
            Self::Div => Arithmetic::Quotient,
            Self::Sqrt => Arithmetic::Root,
            Self::Fma => {
                Arithmetic::Fused { minus_product: false, minus_addend: false, addend_first: false }
            }
            Self::RoundToIntegral => Arithmetic::Integral,
            Self::Compare(..) | Self::MinMax(_) => Arithmetic::Compare,
            Self::TotalOrder | Self::TotalOrderMagnitude => Arithmetic::Order,
            Self::Remainder
            | Self::Fmod
            | Self::NextUp
            | Self::NextDown
            | Self::ScaleB
            | Self::LogB => {
                return None;
            }
        })
    }
}

/// What a comparison asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Comparison {
    /// x = y.
    Eq,
    /// x < y.
    Lt,
    /// x <= y.
    Le,
    /// x > y.
    Gt,
    /// x >= y.
    Ge,
    /// x or y is NaN.
    Unordered,
}

impl Comparison {
    /// Whether it holds of operands that stand so to each other.
    #[must_use]
    #[inline]
    pub(crate) const fn holds(self, relation: Relation) -> bool {
        match self {
            Self::Eq => matches!(relation, Relation::Equal),
            Self::Lt => matches!(relation, Relation::Less),
            Self::Le => matches!(relation, Relation::Less | Relation::Equal),
            Self::Gt => matches!(relation, Relation::Greater),
            Self::Ge => matches!(relation, Relation::Greater | Relation::Equal),
            Self::Unordered => matches!(relation, Relation::Unordered),
        }
    }
}

/// An operation's id, operands, formula and source.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) operation: Operation,
    pub(crate) operands: &'static [&'static str],
    pub(crate) formula: &'static str,
    pub(crate) section: &'static str,
}

macro_rules! table {
    ($($name:literal $operation:expr, $operands:ident, $formula:literal, $section:expr;)*) => {
        /// Every operation.
        pub(crate) const TABLE: &[Row] = &[$(Row {
            name: $name,
            operation: $operation,
            operands: $operands,
            formula: $formula,
            section: $section,
        }),*];
    };
}

const X: &[&str] = &["x"];
const XY: &[&str] = &["x", "y"];
const XYZ: &[&str] = &["x", "y", "z"];
const XN: &[&str] = &["x", "n"];

const ARITHMETIC: &str = "IEEE 754-2019, 5.4.1";
const HOMOGENEOUS: &str = "IEEE 754-2019, 5.3.1";
const INTEGRAL: &str = "IEEE 754-2019, 5.3.1, 5.9";
const LOGB: &str = "IEEE 754-2019, 5.3.3";
const COMPARED: &str = "IEEE 754-2019, 5.6.1, 5.11";
const ORDER: &str = "IEEE 754-2019, 5.7.2, 5.10";
const NUM: &str = "IEEE 754-2008, 5.3.1";
const MINIMUM: &str = "IEEE 754-2019, 9.6";
const C: &str = "ISO C 7.12.10.1";
const X86: &str = "x86 SSE, MINPS and MAXPS";
const RISCV: &str = "RISC-V F 2.2, FMIN and FMAX";

use Operation::{
    Add, Compare, Div, Fma, Fmod, LogB, Mul, NextDown, NextUp, Remainder, RoundToIntegral, ScaleB,
    Sqrt, Sub, TotalOrder, TotalOrderMagnitude,
};

table! {
    "add" Add, XY, "x + y", ARITHMETIC;
    "sub" Sub, XY, "x - y", ARITHMETIC;
    "mul" Mul, XY, "x * y", ARITHMETIC;
    "div" Div, XY, "x / y", ARITHMETIC;
    "remainder" Remainder, XY, "x - y*n, n the integer nearest x/y, ties to even", HOMOGENEOUS;
    "fmod" Fmod, XY, "x - y*n, n = x/y cut toward zero", C;
    "sqrt" Sqrt, X, "square root of x", ARITHMETIC;
    "fma" Fma, XYZ, "x * y + z", ARITHMETIC;
    "round_to_integral" RoundToIntegral, X, "x rounded to an integral value", INTEGRAL;
    "eq_quiet" Compare(Comparison::Eq, false), XY, "1 where x = y", COMPARED;
    "eq_signaling" Compare(Comparison::Eq, true), XY, "1 where x = y; NaN is invalid", COMPARED;
    "lt_quiet" Compare(Comparison::Lt, false), XY, "1 where x < y", COMPARED;
    "lt_signaling" Compare(Comparison::Lt, true), XY, "1 where x < y; NaN is invalid", COMPARED;
    "le_quiet" Compare(Comparison::Le, false), XY, "1 where x <= y", COMPARED;
    "le_signaling" Compare(Comparison::Le, true), XY, "1 where x <= y; NaN is invalid", COMPARED;
    "gt_quiet" Compare(Comparison::Gt, false), XY, "1 where x > y", COMPARED;
    "gt_signaling" Compare(Comparison::Gt, true), XY, "1 where x > y; NaN is invalid", COMPARED;
    "ge_quiet" Compare(Comparison::Ge, false), XY, "1 where x >= y", COMPARED;
    "ge_signaling" Compare(Comparison::Ge, true), XY, "1 where x >= y; NaN is invalid", COMPARED;
    "unordered" Compare(Comparison::Unordered, false), XY, "1 where x or y is NaN", COMPARED;
    "total_order" TotalOrder, XY, "1 where x <= y in the total order", ORDER;
    "total_order_magnitude" TotalOrderMagnitude, XY, "1 where |x| <= |y| in the total order", ORDER;
    "min_num" Operation::MinMax(MinMax::MinNum), XY, "minNum(x, y)", NUM;
    "max_num" Operation::MinMax(MinMax::MaxNum), XY, "maxNum(x, y)", NUM;
    "min_num_mag" Operation::MinMax(MinMax::MinNumMag), XY, "minNumMag(x, y)", NUM;
    "max_num_mag" Operation::MinMax(MinMax::MaxNumMag), XY, "maxNumMag(x, y)", NUM;
    "minimum" Operation::MinMax(MinMax::Minimum), XY, "minimum(x, y), NaN wins", MINIMUM;
    "maximum" Operation::MinMax(MinMax::Maximum), XY, "maximum(x, y), NaN wins", MINIMUM;
    "minimum_number" Operation::MinMax(MinMax::MinimumNumber), XY, "minimum(x, y), a number wins", MINIMUM;
    "maximum_number" Operation::MinMax(MinMax::MaximumNumber), XY, "maximum(x, y), a number wins", MINIMUM;
    "minimum_magnitude" Operation::MinMax(MinMax::MinimumMagnitude), XY, "x or y by the smaller magnitude, NaN wins", MINIMUM;
    "maximum_magnitude" Operation::MinMax(MinMax::MaximumMagnitude), XY, "x or y by the larger magnitude, NaN wins", MINIMUM;
    "minimum_magnitude_number" Operation::MinMax(MinMax::MinimumMagnitudeNumber), XY, "x or y by the smaller magnitude, a number wins", MINIMUM;
    "maximum_magnitude_number" Operation::MinMax(MinMax::MaximumMagnitudeNumber), XY, "x or y by the larger magnitude, a number wins", MINIMUM;
    "sse_min" Operation::MinMax(MinMax::SseMin), XY, "x where x < y, else y", X86;
    "sse_max" Operation::MinMax(MinMax::SseMax), XY, "x where x > y, else y", X86;
    "riscv_min" Operation::MinMax(MinMax::RiscVMin), XY, "minimum(x, y), a number wins, NaN is canonical", RISCV;
    "riscv_max" Operation::MinMax(MinMax::RiscVMax), XY, "maximum(x, y), a number wins, NaN is canonical", RISCV;
    "next_up" NextUp, X, "least number above x", HOMOGENEOUS;
    "next_down" NextDown, X, "greatest number below x", HOMOGENEOUS;
    "scale_b" ScaleB, XN, "x * 2^n", LOGB;
    "log_b" LogB, X, "exponent of x", LOGB;
}
