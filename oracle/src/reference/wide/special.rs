//! NaN.

use super::code::{Coded, Number, Wide};
use crate::reference::engine::{Env, Flags, NanRule};

/// What an invalid operation yields: the default NaN, negative on x86.
pub(super) fn invalid(w: &Wide, env: &Env) -> Coded {
    (w.nan(env.nan == NanRule::Sse, 0), Flags::INVALID)
}

/// Whether some operand is no number.
pub(super) fn has_nan(operands: &[&Number]) -> bool {
    operands.iter().any(|n| matches!(n, Number::Nan { .. } | Number::Unsupported))
}

/// The NaN of operands, in their order, some of which are none.
pub(super) fn chosen(w: &Wide, operands: &[&Number], env: &Env) -> Coded {
    if operands.iter().any(|n| matches!(n, Number::Unsupported)) {
        return invalid(w, env);
    }
    let nans: Vec<(bool, bool, u128)> = operands
        .iter()
        .filter_map(|n| match n {
            Number::Nan { sign, signalling, fraction } => Some((*sign, *signalling, *fraction)),
            _ => None,
        })
        .collect();
    let signals = nans.iter().any(|nan| nan.1);
    let flags = Flags { invalid: signals, ..Flags::NONE };
    let quieted = |(sign, _, fraction): (bool, bool, u128)| (w.nan(sign, fraction), flags);
    let first = nans[0];
    match env.nan {
        NanRule::Canonical => (w.nan(false, 0), flags),
        NanRule::Propagate => quieted(first),
        NanRule::Arm => quieted(nans.iter().copied().find(|nan| nan.1).unwrap_or(first)),
        NanRule::Sse if w.hidden => quieted(first),
        // Intel, volume 1, table 4-7: quiet ones first, then the larger significand, then the positive one.
        NanRule::Sse => {
            let quiet: Vec<_> = nans.iter().copied().filter(|nan| !nan.1).collect();
            let among = if quiet.is_empty() { nans } else { quiet };
            let best =
                among.into_iter().max_by_key(|(sign, _, fraction)| (fraction | 1 << 127, !sign));
            quieted(best.unwrap_or(first))
        }
    }
}
