//! Steps that belong together: a matrix product of valid blocks.

use super::access::{POOL, access};
use super::ports::{Port, Ports, signed};
use crate::programs::choices::{Choices, pick, small};
use semantics::mncore2::isa::{
    Access, Alu, AluForm, AluOp, Bank, Cycles, Dest, Expr, Forward, Input, MatrixAccess, Mau,
    MauKind, Modifier, Mwrite, Pair, Precision, Side, Source, Statement, Step, Target, Width,
};

/// Block-float conversion of a matrix and a vector, the matrix write, the product.
pub(super) fn product(c: &mut dyn Choices) -> [Statement; 3] {
    let precision = pick(c, &[Precision::F, Precision::D, Precision::G, Precision::H]);
    let side = pick(c, &[Side::X, Side::Y]);
    let (matrix, vector) = (block(c, Bank::Grf0, precision), block(c, Bank::Grf1, precision));
    let rows = if precision == Precision::H { Width::Double } else { Width::Long };
    let from = if c.below(2) == 0 { Source::Memory(matrix) } else { Source::Forward(Forward::Alu) };
    let half = matches!(precision, Precision::H);
    let index = 4 * small(c, if half { 4 } else { u16::from(precision.matrix_rows()) / 4 }) as u8;
    let write = Mwrite {
        precision,
        from: signed(c, from, None),
        to: MatrixAccess { side, width: rows, index },
    };
    let bits = if half { 6 + small(c, 4) as u8 } else { 0 };
    let first = bfn(c, precision, bits, Bank::Lm0, matrix);
    let second = bfn(c, precision, bits, Bank::Lm1, vector);
    [
        step(vec![first]),
        step(vec![Expr::Mwrite(write), second]),
        step(vec![multiply(c, precision, side, vector)]),
    ]
}

fn step(exprs: Vec<Expr>) -> Statement {
    Statement::Step(Step { exprs })
}

/// Where a block is kept.
fn block(c: &mut dyn Choices, bank: Bank, precision: Precision) -> Access {
    let width = if precision == Precision::H { Width::Double } else { Width::Long };
    let words = width.words();
    let cycles = Cycles::Stride { start: words * small(c, POOL / words), increment: words };
    Access { bank, width, cycles, modifier: Modifier::None }
}

fn bfn(c: &mut dyn Choices, precision: Precision, bits: u8, from: Bank, to: Access) -> Expr {
    let source = Source::Memory(access(c, from, to.width));
    Expr::Alu(Alu {
        form: AluForm::Element { unsigned: false, precision, op: AluOp::Bfn, bits },
        flush: None,
        inputs: vec![Input::plain(source)],
        dests: vec![Dest::plain(Target::Memory(to))],
    })
}

fn multiply(c: &mut dyn Choices, precision: Precision, side: Side, vector: Access) -> Expr {
    let mut ports = Ports::default();
    ports.reuse(vector);
    let x = signed(c, Source::Memory(vector), None);
    let y = ports.source(c, Port::Other, Width::Long, false);
    let pair = (precision == Precision::D).then(|| pick(c, &[Pair::Upper, Pair::Lower]));
    let width = if precision == Precision::H { Width::Double } else { Width::Long };
    let to = access(c, Bank::Grf0, width);
    Expr::Mau(Mau {
        precision,
        kind: MauKind::Fma,
        matrix: Some(side),
        pair,
        shorten: false,
        flush: None,
        inputs: vec![x, signed(c, y, None)],
        dests: vec![Dest::plain(Target::Memory(to))],
    })
}
