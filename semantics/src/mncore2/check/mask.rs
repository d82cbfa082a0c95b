//! Masks of a step (s. 3.6.2, 3.6.4).

use super::Violation;
use crate::mncore2::account::{dests, listed, of_setting};
use crate::mncore2::isa::{Dest, Expr, Mask, MaskFit, MaskSetting, MaskWidth, Target, Width};

/// What is wrong with the suffix of a mask (s. 3.6.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Misfit {
    /// `t` is missing: mask of 2LW, narrower destination.
    NeedsTruncate,
    /// `p` is missing: mask of LW, destination of 2LW.
    NeedsPad,
    /// A suffix where none may stand.
    Superfluous,
}

/// Whether the mask of a destination has the suffix that it needs, and no other. T counts as 2LW
/// only as `$llt` (MN-D45); the width has no effect on a mask register, so anything goes there.
///
/// # Errors
/// What is wrong with the suffix.
pub fn mask_fit(dest: &Dest) -> Result<(), Misfit> {
    let Some(mask) = dest.mask else { return Ok(()) };
    let width = match dest.target {
        Target::Memory(access) => access.width,
        Target::Bar(_, width) | Target::T(width) => width,
        Target::Mask(_) | Target::Nowrite => return Ok(()),
    };
    let needed = match (mask.width, width) {
        (MaskWidth::Double, Width::Single | Width::Long) => Some(MaskFit::Truncate),
        (MaskWidth::Long, Width::Double) => Some(MaskFit::Pad),
        _ => None,
    };
    match (needed, mask.fit) {
        (needed, fit) if needed == fit => Ok(()),
        (Some(MaskFit::Truncate), _) => Err(Misfit::NeedsTruncate),
        (Some(MaskFit::Pad), _) => Err(Misfit::NeedsPad),
        (None, _) => Err(Misfit::Superfluous),
    }
}

/// A zero flush never takes a suffix (s. 3.6.2.2).
///
/// # Errors
/// If it has one.
pub const fn flush_fit(mask: &Mask) -> Result<(), Misfit> {
    match mask.fit {
        None => Ok(()),
        Some(_) => Err(Misfit::Superfluous),
    }
}

/// Every zero flush of the step with the number of its expression.
fn all_flushes(exprs: &[Expr]) -> impl Iterator<Item = (usize, &Mask)> {
    exprs.iter().enumerate().filter_map(|(i, e)| Some((i, e.flush()?)))
}

/// At most one zero flush.
pub(super) fn flushes(exprs: &[Expr], found: &mut Vec<Violation>) {
    let mut all = all_flushes(exprs);
    let (Some((i, _)), Some((j, _))) = (all.next(), all.next()) else { return };
    found.push(
        Violation::error(
            "MN-E-ZFLUSH",
            "3.6.2.2",
            [j, i],
            "two expressions of one step have a zero flush".to_owned(),
        )
        .help("put them into two steps, or mask the destination of one"),
    );
}

/// All masks of a step have one entry and one width. A mask on a destination switches the setting
/// off; a zero flush does not (MN-D45).
pub(super) fn one_entry(exprs: &[Expr], setting: &MaskSetting, found: &mut Vec<Violation>) {
    let on_dests = || dests(exprs).filter_map(|(i, d)| Some((i.expr, d.mask.as_ref()?)));
    let mut masks = on_dests().chain(all_flushes(exprs));
    let Some((i, first)) = masks.next() else { return };
    for (j, other) in masks {
        if (other.entry, other.width) != (first.entry, first.width) {
            found.push(
                Violation::error(
                    "MN-E-MASK-MIX",
                    "3.6.2.1",
                    [j, i],
                    format!("two different masks in one step: /{first} and /{other}"),
                )
                .help("use one entry and one width for all masks of a step"),
            );
        }
    }
    if on_dests().next().is_some() || (first.entry, first.width) == (setting.entry, setting.width) {
        return;
    }
    if let Some((j, dest)) = dests(exprs).find(|(_, d)| listed(setting, &d.target)) {
        found.push(
            Violation::error(
                "MN-E-MASK-MIX",
                "3.6.2.2",
                [i, j.expr],
                format!(
                    "the zero flush /{first} meets the mask setting /{} of {dest}",
                    of_setting(setting)
                ),
            )
            .help("use the entry and width of the setting, or `mask 0` before this line"),
        );
    }
}

/// A setting that is still in force at the end of the program.
pub(super) fn left(setting: &MaskSetting) -> Option<Violation> {
    let MaskSetting { grf0, grf1, t, lm0, lm1, masks, .. } = *setting;
    let acts = setting.entry != 0 && (grf0 || grf1 || t || lm0 || lm1 || masks);
    acts.then(|| {
        Violation::warning(
            "MN-W-MASK-LEFT",
            "3.6.2.1",
            Vec::new(),
            "this mask setting is in force until the end of the program".to_owned(),
        )
        .help("write `mask 0` behind the lines that it is meant for")
    })
}
