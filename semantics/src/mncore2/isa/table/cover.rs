//! Which statements a row covers.

use super::{Form, Kind, L1bmKind, L2bmKind, MvKind, Place, Row};
use crate::mncore2::isa::{
    Alu, AluForm, Bank, Dest, Down, DownKind, Expr, Input, L2bm, Memory, Mv, MvOp, Rrn, Source,
    Statement, Step, Target, Up, UpKind,
};

/// Whether a statement uses a row.
pub(super) fn covers(row: &Row, statement: &Statement) -> bool {
    match (&row.form, statement) {
        (Form::Quit, Statement::Quit)
        | (Form::Get, Statement::Get(_))
        | (Form::Set, Statement::Set(_))
        | (Form::Mask, Statement::Mask(_))
        | (Form::MvNop, Statement::Mv(Mv::Nop)) => true,
        (Form::Operand(kind), Statement::Get(get)) => memory(&get.memory) == Some(*kind),
        (Form::Operand(kind), Statement::Set(set)) => memory(&set.memory) == Some(*kind),
        (Form::Rrn(op), Statement::Mv(Mv::Transfer(t))) => {
            matches!(t.op, MvOp::R(r) | MvOp::R2(r) | MvOp::R4(r) if r.op == *op)
        }
        (Form::Mv { kind, places, .. }, Statement::Mv(Mv::Transfer(t))) => {
            let mut written = [Place::of(&t.from), Place::of(&t.to)];
            if written == [Place::L2bm, Place::Dram] && t.op == MvOp::P {
                written[0] = Place::L2bmOf; // MN-D101
            }
            *kind == MvKind::of(t.op) && *places == written
        }
        (_, Statement::Step(Step { exprs })) => exprs.iter().any(|e| expression(row, e)),
        _ => false,
    }
}

fn memory(memory: &Memory) -> Option<Kind> {
    Some(match memory {
        Memory::Pe(_, bank, _) => of_bank(*bank),
        Memory::T(_) => Kind::T,
        Memory::Matrix(..) => Kind::Matrix,
        Memory::Mask(_) => Kind::Omr,
        Memory::Pdm(_) | Memory::Dram(_) | Memory::L2bm(_) | Memory::L1bm(..) => return None,
    })
}

const fn of_bank(bank: Bank) -> Kind {
    match bank {
        Bank::Lm0 => Kind::Lm0,
        Bank::Lm1 => Kind::Lm1,
        Bank::Grf0 => Kind::Grf0,
        Bank::Grf1 => Kind::Grf1,
    }
}

fn expression(row: &Row, expr: &Expr) -> bool {
    match (&row.form, expr) {
        (Form::Nop, Expr::Nop(_))
        | (Form::Noforward, Expr::Noforward)
        | (Form::Wait, Expr::Wait(_)) => true,
        (Form::L2bm { kind, .. }, Expr::L2bm(l2bm)) => *kind == l2bm_kind(l2bm),
        (Form::L1bm { kind, up: false, double, .. }, Expr::Down(down)) => {
            *kind == down_kind(down) && *double == down.from.double
        }
        (Form::L1bm { kind, up: true, double, .. }, Expr::Up(up)) => {
            *kind == up_kind(up) && *double == (up.to.double || shortened(up))
        }
        (Form::Mau { precision, kind, matrix, .. }, Expr::Mau(mau)) => {
            *precision == mau.precision && *kind == mau.kind && *matrix == mau.matrix.is_some()
        }
        (Form::Mwrite(precision, width), Expr::Mwrite(w)) => {
            *precision == w.precision && *width == w.to.width
        }
        (Form::Mread(precision), Expr::Mread(read)) => *precision == read.precision,
        (Form::Rrn(op), _) => rrn(expr).is_some_and(|r| r.op == *op),
        (Form::Operand(kind), _) => operand(*kind, expr),
        (_, Expr::Alu(alu)) => alu_form(row, alu),
        _ => false,
    }
}

