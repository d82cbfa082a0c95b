//! Simpler forms of a case: fewer significant bits, exponents nearer to the bias, no signs, zeros.

use super::asking::Asking;
use super::{Asked, Design, Limits};
use crate::check::{Finding, Settings};
use crate::file::Error;
use crate::registry::Plan;
use softfloat::Format;

/// Up to so many elements, two are also changed together.
const FEW: usize = 4;

/// How far a case is from a simple one.
pub(crate) fn weight(plan: &Plan, x: &[u64]) -> u64 {
    if plan.is_wide() {
        return x.iter().map(|word| bits(*word)).sum();
    }
    formats(plan).zip(x).map(|(f, code)| Fields::of(f, *code).weight()).sum()
}

/// Simpler forms of a case, each of less weight.
pub(crate) fn forms(plan: &Plan, x: &[u64]) -> Vec<Vec<u64>> {
    if plan.is_wide() {
        return wide_forms(x);
    }
    let formats: Vec<&Format> = formats(plan).collect();
    let all: Vec<Fields> = formats.iter().zip(x).map(|(f, code)| Fields::of(f, *code)).collect();
    let mut forms: Vec<Vec<u64>> = Vec::new();
    let mut add = |changes: &[(usize, u64)]| {
        let mut form = x.to_vec();
        changes.iter().for_each(|&(i, code)| form[i] = code);
        let holds = formats.iter().zip(&form).all(|(f, code)| f.holds(*code));
        if holds && weight(plan, &form) < weight(plan, x) && !forms.contains(&form) {
            forms.push(form);
        }
    };
    let mut len = x.len().div_ceil(2);
    while len > 1 {
        for start in (0..x.len()).step_by(len) {
            let zeros: Vec<_> = (start..x.len().min(start + len)).map(|i| (i, 0)).collect();
            add(&zeros);
        }
        len = len.div_ceil(2);
    }
    for (i, own) in all.iter().enumerate() {
        own.simpler().into_iter().for_each(|code| add(&[(i, code)]));
    }
    if x.len() <= FEW {
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate().skip(i + 1) {
                a.together(b).into_iter().for_each(|(a, b)| add(&[(i, a), (j, b)]));
            }
        }
        let shift = all.iter().map(|f| f.exponent - f.bias).min_by_key(|d| d.abs()).unwrap_or(0);
        let moved: Vec<_> =
            all.iter().map(|f| f.with_exponent(f.exponent - shift)).enumerate().collect();
        add(&moved);
    }
    forms
}

/// Cases like a case: an element's exponent a little off, bits of its fraction turned, its sign turned.
pub(super) fn neighbours(plan: &Plan, x: &[u64]) -> Vec<Vec<u64>> {
    if plan.is_wide() {
        return Vec::new();
    }
    let formats: Vec<&Format> = formats(plan).collect();
    let mut all = Vec::new();
    for (i, (f, &code)) in formats.iter().zip(x).enumerate() {
        let own = Fields::of(f, code);
        let fraction = |fraction| Fields { fraction, ..own }.code();
        let mut codes: Vec<u64> =
            OFF.iter().map(|by| own.with_exponent(own.exponent + by)).collect();
        codes.push(Fields { sign: own.sign ^ u64::from(f.sign), ..own }.code());
        codes.extend((0..own.body).map(|bit| fraction(own.fraction ^ 1 << bit)));
        for code in codes.into_iter().filter(|other| *other != code && f.holds(*other)) {
            let mut other = x.to_vec();
            other[i] = code;
            all.push(other);
        }
    }
    all
}

/// Cases that differ from a case in the exponent of one element: a list for each element, by that exponent.
pub(super) fn swept(plan: &Plan, x: &[u64]) -> Vec<Vec<Vec<u64>>> {
    if plan.is_wide() || x.len() > FEW {
        return Vec::new();
    }
    let of = |(i, (f, &code)): (usize, (&Format, &u64))| {
        let own = Fields::of(f, code);
        let codes = (-FAR..=FAR).map(|by| own.with_exponent(own.exponent + by));
        let cases = codes.filter(|code| f.holds(*code)).map(|code| {
            let mut other = x.to_vec();
            other[i] = code;
            other
        });
        let mut cases: Vec<Vec<u64>> = cases.collect();
        cases.dedup();
        cases
    };
    formats(plan).zip(x).enumerate().map(of).collect()
}

/// How far exponents are swept on each side.
const FAR: i64 = 140;

/// How far exponents of neighbours are off.
const OFF: [i64; 12] = [-9, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 9];

/// Bits from the lowest one on that is set, and those that are set.
fn bits(word: u64) -> u64 {
    u64::from(word.count_ones()) + if word == 0 { 0 } else { 64 - u64::from(word.trailing_zeros()) }
}

/// Of elements of several words: words of zeros, and without their lowest bits.
fn wide_forms(x: &[u64]) -> Vec<Vec<u64>> {
    let set = x.iter().enumerate().filter(|(_, word)| **word != 0);
    let forms = set.flat_map(|(at, word)| {
        [0, word & (word - 1), word & u64::MAX << 32].map(|other| {
            let mut form = x.to_vec();
            form[at] = other;
            form
        })
    });
    forms.filter(|form| form != x).collect()
}

/// The format of each element.
fn formats(plan: &Plan) -> impl Iterator<Item = &Format> {
    plan.operands.iter().flat_map(|s| std::iter::repeat_n(&s.format, s.len))
}

