//! Rounding of an exact value into a posit: its bits without an end, the bits that there is room for, the code (Posit standard
//! of 2022, 3, 4).

use super::code::low_bits;
use super::cut::{Cut, Exact};
use super::operand::Operand;
use super::round::format_name;
use super::{Work, digits};
use crate::explain::exact::Dyadic;
use num_bigint::BigUint;
use softfloat::{Format, Rounding};

/// NaR, and why.
pub(crate) fn nar(work: &mut Work<'_>, format: &Format, why: &str) -> u64 {
    work.steps.begin("NaR");
    work.steps.item("why", why);
    1 << (format.width - 1)
}

/// The names of the operands that are NaR, where some are.
pub(crate) fn named_nar(operands: &[Operand]) -> Option<String> {
    const SHOWN: usize = 4;
    let all: Vec<&str> = operands.iter().filter(|x| x.is_nan()).map(|x| x.name.as_str()).collect();
    let more = if all.len() > SHOWN { " and others" } else { "" };
    (!all.is_empty()).then(|| format!("NaR: {}{more}", all[..all.len().min(SHOWN)].join(", ")))
}

/// Another format's number as a posit.
pub(crate) fn converted(work: &mut Work<'_>, to: &Format, x: &Operand) -> u64 {
    let least = x.format.is_integer() && x.format.sign && x.code == 1 << (x.format.width - 1);
    if least {
        return nar(work, to, "the most negative integer stands for NaR");
    }
    if !x.is_finite() {
        return nar(work, to, "infinities and NaN become NaR");
    }
    round(work, to, &Exact::of(&x.value))
}

/// A posit as an integer (POSIT-D06).
pub(crate) fn to_integer(work: &mut Work<'_>, to: &Format, x: &Operand) -> u64 {
    let name = format_name(to);
    work.steps.begin(format!("integer of {name}, to nearest, ties to even (POSIT-D06)"));
    let (least, most) = match to.sign {
        true => (1 << (to.width - 1), low_bits(to.width - 1)),
        false => (0, low_bits(to.width)),
    };
    let (code, why) = if x.is_nan() {
        let what = if to.sign { "the most negative integer" } else { "0" };
        (least, format!("NaR: {what}"))
    } else {
        let cut = Cut::of(&Exact::of(&x.value), 0);
        let (n, why) = cut.rounded(Rounding::NearestEven, x.negative);
        work.steps.item("direction", why);
        match x.negative && n.bits() > 0 {
            true if !to.sign => (0, "negative, the format has no sign: 0".to_owned()),
            true if n > BigUint::from(least) => (least, "below the most negative one".to_owned()),
            false if n > BigUint::from(most) && to.sign => {
                (least, "beyond the largest: the most negative one stands for it".to_owned())
            }
            false if n > BigUint::from(most) => (most, "beyond the largest: that".to_owned()),
            minus => {
                let n: u64 = n.iter_u64_digits().next().unwrap_or(0);
                (
                    if minus { n.wrapping_neg() } else { n } & low_bits(to.width),
                    "inside the range".to_owned(),
                )
            }
        }
    };
    work.steps.item("range", why);
    code
}

/// The exponent bits of a posit.
fn exponent_bits(format: &Format) -> u32 {
    format.posit_exponent_bits().unwrap_or(0)
}

/// The code of a value.
pub(crate) fn round(work: &mut Work<'_>, format: &Format, exact: &Exact) -> u64 {
    work.steps.begin(format!("rounding to {} (Posit standard, 4)", format_name(format)));
    if exact.magnitude.bits() == 0 && !exact.more {
        work.steps.item("result", "0, exactly");
        return 0;
    }
    let reach = i64::from(format.width - 2) << exponent_bits(format);
    let magnitude = match exact.lead() {
        lead if lead >= reach => {
            work.steps.item("range", format!("not below the largest posit, 2^{reach}: that"));
            low_bits(format.width - 1)
        }
        lead if lead < -reach => {
            work.steps.item("range", format!("below the least posit, 2^-{reach}: that, never 0"));
            1
        }
        lead => string(work, format, exact, lead),
    };
    match exact.negative {
        false => magnitude,
        true => {
            let code = magnitude.wrapping_neg() & low_bits(format.width);
            work.steps.item(
                "negative",
                format!("the opposite of {}", super::value_hex(format, magnitude)),
            );
            code
        }
    }
}

/// The bits of a magnitude within the range, cut to those below the sign.
fn string(work: &mut Work<'_>, format: &Format, exact: &Exact, lead: i64) -> u64 {
    let es = exponent_bits(format);
    let (k, e) = (lead >> es, lead & ((1 << es) - 1));
    let regime = match k {
        0.. => format!("{}0", "1".repeat(k as usize + 1)),
        _ => format!("{}1", "0".repeat(-k as usize)),
    };
    let exponent =
        (0..es).rev().map(|i| if e >> i & 1 == 1 { '1' } else { '0' }).collect::<String>();
    let fraction = exact.magnitude.bits() - 1;
    let head =
        BigUint::parse_bytes(format!("{regime}{exponent}").as_bytes(), 2).unwrap_or_default();
    let mut own = exact.magnitude.clone();
    own.set_bit(fraction, false);
    let whole = Exact {
        negative: false,
        magnitude: (head << fraction) | own,
        exponent: 0,
        more: exact.more,
    };
    let length = (regime.len() + exponent.len()) as i64 + fraction as i64;
    let cut = Cut::of(&whole, length - i64::from(format.width - 1));
    let (rounded, why) = cut.rounded(Rounding::NearestEven, false);
    let value = Dyadic::new(false, exact.magnitude.clone(), exact.exponent);
    let power = if es == 0 { String::new() } else { format!(", exponent {e}: {exponent}") };
    work.steps.item("magnitude", value.hex_float());
    work.steps.item("bits", format!("2^{lead}: regime {k}: {regime}{power}, then the fraction"));
    let width = format.width as usize - 1;
    let gap = if cut.lost.is_empty() { "" } else { " " };
    // Of many bits the kept ones in hex.
    let kept = match width {
        ..=40 => format!("{:0>width$} |{gap}{}", cut.kept.to_str_radix(2), cut.lost),
        _ => format!("{} |{gap}{}   (hex | binary)", digits(&cut.kept), cut.lost),
    };
    work.steps.item("kept | lost", kept);
    work.steps.item("direction", why);
    match rounded.iter_u64_digits().next().unwrap_or(0) {
        0 => {
            work.steps.item("never 0", "the least posit");
            1
        }
        code => code,
    }
}
