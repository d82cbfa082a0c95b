//! Rounding of an exact value into a format: bits kept and lost, direction, tininess, overflow,
//! the packed code (IEEE 754-2019, 4.3, 7.4, 7.5).

use super::code::{self, compare_magnitudes, largest, least_exponent};
use super::cut::{Cut, Exact};
use super::operand::sign;
use super::{Work, digits};
use crate::explain::exact::Dyadic;
use crate::formats::SOURCES;
use num_bigint::BigUint;
use softfloat::format::{
    Binary16, Binary32, Binary64, MnBfDouble, MnBfHalf, MnBfHalfExt, MnBfPseudoSingle, MnBfSingle,
    MnDouble, MnHalf, MnSingle,
};
use softfloat::{Flags, Format, Overflow, StaticFormat, Tininess, Underflow};
use std::cmp::Ordering;

/// What formats are called that neither ids nor the table call so.
const NAMES: [(Format, &str); 11] = [
    (Binary16::FORMAT, "binary16"),
    (Binary32::FORMAT, "binary32"),
    (Binary64::FORMAT, "binary64"),
    (MnHalf::FORMAT, "MN-Core half"),
    (MnSingle::FORMAT, "MN-Core single"),
    (MnDouble::FORMAT, "MN-Core double"),
    (MnBfHalf::FORMAT, "MN-Core bf_half"),
    (MnBfHalfExt::FORMAT, "MN-Core bf_half_ext"),
    (MnBfPseudoSingle::FORMAT, "MN-Core bf_pseudo_single"),
    (MnBfSingle::FORMAT, "MN-Core bf_single"),
    (MnBfDouble::FORMAT, "MN-Core bf_double"),
];

/// `binary32`, `bf16`, `e4m3fn`, `e6m9`, `i8`.
pub(crate) fn format_name(format: &Format) -> String {
    if format.unit() == Some(0) {
        return format!("{}{}", if format.sign { 'i' } else { 'u' }, format.width);
    }
    if Format::ieee(format.exp_bits, format.man_bits).is_ok_and(|unnamed| unnamed == *format) {
        return format!("e{}m{}", format.exp_bits, format.man_bits);
    }
    let own = NAMES.iter().find(|(own, _)| own == format).map(|(_, name)| *name);
    let id = || SOURCES.iter().find(|source| source.format == *format).map(|source| source.name);
    own.or_else(id).unwrap_or(format.name).to_owned()
}

/// `+800010 * 2^-2`.
fn scaled(negative: bool, n: &BigUint, unit: i64) -> String {
    format!("{}{} * 2^{unit}", sign(negative), digits(n))
}

/// A value on its way into a format.
struct Rounder<'w, 'a> {
    work: &'w mut Work<'a>,
    format: &'w Format,
    x: &'w Exact,
}

/// Rounds a value other than zero into the format, with its steps and exceptions: the code.
pub(crate) fn round(work: &mut Work<'_>, format: &Format, x: &Exact) -> u64 {
    let p = format.precision();
    let title = format!(
        "rounding to {}: {} {}, {} (IEEE 754, 4.3)",
        format_name(format),
        p,
        if p == 1 { "bit" } else { "bits" },
        work.direction()
    );
    work.steps.begin(title);
    if x.negative && !format.sign {
        work.steps.say("the value is negative, the format has no sign: NaN, invalid");
        work.raise(Flags::INVALID, "a negative value in a format without sign");
        return code::nan(format, false, 0);
    }
    if format.has_fields() || format.zeroless() {
        return Rounder { work, format, x }.run();
    }
    // Codes without fields: the format says what is nearest.
    let (code, flags) = match work.random {
        Some(random) => {
            let r = format.round_stochastic(&work.env, x.unrounded(), random);
            (r.bits, r.flags)
        }
        None => {
            let r = format.round_pack(&work.env, x.unrounded());
            (r.bits as u64, r.flags)
        }
    };
    work.steps.item("result", super::value_hex(format, code));
    let raised = |flag| flags.contains(flag);
    for flag in
        [Flags::OVERFLOW, Flags::UNDERFLOW, Flags::INEXACT].into_iter().filter(|f| raised(*f))
    {
        work.raise(flag, "the value lies between two numbers, or beyond all");
    }
    code
}

