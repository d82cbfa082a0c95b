//! S. 4.2, 3.5.5: the reduction network.

use crate::Rational;
use rug::Integer;

use super::number::{Format, Number, Value, rne, signed};
use crate::reference::options::Options;
use crate::reference::{Outcome, Reference};

/// A reduction network.
struct Net {
    /// Elements it reduces.
    size: usize,
    /// Elements a circuit of its first stage takes; its second stage takes the results.
    first: usize,
    /// The L1BM networks have no half circuit of their own, but extend and shorten.
    l1bm: bool,
}

impl Net {
    fn of(name: &str) -> Option<Self> {
        let (size, first) = match name {
            "l1bm4" | "mv4" => (4, 4),
            // MN-D07: MAB 4k to 4k+3 first
            "l1bm16" => (16, 4),
            "l2bm2" | "mv2" => (2, 2),
            "l2bm8" => (8, 8),
            // MN-D08: the two L2B of a group first
            "mv8" => (8, 2),
            _ => return None,
        };
        Some(Self { size, first, l1bm: name.starts_with("l1bm") })
    }
}

pub(in crate::reference) const REFERENCE: Reference =
    Reference { name: "mncore2.reduce", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    of_unit(id.strip_prefix("mncore2.rrn.")?, options, operands)
}

/// `NET.PREC` + operation.
pub(in crate::reference) fn of_unit(
    operation: &str,
    options: Options<'_>,
    operands: &[Vec<u64>],
) -> Option<Outcome> {
    let (name, operation) = operation.split_once('.')?;
    let net = Net::of(name)?;
    let (letter, operation) = operation.split_at_checked(1)?;
    let options = options.only(match (name, letter) {
        ("l2bm8", _) => &["l1bset"],
        ("l1bm4" | "l1bm16", "f") => &["e", "r"],
        _ => &[],
    })?;
    let [elements] = operands else { return None };
    if elements.len() != net.size {
        return None;
    }
    let elements = match options.value("l1bset") {
        Some(set) => masked(elements, set, identity(operation, width(letter)?)?)?,
        None => elements.clone(),
    };
    let out = match Format::of(letter) {
        Some(format) => float(&net, operation, format, options, &elements)?,
        None => integer(operation, width(letter)?, &elements)?,
    };
    Some(Outcome { out: vec![out], flag: None })
}

/// Bits of an element.
fn width(letter: &str) -> Option<u32> {
    match letter {
        "d" | "l" => Some(64),
        "f" | "i" => Some(32),
        "h" | "s" => Some(16),
        _ => None,
    }
}

/// What an L1B outside the set sends, so that it changes nothing.
fn identity(operation: &str, width: u32) -> Option<u64> {
    let all_ones = u64::MAX >> (64 - width);
    match operation {
        "fadd" | "iadd" | "bor" | "or" => Some(0),
        "max" | "band" | "and" => Some(all_ones),
        "min" => Some(all_ones >> 1),
        _ => None,
    }
}

/// The elements, those outside the set replaced. The set is one number, a list, or `B/I`: all that
/// agree with B in the bits that are 0 in I.
fn masked(elements: &[u64], set: &str, identity: u64) -> Option<Vec<u64>> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|&b| b < 8);
    let members: Vec<usize> = match set.split_once('/') {
        Some((base, ignore)) => {
            let (base, compared) = (number(base)?, 7 ^ number(ignore)?);
            (0..8).filter(|b| b & compared == base & compared).collect()
        }
        None => set.split(',').map(number).collect::<Option<_>>()?,
    };
    let pick = |(b, &bits): (usize, &u64)| if members.contains(&b) { bits } else { identity };
    Some(elements.iter().enumerate().map(pick).collect())
}

