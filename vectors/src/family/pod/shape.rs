//! Operands and results of operations, and what they are in words.

use crate::registry::Shape;
use semantics::pod::isa::{
    Arithmetic, Compare, Float, Fused, Logic, Operation, PackedInteger, Precision, Shift, Size,
    Unary,
};
use softfloat::Format;
use softfloat::format::{Binary32, Binary64, StaticFormat};

/// Operands and results of an operation.
#[derive(Clone, Debug)]
pub(super) struct Shapes {
    pub(super) names: &'static [&'static str],
    pub(super) operands: Vec<Shape>,
    pub(super) results: Vec<Shape>,
    /// Whether the last result is the sticky bits.
    pub(super) sticky: bool,
}

const XMM: &[&str] = &["xmm2", "xmm3"];
const XMM_ONE: &[&str] = &["xmm2"];
const XMM_FUSED: &[&str] = &["xmm1", "xmm2", "xmm3"];
const GENERAL: &[&str] = &["r2", "r3"];
const GENERAL_FLAGS: &[&str] = &["r2", "r3", "flags"];

/// An integer format; all that are asked for here exist.
fn integer(width: u32, signed: bool) -> Option<Format> {
    Format::integer(width, signed).ok()
}

fn unsigned(width: u32) -> Option<Shape> {
    integer(width, false).map(Shape::one)
}

/// The lanes of a precision, as numbers and as integers.
fn lanes(precision: Precision) -> Option<(Shape, Shape, Shape)> {
    let len = precision.lanes() as usize;
    let (float, width) =
        if precision.is_double() { (Binary64::FORMAT, 64) } else { (Binary32::FORMAT, 32) };
    let of = |format| Shape::many(format, len);
    Some((of(float), of(integer(width, true)?), of(integer(width, false)?)))
}

/// The shapes of an operation; none where it only moves, or belongs to memory.
pub(super) fn of(operation: Operation) -> Option<Shapes> {
    match operation.slot() {
        semantics::pod::isa::Slot::G => general(operation),
        semantics::pod::isa::Slot::X => xmm(operation),
        _ => None,
    }
}

fn xmm(operation: Operation) -> Option<Shapes> {
    let plain = |names, operands, result| {
        Some(Shapes { names, operands, results: vec![result], sticky: false })
    };
    // Six bits of MXCSR.
    let sticky = |names, operands, result| {
        let results = vec![result, unsigned(6)?];
        Some(Shapes { names, operands, results, sticky: true })
    };
    let integers = |size: Size| Some(Shape::many(integer(size.bits(), true)?, 16 / size.bytes()));
    let words = Shape::many(integer(64, false)?, 2);
    match operation {
        Operation::Float(_, p) | Operation::HorizontalAdd(p) => {
            let (float, ..) = lanes(p)?;
            sticky(XMM, vec![float; 2], float)
        }
        Operation::Fused(_, p) => {
            let (float, ..) = lanes(p)?;
            sticky(XMM_FUSED, vec![float; 3], float)
        }
        Operation::FloatCompare(_, p) => {
            let (float, _, mask) = lanes(p)?;
            sticky(XMM, vec![float; 2], mask)
        }
        Operation::Unary(kind, p) => {
            let (float, integer, _) = lanes(p)?;
            let (from, to) = match kind {
                Unary::ToInteger => (float, integer),
                Unary::FromInteger => (integer, float),
                Unary::Sqrt | Unary::RcpSqrt => (float, float),
            };
            sticky(XMM_ONE, vec![from], to)
        }
        Operation::Integer(_, size) | Operation::IntegerCompare(_, size) => {
            let lanes = integers(size)?;
            plain(XMM, vec![lanes; 2], lanes)
        }
        Operation::PackedShift(_, size) => {
            let lanes = integers(size)?;
            plain(&["xmm2", "immed6"], vec![lanes, unsigned(6)?], lanes)
        }
        Operation::PackedLogic(_) => plain(XMM, vec![words; 2], words),
        Operation::PackedNot => plain(XMM_ONE, vec![words], words),
        Operation::Shuffle(_) => {
            let lanes = Shape::many(integer(32, false)?, 4);
            plain(&["xmm2", "xmm3", "lanes"], vec![lanes, lanes, unsigned(8)?], lanes)
        }
        _ => None,
    }
}

fn general(operation: Operation) -> Option<Shapes> {
    let (word, flags, bit) = (unsigned(64)?, unsigned(12)?, unsigned(6)?);
    let (names, operands, results) = match operation {
        Operation::Arithmetic(Arithmetic::Adc | Arithmetic::Sbb, ..) | Operation::Shift(_) => {
            (GENERAL_FLAGS, vec![word, word, flags], vec![word, flags])
        }
        Operation::Arithmetic(..) | Operation::Multiply | Operation::Logic(_) => {
            (GENERAL, vec![word, word], vec![word, flags])
        }
        Operation::Compare(_) => (GENERAL, vec![word, word], vec![flags]),
        Operation::Not => (&["r2"][..], vec![word], vec![word]),
        Operation::ShiftAdd(_) => (GENERAL, vec![word, word], vec![word]),
        Operation::BitTest => (&["r2", "immed6", "flags"][..], vec![word, bit, flags], vec![flags]),
        Operation::ConditionalMove(_) => (GENERAL_FLAGS, vec![word, word, flags], vec![word]),
        _ => return None,
    };
    Some(Shapes { names, operands, results, sticky: false })
}