/// The fields of a code. Integers are all fraction.
#[derive(Clone, Copy, Debug)]
struct Fields {
    sign: u64,
    exponent: i64,
    fraction: u64,
    /// Bits of the fraction, and below the sign.
    body: u32,
    below_sign: u32,
    bias: i64,
    fixed: bool,
}

impl Fields {
    fn of(f: &Format, code: u64) -> Self {
        let fixed = f.is_fixed();
        let below_sign = f.width - u32::from(f.sign);
        let body = if fixed { below_sign } else { (f.man_bits + f.pad).min(below_sign) };
        let low = |bits: u32| (1_u64.checked_shl(bits).unwrap_or(0)).wrapping_sub(1);
        let sign = if f.sign { code >> below_sign & 1 } else { 0 };
        let exponent = ((code & low(below_sign)).checked_shr(body).unwrap_or(0)) as i64;
        let fraction = code & low(body);
        let bias = if fixed { 0 } else { i64::from(f.bias) };
        Self { sign, exponent, fraction, body, below_sign, bias, fixed }
    }

    fn code(&self) -> u64 {
        let exponent = (self.exponent as u64).checked_shl(self.body).unwrap_or(0);
        self.sign.checked_shl(self.below_sign).unwrap_or(0) | exponent | self.fraction
    }

    fn weight(&self) -> u64 {
        if self.exponent == 0 && self.fraction == 0 {
            return self.sign;
        }
        let used = match self.fraction {
            0 => 0,
            f if self.fixed => 64 - f.leading_zeros(),
            f => self.body - f.trailing_zeros(),
        };
        2 + self.sign
            + u64::from(16 * used + self.fraction.count_ones())
            + 4 * (self.exponent - self.bias).unsigned_abs()
    }

    fn with_exponent(self, exponent: i64) -> u64 {
        let most = (1_i64 << (self.below_sign - self.body).min(62)) - 1;
        Self { exponent: exponent.clamp(0, most), ..self }.code()
    }

    /// Simpler codes; some may not be simpler.
    fn simpler(self) -> Vec<u64> {
        let fraction = |fraction| Self { fraction, ..self }.code();
        let mut codes = vec![0, Self { sign: 0, ..self }.code(), fraction(0), fraction(1)];
        codes.push(Self { sign: 0, fraction: 0, exponent: self.bias, ..self }.code());
        let set: Vec<u32> = (0..self.body).filter(|i| self.fraction >> i & 1 != 0).collect();
        codes.extend(set.iter().map(|i| fraction(self.fraction & !(1 << i))));
        codes.extend((1..self.body).map(|i| fraction(self.fraction >> i << i)));
        codes.extend((1..self.body).map(|i| fraction(self.fraction >> i)));
        let towards = self.bias - self.exponent;
        codes.extend(
            [towards, towards / 2, towards.signum()]
                .map(|by| self.with_exponent(self.exponent + by)),
        );
        codes
    }

    /// Simpler codes of two elements: exponents moved together or against each other, both signs turned.
    fn together(&self, other: &Self) -> Vec<(u64, u64)> {
        let turned = |f: &Self| Self { sign: 0, ..*f }.code();
        let mut codes = vec![(turned(self), turned(other))];
        for end in [self, other] {
            let towards = end.bias - end.exponent;
            for by in [towards, towards / 2, towards.signum()] {
                let moved = |f: &Self, by: i64| f.with_exponent(f.exponent + by);
                codes.push((moved(self, by), moved(other, by)));
                codes.push((moved(self, by), moved(other, -by)));
                codes.push((moved(self, -by), moved(other, by)));
            }
        }
        codes
    }
}

// A mismatch -> the simplest case that differs like it.

/// The most rounds; each makes the case simpler.
const ROUNDS: usize = 300;

/// Asks simpler forms of a mismatch as long as one of them is a mismatch, too: the simplest of them is the
/// next to be made simpler; of those that `takes` takes. `None` where the design answers rightly when it is asked again.
pub(super) fn of(
    design: &mut dyn Design,
    plan: &Plan,
    (settings, takes): Asked<'_>,
    first: &Finding,
) -> Result<Option<Finding>, Error> {
    let mut best: Option<Finding> = None;
    let mut cases = vec![first.x.clone()];
    for _ in 0..ROUNDS {
        let found = mismatches(design, plan, settings, &cases)?;
        let Some(next) = found.into_iter().min_by_key(|f| weight(plan, &f.x)) else { break };
        cases = forms(plan, &next.x);
        cases.retain(|x| takes(x));
        best = Some(next);
        if cases.is_empty() {
            break;
        }
    }
    Ok(best)
}

/// Those of some cases that differ.
fn mismatches(
    design: &mut dyn Design,
    plan: &Plan,
    settings: &Settings,
    cases: &[Vec<u64>],
) -> Result<Vec<Finding>, Error> {
    let mut rest = cases.iter();
    let mut next = |x: &mut Vec<u64>| rest.next().map(|case| x.extend_from_slice(case)).is_some();
    let limits = Limits { failings: 10, ..Limits::default() };
    let settings = Settings { max_report: cases.len(), ..settings.clone() };
    let mut silent = |_| {};
    let mut asking = Asking::new(design, plan, &limits, &mut next, &mut silent);
    let report = asking.check(&settings)?;
    Ok(report.findings.into_iter().filter(|f| f.verdict.mismatch()).collect())
}
