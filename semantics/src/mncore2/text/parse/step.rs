//! PE statements: expressions joined by `;` (s. 3.6).

use super::opcode::Head;
use super::scan::{Scanner, quote};
use super::{alu, l1bm, l2bm, mau, mv, opcode};
use crate::mncore2::isa::table::Opcode;
use crate::mncore2::isa::{Expr, Statement, Step};
use crate::mncore2::text::{Fault, Res, Span};

/// Reads a step.
pub(super) fn step(s: &mut Scanner<'_>) -> Statement {
    let mut exprs = Vec::with_capacity(1);
    loop {
        s.blanks();
        let start = s.at;
        match expression(s) {
            Ok(expr) => {
                let text = s.slice(s.since(start)).trim_end_matches([' ', '\t']);
                s.places.push(Span::new(start, start + text.len()));
                exprs.push(expr);
            }
            Err(fault) => {
                s.report(*fault);
                let rest = s.rest();
                s.at += rest.bytes().position(|b| b == b';').unwrap_or(rest.len());
            }
        }
        if !s.eat(b';') {
            break;
        }
        s.blanks();
        if s.peek().is_none() {
            break;
        }
    }
    Statement::Step(Step { exprs })
}

fn expression(s: &mut Scanner<'_>) -> Res<Expr> {
    let (opcode, word) = opcode::read(s)?;
    let head = Head { word };
    let expr = match opcode {
        Opcode::Nop => Expr::Nop(nops(s)?),
        Opcode::Noforward => Expr::Noforward,
        Opcode::Wait => {
            head.needs(s, "a tag")?;
            let start = s.at;
            let tag = mv::tag(s)?;
            s.end_of_token(start)?;
            Expr::Wait(tag)
        }
        Opcode::L2bm(kind) => Expr::L2bm(l2bm::plain(s, &head, kind)?),
        Opcode::L2bmr(rrn) => Expr::L2bm(l2bm::reduce(s, &head, rrn)?),
        Opcode::L2bmr2(rrn) => Expr::L2bm(l2bm::reduce2(s, &head, rrn)?),
        Opcode::L1bm(kind) => l1bm::plain(s, &head, kind)?,
        Opcode::L1bmr { four, rrn, shorten } => {
            Expr::Up(l1bm::reduce(s, &head, four, rrn, shorten)?)
        }
        Opcode::Mau { precision, kind, matrix, pair, shorten } => {
            Expr::Mau(mau::mau(s, &head, mau::Form { precision, kind, matrix, pair, shorten })?)
        }
        Opcode::Mwrite(precision) => Expr::Mwrite(mau::mwrite(s, &head, precision)?),
        Opcode::Mread(precision) => Expr::Mread(mau::mread(s, &head, precision)?),
        Opcode::Zero | Opcode::Imm { .. } | Opcode::Msl | Opcode::Msr | Opcode::Alu { .. } => {
            Expr::Alu(alu::alu(s, &head, opcode)?)
        }
        Opcode::Quit | Opcode::MvNop | Opcode::Mv(_) => {
            let message = format!("{} stands alone on its line", quote(s.slice(word)));
            return Fault::syntax(word, message).err();
        }
    };
    head.end(s)?;
    Ok(expr)
}

/// `/n`
fn nops(s: &mut Scanner<'_>) -> Res<u32> {
    let start = s.at;
    if !s.eat(b'/') {
        return Ok(1);
    }
    let number = s.natural()?;
    s.end_of_token(start)?;
    Ok(s.ranged(number, "the number of steps", [1, u32::MAX.into()], "3.6.5") as u32)
}
