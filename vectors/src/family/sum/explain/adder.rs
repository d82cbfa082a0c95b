//! One adder: reference, what is cut from each input, the sum, one rounding.

use super::digits::short;
use super::{Item, Number};
use crate::explain::exact::Dyadic;
use crate::explain::steps::row;
use crate::family::number::explain::cut::{Cut as Places, Exact, mode_name};
use crate::family::number::explain::operand::count;
use crate::family::number::explain::operand::{Operand, sign};
use crate::family::number::explain::{Work, convert, digits, integral, nan, picture, round};
use softfloat::sum::{Alignment, Cut, Datapath, Exponent, Opposite, ZeroSum};
use softfloat::{Category, Flags, Format, NanRule, Rounding};

/// The code of the sum of the inputs, rounded once; the rules are those of `work`.
pub(crate) fn add(
    work: &mut Work<'_>,
    datapath: &Datapath,
    name: &str,
    inputs: &[Item],
    to: &Format,
) -> u64 {
    if inputs.iter().any(|item| item.value().is_none()) {
        return special(work, datapath, name, inputs, to);
    }
    let aligned = match datapath.alignment {
        Alignment::Largest { exponent, bits, least, cut: Cut::Round(direction), .. } => {
            let zeros = false;
            let rule = Rule { exponent, bits: bits.into(), least, direction, zeros };
            cut_all(work, name, inputs, rule, datapath.reports_cut)
        }
        // No preset has others.
        _ => Aligned::exact(inputs),
    };
    finish(work, datapath, name, inputs, &aligned, to)
}

/// Adds what is aligned, and rounds the sum.
pub(crate) fn finish(
    work: &mut Work<'_>,
    datapath: &Datapath,
    name: &str,
    inputs: &[Item],
    aligned: &Aligned,
    to: &Format,
) -> u64 {
    let sum = total(work, name, to, inputs, aligned);
    let code = rounded(work, datapath, name, (inputs, &sum), to);
    draw(work, name, inputs, aligned, &sum, Some((to, code)));
    code
}

/// Records an addition for a picture.
pub(crate) fn draw(
    work: &mut Work<'_>,
    name: &str,
    inputs: &[Item],
    aligned: &Aligned,
    sum: &Dyadic,
    result: Option<(&Format, u64)>,
) {
    let finite = inputs.iter().filter_map(|item| Some((item.name(), item.value()?)));
    let rows = finite.zip(&aligned.values).map(|((name, value), kept)| (name, value, kept));
    picture::draw(work, name, rows, aligned.places, sum, result);
}

/// The sum of what is aligned, with its step.
pub(crate) fn total(
    work: &mut Work<'_>,
    name: &str,
    to: &Format,
    inputs: &[Item],
    aligned: &Aligned,
) -> Dyadic {
    let sum = aligned.values.iter().fold(Dyadic::zero(0), |sum, v| sum.plus(v));
    show(work, name, to, inputs, &aligned.values, &sum);
    sum
}

/// The code of a sum.
fn rounded(
    work: &mut Work<'_>,
    datapath: &Datapath,
    name: &str,
    (inputs, sum): (&[Item], &Dyadic),
    to: &Format,
) -> u64 {
    if sum.is_zero() {
        let values: Vec<&Dyadic> = inputs.iter().filter_map(Item::value).collect();
        return zero(work, datapath, &values, to);
    }
    if !to.is_fixed() {
        return round::round(work, to, &Exact::of(sum));
    }
    let (name, negative, class) = (name.to_owned(), sum.negative, Category::Normal);
    let value = sum.clone();
    let sum = Operand { name, format: *to, code: 0, negative, class, value, fraction: 0 };
    integral::to_integer(work, to, &sum, true)
}

/// How inputs are brought to a common place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) exponent: Exponent,
    /// Bits kept below the reference.
    pub(crate) bits: i64,
    pub(crate) least: Option<i32>,
    pub(crate) direction: Rounding,
    /// Whether zeros count for the reference.
    pub(crate) zeros: bool,
}

/// Inputs at a common place.
#[derive(Clone, Debug)]
pub(crate) struct Aligned {
    /// What is left of the finite inputs, in order.
    pub(crate) values: Vec<Dyadic>,
    /// The reference, and the last place that is kept.
    pub(crate) places: Option<[i64; 2]>,
}

