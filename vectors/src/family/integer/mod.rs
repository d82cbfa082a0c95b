//! `int.*`: integer operations of 2 to 64 bits. What does not fit is *overflow*, division by zero
//! *infinite*.

mod corner;
mod explain;
mod kernel;

use super::number::{DECISIONS, chosen};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::{Explain, Told, plain, steps::Steps};
use crate::family::operations::link;
use crate::formats::{self, BOOL};
use crate::registry::{
    Evaluate, Family, FlagKind, Kernels, Op, OptionSpec, Options, Plan, Resolved, Shape,
};
use kernel::{AMOUNT, ROUND};
use softfloat::Format;
use softfloat::integer::{Excess, Integer, Shift};

pub(crate) static FAMILY: Family = Family {
    begins: &["int"],
    on_demand,
    unlisted,
    refuses: |id| formats::beyond_limits("int", id),
    ..Family::listed(NAME, &[&AMOUNT.row, &ROUND.row], operations, DECISIONS)
};

const NAME: &str = "integer";

/// The widths that are listed.
const WIDTHS: [u32; 5] = [4, 8, 16, 32, 64];

/// An operation on integers of one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum IntegerOperation {
    /// An exact value, brought back into the format.
    Fitted(Arithmetic, Excess),
    /// An exact value in twice the width, where no format has that as two results: the upper half,
    /// and the lower one without a sign.
    Wide(Arithmetic, Excess),
    /// x + y + c and the carry.
    AddCarry,
    /// x - y - c and the borrow.
    SubBorrow,
    /// The upper half of x * y.
    MulHigh,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// A shift or rotation of the word by the second operand.
    Shift(Shift),
    /// A shift of the number to the left by the second operand; to the right it rounds down.
    ArithmeticLeft(Excess),
    /// A shift of the number to the right by the second operand, with rounding.
    RoundShift(Excess),
    /// The same into half the width.
    RoundShiftNarrow(Excess),
}

/// What is computed exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Arithmetic {
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
    /// x * y + z.
    Mac,
    /// x to the power y.
    Power,
}

/// Operation on integers.
#[derive(Debug)]
struct Of {
    integer: Integer,
    operation: IntegerOperation,
    operands: Vec<Shape>,
    results: Vec<Shape>,
}

impl Evaluate for Of {
    fn resolve(&self, o: &Options) -> Resolved {
        Resolved {
            operands: self.operands.clone(),
            results: self.results.clone(),
            kernels: Kernels::Dynamic(o.env(), kernel::of(self.integer, self.operation, o)),
        }
    }
}

impl Draw for Of {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, self.operation, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        corner::draw(rng, operands, self.operation, x);
    }
}

impl Explain for Of {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        match explain::explains(self.operation, plan) {
            true => explain::explain(steps, plan, x, self.operation),
            false => plain(steps, plan, x),
        }
    }
}

impl Modelled for Of {}

struct Row {
    name: &'static str,
    operation: IntegerOperation,
    operands: &'static [&'static str],
    formula: &'static str,
}

const X: &[&str] = &["x"];
const XY: &[&str] = &["x", "y"];
const XYC: &[&str] = &["x", "y", "c"];
const XYZ: &[&str] = &["x", "y", "z"];
/// Where no format has twice the width.
const XYZZ: &[&str] = &["x", "y", "z_high", "z_low"];

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

use Arithmetic::{Abs, Add, Div, Mac, Mul, Neg, Power, Rem, Sub};
use Excess::{Saturate, Wrap};
use IntegerOperation as I;

