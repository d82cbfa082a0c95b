//! `mask` settings in assembled text: a word has its mask with it, so the setting goes to the outputs
//! that it acts on (s. 3.6.2.1).

use crate::mncore2::code::fit;
use crate::mncore2::isa::{Bank, Dest, Expr, Mask, MaskSetting, Statement, Step, Target};
use crate::mncore2::text::parse_line;

/// The setting in force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masks(MaskSetting);

impl Default for Masks {
    fn default() -> Self {
        Self(MaskSetting::NONE)
    }
}

impl Masks {
    pub(super) const fn of(setting: MaskSetting) -> Self {
        Self(setting)
    }

    /// The mask of an output, if the setting acts on it.
    fn mask(&self, target: &Target) -> Option<Mask> {
        let Self(setting) = self;
        let listed = match target {
            Target::T(_) => setting.t,
            Target::Mask(_) => setting.masks,
            Target::Nowrite => false,
            Target::Memory(access) => self.bank(access.bank),
            Target::Bar(bank, _) => self.bank(*bank),
        };
        let (width, entry) = (setting.width, setting.entry);
        // Entry 0 writes everywhere.
        (listed && entry > 0).then(|| Mask { width, entry, fit: fit(width, target) })
    }

    const fn bank(&self, bank: Bank) -> bool {
        match bank {
            Bank::Lm0 => self.0.lm0,
            Bank::Lm1 => self.0.lm1,
            Bank::Grf0 => self.0.grf0,
            Bank::Grf1 => self.0.grf1,
        }
    }
}

/// The step with the masks of the setting at its outputs. A mask at any output of the step switches
/// the setting off.
pub(super) fn folded(step: &Step, masks: &Masks) -> Step {
    let mut step = step.clone();
    if step.exprs.iter().flat_map(Expr::dests).any(|dest| dest.mask.is_some()) {
        return step;
    }
    for dest in step.exprs.iter_mut().flat_map(dests) {
        dest.mask = masks.mask(&dest.target);
    }
    step
}

/// The step of the last line of a program under the settings before it; nothing if the last line is
/// none.
pub(super) fn last_step(program: &str) -> Option<Step> {
    let mut masks = Masks::default();
    let mut last = None;
    for line in program.lines() {
        match parse_line(line).ok()?? {
            Statement::Mask(setting) => masks = Masks::of(setting),
            Statement::Step(step) => last = Some(folded(&step, &masks)),
            _ => last = None,
        }
    }
    last
}

fn dests(expr: &mut Expr) -> &mut [Dest] {
    match expr {
        Expr::Down(down) => &mut down.dests,
        Expr::Mau(mau) => &mut mau.dests,
        Expr::Mread(read) => &mut read.dests,
        Expr::Alu(alu) => &mut alu.dests,
        _ => &mut [],
    }
}
