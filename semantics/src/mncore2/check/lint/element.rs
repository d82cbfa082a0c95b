//! How many elements of an operand an operation takes from a PE in a cycle, and how many results it
//! puts out (s. 3.6.8 to 3.6.12): widths that do not fit are the commonest slips in operands.

use crate::mncore2::isa::*;

/// Elements side by side on the path of two long words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Elements {
    pub(super) bits: u32,
    pub(super) count: u32,
}

impl Elements {
    const fn new(bits: u32, count: u32) -> Self {
        Self { bits, count }
    }
}

/// A port: its elements, and whether each of them makes one result of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Port {
    pub(super) elements: Elements,
    pub(super) each: bool,
}

const fn each(bits: u32, count: u32) -> Port {
    Port { elements: Elements::new(bits, count), each: true }
}

const fn all(bits: u32, count: u32) -> Port {
    Port { elements: Elements::new(bits, count), each: false }
}

/// What input `n` takes, the matrix not counted; nothing where it does not matter.
pub(super) fn port(expr: &Expr, n: usize) -> Option<Port> {
    let convert = expr.inputs().get(n)?.convert;
    Some(match expr {
        Expr::Mau(mau) => of_mau(mau, n, convert),
        Expr::Mwrite(write) => of_mwrite(write, convert),
        Expr::Alu(alu) => of_alu(alu, convert)?,
        // Half words of the MSB-side long word with e (s. 3.6.8.5).
        Expr::Up(up) if up.to.double && convert.is_none() => all(64, 2),
        Expr::Up(up) if convert.is_none() && shortens(up.kind) => all(64, 2),
        Expr::Up(_) => all(64, 1),
        _ => return None,
    })
}

/// Whether a reduction makes half of single precision.
pub(super) const fn shortens(kind: UpKind) -> bool {
    matches!(kind, UpKind::Reduce { shorten: true, .. } | UpKind::Reduce4 { shorten: true, .. })
}

/// s. 3.6.9.2 to 3.6.9.24.
fn of_mau(mau: &Mau, n: usize, convert: Option<Convert>) -> Port {
    let addend = match mau.kind {
        MauKind::Fma => n + 1 == mau.inputs.len(),
        MauKind::Add => n == 1,
        MauKind::Mul | MauKind::Passa => false,
    };
    if mau.matrix.is_some() && !addend {
        return all(if mau.precision == Precision::F { 32 } else { 64 }, 1);
    }
    let count = results(mau.precision);
    let bits = match (mau.precision, addend) {
        (Precision::H, true) => 32,
        (precision, _) => precision.bits(),
    };
    each(converted(bits, convert), count)
}

/// Results of a MAU operation in a PE and cycle.
const fn results(precision: Precision) -> u32 {
    64 / precision.bits()
}

/// The bits that an element has before its conversion.
const fn converted(bits: u32, convert: Option<Convert>) -> u32 {
    match convert {
        Some(Convert::Extend) => bits / 2,
        Some(Convert::Shorten) => bits * 2,
        None => bits,
    }
}

/// s. 3.6.10.
fn of_mwrite(write: &Mwrite, convert: Option<Convert>) -> Port {
    match write.precision {
        Precision::F | Precision::G => all(converted(32, convert), 2),
        Precision::H if write.to.width == Width::Double => all(64, 2),
        _ => all(converted(64, convert), 1),
    }
}

/// s. 3.6.12. Where bits are only moved or compared one by one the letter says nothing.
fn of_alu(alu: &Alu, convert: Option<Convert>) -> Option<Port> {
    let AluForm::Element { precision, op, .. } = alu.form else {
        return matches!(alu.form, AluForm::Msl | AluForm::Msr).then_some(each(32, 2));
    };
    let bits = precision.bits();
    Some(match op {
        AluOp::Passa => each(32, 4),
        AluOp::And | AluOp::Or | AluOp::Xor | AluOp::Not if convert.is_none() => each(32, 2),
        AluOp::Bfn | AluOp::Bfe if bits == 16 && convert.is_none() => each(16, 8),
        AluOp::Bfn if precision == Precision::G => all(64, 1),
        _ => each(converted(bits, convert), 64 / bits),
    })
}

/// What the unit of an expression puts out, where it is more than one long word or made of elements.
pub(super) fn output(expr: &Expr) -> Option<Elements> {
    Some(match expr {
        Expr::Mau(mau) => {
            let bits = match (mau.precision, mau.shorten) {
                (Precision::D, true) | (Precision::H, false) => 32,
                (precision, _) => precision.bits(),
            };
            Elements::new(bits, results(mau.precision))
        }
        // A column a cycle, of half elements two (s. 3.6.11).
        Expr::Mread(read) if read.precision == Precision::H => Elements::new(64, 2),
        Expr::Mread(_) => Elements::new(64, 1),
        Expr::Alu(alu) => {
            let AluForm::Element { precision, op, .. } = alu.form else {
                return matches!(alu.form, AluForm::Msl | AluForm::Msr)
                    .then_some(Elements::new(32, 2));
            };
            match op {
                AluOp::Passa => Elements::new(32, 4),
                AluOp::And | AluOp::Or | AluOp::Xor | AluOp::Not => Elements::new(32, 2),
                AluOp::Bfn | AluOp::Bfe if precision == Precision::H => Elements::new(16, 8),
                _ => Elements::new(precision.bits(), 64 / precision.bits()),
            }
        }
        _ => return None,
    })
}

/// Bits of an access.
pub(super) const fn bits(width: Width) -> u32 {
    32 * width.words() as u32
}

/// The widest destination in a PE memory; `T` and the rest keep what nobody asked for.
pub(super) fn widest(expr: &Expr) -> Option<Width> {
    let width = |dest: &Dest| match &dest.target {
        Target::Memory(access) => Some(access.width),
        Target::T(Width::Double) => Some(Width::Double),
        _ => None,
    };
    expr.dests().iter().filter_map(width).max()
}

/// How many results the widest destination keeps; at least one is wanted.
pub(super) fn kept(expr: &Expr) -> Option<u32> {
    let Elements { bits: of_one, count } = output(expr)?;
    Some((bits(widest(expr)?) / of_one).clamp(1, count))
}

/// How many of the single words that input `n` reads reach the unit's output, of `read` at most.
pub(super) fn used(expr: &Expr, n: usize, read: u16) -> u16 {
    let Some(Port { elements, .. }) = port(expr, n) else { return read };
    // The LSB-side long word of the ALU's first input passes to the result.
    let passes = matches!(expr, Expr::Alu(_)) && n == 0 && widest(expr) == Some(Width::Double);
    if passes { read } else { read.min(words(elements.bits * elements.count)) }
}

/// How many of them the destinations ask for; where these are no memory, one long word of results.
pub(super) fn needed(expr: &Expr, n: usize, read: u16) -> u16 {
    let all = used(expr, n, read);
    match port(expr, n) {
        Some(Port { elements, each: true }) if widest(expr) != Some(Width::Double) => {
            let Elements { bits, count } = output(expr).unwrap_or(elements);
            let kept = kept(expr).unwrap_or((64 / bits).min(count));
            all.min(words(kept.min(elements.count) * elements.bits))
        }
        _ => all,
    }
}

fn words(bits: u32) -> u16 {
    bits.div_ceil(32).max(1) as u16
}
