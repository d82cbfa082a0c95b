//! The one rounding into a wide format.

use crate::explain::exact::Dyadic;
use crate::family::number::explain::cut::{Cut, Exact};
use crate::family::number::explain::{Work, digits};
use crate::registry::joined;
use num_bigint::BigUint;
use softfloat::{Flags, Format, Tininess};

/// The code of a value other than 0, rounded to so many bits.
pub(super) fn rounded(work: &mut Work<'_>, format: &Format, precision: u32, exact: &Exact) -> u128 {
    let (p, (least, most)) = (i64::from(precision), format.exponents());
    let (least, most) = (i64::from(least), i64::from(most));
    let value = Dyadic::new(exact.negative, exact.magnitude.clone(), exact.exponent);
    work.steps.begin("exact value");
    let more = if exact.more { ", and more" } else { "" };
    work.steps.item("value", format!("{}{more}", short(&value.hex_float())));
    work.steps.begin(format!("rounding to {p} bits, {} (IEEE 754, 4.3)", work.direction()));
    let lead = exact.lead();
    let unit = lead.max(least) + 1 - p;
    work.steps.item("leading one", format!("2^{lead}; normal numbers have 2^{least} to 2^{most}"));
    work.steps.item("last place", format!("2^{unit}"));
    let cut = Cut::of(exact, unit);
    let (kept, why) = work.rounded(exact, unit);
    let gap = if cut.lost.is_empty() { "" } else { " " };
    work.steps
        .item("kept | lost", format!("{} |{gap}{}   (hex | binary)", digits(&cut.kept), cut.lost));
    work.steps.item("bits", cut.bits());
    work.steps.item("direction", why.as_str());
    let minus = if exact.negative { "-" } else { "+" };
    work.steps.item("rounded", format!("{minus}{} * 2^{unit}", digits(&kept)));
    if unit + kept.bits() as i64 - 1 > most {
        return overflow(work, format, precision, exact.negative);
    }
    if !cut.exact() {
        work.raise(
            Flags::INEXACT,
            format!("bits are lost: {}", why.split(':').next().unwrap_or(&why)),
        );
        if lead < least && tiny(work, exact, lead + 1 - p, least) {
            work.raise(Flags::UNDERFLOW, "tiny and inexact (7.5)");
        }
    }
    code(format, exact.negative, &kept, unit)
}

/// Whether a value below the normal numbers counts as tiny.
fn tiny(work: &mut Work<'_>, exact: &Exact, free: i64, least: i64) -> bool {
    if work.env.tininess == Tininess::Before {
        return true;
    }
    let (kept, _) = work.rounded(exact, free);
    let tiny = free + (kept.bits() as i64) - 1 < least;
    let verdict = if tiny { "below" } else { "not below" };
    work.steps.item("tininess", format!("rounded with any exponent it is {verdict} 2^{least}"));
    tiny
}

fn overflow(work: &mut Work<'_>, format: &Format, precision: u32, negative: bool) -> u128 {
    work.raise(Flags::OVERFLOW | Flags::INEXACT, "rounded beyond the largest finite number (7.4)");
    let outward = work.env.rounding.outward(negative);
    let what = if outward { "infinity" } else { "the largest number of that precision" };
    work.steps.item("overflow", format!("{}: {what}", work.direction()));
    match outward {
        true => {
            let infinity = format.wide().map_or(0, |wide| wide.infinity(false));
            infinity | u128::from(negative) << (format.width - 1)
        }
        false => {
            let ones = (BigUint::from(1u8) << precision) - 1u8;
            code(
                format,
                negative,
                &ones,
                i64::from(format.exponents().1) + 1 - i64::from(precision),
            )
        }
    }
}

/// The code of a multiple of `2^unit` that the format has.
pub(super) fn code(format: &Format, negative: bool, kept: &BigUint, unit: i64) -> u128 {
    let minus = u128::from(negative) << (format.width - 1);
    if kept.bits() == 0 {
        return minus;
    }
    let (p, least) = (i64::from(format.precision()), i64::from(format.exponents().0));
    let lead = unit + kept.bits() as i64 - 1;
    let place = lead.max(least) + 1 - p;
    let significand = match unit - place {
        up @ 0.. => kept << up as u64,
        down => kept >> down.unsigned_abs(),
    };
    let words = significand.to_u64_digits();
    let significand = joined(&words);
    let normal = significand >> (p - 1) & 1;
    let field = if normal == 1 { (lead + i64::from(format.bias)) as u128 } else { 0 };
    let hidden = if format.has_hidden_bit() { normal << (p - 1) } else { 0 };
    minus | field << format.man_bits | significand ^ hidden
}

/// A hex float of at most so many digits.
fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.split_once('p') {
        Some((head, exponent)) if head.len() > MOST => format!("{}...p{exponent}", &head[..MOST]),
        _ => text.to_owned(),
    }
}
