//! `assay number`: a code or a value in a format, and what there is to say about it.

mod given;
mod text;

use crate::failure::Failure;
use crate::page::{self, object};
use crate::{Remarks, output};
use given::Given;
use serde::Serialize;
use softfloat::text::Style;
use softfloat::wide::{Decoded, Rules};
use softfloat::{Env, Flags, Format, Overflow, Rounding, Value};
use vectors::class::Class;
use vectors::explain::value;
use vectors::registry::names;

/// Say all about a number in a format
///
/// VALUE is a code, `0x` and hex digits; or a value: decimal digits of any number, with a point and an exponent
/// or without, a hex float (`0x1.8p3`: with a point or `p`), a fraction (`1/3`), `inf`, `nan`, `-0`. Digits without
/// `0x` are a number (`7e00` is 7); where they are as many as a code has, a remark says which code they would be. A
/// value is encoded in every rounding; of a value the code of rounding to nearest even, of a code that itself is
/// decoded exactly, with its class, fields, neighbours and the distance of its last place (ulp).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay number f16 0.1
  assay number e4m3fn 0x7e
  assay number e5m10 1/3
  assay number bf16 -0x1.8p-130 --json")]
pub(crate) struct Number {
    /// The format: a name of `assay formats`, eXmY, iN, uN, positNeE or binaryKpPse
    #[arg(value_name = "FORMAT")]
    format: String,
    /// A code or a value
    #[arg(value_name = "VALUE", allow_hyphen_values = true)]
    value: String,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

impl Number {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let format = vectors::known::find(&self.format, vectors::operations());
        let format = format.map_err(Failure::input)?;
        let note = names::note(format.name);
        note.iter().for_each(|note| remarks.say(note));
        let given = Given::read(&self.value, &format).map_err(Failure::input)?;
        let report = Report::of(&format, &given);
        if let Some(code) = given::bare_code(&self.value, &format).filter(|c| *c != report.code) {
            let (text, value) = (&self.value, decimal(&format, code));
            remarks
                .say(format_args!("`{text}` is read as a number; the code is 0x{text}, {value}"));
        }
        output::print(&match self.json {
            true => page::json(&report.json(&self.value, note))?,
            false => report.text(),
        })
    }
}

/// The names of roundings, in the order of [`Rounding::ALL`].
const ROUNDINGS: [&str; 6] = ["rne", "rna", "rtz", "rup", "rdn", "rto"];

/// What a value becomes in a rounding.
struct Encoded {
    rounding: &'static str,
    code: u128,
    /// Whether the code stands for just this value.
    exact: bool,
    flags: Flags,
}

/// What there is to say about a code.
struct Report {
    format: Format,
    /// Of a value.
    encoded: Vec<Encoded>,
    code: u128,
}

impl Report {
    fn of(format: &Format, given: &Given<'_>) -> Self {
        let encode = |(rounding, name)| {
            let (rounded, exact) = given.encode(format, &Env::IEEE.rounding(rounding));
            // Posits and P3109's formats have none.
            let silent = format.is_posit() || format.is_p3109();
            let flags = if silent { Flags::NONE } else { rounded.flags };
            Encoded { rounding: name, code: rounded.bits, exact, flags }
        };
        let (encoded, code) = match given {
            Given::Code(code) => (Vec::new(), *code),
            _ => {
                // Posits have one, P3109's formats all but the last.
                let few = match () {
                    () if format.is_posit() => 1,
                    () if format.is_p3109() => Rounding::ALL.len() - 1,
                    () => Rounding::ALL.len(),
                };
                let all = Rounding::ALL.into_iter().zip(ROUNDINGS).take(few);
                let encoded: Vec<Encoded> = all.map(encode).collect();
                let code = encoded.first().map_or(0, |first| first.code);
                (encoded, code)
            }
        };
        Self { format: *format, encoded, code }
    }

