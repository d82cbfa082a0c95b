//! What a format is: the facts table and the formats made to measure.

use crate::Rational;

/// The facts table, one row a format.
const TABLE: &str = include_str!("../../../../tests/data/formats.csv");

/// One format. A code is, from the top: sign, exponent field, fraction field, padding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The name in the facts table.
    pub name: String,
    /// The bits of a code.
    pub width: u32,
    /// Whether there is a sign.
    pub sign: bool,
    /// The bits of the exponent field.
    pub exp_bits: u32,
    /// The bits of the fraction field, counting only those that carry value.
    pub man_bits: u32,
    /// The lowest bits of a code: ignored when read, zero when written.
    pub pad: u32,
    /// The exponent field of 1.0.
    pub bias: i32,
    /// How a code holds a number.
    pub kind: Kind,
    /// How a code holds what is not a finite number.
    pub nonfinite: Nonfinite,
    /// Whether minus zero exists.
    pub neg_zero: bool,
    /// Whether exponent field 0 holds subnormals.
    pub subnormal: bool,
    /// The NaN to write when any will do.
    pub canonical_nan: Option<u64>,
    /// The code of the largest finite value.
    pub max_finite: u64,
    /// The code the table names as least: the least normal, or the least that is not zero for formats without a hidden
    /// bit. Told, not used: the reference computes the least normal from the bias.
    pub min_normal: u64,
}

/// How a code holds a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Floating point with a hidden leading bit.
    Binary,
    /// Floating point with its leading bit stored.
    Explicit,
    /// An integer times 2^-frac, two's complement if signed.
    Fixed {
        /// The binary places.
        frac: u32,
        /// Whether the most negative code is never written.
        symmetric: bool,
    },
    /// A posit, as `posit.rs` has them.
    Posit {
        /// The exponent bits, where there is room for them.
        es: u32,
    },
    /// A format of P3109, as `p3109.rs` has them.
    P3109 {
        /// Whether there are infinities.
        extended: bool,
    },
}

/// How a code holds what is not a finite number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nonfinite {
    /// Not at all.
    None,
    /// Exponent all ones: infinity with fraction 0, else NaN, quiet if the top fraction bit is set.
    Ieee,
    /// Exponent all ones: infinity with any fraction. No NaN.
    Infinity,
    /// Exponent and fraction all ones: NaN. No infinity.
    AllOnes,
    /// The code minus zero would have: NaN. No infinity.
    NegativeZero,
}

impl Facts {
    /// The code with only the sign set; 0 if there is no sign.
    pub fn sign_bit(&self) -> u64 {
        if self.sign { 1 << (self.width - 1) } else { 0 }
    }

    /// The exponent field with all bits set.
    pub fn top_exponent(&self) -> u64 {
        ones(self.exp_bits)
    }

    /// The code with these fields.
    pub fn join(&self, sign: bool, exponent: u64, fraction: u64) -> u64 {
        let sign = if sign { self.sign_bit() } else { 0 };
        sign | (exponent << self.man_bits | fraction) << self.pad
    }

    /// The significant bits of a normal value: the stored ones and the hidden one.
    pub fn precision(&self) -> i32 {
        let hidden = u32::from(matches!(self.kind, Kind::Binary | Kind::P3109 { .. }));
        (self.man_bits + hidden) as i32
    }

    /// Whether there is a zero. The exception is e8m0, where exponent field 0 is a power of two like any other.
    pub fn has_zero(&self) -> bool {
        self.man_bits > 0 || self.subnormal
    }

    /// The exponent of the least normal value.
    pub fn min_exponent(&self) -> i32 {
        let lowest_field = if self.has_zero() { 1 } else { 0 };
        lowest_field - self.bias
    }

    /// The least normal value.
    pub fn min_normal_value(&self) -> Rational {
        Rational::from(1) << self.min_exponent()
    }

    /// Whether values below the least normal can be written as anything but zero.
    pub fn underflows_gradually(&self) -> bool {
        self.subnormal || self.kind == Kind::Explicit
    }

