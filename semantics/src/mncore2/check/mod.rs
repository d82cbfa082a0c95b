//! Static rules: what may be issued together in a step (s. 3.6.4), what a step may expect of the ones
//! before it (forwarding, turnaround, tags), how many steps must lie between (s. 3.6.3), and lints.
//!
//! There is no control flow, so a [`Checker`] walks a program once. The rules of one line alone are
//! in [`step`]. A valid statement costs no allocation.
//!
//! ```
//! use semantics::mncore2::check::Checker;
//! use semantics::mncore2::isa::{Expr, Statement, Step, Tag};
//! let mut checker = Checker::new();
//! let alone = Statement::Step(Step { exprs: vec![Expr::Wait(Tag(1))] });
//! let codes: Vec<_> = checker.statement(1, &alone).iter().map(|v| v.code).collect();
//! assert_eq!(codes, ["MN-E-WAIT-ALONE"]);
//! ```

mod forward;
mod hazard;
mod lint;
mod mask;
mod mau;
mod place;
mod port;
mod rules;
mod slot;
mod tag;
mod turnaround;

pub use super::account::{OperandRef, Role};
pub use crate::source::{Earlier, Severity};
pub use mask::{Misfit, flush_fit, mask_fit};
pub use rules::{Lint, Rules};

pub(crate) use place::Places;

use super::account::accesses;
use super::isa::{Expr, MaskSetting, Mv, Statement, Step};
use place::{Here, Spot};

/// A rule that a statement breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// `MN-E-...`, `MN-W-...`
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong, with the memory and the operands.
    pub message: String,
    /// What would mend it.
    pub help: Option<String>,
    /// The manual's section.
    pub section: &'static str,
    /// The expressions of the step involved, the place first; empty: the whole line.
    pub exprs: Vec<usize>,
    /// The operand that is too much, where it is one.
    pub operand: Option<OperandRef>,
    /// The other operand, where the rule is about two of one step. Without it, the second of `exprs`
    /// is the other place.
    pub other: Option<OperandRef>,
    /// The other place, where it is an earlier line.
    pub earlier: Option<Earlier>,
    /// How many `nop` before the statement would mend it; 0: none would.
    pub nops: u32,
}

impl Violation {
    fn error(
        code: &'static str,
        section: &'static str,
        exprs: impl Into<Vec<usize>>,
        message: String,
    ) -> Self {
        let mut exprs = exprs.into();
        exprs.dedup();
        Self {
            code,
            severity: Severity::Error,
            message,
            help: None,
            section,
            exprs,
            operand: None,
            other: None,
            earlier: None,
            nops: 0,
        }
    }

    fn warning(
        code: &'static str,
        section: &'static str,
        exprs: impl Into<Vec<usize>>,
        message: String,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, section, exprs, message) }
    }

    fn at(self, operand: OperandRef) -> Self {
        Self { operand: Some(operand), ..self }
    }

    fn and(self, other: OperandRef) -> Self {
        Self { other: Some(other), ..self }
    }

    fn since(self, spot: Spot, text: impl ToString) -> Self {
        Self { earlier: Some(spot.says(text)), ..self }
    }

    fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// The rules that need one line only, under the `mask` setting in force there.
#[must_use]
pub fn step(step: &Step, setting: &MaskSetting) -> Vec<Violation> {
    let mut found = Vec::new();
    let exprs = &step.exprs;
    slot::slots(exprs, &mut found);
    slot::nop_alone(exprs, &mut found);
    slot::wait_alone(exprs, &mut found);
    mau::pair(exprs, &mut found);
    mau::mwrite_input(exprs, &mut found);
    mau::sides(exprs, &mut found);
    port::reads(exprs, &mut found);
    port::writes(exprs, &mut found);
    port::local_memories(exprs, &mut found);
    port::immediate(exprs, &mut found);
    mask::flushes(exprs, &mut found);
    mask::one_entry(exprs, setting, &mut found);
    forward::l1bm(exprs, &mut found);
    found
}

/// Walks the statements of a program, in order, once.
#[derive(Clone, Debug)]
pub struct Checker {
    rules: Rules,
    setting: MaskSetting,
    set_in: u32,
    ended: bool,
    hazards: hazard::Hazards,
    lints: lint::Lints,
    forwarding: forward::Forwarding,
    turnaround: turnaround::Turnaround,
    tags: tag::Tags,
}

impl Default for Checker {
    fn default() -> Self {
        Self::new()
    }
}

