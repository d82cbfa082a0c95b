//! The operations of IEEE 754 and their variants: one row of [`TABLE`] each.

use crate::registry::Arithmetic;
use softfloat::ieee::{MinMax, Predicate, Relation, SignOp};

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
    /// The exponent of x as an integer.
    LogBInteger,
    /// Copy, negate, abs, copySign.
    Sign(SignOp),
    /// A predicate of one operand.
    Is(Predicate),
    /// Which of ten classes x is of.
    Class,
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
            | Self::LogB
            | Self::LogBInteger
            | Self::Sign(_)
            | Self::Is(_)
            | Self::Class => {
                return None;
            }
        })
    }

    /// Whether it takes codes as they are, whatever the rules.
    pub(crate) const fn takes_codes(self) -> bool {
        use Operation::{Class, Is, Sign, TotalOrder, TotalOrderMagnitude};
        matches!(self, TotalOrder | TotalOrderMagnitude | Sign(_) | Is(_) | Class)
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
    /// Not x = y.
    Ne,
    /// Not x > y.
    NotGt,
    /// x < y, or x or y is NaN.
    LtUnordered,
    /// Not x < y.
    NotLt,
    /// x > y, or x or y is NaN.
    GtUnordered,
    /// Neither is NaN.
    Ordered,
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
            Self::Ne => !Self::Eq.holds(relation),
            Self::NotGt => !Self::Gt.holds(relation),
            Self::LtUnordered => !Self::Ge.holds(relation),
            Self::NotLt => !Self::Lt.holds(relation),
            Self::GtUnordered => !Self::Le.holds(relation),
            Self::Ordered => !Self::Unordered.holds(relation),
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
const SIGN: &str = "IEEE 754-2019, 5.5.1";
const GENERAL: &str = "IEEE 754-2019, 5.7.2";
const ORDER: &str = "IEEE 754-2019, 5.7.2, 5.10";
const NUM: &str = "IEEE 754-2008, 5.3.1";
const MINIMUM: &str = "IEEE 754-2019, 9.6";
const C: &str = "ISO C 7.12.10.1";
const X86: &str = "x86 SSE, MINPS and MAXPS";
const RISCV: &str = "RISC-V F 2.2, FMIN and FMAX";

use Operation::{
    Add, Class, Compare, Div, Fma, Fmod, Is, LogB, LogBInteger, Mul, NextDown, NextUp, Remainder,
    RoundToIntegral, ScaleB, Sign, Sqrt, Sub, TotalOrder, TotalOrderMagnitude,
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
    "ne_quiet" Compare(Comparison::Ne, false), XY, "1 where x = y does not hold", COMPARED;
    "ne_signaling" Compare(Comparison::Ne, true), XY, "1 where x = y does not hold; NaN is invalid", COMPARED;
    "not_gt_quiet" Compare(Comparison::NotGt, false), XY, "1 where x > y does not hold", COMPARED;
    "not_gt_signaling" Compare(Comparison::NotGt, true), XY, "1 where x > y does not hold; NaN is invalid", COMPARED;
    "lt_unordered_quiet" Compare(Comparison::LtUnordered, false), XY, "1 where x < y or one is NaN", COMPARED;
    "lt_unordered_signaling" Compare(Comparison::LtUnordered, true), XY, "1 where x < y or one is NaN; NaN is invalid", COMPARED;
    "not_lt_quiet" Compare(Comparison::NotLt, false), XY, "1 where x < y does not hold", COMPARED;
    "not_lt_signaling" Compare(Comparison::NotLt, true), XY, "1 where x < y does not hold; NaN is invalid", COMPARED;
    "gt_unordered_quiet" Compare(Comparison::GtUnordered, false), XY, "1 where x > y or one is NaN", COMPARED;
    "gt_unordered_signaling" Compare(Comparison::GtUnordered, true), XY, "1 where x > y or one is NaN; NaN is invalid", COMPARED;
    "ordered" Compare(Comparison::Ordered, false), XY, "1 where neither x nor y is NaN", COMPARED;
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
    "log_b_integer" LogBInteger, X, "exponent of x as an integer of 32 bits", LOGB;
    "copy" Sign(SignOp::Copy), X, "x, whatever it is", SIGN;
    "negate" Sign(SignOp::Negate), X, "x with the other sign", SIGN;
    "abs" Sign(SignOp::Abs), X, "x with a positive sign", SIGN;
    "copy_sign" Sign(SignOp::CopySign), XY, "x with the sign of y", SIGN;
    "class" Class, X, "class of x, 0 to 9 in the order of 5.7.2", GENERAL;
    "is_sign_minus" Is(Predicate::SignMinus), X, "1 where x has a negative sign", GENERAL;
    "is_normal" Is(Predicate::Normal), X, "1 where x is normal", GENERAL;
    "is_finite" Is(Predicate::Finite), X, "1 where x is zero, subnormal or normal", GENERAL;
    "is_zero" Is(Predicate::Zero), X, "1 where x is a zero", GENERAL;
    "is_subnormal" Is(Predicate::Subnormal), X, "1 where x is subnormal", GENERAL;
    "is_infinite" Is(Predicate::Infinite), X, "1 where x is infinite", GENERAL;
    "is_nan" Is(Predicate::Nan), X, "1 where x is NaN", GENERAL;
    "is_signaling" Is(Predicate::Signaling), X, "1 where x is a signaling NaN", GENERAL;
    "is_canonical" Is(Predicate::Canonical), X, "1 where no bit of x is ignored that is set", GENERAL;
}
