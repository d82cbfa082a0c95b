//! What vector and matrix multiply-add share: the addend beside the product, the exact sum, its
//! rounding, infinities, the mask flag (s. 4.1, 4.3, 4.5).

use super::number::{hex, infinity, sign};
use super::pack::{Tiny, pack};
use crate::explain::exact::Dyadic;
use crate::explain::fields::Number;
use crate::explain::steps::{Steps, row};
use crate::registry::Outcome;
use num_bigint::BigUint;
use softfloat::Format;

/// What product and addend are called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    pub(crate) product: &'static str,
    pub(crate) addend: &'static str,
}

/// The finite sum of a product (or dot product) and an addend, rounded.
pub(crate) fn finite(
    steps: &mut Steps,
    names: Names,
    product: &Dyadic,
    addend: Option<&Number>,
    result: &Format,
) -> Outcome {
    let zero = Dyadic::zero(product.exponent);
    let z = addend.map_or(zero, Number::value);
    let sum = product.plus(&z);
    if let Some(addend) = addend {
        distance(steps, names, product, addend, &z);
        summed(steps, names, product, &z, &sum);
    }
    let code = pack(steps, &sum, result, Tiny::Plus, "s. 4.3, 4.1");
    flagged(steps, result, code, sum.negative && !sum.is_zero())
}

/// Where the addend stands beside the product.
fn distance(steps: &mut Steps, names: Names, product: &Dyadic, addend: &Number, z: &Dyadic) {
    let Names { product: name, addend: other } = names;
    steps.begin("alignment of the addend (s. 4.3)");
    if addend.is_zero() {
        steps.item(other, "exponent field 0: value 0, whatever the mantissa (s. 1.3)");
        return;
    }
    let leading = |d: &Dyadic| match d.is_zero() {
        true => "0".to_owned(),
        false => format!("leading one at 2^{}, last place 2^{}", d.lead(), d.exponent),
    };
    steps.item(name, leading(product));
    steps.item(other, leading(z));
    if product.is_zero() {
        return;
    }
    let away = z.lead() - product.lead();
    let text = match away {
        0 => "the leading ones stand at the same place".to_owned(),
        1.. => format!("{other} leads {away} places above the {name}"),
        _ => format!("{other} leads {} places below the {name}", -away),
    };
    let last = z.exponent - product.exponent;
    let shift = match last {
        0 => "last places agree".to_owned(),
        1.. => format!("{other}'s last place is {last} above the {name}'s"),
        _ => format!("{other}'s last place is {} below the {name}'s", -last),
    };
    steps.item("distance", text);
    steps.item("", shift);
}

fn summed(steps: &mut Steps, names: Names, product: &Dyadic, z: &Dyadic, sum: &Dyadic) {
    let nonzero = [product, z].into_iter().filter(|d| !d.is_zero());
    let unit = nonzero.map(|d| d.exponent).min().unwrap_or(sum.exponent);
    steps.begin(format!("exact sum, in units of 2^{unit}; nothing is rounded before it (MN-D30)"));
    let shown = |d: &Dyadic| format!("{}{}", sign(d.negative), hex(&d.in_units(unit), 1));
    // Digits align at the right.
    steps.table(&[
        row!["", ">"],
        row![names.product, shown(product)],
        row![names.addend, shown(z)],
        row!["sum", shown(sum)],
    ]);
    steps.item("", format!("= {}", sum.hex_float()));
}

/// The sum where the product, the addend or both are infinite, each given by its sign.
pub(crate) fn infinite(
    steps: &mut Steps,
    names: Names,
    product: Option<bool>,
    addend: Option<bool>,
    result: &Format,
) -> Outcome {
    let Names { product: name, addend: other } = names;
    steps.begin("sum with infinities (s. 1.3)");
    let negative = match (product, addend) {
        (Some(p), Some(z)) if p != z => {
            steps.say(format!("infinite {name} and opposite infinite {other}: +infinity (MN-D13)"));
            false
        }
        (Some(p), None) => {
            steps.say(format!("the {name} is infinite and absorbs {other} (s. 1.3, MN-D14)"));
            p
        }
        (None, Some(z)) => {
            steps.say(format!("{other} is infinite and absorbs the {name} (s. 1.3, MN-D14)"));
            z
        }
        (p, _) => {
            steps.say(format!(
                "{name} and {other} are infinite with the same sign (s. 1.3, MN-D14)"
            ));
            p.unwrap_or(false)
        }
    };
    let code = infinity(result, negative);
    steps.say(format!("result: {}infinity, mantissa 0 (s. 4.1)", sign(negative)));
    flagged(steps, result, code, negative)
}

/// Normalisation and mask flag of a MAU result; `negative` is the sign of the exact sum.
fn flagged(steps: &mut Steps, result: &Format, code: u64, negative: bool) -> Outcome {
    let n = Number::of(result, code);
    steps.begin("normalisation and mask flag (s. 4.1, 3.6.9.1)");
    let what = if n.is_zero() {
        "exponent field 0: written as +0"
    } else if n.is_infinite() {
        "top exponent: infinity, mantissa 0"
    } else {
        "a normal number: unchanged"
    };
    steps.item("normalised", what);
    let lost_sign = if negative && !n.negative {
        "; the sum was negative, the written sign counts (MN-D15)"
    } else {
        ""
    };
    let flag = !n.negative;
    let text = format!("not the sign of the result: {}{lost_sign}", u8::from(flag));
    steps.item("flag", text);
    Outcome::new(&[code], Some(flag.into()))
}

// The product of two significands with its omitted part and correction (s. 4.3).

/// `P = A*B - L + r` and its parts.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    /// Low bits of both factors whose mutual product is left out; 0 where nothing is.
    pub(crate) low_bits: u32,
    /// The low parts of A and B.
    pub(crate) low: [u64; 2],
    /// A*B.
    pub(crate) full: BigUint,
    /// L.
    pub(crate) omitted: u64,
    /// r.
    pub(crate) correction: u64,
    /// P.
    pub(crate) value: BigUint,
}

impl Product {
    /// Of significands with `man_bits` mantissa bits: in single precision the low 5 bits of both
    /// factors are not multiplied with each other, in double precision the low 16.
    pub(crate) fn of(man_bits: u32, a: u64, b: u64) -> Self {
        let low_bits = match man_bits {
            23 => 5,
            52 => 16,
            _ => 0,
        };
        let low = [a, b].map(|s| s & ((1 << low_bits) - 1));
        let omitted = low[0] * low[1];
        // 2^-38 of a single product in units of 2^-46, 2^-74 of a double one in units of 2^-104.
        let weight = if low_bits == 5 { 1 << 8 } else { 1 << 30 };
        let correction = if omitted != 0 { weight } else { 0 };
        let full = BigUint::from(a) * b;
        let value = &full - omitted + correction;
        Self { low_bits, low, full, omitted, correction, value }
    }
}