table! {
    "add_wrap" I::Fitted(Add, Wrap), XY, "x + y, low bits";
    "add_sat" I::Fitted(Add, Saturate), XY, "x + y, or the nearer limit";
    "sub_wrap" I::Fitted(Sub, Wrap), XY, "x - y, low bits";
    "sub_sat" I::Fitted(Sub, Saturate), XY, "x - y, or the nearer limit";
    "mul_wrap" I::Fitted(Mul, Wrap), XY, "x * y, low bits";
    "mul_sat" I::Fitted(Mul, Saturate), XY, "x * y, or the nearer limit";
    "mac_wrap" I::Fitted(Mac, Wrap), XYZ, "x * y + z, low bits";
    "mac_sat" I::Fitted(Mac, Saturate), XYZ, "x * y + z, or the nearer limit";
    "add_wide" I::Wide(Add, Wrap), XY, "x + y in twice the width";
    "sub_wide" I::Wide(Sub, Wrap), XY, "x - y in twice the width, low bits";
    "mul_wide" I::Wide(Mul, Wrap), XY, "x * y in twice the width";
    "mac_wide_wrap" I::Wide(Mac, Wrap), XYZ, "x * y + z in twice the width, low bits";
    "mac_wide_sat" I::Wide(Mac, Saturate), XYZ, "x * y + z in twice the width, or the nearer limit";
    "add_carry" I::AddCarry, XYC, "x + y + c, low bits, and the carry";
    "sub_borrow" I::SubBorrow, XYC, "x - y - c, low bits, and the borrow";
    "mul_high" I::MulHigh, XY, "upper half of x * y";
    "neg_wrap" I::Fitted(Neg, Wrap), X, "-x, low bits";
    "neg_sat" I::Fitted(Neg, Saturate), X, "-x, or the nearer limit";
    "abs_wrap" I::Fitted(Abs, Wrap), X, "|x|, low bits";
    "abs_sat" I::Fitted(Abs, Saturate), X, "|x|, or the nearer limit";
    "div_wrap" I::Fitted(Div, Wrap), XY, "x / y toward zero, low bits";
    "div_sat" I::Fitted(Div, Saturate), XY, "x / y toward zero, or the nearer limit";
    "rem" I::Fitted(Rem, Wrap), XY, "remainder of x / y toward zero";
    "power_wrap" I::Fitted(Power, Wrap), XY, "x to the power y, integer part, low bits";
    "power_sat" I::Fitted(Power, Saturate), XY, "x to the power y, integer part, or the nearer limit";
    "min" I::Min, XY, "min(x, y)";
    "max" I::Max, XY, "max(x, y)";
    "shl" I::Shift(Shift::Left), XY, "x << y";
    "shr" I::Shift(Shift::ArithmeticRight), XY, "x >> y by value";
    "shr_logical" I::Shift(Shift::LogicalRight), XY, "x >> y with zeros";
    "asl_wrap" I::ArithmeticLeft(Wrap), XY, "x * 2^y rounded down, low bits";
    "asl_sat" I::ArithmeticLeft(Saturate), XY, "x * 2^y rounded down, or the nearer limit";
    "round_shift_wrap" I::RoundShift(Wrap), XY, "x / 2^y rounded, low bits";
    "round_shift_sat" I::RoundShift(Saturate), XY, "x / 2^y rounded, or the nearer limit";
    "round_shift_narrow_wrap" I::RoundShiftNarrow(Wrap), XY, "x / 2^y rounded, low bits of half the width";
    "round_shift_narrow_sat" I::RoundShiftNarrow(Saturate), XY, "x / 2^y rounded to half the width, or the nearer limit";
    "rotl" I::Shift(Shift::RotateLeft), XY, "x rotated left by y";
    "rotr" I::Shift(Shift::RotateRight), XY, "x rotated right by y";
}

/// The listed operations.
fn operations() -> Vec<Op> {
    let names = WIDTHS.iter().flat_map(|w| [format!("i{w}"), format!("u{w}")]);
    let listed = |name: String| {
        TABLE
            .iter()
            .filter(|row| is_listed(&name, row))
            .filter_map(|row| op(&name, row))
            .collect::<Vec<_>>()
    };
    names.flat_map(listed).collect()
}

/// The operation of this id.
fn on_demand(id: &str) -> Option<Op> {
    let ["int", format, name] = id.split('.').collect::<Vec<_>>()[..] else { return None };
    op(format, TABLE.iter().find(|row| row.name == name)?)
}

/// The ids in the formats of `int.i7.*`.
fn unlisted(pattern: &str) -> Vec<String> {
    let ids = |format| TABLE.iter().map(move |row| format!("int.{format}.{}", row.name));
    let integers = formats::unlisted_in(pattern).filter(|name| formats::custom(name).is_none());
    integers.flat_map(ids).collect()
}

