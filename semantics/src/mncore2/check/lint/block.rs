//! `MN-W-BLOCK` (MN-D32): an operand of a matrix product that no block conversion has made.
//!
//! Whether exponents agree hangs on values. What is certain without them: the MAU, `rsqrt` and `floor`
//! put out numbers with a hidden bit, each with an exponent of its own, and so do transposed reads of
//! such numbers; blocks of one precision are none of another, but for pseudo-single ones, which single
//! products may read. Copies keep what they copy. All else (integer operations, `imm`, `d set`,
//! transfers) may have made anything and is let through.

use super::cell::{self, Cells};
use super::element;
use super::ledger::{Kind, Ledger};
use super::touch::{self, Operand};
use crate::mncore2::account::{OperandRef, Role};
use crate::mncore2::check::Violation;
use crate::mncore2::check::place::Spot;
use crate::mncore2::isa::{Access, AluForm, AluOp, Dest, Expr, Mau, Source, Step};

/// What a unit last put out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Output {
    pub(super) kind: Kind,
    /// Where: the first destination.
    pub(super) made: Option<(Spot, Dest)>,
}

/// Where words come from, and what they are.
type Origin = (Kind, Option<(Spot, Operand)>);

const UNKNOWN: Origin = (Kind::Unknown, None);

/// What is in some cells; of different kinds the one that `bad` finds, else unknown.
fn of_cells(ledger: &Ledger, cells: &Cells, bad: impl Fn(Kind) -> bool) -> Origin {
    let mut common = None;
    for cell in cells.iter() {
        let (kind, made) =
            ledger.pure(cell).map_or(UNKNOWN, |r| (r.kind, Some((r.spot, r.operand))));
        if bad(kind) {
            return (kind, made);
        }
        common = match common {
            None => Some((kind, made)),
            Some((other, made)) if other == kind => Some((kind, made)),
            Some(_) => Some(UNKNOWN),
        };
    }
    common.unwrap_or(UNKNOWN)
}

/// What an input reads.
fn of_input(
    ledger: &Ledger,
    forwards: &[Output; 4],
    expr: &Expr,
    n: usize,
    moved: impl Fn(&Access) -> bool,
    bad: impl Fn(Kind) -> bool,
) -> Origin {
    let Some(input) = expr.inputs().get(n) else { return UNKNOWN };
    match &input.source {
        Source::Memory(access) if moved(access) => UNKNOWN,
        Source::Memory(access) => {
            let words = element::used(expr, n, access.width.words());
            of_cells(ledger, &cell::access(access, words, 15), bad)
        }
        Source::T(_) => of_cells(ledger, &cell::t(15), bad),
        Source::Forward(unit) => {
            let Output { kind, made } = forwards[*unit as usize];
            (kind, made.map(|(spot, dest)| (spot, Operand::Dest(dest))))
        }
        Source::Constant(_) => UNKNOWN,
    }
}

/// What the unit of an expression puts out, or what a matrix write leaves.
pub(super) fn made(
    ledger: &Ledger,
    forwards: &[Output; 4],
    expr: &Expr,
    moved: impl Fn(&Access) -> bool,
) -> Kind {
    let input = || of_input(ledger, forwards, expr, 0, &moved, |_| false).0;
    match expr {
        Expr::Mau(_) => Kind::Numbers,
        Expr::Mwrite(write) if write.from.convert.is_none() => input(),
        Expr::Mwrite(_) => Kind::Numbers,
        Expr::Mread(_) => {
            let read = touch::matrix_of(expr).map(|rows| of_cells(ledger, &rows, |_| false).0);
            match read {
                Some(Kind::Numbers) => Kind::Numbers,
                Some(Kind::Unknown | Kind::Blocks(_)) | None => Kind::Unknown,
            }
        }
        Expr::Alu(alu) => match alu.form {
            AluForm::Element { op: AluOp::Bfn | AluOp::Bfe, precision, .. } => {
                Kind::Blocks(precision)
            }
            AluForm::Element { op: AluOp::Rsqrt | AluOp::Floor, .. } => Kind::Numbers,
            AluForm::Element { op: AluOp::Passa, .. } if alu.flush.is_none() => input(),
            _ => Kind::Unknown,
        },
        _ => Kind::Unknown,
    }
}

/// The block operands of the matrix products of a step.
pub(super) fn products(
    ledger: &Ledger,
    forwards: &[Output; 4],
    step: &Step,
    moved: impl Fn(&Access) -> bool,
    found: &mut Vec<Violation>,
) {
    for (i, expr) in step.exprs.iter().enumerate() {
        let Expr::Mau(mau @ Mau { matrix: Some(side), precision, .. }) = expr else { continue };
        let bad = |kind: Kind| !kind.fits(*precision);
        let vector = of_input(ledger, forwards, expr, 0, &moved, bad);
        if let Some(input) = mau.inputs.first().filter(|_| bad(vector.0)) {
            found.push(violation(
                OperandRef::new(i, Role::Input, 0),
                Operand::Input(*input),
                mau,
                vector,
            ));
        }
        let Some(rows) = touch::matrix_of(expr) else { continue };
        let matrix = of_cells(ledger, &rows, bad);
        if bad(matrix.0) {
            found.push(violation(
                OperandRef::new(i, Role::Matrix, 0),
                Operand::Side(*side),
                mau,
                matrix,
            ));
        }
    }
}

fn violation(place: OperandRef, operand: Operand, mau: &Mau, (kind, made): Origin) -> Violation {
    let letter = mau.precision.letter();
    let what = match kind {
        Kind::Blocks(p) => format!("blocks of the precision {}", p.letter()),
        _ => "numbers with exponents of their own, not blocks".to_owned(),
    };
    let line = made.map_or(String::new(), |(spot, _)| format!(", written in line {}", spot.line));
    let message =
        format!("{operand} holds {what}{line}; the product takes blocks of the precision {letter}");
    let help = match operand {
        Operand::Side(_) => format!("convert with {letter}bfn before the matrix write"),
        _ => format!("convert with {letter}bfn before the product"),
    };
    let mut violation =
        Violation::warning("MN-W-BLOCK", "4.4", [place.expr], message).at(place).help(help);
    violation.earlier = made.map(|(spot, operand)| spot.says(operand));
    violation
}
