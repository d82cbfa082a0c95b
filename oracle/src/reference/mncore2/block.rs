//! S. 4.4: conversion of a block of floating-point numbers to block floating point.

use crate::Rational;

use super::number::{Format, Number, rne};
use crate::reference::mncore2::inputs::Inputs;
use crate::reference::options::Options;
use crate::reference::{Outcome, Reference};

/// What is converted, and how far.
struct Conversion {
    size: usize,
    format: Format,
    /// K, the mantissa bits the result may use.
    kept: u32,
    /// q, the low mantissa bits the carry test ignores (MN-D16 for pseudo-single).
    ignored: u32,
    /// b = 9 - n, by which a half result has fewer bits.
    cut: i32,
    /// `hbfe`: with extended elements.
    extended: bool,
}

pub(in crate::reference) const REFERENCE: Reference = Reference { name: "mncore2.block", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    of_unit(id.strip_prefix("mncore2.bf.")?, options, operands)
}

/// `dbfn`, `fbfn`, `gbfn`, `hbfn`, `hbfe`.
fn of_unit(operation: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (size, format, kept, ignored) = match operation {
        "dbfn" => (4, Format::D, 52, 0),
        "fbfn" => (4, Format::F, 23, 0),
        "gbfn" => (8, Format::F, 18, 5),
        "hbfn" | "hbfe" => (16, Format::H, 9, 9 - length(options)?),
        _ => return None,
    };
    let half = format == Format::H;
    let options = options.only(if half { &["n", "short"] } else { &[] })?;
    let cut = if half { ignored as i32 } else { 0 };
    let conversion = Conversion { size, format, kept, ignored, cut, extended: operation == "hbfe" };
    let [operand] = operands else { return None };
    let inputs = Inputs::new(options, 1)?;
    let block: Vec<Number> =
        operand.iter().map(|&bits| inputs.number(0, format, bits)).collect::<Option<_>>()?;
    let out = conversion.convert(&block)?.into_iter().map(Number::bits).collect();
    Some(Outcome { out, flag: Some(0) })
}

/// The mantissa length `n` of a half conversion.
fn length(options: Options<'_>) -> Option<u32> {
    options.value("n")?.parse().ok().filter(|n| (6..=9).contains(n))
}

impl Conversion {
    fn convert(&self, block: &[Number]) -> Option<Vec<Number>> {
        // 1. to 3.: the common exponent.
        let largest = block.iter().map(|x| x.exponent).max()?;
        let carry = block.iter().any(|x| x.exponent == largest && self.all_ones(*x));
        let common = largest + i32::from(carry) + self.cut;
        let element = |x: &Number| {
            if largest == 0 {
                // 4. before all others (MN-D35)
                Number::plain(self.format, x.negative, 0)
            } else if common >= self.format.top() {
                // 5.
                Number::infinity(self.format, x.negative)
            } else if x.is_zero() {
                // 6.
                Number::plain(self.format, x.negative, common)
            } else if self.extended {
                self.extend(*x, common)
            } else {
                // 7. (MN-D40)
                Number { exponent: common, ..self.shifted(*x, common - x.exponent) }
            }
        };
        (block.len() == self.size).then(|| block.iter().map(element).collect())
    }

    /// Whether all mantissa bits but the lowest q are 1.
    fn all_ones(&self, x: Number) -> bool {
        x.mantissa >> self.ignored == (1 << (self.format.mantissa_bits - self.ignored)) - 1
    }

    /// R = rne((2^m + frac) / 2^(difference + 1 + m - K)) as the mantissa, at the top of the field.
    fn shifted(&self, x: Number, difference: i32) -> Number {
        let unused = self.format.mantissa_bits - self.kept;
        let exact = Rational::from(x.significand()) >> (difference + 1 + unused as i32);
        Number { mantissa: rne(&exact).to_u64_wrapping() << unused, ..x }
    }

    /// The `hbfe` form of step 7: far elements are shifted 6 less and carry exponent 0; so do
    /// underflown ones (MN-D38).
    fn extend(&self, x: Number, common: i32) -> Number {
        let (difference, limit) = (common - x.exponent, 6 + self.cut);
        let extended = difference >= limit && !(difference == limit && self.all_ones(x));
        let result = self.shifted(x, if extended { difference - 6 } else { difference });
        let exponent = if extended || result.mantissa == 0 { 0 } else { common };
        Number { exponent, ..result }
    }
}
