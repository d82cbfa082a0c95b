//! What a typed statement must be, whatever made it: the fields of `isa` types are plain, and these
//! rules say which of their values the language has. They are those that the parser tells with places
//! and words; a property test holds the two together.

mod compute;
mod mv;
mod opcode;
mod operand;
mod transfer;

use super::isa::{Expr, MaskSetting, Mv, Statement, Step};

impl Statement {
    /// Whether the language has this statement of the machine: its fields are plain, and not all of
    /// their values mean something. `d get`, `d set` and what the host brings are always right here;
    /// what executes them says what they cannot mean.
    ///
    /// ```
    /// use semantics::mncore2::isa::{Expr, L1bSet, L2bm, Statement, Step};
    /// let broadcast = |lc| {
    ///     let expr = Expr::L2bm(L2bm::Broadcast { set: L1bSet::ALL, lc, lb: 0 });
    ///     Statement::Step(Step { exprs: vec![expr] })
    /// };
    /// assert!(broadcast(16).is_valid());
    /// assert!(!broadcast(17).is_valid());
    /// ```
    #[must_use]
    pub fn is_valid(&self) -> bool {
        match self {
            Statement::Quit | Statement::Mv(Mv::Nop) => true,
            Statement::Get(_) | Statement::Set(_) | Statement::Load(_) | Statement::Host(_) => true,
            Statement::Mask(setting) => mask(setting),
            Statement::Mv(Mv::Transfer(transfer)) => mv::transfer(transfer),
            Statement::Step(s) => step(s),
        }
    }
}

/// Whether the language has this step. Which expressions may stand together is a rule of its own.
pub(crate) fn step(step: &Step) -> bool {
    !step.exprs.is_empty() && step.exprs.iter().all(expression)
}

fn expression(expr: &Expr) -> bool {
    match expr {
        Expr::Nop(steps) => *steps > 0,
        Expr::Noforward | Expr::Wait(_) => true,
        Expr::L2bm(l2bm) => transfer::l2bm(l2bm),
        Expr::Down(down) => transfer::down(down),
        Expr::Up(up) => transfer::up(up),
        Expr::Mau(mau) => compute::mau(mau),
        Expr::Mwrite(mwrite) => compute::mwrite(mwrite),
        Expr::Mread(mread) => compute::mread(mread),
        Expr::Alu(alu) => compute::alu(alu),
    }
}

fn mask(setting: &MaskSetting) -> bool {
    setting.entry < 32
}