const fn l2bm_kind(l2bm: &L2bm) -> L2bmKind {
    match l2bm {
        L2bm::Broadcast { .. } => L2bmKind::Broadcast,
        L2bm::Broadcast2 { .. } => L2bmKind::Broadcast2,
        L2bm::Distribute { .. } => L2bmKind::Distribute,
        L2bm::Transfer { .. } => L2bmKind::Transfer,
        L2bm::Reduce { .. } => L2bmKind::Reduce,
        L2bm::Reduce2 { .. } => L2bmKind::Reduce2,
        L2bm::Gather { .. } => L2bmKind::Gather,
        L2bm::Multicast { .. } => L2bmKind::Multicast,
        L2bm::Dars { .. } => L2bmKind::Dars,
        L2bm::Darw => L2bmKind::Darw,
    }
}

const fn down_kind(down: &Down) -> L1bmKind {
    match down.kind {
        DownKind::Pe => L1bmKind::P,
        DownKind::Mab => L1bmKind::M,
        DownKind::Mab4 => L1bmKind::M4,
        DownKind::Distribute(_) => L1bmKind::D,
    }
}

const fn up_kind(up: &Up) -> L1bmKind {
    match up.kind {
        UpKind::Mab(_) => L1bmKind::M,
        UpKind::Mab4(_) => L1bmKind::M4,
        UpKind::Reduce { .. } => L1bmKind::R,
        UpKind::Reduce4 { .. } => L1bmKind::R4,
        UpKind::Gather(_) => L1bmKind::D,
    }
}

/// Two long words a PE come in, also where one goes out (s. 3.6.8.5).
const fn shortened(up: &Up) -> bool {
    matches!(up.kind, UpKind::Reduce { shorten: true, .. } | UpKind::Reduce4 { shorten: true, .. })
}

const fn rrn(expr: &Expr) -> Option<Rrn> {
    match expr {
        Expr::L2bm(L2bm::Reduce { rrn, .. } | L2bm::Reduce2 { rrn, .. }) => Some(*rrn),
        Expr::Up(Up { kind: UpKind::Reduce { rrn, .. } | UpKind::Reduce4 { rrn, .. }, .. }) => {
            Some(*rrn)
        }
        _ => None,
    }
}

fn alu_form(row: &Row, alu: &Alu) -> bool {
    match (&row.form, &alu.form) {
        (Form::Zero, AluForm::Zero)
        | (Form::Imm, AluForm::Imm { upper: false, .. })
        | (Form::Immu, AluForm::Imm { upper: true, .. })
        | (Form::Msl, AluForm::Msl)
        | (Form::Msr, AluForm::Msr) => true,
        (Form::Alu { op, .. }, AluForm::Element { op: used, precision, .. }) => {
            op == used && row.letters().any(|p| p == *precision)
        }
        _ => false,
    }
}

fn operand(kind: Kind, expr: &Expr) -> bool {
    let (inputs, dests): (&[Input], &[Dest]) = match expr {
        Expr::Down(down) => (&[], &down.dests),
        Expr::Up(up) => (std::slice::from_ref(&up.from), &[]),
        Expr::Mau(mau) => (&mau.inputs, &mau.dests),
        Expr::Mwrite(write) => (std::slice::from_ref(&write.from), &[]),
        Expr::Mread(read) => (&[], &read.dests),
        Expr::Alu(alu) => (&alu.inputs, &alu.dests),
        Expr::Nop(_) | Expr::Noforward | Expr::Wait(_) | Expr::L2bm(_) => return false,
    };
    let matrix = match expr {
        Expr::Mau(mau) => mau.matrix.is_some(),
        Expr::Mwrite(_) | Expr::Mread(_) => true,
        _ => false,
    };
    matrix && kind == Kind::Matrix
        || inputs.iter().any(|i| source(&i.source) == kind)
        || dests.iter().any(|d| target(&d.target) == kind)
}

const fn source(source: &Source) -> Kind {
    match source {
        Source::Memory(access) => of_bank(access.bank),
        Source::T(_) => Kind::T,
        Source::Forward(_) => Kind::Forward,
        Source::Constant(_) => Kind::Constant,
    }
}

const fn target(target: &Target) -> Kind {
    match target {
        Target::Memory(access) => of_bank(access.bank),
        Target::Bar(bank, _) => of_bank(*bank),
        Target::T(_) => Kind::T,
        Target::Mask(_) => Kind::Omr,
        Target::Nowrite => Kind::Nowrite,
    }
}
