//! Codes read from the facts of their format: class, sign, exact value.

use super::Work;
use super::code::{self, low_bits};
use crate::explain::steps::{Steps, element_name, row};

use crate::class::category;
use crate::explain::exact::Dyadic;
use crate::explain::value;
use crate::registry::Plan;
use softfloat::{Category, Format};

/// An operand, read.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) name: String,
    pub(crate) format: Format,
    pub(crate) code: u64,
    pub(crate) negative: bool,
    pub(crate) class: Category,
    /// The value, where it is finite; else 0.
    pub(crate) value: Dyadic,
    /// The fraction field.
    pub(crate) fraction: u128,
}

impl Operand {
    /// Reads a code.
    pub(crate) fn of(name: impl Into<String>, format: &Format, code: u64) -> Self {
        let class = format.classify(code).category;
        let value = code::value(format, code);
        let fraction = (code >> format.pad & low_bits(format.man_bits)).into();
        let negative = value.negative;
        Self { name: name.into(), format: *format, code, negative, class, value, fraction }
    }

    pub(crate) fn is_nan(&self) -> bool {
        matches!(self.class, Category::QuietNan | Category::SignallingNan)
    }

    pub(crate) fn is_signalling(&self) -> bool {
        self.class == Category::SignallingNan
    }

    pub(crate) fn is_infinite(&self) -> bool {
        self.class == Category::Infinite
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.class == Category::Zero
    }

    pub(crate) fn is_finite(&self) -> bool {
        !self.is_nan() && !self.is_infinite()
    }

    /// `+`, `-`.
    pub(crate) fn sign(&self) -> &'static str {
        sign(self.negative)
    }

    /// The code of the operand as it is read: a zero where daz makes it one, ignored bits clear.
    pub(crate) fn code_read(&self) -> u64 {
        match self.class {
            Category::Zero => code::zero(&self.format, self.negative),
            _ => self.code >> self.format.pad << self.format.pad,
        }
    }

    /// The code in hex.
    pub(crate) fn hex(&self) -> String {
        value::hex(&self.format, self.code)
    }

    /// The value or what stands in its place: `0x1.8p+3`, `-0`, `+infinity`, `quiet NaN`.
    pub(crate) fn words(&self) -> String {
        match self.class {
            Category::Zero if self.value.negative => "-0".to_owned(),
            Category::Zero => "+0".to_owned(),
            Category::Infinite => format!("{}infinity", self.sign()),
            Category::QuietNan | Category::SignallingNan if self.format.is_posit() => {
                "NaR".to_owned()
            }
            Category::QuietNan => "quiet NaN".to_owned(),
            Category::SignallingNan => "signalling NaN".to_owned(),
            _ => self.value.hex_float(),
        }
    }

    /// The columns of the table of operands.
    pub(crate) fn row(&self) -> Vec<String> {
        let mut row = row![self.name, self.hex()];
        if self.format.unit() == Some(0) {
            row.extend([self.value.decimal(20), "integer".to_owned()]);
            return row;
        }
        row.extend(value::fields(&self.format, self.code));
        if self.is_finite() {
            row.extend([self.value.hex_float(), self.value.decimal(10)]);
        } else {
            row.extend([self.words(), String::new()]);
        }
        let class = match self.format.is_posit() && self.is_nan() {
            true => "nar",
            false => category(self.class),
        };
        row.push(class.to_owned());
        row
    }
}

pub(crate) fn sign(negative: bool) -> &'static str {
    if negative { "-" } else { "+" }
}

/// Every element of every operand; of a block float those of a code by itself.
pub(crate) fn elements(plan: &Plan, x: &[u64]) -> Vec<Operand> {
    let named = plan.op.operands.iter().zip(&plan.operands);
    let each = named.flat_map(|(name, shape)| (0..shape.len).map(move |i| (*name, shape, i)));
    each.zip(x)
        .map(|((name, shape, i), code)| {
            Operand::of(element_name(name, shape, i), &shape.format, *code)
        })
        .collect()
}

/// The step "operands", and with DAZ what becomes of subnormal ones.
pub(crate) fn show(work: &mut Work<'_>, operands: &mut [Operand]) {
    work.steps.begin("operands");
    let rows: Vec<Vec<String>> = operands.iter().map(Operand::row).collect();
    work.steps.table(&rows);
    flush(work, operands);
}

/// The step "operands" where there may be many.
pub(crate) fn show_elements(work: &mut Work<'_>, operands: &[Operand]) {
    work.steps.begin("operands");
    table(work.steps, operands);
}

/// Operands or results of which there may be many: elements of code 0 are only counted.
pub(crate) fn table(steps: &mut Steps, operands: &[Operand]) {
    let shown = |x: &&Operand| x.code != 0 || !x.name.ends_with(']');
    let rows: Vec<Vec<String>> = operands.iter().filter(shown).map(Operand::row).collect();
    steps.table(&rows);
    if rows.len() < operands.len() {
        steps
            .item("others", format!("{} of code 0", count(operands.len() - rows.len(), "element")));
    }
}

/// With DAZ, what becomes of subnormal operands.
pub(crate) fn flush(work: &mut Work<'_>, operands: &mut [Operand]) {
    if !work.env.daz {
        return;
    }
    for x in operands.iter_mut().filter(|x| x.class == Category::Subnormal) {
        let (unit, zero) = (x.value.exponent, if x.negative { "-0" } else { "+0" });
        work.steps.item(&x.name, format!("subnormal, daz: read as {zero}, no flag"));
        x.class = Category::Zero;
        x.value = Dyadic::new(x.negative, 0u8, unit);
    }
}

/// `1 element`, `2 elements`.
pub(crate) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
