//! NaN: which one an operation yields, and invalid operations (IEEE 754-2019, 6.2, 7.2).

use super::Work;
use super::code;
use super::operand::Operand;
use super::round::format_name;
use softfloat::{Category, Flags, Format, NanRule};

/// NaN operands that are named.
const SHOWN: usize = 4;

/// Whether some operand is NaN.
pub(crate) fn any(operands: &[&Operand]) -> bool {
    operands.iter().any(|x| x.is_nan())
}

/// The result of an operation with NaN among its operands, in their order. Signals invalid for a
/// signalling one.
pub(crate) fn chosen(work: &mut Work<'_>, format: &Format, operands: &[&Operand]) -> u64 {
    tell(work, operands);
    pick(work, format, operands)
}

/// An operand as the rule reads it: of OFP8's formats every NaN is quiet.
pub(crate) fn quieted(work: &mut Work<'_>, x: &Operand) -> Operand {
    let mut x = x.clone();
    if work.env.nan == NanRule::Ofp8 && x.format.is_ofp8() && x.is_signalling() {
        x.class = Category::QuietNan;
        work.steps.begin("NaN of OFP8");
        work.steps.item(&x.name, "quiet, as every NaN of its format");
    }
    x
}

/// The step "NaN operands": which are quiet, which signal.
pub(crate) fn tell(work: &mut Work<'_>, operands: &[&Operand]) {
    work.steps.begin("NaN operands (IEEE 754, 6.2)");
    let names = |of: fn(&Operand) -> bool| -> String {
        let list: Vec<&str> = operands.iter().filter(|x| of(x)).map(|x| x.name.as_str()).collect();
        match list.len().checked_sub(SHOWN) {
            Some(more @ 1..) => format!("{} and {more} more", list[..SHOWN].join(", ")),
            _ => list.join(", "),
        }
    };
    let (quiet, signalling) =
        (names(|x| x.is_nan() && !x.is_signalling()), names(Operand::is_signalling));
    if !quiet.is_empty() {
        work.steps.item("quiet", quiet);
    }
    if !signalling.is_empty() {
        work.steps.item("signalling", format!("{signalling}: invalid (7.2)"));
        work.raise(Flags::INVALID, format!("{signalling} signalling (7.2)"));
    }
}

/// The NaN that the rule picks among the operands.
pub(crate) fn pick(work: &mut Work<'_>, format: &Format, operands: &[&Operand]) -> u64 {
    match kept(work, operands) {
        Some(x) => kept_in(work, format, x),
        None => default(work, format),
    }
}

/// The operand that the rule keeps, where it is not the default NaN.
pub(crate) fn kept<'x>(work: &mut Work<'_>, operands: &[&'x Operand]) -> Option<&'x Operand> {
    let first = |of: fn(&Operand) -> bool| operands.iter().find(|x| of(x)).copied();
    let (kept, why) = match work.env.nan {
        NanRule::Canonical | NanRule::Ofp8 => {
            (None, "canonical: the default NaN, whatever the operands")
        }
        NanRule::Propagate => (first(Operand::is_nan), "propagate: the first NaN operand"),
        NanRule::Sse => (first(Operand::is_nan), "x86: the first NaN operand"),
        NanRule::Arm => match first(Operand::is_signalling) {
            Some(x) => (Some(x), "Arm: the first signalling NaN"),
            None => (first(Operand::is_nan), "Arm: no signalling NaN, so the first quiet one"),
        },
    };
    let which = kept.map_or(String::new(), |x| format!(", {}", x.name));
    work.steps.item("rule", format!("{why}{which}"));
    kept
}

/// A NaN operand in the format of the result: sign and payload kept, quiet.
pub(crate) fn kept_in(work: &mut Work<'_>, format: &Format, x: &Operand) -> u64 {
    if !format.has_nan() {
        return default(work, format);
    }
    let ieee = format.has_signalling();
    // Payloads are aligned at the top of the fraction.
    let top = |f: &Format, fraction: u64| fraction.checked_shl(64 - f.man_bits).unwrap_or(0);
    let from_ieee = x.format.has_signalling();
    let payload = top(&x.format, x.fraction as u64);
    let fraction = if ieee { payload >> (64 - format.man_bits) } else { 0 };
    let code = code::nan(format, x.negative, fraction);
    let made = match (x.is_signalling(), ieee && from_ieee) {
        (true, _) => "sign and payload kept, made quiet",
        (false, true) => "sign and payload kept",
        (false, false) => "as the format codes it",
    };
    work.steps.item("result", format!("{made}: {}", super::value_hex(format, code)));
    code
}

/// The default NaN, or what a format without NaN has in its place.
pub(crate) fn default(work: &mut Work<'_>, format: &Format) -> u64 {
    let name = format_name(format);
    if format.has_nan() {
        let (negative, fraction, kind) = match work.env.nan {
            NanRule::Sse => (true, 0, "default NaN, negative (x86)"),
            NanRule::Ofp8 if format.is_ofp8() => {
                (false, code::low_bits(format.man_bits), "NaN of OFP8, all ones")
            }
            _ => (false, 0, "default NaN"),
        };
        let code = code::nan(format, negative, fraction);
        work.steps.item("result", format!("{kind}: {}", super::value_hex(format, code)));
        return code;
    }
    if !work.flags().contains(Flags::INVALID) {
        work.raise(Flags::INVALID, format!("{name} has no NaN"));
    }
    let (code, what) = super::round::infinity_due(format, false);
    work.steps.item("result", format!("{name} has no NaN: {what}, invalid"));
    code
}

/// The result of an invalid operation without NaN among its operands.
pub(crate) fn invalid(work: &mut Work<'_>, format: &Format, why: &str) -> u64 {
    work.steps.begin("invalid operation (IEEE 754, 7.2)");
    work.steps.item("why", why);
    work.raise(Flags::INVALID, why);
    default(work, format)
}
