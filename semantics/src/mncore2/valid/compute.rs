//! Expressions of the MAU, the matrix registers and the ALU (s. 3.6.9 to 3.6.12, 3.2.2).

use super::opcode::exists;
use super::operand::{Places, Takes, dests, flush, input};
use crate::mncore2::isa::table::Opcode;
use crate::mncore2::isa::{
    Alu, AluForm, AluOp, Convert, Immediate, MatrixAccess, Mau, MauKind, Mread, Mwrite, Precision,
    Source, Width,
};
use softfloat::mncore2::{Profile, immediate};

/// Where results of operations may go.
const RESULTS: Places = Places { masks: true, wide: false };

pub(super) fn mau(mau: &Mau) -> bool {
    let Mau { precision, kind, pair, shorten, .. } = *mau;
    let matrix = mau.matrix.is_some();
    let count = match (kind, matrix) {
        (MauKind::Fma, false) => 3,
        (MauKind::Passa, _) | (MauKind::Mul, true) => 1,
        _ => 2,
    };
    // Factors of h forms are half, so they are shortened; addends, and all inputs of d and f vector
    // forms, can be extended; block-float inputs take neither.
    let half = precision == Precision::H;
    let takes = |i: usize| {
        let addend = match (kind, matrix) {
            (MauKind::Fma, false) => i == 2,
            (MauKind::Fma, true) | (MauKind::Add, _) => i == 1,
            _ => false,
        };
        Takes {
            minus: true,
            extend: addend || !matrix && !half,
            shorten: !matrix && half && !addend,
            first_of_alu: false,
        }
    };
    exists(Opcode::Mau { precision, kind, matrix, pair, shorten })
        && flush(mau.flush.as_ref())
        && mau.inputs.len() == count
        && mau.inputs.iter().enumerate().all(|(i, from)| input(from, takes(i)))
        && dests(&mau.dests, RESULTS)
}

/// A row or column of a matrix register: two long words only of half precision.
fn matrix(precision: Precision, to: MatrixAccess) -> bool {
    let width = match to.width {
        Width::Single => false,
        Width::Long => true,
        Width::Double => precision == Precision::H && to.index.is_multiple_of(2),
    };
    width && to.index < precision.matrix_rows()
}

pub(super) fn mwrite(mwrite: &Mwrite) -> bool {
    let Mwrite { precision, from, to } = mwrite;
    let half = *precision == Precision::H;
    let takes = Takes { minus: true, extend: !half, shorten: half, first_of_alu: false };
    // Source and row of hmwrite have the same width; with `r` the source has twice that (MN-D85).
    let shortened = from.convert == Some(Convert::Shorten);
    let needed = if shortened { Width::Double } else { to.width };
    let widths = match from.source {
        _ if !half => true,
        _ if shortened && to.width == Width::Double => false,
        Source::Memory(access) => access.width == needed,
        _ => true,
    };
    exists(Opcode::Mwrite(*precision)) && input(from, takes) && matrix(*precision, *to) && widths
}

pub(super) fn mread(mread: &Mread) -> bool {
    let half = mread.precision == Precision::H;
    exists(Opcode::Mread(mread.precision))
        && flush(mread.flush.as_ref())
        && matrix(mread.precision, mread.from)
        && (!half || mread.from.width == Width::Double)
        && dests(&mread.dests, Places::default())
}

pub(super) fn alu(alu: &Alu) -> bool {
    let (opcode, count, shorten) = match alu.form {
        AluForm::Zero => (Opcode::Zero, 0, false),
        AluForm::Imm { upper, .. } => (Opcode::Imm { upper }, 0, false),
        AluForm::Msl => (Opcode::Msl, 1, false),
        AluForm::Msr => (Opcode::Msr, 1, false),
        AluForm::Element { unsigned, precision, op, .. } => {
            let shorten = matches!(precision, Precision::H | Precision::S);
            (Opcode::Alu { unsigned, precision, op }, op.arity(), shorten)
        }
    };
    let takes = |i| Takes { shorten, first_of_alu: i == 0, ..Takes::default() };
    exists(opcode)
        && form(&alu.form)
        && flush(alu.flush.as_ref())
        && alu.inputs.len() == count
        && alu.inputs.iter().enumerate().all(|(i, from)| input(from, takes(i)))
        && dests(&alu.dests, RESULTS)
}

fn form(form: &AluForm) -> bool {
    match form {
        AluForm::Element { precision: Precision::H, op: AluOp::Bfn | AluOp::Bfe, bits, .. } => {
            (6..=9).contains(bits)
        }
        AluForm::Element { bits, .. } => *bits == 0,
        AluForm::Imm { value, .. } => literal(value),
        AluForm::Zero | AluForm::Msl | AluForm::Msr => true,
    }
}

/// The word is that of the text, which ends at its quote and holds no comment.
fn literal(value: &Immediate) -> bool {
    !value.text.contains(['"', '\n', '#'])
        && immediate::word(&Profile::DECIDED, &value.to_string()).is_ok_and(|w| w == value.word)
}