    /// Whether infinity exists.
    pub fn has_infinity(&self) -> bool {
        matches!(self.nonfinite, Nonfinite::Ieee | Nonfinite::Infinity)
            || self.kind == Kind::P3109 { extended: true }
    }
}

/// The format of IEEE 754 shape with these field widths. Two exponent bits or more leave it normal values, one fraction
/// bit or more a NaN.
pub fn custom(exp_bits: u32, man_bits: u32) -> Facts {
    let bias = (1 << (exp_bits - 1)) - 1;
    let facts = Facts {
        name: format!("e{exp_bits}m{man_bits}"),
        width: 1 + exp_bits + man_bits,
        sign: true,
        exp_bits,
        man_bits,
        pad: 0,
        bias,
        kind: Kind::Binary,
        nonfinite: Nonfinite::Ieee,
        neg_zero: true,
        subnormal: true,
        canonical_nan: None,
        max_finite: (ones(exp_bits) << man_bits) - 1,
        min_normal: 1 << man_bits,
    };
    Facts { canonical_nan: canonical_nan(&facts), ..facts }
}

/// The integer format of this width, two's complement if signed.
pub fn integer(width: u32, signed: bool) -> Facts {
    Facts {
        name: format!("{}{width}", if signed { 'i' } else { 'u' }),
        width,
        sign: signed,
        exp_bits: 0,
        man_bits: width - u32::from(signed),
        pad: 0,
        bias: 0,
        kind: Kind::Fixed { frac: 0, symmetric: false },
        nonfinite: Nonfinite::None,
        neg_zero: false,
        subnormal: false,
        canonical_nan: None,
        max_finite: ones(width - u32::from(signed)),
        min_normal: 1,
    }
}

/// The posits of this width with so many exponent bits.
pub fn posit(width: u32, es: u32) -> Facts {
    let facts = Facts {
        name: format!("posit{width}e{es}"),
        kind: Kind::Posit { es },
        nonfinite: Nonfinite::NegativeZero,
        ..integer(width, true)
    };
    Facts { canonical_nan: canonical_nan(&facts), ..facts }
}

impl Facts {
    /// Which code of a sign is the largest number of a format of P3109.
    pub(super) fn last_number(&self, extended: bool) -> u64 {
        let codes = 1 << (self.width - u32::from(self.sign));
        codes - 1 - u64::from(extended) - u64::from(!self.sign)
    }
}

/// P3109's format of this width and precision, with a sign or without, with infinities or without.
pub fn p3109(width: u32, precision: u32, signed: bool, extended: bool) -> Facts {
    let exponents = width - precision;
    let facts = Facts {
        name: format!("p3109_k{width}p{precision}"),
        sign: signed,
        exp_bits: exponents + u32::from(!signed),
        man_bits: precision - 1,
        bias: if signed { 1 << exponents >> 1 } else { 1 << exponents },
        kind: Kind::P3109 { extended },
        nonfinite: if signed { Nonfinite::NegativeZero } else { Nonfinite::AllOnes },
        subnormal: true,
        min_normal: 1 << (precision - 1),
        ..integer(width, signed)
    };
    let max_finite = facts.last_number(extended);
    Facts { canonical_nan: canonical_nan(&facts), max_finite, ..facts }
}

/// Every scalar format of the facts table, in its order. The rows of whole MX blocks are left out.
pub fn table() -> Vec<Facts> {
    let mut reader = csv::Reader::from_reader(TABLE.as_bytes());
    let columns = reader.headers().expect("the table has a header").clone();
    let row = |record: csv::Result<csv::StringRecord>| Row {
        columns: &columns,
        record: record.expect("every row has every column"),
    };
    let rows = reader.records().map(row);
    let scalars = rows.filter(|row| row.number("width") <= 64);
    scalars.map(|row| facts(&row)).collect()
}

