//! What a program has set up so far.

use super::l1bm::{Kind, left_by};
use semantics::mncore2::check::{Checker, Severity, Violation};
use semantics::mncore2::isa::{
    Access, AluForm, AluOp, Expr, Levels, MaskSetting, Mv, Precision, Statement, Step, Tag, Target,
    Width,
};
use std::collections::VecDeque;

/// Where a program stands: what a statement that is drawn next may rely on.
#[derive(Clone, Debug)]
pub struct State {
    checker: Checker,
    line: u32,
    setting: MaskSetting,
    tags: Vec<Tag>,
    turnaround: Option<(Kind, bool)>,
    blocks: [Option<Access>; 4],
    pending: VecDeque<Statement>,
    home: Levels,
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

impl State {
    /// At the start of a program.
    #[must_use]
    pub fn new() -> Self {
        Self {
            checker: Checker::new(),
            line: 0,
            setting: MaskSetting::NONE,
            tags: Vec::new(),
            turnaround: None,
            blocks: [None; 4],
            pending: VecDeque::new(),
            home: Levels { group: Some(0), l2b: Some(0), l1b: Some(0), mab: Some(0), pe: Some(0) },
        }
    }

    /// At the start of a program that dumps what is at this place.
    pub(super) fn at(home: Levels) -> Self {
        Self { home, ..Self::new() }
    }

    /// The place that is dumped.
    pub(super) const fn home(&self) -> Levels {
        self.home
    }

    /// The `mask` setting in force.
    pub(super) const fn setting(&self) -> &MaskSetting {
        &self.setting
    }

    /// The tags that can be waited for.
    pub(super) fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// What the turnaround register can be read as.
    pub(super) const fn turnaround(&self) -> Option<(Kind, bool)> {
        self.turnaround
    }

    /// Where a block of a precision was written last, as its input of a matrix product reads it.
    pub(super) fn block(&self, precision: Precision) -> Option<Access> {
        self.blocks[block_index(precision)?]
    }

    /// Statements that belong together and come next.
    pub(super) fn plan(&mut self, statements: impl IntoIterator<Item = Statement>) {
        self.pending.extend(statements);
    }

    /// The next of them.
    pub(super) fn planned(&mut self) -> Option<Statement> {
        self.pending.pop_front()
    }

    /// The rules that a statement would break here.
    pub(super) fn errors(&self, statement: &Statement) -> Vec<Violation> {
        let mut found = self.checker.clone().statement(self.line + 1, statement);
        found.retain(|v| v.severity == Severity::Error);
        found
    }

    /// Takes a statement into the program.
    pub(super) fn commit(&mut self, statement: &Statement) {
        self.line += 1;
        self.checker.statement(self.line, statement);
        match statement {
            Statement::Mask(setting) => self.setting = *setting,
            Statement::Mv(Mv::Transfer(mv)) => {
                self.tags.extend(mv.tag.filter(|t| t.0 != 0 && !self.tags.contains(t)));
            }
            Statement::Step(step) => self.step(step),
            _ => (),
        }
    }

    fn step(&mut self, step: &Step) {
        let kept = step.exprs.iter().any(|e| matches!(e, Expr::Nop(_) | Expr::Noforward));
        for expr in &step.exprs {
            match expr {
                Expr::Up(up) if !kept => self.turnaround = Some(left_by(up)),
                Expr::Wait(tag) => self.tags.retain(|t| t != tag),
                Expr::Alu(alu) => {
                    let AluForm::Element { precision, op: AluOp::Bfn, .. } = alu.form else {
                        continue;
                    };
                    let written = alu.dests.iter().find_map(|d| match d.target {
                        Target::Memory(access) if access.width != Width::Single => Some(access),
                        _ => None,
                    });
                    if let (Some(i), Some(access)) = (block_index(precision), written) {
                        self.blocks[i] = Some(access);
                    }
                }
                _ => (),
            }
        }
    }
}

const fn block_index(precision: Precision) -> Option<usize> {
    match precision {
        Precision::D => Some(0),
        Precision::F => Some(1),
        Precision::G => Some(2),
        Precision::H => Some(3),
        _ => None,
    }
}