impl Aligned {
    /// Nothing is cut.
    pub(crate) fn exact(inputs: &[Item]) -> Self {
        Self { values: inputs.iter().filter_map(Item::value).cloned().collect(), places: None }
    }
}

/// A number as a multiple of `2^place`.
pub(crate) fn at_place(value: &Dyadic, place: i64, direction: Rounding) -> Dyadic {
    if value.is_zero() {
        return value.clone();
    }
    let (kept, _) = Places::of(&Exact::of(value), place).rounded(direction, value.negative);
    Dyadic::new(value.negative, kept, place)
}

/// The exact sum of the inputs in words.
pub(crate) fn exact(inputs: &[Item]) -> String {
    match inputs.iter().find(|item| item.value().is_none()) {
        Some(special) => special.words(),
        None => {
            let values = inputs.iter().filter_map(Item::value);
            values.fold(Dyadic::zero(0), |sum, v| sum.plus(v)).hex_float()
        }
    }
}

/// The step "alignment": every input brought to the last place below the largest exponent.
pub(crate) fn cut_all(
    work: &mut Work<'_>,
    name: &str,
    inputs: &[Item],
    rule: Rule,
    reports: bool,
) -> Aligned {
    let Rule { exponent, bits, least, direction, zeros } = rule;
    let of = |item: &Item| match exponent {
        Exponent::Field => item.field,
        Exponent::Leading => item.value().map_or(0, Dyadic::lead),
    };
    work.steps.begin(format!("alignment of {name}"));
    let counted = inputs.iter().filter(|item| zeros || !item.is_zero());
    let Some(largest) = counted.max_by_key(|item| of(item)) else {
        work.steps.item("reference", "none: every input is zero");
        return Aligned::exact(inputs);
    };
    let found = of(largest);
    let reference = least.map_or(found, |least| found.max(least.into()));
    let place = reference - bits;
    let which = match exponent {
        Exponent::Field => "the largest exponent",
        Exponent::Leading => "the largest leading one",
    };
    let text = match reference == found {
        true => format!("2^{reference}, {which}: {}", largest.name),
        false => format!("2^{reference}, the least there is; {which} is 2^{found}"),
    };
    work.steps.item("reference", text);
    let text =
        format!("2^{place}, {bits} below; what is lower is rounded {}", mode_name(direction));
    work.steps.item("last place", text);
    let mut rows = vec![row!["", ">exact", format!(">* 2^{place}"), "lost (binary)"]];
    let mut lost = Vec::new();
    let mut values = Vec::new();
    for item in inputs {
        let Some(value) = item.value() else { continue };
        let own = at_place(value, place, direction);
        if value.is_zero() {
            values.push(own);
            continue;
        }
        let cut = Places::of(&Exact::of(value), place);
        let text = format!("{}{}", sign(value.negative), digits(&own.magnitude));
        let gone = if cut.exact() { "" } else { cut.lost.as_str() };
        rows.push(row![item.name, value.hex_float(), text, gone]);
        if !cut.exact() {
            lost.push(item.name.as_str());
        }
        values.push(own);
    }
    work.steps.table(&rows);
    if let Some(first) = lost.first() {
        let more = match lost.len() - 1 {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        let why = format!("alignment cuts {first}{more}");
        match reports {
            true => work.raise(Flags::INEXACT, why),
            false => work.steps.item("cut", format!("{first}{more}, which signals nothing")),
        }
    }
    Aligned { values, places: Some([reference, place]) }
}

/// The step "sum", in units of its last place.
fn show(
    work: &mut Work<'_>,
    name: &str,
    to: &Format,
    inputs: &[Item],
    aligned: &[Dyadic],
    sum: &Dyadic,
) {
    let nonzero = aligned.iter().filter(|v| !v.is_zero());
    let unit = nonzero.map(|v| v.exponent).min().unwrap_or(0);
    work.steps.begin(format!("{name}: exact sum, in units of 2^{unit}"));
    let mut rows = vec![row!["", ">"]];
    for (item, value) in inputs.iter().zip(aligned).filter(|(_, value)| !value.is_zero()) {
        let n = digits(&value.in_units(unit));
        rows.push(row![item.name, format!("{}{n}", sign(value.negative))]);
    }
    let zeros = inputs.len() + 1 - rows.len();
    if !sum.is_zero() {
        let n = digits(&sum.in_units(unit));
        rows.push(row!["sum", format!("{}{n}", sign(sum.negative))]);
    } else {
        rows.push(row!["sum", "0"]);
    }
    work.steps.table(&rows);
    if zeros > 0 {
        work.steps.item("zero", count(zeros, "input"));
    }
    let text = if to.is_fixed() { sum.decimal(20) } else { short(&sum.hex_float()) };
    work.steps.item("", format!("= {text}"));
}

/// The step "exact zero".
fn zero(work: &mut Work<'_>, datapath: &Datapath, values: &[&Dyadic], to: &Format) -> u64 {
    let zeros = values.iter().all(|v| v.is_zero());
    let minus = values.iter().filter(|v| v.is_zero() && v.negative).count();
    let down = work.env.rounding == Rounding::Down;
    let (negative, why) = match datapath.zero {
        ZeroSum::Plus => (false, "every zero sum is +0"),
        ZeroSum::Ieee if zeros && minus == 0 => (false, "zeros of one sign keep it"),
        ZeroSum::Ieee if zeros && minus == values.len() => (true, "zeros of one sign keep it"),
        ZeroSum::Ieee if down => (true, "-0 when rounding toward -infinity"),
        ZeroSum::Ieee => (false, "+0 in every direction but toward -infinity"),
    };
    let section = if datapath.zero == ZeroSum::Ieee { " (IEEE 754, 6.3)" } else { "" };
    work.steps.begin(format!("exact zero{section}"));
    work.steps.item("sign", why);
    if to.is_fixed() { 0 } else { round::zero(work, to, negative) }
}

/// The sum with NaN or infinities among its inputs.
fn special(
    work: &mut Work<'_>,
    datapath: &Datapath,
    name: &str,
    inputs: &[Item],
    to: &Format,
) -> u64 {
    work.steps.begin(format!("{name}: inputs that are no numbers"));
    for item in inputs.iter().filter(|item| item.value().is_none()) {
        work.steps.item(&item.name, item.words());
    }
    let nans: Vec<&Operand> = inputs
        .iter()
        .filter_map(|item| if let Number::Nan(list) = &item.number { Some(list) } else { None })
        .flatten()
        .collect();
    let invalid = inputs.iter().find(|item| matches!(item.number, Number::Invalid));
    let why = invalid.map(|item| format!("{} is infinity times zero (7.2)", item.name));
    if nans.is_empty() {
        return match why {
            Some(why) => nan::invalid(work, to, &why),
            None => infinite(work, datapath, inputs, to),
        };
    }
    if let Some(why) = why {
        match work.env.nan {
            NanRule::Sse => {}
            NanRule::Arm if !nans.iter().any(|x| x.is_signalling()) => {
                return nan::invalid(work, to, "zero times infinity beside a quiet NaN (Arm)");
            }
            _ => work.raise(Flags::INVALID, why),
        }
    }
    if datapath.opposite == Opposite::InvalidBesideNan
        && [false, true].map(|s| infinite_of(inputs, s)) == [true; 2]
    {
        work.raise(Flags::INVALID, "infinities of opposite signs beside it".to_owned());
    }
    nan::chosen(work, to, &nans)
}

/// Whether an infinity of this sign is among the inputs.
fn infinite_of(inputs: &[Item], sign: bool) -> bool {
    inputs.iter().any(|item| matches!(item.number, Number::Infinite(s) if s == sign))
}

/// The sum with infinities among its inputs.
fn infinite(work: &mut Work<'_>, datapath: &Datapath, inputs: &[Item], to: &Format) -> u64 {
    let of = |sign| infinite_of(inputs, sign);
    if !(of(false) && of(true)) {
        return convert::infinite(work, to, of(true));
    }
    work.steps.begin("infinities of both signs");
    match datapath.opposite {
        Opposite::Invalid | Opposite::InvalidBesideNan => {
            nan::invalid(work, to, "infinities of opposite signs have no sum (7.2)")
        }
        Opposite::Zero => round::zero(work, to, false),
        Opposite::Plus | Opposite::Minus => {
            let negative = datapath.opposite == Opposite::Minus;
            work.steps.item("rule", format!("{}infinity", sign(negative)));
            convert::infinite(work, to, negative)
        }
    }
}
