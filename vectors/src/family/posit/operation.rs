//! The operations on posits as data.

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
    Sign,
    NearestInt,
    Floor,
    Ceil,
    Next,
    Prior,
    Compare(Comparison),
    /// The sum of a list.
    Sum,
    /// The products of two lists, added up; with an addend, or taken from it.
    Products(Start),
    /// A quire from others, a posit or a product.
    Quire(Quire),
    /// A quire as a posit.
    Rounded,
}

/// What a sum of products begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    Zero,
    Addend,
    /// The products are taken from it.
    Minuend,
}

/// What a quire is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quire {
    Of,
    Negate,
    Abs,
    Posit { minus: bool },
    Other { minus: bool },
    Product { minus: bool },
}

/// A comparison; NaR equals NaR and is below all others.
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
    pub(super) const fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Greater => order.is_gt(),
            Self::GreaterEqual => order.is_ge(),
            Self::Less => order.is_lt(),
            Self::LessEqual => order.is_le(),
        }
    }
}

/// An operation's name in ids, operands, formula and source.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) operation: Operation,
    pub(super) operands: &'static [&'static str],
    pub(super) formula: &'static str,
    pub(super) section: &'static str,
}

macro_rules! table {
    ($($name:literal $operation:expr, $operands:ident, $formula:literal, $section:expr;)*) => {
        /// Every operation.
        pub(super) const TABLE: &[Row] = &[$(Row {
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
const Q: &[&str] = &["q"];
const QX: &[&str] = &["q", "x"];
const QR: &[&str] = &["q", "r"];
const QXY: &[&str] = &["q", "x", "y"];

const ARITHMETIC: &str = "Posit standard 2022, 5";
const BASIC: &str = "Posit standard 2022, 5.2";
const COMPARED: &str = "Posit standard 2022, 5";
const ROOT: &str = "Posit standard 2022, 5.5";
const QUIRE: &str = "Posit standard 2022, 5.11";
const SOFTPOSIT: &str = "SoftPosit, mulAdd";

use Operation as O;

table! {
    "add" O::Add, XY, "x + y", ARITHMETIC;
    "sub" O::Sub, XY, "x - y", ARITHMETIC;
    "mul" O::Mul, XY, "x * y", ARITHMETIC;
    "div" O::Div, XY, "x / y", ARITHMETIC;
    "sqrt" O::Sqrt, X, "square root of x", ROOT;
    "fma" O::Fma, XYZ, "x * y + z, rounded once", SOFTPOSIT;
    "negate" O::Negate, X, "-x", BASIC;
    "abs" O::Abs, X, "|x|", BASIC;
    "sign" O::Sign, X, "1, 0 or -1 as x is above, equal to or below 0", BASIC;
    "nearest_int" O::NearestInt, X, "integer nearest x, ties to even", BASIC;
    "floor" O::Floor, X, "largest integer not above x", BASIC;
    "ceil" O::Ceil, X, "smallest integer not below x", BASIC;
    "next" O::Next, X, "code after x; NaR after the largest", BASIC;
    "prior" O::Prior, X, "code before x; NaR before the least", BASIC;
    "compare_equal" O::Compare(Comparison::Equal), XY, "1 where x = y", COMPARED;
    "compare_not_equal" O::Compare(Comparison::NotEqual), XY, "1 where x and y differ", COMPARED;
    "compare_greater" O::Compare(Comparison::Greater), XY, "1 where x > y", COMPARED;
    "compare_greater_equal" O::Compare(Comparison::GreaterEqual), XY, "1 where x >= y", COMPARED;
    "compare_less" O::Compare(Comparison::Less), XY, "1 where x < y", COMPARED;
    "compare_less_equal" O::Compare(Comparison::LessEqual), XY, "1 where x <= y", COMPARED;
    "sum" O::Sum, X, "sum of the elements of x, rounded once", QUIRE;
    "fdp" O::Products(Start::Zero), XY, "sum of the products x[i] * y[i], rounded once", QUIRE;
    "fdp_add" O::Products(Start::Addend), XYZ, "z + the products x[i] * y[i], rounded once", QUIRE;
    "fdp_sub" O::Products(Start::Minuend), XYZ, "z - the products x[i] * y[i], rounded once", QUIRE;
    "p_to_q" O::Quire(Quire::Of), X, "quire of x, exactly", QUIRE;
    "q_negate" O::Quire(Quire::Negate), Q, "-q", QUIRE;
    "q_abs" O::Quire(Quire::Abs), Q, "|q|", QUIRE;
    "q_add_p" O::Quire(Quire::Posit { minus: false }), QX, "q + x, exactly", QUIRE;
    "q_sub_p" O::Quire(Quire::Posit { minus: true }), QX, "q - x, exactly", QUIRE;
    "q_add_q" O::Quire(Quire::Other { minus: false }), QR, "q + r, exactly", QUIRE;
    "q_sub_q" O::Quire(Quire::Other { minus: true }), QR, "q - r, exactly", QUIRE;
    "q_mul_add" O::Quire(Quire::Product { minus: false }), QXY, "q + x * y, exactly", QUIRE;
    "q_mul_sub" O::Quire(Quire::Product { minus: true }), QXY, "q - x * y, exactly", QUIRE;
    "q_to_p" O::Rounded, Q, "posit nearest q", QUIRE;
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
            Self::NearestInt | Self::Floor | Self::Ceil => Arithmetic::Integral,
            Self::Compare(_) => Arithmetic::Compare,
            Self::Negate | Self::Abs | Self::Sign | Self::Next | Self::Prior => return None,
            Self::Sum | Self::Products(_) | Self::Quire(_) | Self::Rounded => return None,
        })
    }

    /// Whether operands or result are quires.
    pub(super) const fn of_quires(self) -> bool {
        matches!(self, Self::Quire(_) | Self::Rounded)
    }

    /// Whether operands are lists.
    pub(super) const fn of_lists(self) -> bool {
        matches!(self, Self::Sum | Self::Products(_))
    }
}
