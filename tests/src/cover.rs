//! Which rows of the instruction set programs use, and with which precisions.

use semantics::mncore2::isa::table::{Class, Row, rows_of};
use semantics::mncore2::isa::{
    AluForm, Expr, L2bm, Mv, MvOp, Precision, Rrn, Statement, Step, UpKind,
};

/// What has been seen. Rows are compared as values: the table's rows differ from each other.
#[derive(Default)]
pub struct Covered {
    seen: Vec<(&'static Row, Option<Precision>)>,
    comment: bool,
    quit: bool,
}

impl Covered {
    /// Comments and `quit` leave no statement behind.
    pub fn source(&mut self, text: &str) {
        self.comment |= text.contains('#');
        self.quit |= text.lines().any(|line| line.trim() == "quit");
    }

    /// A statement, expression by expression, so that each precision goes with its own row.
    pub fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Step(step) => {
                for expr in &step.exprs {
                    let alone = Statement::Step(Step { exprs: vec![expr.clone()] });
                    self.note(&alone, of_expr(expr));
                }
            }
            Statement::Mv(Mv::Transfer(transfer)) => self.note(statement, of_mv(transfer.op)),
            _ => self.note(statement, None),
        }
    }

    fn note(&mut self, statement: &Statement, precision: Option<Precision>) {
        for row in rows_of(statement) {
            if !self.seen.contains(&(row, precision)) {
                self.seen.push((row, precision));
            }
        }
    }

    /// What of a row has not been seen.
    pub fn missing(&self, row: &Row) -> Vec<String> {
        let name = format!("{}, {}, s. {}", row.class.name(), row.opcode, row.section);
        let outside_of_statements = match (row.class, row.opcode) {
            (Class::Control, "comment") => Some(self.comment),
            (Class::Control, "quit") => Some(self.quit),
            _ => None,
        };
        let by_row = |precision: Option<Precision>| {
            self.seen
                .iter()
                .any(|(seen, p)| *seen == row && (precision.is_none() || *p == precision))
        };
        if !outside_of_statements.unwrap_or_else(|| by_row(None)) {
            return vec![name];
        }
        if row.class == Class::Control {
            return Vec::new();
        }
        let letters = row.letters().filter(|&letter| !by_row(Some(letter)));
        letters.map(|letter| format!("{name}: precision {}", letter.letter())).collect()
    }
}

fn of_rrn(rrn: Rrn) -> Option<Precision> {
    Some(rrn.precision)
}

fn of_mv(op: MvOp) -> Option<Precision> {
    match op {
        MvOp::R(rrn) | MvOp::R2(rrn) | MvOp::R4(rrn) => of_rrn(rrn),
        _ => None,
    }
}

fn of_expr(expr: &Expr) -> Option<Precision> {
    match expr {
        Expr::L2bm(L2bm::Reduce { rrn, .. } | L2bm::Reduce2 { rrn, .. }) => of_rrn(*rrn),
        Expr::Up(up) => match up.kind {
            UpKind::Reduce { rrn, .. } | UpKind::Reduce4 { rrn, .. } => of_rrn(rrn),
            _ => None,
        },
        Expr::Mau(mau) => Some(mau.precision),
        Expr::Mwrite(mwrite) => Some(mwrite.precision),
        Expr::Mread(mread) => Some(mread.precision),
        Expr::Alu(alu) => match alu.form {
            AluForm::Element { precision, .. } => Some(precision),
            _ => None,
        },
        _ => None,
    }
}