    fn class(&self) -> &'static str {
        let words = [self.code as u64, (self.code >> 64) as u64];
        Class::of_element(&self.format, &words[..self.format.words()]).name()
    }

    /// The power of two that the last place weighs; nothing where there is none.
    fn ulp(&self) -> Option<i64> {
        let format = &self.format;
        match format.decode(self.code) {
            _ if format.shares_exponent() => None,
            Value::Finite(u) if u.significand == 0 => Some(format.lowest_place().into()),
            Value::Finite(u) => {
                Some(format.last_place(i64::from(u.exponent) + i64::from(u.significand.ilog2())))
            }
            _ => None,
        }
    }

    /// The number next to it, above or below; nothing where there is none, or an element's block decides.
    fn neighbour(&self, up: bool) -> Option<u128> {
        let (format, code) = (&self.format, self.code);
        let is_nan = |code| matches!(format.decode(code), Value::Nan::<u128> { .. });
        if format.shares_exponent() || is_nan(code) {
            return None;
        }
        if format.is_fixed() {
            let saturating = Env { overflow: Overflow::Saturate, ..Env::IEEE };
            let end = format.encode(&saturating, Value::Infinite::<u128> { sign: !up }).bits;
            let mask = u128::MAX >> (128 - format.width);
            let step = if up { code.wrapping_add(1) } else { code.wrapping_sub(1) } & mask;
            return (code != end && (up || !format.is_read_only(code as u64))).then_some(step);
        }
        let next = match (format.wide(), up) {
            (Some(wide), true) => wide.next_up(code, &Rules::of(Env::IEEE)).bits,
            (Some(wide), false) => wide.next_down(code, &Rules::of(Env::IEEE)).bits,
            (None, true) => format.next_up(code as u64, &Env::IEEE).bits.into(),
            (None, false) => format.next_down(code as u64, &Env::IEEE).bits.into(),
        };
        (next != code && !is_nan(next)).then_some(next)
    }

    /// The bits of the fields, the sign first; behind the sign of a negative posit those of its opposite.
    fn fields(&self) -> Vec<(&'static str, String)> {
        let format = &self.format;
        let posit = || value::posit_fields(format, self.code as u64);
        if let Some(fields) = format.is_posit().then(posit).flatten() {
            return fields;
        }
        let all = format!("{:0w$b}", self.code, w = format.width as usize);
        let wide = format.wide();
        if !format.has_exponent() && !format.is_p3109() && wide.is_none() {
            return vec![("code", all)];
        }
        let (sign, exponent) = (usize::from(format.sign), format.exp_bits as usize);
        let fraction = sign + exponent + format.man_bits as usize;
        // The leading bit, where it is written.
        let lead = sign + exponent + usize::from(wide.is_some_and(|wide| wide.explicit));
        [
            ("sign", &all[..sign]),
            ("exponent", &all[sign..sign + exponent]),
            ("leading", &all[sign + exponent..lead]),
            ("fraction", &all[lead..fraction]),
            ("padding", &all[fraction..]),
        ]
        .into_iter()
        .filter(|(_, bits)| !bits.is_empty())
        .map(|(name, bits)| (name, bits.to_owned()))
        .collect()
    }
}

/// A code in hex.
fn hex(format: &Format, code: u128) -> String {
    format!("{code:0w$x}", w = format.width.div_ceil(4) as usize)
}

/// A code's text; of the x87's codes some are no operands.
fn text(format: &Format, code: u128, style: Style) -> String {
    match format.wide() {
        Some(wide) if matches!(wide.decode(code), Decoded::Unsupported { .. }) => {
            "no operand".to_owned()
        }
        Some(wide) => wide.print(code, style, &Env::IEEE).to_string(),
        None => format.print(code as u64, style, &Env::IEEE).to_string(),
    }
}

/// A code's exact value.
fn decimal(format: &Format, code: u128) -> String {
    text(format, code, Style::EXACT)
}

/// What rounding reports, in words.
fn flags(flags: Flags) -> Vec<&'static str> {
    let all = [
        (Flags::INVALID, "invalid"),
        (Flags::OVERFLOW, "overflow"),
        (Flags::UNDERFLOW, "underflow"),
        (Flags::INEXACT, "inexact"),
    ];
    all.into_iter().filter(|(flag, _)| flags.contains(*flag)).map(|(_, name)| name).collect()
}

// The report as JSON.

impl Report {
    fn json(&self, given: &str, note: Option<String>) -> impl Serialize + use<> {
        let format = self.format;
        let code = move |code| object! { code: hex(&format, code), value: decimal(&format, code) };
        let encodings = self.encoded.iter().map(|e| {
            object! {
                rounding: e.rounding,
                code: hex(&format, e.code),
                value: decimal(&format, e.code),
                exact: e.exact,
                flags: flags(e.flags),
            }
        });
        let fields =
            self.fields().into_iter().map(|(field, bits)| object! { field: field, bits: bits });
        object! {
            schema: page::SCHEMA,
            format: format.name,
            note: note,
            given: given.to_owned(),
            encodings: encodings.collect::<Vec<_>>(),
            code: hex(&format, self.code),
            fields: fields.collect::<Vec<_>>(),
            class: self.class(),
            value: decimal(&format, self.code),
            hex: text(&format, self.code, Style::HEX),
            shortest: text(&format, self.code, Style::SHORTEST),
            ulp: self.ulp().map(|place| format!("2^{place}")),
            up: self.neighbour(true).map(code),
            down: self.neighbour(false).map(code),
        }
    }
}