/// Rounds an exact number; of zero the code of its sign.
pub(crate) fn round_number(work: &mut Work<'_>, format: &Format, x: &Dyadic) -> u64 {
    if x.is_zero() { zero(work, format, x.negative) } else { round(work, format, &Exact::of(x)) }
}

/// The code of a zero; formats without one get their smallest number.
pub(crate) fn zero(work: &mut Work<'_>, format: &Format, negative: bool) -> u64 {
    if format.zeroless() {
        work.steps.begin(format!("zero in {}", format_name(format)));
        work.steps.say("the format has no zero: its smallest number, underflow and inexact");
        work.raise(Flags::UNDERFLOW, "0 becomes the smallest number");
        work.raise(Flags::INEXACT, "0 is not in the format");
    }
    code::zero(format, negative)
}

impl Rounder<'_, '_> {
    fn run(mut self) -> u64 {
        let p = i64::from(self.format.precision());
        let (lead, least) = (self.x.lead(), least_exponent(self.format));
        let gradual = self.work.env.underflow == Underflow::Gradual && self.format.subnormal;
        let free = lead + 1 - p;
        let below = lead < least;
        self.item("leading one", format!("2^{lead}; {}", self.range(lead)));
        let unit = if gradual && below { least + 1 - p } else { free };
        let place = match gradual && below {
            true => format!("2^{unit}, that of the subnormal numbers"),
            false => format!("2^{unit}, {} below the leading one's", p - 1),
        };
        self.item("last place", place);
        let cut = Cut::of(self.x, unit);
        let (rounded, why) = self.show(&cut, unit);
        let tiny = below && self.tiny(free, least, gradual);
        if tiny && !gradual {
            return self.flush();
        }
        let value = Dyadic::new(self.x.negative, rounded, unit);
        if compare_magnitudes(&value, &largest(self.format)) == Ordering::Greater {
            return self.overflow(&value);
        }
        self.exceptions(&cut, &why, tiny);
        self.pack(&value)
    }

    fn item(&mut self, label: &str, text: impl Into<String>) {
        self.work.steps.item(label, text);
    }

    fn range(&self, lead: i64) -> String {
        let (low, high) = (least_exponent(self.format), code::largest_exponent(self.format));
        let range = format!("normal numbers have 2^{low} to 2^{high}");
        match lead {
            l if l < low => format!("{range}: below"),
            l if l > high => format!("{range}: above"),
            _ => range,
        }
    }

    /// The bits kept and lost, and the integer that the mode makes of them.
    fn show(&mut self, cut: &Cut, unit: i64) -> (BigUint, String) {
        let (rounded, why) = self.work.rounded(self.x, unit);
        let gap = if cut.lost.is_empty() { "" } else { " " };
        let kept = digits(&cut.kept);
        self.item("kept | lost", format!("{kept} |{gap}{}   (hex | binary)", cut.lost));
        self.item("bits", cut.bits());
        self.item("direction", why.as_str());
        let carried = rounded.bits() > cut.kept.bits() && cut.kept.bits() > 0;
        let carry = if carried { "   a carry: one place more" } else { "" };
        self.item("rounded", scaled(self.x.negative, &rounded, unit) + carry);
        (rounded, why)
    }

    /// The step "tininess" of a value whose leading one is below those of normal numbers.
    fn tiny(&mut self, free: i64, least: i64, gradual: bool) -> bool {
        let p = u64::from(self.format.precision());
        match self.work.env.tininess {
            Tininess::Before => {
                self.work.steps.begin("tininess, before rounding (IEEE 754, 7.5)");
                self.item("value", format!("below 2^{least}: tiny"));
                true
            }
            Tininess::After => {
                self.work.steps.begin("tininess, after rounding (IEEE 754, 7.5)");
                let (rounded, _) = self.work.rounded(self.x, free);
                let text = scaled(self.x.negative, &rounded, free);
                let label = if gradual { "unbounded" } else { "rounded" };
                let lead = free + rounded.bits() as i64 - 1;
                let tiny = lead < least;
                let verdict = if tiny { "tiny" } else { "not tiny" };
                self.item(label, format!("to {p} bits with any exponent: {text}"));
                let side = if tiny { "below" } else { "not below" };
                self.item("", format!("{side} 2^{least}: {verdict}"));
                tiny
            }
        }
    }

