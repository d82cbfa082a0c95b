//! Operands by reference.

use super::Traffic;
use crate::mncore2::isa::{Expr, Statement};

/// What an operand is to its expression or MV statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// An input from the PE.
    Input,
    /// An output to the PE.
    Dest,
    /// The zero flush; the parser tells no place of it.
    Flush,
    /// Of the matrix register: a side, a row or a column.
    Matrix,
    /// Of L1BM.
    L1bm,
    /// Of L2BM.
    L2bm,
    /// The source of an MV statement.
    From,
    /// The destination of an MV statement.
    To,
    /// The tag of a copy by the host.
    Tag,
}

/// An operand of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OperandRef {
    /// The expression of the step, from 0; 0 in other statements.
    pub expr: usize,
    /// What the operand is there.
    pub role: Role,
    /// Which of those with this role, from 0, in the order of the text.
    pub number: usize,
}

impl OperandRef {
    pub(crate) const fn new(expr: usize, role: Role, number: usize) -> Self {
        Self { expr, role, number }
    }

    /// The canonical text of the operand of a step; nothing where the step has no such operand.
    #[must_use]
    pub fn text(self, statement: &Statement) -> Option<String> {
        let Statement::Step(step) = statement else { return None };
        let expr = step.exprs.get(self.expr)?;
        match (self.role, expr) {
            (Role::Input, _) => Some(expr.inputs().get(self.number)?.to_string()),
            (Role::Dest, _) => Some(expr.dests().get(self.number)?.to_string()),
            (Role::Flush, _) => Some(format!("/{}", expr.flush()?)),
            (Role::Matrix, Expr::Mau(mau)) => Some(format!("$l{}", mau.matrix?.letter())),
            (Role::Matrix, Expr::Mwrite(write)) => Some(write.to.to_string()),
            (Role::Matrix, Expr::Mread(read)) => Some(read.from.to_string()),
            (Role::L1bm, Expr::Up(up)) => Some(up.to.to_string()),
            (Role::L1bm, Expr::Down(down)) => Some(down.from.to_string()),
            (Role::L1bm, Expr::L2bm(_)) => {
                let Traffic { l1bm_read, l1bm_written, .. } = Traffic::of(expr);
                let all = [l1bm_read, l1bm_written].into_iter().flatten();
                all.map(|s| format!("$lb{}", s.whole().0)).nth(self.number)
            }
            (Role::L2bm, Expr::L2bm(_)) => {
                let Traffic { l2bm_read, l2bm_written, .. } = Traffic::of(expr);
                l2bm_read.or(l2bm_written).map(|s| format!("$lc{}", s.whole().0))
            }
            _ => None,
        }
    }
}