/// Whether an operation is listed: those into halves of fewer than 4 bits are there where they are asked for.
fn is_listed(name: &str, row: &Row) -> bool {
    let narrow = matches!(row.operation, I::RoundShiftNarrow(_));
    !narrow || formats::named(name).is_some_and(|format| format.width >= 8)
}

/// `None` where the format is none, or has no half.
fn op(name: &str, row: &'static Row) -> Option<Op> {
    let format = formats::named(name)?;
    let integer = Integer::of(&format)?;
    let operation = row.operation;
    let results = results(format, operation)?;
    let wide = wide(format);
    let operands = match operation {
        I::Wide(Mac, _) if wide.len() == 2 => XYZZ,
        _ => row.operands,
    };
    let shapes = shapes(format, operation, operands.len(), &wide);
    let (options, senseless) = options(operation);
    Some(Op {
        id: format!("int.{name}.{}", row.name),
        summary: format!("{}, {name}", row.formula),
        operands,
        flags: FlagKind::Exceptions,
        options,
        section: section(operation).to_owned(),
        decisions: decisions(operation),
        senseless,
        link: link(&FAMILY, Of { integer, operation, operands: shapes, results }),
    })
}

/// An integer of twice the width; where no format has that, its halves.
fn wide(format: Format) -> Vec<Shape> {
    match Format::integer(2 * format.width, format.sign) {
        Ok(wide) => vec![Shape::one(wide)],
        Err(_) => vec![Shape::one(format), Shape::one(unsigned(format))],
    }
}

/// The same width without a sign.
fn unsigned(format: Format) -> Format {
    Format::integer(format.width, false).unwrap_or(format)
}

/// The operands' shapes.
fn shapes(format: Format, operation: IntegerOperation, count: usize, wide: &[Shape]) -> Vec<Shape> {
    let pair = [Shape::one(format); 2];
    match operation {
        I::Wide(Mac, _) => [&pair, wide].concat(),
        I::AddCarry | I::SubBorrow => [&pair[..], &[Shape::one(BOOL)]].concat(),
        _ => vec![Shape::one(format); count],
    }
}

/// The results' shapes; `None` where there is no half.
fn results(format: Format, operation: IntegerOperation) -> Option<Vec<Shape>> {
    Some(match operation {
        I::Wide(..) => wide(format),
        I::AddCarry | I::SubBorrow => vec![Shape::one(format), Shape::one(BOOL)],
        I::RoundShiftNarrow(_) if format.width % 2 == 1 || format.width < 4 => return None,
        I::RoundShiftNarrow(_) => {
            vec![Shape::one(Format::integer(format.width / 2, format.sign).ok()?)]
        }
        _ => vec![Shape::one(format)],
    })
}

/// The options, and those without meaning with the reason.
fn options(operation: IntegerOperation) -> (Vec<OptionSpec>, Vec<(&'static str, &'static str)>) {
    match operation {
        I::Shift(Shift::RotateLeft | Shift::RotateRight) => {
            (Vec::new(), vec![("amount", "words rotate by the amount modulo the width")])
        }
        I::Shift(_) | I::ArithmeticLeft(_) => (vec![AMOUNT.any()], Vec::new()),
        I::RoundShift(_) | I::RoundShiftNarrow(_) => {
            (vec![AMOUNT.any(), ROUND.any()], vec![("rm", "the direction is what `round` says")])
        }
        _ => (Vec::new(), Vec::new()),
    }
}

/// The decisions that the bits of an operation can depend on.
fn decisions(operation: IntegerOperation) -> Vec<&'static str> {
    let divides = matches!(operation, I::Fitted(Arithmetic::Div | Arithmetic::Rem, _));
    let shifts = matches!(
        operation,
        I::Shift(_) | I::ArithmeticLeft(_) | I::RoundShift(_) | I::RoundShiftNarrow(_)
    );
    chosen([("NUM-D25", divides), ("NUM-D26", shifts), ("NUM-D38", true)])
}

const fn section(operation: IntegerOperation) -> &'static str {
    match operation {
        I::Fitted(Div | Rem, _) => "RISC-V M",
        I::RoundShift(_) | I::RoundShiftNarrow(_) => "RISC-V V, 3.8",
        _ => "two's complement",
    }
}