    /// What a tiny value becomes where there are no subnormal results.
    fn flush(&mut self) -> u64 {
        let positive = self.work.env.underflow == Underflow::FlushPositive;
        let why = match self.format.subnormal {
            true => "flushed to zero (ftz)",
            false => "the format has no subnormal numbers: flushed to zero",
        };
        self.item("result", format!("{why}, underflow and inexact"));
        self.work.raise(Flags::UNDERFLOW, "tiny, flushed");
        self.work.raise(Flags::INEXACT, "a nonzero value became zero");
        code::zero(self.format, self.x.negative && !positive)
    }

    fn exceptions(&mut self, cut: &Cut, why: &str, tiny: bool) {
        if cut.exact() {
            if tiny {
                self.item("underflow", "no: tiny, but exact");
            }
            return;
        }
        if tiny {
            self.item("underflow", "yes: tiny and inexact");
            self.work.raise(Flags::UNDERFLOW, "tiny and inexact (7.5)");
        }
        let reason = format!("bits are lost: {}", why.split(':').next().unwrap_or(why));
        self.work.raise(Flags::INEXACT, reason);
    }

    fn pack(&mut self, value: &Dyadic) -> u64 {
        let code = code::of_number(self.format, value);
        self.work.steps.begin("packed");
        if value.is_zero() {
            let zero = if value.negative && self.format.neg_zero { "-0" } else { "+0" };
            self.item("result", format!("{zero}: nothing is left of the value"));
            return code;
        }
        let (least, lead) = (least_exponent(self.format), value.lead());
        let bias = self.format.bias;
        let text = if lead < least {
            "0: subnormal, no hidden bit".to_owned()
        } else {
            format!("{lead} + {bias} = {}", lead + i64::from(bias))
        };
        self.item("exponent field", text);
        code
    }

    /// The result beyond the largest finite number (7.4).
    fn overflow(&mut self, value: &Dyadic) -> u64 {
        let (format, env, negative) = (*self.format, self.work.env, value.negative);
        self.work.steps.begin("overflow (IEEE 754, 7.4)");
        let most = largest(&format);
        let text =
            format!("{} is beyond the largest number {}", magnitude(value), most.hex_float());
        self.item("range", text);
        let (mode, random) = (self.work.direction(), self.work.random.is_some());
        let (choice, why) = match env.overflow {
            Overflow::Saturate | Overflow::SaturateFinite => {
                (Beyond::Largest, "saturating".to_owned())
            }
            Overflow::Ieee if !random && !env.rounding.outward(negative) => (Beyond::Largest, mode),
            Overflow::Ieee => (Beyond::Infinity, mode),
            Overflow::Infinity => (Beyond::Infinity, "always infinity".to_owned()),
            Overflow::Nan => (Beyond::Nan, "always NaN".to_owned()),
        };
        self.work.raise(Flags::OVERFLOW, "rounded beyond the largest finite number (7.4)");
        self.work.raise(Flags::INEXACT, "overflow (7.4)");
        let (code, what) = beyond(&format, choice, negative);
        self.item("result", format!("{why}: {what}"));
        code
    }
}

fn magnitude(value: &Dyadic) -> String {
    Dyadic { negative: false, ..value.clone() }.hex_float()
}

/// What stands for a value that is too large.
#[derive(Clone, Copy)]
enum Beyond {
    Infinity,
    Largest,
    Nan,
}

/// The code of it, or what the format has in its place.
fn beyond(format: &Format, choice: Beyond, negative: bool) -> (u64, String) {
    let s = sign(negative);
    let most = Dyadic { negative, ..largest(format) };
    let largest_code = code::of_number(format, &most);
    match choice {
        Beyond::Largest => (largest_code, format!("{s}the largest number")),
        Beyond::Nan if format.has_nan() => (code::nan(format, negative, 0), "NaN".to_owned()),
        _ if format.has_infinity() => (code::infinity(format, negative), format!("{s}infinity")),
        _ if format.has_nan() => {
            (code::nan(format, negative, 0), "NaN, as the format has no infinity".to_owned())
        }
        _ => (largest_code, format!("{s}the largest number: no infinity and no NaN")),
    }
}

/// The code of an infinity that is exact, or what the format has in its place.
pub(crate) fn infinity_due(format: &Format, negative: bool) -> (u64, String) {
    beyond(format, Beyond::Infinity, negative)
}
