//! `int.*`: integer operations of 4 to 64 bits. What does not fit is *overflow*, division by zero
//! *infinite*.

use super::formats;
use crate::registry::{
    DynamicKernel, Family, FlagKind, Kernels, Op, Options, Resolved, Resolver, Shape,
};
use softfloat::integer::{Amount, Exact, Excess, Fitted, Integer, Shift, ShiftRounding};
use softfloat::{Flags, Format, Rounding};
use std::sync::Arc;

/// The widths that are listed.
const WIDTHS: [u32; 5] = [4, 8, 16, 32, 64];

/// An operation on integers of one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntegerOperation {
    /// An exact value, brought back into the format.
    Fitted(Arithmetic, Excess),
    /// x * y in twice the width.
    MulWide,
    /// The upper half of x * y.
    MulHigh,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// A shift or rotation by the second operand, unsigned, modulo the width.
    Shift(Shift),
}

/// What is computed exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// x + y.
    Add,
    /// x - y.
    Sub,
    /// x * y.
    Mul,
    /// -x.
    Neg,
    /// |x|.
    Abs,
    /// x / y, toward zero.
    Div,
    /// x - y * (x / y).
    Rem,
}

struct Row {
    name: &'static str,
    operation: IntegerOperation,
    operands: &'static [&'static str],
    formula: &'static str,
}

const X: &[&str] = &["x"];
const XY: &[&str] = &["x", "y"];

macro_rules! table {
    ($($name:literal $operation:expr, $operands:ident, $formula:literal;)*) => {
        const TABLE: &[Row] = &[$(Row {
            name: $name,
            operation: $operation,
            operands: $operands,
            formula: $formula,
        }),*];
    };
}

use Arithmetic::{Abs, Add, Div, Mul, Neg, Rem, Sub};
use Excess::{Saturate, Wrap};
use IntegerOperation as I;

table! {
    "add_wrap" I::Fitted(Add, Wrap), XY, "x + y, low bits";
    "add_sat" I::Fitted(Add, Saturate), XY, "x + y, or the nearer limit";
    "sub_wrap" I::Fitted(Sub, Wrap), XY, "x - y, low bits";
    "sub_sat" I::Fitted(Sub, Saturate), XY, "x - y, or the nearer limit";
    "mul_wrap" I::Fitted(Mul, Wrap), XY, "x * y, low bits";
    "mul_sat" I::Fitted(Mul, Saturate), XY, "x * y, or the nearer limit";
    "mul_wide" I::MulWide, XY, "x * y in twice the width";
    "mul_high" I::MulHigh, XY, "upper half of x * y";
    "neg_wrap" I::Fitted(Neg, Wrap), X, "-x, low bits";
    "neg_sat" I::Fitted(Neg, Saturate), X, "-x, or the nearer limit";
    "abs_wrap" I::Fitted(Abs, Wrap), X, "|x|, low bits";
    "abs_sat" I::Fitted(Abs, Saturate), X, "|x|, or the nearer limit";
    "div_wrap" I::Fitted(Div, Wrap), XY, "x / y toward zero, low bits";
    "div_sat" I::Fitted(Div, Saturate), XY, "x / y toward zero, or the nearer limit";
    "rem" I::Fitted(Rem, Wrap), XY, "remainder of x / y toward zero";
    "min" I::Min, XY, "min(x, y)";
    "max" I::Max, XY, "max(x, y)";
    "shl" I::Shift(Shift::Left), XY, "x << y, y modulo the width";
    "shr" I::Shift(Shift::ArithmeticRight), XY, "x >> y by value, y modulo the width";
    "shr_logical" I::Shift(Shift::LogicalRight), XY, "x >> y with zeros, y modulo the width";
    "rotl" I::Shift(Shift::RotateLeft), XY, "x rotated left by y";
    "rotr" I::Shift(Shift::RotateRight), XY, "x rotated right by y";
}

/// The listed operations.
pub(super) fn operations() -> Vec<Op> {
    let names = WIDTHS.iter().flat_map(|w| [format!("i{w}"), format!("u{w}")]);
    names.flat_map(|name| TABLE.iter().filter_map(move |row| op(&name, row))).collect()
}

/// The operation of these names.
pub(super) fn on_demand(format: &str, name: &str) -> Option<Op> {
    op(format, TABLE.iter().find(|row| row.name == name)?)
}

/// `None` where the format is none, or twice its width none.
fn op(name: &str, row: &'static Row) -> Option<Op> {
    let format = formats::named(name)?;
    let integer = Integer::of(&format)?;
    let result = match row.operation {
        I::MulWide => Format::integer(2 * format.width, format.sign).ok()?,
        _ => format,
    };
    let operation = row.operation;
    Some(Op {
        id: format!("int.{name}.{}", row.name),
        summary: format!("{}, {name}", row.formula),
        operands: row.operands,
        flags: FlagKind::Exceptions,
        options: Vec::new(),
        section: section(operation).to_owned(),
        decisions: Vec::new(),
        family: Family::Integer { format, operation },
        senseless: Vec::new(),
        resolve: Resolver::new(move |o: &Options| Resolved {
            operands: vec![Shape::one(format); row.operands.len()],
            results: vec![Shape::one(result)],
            kernels: Kernels::Dynamic(o.env(), kernel(integer, operation)),
        }),
    })
}

const fn section(operation: IntegerOperation) -> &'static str {
    match operation {
        I::Fitted(Div | Rem, _) => "RISC-V M",
        _ => "two's complement",
    }
}

fn kernel(format: Integer, operation: IntegerOperation) -> DynamicKernel {
    Arc::new(move |_, x, out| {
        let (a, b) = (x[0], x.get(1).copied().unwrap_or(0));
        let (x, y) = (format.value(a), format.value(b));
        let (bits, flags) = match operation {
            I::Fitted(arithmetic, excess) => {
                let exact = exact(format, arithmetic, a, b);
                let by_zero = matches!(arithmetic, Div | Rem) && y == Exact::new(0);
                let fitted = format.fit(excess, exact);
                (fitted.bits, if by_zero { Flags::DIVIDE_BY_ZERO } else { overflow(&fitted) })
            }
            I::MulWide => (wide(format).fit(Wrap, x * y).bits, Flags::NONE),
            I::MulHigh => {
                let down = ShiftRounding::Direction(Rounding::Down);
                let high = (x * y).round_shift(format.width().into(), down);
                (format.fit(Wrap, high).bits, Flags::NONE)
            }
            I::Min => (if x <= y { a } else { b }, Flags::NONE),
            I::Max => (if x >= y { a } else { b }, Flags::NONE),
            I::Shift(shift) => {
                let amount = (b % u64::from(format.width())) as i64;
                (format.shift(shift, Amount::Modulo, a, amount).bits, Flags::NONE)
            }
        };
        out[0] = bits;
        flags
    })
}

fn exact(format: Integer, arithmetic: Arithmetic, a: u64, b: u64) -> Exact {
    let (x, y) = (format.value(a), format.value(b));
    match arithmetic {
        Add => x + y,
        Sub => x - y,
        Mul => x * y,
        Neg => Exact::new(0) - x,
        Abs => x.abs(),
        Div => format.quotient(a, b),
        Rem => format.remainder(a, b),
    }
}

fn overflow(fitted: &Fitted) -> Flags {
    if fitted.overflow { Flags::OVERFLOW } else { Flags::NONE }
}

/// The integers of twice the width; of the same where there are none.
fn wide(format: Integer) -> Integer {
    Integer::new(2 * format.width(), format.signed()).unwrap_or(format)
}
