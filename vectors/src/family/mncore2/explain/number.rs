//! Codes of MN-Core 2 put together (s. 1.3, 4.4), and rounding to nearest even with
//! what it keeps and loses.

use crate::explain::exact::shorten_runs;
use crate::explain::fields::Number;
use num_bigint::BigUint;
use softfloat::round::Loss;
use softfloat::{Format, Rounding};
use std::cmp::Ordering;

pub(crate) fn sign(negative: bool) -> char {
    if negative { '-' } else { '+' }
}

/// The code of these fields.
pub(crate) fn assemble(format: &Format, negative: bool, field: i64, mantissa: u64) -> u64 {
    u64::from(negative) << (format.width - 1)
        | (field as u64) << (format.man_bits + format.pad)
        | mantissa << format.pad
}

pub(crate) fn infinity(format: &Format, negative: bool) -> u64 {
    assemble(format, negative, format.top().into(), 0)
}

/// "half", "single", "double".
pub(crate) fn name(format: &Format) -> &'static str {
    match format.width {
        16 => "half",
        32 => "single",
        _ => "double",
    }
}

/// Hex digits of an integer, filled up to `digits`, long runs shortened.
pub(crate) fn hex(n: &BigUint, digits: usize) -> String {
    shorten_runs(&format!("{n:0digits$x}"))
}

/// `n / 2^drop` to nearest even.
#[derive(Clone, Debug)]
pub(crate) struct Nearest {
    /// The bits above the cut.
    pub(crate) kept: BigUint,
    /// `kept`, or the next integer.
    pub(crate) rounded: BigUint,
    /// The bits below the cut in binary, the guard bit first.
    pub(crate) lost: String,
    /// The same for a table: only whether anything is there beyond the 16th.
    pub(crate) lost_short: String,
    /// Why up or down.
    pub(crate) verdict: &'static str,
    /// The same in one word.
    pub(crate) direction: &'static str,
}

impl Nearest {
    pub(crate) fn of(n: &BigUint, drop: u64) -> Self {
        let kept = n >> drop;
        let rest = n - (&kept << drop);
        let twice = &rest << 1u8;
        let loss = match twice.cmp(&(BigUint::from(1u8) << drop)) {
            _ if rest.bits() == 0 => Loss::Nothing,
            Ordering::Less => Loss::Less,
            Ordering::Equal => Loss::Half,
            Ordering::Greater => Loss::More,
        };
        let up = Rounding::NearestEven.up(loss, false, kept.bit(0));
        let (direction, verdict) = match (loss, up) {
            (Loss::Nothing, _) => ("exact", "nothing is lost"),
            (Loss::Less, _) => ("down", "less than half is lost: down"),
            (Loss::More, _) => ("up", "more than half is lost: up"),
            (Loss::Half, true) => ("tie up", "exactly half is lost: to even, up"),
            (Loss::Half, false) => ("tie down", "exactly half is lost: to even, down"),
        };
        Self {
            rounded: &kept + u8::from(up),
            kept,
            lost: binary(&rest, drop, 24, " then zeros"),
            lost_short: binary(&rest, drop, 16, ""),
            verdict,
            direction,
        }
    }

    pub(crate) fn rounded_u64(&self) -> u64 {
        self.rounded.iter_u64_digits().next().unwrap_or(0)
    }
}

/// `rest` as `places` binary digits; beyond the first `shown` only whether anything is there.
fn binary(rest: &BigUint, places: u64, shown: u64, nothing: &str) -> String {
    let digits = |low: u64| -> String {
        (low..places).rev().map(|i| if rest.bit(i) { '1' } else { '0' }).collect()
    };
    let hidden = places.saturating_sub(shown);
    if hidden == 0 {
        return digits(0);
    }
    let more = rest.trailing_zeros().is_some_and(|z| z < hidden);
    digits(hidden) + if more { "..." } else { nothing }
}

// Extension and shortening as ports do them (s. 3.6.9.23, 3.6.9.24, 3.6.12.19).

/// Extension to a wider precision: the code, and why.
pub(crate) fn extended(from: &Format, to: &Format, code: u64) -> (u64, String) {
    let x = Number::of(from, code);
    let mantissa = x.mantissa << (to.man_bits - from.man_bits);
    let carried = if mantissa == 0 { "" } else { ", its mantissa carried along (MN-D01)" };
    let (field, why) = if x.is_zero() {
        (0, format!("exponent field 0 stays 0{carried}"))
    } else if x.is_infinite() {
        (i64::from(to.top()), format!("top exponent stays top{carried}"))
    } else {
        let field = x.field - i64::from(from.bias) + i64::from(to.bias);
        (field, format!("exponent {} - {} + {} = {field}, exact", x.field, from.bias, to.bias))
    };
    (assemble(to, x.negative, field, mantissa), why)
}

/// Shortening at an input port: the code, and why in two lines.
pub(crate) fn shortened_in(from: &Format, to: &Format, code: u64) -> (u64, Vec<String>) {
    let x = Number::of(from, code);
    if x.is_infinite() {
        return (infinity(to, x.negative), vec!["infinity, mantissa 0 (MN-D02)".to_owned()]);
    }
    if x.is_zero() {
        let zero = assemble(to, x.negative, 0, 0);
        return (zero, vec!["zero of its sign, mantissa 0 (MN-D02)".to_owned()]);
    }
    let r = Nearest::of(&BigUint::from(x.significand()), (from.man_bits - to.man_bits).into());
    let carry = r.rounded.bits() > u64::from(to.precision());
    let field = x.field - i64::from(from.bias) + i64::from(to.bias) + i64::from(carry);
    let (code, range) = if field >= i64::from(to.top()) {
        (infinity(to, x.negative), "infinity (MN-D28)")
    } else if field <= 0 {
        (assemble(to, x.negative, 0, 0), "a zero of its sign (MN-D02, MN-D28)")
    } else {
        let mantissa = r.rounded_u64() & ((1 << to.man_bits) - 1);
        (assemble(to, x.negative, field, mantissa), name(to))
    };
    let kept = format!("{} | {}   {}", hex(&r.kept, 3), r.lost, r.verdict);
    (code, vec![kept, format!("exponent field {field}: {range}")])
}
