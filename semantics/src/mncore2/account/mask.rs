//! Which mask acts on an output (s. 3.6.2, MN-D45).

use crate::mncore2::isa::{Bank, Dest, Expr, Mask, MaskSetting, Target};

/// The masks of a step: those that its outputs have themselves, else the setting. One on an output
/// switches the setting off for all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Masking<'a>(Option<&'a MaskSetting>);

impl<'a> Masking<'a> {
    /// No setting: only what is written at the outputs.
    pub(crate) const OWN: Self = Self(None);

    /// The masks of a step under the setting in force there; entry 0 holds nothing back.
    pub(crate) fn of(exprs: &[Expr], setting: &'a MaskSetting) -> Self {
        let own = || exprs.iter().flat_map(Expr::dests).any(|dest| dest.mask.is_some());
        Self((setting.entry != 0 && !own()).then_some(setting))
    }

    /// The mask of an output.
    pub(crate) fn on(self, dest: &Dest) -> Option<Mask> {
        let by_setting = || self.0.filter(|s| listed(s, &dest.target)).map(of_setting);
        dest.mask.or_else(by_setting)
    }
}

/// Whether the `mask` setting acts on a write.
pub(crate) const fn listed(setting: &MaskSetting, target: &Target) -> bool {
    let bank = match target {
        Target::Memory(access) => access.bank,
        Target::Bar(bank, _) => *bank,
        Target::T(_) => return setting.t,
        Target::Mask(_) => return setting.masks,
        Target::Nowrite => return false,
    };
    match bank {
        Bank::Lm0 => setting.lm0,
        Bank::Lm1 => setting.lm1,
        Bank::Grf0 => setting.grf0,
        Bank::Grf1 => setting.grf1,
    }
}

/// The mask that a `mask` setting puts on writes.
pub(crate) const fn of_setting(setting: &MaskSetting) -> Mask {
    Mask { width: setting.width, entry: setting.entry, fit: None }
}