/// One row of the table, read by column name.
struct Row<'a> {
    columns: &'a csv::StringRecord,
    record: csv::StringRecord,
}

impl Row<'_> {
    fn text(&self, column: &str) -> &str {
        let at = self.columns.iter().position(|name| name == column);
        at.and_then(|at| self.record.get(at))
            .unwrap_or_else(|| panic!("the facts table has a column {column}"))
    }

    fn number(&self, column: &str) -> u32 {
        let text = self.text(column);
        text.parse().unwrap_or_else(|_| panic!("{column} is a number, not {text}"))
    }

    fn hex(&self, column: &str) -> u64 {
        let text = self.text(column);
        let digits =
            text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        digits.unwrap_or_else(|| panic!("{column} is a code, not {text}"))
    }

    fn yes(&self, column: &str) -> bool {
        matches!(self.text(column), "yes" | "1")
    }
}

/// The facts of a row: its columns, and what follows from them or from the name.
fn facts(row: &Row<'_>) -> Facts {
    let name = row.text("name");
    let (width, exp_bits) = (row.number("width"), row.number("exp_bits"));
    // Only the upper 18 of the 23 fraction bits of a pseudo single count; the table gives the 23.
    let man_bits = if name == "mncore2_bf_pseudo_single" { 18 } else { row.number("man_bits") };
    let facts = Facts {
        name: name.to_string(),
        width,
        sign: row.yes("sign"),
        exp_bits,
        man_bits,
        pad: width - row.number("sign") - exp_bits - man_bits,
        bias: row.number("bias") as i32,
        kind: kind(name, exp_bits),
        nonfinite: nonfinite(row),
        neg_zero: row.yes("has_neg_zero"),
        subnormal: row.yes("has_subnormal"),
        canonical_nan: None,
        max_finite: row.hex("max_finite_hex"),
        min_normal: row.hex("min_normal_hex"),
    };
    Facts { canonical_nan: canonical_nan(&facts), ..facts }
}

fn kind(name: &str, exp_bits: u32) -> Kind {
    match name {
        "mxint8_elem" => Kind::Fixed { frac: 6, symmetric: true },
        "mxint4_elem" => Kind::Fixed { frac: 2, symmetric: true },
        _ if name.starts_with("posit") => Kind::Posit { es: 2 },
        _ if name.starts_with("binary8p") => Kind::P3109 { extended: name.ends_with('e') },
        _ if exp_bits == 0 => Kind::Fixed { frac: 0, symmetric: false },
        _ if name.starts_with("mncore2_bf_") => Kind::Explicit,
        _ => Kind::Binary,
    }
}

fn nonfinite(row: &Row<'_>) -> Nonfinite {
    let p3109 = row.text("name").starts_with("binary8p");
    match (row.yes("has_inf") && !p3109, row.yes("has_nan")) {
        (true, true) => Nonfinite::Ieee,
        (true, false) => Nonfinite::Infinity,
        (false, true) if row.text("nan_codes").trim_end_matches('0') == "0x8" => {
            Nonfinite::NegativeZero
        }
        (false, true) => Nonfinite::AllOnes,
        (false, false) => Nonfinite::None,
    }
}

/// The positive quiet NaN with nothing in its payload; the only one where there is one only.
fn canonical_nan(f: &Facts) -> Option<u64> {
    match f.nonfinite {
        Nonfinite::None | Nonfinite::Infinity => None,
        Nonfinite::Ieee if f.man_bits == 0 => None,
        Nonfinite::Ieee => Some(f.join(false, f.top_exponent(), 1 << (f.man_bits - 1))),
        Nonfinite::AllOnes => Some(f.join(false, f.top_exponent(), ones(f.man_bits))),
        Nonfinite::NegativeZero => Some(f.sign_bit()),
    }
}

/// The number with the lowest `n` bits set; `n` up to 64.
pub(super) fn ones(n: u32) -> u64 {
    if n == 0 { 0 } else { u64::MAX >> (64 - n) }
}