impl Checker {
    /// At the start of a program, with the rules of simultaneous issue ([`Rules::ISSUE`]).
    #[must_use]
    pub fn new() -> Self {
        Self::with(Rules::ISSUE)
    }

    /// At the start of a program.
    #[must_use]
    pub fn with(rules: Rules) -> Self {
        Self {
            rules,
            setting: MaskSetting::NONE,
            set_in: 0,
            ended: false,
            hazards: hazard::Hazards::default(),
            lints: lint::Lints::new(rules),
            forwarding: forward::Forwarding::default(),
            turnaround: turnaround::Turnaround::default(),
            tags: tag::Tags::default(),
        }
    }

    /// A further program on the same board begins: its `mask` setting is none, and an earlier `quit`
    /// is forgotten; what was written before is in place. Forwarding and turnaround registers and open
    /// tags are as they were left.
    pub fn begin(&mut self) {
        (self.setting, self.set_in, self.ended) = (MaskSetting::NONE, 0, false);
        self.hazards.begin();
        self.lints.begin();
        self.tags.begin();
    }

    /// Whether a `wait` in this line, the last one, is judged at the end only.
    pub(super) fn awaits(&self, line: u32) -> bool {
        self.tags.awaits(line)
    }

    /// The rules that it looks at.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// How many `nop` before the next statement its hazards need. It is not walked yet.
    #[must_use]
    pub fn nops_before(&self, s: &Statement) -> u32 {
        if self.ended { 0 } else { self.hazards.nops_before(s) }
    }

    /// `steps` steps of `nop` stand here.
    pub fn nops(&mut self, steps: u32) {
        self.hazards.nops(steps);
    }

    /// What the next statement, in line `line`, breaks. Nothing counts behind `quit`.
    pub fn statement(&mut self, line: u32, s: &Statement) -> Vec<Violation> {
        self.placed(line, s, &Places::NONE)
    }

    /// The same for a statement of a text: its places are remembered for later lines.
    pub(crate) fn placed(&mut self, line: u32, s: &Statement, places: &Places) -> Vec<Violation> {
        let here = Here { line, places };
        if self.ended {
            return Vec::new();
        }
        let mut found = Vec::new();
        if self.rules.issue {
            self.issue(here, s, &mut found);
        }
        if let Statement::Step(step) = s
            && self.rules.auto_stride
        {
            lists(&step.exprs, &mut found);
        }
        if self.rules.hazards {
            self.hazards.statement(here, s, &self.setting, &mut found);
        }
        self.lints.statement(here, s, &self.setting, &mut found);
        match s {
            Statement::Quit => self.ended = true,
            Statement::Mask(setting) => (self.setting, self.set_in) = (*setting, line),
            _ => {}
        }
        found
    }

    /// The rules of simultaneous issue, and what a step may expect of the ones before it.
    fn issue(&mut self, here: Here<'_>, s: &Statement, found: &mut Vec<Violation>) {
        match s {
            Statement::Mv(Mv::Transfer(mv)) => self.tags.issue(here, mv, found),
            Statement::Host(copy) => self.tags.host(here, copy.tag),
            Statement::Step(s) => {
                found.append(&mut step(s, &self.setting));
                self.forwarding.step(&s.exprs, found);
                self.turnaround.step(here.line, &s.exprs, found);
                self.tags.wait(here.line, &s.exprs, found);
            }
            Statement::Quit
            | Statement::Mask(_)
            | Statement::Mv(Mv::Nop)
            | Statement::Get(_)
            | Statement::Set(_)
            | Statement::Load(_) => (),
        }
    }

    /// What is left over at the end, with the line of its cause.
    #[must_use]
    pub fn finish(&mut self) -> Vec<(u32, Violation)> {
        let left = mask::left(&self.setting).filter(|_| self.rules.issue);
        let mut found: Vec<_> = left.map(|v| (self.set_in, v)).into_iter().collect();
        self.tags.finish(&mut found);
        self.lints.finish(&mut found);
        found
    }
}

// Auto-stride mode: every access has a stride (s. 3.6.1.6).

/// No access is a list of addresses without one (MN-D77).
fn lists(exprs: &[Expr], found: &mut Vec<Violation>) {
    for (place, access) in accesses(exprs).filter(|(_, access)| access.stride().is_none()) {
        let message = format!("{access} has no stride, which auto-stride mode asks for");
        let violation =
            Violation::error("MN-E-FLAT-MODE", "3.6.1.6", [place.expr], message).at(place);
        found.push(violation.help("write addresses in even steps, or assemble in flat mode"));
    }
}
