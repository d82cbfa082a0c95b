//! `assay formats`: the number formats, a line each, or as JSON.

use crate::failure::Failure;
use crate::page::{self, object};
use crate::{Remarks, output};
use serde::Serialize;
use softfloat::text::Style;
use softfloat::{Env, Format, Value};
use std::fmt::Write;
use vectors::explain::value::exact;
use vectors::registry::{Shape, names};

/// List the number formats
///
/// A line a format: widths in bits (of integers `frac` are the bits of the magnitude, of formats whose leading bit
/// is written that bit too), bias, whether there are subnormal numbers, the codes of infinity and of a NaN, the
/// largest number, the smallest normal and the smallest positive one; of posits the bits of exponent and fraction
/// about 1. Beside those listed there are eXmY, iN, uN, positNeE, and P3109's, binaryKpP and se, sf, ue or uf.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay formats
  assay formats f16 e4m3fn e4m7
  assay formats --json | jq '.formats[] | select(.bits == 8) | .name'")]
pub(crate) struct Formats {
    /// These alone [default: all that are listed]
    #[arg(value_name = "FORMAT")]
    formats: Vec<String>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

impl Formats {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let operations = vectors::operations();
        let mut unknown = None;
        let mut formats = Vec::new();
        if self.formats.is_empty() {
            formats = vectors::known::all(operations);
        }
        for name in &self.formats {
            names::note(name).into_iter().for_each(|note| remarks.say(note));
            match vectors::known::find(name, operations) {
                Ok(format) => formats.push(format),
                Err(why) => unknown = unknown.or(Some(Failure::input(why))),
            }
        }
        if let Some(why) = unknown {
            // The others are told all the same.
            if !formats.is_empty() && !self.json {
                output::print(&table(&formats))?;
            }
            return Err(why);
        }
        output::print(&match self.json {
            true => page::json(&object! {
                schema: page::SCHEMA,
                formats: formats.iter().map(entry).collect::<Vec<_>>(),
            })?,
            false => table(&formats),
        })
    }
}

/// The code of infinity, where there is one.
fn infinity(format: &Format) -> Option<u128> {
    let code = || format.encode(&Env::IEEE, Value::Infinite::<u128> { sign: false }).bits;
    format.has_infinity().then(code)
}

fn nan(format: &Format) -> Option<u128> {
    match format.wide() {
        Some(wide) => Some(wide.nan(false)),
        None => format.canonical_nan().map(u128::from),
    }
}

fn most(format: &Format) -> u128 {
    format.wide().map_or_else(|| format.max_finite().into(), |wide| wide.largest())
}

/// The smallest positive normal number; nothing where a block decides about it.
fn normal(format: &Format) -> Option<u128> {
    let code = match format.wide() {
        Some(wide) => wide.least_normal(),
        None => format.min_normal().into(),
    };
    Some(code).filter(|code| is_positive(format, *code))
}

/// The smallest positive number.
fn least(format: &Format) -> Option<u128> {
    let subnormal = Some(1 << format.pad).filter(|_| format.subnormal);
    subnormal.filter(|code| is_positive(format, *code)).or_else(|| normal(format))
}

fn is_positive(format: &Format, code: u128) -> bool {
    matches!(format.decode::<u128>(code), Value::Finite(u) if u.significand != 0 && !u.sign)
}

/// A code in hex.
fn hex(format: &Format, code: u128) -> String {
    Shape::one(*format).hex(&[code as u64, (code >> 64) as u64][..format.words()])
}

/// A number exactly, and as C's `%a`.
fn texts(format: &Format, code: u128) -> [String; 2] {
    match format.wide() {
        Some(_) => exact(format, code),
        None => [Style::EXACT, Style::HEX]
            .map(|style| format.print(code as u64, style, &Env::IEEE).to_string()),
    }
}

/// The bits of exponent and fraction; of a posit those about 1, where it has most.
fn fields(format: &Format) -> (u32, u32) {
    match format.posit_exponent_bits() {
        Some(es) => (es, format.precision() - 1),
        None => (format.exp_bits, format.man_bits),
    }
}

/// The exponent's bias, where there is one.
fn bias(format: &Format) -> Option<i32> {
    (format.has_exponent() || format.is_p3109() || format.wide().is_some()).then_some(format.bias)
}

fn entry(format: &Format) -> impl Serialize + use<> {
    let format = *format;
    let (exponent, fraction) = fields(&format);
    let number = |code| {
        let [value, in_hex] = texts(&format, code);
        object! { code: hex(&format, code), value: value, hex: in_hex }
    };
    object! {
        name: format.name,
        bits: format.width,
        sign: u32::from(format.sign),
        exponent: exponent,
        fraction: fraction,
        padding: format.pad,
        bias: bias(&format),
        precision: format.precision(),
        subnormals: format.subnormal,
        negative_zero: format.neg_zero,
        infinity: infinity(&format).map(|code| hex(&format, code)),
        nan: nan(&format).map(|code| hex(&format, code)),
        max: number(most(&format)),
        min_normal: normal(&format).map(number),
        min: least(&format).map(number),
    }
}

/// Digits of an exact decimal that a line has room for.
const DIGITS: usize = 20;

/// A number in a line: a power of two as one, few digits as they are, others in hex.
fn short(format: &Format, code: u128) -> String {
    let [exact, hex] = texts(format, code);
    match hex.strip_prefix("0x1p") {
        _ if exact.len() <= DIGITS / 2 => exact,
        Some(power) => format!("2^{}", power.trim_start_matches('+')),
        None if exact.len() <= DIGITS => exact,
        None => hex,
    }
}

const HEAD: [&str; 12] = [
    "name",
    "bits",
    "sign",
    "exp",
    "frac",
    "bias",
    "subnormal",
    "inf",
    "nan",
    "max",
    "min normal",
    "min",
];

fn table(formats: &[Format]) -> String {
    let rows = formats.iter().map(|format| {
        let (exponent, fraction) = fields(format);
        let code = |code: Option<u128>| code.map_or("-".to_owned(), |code| hex(format, code));
        [
            format.name.to_owned(),
            format.width.to_string(),
            u32::from(format.sign).to_string(),
            exponent.to_string(),
            fraction.to_string(),
            bias(format).map_or("-".to_owned(), |bias| bias.to_string()),
            if format.subnormal { "yes" } else { "no" }.to_owned(),
            code(infinity(format)),
            code(nan(format)),
            short(format, most(format)),
            normal(format).map_or("-".to_owned(), |code| short(format, code)),
            least(format).map_or("-".to_owned(), |code| short(format, code)),
        ]
    });
    let rows: Vec<_> = std::iter::once(HEAD.map(str::to_owned)).chain(rows).collect();
    let width = |i: usize| rows.iter().map(|row| row[i].len()).max().unwrap_or(0);
    let widths: [usize; HEAD.len()] = std::array::from_fn(width);
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}
