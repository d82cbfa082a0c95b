//! In which precision an operand is read.

use crate::mncore2::dump::Number;
use crate::mncore2::exec::port;
use crate::mncore2::isa::{AluForm, AluOp, Convert, Expr, Input, Precision, Up, UpKind};

/// The precision of an input's elements, before and behind its port.
pub(super) fn input(expr: &Expr, n: usize, input: &Input) -> [Option<Precision>; 2] {
    let behind = match expr {
        Expr::Alu(e) => match e.form {
            AluForm::Element { precision, .. } => Some(precision),
            _ => None,
        },
        Expr::Mau(e) => Some(port::precision(e, n)),
        Expr::Mwrite(e) => Some(e.precision),
        Expr::Up(Up { kind: UpKind::Reduce { rrn, .. } | UpKind::Reduce4 { rrn, .. }, .. }) => {
            Some(rrn.precision)
        }
        _ => None,
    };
    let before = match (input.convert, behind) {
        (None, behind) => behind,
        (Some(Convert::Shorten), _) => Some(Precision::F),
        (Some(Convert::Extend), Some(Precision::D)) => Some(Precision::F),
        (Some(Convert::Extend), _) => Some(Precision::H),
    };
    [before, behind]
}

/// The precision of an output's elements.
pub(super) fn output(expr: &Expr) -> Option<Precision> {
    match expr {
        Expr::Alu(e) => match &e.form {
            AluForm::Element { precision, op: AluOp::Ftoi, .. } => Some(match precision {
                Precision::D => Precision::L,
                Precision::H => Precision::S,
                _ => Precision::I,
            }),
            AluForm::Element { precision, .. } => Some(*precision),
            _ => None,
        },
        Expr::Mau(e) => Some(match (e.precision, e.shorten) {
            (Precision::D, false) => Precision::D,
            (Precision::H, true) => Precision::H,
            _ => Precision::F,
        }),
        Expr::Mread(e) => Some(e.precision),
        _ => None,
    }
}

/// The elements of a word of `bits` bits, on the most significant side, as numbers: floating-point
/// as dumps print them, integers signed.
///
/// ```
/// use semantics::mncore2::isa::Precision;
/// use semantics::mncore2::trace::text_of;
/// assert_eq!(text_of(Precision::F, 0x3fc0_0000_8000_0000, 64), "(1.5, -0)");
/// assert_eq!(text_of(Precision::I, 0xffff_fffe_0000_0000, 32), "(-2)");
/// ```
#[must_use]
pub fn text_of(precision: Precision, word: u64, bits: u32) -> String {
    let width = precision.bits();
    let texts: Vec<String> = (0..(bits / width).max(1))
        .map(|n| {
            let code = word << (width * n) >> (64 - width);
            match precision {
                Precision::D => Number::D.text(code),
                Precision::F | Precision::G => Number::F.text(code),
                Precision::H => Number::H.text(code),
                // Signed: the sign is drawn to the top and back.
                _ => ((code << (64 - width)) as i64 >> (64 - width)).to_string(),
            }
        })
        .collect();
    format!("({})", texts.join(", "))
}
