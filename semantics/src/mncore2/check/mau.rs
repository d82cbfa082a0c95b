//! The three MAU groups and the matrix register (s. 3.6.4).

use super::Violation;
use super::slot::same_source;
use crate::mncore2::Store;
use crate::mncore2::account::{self, Masking, OperandRef, Role};
use crate::mncore2::isa::{Expr, MauKind, Precision, Side};

/// The precision letter of an expression of a MAU group.
const fn precision(expr: &Expr) -> Option<Precision> {
    match expr {
        Expr::Mau(mau) => Some(mau.precision),
        Expr::Mwrite(write) => Some(write.precision),
        Expr::Mread(read) => Some(read.precision),
        _ => None,
    }
}

/// Of calculation, matrix write and transposed read at most two, of one precision.
pub(super) fn pair(exprs: &[Expr], found: &mut Vec<Violation>) {
    let mut mau = exprs.iter().enumerate().filter_map(|(i, e)| Some((i, precision(e)?)));
    let (Some((i, p)), Some((j, q))) = (mau.next(), mau.next()) else { return };
    if let Some((k, _)) = mau.next() {
        found.push(
            Violation::error(
                "MN-E-MAU-PAIR",
                "3.6.4",
                [k, j, i],
                "more than two of MAU operation, matrix write and transposed read in one step"
                    .to_owned(),
            )
            .help("put one of them into the next step"),
        );
    }
    if p != q {
        found.push(
            Violation::error(
                "MN-E-MAU-PAIR",
                "3.6.4",
                [j, i],
                format!(
                    "MAU expressions of the precisions {} and {} in one step",
                    p.letter(),
                    q.letter()
                ),
            )
            .help("use one precision, or put them into two steps"),
        );
    }
}

/// The second input of a vector product is the input of the matrix write beside it.
pub(super) fn mwrite_input(exprs: &[Expr], found: &mut Vec<Violation>) {
    let Some((j, write)) = exprs.iter().enumerate().find_map(|(j, e)| match e {
        Expr::Mwrite(write) => Some((j, write)),
        _ => None,
    }) else {
        return;
    };
    for (i, expr) in exprs.iter().enumerate() {
        let Expr::Mau(mau) = expr else { continue };
        if mau.matrix.is_some() || !matches!(mau.kind, MauKind::Fma | MauKind::Mul) {
            continue;
        }
        let Some(second) = mau.inputs.get(1) else { continue };
        let same = second.negate == write.from.negate
            && second.convert == write.from.convert
            && same_source(&second.source, &write.from.source);
        if !same {
            found.push(
                Violation::error(
                    "MN-E-MWRITE-INPUT",
                    "3.6.4",
                    [i, j],
                    format!(
                        "the vector product takes {second} and the matrix write {} at the same \
                         input port",
                        write.from
                    ),
                )
                .at(OperandRef::new(i, Role::Input, 1))
                .and(OperandRef::new(j, Role::Input, 0))
                .help(
                    "give both the same operand with the same -, e, r, or put them into two steps",
                ),
            );
        }
    }
}

/// Each side of the matrix register once.
pub(super) fn sides(exprs: &[Expr], found: &mut Vec<Violation>) {
    for which in [Side::X, Side::Y] {
        let uses = |e| account::of(e, Masking::OWN).any(|x| x.store == Store::Matrix(which));
        let mut users = exprs.iter().enumerate().filter(|(_, e)| uses(e));
        let (Some((i, _)), Some((j, _))) = (users.next(), users.next()) else { continue };
        found.push(
            Violation::error(
                "MN-E-MATSIDE",
                "3.6.4",
                [j, i],
                format!("the matrix register side {} is used twice in one step", which.letter()),
            )
            .help("use the other side for one of them, or put them into two steps"),
        );
    }
}