impl Shapes {
    /// What the operation computes, in one line.
    pub(super) fn summary(&self, operation: Operation) -> String {
        let what = formula(operation);
        let end = if self.sticky { ", sticky bits" } else { "" };
        match operation {
            Operation::PackedLogic(_) | Operation::PackedNot => format!("{what}, 128 bits"),
            _ if operation.slot() == semantics::pod::isa::Slot::X => {
                let Shape { format, len, .. } = self.operands[0];
                let name = format.name.trim_start_matches("ieee_");
                format!("{what}, {len} x {name}{end}")
            }
            _ => what,
        }
    }
}

const fn logic(kind: Logic) -> &'static str {
    match kind {
        Logic::And => "and",
        Logic::Or => "or",
        Logic::Xor => "xor",
    }
}

const fn shift(kind: Shift) -> &'static str {
    match kind {
        Shift::Left => "shifted to the left",
        Shift::Right => "shifted to the right",
        Shift::Arithmetic => "shifted to the right with its sign",
    }
}

const fn predicate(kind: Compare) -> &'static str {
    match kind {
        Compare::Lt => "<",
        Compare::Le => "<=",
        Compare::Eq => "=",
        Compare::Ne => "!=",
        Compare::Unord => "unordered with",
    }
}

fn formula(operation: Operation) -> String {
    match operation {
        Operation::Float(kind, _) => match kind {
            Float::Add => "xmm2 + xmm3",
            Float::Sub => "xmm2 - xmm3",
            Float::Mul => "xmm2 * xmm3",
            Float::Div => "xmm2 / xmm3",
            Float::Min => "xmm2 where less, else xmm3",
            Float::Max => "xmm2 where greater, else xmm3",
        }
        .to_owned(),
        Operation::Fused(Fused { minus_d, minus_ab }, _) => {
            let (d, ab) = (if minus_d { "-" } else { "" }, if minus_ab { "-" } else { "+" });
            format!("{d}xmm1 {ab} xmm2 * xmm3, rounded once")
        }
        Operation::HorizontalAdd(_) => "sums of adjacent lanes".to_owned(),
        Operation::Unary(kind, _) => match kind {
            Unary::Sqrt => "square root",
            Unary::RcpSqrt => "1 / square root, rounded once",
            Unary::ToInteger => "as integers",
            Unary::FromInteger => "as numbers",
        }
        .to_owned(),
        Operation::FloatCompare(Compare::Unord, _) => "all ones where one is NaN".to_owned(),
        Operation::FloatCompare(kind, _) | Operation::IntegerCompare(kind, _) => {
            format!("all ones where xmm2 {} xmm3", predicate(kind))
        }
        Operation::Integer(kind, _) => match kind {
            PackedInteger::Add => "xmm2 + xmm3, low bits",
            PackedInteger::Sub => "xmm2 - xmm3, low bits",
            PackedInteger::Mul => "xmm2 * xmm3, low bits",
            PackedInteger::HorizontalAdd => "sums of adjacent lanes, low bits",
        }
        .to_owned(),
        Operation::PackedLogic(kind) => format!("xmm2 {} xmm3", logic(kind)),
        Operation::PackedNot => "not xmm2".to_owned(),
        Operation::PackedShift(kind, _) => format!("xmm2 {}", shift(kind)),
        Operation::Shuffle(_) => "lanes 0 and 1 of xmm2, 2 and 3 of xmm3, as named".to_owned(),
        Operation::Arithmetic(kind, size, _) => {
            let sum = match kind {
                Arithmetic::Add => "r2 + r3",
                Arithmetic::Adc => "r2 + r3 + C",
                Arithmetic::Sub => "r2 - r3",
                Arithmetic::Sbb => "r2 - r3 - C",
            };
            format!("{sum} of {} bits, extended, and flags", size.bits())
        }
        Operation::Compare(size) => format!("flags of r2 - r3 of {} bits", size.bits()),
        Operation::Multiply => "r2 * r3 of 32 bits, low half, and flags".to_owned(),
        Operation::Logic(kind) => format!("r2 {} r3, and flags", logic(kind)),
        Operation::Not => "not r2".to_owned(),
        Operation::Shift(kind) => format!("r2 {}, and flags", shift(kind)),
        Operation::ShiftAdd(by) => format!("r2 * {} + r3", 1u32 << by),
        Operation::BitTest => "bit of r2 as C".to_owned(),
        Operation::ConditionalMove(condition) => {
            format!("r2 where `{}` holds, else r3", condition.suffix().trim_start_matches('.'))
        }
        _ => String::new(),
    }
}