/// A floating-point reduction; L1BM half is the single circuit with extended inputs and a half
/// output.
fn float(
    net: &Net,
    operation: &str,
    format: Format,
    options: Options<'_>,
    elements: &[u64],
) -> Option<u64> {
    let l1bm_half = net.l1bm && format == Format::H;
    let extended = l1bm_half || options.has("e");
    let shortened = l1bm_half || options.has("r");
    let circuit = if l1bm_half { Format::F } else { format };
    let read = |&bits: &u64| {
        if extended {
            Number::read(Format::H, bits).extend(circuit)
        } else {
            Number::read(circuit, bits)
        }
    };
    let elements: Vec<Number> = elements.iter().map(read).collect();
    let result = match operation {
        "fadd" => {
            let out = if shortened { Format::H } else { circuit };
            add_in_stages(net, &elements, out)
        }
        "max" | "min" => {
            let chosen = if operation == "max" {
                elements.iter().max_by_key(|x| order(**x))
            } else {
                elements.iter().min_by_key(|x| order(**x))
            };
            if shortened { shorten_chosen(*chosen?) } else { *chosen? }
        }
        _ => return None,
    };
    Some(result.bits())
}

/// One stage, or two of which only the second rounds to `out`.
fn add_in_stages(net: &Net, elements: &[Number], out: Format) -> Number {
    if net.first == net.size {
        return add(elements, out);
    }
    let sums: Vec<Number> =
        elements.chunks(net.first).map(|part| add(part, part[0].format)).collect();
    add(&sums, out)
}

/// One stage of fadd: align each element to the largest exponent with three guard bits, rounding
/// each by itself (MN-D05), sum exactly, pack.
fn add(elements: &[Number], out: Format) -> Number {
    let infinities = elements.iter().filter(|x| x.is_infinite()).map(|x| x.value());
    if let Some(infinite) = infinities.reduce(Value::plus) {
        // MN-D03, MN-D04
        return infinite.pack(out);
    }
    let format = elements[0].format;
    let largest = elements.iter().map(|x| x.exponent).max().unwrap_or(0);
    let aligned = |x: &Number| {
        // MN-D06: field 0 is zero.
        let exact = if x.is_zero() { Integer::new() } else { x.significand() * 8 };
        signed(x.negative, Rational::from(rne(&(Rational::from(exact) >> (largest - x.exponent)))))
    };
    let sum: Rational = elements.iter().map(aligned).sum();
    Value::Finite(sum << (largest - format.bias() - format.mantissa_bits as i32 - 3)).pack(out)
}

/// The place of a pattern among the sign-magnitude integers, with +0 above -0.
fn order(x: Number) -> i128 {
    let magnitude = i128::from(Number { negative: false, ..x }.bits());
    if x.negative { -1 - magnitude } else { magnitude }
}

/// `r` of max and min: the mantissa rounded to 9 bits, the exponent re-biased and clamped, no
/// normalisation (MN-D09).
fn shorten_chosen(x: Number) -> Number {
    let cut = x.format.mantissa_bits - Format::H.mantissa_bits;
    let rounded = rne(&(Rational::from(x.mantissa) >> cut)).to_u64_wrapping();
    let carry = rounded >> Format::H.mantissa_bits;
    let exponent = x.exponent + carry as i32 - x.format.bias() + Format::H.bias();
    Number {
        format: Format::H,
        negative: x.negative,
        exponent: exponent.clamp(0, Format::H.top()),
        mantissa: if carry == 1 { 0 } else { rounded },
    }
}

/// An integer reduction; the logical ones give 1 or 0 (MN-D10).
fn integer(operation: &str, width: u32, elements: &[u64]) -> Option<u64> {
    let elements = || elements.iter().copied();
    let result = match operation {
        "iadd" => elements().map(Integer::from).sum::<Integer>().to_u64_wrapping(),
        "band" => elements().reduce(|a, b| a & b)?,
        "bor" => elements().reduce(|a, b| a | b)?,
        "and" => u64::from(elements().all(|x| x != 0)),
        "or" => u64::from(elements().any(|x| x != 0)),
        _ => return None,
    };
    Some(result & u64::MAX >> (64 - width))
}
