//! Numbers as `d get` prints them: exact values, and C's `%.6g` of them (s. 3.4.3).

use super::{Stop, illegal};
use crate::Rational;
use crate::reference;
use rug::Integer;
use semantics::mncore2::isa::{MaskWidth, Precision, Rrn};

/// The fields of a floating-point pattern (s. 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fields {
    pub(super) negative: bool,
    pub(super) exponent: u64,
    mantissa: u64,
    exponent_bits: u32,
    mantissa_bits: u32,
    /// Low mantissa bits that count as 0 in a block.
    ignored: u32,
}

impl Fields {
    /// Takes a pattern apart. Pseudo-single is the same as single but in a block; integers have no
    /// fields of their own and are not asked for.
    pub(super) fn read(precision: Precision, bits: u64) -> Self {
        let (exponent_bits, mantissa_bits) = match precision.bits() {
            64 => (11, 52),
            32 => (8, 23),
            _ => (6, 9),
        };
        Self {
            negative: bits >> (precision.bits() - 1) & 1 == 1,
            exponent: bits >> mantissa_bits & ((1 << exponent_bits) - 1),
            mantissa: bits & ((1 << mantissa_bits) - 1),
            exponent_bits,
            mantissa_bits,
            ignored: if precision == Precision::G { 5 } else { 0 },
        }
    }

    fn top(self) -> u64 {
        (1 << self.exponent_bits) - 1
    }

    /// `significand * 2^(exponent - bias - mantissa bits)`, printed.
    fn print(self, significand: u64, exponent: i64) -> String {
        let unit = exponent - (1 << (self.exponent_bits - 1)) + 1 - i64::from(self.mantissa_bits);
        let magnitude = Rational::from(significand) << unit as i32;
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{}", general(&magnitude))
    }

    /// An ordinary number: field 0 is a zero, the top field an infinity.
    pub(super) fn number(self) -> String {
        match self.exponent {
            0 => self.print(0, 0),
            top if top == self.top() => self.infinity(),
            exponent => self.print(self.mantissa | 1 << self.mantissa_bits, exponent as i64),
        }
    }

    /// An element of a block with this common exponent: no hidden bit (s. 4.4). Half has extended
    /// elements, whose field is 0 and whose exponent is 6 lower.
    pub(super) fn in_block(self, common: u64) -> String {
        if common == self.top() {
            return self.infinity();
        }
        let extended = common != 0 && self.exponent == 0;
        let significand =
            if common == 0 { 0 } else { self.mantissa >> self.ignored << self.ignored };
        // Without a hidden bit the top mantissa bit is worth 1.
        self.print(significand, common as i64 + 1 - if extended { 6 } else { 0 })
    }

    fn infinity(self) -> String {
        if self.negative { "-inf" } else { "inf" }.to_owned()
    }
}

/// The common exponent of a block; `None` for an invalid one (s. 4.4).
pub(super) fn common_exponent(precision: Precision, block: &[u64]) -> Option<u64> {
    let exponents = || block.iter().map(|&bits| Fields::read(precision, bits).exponent);
    let common = exponents().max()?;
    let extended = |exponent| precision == Precision::H && exponent == 0;
    exponents().all(|exponent| exponent == common || extended(exponent)).then_some(common)
}

/// C's `%.6g` of a value that is not negative: six significant digits, nearest even, trailing zeros
/// dropped; an exponent of at least two digits where it is below -4 or above 5.
pub(super) fn general(value: &Rational) -> String {
    if value.is_zero() {
        return "0".to_owned();
    }
    let mut exponent = decimal_exponent(value);
    let mut digits = nearest_even(&(value * power_of_ten(5 - exponent)));
    if digits == 1_000_000 {
        digits = Integer::from(100_000);
        exponent += 1;
    }
    let digits = digits.to_string();
    let trimmed = |number: String| match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => number,
    };
    match exponent {
        0..6 => {
            let (whole, part) = digits.split_at(exponent as usize + 1);
            trimmed(format!("{whole}.{part}"))
        }
        -4..0 => trimmed(format!("0.{}{digits}", "0".repeat((-exponent - 1) as usize))),
        _ => {
            let (whole, part) = digits.split_at(1);
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{}e{sign}{:02}", trimmed(format!("{whole}.{part}")), exponent.abs())
        }
    }
}

/// e with 10^e <= value < 10^(e+1).
fn decimal_exponent(value: &Rational) -> i32 {
    let mut exponent = value.to_f64().log10().floor() as i32;
    while *value < power_of_ten(exponent) {
        exponent -= 1;
    }
    while *value >= power_of_ten(exponent + 1) {
        exponent += 1;
    }
    exponent
}

fn power_of_ten(exponent: i32) -> Rational {
    Rational::from(10).pow(exponent)
}

fn nearest_even(value: &Rational) -> Integer {
    let above = value + Rational::from((1, 2));
    let nearest = above.floor();
    if above.is_integer() && nearest.is_odd() { nearest - 1 } else { nearest }
}

// The way to the arithmetic of the reference.

/// Options of an operation: names and values.
pub(super) type Options = Vec<(&'static str, String)>;

/// Result elements and the mask flag of operation `id`, which is looked up behind `mncore2.`.
pub(super) fn evaluate(
    id: &str,
    options: &Options,
    operands: &[Vec<u64>],
) -> Result<(Vec<u64>, bool), Stop> {
    let options: Vec<(&str, &str)> = options.iter().map(|(n, v)| (*n, v.as_str())).collect();
    match reference::evaluate(&format!("mncore2.{id}"), &options, operands) {
        Some(outcome) => Ok((outcome.out, outcome.flag == Some(1))),
        None => illegal(format!("{id} with {options:?} on {operands:x?}")),
    }
}

/// An operation with one result element.
pub(super) fn evaluate_one(
    id: &str,
    options: &Options,
    operands: &[Vec<u64>],
) -> Result<(u64, bool), Stop> {
    match evaluate(id, options, operands)? {
        (out, flag) if out.len() == 1 => Ok((out[0], flag)),
        (out, _) => illegal(format!("{id} gives {} elements", out.len())),
    }
}

/// A reduction of long words, element by element.
pub(super) fn reduce_long(net: &str, rrn: Rrn, options: &Options, x: &[u64]) -> Result<u64, Stop> {
    let bits = rrn.precision.bits();
    let mut long = 0;
    for k in 0..64 / bits {
        let shift = 64 - bits * (k + 1);
        let elements = x.iter().map(|x| x >> shift & u64::MAX >> (64 - bits)).collect();
        long |= reduce(net, rrn, options, elements)? << shift;
    }
    Ok(long)
}

/// A reduction of single elements.
pub(super) fn reduce(
    net: &str,
    rrn: Rrn,
    options: &Options,
    elements: Vec<u64>,
) -> Result<u64, Stop> {
    let id = format!("rrn.{net}.{}{}", rrn.precision.letter(), rrn.op.name());
    Ok(evaluate_one(&id, options, &[elements])?.0)
}

// The 2LW path between a PE memory and a unit: its elements and its masks (s. 1.3, 3.6.2).

/// Two long words, the one on the MSB side first.
pub(super) type Path = [u64; 2];

/// Element `k` of `bits` bits, counted from the most significant side.
pub(super) fn element(path: Path, bits: u32, k: usize) -> u64 {
    let all = u128::from(path[0]) << 64 | u128::from(path[1]);
    (all >> (128 - bits * (k as u32 + 1))) as u64 & u64::MAX >> (64 - bits)
}

/// Elements of `bits` bits side by side from the most significant side on, the rest 0 (MN-D42).
pub(super) fn join(bits: u32, elements: &[u64]) -> Path {
    let mut all = 0_u128;
    for (k, &element) in elements.iter().enumerate() {
        all |= u128::from(element) << (128 - bits * (k as u32 + 1));
    }
    [(all >> 64) as u64, all as u64]
}

/// The bits of the path that four flags let through: the half words of the MSB-side long word, with
/// the other one always (MN-D46), or the four single words.
pub(super) fn passing(width: MaskWidth, flags: u8) -> Path {
    let ones =
        |bits: u32, k: u32| if flags >> (3 - k) & 1 == 1 { u64::MAX >> (64 - bits) } else { 0 };
    let select = |bits: u32| (0..4).map(|k| ones(bits, k)).collect::<Vec<_>>();
    match width {
        MaskWidth::Long => [join(16, &select(16))[0], u64::MAX],
        MaskWidth::Double => join(32, &select(32)),
    }
}

/// One, two or four flags as four bits, each repeated (s. 3.6.12.1).
pub(super) fn spread(flags: &[bool]) -> u8 {
    (0..4).fold(0, |bits, k| bits << 1 | u8::from(flags[k * flags.len() / 4]))
}

/// `new` where `passing` has ones, else `old`.
pub(super) fn merged(old: u64, new: u64, passing: u64) -> u64 {
    old & !passing | new & passing
}
